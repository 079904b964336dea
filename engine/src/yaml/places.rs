//! From an offset in a scalar's value to its place in the file, whatever YAML did between them.

use std::ops::Range;

use super::Style;

/// Where each character of a value stands in the file.
pub(crate) struct Places {
    /// A character's offset in the value and its range in the file, in order.
    pieces: Vec<(usize, Range<usize>)>,
    end: usize,
}

impl Places {
    /// The places of a value that stands in `raw`, which begins at `base` in its file.
    pub(crate) fn new(value: &str, style: Style, raw: &str, base: usize) -> Places {
        let pieces = if value == raw {
            let each = value.char_indices();
            each.map(|(at, c)| (at, base + at..base + at + c.len_utf8())).collect()
        } else {
            match style {
                Style::Plain => flow(value, raw, base, Escapes::None),
                Style::SingleQuoted => flow(value, inner(raw), base + 1, Escapes::Doubled),
                Style::DoubleQuoted => flow(value, inner(raw), base + 1, Escapes::Backslash),
                Style::Literal | Style::Folded => block(value, raw, base),
            }
        };
        let end = pieces.last().map_or(base, |(_, place)| place.end);
        Places { pieces, end }
    }

    /// The place in the file of a range of the value.
    pub(crate) fn range(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.place(span.start).map_or(self.end, |place| place.start);
        let last = (span.end > span.start).then(|| self.before(span.end)).flatten();
        start..last.map_or(start, |place| place.end.max(start))
    }

    fn place(&self, at: usize) -> Option<&Range<usize>> {
        let index = self.pieces.partition_point(|(offset, _)| *offset < at);
        self.pieces.get(index).map(|(_, place)| place)
    }

    /// The last character that begins before an offset.
    fn before(&self, at: usize) -> Option<&Range<usize>> {
        let index = self.pieces.partition_point(|(offset, _)| *offset < at);
        self.pieces.get(index.checked_sub(1)?).map(|(_, place)| place)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    None,
    /// `''` is one quote.
    Doubled,
    /// A backslash and what follows is one character, or none where a line ends.
    Backslash,
}

fn inner(raw: &str) -> &str {
    let rest = raw.get(1..).unwrap_or_default();
    rest.strip_suffix(['\'', '"']).unwrap_or(rest)
}

/// Plain and quoted scalars: a line end and the blanks about it are one blank, or as many line ends less one.
fn flow(value: &str, raw: &str, base: usize, escapes: Escapes) -> Vec<(usize, Range<usize>)> {
    let mut pieces = Vec::with_capacity(value.len());
    let mut at = 0;
    let mut chars = value.char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        let length = loop {
            match step(raw.get(at..).unwrap_or_default(), escapes) {
                Step::Nothing(length) => at += length,
                Step::Character(length) => break length,
                Step::Fold(length, characters) => {
                    pieces.push((offset, base + at..base + at + length));
                    for _ in 1..characters {
                        if let Some((offset, _)) = chars.next() {
                            pieces.push((offset, base + at..base + at + length));
                        }
                    }
                    at += length;
                    break 0;
                }
                Step::End => break c.len_utf8(),
            }
        };
        if length > 0 {
            pieces.push((offset, base + at..base + at + length));
            at += length;
        }
    }
    pieces
}

enum Step {
    /// So many bytes that come to nothing.
    Nothing(usize),
    /// So many bytes that are one character.
    Character(usize),
    /// So many bytes of line ends and blanks that come to so many characters.
    Fold(usize, usize),
    /// The text is over.
    End,
}

fn step(raw: &str, escapes: Escapes) -> Step {
    let Some(c) = raw.chars().next() else { return Step::End };
    if escapes == Escapes::Doubled && raw.starts_with("''") {
        return Step::Character(2);
    }
    if escapes == Escapes::Backslash && c == '\\' {
        return match raw.chars().nth(1) {
            Some('\n' | '\r') => {
                let rest = raw.get(1..).unwrap_or_default();
                Step::Nothing(
                    1 + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len(),
                )
            }
            Some('x') => Step::Character(4.min(raw.len())),
            Some('u') => Step::Character(6.min(raw.len())),
            Some('U') => Step::Character(10.min(raw.len())),
            Some(other) => Step::Character(1 + other.len_utf8()),
            None => Step::End,
        };
    }
    let run = raw.len() - raw.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let lines = raw.get(..run).unwrap_or_default().matches('\n').count();
    match lines {
        0 => Step::Character(c.len_utf8()),
        1 => Step::Fold(run, 1),
        more => Step::Fold(run, more - 1),
    }
}

/// Literal and folded scalars: each line of the file, without its indentation, stands in the value in order.
fn block(value: &str, raw: &str, base: usize) -> Vec<(usize, Range<usize>)> {
    let mut pieces = Vec::with_capacity(value.len());
    let margin = margin(value, raw);
    let (mut at, mut offset) = (0usize, 0);
    for (number, line) in raw.split_inclusive('\n').enumerate() {
        let text = line.trim_end_matches(['\n', '\r']);
        // The first line begins at its text: the parser tells no indentation before it.
        let cut = if number == 0 { 0 } else { margin.min(text.len()) };
        let content = text.get(cut..).unwrap_or_default();
        if !content.is_empty() {
            let rest = value.get(offset..).unwrap_or_default();
            let gap = gap(rest, content);
            let fold = base + at.saturating_sub(1)..base + at;
            let between = rest.get(..gap).unwrap_or_default();
            pieces.extend(between.char_indices().map(|(i, _)| (offset + i, fold.clone())));
            offset += gap;
            pieces.extend(content.char_indices().map(|(i, c)| {
                let start = base + at + cut + i;
                (offset + i, start..start + c.len_utf8())
            }));
            offset += content.len();
        }
        at += line.len();
    }
    let rest = value.get(offset..).unwrap_or_default();
    let end = pieces.last().map_or(base, |(_, place): &(usize, Range<usize>)| place.end);
    pieces.extend(rest.char_indices().map(|(i, _)| (offset + i, end..end)));
    pieces
}

/// How many bytes of blanks and line ends lie before a line's text in the rest of a value.
fn gap(rest: &str, content: &str) -> usize {
    let blanks = rest.char_indices().take_while(|(_, c)| matches!(c, ' ' | '\n')).map(|(at, _)| at);
    let after = rest.len() - rest.trim_start_matches([' ', '\n']).len();
    blanks
        .chain([after])
        .find(|&at| rest.get(at..).unwrap_or_default().starts_with(content))
        .unwrap_or(0)
}

/// How many blanks indent every line: those of the second line that has a text, less what of them the value keeps.
fn margin(value: &str, raw: &str) -> usize {
    let mut lines =
        raw.split_inclusive('\n').skip(1).map(|line| line.trim_end_matches(['\n', '\r']));
    let Some(line) = lines.find(|line| !line.trim().is_empty()) else { return 0 };
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    (0..=indent)
        .find(|&margin| value.contains(line.get(margin..).unwrap_or_default()))
        .unwrap_or(indent)
}
