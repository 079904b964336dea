//! From an offset in a scalar's value to its place in the file, whatever YAML did between them.

use std::ops::Range;

use super::Style;
use super::extent::{WHITE, line_end};

/// The place of each character of a value in the file.
pub(crate) struct Places {
    /// A character's offset in the value and its range in the file, in order.
    pieces: Vec<(usize, Range<usize>)>,
    end: usize,
}

impl Places {
    /// The places of the characters of a scalar's value; `span` is the scalar's range in its file.
    pub(crate) fn new(value: &str, style: Style, file: &str, span: Range<usize>) -> Places {
        let base = span.start;
        let raw = file.get(span).unwrap_or_default();
        let pieces = if value == raw {
            let each = value.char_indices();
            each.map(|(at, c)| (at, base + at..base + at + c.len_utf8())).collect()
        } else {
            match style {
                Style::Plain => flow(value, raw, base, Escapes::None),
                Style::SingleQuoted => flow(value, inner(raw), base + 1, Escapes::Doubled),
                Style::DoubleQuoted => flow(value, inner(raw), base + 1, Escapes::Backslash),
                Style::Literal | Style::Folded => {
                    let before = file.get(..base).unwrap_or_default();
                    let indent = before.len() - before.trim_end_matches(' ').len();
                    block(value, style, raw, base, indent)
                }
            }
        };
        let empty = match style {
            Style::SingleQuoted | Style::DoubleQuoted => base + 1,
            Style::Plain | Style::Literal | Style::Folded => base,
        };
        let end = pieces.last().map_or(empty, |(_, place)| place.end);
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
///
/// A run of blanks is looked at once, however long it is.
fn flow(value: &str, raw: &str, base: usize, escapes: Escapes) -> Vec<(usize, Range<usize>)> {
    let mut pieces = Vec::with_capacity(value.len());
    let mut chars = value.char_indices();
    let mut at = 0;
    while let Some(step) = step(raw.get(at..).unwrap_or_default(), escapes) {
        let (characters, length, each) = match step {
            Step::Characters(characters, length) => (characters, length, Each::OneByte),
            Step::One(length) => (1, length, Each::Whole),
            Step::Fold(length, characters) => (characters, length, Each::Whole),
        };
        for number in 0..characters {
            let Some((offset, _)) = chars.next() else { return pieces };
            let place = match each {
                Each::OneByte => at + number..at + number + 1,
                Each::Whole => at..at + length,
            };
            pieces.push((offset, base + place.start..base + place.end));
        }
        at += length;
    }
    let end = base + raw.len();
    pieces.extend(chars.map(|(offset, _)| (offset, end..end)));
    pieces
}

/// How the characters of a step map to bytes.
#[derive(Clone, Copy)]
enum Each {
    OneByte,
    Whole,
}

enum Step {
    /// So many blanks of as many bytes.
    Characters(usize, usize),
    /// So many bytes that are one character.
    One(usize),
    /// This many bytes of line ends and blanks become this many characters.
    Fold(usize, usize),
}

fn step(raw: &str, escapes: Escapes) -> Option<Step> {
    let c = raw.chars().next()?;
    if escapes == Escapes::Doubled && raw.starts_with("''") {
        return Some(Step::One(2));
    }
    if escapes == Escapes::Backslash && c == '\\' {
        return Some(match raw.chars().nth(1) {
            // The first line end is undone; each further one stays.
            Some('\n' | '\r') => {
                let run = run(raw.get(1..).unwrap_or_default());
                Step::Fold(1 + run.len(), breaks(run).saturating_sub(1))
            }
            Some('x') => Step::One(4.min(raw.len())),
            Some('u') => Step::One(6.min(raw.len())),
            Some('U') => Step::One(10.min(raw.len())),
            Some(other) => Step::One(1 + other.len_utf8()),
            None => Step::One(1),
        });
    }
    let run = run(raw);
    Some(match (run.len(), breaks(run)) {
        (0, _) => Step::One(c.len_utf8()),
        (blanks, 0) => Step::Characters(blanks, blanks),
        (length, 1) => Step::Fold(length, 1),
        (length, more) => Step::Fold(length, more - 1),
    })
}

/// The white space that a text begins with.
fn run(raw: &str) -> &str {
    raw.get(..raw.len() - raw.trim_start_matches(WHITE).len()).unwrap_or_default()
}

/// How many lines end in a text.
fn breaks(text: &str) -> usize {
    text.matches(['\n', '\r']).count() - text.matches("\r\n").count()
}

/// A line of a block that has a text.
struct Line {
    /// Where it begins, its indentation left out.
    start: usize,
    end: usize,
    /// The number of empty lines before it.
    empty: usize,
    lead: Lead,
}

/// The first character of a line: folding does not join lines next to one that begins with a blank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    Blank,
    Word,
}

/// Literal and folded scalars: the value has each line of the file in order, without its indentation.
fn block(
    value: &str,
    style: Style,
    raw: &str,
    base: usize,
    indent: usize,
) -> Vec<(usize, Range<usize>)> {
    let mut pieces = Vec::with_capacity(value.len());
    let mut chars = value.char_indices().peekable();
    // The line ends before the first text precede the scalar's place.
    while let Some((offset, _)) = chars.next_if(|&(_, c)| c == '\n') {
        pieces.push((offset, base..base));
    }
    let mut before: Option<Line> = None;
    for line in lines(raw, indent) {
        if let Some(before) = &before {
            let is_folded =
                style == Style::Folded && before.lead == Lead::Word && line.lead == Lead::Word;
            let between = if is_folded { line.empty.max(1) } else { line.empty + 1 };
            let place = base + before.end..base + line.start;
            pieces.extend(chars.by_ref().take(between).map(|(offset, _)| (offset, place.clone())));
        }
        for (at, c) in raw.get(line.start..line.end).unwrap_or_default().char_indices() {
            let Some((offset, _)) = chars.next() else { return pieces };
            let start = base + line.start + at;
            pieces.push((offset, start..start + c.len_utf8()));
        }
        before = Some(line);
    }
    let end = base + raw.len();
    pieces.extend(chars.map(|(offset, _)| (offset, end..end)));
    pieces
}

/// The lines of a block that have a text. The first begins at its text, its indentation being before it.
fn lines(raw: &str, indent: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let (mut at, mut empty, mut margin) = (0, 0, 0);
    while at < raw.len() {
        let rest = raw.get(at..).unwrap_or_default();
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let text = rest.get(..length).unwrap_or_default();
        let cut = text.bytes().take(margin).take_while(|&byte| byte == b' ').count();
        if cut < length {
            let blank = text.get(cut..).is_some_and(|text| text.starts_with([' ', '\t']));
            let lead = if blank { Lead::Blank } else { Lead::Word };
            lines.push(Line { start: at + cut, end: at + length, empty, lead });
            empty = 0;
        } else {
            empty += 1;
        }
        at += length + line_end(rest, length);
        margin = indent;
    }
    lines
}
