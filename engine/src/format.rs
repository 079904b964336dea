//! The canonical form of a station's conditions, as edits of its files.

use crate::file::File;
use crate::finding::{Condition, Edit, spot};
use crate::yaml::Style;

/// An edit for each condition that is not in its canonical form.
///
/// A condition that is none is left alone, and so is one in a block scalar: its line breaks are the author's.
pub(crate) fn canonical(conditions: &[Condition], files: &[File]) -> Vec<Edit> {
    let mut edits: Vec<_> = conditions
        .iter()
        .filter_map(|condition| {
            let parsed = lang::parse(&condition.text);
            let ast = parsed.ast.filter(|_| parsed.diagnostics.is_empty())?;
            let text = lang::format(&ast);
            if text == condition.text {
                return None;
            }
            let text = written(&text, condition.style)?;
            Some((condition.place, Edit { at: spot(condition.place, files), text }))
        })
        .collect();
    edits.sort_by_key(|(place, _)| (place.file, place.start));
    edits.dedup_by_key(|(place, _)| (place.file, place.start));
    edits.into_iter().map(|(_, edit)| edit).collect()
}

/// A text as a scalar of a style; of a plain one in quotes, where YAML would take it for something else.
fn written(text: &str, style: Style) -> Option<String> {
    let double = || format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    match style {
        Style::SingleQuoted => Some(format!("'{}'", text.replace('\'', "''"))),
        Style::DoubleQuoted => Some(double()),
        Style::Plain if is_plain(text) => Some(text.to_owned()),
        Style::Plain => Some(double()),
        Style::Literal | Style::Folded => None,
    }
}

/// Whether YAML reads a text back as it stands, also inside brackets.
fn is_plain(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_alphanumeric() || c == '$' || c == '(');
    starts
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(['[', ']', '{', '}', ','])
        && !text.ends_with(':')
}
