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
    /// How many characters begin before every 256th byte, so that a column of a long line is found at once.
    marks: Vec<u32>,
}

/// How many bytes lie between two marks.
const STRIDE: usize = 256;

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
        let marks = marks(&text);
        Source { name: name.into(), text, lines, marks }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The start of its text: after the byte order mark, if there is one.
    pub(crate) fn start(&self) -> usize {
        self.lines.first().copied().unwrap_or_default()
    }

    /// The text in a range; empty if the range is not in this text.
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
            column: self.characters(offset).saturating_sub(self.characters(start)) + 1,
        }
    }

    /// How many characters begin before an offset.
    fn characters(&self, offset: usize) -> usize {
        let mark = self.marks.get(offset / STRIDE).copied().unwrap_or_default() as usize;
        let rest = self.text.as_bytes().get(offset / STRIDE * STRIDE..offset).unwrap_or_default();
        mark + begun(rest)
    }

    /// The text of a line, from 1, without its end.
    pub fn line(&self, line: usize) -> &str {
        self.slice(self.line_range(line))
    }

    /// The range of a line, from 1, without its end.
    pub(crate) fn line_range(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.lines.get(line.saturating_sub(1)) else { return 0..0 };
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        let kept = self.slice(start..end).trim_end_matches(['\n', '\r']).len();
        start..start + kept
    }
}

fn marks(text: &str) -> Vec<u32> {
    let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
    let mut characters = 0;
    for bytes in text.as_bytes().chunks(STRIDE) {
        marks.push(characters);
        characters += u32::try_from(begun(bytes)).unwrap_or_default();
    }
    marks.push(characters);
    marks
}

/// How many characters begin among some bytes of a text.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
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
        for length in [100, 255, 256, 257, 1_000] {
            check(&format!("\u{feff}a\n{}x", "é".repeat(length)), "x", 2, length + 1);
        }
    }

    #[test]
    fn a_line_is_shown_without_its_end() {
        let source = Source::new("s.yaml", "\u{feff}a: b\r\nc".to_owned());
        assert_eq!((source.line(1), source.line(2), source.line(3)), ("a: b", "c", ""));
    }
}
