//! The canonical form of a station's conditions, as edits of its files.

use crate::report::finding::{Condition, Edit, spot};
use crate::text::file::File;
use crate::text::yaml::scalar;

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
            let text = scalar(&text, condition.style)?;
            Some((condition.place, Edit { at: spot(condition.place, files), text }))
        })
        .collect();
    edits.sort_by_key(|(place, _)| (place.file, place.start));
    edits.dedup_by_key(|(place, _)| (place.file, place.start));
    edits.into_iter().map(|(_, edit)| edit).collect()
}
