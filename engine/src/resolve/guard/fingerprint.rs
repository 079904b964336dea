//! Comparison of guards: whether a list keeps a guard of another list.

use crate::raw::keys::{Given, Keys};
use crate::station::{Fingerprint, Guard};
use crate::text::file::View;

/// What a guard says, in one spelling.
pub(crate) fn of(kind: &str, keys: &Keys<'_>) -> Fingerprint {
    let text = |key: &str| match keys.get(key) {
        Given::Value(entry) => Some(spelled(entry.value, key)),
        Given::Absent | Given::Refused => None,
    };
    let rule = format!("{kind}: {}", text(kind).unwrap_or_default());
    Fingerprint { rule, when: text("when") }
}

/// Returns whether a list has the same guard, with the same `when` or without a `when`.
pub(crate) fn kept<'g>(guard: &Guard, list: impl IntoIterator<Item = &'g Guard>) -> bool {
    list.into_iter().any(|other| {
        let same = other.fingerprint.when == guard.fingerprint.when;
        other.fingerprint.rule == guard.fingerprint.rule
            && (same || other.fingerprint.when.is_none())
    })
}

/// Normalizes a value: sorts keys and formats conditions.
fn spelled(view: View<'_>, key: &str) -> String {
    if let Some(text) = view.text() {
        let condition = matches!(key, "require" | "when" | "pass");
        let ast = condition.then(|| lang::parse(text).ast).flatten();
        return ast.map_or_else(|| format!("{text:?}"), |ast| lang::format(&ast));
    }
    if let Some(items) = view.list() {
        let items: Vec<_> = items.map(|item| spelled(item, "")).collect();
        return format!("[{}]", items.join(", "));
    }
    let mut entries: Vec<_> = view
        .map()
        .into_iter()
        .flatten()
        .map(|(key, value)| {
            let key = key.text().unwrap_or_default();
            format!("{key:?}: {}", spelled(value, key))
        })
        .collect();
    entries.sort();
    format!("{{{}}}", entries.join(", "))
}
