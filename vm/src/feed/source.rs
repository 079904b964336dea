//! A stream of bytes with a window on it, and the ends of values in it.

use std::io::{ErrorKind, Read};

use super::RawRow;
use super::fault::{FeedFault, FeedFaultKind};
use super::lines::{Block, First};
use crate::bad_row::{BadRow, BadRowKind};
use crate::json::plain_end;
use crate::limits::{MAX_NESTING, MAX_ROW};

/// How much is asked of the reader at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// How much is read before lines are taken together, in bytes.
const BLOCK: usize = 256 << 10;

/// A window on a stream: bytes before `start` are consumed.
#[derive(Debug)]
pub(super) struct Source<R> {
    reader: R,
    /// The window, with room for more after it.
    buffer: Vec<u8>,
    start: usize,
    /// Where the window ends.
    end: usize,
    /// How much of the window was handed out as a row and is to be consumed.
    row: (usize, Span),
    ended: bool,
    /// Why the reader failed.
    failed: Option<ErrorKind>,
    /// Bytes of the file before `start`.
    offset: u64,
    /// The line that `start` is on, from 1.
    line: u64,
    /// The byte of the file that this line begins at.
    line_start: u64,
}

/// The number of lines that a row may span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Span {
    #[default]
    Line,
    Lines,
}

/// Where a value ends.
pub(super) enum Extent {
    /// After so many bytes.
    Whole(usize),
    /// Beyond the bound.
    TooLong,
    /// Nowhere.
    Cut(FeedFault),
}

impl<R: Read> Source<R> {
    pub fn new(reader: R) -> Source<R> {
        Source {
            reader,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            row: (0, Span::Line),
            ended: false,
            failed: None,
            offset: 0,
            line: 1,
            line_start: 0,
        }
    }

    /// A fault at the place that is reached.
    pub fn fault(&self, kind: FeedFaultKind) -> FeedFault {
        self.fault_after(0, kind)
    }

    /// A fault so many bytes further.
    fn fault_after(&self, bytes: usize, kind: FeedFaultKind) -> FeedFault {
        let row = RawRow {
            bytes: self.window(),
            number: 0,
            line: self.line,
            column: self.column(),
            offset: self.offset,
        };
        let bad = BadRow { offset: bytes, kind: BadRowKind::Unexpected };
        FeedFault { row: None, kind, ..row.fault(bad) }
    }

    fn column(&self) -> u64 {
        self.offset - self.line_start + 1
    }

    #[inline]
    fn window(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// So many bytes that were seen already.
    #[inline]
    pub fn ahead(&self, bytes: usize) -> &[u8] {
        self.window().get(..bytes).unwrap_or_default()
    }

    /// Reads more into the window; answers whether there was more.
    fn fill(&mut self) -> Result<bool, FeedFault> {
        if self.ended {
            return Ok(false);
        }
        if let Some(kind) = self.failed {
            return Err(self.fault(FeedFaultKind::Io(kind)));
        }
        // What was consumed makes room once it is the larger part, so that each byte moves a bounded number of times.
        if self.start > self.end / 2 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.buffer.len() - self.end < CHUNK {
            self.buffer.resize((self.end + CHUNK).next_power_of_two(), 0);
        }
        let read = loop {
            let room = self.buffer.get_mut(self.end..self.end + CHUNK).unwrap_or_default();
            match self.reader.read(room) {
                Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(bytes) => {
                self.end += bytes.min(CHUNK);
                self.ended = bytes == 0;
                Ok(bytes > 0)
            }
            Err(fault) => {
                self.failed = Some(fault.kind());
                Err(self.fault(FeedFaultKind::Io(fault.kind())))
            }
        }
    }

    /// Consumes bytes of the window that contain no line end.
    ///
    /// PERF: searching a line for line ends takes a tenth of the time of reading it.
    #[inline]
    fn consume_within_line(&mut self, bytes: usize) {
        let length = bytes.min(self.end - self.start);
        self.offset += length as u64;
        self.start += length;
    }

    /// Steps over so many bytes of the window.
    pub fn consume(&mut self, bytes: usize) {
        let gone = self.ahead(bytes);
        let (length, lines) = (gone.len(), memchr::memchr_iter(b'\n', gone).count());
        if let Some(last) = memchr::memrchr(b'\n', gone) {
            self.line_start = self.offset + last as u64 + 1;
        }
        self.line += lines as u64;
        self.offset += length as u64;
        self.start += length;
    }

    /// Hands out so many bytes of the window, which are consumed by [`Source::drop_row`].
    #[inline]
    pub fn take_row(&mut self, bytes: usize, span: Span, number: u64) -> RawRow<'_> {
        self.row = (bytes, span);
        let (line, column, offset) = (self.line, self.column(), self.offset);
        RawRow { bytes: self.ahead(bytes), number, line, column, offset }
    }

    /// Consumes the row that was handed out.
    pub fn drop_row(&mut self) {
        match std::mem::take(&mut self.row) {
            (bytes, Span::Line) => self.consume_within_line(bytes),
            (bytes, Span::Lines) => self.consume(bytes),
        }
    }

    /// Consumes the current line and its end; returns the length of the next line. Consumes nothing if the next line
    /// does not begin directly with a row, or does not end within the buffer.
    ///
    /// PERF: most lines of most files are such, and every other case costs as much as a search for the end.
    #[inline]
    pub fn next_line(&mut self, bound: usize) -> Option<usize> {
        let (row, Span::Line) = self.row else { return None };
        let [b'\n', rest @ ..] = self.window().get(row..)? else { return None };
        let length = memchr::memchr(b'\n', rest)?;
        let line = rest.get(..length)?;
        let (first, last) = (line.first()?, line.last()?);
        if is_blank(*first) || *last == b'\r' || length > bound {
            return None;
        }
        self.consume_within_line(row + 1);
        self.line += 1;
        self.line_start = self.offset;
        self.row = (0, Span::Line);
        Some(length)
    }

    /// Moves the whole lines of the window into a block; returns their number of rows. `rows` is the number of rows
    /// before them, and they begin with a row.
    ///
    /// The buffers are exchanged, and the bytes after the lines move into the block's buffer.
    pub fn take_lines(&mut self, block: &mut Block, rows: u64) -> u64 {
        // A failed read is reported after the lines before it are taken.
        while self.window().len() < BLOCK && self.fill().unwrap_or(false) {}
        let Some(last) = memchr::memrchr(b'\n', self.window()) else { return 0 };
        let end = self.start + last + 1;
        let first = First { rows, line: self.line, offset: self.offset, begun: self.line_start };
        let rest = self.buffer.get(end..self.end).unwrap_or_default();
        let room = block.exchange(rest);
        let bytes = std::mem::replace(&mut self.buffer, room);
        *block = Block { bytes, rows: self.start..end, first };
        let counted = block.count();
        self.offset += (end - self.start) as u64;
        self.line += counted.lines;
        self.line_start = self.offset;
        (self.start, self.end) = (0, self.end - end);
        counted.rows
    }

    /// Steps over a byte order mark.
    pub fn skip_mark(&mut self) -> Result<(), FeedFault> {
        while self.window().len() < 3 && self.fill()? {}
        if self.window().starts_with(b"\xef\xbb\xbf") {
            self.consume(3);
            self.line_start = self.offset;
        }
        Ok(())
    }

    /// Skips white space; returns the next byte, or `None` at the end.
    pub fn skip_blanks(&mut self) -> Result<Option<u8>, FeedFault> {
        // PERF: usually a single line end separates two lines.
        if let Some(&[b'\n', next, ..]) = self.window().get(..2)
            && !is_blank(next)
        {
            self.start += 1;
            self.offset += 1;
            self.line += 1;
            self.line_start = self.offset;
            return Ok(Some(next));
        }
        loop {
            let blanks = self.window().iter().take_while(|byte| is_blank(**byte)).count();
            self.consume(blanks);
            if let Some(byte) = self.window().first() {
                return Ok(Some(*byte));
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Takes one byte, white space before it passed over.
    pub fn expect(&mut self, wanted: u8) -> Result<(), FeedFault> {
        match self.skip_blanks()? {
            Some(byte) if byte == wanted => {
                self.consume(1);
                Ok(())
            }
            Some(_) => Err(self.fault(FeedFaultKind::Unexpected)),
            None => Err(self.fault(FeedFaultKind::Unfinished)),
        }
    }

    /// Whether anything but white space follows this many bytes.
    pub fn has_more(&mut self, bytes: usize) -> Result<bool, FeedFault> {
        let mut seen = bytes;
        loop {
            let rest = self.window().get(seen..).unwrap_or_default();
            if rest.iter().any(|byte| !is_blank(*byte)) {
                return Ok(true);
            }
            seen = self.window().len();
            // White space without end is read line by line, and not kept.
            if seen - bytes > MAX_ROW {
                return Ok(true);
            }
            if !self.fill()? {
                return Ok(false);
            }
        }
    }

    /// The length of the line without its end, or `None` if it exceeds the bound.
    pub fn line(&mut self, bound: usize) -> Result<Option<usize>, FeedFault> {
        let mut seen = 0;
        loop {
            let fresh = self.window().get(seen..).unwrap_or_default();
            let end = memchr::memchr(b'\n', fresh).map(|at| seen + at);
            let length = end.unwrap_or(self.window().len());
            let line = self.ahead(length);
            let row = line.strip_suffix(b"\r").unwrap_or(line).len();
            if row > bound {
                return Ok(None);
            }
            seen = length;
            if end.is_some() || !self.fill()? {
                return Ok(Some(row));
            }
        }
    }

    /// Steps over the rest of a line, however long it is.
    pub fn drop_line(&mut self) -> Result<(), FeedFault> {
        loop {
            let end = memchr::memchr(b'\n', self.window());
            self.consume(end.unwrap_or(self.window().len()));
            if end.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Where the value that begins here ends.
    pub fn extent(&mut self, bound: usize) -> Result<Extent, FeedFault> {
        let (mut value, mut seen) = (Value::default(), 0);
        loop {
            let (used, end) = value.take(self.window().get(seen..).unwrap_or_default());
            seen += used;
            if seen > bound {
                return Ok(Extent::TooLong);
            }
            match end {
                End::Here => return Ok(Extent::Whole(seen)),
                End::Broken => {
                    return Ok(Extent::Cut(self.fault_after(seen, FeedFaultKind::Unexpected)));
                }
                End::Open if self.fill()? => {}
                End::Open if value.may_end() && seen > 0 => return Ok(Extent::Whole(seen)),
                End::Open => {
                    return Ok(Extent::Cut(self.fault_after(seen, value.unfinished())));
                }
            }
        }
    }

    /// Steps over the value that begins here, however long it is.
    pub fn drop_value(&mut self) -> Result<(), FeedFault> {
        let mut value = Value::default();
        loop {
            let (used, end) = value.take(self.window());
            self.consume(used);
            match end {
                End::Here => return Ok(()),
                End::Broken => return Err(self.fault(FeedFaultKind::Unexpected)),
                End::Open if self.fill()? => {}
                End::Open if value.may_end() => return Ok(()),
                End::Open => return Err(self.fault(value.unfinished())),
            }
        }
    }

    /// The fault of a file that begins like no rows, with its first characters.
    pub fn not_rows(&mut self) -> Result<FeedFault, FeedFault> {
        while self.window().len() < 24 && self.fill()? {}
        let found = String::from_utf8_lossy(self.ahead(self.window().len().min(24)));
        let found: String = found.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Ok(self.fault(FeedFaultKind::NotRows(found.trim_end().into())))
    }
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// A value that is skipped by its brackets and quotes; its reader checks the rest.
#[derive(Default)]
struct Value {
    depth: u64,
    /// The kinds of the outermost 128 levels: bit `n` is set if level `n` is an object.
    objects: u128,
    form: Form,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing was taken yet.
    #[default]
    New,
    /// Between the texts of an object or an array.
    Compound,
    /// In a text.
    Text,
    /// In a text, after a backslash.
    Escape,
    /// In a number or a word at the top.
    Word,
}

enum End {
    /// The value ends after the bytes taken.
    Here,
    /// The value continues.
    Open,
    /// A bracket closes nothing.
    Broken,
}

impl Value {
    /// Whether the value may end at the end of the file.
    fn may_end(&self) -> bool {
        self.form == Form::Word
    }

    /// The fault if the file ends within it.
    fn unfinished(&self) -> FeedFaultKind {
        let deep = self.depth > MAX_NESTING as u64;
        if deep { FeedFaultKind::Nesting } else { FeedFaultKind::Unfinished }
    }

    /// Takes bytes until the value ends. Returns how many it took.
    fn take(&mut self, bytes: &[u8]) -> (usize, End) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match self.form {
                Form::Escape => self.form = Form::Text,
                Form::Text => {
                    at = text_end(bytes, at);
                    match bytes.get(at) {
                        Some(b'"') if self.depth == 0 => return (at + 1, End::Here),
                        Some(b'"') => self.form = Form::Compound,
                        Some(_) => self.form = Form::Escape,
                        None => return (at, End::Open),
                    }
                }
                Form::Word => match byte {
                    b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r' => return (at, End::Here),
                    _ => {}
                },
                Form::New | Form::Compound => match byte {
                    b'"' => self.form = Form::Text,
                    b'{' | b'[' => self.open(byte),
                    b'}' | b']' if !self.close(byte) => return (at, End::Broken),
                    b'}' | b']' if self.depth == 0 => return (at + 1, End::Here),
                    _ if self.form == Form::New => self.form = Form::Word,
                    _ => {}
                },
            }
            at += 1;
        }
        (at, End::Open)
    }

    fn open(&mut self, bracket: u8) {
        if self.depth < 128 {
            let bit = 1 << self.depth;
            self.objects = if bracket == b'{' { self.objects | bit } else { self.objects & !bit };
        }
        self.depth += 1;
        self.form = Form::Compound;
    }

    /// Closes a level, if it is open and matches the bracket.
    fn close(&mut self, bracket: u8) -> bool {
        let Some(depth) = self.depth.checked_sub(1) else { return false };
        let object = self.objects >> (depth % 128) & 1 == 1;
        self.depth = depth;
        depth >= 128 || object == (bracket == b'}')
    }
}

/// The index of the next quote or backslash of a text, or of the end.
fn text_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = plain_end(bytes, at);
        match bytes.get(at) {
            Some(0..0x20) => at += 1,
            _ => return at,
        }
    }
}
