//! Finds the place of a node itself. The range that the parser reports includes the anchor and tag before a node, the
//! comment after a closing quote, and the line ends after a block.

use std::ops::Range;

use super::Style;

/// The anchor and tag before a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Properties {
    /// Where the node begins that they belong to.
    pub(super) end: usize,
    /// The place of the tag.
    pub(super) tag: Option<Range<usize>>,
}

/// Reads so many properties from `at` on, and what separates them from their node.
pub(super) fn properties(text: &str, told: &Range<usize>, count: usize) -> Properties {
    let mut at = told.start;
    let mut tag = None;
    for _ in 0..count {
        let rest = slice(text, at..told.end);
        let length = rest.find(WHITE).unwrap_or(rest.len());
        if rest.starts_with('!') {
            tag = Some(at..at + length);
        }
        at = behind_comments(text, at + length..told.end);
    }
    Properties { end: at, tag }
}

/// The place of a list or map whose first token ends at `end`; empty for block style.
pub(super) fn collection(text: &str, start: usize, end: usize) -> Range<usize> {
    let is_flow = slice(text, start..end).starts_with(['[', '{']);
    if is_flow { start..end } else { end..end }
}

/// The place of a scalar's text, quotes included.
pub(super) fn scalar(
    text: &str,
    start: usize,
    end: usize,
    style: Style,
    value: &str,
) -> Range<usize> {
    let raw = slice(text, start..end);
    match style {
        Style::Plain if value.is_empty() => end..end,
        Style::Plain => start..end,
        Style::SingleQuoted | Style::DoubleQuoted => start..start + quoted(raw, style),
        Style::Literal | Style::Folded => block(text, start, end),
    }
}

/// The place of a block scalar's text, given the end of its header.
fn block(text: &str, start: usize, end: usize) -> Range<usize> {
    let kept = slice(text, start..end).trim_end_matches(WHITE).len();
    if kept > 0 {
        return start..start + kept;
    }
    // The scalar is empty: its place is after the header, not at the next key.
    let header = slice(text, 0..start).trim_end_matches(WHITE).len();
    header..header
}

/// The start of the text of a block scalar whose header is at `at`.
pub(super) fn behind_header(text: &str, at: usize, end: usize, value: &str) -> usize {
    // Line ends that the value begins with are lines without a text.
    let own = value.trim_start_matches('\n');
    let mut at = at;
    for _ in 0..=value.len() - own.len() {
        let rest = slice(text, at..end);
        let Some(line) = rest.find(['\n', '\r']) else { return end };
        at += line + line_end(rest, line);
    }
    let blanks = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let indent = blanks(slice(text, at..end));
    if own.is_empty() { end } else { at + indent.saturating_sub(blanks(own)) }
}

/// The length of the line end at an offset.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    if text.get(at..).is_some_and(|end| end.starts_with("\r\n")) { 2 } else { 1 }
}

/// How long a quoted text is, both quotes included.
fn quoted(raw: &str, style: Style) -> usize {
    let mut chars = raw.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match (style, c) {
            (Style::DoubleQuoted, '\\') => {
                chars.next();
            }
            (Style::SingleQuoted, '\'') if chars.next_if(|&(_, c)| c == '\'').is_some() => {}
            (Style::SingleQuoted, '\'') | (Style::DoubleQuoted, '"') => return at + 1,
            _ => {}
        }
    }
    raw.len()
}

/// The first backslash in double quotes that does not start an escape, with the character after it.
pub(super) fn bad_escape(raw: &str) -> Option<Range<usize>> {
    let mut chars = raw.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '"' {
            return None;
        }
        if c != '\\' {
            continue;
        }
        let (behind, escape) = chars.next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\'
            | 'N' | '_' | 'L' | 'P' | '\n' | '\r' => continue,
            _ => return Some(at..behind + escape.len_utf8()),
        };
        let from = behind + 1;
        let hex: String =
            raw.get(from..)?.chars().take(digits).take_while(char::is_ascii_hexdigit).collect();
        let value = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
        if hex.len() < digits || value.is_none() {
            return Some(at..from + hex.len());
        }
    }
    None
}

/// Behind the white space and comments from the start of a range on.
fn behind_comments(text: &str, range: Range<usize>) -> usize {
    let mut rest = slice(text, range.clone()).trim_start_matches(WHITE);
    while rest.starts_with('#') {
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        rest = rest.get(line..).unwrap_or_default().trim_start_matches(WHITE);
    }
    range.end - rest.len()
}

fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// What separates lines and words.
pub(super) const WHITE: [char; 4] = [' ', '\t', '\r', '\n'];
