//! Rules of selection, guards, policies and forms as they were written.

use super::{Named, Spanned, each, given_word, named};
use crate::raw::keys::{Entry, Given, Keys, Section, open, refuse};
use crate::report::finding::Report;
use crate::text::file::{Place, View};

/// The section `select` of a skill.
#[derive(Debug)]
pub(crate) struct RawSelect<'a> {
    pub(crate) key: Place,
    pub(crate) max_items: Given<Spanned<'a>>,
    pub(crate) quantity: Given<RawQuantity<'a>>,
    pub(crate) unique: Given<RawUnique<'a>>,
    pub(crate) valid_for: Given<Spanned<'a>>,
    pub(crate) guards: Given<Vec<RawGuard<'a>>>,
}

/// The section `select` of a kind.
#[derive(Debug)]
pub(crate) struct RawKindSelect<'a> {
    pub(crate) quantity: Given<RawQuantity<'a>>,
    pub(crate) guards: RawKindGuards<'a>,
}

/// What a kind says of its guards.
#[derive(Debug)]
pub(crate) enum RawKindGuards<'a> {
    /// Nothing: they are the skill's.
    Inherited,
    /// These, or none, instead of the skill's; with where that is said.
    Instead(Place, Vec<RawGuard<'a>>),
    /// The skill's, then these.
    Added(Vec<RawGuard<'a>>),
}

/// The section `quantity`.
#[derive(Debug)]
pub(crate) struct RawQuantity<'a> {
    pub(crate) key: Place,
    pub(crate) min: Given<Spanned<'a>>,
    pub(crate) max: Given<Spanned<'a>>,
    pub(crate) step: Given<Spanned<'a>>,
}

/// The value of `unique`.
#[derive(Debug)]
pub(crate) struct RawUnique<'a> {
    pub(crate) key: Place,
    pub(crate) keys: Vec<View<'a>>,
    pub(crate) scope: Given<Spanned<'a>>,
    pub(crate) after: Given<Spanned<'a>>,
}

/// A guard: its keys, one of which is the rule.
#[derive(Debug)]
pub(crate) struct RawGuard<'a> {
    pub(crate) keys: Keys<'a>,
    pub(crate) view: View<'a>,
}

pub(super) fn select<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawSelect<'a>> {
    let keys = open(entry.value, Section::Select, report)?;
    Some(RawSelect {
        key: entry.key.place(),
        max_items: given_word(keys.get("max_items"), "a whole number from 1", report),
        quantity: keys.get("quantity").and_then(|entry| quantity(entry, report)),
        unique: keys.get("unique").and_then(|entry| unique(entry, report)),
        valid_for: given_word(keys.get("valid_for"), "a time, such as `30d`", report),
        guards: guards(keys.get("guards"), report),
    })
}

pub(super) fn kind_select<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawKindSelect<'a>> {
    let keys = open(entry.value, Section::KindSelect, report)?;
    let said = match keys.get("guards") {
        Given::Absent if keys.is_empty() && entry.value.map().is_some_and(|m| m.count() == 0) => {
            RawKindGuards::Instead(entry.key.place(), Vec::new())
        }
        Given::Absent | Given::Refused => RawKindGuards::Inherited,
        Given::Value(entry) => kind_guards(entry, report)?,
    };
    let quantity = keys.get("quantity").and_then(|entry| quantity(entry, report));
    Some(RawKindSelect { quantity, guards: said })
}

fn kind_guards<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawKindGuards<'a>> {
    if entry.value.map().is_none() {
        let place = entry.key.place();
        let list = guards(Given::Value(entry), report).into_value()?;
        return Some(RawKindGuards::Instead(place, list));
    }
    let keys = open(entry.value, Section::Added, report)?;
    Some(match guards(keys.get("add"), report) {
        Given::Value(added) => RawKindGuards::Added(added),
        Given::Absent if entry.value.map().is_some_and(|map| map.count() == 0) => {
            RawKindGuards::Instead(entry.key.place(), Vec::new())
        }
        Given::Absent | Given::Refused => RawKindGuards::Inherited,
    })
}

pub(super) fn quantity<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawQuantity<'a>> {
    let keys = open(entry.value, Section::Quantity, report)?;
    Some(RawQuantity {
        key: entry.key.place(),
        min: given_word(keys.get("min"), "a number", report),
        max: given_word(keys.get("max"), "a number", report),
        step: given_word(keys.get("step"), "a number over 0", report),
    })
}

/// A reference, a list of them, or a map that has one or the other under `key`.
fn unique<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawUnique<'a>> {
    let list = |view: View<'a>| match view.list() {
        Some(items) => items.collect(),
        None => vec![view],
    };
    let mut unique = RawUnique {
        key: entry.key.place(),
        keys: Vec::new(),
        scope: Given::Absent,
        after: Given::Absent,
    };
    if entry.value.map().is_none() {
        unique.keys = list(entry.value);
        return Some(unique);
    }
    let keys = open(entry.value, Section::Unique, report)?;
    unique.keys = keys.get("key").value().map(|entry| list(entry.value)).unwrap_or_default();
    unique.scope = given_word(keys.get("scope"), "`station`", report);
    unique.after = given_word(keys.get("after"), "`free`", report);
    Some(unique)
}

/// A list of guards under a key.
pub(crate) fn guards<'a>(given: Given<Entry<'a>>, report: &mut Report) -> Given<Vec<RawGuard<'a>>> {
    let views = each(given, "a list of guards", report);
    views.and_then(|views| {
        let open = |view: &View<'a>| {
            Some(RawGuard { keys: open(*view, Section::Guard, report)?, view: *view })
        };
        Some(views.iter().filter_map(open).collect())
    })
}

/// Questions by name: the fields of a form, or of a line.
pub(crate) fn questions<'a>(
    given: Given<Entry<'a>>,
    section: Section,
    report: &mut Report,
) -> Given<Vec<RawQuestion<'a>>> {
    given.and_then(|entry| {
        let entries = named(entry.value, "a map of fields", report)?;
        Some(entries.iter().map(|entry| question(entry, section, report)).collect())
    })
}

/// A question: a field of a form, or of a line.
#[derive(Debug)]
pub(crate) struct RawQuestion<'a> {
    pub(crate) name: Spanned<'a>,
    pub(crate) ty: Given<Spanned<'a>>,
    pub(crate) required: Given<Spanned<'a>>,
    pub(crate) label: Given<Spanned<'a>>,
    pub(crate) options: Given<Entry<'a>>,
    pub(crate) class: Given<Spanned<'a>>,
    pub(crate) set_by: Given<Vec<Spanned<'a>>>,
}

fn question<'a>(entry: &Named<'a>, section: Section, report: &mut Report) -> RawQuestion<'a> {
    let unread = RawQuestion {
        name: entry.name,
        ty: Given::Refused,
        required: Given::Absent,
        label: Given::Absent,
        options: Given::Absent,
        class: Given::Absent,
        set_by: Given::Absent,
    };
    let opened = super::said(entry, report).and_then(|view| open(view, section, report));
    let Some(keys) = opened else { return unread };
    RawQuestion {
        ty: given_word(keys.get("type"), "a type", report),
        required: given_word(keys.get("required"), "`true` or `false`", report),
        label: given_word(keys.get("label"), "a text", report),
        options: keys.get("options"),
        class: given_word(keys.get("class"), CLASS, report),
        set_by: super::words(keys.get("set_by"), "a list of `llm` and `person`", report),
        ..unread
    }
}

/// An entry of `policies`.
#[derive(Debug)]
pub(crate) struct RawPolicy<'a> {
    pub(crate) name: Spanned<'a>,
    /// Its keys; `None` if they could not be read.
    pub(crate) keys: Option<Keys<'a>>,
}

pub(super) fn policies<'a>(view: View<'a>, report: &mut Report) -> Option<Vec<RawPolicy<'a>>> {
    let entries = named(view, "a map of policies", report)?;
    let policy = |entry: &Named<'a>| {
        let opened = super::said(entry, report).and_then(|v| open(v, Section::Policy, report));
        RawPolicy { name: entry.name, keys: opened }
    };
    Some(entries.iter().map(policy).collect())
}

/// What an operation is asked with: its name alone, or a map that says more.
#[derive(Debug)]
pub(crate) enum RawAsk<'a> {
    /// The name.
    Short(Spanned<'a>),
    /// More.
    Long(Keys<'a>),
}

pub(crate) fn ask<'a>(view: View<'a>, section: Section, report: &mut Report) -> Option<RawAsk<'a>> {
    if view.map().is_some() {
        return open(view, section, report).map(RawAsk::Long);
    }
    if view.list().is_some() {
        refuse(view, "the name of an operation, or a map with `method`", report);
        return None;
    }
    super::scalar(view, "the name of an operation, or a map with `method`", report)
        .map(RawAsk::Short)
}

pub(crate) const CLASS: &str = "`public`, `internal`, `personal`, `confidential` or `secret`";
