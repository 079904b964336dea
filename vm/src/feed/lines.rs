//! Rows in memory, each on a separate line.

use std::ops::Range;

use super::RawRow;
use super::fault::FeedFault;
use super::source::is_blank;
use crate::bad_row::{BadRow, BadRowKind};
use crate::layout::Layout;
use crate::limits::MAX_ROW;
use crate::row::Row;

/// How many bytes are looked at together, to count lines.
const PART: usize = 256;

/// Lines of a file that were read together, which [`Feed::take`](super::Feed::take) takes.
#[derive(Debug, Default)]
pub struct Block {
    pub(super) bytes: Vec<u8>,
    /// Their range in the bytes.
    pub(super) rows: Range<usize>,
    pub(super) first: First,
}

/// The line and row numbers of the first byte of some lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    /// How many rows are before it.
    pub rows: u64,
    /// The line that it is on, from 1.
    pub line: u64,
    /// Which byte of the file it is, from 0.
    pub offset: u64,
    /// The byte of the file that its line begins at.
    pub begun: u64,
}

impl Default for First {
    fn default() -> First {
        First { rows: 0, line: 1, offset: 0, begun: 0 }
    }
}

/// How many rows there are, and lines.
pub(super) struct Counted {
    pub rows: u64,
    pub lines: u64,
}

impl Block {
    /// Its rows.
    pub fn rows(&self) -> Lines<'_> {
        let bytes = self.bytes.get(self.rows.clone()).unwrap_or_default();
        Lines { bytes, at: 0, first: self.first }
    }

    /// Forgets the rows and keeps the room for others.
    pub fn clear(&mut self) {
        self.rows = 0..0;
    }

    /// How many bytes its rows take, with all between them.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns its bytes to be refilled; `rest` are the first bytes of the new contents.
    pub(super) fn exchange(&mut self, rest: &[u8]) -> Vec<u8> {
        let mut room = std::mem::take(&mut self.bytes);
        if room.len() < rest.len() {
            room.resize(rest.len(), 0);
        }
        if let Some(place) = room.get_mut(..rest.len()) {
            place.copy_from_slice(rest);
        }
        room
    }

    /// The number of rows and lines.
    ///
    /// PERF: all other cores wait for this. If no line ends with a blank, which is found for many bytes at once, only
    /// line ends are counted.
    pub(super) fn count(&self) -> Counted {
        let bytes = self.bytes.get(self.rows.clone()).unwrap_or_default();
        let next = bytes.get(1..).unwrap_or_default();
        let blank = |byte: &u8, next: &u8| u8::from(*byte == b'\n') & u8::from(*next <= b' ');
        let mut parts = bytes.chunks(PART).zip(next.chunks(PART));
        let ends = memchr::memchr_iter(b'\n', bytes);
        if !parts
            .any(|(part, next)| part.iter().zip(next).fold(0, |any, (a, b)| any | blank(a, b)) > 0)
        {
            let lines = ends.count() as u64;
            return Counted { rows: lines, lines };
        }
        let (mut rows, mut lines, mut start) = (0, 0, 0);
        for end in ends {
            let line = bytes.get(start..end).unwrap_or_default();
            rows += u64::from(!line.iter().all(|byte| is_blank(*byte)));
            lines += 1;
            start = end + 1;
        }
        Counted { rows, lines }
    }
}

/// Rows in memory, each on a separate line, one after the other.
///
/// ```
/// use pointsman_vm::{Layout, Lines, Path, Reading, Type, Value};
///
/// let layout = Layout::new(&[(Path::parse("a")?, Type::Text)], Reading::default());
/// let (mut lines, mut row) = (Lines::new(b"{\"a\":\"x\"}\n\n{\"a\":"), layout.row());
/// assert_eq!(lines.read(&layout, &mut row).unwrap()?.line, 1);
/// assert_eq!(row.get(0), Value::Text("x"));
/// assert_eq!(lines.read(&layout, &mut row).unwrap().unwrap_err().line, 3);
/// assert!(lines.read(&layout, &mut row).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    /// The number of bytes that were read.
    at: usize,
    /// The line and the number of rows before it; both move on with `at`.
    first: First,
}

impl<'a> Lines<'a> {
    /// The lines of a file that is these bytes; a byte order mark is passed over.
    pub fn new(bytes: &'a [u8]) -> Lines<'a> {
        let mark = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let first = First { begun: mark as u64, ..First::default() };
        Lines { bytes, at: mark, first }
    }

    /// Reads the next row along a layout. After a fault, which is always the row's own, every slot is absent.
    #[inline]
    pub fn read(
        &mut self,
        layout: &Layout,
        row: &mut Row,
    ) -> Option<Result<RawRow<'a>, FeedFault>> {
        let rest = self.bytes.get(self.at..)?;
        match layout.read_line(rest, row) {
            Some((length, filled)) => Some(self.take(length, filled, row)),
            None => self.read_far(layout, row),
        }
    }

    /// Reads a row before which blanks are, or that has no end of its line.
    #[cold]
    fn read_far(
        &mut self,
        layout: &Layout,
        row: &mut Row,
    ) -> Option<Result<RawRow<'a>, FeedFault>> {
        let rest = self.bytes.get(self.at..)?;
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        let (blank, rest) = rest.split_at_checked(blanks)?;
        if rest.is_empty() {
            return None;
        }
        if let Some(last) = memchr::memrchr(b'\n', blank) {
            self.first.line += memchr::memchr_iter(b'\n', blank).count() as u64;
            self.first.begun = self.first.offset + (self.at + last) as u64 + 1;
        }
        self.at += blanks;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest.get(..end)?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let filled = layout.read(line, row);
        Some(self.take(line.len(), filled, row))
    }

    /// Takes a row of so many bytes that was read, and the end of its line.
    #[inline]
    fn take(
        &mut self,
        length: usize,
        filled: Result<(), BadRow>,
        row: &mut Row,
    ) -> Result<RawRow<'a>, FeedFault> {
        let First { rows, line, offset: base, begun } = self.first;
        let bytes = self.bytes.get(self.at..self.at + length).unwrap_or_default();
        let offset = base + self.at as u64;
        let raw = RawRow { bytes, number: rows + 1, line, column: offset - begun + 1, offset };
        self.at += length + 1;
        if self.bytes.get(self.at - 1) == Some(&b'\r') {
            self.at += 1;
        }
        let begun = base + self.at as u64;
        self.first = First { rows: rows + 1, line: line + 1, offset: base, begun };
        match filled {
            Ok(()) if length <= MAX_ROW => Ok(raw),
            filled => Err(fault(&raw, filled, row)),
        }
    }
}

/// The fault of a row that is bad or too long.
#[cold]
fn fault(raw: &RawRow<'_>, filled: Result<(), BadRow>, row: &mut Row) -> FeedFault {
    row.clear();
    let too_long = BadRow { offset: 0, kind: BadRowKind::TooLong };
    let bad = if raw.bytes.len() > MAX_ROW { Some(too_long) } else { filled.err() };
    raw.fault(bad.unwrap_or(too_long))
}
