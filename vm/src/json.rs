//! JSON's grammar over the bytes of one row: every byte is checked, nothing is built.

use std::fmt;

use crate::limits::MAX_NESTING;

/// Why a row is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// The byte at which it is not of the form, from 0.
    pub offset: usize,
    /// What is wrong there.
    pub kind: BadRowKind,
}

/// What is wrong with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRowKind {
    /// It is not UTF-8.
    Utf8,
    /// It is JSON, maybe, but no object.
    NotAnObject,
    /// Objects and arrays are nested deeper than 128.
    Nesting,
    /// A control character stands in a text.
    Control,
    /// A backslash with nothing of JSON's behind it.
    Escape,
    /// A number that is not of JSON's grammar.
    Number,
    /// Something that JSON does not have at this place.
    Unexpected,
    /// It ends before it is complete.
    Unfinished,
    /// Something stands behind it.
    Trailing,
    /// It is longer than 16 MiB.
    TooLong,
}

impl BadRowKind {
    /// What is wrong, in words.
    pub fn words(self) -> &'static str {
        match self {
            BadRowKind::Utf8 => "it is not UTF-8",
            BadRowKind::NotAnObject => "it is no object",
            BadRowKind::Nesting => "it is nested deeper than 128 levels",
            BadRowKind::Control => "a control character stands in a text",
            BadRowKind::Escape => "this is no escape of JSON",
            BadRowKind::Number => "this is no number of JSON",
            BadRowKind::Unexpected => "this is no JSON",
            BadRowKind::Unfinished => "it ends before it is complete",
            BadRowKind::Trailing => "something stands behind the row",
            BadRowKind::TooLong => "it is longer than 16 MiB",
        }
    }
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad row at byte {}: {}", self.offset, self.kind.words())
    }
}

impl std::error::Error for BadRow {}

/// A place in a row's bytes.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

/// A text as it stands between its quotes.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'a> {
    pub text: &'a str,
    /// Where it begins in the row.
    pub start: usize,
    pub form: Form,
}

/// Whether a text is what stands between its quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    Escaped,
}

/// A number as it stands in the row.
#[derive(Clone, Copy)]
pub(crate) struct Number<'a> {
    pub lexeme: &'a str,
    /// Mantissa and scale in normal form, of a number that has at most 18 digits and no exponent.
    pub small: Option<(i64, u8)>,
}

impl<'a> Scanner<'a> {
    pub fn new(bytes: &'a [u8]) -> Result<Scanner<'a>, BadRow> {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Ok(Scanner { text, bytes, at: 0 }),
            Err(_) => {
                let offset = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
                Err(BadRow { offset, kind: BadRowKind::Utf8 })
            }
        }
    }

    /// The next byte that is no white space, which stays where it is.
    #[inline]
    pub fn peek(&mut self) -> Result<u8, BadRow> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(byte) => return Ok(*byte),
                None => return Err(self.bad(BadRowKind::Unfinished)),
            }
        }
    }

    /// Steps over a byte that was peeked at.
    #[inline]
    pub fn step(&mut self) {
        self.at += 1;
    }

    /// The bytes that are not read yet.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Steps over so many bytes that were compared.
    #[inline]
    pub fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Sixteen bytes from a place on, where there are so many.
    #[inline]
    pub fn window(&self, start: usize) -> Option<&'a [u8; 16]> {
        self.bytes.get(start..)?.first_chunk()
    }

    pub fn bad(&self, kind: BadRowKind) -> BadRow {
        BadRow { offset: self.at.min(self.bytes.len()), kind }
    }

    /// The row ends where more was to come.
    fn cut(&self) -> BadRow {
        BadRow { offset: self.bytes.len(), kind: BadRowKind::Unfinished }
    }

    /// Takes one byte, white space before it passed over.
    #[inline]
    pub fn expect(&mut self, wanted: u8) -> Result<(), BadRow> {
        if self.peek()? != wanted {
            return Err(self.bad(BadRowKind::Unexpected));
        }
        self.at += 1;
        Ok(())
    }

    /// Makes sure that nothing but white space is left.
    pub fn end(&mut self) -> Result<(), BadRow> {
        match self.peek() {
            Ok(_) => Err(self.bad(BadRowKind::Trailing)),
            Err(_) => Ok(()),
        }
    }

    /// Takes `true`, `false` or `null`.
    #[inline]
    pub fn word(&mut self, word: &[u8]) -> Result<(), BadRow> {
        if self.rest().starts_with(word) {
            self.at += word.len();
            return Ok(());
        }
        let same = self.rest().iter().zip(word).take_while(|(a, b)| a == b).count();
        self.at += same;
        let ended = self.at >= self.bytes.len();
        Err(self.bad(if ended { BadRowKind::Unfinished } else { BadRowKind::Unexpected }))
    }

    /// Takes a text, its opening quote peeked at.
    #[inline]
    pub fn string(&mut self) -> Result<Raw<'a>, BadRow> {
        let start = self.at + 1;
        let mut form = Form::Plain;
        self.at = plain_end(self.bytes, start);
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    form = Form::Escaped;
                    self.escape()?;
                    self.at = plain_end(self.bytes, self.at);
                }
                Some(_) => return Err(self.bad(BadRowKind::Control)),
                None => return Err(self.bad(BadRowKind::Unfinished)),
            }
        }
        // Both ends lie beside a quote, which is a whole character.
        let text = self.text.get(start..self.at).unwrap_or_default();
        self.at += 1;
        Ok(Raw { text, start, form })
    }

    /// Steps over an escape whose form is right.
    fn escape(&mut self) -> Result<(), BadRow> {
        let length = match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => 6,
            Some(_) => return Err(self.bad(BadRowKind::Escape)),
            None => return Err(self.cut()),
        };
        for place in self.at + 2..self.at + length {
            match self.bytes.get(place) {
                Some(byte) if byte.is_ascii_hexdigit() => {}
                Some(_) => return Err(self.bad(BadRowKind::Escape)),
                None => return Err(self.cut()),
            }
        }
        self.at += length;
        Ok(())
    }

    /// Takes a number, its first byte peeked at.
    #[inline]
    pub fn number(&mut self) -> Result<Number<'a>, BadRow> {
        let start = self.at;
        let negative = self.bytes.get(self.at) == Some(&b'-');
        self.at += usize::from(negative);
        let (mut mantissa, first) = (0u64, self.at);
        let whole = self.digits(&mut mantissa)?;
        if whole > 1 && self.bytes.get(first) == Some(&b'0') {
            self.at = first + 1;
            return Err(self.bad(BadRowKind::Number));
        }
        let mut places = 0;
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            places = self.digits(&mut mantissa)?;
        }
        let mut plain = whole + places <= 18;
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            self.at += 1;
            self.at += usize::from(matches!(self.bytes.get(self.at), Some(b'+' | b'-')));
            self.digits(&mut 0)?;
            plain = false;
        }
        let lexeme = self.text.get(start..self.at).unwrap_or_default();
        let small = if plain { normal(negative, mantissa, places) } else { None };
        Ok(Number { lexeme, small })
    }

    /// Takes at least one digit and folds all in; the fold means nothing beyond 19 digits.
    #[inline]
    fn digits(&mut self, mantissa: &mut u64) -> Result<usize, BadRow> {
        let start = self.at;
        while let Some(byte @ b'0'..=b'9') = self.bytes.get(self.at) {
            *mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
            self.at += 1;
        }
        if self.at > start {
            return Ok(self.at - start);
        }
        let ended = self.at >= self.bytes.len();
        Err(self.bad(if ended { BadRowKind::Unfinished } else { BadRowKind::Number }))
    }

    /// Steps over a value that nobody reads. `depth` is how many objects and arrays it stands in.
    #[inline]
    pub fn skip(&mut self, depth: usize) -> Result<(), BadRow> {
        match self.peek()? {
            b'"' => self.string().map(drop),
            b'-' | b'0'..=b'9' => self.number().map(drop),
            _ => self.skip_any(depth),
        }
    }

    fn skip_any(&mut self, depth: usize) -> Result<(), BadRow> {
        let mut open = Open { depth, objects: 0 };
        loop {
            let opened = self.skip_one(&mut open)?;
            if opened == Opened::Yes {
                continue;
            }
            // A value is complete: so may be what it stands in.
            loop {
                if open.depth == depth {
                    return Ok(());
                }
                match (self.peek()?, open.is_object()) {
                    (b',', object) => {
                        self.step();
                        if object {
                            self.peek()?;
                            self.key()?;
                        }
                        break;
                    }
                    (b'}', true) | (b']', false) => {
                        self.step();
                        open.depth -= 1;
                    }
                    _ => return Err(self.bad(BadRowKind::Unexpected)),
                }
            }
        }
    }

    /// Steps over a scalar or an empty compound, or into the first value of a compound.
    fn skip_one(&mut self, open: &mut Open) -> Result<Opened, BadRow> {
        match self.peek()? {
            b'"' => self.string().map(drop)?,
            b'-' | b'0'..=b'9' => self.number().map(drop)?,
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            bracket @ (b'{' | b'[') => {
                self.enter(open.depth)?;
                let object = bracket == b'{';
                let next = self.peek()?;
                if next == if object { b'}' } else { b']' } {
                    self.step();
                    return Ok(Opened::No);
                }
                if object {
                    self.key()?;
                }
                open.enter(bracket);
                return Ok(Opened::Yes);
            }
            _ => return Err(self.bad(BadRowKind::Unexpected)),
        }
        Ok(Opened::No)
    }

    /// Steps into an object or an array that stands in so many.
    #[inline]
    pub fn enter(&mut self, depth: usize) -> Result<(), BadRow> {
        if depth >= MAX_NESTING {
            return Err(self.bad(BadRowKind::Nesting));
        }
        self.at += 1;
        Ok(())
    }

    /// Takes a key, its first byte peeked at, and the colon behind it.
    #[inline]
    pub fn key(&mut self) -> Result<Raw<'a>, BadRow> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.bad(BadRowKind::Unexpected));
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(key)
    }
}

/// What the value that is stepped over stands in, as a stack of bits.
struct Open {
    depth: usize,
    /// Bit `depth - 1` is set where that level is an object.
    objects: u128,
}

#[derive(PartialEq, Eq)]
enum Opened {
    Yes,
    No,
}

impl Open {
    fn enter(&mut self, bracket: u8) {
        let bit = 1u128 << (self.depth % MAX_NESTING);
        self.objects = if bracket == b'{' { self.objects | bit } else { self.objects & !bit };
        self.depth += 1;
    }

    fn is_object(&self) -> bool {
        self.objects >> ((self.depth + MAX_NESTING - 1) % MAX_NESTING) & 1 == 1
    }
}

/// Where the plain bytes of a text end: at a quote, a backslash, a control character or the end.
///
/// PERF: eight bytes at a time. A flag may be wrong only above the lowest one that is right.
#[inline]
pub(crate) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * u64::from(b'"'));
        let slash = word ^ (ONES * u64::from(b'\\'));
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let found =
            (quote.wrapping_sub(ONES) & !quote) | (slash.wrapping_sub(ONES) & !slash) | control;
        let found = found & TOPS;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|b| !matches!(b, b'"' | b'\\' | 0..0x20)) {
        at += 1;
    }
    at
}

/// Mantissa and scale without zeros at the end of the fraction.
#[inline]
#[expect(clippy::fn_params_excessive_bools, reason = "the sign of the number as it was scanned")]
fn normal(negative: bool, mantissa: u64, places: usize) -> Option<(i64, u8)> {
    let (mut mantissa, mut scale) = (i64::try_from(mantissa).ok()?, u8::try_from(places).ok()?);
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    Some((if negative { -mantissa } else { mantissa }, scale))
}

/// A text with its escapes undone, or nothing where it has a lone surrogate. The form of its escapes is right.
pub(crate) fn unescape<'a>(raw: &str, room: &'a mut String) -> Option<&'a str> {
    room.clear();
    let mut rest = raw;
    while let Some((plain, escape)) = rest.split_once('\\') {
        room.push_str(plain);
        let (&letter, _) = escape.as_bytes().split_first()?;
        let (character, length) = match letter {
            b'b' => ('\u{8}', 1),
            b'f' => ('\u{c}', 1),
            b'n' => ('\n', 1),
            b'r' => ('\r', 1),
            b't' => ('\t', 1),
            b'u' => unicode(escape)?,
            _ => (char::from(letter), 1),
        };
        room.push(character);
        rest = escape.get(length..)?;
    }
    room.push_str(rest);
    Some(room)
}

/// The character of `uXXXX`, or of two such that are a surrogate pair, and how long it is.
fn unicode(escape: &str) -> Option<(char, usize)> {
    let unit = |from: usize| u32::from_str_radix(escape.get(from..from + 4)?, 16).ok();
    let first = unit(1)?;
    if !(0xd800..0xdc00).contains(&first) {
        return Some((char::from_u32(first)?, 5));
    }
    if escape.get(5..7) != Some("\\u") {
        return None;
    }
    let second = unit(7).filter(|second| (0xdc00..0xe000).contains(second))?;
    let both = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    Some((char::from_u32(both)?, 11))
}
