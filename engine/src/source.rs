//! A file as it was given: its text, and where its lines begin.

use std::ops::Range;

/// The byte order mark that editors put before a text.
const BOM: &str = "\u{feff}";

/// A text file with its name.
///
/// Offsets are bytes of the file as it was given, byte order mark included; lines and columns count characters from 1
/// and pass over the mark.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    lines: Vec<usize>,
    /// How many characters stand before each [`STRIDE`] of bytes.
    characters: Vec<usize>,
}

/// PERF: a column on a line of megabytes is found by counting this many bytes at most, twice.
const STRIDE: usize = 4096;

/// A line and a column, both from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Source {
    /// The file of this name and text.
    pub fn new(name: impl Into<String>, text: String) -> Source {
        let start = if text.starts_with(BOM) { BOM.len() } else { 0 };
        let ends = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(start).chain(ends).collect();
        let counted = text.as_bytes().chunks(STRIDE).scan(0, |before, bytes| {
            let here = *before;
            *before += starts(bytes);
            Some(here)
        });
        let characters = counted.collect();
        Source { name: name.into(), text, lines, characters }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where its text begins: behind the byte order mark, where there is one.
    pub(crate) fn start(&self) -> usize {
        self.lines.first().copied().unwrap_or_default()
    }

    /// What stands in a range; nothing where the range is none of this text.
    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The line and column of an offset.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        let offset = offset.clamp(start, self.text.len());
        Position {
            line,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let counted = self.characters.get(offset / STRIDE).copied();
        let from = if counted.is_some() { offset - offset % STRIDE } else { 0 };
        counted.unwrap_or_default()
            + starts(self.text.as_bytes().get(from..offset).unwrap_or_default())
    }

    /// The text of a line, from 1, without its end.
    pub fn line(&self, line: usize) -> &str {
        self.slice(self.line_range(line))
    }

    /// Where a line, from 1, stands, without its end.
    pub(crate) fn line_range(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.lines.get(line.saturating_sub(1)) else { return 0..0 };
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        let kept = self.slice(start..end).trim_end_matches(['\n', '\r']).len();
        start..start + kept
    }
}

/// How many characters begin in some bytes of UTF-8.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, of: &str, line: usize, column: usize) {
        let source = Source::new("s.yaml", text.to_owned());
        let at = source.position(text.find(of).unwrap());
        assert_eq!((at.line, at.column), (line, column));
    }

    #[test]
    fn positions_count_characters() {
        check("a: b\nc: d", "a", 1, 1);
        check("a: b\nc: d", "d", 2, 4);
        check("é: b", "b", 1, 4);
        check("\u{feff}a: b", "a", 1, 1);
        check("\u{feff}a: b\r\nc: d\r\n", "d", 2, 4);
    }

    #[test]
    fn a_column_far_along_a_line_counts_all_of_it() {
        let text = format!("a: b\n{}x", "é".repeat(STRIDE));
        let source = Source::new("s.yaml", text.clone());
        assert_eq!(source.position(text.len() - 1), Position { line: 2, column: STRIDE + 1 });
        assert_eq!(source.position(text.len()), Position { line: 2, column: STRIDE + 2 });
    }

    #[test]
    fn a_line_is_shown_without_its_end() {
        let source = Source::new("s.yaml", "\u{feff}a: b\r\nc".to_owned());
        assert_eq!((source.line(1), source.line(2), source.line(3)), ("a: b", "c", ""));
    }
}
