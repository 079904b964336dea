//! The mode of a call, and the keys that belong to the mode.

use crate::raw::given_word;
use crate::raw::keys::Given;
use crate::raw::submit::RawCall;
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::scope::context::Context;
use crate::text::file::quote;
use crate::text::words::listed;

/// The modes of a call, each with its keys.
const MODES: &[(&str, &[&str])] = &[
    ("request", &["tool", "args", "line", "output", "ok", "reconcile"]),
    ("handover", &["url", "tool", "args", "line", "output", "ok", "reconcile"]),
    ("self", &[]),
];

/// The keys that refine a call of an operation.
pub(crate) const OF_TOOL: &[&str] = &["args", "line", "output", "ok", "reconcile"];

pub(crate) fn unkeyed(keys: &RawCall<'_>, context: &mut Context<'_, '_>) {
    let place = keys.get("tool").value().map_or(keys.place(), |entry| entry.value.place());
    let message = "the call writes and carries no key: it is never repeated";
    let remark = Remark::new(codes::SUBMIT_NO_KEY, place, message);
    context
        .usage
        .add(remark.help("`\"$action.key\"` in `args`, or `idempotent: true` on the operation"));
}

/// Resolves the mode of a call; refuses a key that does not belong to the mode.
pub(crate) fn mode(keys: &RawCall<'_>, context: &mut Context<'_, '_>) -> Option<&'static str> {
    let word = match given_word(keys.get("mode"), context.usage.report) {
        Given::Absent => None,
        Given::Refused => return None,
        Given::Value(word) => Some(word),
    };
    let wanted = word.map_or("request", |word| word.text);
    let Some((mode, takes)) = MODES.iter().find(|(mode, _)| *mode == wanted) else {
        let modes = || MODES.iter().map(|(mode, _)| *mode);
        let word = word?;
        let remark =
            Remark::new(codes::SUBMIT_MODE, word.place, format!("{} is no mode", quote(word.text)));
        context
            .usage
            .add(remark.near(word.text, modes(), || format!("the modes are {}", listed(modes()))));
        return None;
    };
    let mut is_whole = true;
    let without_tool = *mode == "handover" && keys.get("tool").is_absent();
    for (key, given) in keys.entries().filter(|(key, _)| !matches!(*key, "name" | "mode")) {
        let stray = without_tool && OF_TOOL.contains(&key);
        if takes.contains(&key) && !stray {
            continue;
        }
        let place = given.value().map_or(keys.place(), |entry| entry.key.place());
        let message = match stray {
            true => format!("`{key}` is of a `tool`, and the call has none"),
            false => format!("a call of mode `{mode}` has no `{key}`"),
        };
        let help = match takes.is_empty() {
            true => "it has a name and nothing else".to_owned(),
            false => format!("it takes {}", listed(takes.iter().copied())),
        };
        context.usage.add(Remark::new(codes::SUBMIT_MODE, place, message).help(help));
        is_whole = false;
    }
    is_whole.then_some(*mode)
}
