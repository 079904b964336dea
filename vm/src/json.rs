//! Scans the bytes of one row by JSON's grammar: checks every byte and builds no values.

use crate::bad_row::{BadRow, BadRowKind};
use crate::limits::MAX_NESTING;
use crate::swar::{self, ONES, TOPS, text_ends};

/// A place in a row's bytes.
///
/// Only a text may hold bytes beyond ASCII. A row whose texts are ASCII is therefore valid UTF-8.
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether all bytes are known to be UTF-8.
    checked: bool,
}

/// A text between its quotes, escapes included.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'a> {
    bytes: &'a [u8],
    /// Where it begins in the row.
    pub start: usize,
    pub form: Form,
}

/// Whether a text has escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Only ASCII, without escapes.
    Ascii,
    /// Any UTF-8, without escapes.
    Plain,
    Escaped,
}

impl<'a> Raw<'a> {
    /// How many bytes it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes between the quotes, which are valid UTF-8.
    #[inline]
    pub fn text(&self) -> &'a str {
        std::str::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// A number as it is written in the row.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    start: usize,
    end: usize,
    /// Mantissa and scale in normal form, if the number has at most 18 digits and no exponent.
    pub small: Option<(i64, u8)>,
}

/// The fault of bytes that are not UTF-8.
pub(crate) fn not_utf8(bytes: &[u8]) -> Option<BadRow> {
    let fault = std::str::from_utf8(bytes).err()?;
    Some(BadRow { offset: fault.valid_up_to(), kind: BadRowKind::Utf8 })
}

impl<'a> Scanner<'a> {
    pub fn new(bytes: &'a [u8]) -> Scanner<'a> {
        Scanner { bytes, at: 0, checked: false }
    }

    /// The next byte that is not white space, without consuming it.
    #[inline]
    pub fn peek(&mut self) -> Result<u8, BadRow> {
        match self.bytes.get(self.at) {
            Some(byte) if *byte > b' ' => Ok(*byte),
            _ => self.peek_far(),
        }
    }

    fn peek_far(&mut self) -> Result<u8, BadRow> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(byte) => return Ok(*byte),
                None => return Err(self.bad(BadRowKind::Unfinished)),
            }
        }
    }

    /// Takes the byte that `peek` returned.
    #[inline]
    pub fn step(&mut self) {
        self.at += 1;
    }

    /// All bytes of the row.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many bytes were read.
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Moves to a byte. The caller has read all bytes before it.
    #[inline]
    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The bytes that are not read yet.
    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub fn bad(&self, kind: BadRowKind) -> BadRow {
        BadRow { offset: self.at.min(self.bytes.len()), kind }
    }

    /// The fault of a row that ends too early.
    fn cut(&self) -> BadRow {
        BadRow { offset: self.bytes.len(), kind: BadRowKind::Unfinished }
    }

    /// Skips white space and takes one expected byte.
    #[inline]
    pub fn expect(&mut self, wanted: u8) -> Result<(), BadRow> {
        if self.peek()? != wanted {
            return Err(self.bad(BadRowKind::Unexpected));
        }
        self.at += 1;
        Ok(())
    }

    /// Checks that only white space is left.
    pub fn end(&mut self) -> Result<(), BadRow> {
        match self.peek() {
            Ok(_) => Err(self.bad(BadRowKind::Trailing)),
            Err(_) => Ok(()),
        }
    }

    /// Takes `true`, `false` or `null`.
    #[inline]
    pub fn word<const N: usize>(&mut self, word: &[u8; N]) -> Result<(), BadRow> {
        if self.rest().first_chunk::<N>() == Some(word) {
            self.at += N;
            return Ok(());
        }
        self.wrong_word(word)
    }

    #[cold]
    fn wrong_word(&mut self, word: &[u8]) -> Result<(), BadRow> {
        let same = self.rest().iter().zip(word).take_while(|(a, b)| a == b).count();
        self.at += same;
        let ended = self.at >= self.bytes.len();
        Err(self.bad(if ended { BadRowKind::Unfinished } else { BadRowKind::Unexpected }))
    }

    /// Takes a text whose opening quote is the next byte.
    #[inline]
    pub fn string(&mut self) -> Result<Raw<'a>, BadRow> {
        let start = self.at + 1;
        self.at = ascii_end(self.bytes, start);
        let form = match self.bytes.get(self.at) {
            Some(b'"') => Form::Ascii,
            _ => self.unplain()?,
        };
        let bytes = self.bytes.get(start..self.at).unwrap_or_default();
        self.at += 1;
        Ok(Raw { bytes, start, form })
    }

    /// Moves from the first byte that is not plain ASCII to the end of the text.
    #[inline(never)]
    fn unplain(&mut self) -> Result<Form, BadRow> {
        let mut form = Form::Plain;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => return Ok(form),
                Some(b'\\') => {
                    self.escape()?;
                    form = Form::Escaped;
                }
                Some(0x80..) => self.check()?,
                Some(_) => return Err(self.bad(BadRowKind::Control)),
                None => return Err(self.bad(BadRowKind::Unfinished)),
            }
            // Bytes beyond ASCII need no further check once the whole row is known to be UTF-8.
            let end = if self.checked { plain_end } else { ascii_end };
            self.at = end(self.bytes, self.at);
        }
    }

    /// Checks once that the whole row is UTF-8.
    fn check(&mut self) -> Result<(), BadRow> {
        if !self.checked {
            if simdutf8::basic::from_utf8(self.bytes).is_err() {
                return Err(not_utf8(self.bytes).unwrap_or(self.bad(BadRowKind::Utf8)));
            }
            self.checked = true;
        }
        Ok(())
    }

    /// Checks an escape and moves past it.
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

    /// Takes a number whose first byte is the next byte.
    #[inline]
    pub fn number(&mut self) -> Result<Number, BadRow> {
        let start = self.at;
        let negative = self.bytes.get(self.at) == Some(&b'-');
        let first = self.at + usize::from(negative);
        let (mut mantissa, mut at) = digits(self.bytes, first, 0);
        let (whole, mut places) = (at - first, 0);
        if whole == 0 || (whole > 1 && self.bytes.get(first) == Some(&b'0')) {
            return Err(self.no_number(first + whole.min(1)));
        }
        let mut next = self.bytes.get(at);
        if next == Some(&b'.') {
            let point = at;
            (mantissa, at) = digits(self.bytes, point + 1, mantissa);
            places = at - point - 1;
            if places == 0 {
                return Err(self.no_number(at));
            }
            next = self.bytes.get(at);
        }
        let mut plain = whole + places <= 18;
        if let Some(b'e' | b'E') = next {
            at += 1 + usize::from(matches!(self.bytes.get(at + 1), Some(b'+' | b'-')));
            let power = at;
            (_, at) = digits(self.bytes, power, 0);
            if at == power {
                return Err(self.no_number(at));
            }
            plain = false;
        }
        self.at = at;
        let mantissa = i64::try_from(mantissa).ok().filter(|_| plain);
        let small = mantissa.and_then(|m| normal(if negative { -m } else { m }, places));
        Ok(Number { start, end: at, small })
    }

    /// The text of a number.
    pub fn lexeme(&self, number: &Number) -> &'a str {
        let lexeme = self.bytes.get(number.start..number.end).unwrap_or_default();
        std::str::from_utf8(lexeme).unwrap_or_default()
    }

    /// The fault of a byte that cannot continue a number, or of the end.
    #[cold]
    fn no_number(&mut self, at: usize) -> BadRow {
        self.at = at;
        self.bad(if at >= self.bytes.len() { BadRowKind::Unfinished } else { BadRowKind::Number })
    }

    /// Skips a value. `depth` is the number of objects and arrays that contain it.
    #[inline]
    pub fn skip(&mut self, depth: usize) -> Result<(), BadRow> {
        match self.peek()? {
            b'"' => {
                self.at = ascii_end(self.bytes, self.at + 1);
                if self.bytes.get(self.at) != Some(&b'"') {
                    self.unplain()?;
                }
                self.at += 1;
                Ok(())
            }
            b'-' | b'0'..=b'9' => self.number().map(drop),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
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
            // A complete value may complete the object or array that contains it.
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

    /// Skips a scalar or an empty compound, or moves to the first value of a compound.
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

    /// Enters an object or an array with this many around it.
    #[inline]
    pub fn enter(&mut self, depth: usize) -> Result<(), BadRow> {
        if depth >= MAX_NESTING {
            return Err(self.bad(BadRowKind::Nesting));
        }
        self.at += 1;
        Ok(())
    }

    /// Takes a key, whose first byte was peeked at, and the colon after it.
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

/// The open objects and arrays of a skipped value, as a stack of bits.
struct Open {
    depth: usize,
    /// Bit `depth - 1` is set if that level is an object.
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

/// Where the plain ASCII bytes of a text end: at a quote, a backslash, a control character, a byte beyond ASCII or the
/// end.
///
/// PERF: eight bytes at a time.
#[inline]
fn ascii_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = text_ends(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|b| !matches!(b, b'"' | b'\\' | 0..0x20 | 0x80..)) {
        at += 1;
    }
    at
}

/// The end of the plain bytes of a text: a quote, a backslash, a control character or the end of the bytes.
///
/// PERF: eight bytes at a time. A flag may be wrong only above the lowest correct one.
#[inline]
pub(crate) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
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

/// Folds the digits from an offset into a mantissa; returns the mantissa and the end of the digits. Beyond 19 digits
/// the mantissa is meaningless.
///
/// PERF: eight bytes at a time, which covers the digits of most numbers.
#[inline]
fn digits(bytes: &[u8], mut at: usize, mut mantissa: u64) -> (u64, usize) {
    const POWERS: [u64; 9] =
        [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let count = swar::digits(word);
        if count == 0 {
            return (mantissa, at);
        }
        let power = POWERS.get(count).copied().unwrap_or(1);
        mantissa = mantissa.wrapping_mul(power).wrapping_add(swar::number(word, count));
        at += count;
        if count < 8 {
            return (mantissa, at);
        }
    }
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|d| *d <= 9) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (mantissa, at)
}

/// Mantissa and scale without zeros at the end of the fraction.
#[inline]
pub(crate) fn normal(mantissa: i64, places: usize) -> Option<(i64, u8)> {
    let (mut mantissa, mut scale) = (mantissa, u8::try_from(places).ok()?);
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    Some((mantissa, scale))
}

/// Unescapes a text; `None` if it has a lone surrogate. The form of its escapes was checked before.
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
