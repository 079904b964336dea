//! A text as it is written in a scalar of a style.

use std::ops::Range;

use super::Style;

/// A text as a scalar of a style; of a plain one in quotes, where YAML would take it for something else.
///
/// Nothing is written in a block scalar: its line breaks are the author's. Line ends and other controls are written in
/// double quotes only.
pub(crate) fn scalar(text: &str, style: Style) -> Option<String> {
    match style {
        Style::SingleQuoted => single(text).map(|text| format!("'{text}'")),
        Style::Plain if is_plain(text) => Some(text.to_owned()),
        Style::DoubleQuoted | Style::Plain => Some(format!("\"{}\"", double(text))),
        Style::Literal | Style::Folded => None,
    }
}

/// The replacement for a range of a scalar's value, escaped for the quotes of the scalar; `None` if the scalar cannot
/// contain it.
pub(crate) fn within(value: &str, span: Range<usize>, text: &str, style: Style) -> Option<String> {
    let before = value.get(..span.start)?;
    let behind = value.get(span.end..)?;
    match style {
        Style::SingleQuoted => single(text),
        Style::DoubleQuoted => Some(double(text)),
        // A further line would lack its indentation.
        Style::Literal | Style::Folded => is_one_line(text).then(|| text.to_owned()),
        Style::Plain => {
            let whole = format!("{before}{text}{behind}");
            (is_one_line(text) && !text.contains(SIGNS) && is_safe(&whole)).then(|| text.to_owned())
        }
    }
}

/// The signs that end a text without quotes within brackets.
const SIGNS: [char; 5] = ['[', ']', '{', '}', ','];

fn single(text: &str) -> Option<String> {
    is_one_line(text).then(|| text.replace('\'', "''"))
}

fn double(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => written.push_str("\\\\"),
            '"' => written.push_str("\\\""),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c => written.push(c),
        }
    }
    written
}

fn is_one_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}

/// Whether YAML reads the plain text back unchanged, even within brackets.
fn is_plain(text: &str) -> bool {
    is_one_line(text) && is_safe(text) && !text.contains(SIGNS)
}

/// Whether YAML reads the plain text back unchanged outside of brackets.
fn is_safe(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_alphanumeric() || c == '$' || c == '(');
    starts && !text.contains(": ") && !text.contains(" #") && !text.ends_with([':', ' ', '\t'])
}
