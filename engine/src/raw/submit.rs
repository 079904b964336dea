//! Calls of a submit, and playbooks, as they were written.

use super::guard::{RawGuard, RawQuestion, guards, questions};
use super::{Named, Spanned, each, given_word, named, required, word, words};
use crate::raw::keys::{Entry, Given, Keys, Section, open};
use crate::report::finding::Report;
use crate::text::file::View;

/// A call: its keys. Its mode decides which of them it takes.
pub(crate) type RawCall<'a> = Keys<'a>;

/// A list of calls under a key.
pub(crate) fn calls<'a>(given: Given<Entry<'a>>, report: &mut Report) -> Given<Vec<RawCall<'a>>> {
    let views = each(given, "a list of calls", report);
    views.and_then(|views| {
        views.iter().map(|view| open(*view, Section::Call, report)).collect::<Option<_>>()
    })
}

/// The section `submit_guard`.
#[derive(Debug)]
pub(crate) struct RawSubmitGuard<'a> {
    pub(crate) form: Given<Vec<RawQuestion<'a>>>,
    pub(crate) guards: Given<Vec<RawGuard<'a>>>,
}

pub(crate) fn submit_guard<'a>(
    entry: Entry<'a>,
    report: &mut Report,
) -> Option<RawSubmitGuard<'a>> {
    let keys = open(entry.value, Section::SubmitGuard, report)?;
    Some(RawSubmitGuard {
        form: questions(keys.get("form"), Section::FormField, report),
        guards: guards(keys.get("guards"), report),
    })
}

/// An entry of `playbooks`.
#[derive(Debug)]
pub(crate) struct RawPlaybook<'a> {
    pub(crate) name: Option<Spanned<'a>>,
    pub(crate) objective: Option<Spanned<'a>>,
    pub(crate) tasks: Given<Vec<RawTask<'a>>>,
    pub(crate) submit_guard: Given<RawSubmitGuard<'a>>,
    pub(crate) submit: Given<Vec<RawCall<'a>>>,
}

/// An entry of `tasks`.
#[derive(Debug)]
pub(crate) struct RawTask<'a> {
    pub(crate) name: Option<Spanned<'a>>,
    pub(crate) skill: Option<Spanned<'a>>,
    pub(crate) params: Vec<Named<'a>>,
    pub(crate) after: Vec<Spanned<'a>>,
    pub(crate) required: Given<Spanned<'a>>,
}

pub(super) fn playbook<'a>(
    view: crate::text::file::View<'a>,
    report: &mut Report,
) -> Option<RawPlaybook<'a>> {
    let keys = open(view, Section::Playbook, report)?;
    let tasks = each(keys.get("tasks"), "a list of tasks", report);
    if tasks.is_absent() {
        super::missing(keys.place(), "tasks", "a list of tasks", report);
    }
    Some(RawPlaybook {
        name: required(&keys, "name", "the playbook's own name", report),
        objective: word(keys.get("objective"), "a text", report),
        tasks: tasks.and_then(|views| views.iter().map(|view| task(*view, report)).collect()),
        submit_guard: keys.get("submit_guard").and_then(|entry| submit_guard(entry, report)),
        submit: calls(keys.get("submit"), report),
    })
}

fn task<'a>(view: crate::text::file::View<'a>, report: &mut Report) -> Option<RawTask<'a>> {
    let keys = open(view, Section::Task, report)?;
    let params = keys.get("params").and_then(|e| named(e.value, "a map of parameters", report));
    Some(RawTask {
        name: required(&keys, "name", "the task's own name", report),
        skill: required(&keys, "skill", "the name of a skill", report),
        params: params.into_value().unwrap_or_default(),
        after: words(keys.get("after"), "a list of tasks", report).into_value().unwrap_or_default(),
        required: given_word(keys.get("required"), "`true` or `false`", report),
    })
}

/// The outputs of every call of a list, as they are declared.
pub(crate) fn outputs<'a>(raw: &[RawCall<'a>]) -> Vec<(&'a str, Vec<(&'a str, View<'a>)>)> {
    let text = |keys: &RawCall<'a>, key: &str| keys.get(key).value().and_then(|e| e.value.text());
    let of = |keys: &RawCall<'a>| {
        let map = keys.get("output").value().and_then(|entry| entry.value.map());
        let entries = map.into_iter().flatten();
        entries.filter_map(|(key, value)| Some((key.text()?, value))).collect()
    };
    raw.iter().filter_map(|keys| Some((text(keys, "name")?, of(keys)))).collect()
}
