//! Conversion between positions of the protocol and bytes of a text. Lines end at `\n`, `\r\n` or `\r`; the client
//! chooses the unit of columns.

use std::ops::Range;

use gen_lsp_types::{Position, Range as Span};

/// The unit in which a client counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8 bytes.
    Utf8,
    /// UTF-16 code units.
    #[default]
    Utf16,
}

/// A text, with the offsets of its lines.
#[derive(Clone, Debug, Default)]
pub struct Text {
    text: String,
    lines: Vec<usize>,
}

impl Text {
    /// A text with its line offsets computed.
    pub fn new(text: String) -> Text {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, &byte)| {
            byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Text { text, lines }
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte of a position. A position beyond the end of its line or text is moved back to that end.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.lines.get(line) else { return self.text.len() };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default().trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, c) in text.char_indices() {
            let width = width(c, encoding);
            // A position inside a character is moved before it.
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + text.len()
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let before = self.text.get(start..offset).unwrap_or_default();
        let character: usize = before.chars().map(|c| width(c, encoding)).sum();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(character) }
    }

    /// The positions of a range of bytes.
    pub fn span(&self, range: &Range<usize>, encoding: Encoding) -> Span {
        Span {
            start: self.position(range.start, encoding),
            end: self.position(range.end.max(range.start), encoding),
        }
    }

    /// The bytes of a range of positions.
    pub fn range(&self, span: &Span, encoding: Encoding) -> Range<usize> {
        let start = self.offset(span.start, encoding);
        start..self.offset(span.end, encoding).max(start)
    }

    /// Replaces a range of positions by a text.
    pub fn replace(&mut self, span: &Span, text: &str, encoding: Encoding) {
        let range = self.range(span, encoding);
        let mut all = std::mem::take(&mut self.text);
        all.replace_range(range, text);
        *self = Text::new(all);
    }

    /// The line that contains a byte, without its line end.
    pub fn line(&self, offset: usize) -> Range<usize> {
        let line = self.lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default();
        start..start + text.trim_end_matches(['\r', '\n']).len()
    }
}

fn width(c: char, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => c.len_utf8(),
        Encoding::Utf16 => c.len_utf16(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, before: &str, utf8: (u32, u32), utf16: (u32, u32)) {
        let offset = text.find(before).unwrap();
        let text = Text::new(text.to_owned());
        for (encoding, (line, character)) in [(Encoding::Utf8, utf8), (Encoding::Utf16, utf16)] {
            let position = Position { line, character };
            assert_eq!(text.position(offset, encoding), position);
            assert_eq!(text.offset(position, encoding), offset);
        }
    }

    #[test]
    fn columns_are_counted_in_the_unit_of_the_client() {
        check("a: b\nc: d", "d", (1, 3), (1, 3));
        check("a: b\r\nc: é d", "d", (1, 6), (1, 5));
        check("a: 🥖 d", "d", (0, 8), (0, 6));
        check("\u{feff}a: b", "b", (0, 6), (0, 4));
        check("a\rb\rc", "c", (2, 0), (2, 0));
        check("\n\n\nx", "x", (3, 0), (3, 0));
    }

    #[test]
    fn an_invalid_position_is_moved_to_the_nearest_valid_position() {
        let text = Text::new("ab\r\n🥖".to_owned());
        let at = |line, character| text.offset(Position { line, character }, Encoding::Utf16);
        assert_eq!(
            [at(0, 99), at(9, 0), at(1, 1), at(1, 2), at(u32::MAX, u32::MAX)],
            [2, 8, 4, 8, 8]
        );
        let wrong = Span {
            start: Position { line: 1, character: 0 },
            end: Position { line: 0, character: 0 },
        };
        assert_eq!(text.range(&wrong, Encoding::Utf8), 4..4);
    }

    #[test]
    fn an_edit_replaces_its_range() {
        let mut text = Text::new("a: 🥖\r\nb: c\n".to_owned());
        let position = |line, character| Position { line, character };
        let span = Span { start: position(0, 5), end: position(1, 3) };
        text.replace(&span, "x\ny: ", Encoding::Utf16);
        assert_eq!(text.text(), "a: 🥖x\ny: c\n");
        assert_eq!(text.position(text.text().find('y').unwrap(), Encoding::Utf16), position(1, 0));
    }
}
