//! A skill as it was written.

use super::guard::{self, RawGuard, RawKindSelect, RawQuestion, RawSelect};
use super::share::{RawShare, share};
use super::submit::{RawCall, calls};
use super::{Named, Spanned, given_word, named, required, said, words};
use crate::raw::keys::{Entry, Given, Section, open, refuse};
use crate::report::finding::Report;
use crate::text::file::{Place, View};

/// An entry of `skills`.
#[derive(Debug)]
pub(crate) struct RawSkill<'a> {
    pub(crate) place: Place,
    /// All of it.
    pub(crate) view: View<'a>,
    pub(crate) name: Option<Spanned<'a>>,
    pub(crate) objective: Given<Spanned<'a>>,
    pub(crate) diagnose: Vec<Spanned<'a>>,
    pub(crate) params: Given<Vec<RawParam<'a>>>,
    pub(crate) invoke: Given<RawInvoke<'a>>,
    pub(crate) kinds: Given<Vec<RawKind<'a>>>,
    pub(crate) present: Given<RawPresent<'a>>,
    pub(crate) select: Given<RawSelect<'a>>,
    pub(crate) select_key: Option<Place>,
    pub(crate) submit: Given<Vec<RawCall<'a>>>,
    pub(crate) submit_key: Option<Place>,
    pub(crate) share: RawShare<'a>,
}

/// An entry of `params`.
#[derive(Debug)]
pub(crate) struct RawParam<'a> {
    pub(crate) name: Spanned<'a>,
    pub(crate) ty: Given<Spanned<'a>>,
    pub(crate) set_by: Given<Vec<Spanned<'a>>>,
    pub(crate) set_by_place: Option<Place>,
    pub(crate) default: Given<View<'a>>,
    pub(crate) optional: Given<Spanned<'a>>,
    pub(crate) class: Given<Spanned<'a>>,
}

/// The section `invoke`.
#[derive(Debug)]
pub(crate) struct RawInvoke<'a> {
    pub(crate) place: Place,
    pub(crate) method: Given<Spanned<'a>>,
    pub(crate) native: Given<Spanned<'a>>,
    pub(crate) native_key: Option<Place>,
    pub(crate) args: Given<Vec<RawArg<'a>>>,
    pub(crate) guards: Given<Vec<RawGuard<'a>>>,
}

/// An entry of `args`.
pub(crate) type RawArg<'a> = Named<'a>;

/// An entry of `kinds`.
#[derive(Debug)]
pub(crate) struct RawKind<'a> {
    pub(crate) name: Spanned<'a>,
    /// Its `when`: the key and its value, of any form.
    pub(crate) when: Option<Entry<'a>>,
    pub(crate) select: Given<RawKindSelect<'a>>,
    pub(crate) fields: Given<Vec<RawQuestion<'a>>>,
    pub(crate) submit: Given<Vec<RawCall<'a>>>,
    /// Whether what the kind says could be read.
    pub(crate) is_read: bool,
}

/// The section `present`.
#[derive(Debug)]
pub(crate) struct RawPresent<'a> {
    pub(crate) fields: Given<Vec<RawField<'a>>>,
    pub(crate) reference: Given<Spanned<'a>>,
}

/// An entry of `fields`.
#[derive(Debug)]
pub(crate) struct RawField<'a> {
    pub(crate) name: Spanned<'a>,
    pub(crate) from: Given<Spanned<'a>>,
    pub(crate) ty: Given<Spanned<'a>>,
    pub(crate) role: Given<Spanned<'a>>,
    pub(crate) class: Given<Spanned<'a>>,
    pub(crate) template: Given<Spanned<'a>>,
    pub(crate) cadence: Given<Spanned<'a>>,
    pub(crate) cadence_key: Option<Place>,
}

pub(super) fn skill<'a>(view: View<'a>, report: &mut Report) -> Option<RawSkill<'a>> {
    let keys = open(view, Section::Skill, report)?;
    let name = required(&keys, "name", report);
    let cognitive = keys.get("cognitive").and_then(|e| open(e.value, Section::Cognitive, report));
    let objective = match &cognitive {
        Given::Value(keys) => given_word(keys.get("objective"), report),
        Given::Refused => Given::Refused,
        Given::Absent => Given::Absent,
    };
    let diagnose =
        cognitive.value().map_or(Given::Absent, |keys| words(keys.get("diagnose"), report));
    let share = share(&keys, report);
    Some(RawSkill {
        place: keys.place(),
        view,
        name,
        objective,
        diagnose: diagnose.value().cloned().unwrap_or_default(),
        params: keys.get("params").and_then(|entry| params(entry, report)),
        invoke: keys.get("invoke").and_then(|entry| invoke(entry, report)),
        kinds: keys.get("kinds").and_then(|entry| kinds(entry, report)),
        present: keys.get("present").and_then(|entry| present(entry.value, report)),
        submit_key: keys.get("submit").value().map(|entry| entry.key.place()),
        submit: calls(keys.get("submit"), report),
        select_key: keys.get("select").value().map(|entry| entry.key.place()),
        select: keys.get("select").and_then(|entry| guard::select(entry, report)),
        share,
    })
}

fn params<'a>(entry: Entry<'a>, report: &mut Report) -> Option<Vec<RawParam<'a>>> {
    let entries = named(entry, report)?;
    Some(entries.iter().filter_map(|entry| param(entry, report)).collect())
}

fn param<'a>(entry: &Named<'a>, report: &mut Report) -> Option<RawParam<'a>> {
    let keys = open(said(entry, report)?, Section::Param, report)?;
    let set_by = keys.get("set_by");
    Some(RawParam {
        name: entry.name,
        ty: given_word(keys.get("type"), report),
        set_by_place: set_by.value().map(|entry| entry.key.place()),
        set_by: words(set_by, report),
        default: keys.get("default").and_then(|entry| {
            if entry.value.text().is_some() && !entry.value.is_tagged() {
                return Some(entry.value);
            }
            refuse(entry.value, "a literal of the parameter's type", report);
            None
        }),
        optional: given_word(keys.get("optional"), report),
        class: given_word(keys.get("class"), report),
    })
}

fn invoke<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawInvoke<'a>> {
    let keys = open(entry.value, Section::Invoke, report)?;
    let native = keys.get("native");
    Some(RawInvoke {
        place: entry.key.place(),
        method: given_word(keys.get("method"), report),
        native_key: native.value().map(|entry| entry.key.place()),
        native: given_word(native, report),
        args: keys.get("args").and_then(|e| named(e, report)),
        guards: guard::guards(keys.get("guards"), report),
    })
}

fn kinds<'a>(entry: Entry<'a>, report: &mut Report) -> Option<Vec<RawKind<'a>>> {
    let entries = named(entry, report)?;
    if entries.is_empty() {
        refuse(entry.value, "a map of at least one kind", report);
        return None;
    }
    Some(entries.iter().map(|entry| kind(entry, report)).collect())
}

/// A kind. Its `when` is kept as it is written, since the condition itself reports what YAML made of it.
fn kind<'a>(entry: &Named<'a>, report: &mut Report) -> RawKind<'a> {
    let unread = RawKind {
        name: entry.name,
        when: None,
        select: Given::Absent,
        fields: Given::Absent,
        submit: Given::Absent,
        is_read: false,
    };
    let Some(view) = said(entry, report) else { return unread };
    match open(view, Section::Kind, report) {
        Some(keys) => {
            let when = keys.get("when");
            let is_read = !matches!(when, Given::Refused);
            let select = keys.get("select").and_then(|entry| guard::kind_select(entry, report));
            let fields = guard::questions(keys.get("fields"), Section::LineField, report);
            let submit = calls(keys.get("submit"), report);
            RawKind { when: when.value().copied(), select, fields, submit, is_read, ..unread }
        }
        None => unread,
    }
}

fn present<'a>(view: View<'a>, report: &mut Report) -> Option<RawPresent<'a>> {
    let keys = open(view, Section::Present, report)?;
    let fields = keys.get("fields").and_then(|entry| {
        let entries = named(entry, report)?;
        Some(entries.iter().filter_map(|entry| field(entry, report)).collect())
    });
    Some(RawPresent { fields, reference: given_word(keys.get("ref"), report) })
}

fn field<'a>(entry: &Named<'a>, report: &mut Report) -> Option<RawField<'a>> {
    let unread = RawField {
        name: entry.name,
        from: Given::Absent,
        ty: Given::Refused,
        role: Given::Refused,
        class: Given::Absent,
        template: Given::Absent,
        cadence: Given::Absent,
        cadence_key: None,
    };
    let Some(keys) = said(entry, report).and_then(|v| open(v, Section::Field, report)) else {
        return Some(unread);
    };
    let cadence = keys.get("cadence");
    Some(RawField {
        from: given_word(keys.get("from"), report),
        ty: given_word(keys.get("type"), report),
        role: given_word(keys.get("role"), report),
        class: given_word(keys.get("class"), report),
        template: given_word(keys.get("template"), report),
        cadence_key: cadence.value().map(|entry| entry.key.place()),
        cadence: cadence.and_then(|entry| {
            let keys = open(entry.value, Section::Cadence, report)?;
            required(&keys, "from", report)
        }),
        ..unread
    })
}
