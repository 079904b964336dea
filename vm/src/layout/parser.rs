//! The exact parser: it fills a row and reports every error.

use super::fast_path::{self, Stop};
use super::{Accepts, Leads, Node, NodeId, ROOT, Trie, reject};
use crate::bad_row::{BadRow, BadRowKind};
use crate::json::{Form, Raw, Scanner, unescape};
use crate::key_cache::{Key, Number, Place};
use crate::limits::MAX_TEXT;
use crate::reading::{Reading, Scalar};
use crate::row::Row;
use crate::slot::Slot;
use crate::swar;

/// Fills a row from bytes that must contain one object.
pub(super) fn read_row(
    bytes: &[u8],
    row: &mut Row,
    trie: &Trie,
    reading: &Reading,
) -> Result<(), BadRow> {
    let mut parser = Parser { scan: Scanner::new(bytes), ahead: bytes, row, trie, reading };
    match parser.scan.peek()? {
        b'{' => parser.object(ROOT, 0)?,
        b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
            return Err(parser.scan.bad(BadRowKind::NotAnObject));
        }
        _ => return Err(parser.scan.bad(BadRowKind::Unexpected)),
    }
    parser.scan.end()
}

/// Fills a row from the first line of these bytes, and returns the length of the line.
///
/// `None` if the line does not start with a brace or does not end within the bytes.
///
/// PERF: the fast path finds the end of the line by parsing; only its fallback searches for the line feed.
pub(super) fn read_line(
    bytes: &[u8],
    row: &mut Row,
    trie: &Trie,
    reading: &Reading,
) -> Option<(usize, Result<(), BadRow>)> {
    let [b'{', ..] = bytes else { return None };
    let mut progress = Progress::new(ROOT);
    let (stop, at) = fast_path::read_members(bytes, 1, &mut progress, row);
    let rest = bytes.get(at..)?;
    match (stop, rest) {
        (Stop::Key, [b'}', b'\n', ..] | [b'}', b'\r', b'\n', ..]) => Some((at + 1, Ok(()))),
        _ => {
            let line = bytes.get(..at + memchr::memchr(b'\n', rest)?)?;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let mut parser = Parser { scan: Scanner::new(line), ahead: bytes, row, trie, reading };
            Some((line.len(), parser.rest(stop, at, progress)))
        }
    }
}

pub(super) struct Parser<'a, 'r> {
    pub scan: Scanner<'a>,
    /// The row, possibly followed by more bytes.
    pub ahead: &'a [u8],
    pub row: &'r mut Row,
    trie: &'r Trie,
    reading: &'r Reading,
}

/// The progress in an object.
pub(super) struct Progress {
    pub place: Place,
    /// The previous key.
    pub last: Number,
}

impl Progress {
    fn new(node: NodeId) -> Progress {
        Progress { place: Place { node, key: Key::First }, last: Number::NONE }
    }
}

/// The next element of an object after the fast path.
#[derive(Clone, Copy)]
pub(super) enum Next {
    /// A value after a key, with the node of the key if a field reads it. The value is not simple.
    Value(Option<NodeId>),
    /// Anything but a known key.
    Unknown,
}

/// The next element of an object for the exact parser.
enum Member {
    /// A value after a key, with the node of the key if a field reads it.
    Value(Option<NodeId>),
    End,
}

impl<'a, 'r> Parser<'a, 'r> {
    /// Reads the rest of a row after the fast path.
    #[inline(never)]
    fn rest(&mut self, stop: Stop, at: usize, mut progress: Progress) -> Result<(), BadRow> {
        self.scan.go_to(at);
        let next_element = self.next_element(stop, &mut progress);
        let filled = self.object_rest(next_element, progress, 0).and_then(|()| self.scan.end());
        filled.map_err(|bad| reject(self.scan.bytes(), self.row, bad))
    }

    /// Reads an object at this nesting depth; its brace was peeked at.
    fn object(&mut self, node: NodeId, depth: usize) -> Result<(), BadRow> {
        self.scan.enter(depth)?;
        let mut progress = Progress::new(node);
        let next_element = self.fast_path(&mut progress);
        self.object_rest(next_element, progress, depth)
    }

    /// Reads the rest of an object after the fast path.
    fn object_rest(
        &mut self,
        mut next_element: Next,
        mut progress: Progress,
        depth: usize,
    ) -> Result<(), BadRow> {
        loop {
            let child = match next_element {
                Next::Value(child) => child,
                Next::Unknown => match self.member(&mut progress)? {
                    Member::Value(child) => child,
                    Member::End => return Ok(()),
                },
            };
            match child {
                Some(child) => self.value(child, depth + 1)?,
                None => self.scan.skip(depth + 1)?,
            }
            progress.place.key = Key::Later;
            next_element = self.fast_path(&mut progress);
        }
    }

    /// Reads the end of the object, or a new key up to its value.
    fn member(&mut self, progress: &mut Progress) -> Result<Member, BadRow> {
        let start = self.scan.at();
        match (self.scan.peek()?, progress.place.key) {
            (b'}', _) => {
                self.scan.step();
                return Ok(Member::End);
            }
            (b',', Key::Later) => {
                self.scan.step();
                self.scan.peek()?;
            }
            (_, Key::First) => {}
            (_, Key::Later) => return Err(self.scan.bad(BadRowKind::Unexpected)),
        }
        let key = self.scan.key()?;
        let first = self.scan.peek()?;
        let steps = self.trie.node(progress.place.node);
        let child = match key.form {
            Form::Ascii | Form::Plain => steps.child(key.text()),
            Form::Escaped => {
                unescape(key.text(), &mut self.row.room).and_then(|key| steps.child(key))
            }
        };
        let literal = self.scan.bytes().get(start..self.scan.at()).unwrap_or_default();
        let leads = match child {
            Some(child) => Leads::to(child, self.trie.node(child)),
            None => Leads::nowhere(first),
        };
        progress.last = self.row.order.learn(progress.place, progress.last, literal, leads);
        Ok(Member::Value(child))
    }

    /// Reads an array at this nesting depth; its bracket was peeked at.
    fn array(&mut self, node: NodeId, depth: usize) -> Result<(), BadRow> {
        self.scan.enter(depth)?;
        if self.scan.peek()? == b']' {
            self.scan.step();
            return Ok(());
        }
        let mut index = 0;
        loop {
            match self.trie.node(node).element(index) {
                Some(child) => self.value(child, depth + 1)?,
                None => self.scan.skip(depth + 1)?,
            }
            index += 1;
            match self.scan.peek()? {
                b',' => self.scan.step(),
                b']' => {
                    self.scan.step();
                    return Ok(());
                }
                _ => return Err(self.scan.bad(BadRowKind::Unexpected)),
            }
        }
    }

    /// Reads a value and sets every slot at or below its node, even after an earlier value of the same key.
    #[inline]
    fn value(&mut self, id: NodeId, depth: usize) -> Result<(), BadRow> {
        let node = self.trie.node(id);
        match self.scan.peek()? {
            b'"' => {
                let raw = self.scan.string()?;
                self.text(node, raw);
            }
            b'-' | b'0'..=b'9' => self.number(node)?,
            b't' => {
                self.scan.word(b"true")?;
                self.boolean(node, Slot::YES);
            }
            b'f' => {
                self.scan.word(b"false")?;
                self.boolean(node, Slot::NO);
            }
            other => self.other_value(id, other, depth)?,
        }
        Ok(())
    }

    #[inline(never)]
    fn other_value(&mut self, id: NodeId, first: u8, depth: usize) -> Result<(), BadRow> {
        let node = self.trie.node(id);
        match first {
            b'n' => {
                self.scan.word(b"null")?;
                self.scalar(node, Scalar::Null);
            }
            b'{' => {
                self.scalar(node, Scalar::Compound);
                self.row.fill(&node.beneath, Slot::ABSENT);
                self.object(id, depth)?;
            }
            b'[' => {
                self.scalar(node, Scalar::Compound);
                self.row.fill(&node.beneath, Slot::ABSENT);
                self.row.fill(&node.beneath_keys, Slot::UNREADABLE);
                self.array(id, depth)?;
            }
            _ => return Err(self.scan.bad(BadRowKind::Unexpected)),
        }
        Ok(())
    }

    #[inline]
    fn text(&mut self, node: &Node, raw: Raw<'a>) {
        if raw.form == Form::Ascii && !node.plain.is_empty() {
            // PERF: an ASCII text needs no normalization; a short text is stored as the bytes of a window.
            let window = swar::sixteen(self.scan.bytes(), raw.start);
            let short = window.and_then(|window| Slot::short(window, raw.len()));
            if let Some(value) = short
                && node.plain.iter().all(|plain| plain.accepts == Accepts::Texts)
            {
                for plain in &node.plain {
                    self.row.put(plain.slot, value);
                }
                return;
            }
        }
        self.other_text(node, raw);
    }

    /// Reads a text that is long, escaped or not ASCII, or that some field does not store unchanged.
    #[inline(never)]
    fn other_text(&mut self, node: &Node, raw: Raw<'a>) {
        if raw.form == Form::Escaped {
            let mut room = std::mem::take(&mut self.row.room);
            self.scalar(node, unescape(raw.text(), &mut room).map_or(Scalar::Broken, Scalar::Text));
            self.row.room = room;
            return;
        }
        let text = raw.text();
        if raw.form == Form::Ascii
            && text.len() <= MAX_TEXT
            && let [plain] = node.plain[..]
            && plain.accepts == Accepts::Texts
        {
            let value = Slot::text(text, &mut self.row.heap);
            return self.row.put(plain.slot, value);
        }
        self.scalar(node, Scalar::Text(text));
    }

    #[inline]
    fn number(&mut self, node: &Node) -> Result<(), BadRow> {
        let number = self.scan.number()?;
        if let ([plain], Some((mantissa, scale))) = (&node.plain[..], number.small) {
            let value = Slot::small(mantissa, scale);
            match plain.accepts {
                Accepts::Numbers => {
                    self.row.put(plain.slot, value);
                    return Ok(());
                }
                Accepts::WholeNumbers => {
                    self.row.put(plain.slot, if scale == 0 { value } else { Slot::UNREADABLE });
                    return Ok(());
                }
                Accepts::Texts | Accepts::Booleans | Accepts::Nothing => {}
            }
        }
        self.scalar(node, Scalar::Number(self.scan.lexeme(&number)));
        Ok(())
    }

    #[inline]
    fn boolean(&mut self, node: &Node, known: Slot) {
        match &node.plain[..] {
            [plain] if plain.accepts == Accepts::Booleans => self.row.put(plain.slot, known),
            _ => self.scalar(node, Scalar::Boolean(known == Slot::YES)),
        }
    }

    #[inline(never)]
    fn scalar(&mut self, node: &Node, scalar: Scalar<'_>) {
        for leaf in &node.leaves {
            self.row.read(leaf.slot, leaf.ty, scalar, self.reading);
        }
        let below = if scalar == Scalar::Null { Slot::ABSENT } else { Slot::UNREADABLE };
        self.row.fill(&node.beneath, below);
    }
}
