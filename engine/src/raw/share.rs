//! The keys about an answer and a share, as they are written.

use super::guard::{RawGuard, RawQuantity, guards, quantity};
use super::{ListState, Named, Spanned, each, given_word, named, said, scalar, words};
use crate::raw::keys::{Entry, Given, Keys, Section, open};
use crate::report::finding::Report;
use crate::text::file::{Place, View};

/// The keys of a skill that say how its answer is drawn and filtered, and what form its share has.
#[derive(Debug)]
pub(crate) struct RawShare<'a> {
    pub(crate) render: Given<RawRender<'a>>,
    pub(crate) filters: Given<RawFilters<'a>>,
    pub(crate) per_profile: Vec<RawPerProfile<'a>>,
    /// Whether every entry of `per_profile` could be read.
    pub(crate) profiles_state: ListState,
    pub(crate) depends_on: Given<Keyed<'a>>,
    pub(crate) on_loss: Given<Keyed<'a>>,
    pub(crate) countable: Given<Keyed<'a>>,
    pub(crate) yields: Given<Keyed<'a>>,
    pub(crate) presents: Given<Keyed<'a>>,
    pub(crate) authenticated: Given<Keyed<'a>>,
    pub(crate) auto_trigger: Given<Keyed<'a>>,
}

/// A text under a key, with the place of the key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keyed<'a> {
    pub(crate) key: Place,
    pub(crate) word: Spanned<'a>,
}

/// The section `render`.
#[derive(Debug)]
pub(crate) struct RawRender<'a> {
    pub(crate) place: Place,
    pub(crate) component: Given<Spanned<'a>>,
    pub(crate) report: Given<RawReport<'a>>,
    pub(crate) report_key: Option<Place>,
}

/// The section `report`.
#[derive(Debug)]
pub(crate) struct RawReport<'a> {
    pub(crate) place: Place,
    pub(crate) headline: Given<Spanned<'a>>,
    pub(crate) headline_label: Option<Spanned<'a>>,
    pub(crate) unit: Option<Spanned<'a>>,
    pub(crate) series: Given<Spanned<'a>>,
    pub(crate) point_label: Given<Spanned<'a>>,
    pub(crate) point_value: Given<Spanned<'a>>,
    pub(crate) highlight: Given<Spanned<'a>>,
}

/// The section `output_filters`.
#[derive(Debug)]
pub(crate) struct RawFilters<'a> {
    pub(crate) drop: Vec<Spanned<'a>>,
    pub(crate) reduce: Vec<(Spanned<'a>, Spanned<'a>)>,
    pub(crate) policies: Vec<Spanned<'a>>,
}

/// An entry of `per_profile`.
#[derive(Debug)]
pub(crate) struct RawPerProfile<'a> {
    pub(crate) profile: Spanned<'a>,
    pub(crate) filters: Given<RawFilters<'a>>,
    pub(crate) select: RawProfileSelect<'a>,
    /// The guards of its `invoke`.
    pub(crate) invoke: Given<Vec<RawGuard<'a>>>,
    pub(crate) invoke_key: Option<Place>,
}

/// The section `select` of a profile.
#[derive(Debug)]
pub(crate) struct RawProfileSelect<'a> {
    pub(crate) key: Option<Place>,
    pub(crate) quantity: Given<RawQuantity<'a>>,
    pub(crate) guards: Given<Vec<RawGuard<'a>>>,
}

impl RawShare<'_> {
    /// Whether a part of `per_profile` could not be read: it may read what nothing else does.
    pub(crate) fn is_partial(&self) -> bool {
        let refused = |guards: &Given<_>| matches!(guards, Given::Refused);
        self.profiles_state == ListState::Refused
            || self.per_profile.iter().any(|p| refused(&p.select.guards) || refused(&p.invoke))
    }
}

pub(super) fn share<'a>(keys: &Keys<'a>, report: &mut Report) -> RawShare<'a> {
    let per_profile = keys.get("per_profile").and_then(|entry| {
        let entries = named(entry.value, "a map of profiles", report)?;
        Some(entries.iter().map(|entry| profile(entry, report)).collect::<Vec<_>>())
    });
    let profiles_state = match &per_profile {
        Given::Absent => ListState::Absent,
        Given::Value(entries) if entries.iter().all(Option::is_some) => ListState::Read,
        Given::Value(_) | Given::Refused => ListState::Refused,
    };
    let entries = per_profile.into_value().unwrap_or_default();
    let switch = "`true` or `false`";
    RawShare {
        render: keys.get("render").and_then(|entry| render(entry, report)),
        filters: keys.get("output_filters").and_then(|entry| filters(entry.value, report)),
        per_profile: entries.into_iter().flatten().collect(),
        profiles_state,
        depends_on: keyed(keys.get("depends_on"), "the name of a skill", report),
        on_loss: keyed(keys.get("on_loss"), "`clear` or `block`", report),
        countable: keyed(keys.get("countable"), switch, report),
        yields: keyed(keys.get("yields"), "the name of a kind", report),
        presents: keyed(keys.get("presents"), "`selection`", report),
        auto_trigger: keyed(keys.get("auto_trigger"), "the name of a playbook", report),
        authenticated: keyed(keys.get("authenticated"), switch, report),
    }
}

fn keyed<'a>(given: Given<Entry<'a>>, form: &str, report: &mut Report) -> Given<Keyed<'a>> {
    given.and_then(|entry| {
        let word = scalar(entry.value, form, report)?;
        Some(Keyed { key: entry.key.place(), word })
    })
}

fn render<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawRender<'a>> {
    let keys = open(entry.value, Section::Render, report)?;
    let reported = keys.get("report");
    Some(RawRender {
        place: entry.key.place(),
        component: given_word(keys.get("component"), "the name of a component", report),
        report_key: reported.value().map(|entry| entry.key.place()),
        report: reported.and_then(|entry| figure(entry, report)),
    })
}

fn figure<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawReport<'a>> {
    let keys = open(entry.value, Section::Report, report)?;
    let path =
        |key, report: &mut Report| given_word(keys.get(key), "a dotted path of the answer", report);
    let text = |key, report: &mut Report| given_word(keys.get(key), "a text", report).into_value();
    Some(RawReport {
        place: entry.key.place(),
        headline: path("headline", report),
        headline_label: text("headline_label", report),
        unit: text("unit", report),
        series: path("series", report),
        point_label: path("point_label", report),
        point_value: path("point_value", report),
        highlight: path("highlight", report),
    })
}

fn filters<'a>(view: View<'a>, report: &mut Report) -> Option<RawFilters<'a>> {
    let keys = open(view, Section::Filters, report)?;
    let form = "a key or a dotted path";
    let dropped = each(keys.get("drop"), "a list of keys", report).into_value().unwrap_or_default();
    let drop = dropped.iter().filter_map(|view| scalar(*view, form, report)).collect();
    let reduce = keys
        .get("reduce")
        .and_then(|entry| named(entry.value, "a map of keys and reducers", report));
    let reduced: Vec<Named<'a>> = reduce.into_value().unwrap_or_default();
    let reduce = reduced
        .iter()
        .filter_map(|entry| Some((entry.name, scalar(entry.value, "a reducer", report)?)))
        .collect();
    let policies = words(keys.get("policies"), "a list of policies", report);
    Some(RawFilters { drop, reduce, policies: policies.into_value().unwrap_or_default() })
}

fn profile<'a>(entry: &Named<'a>, report: &mut Report) -> Option<RawPerProfile<'a>> {
    let keys = open(said(entry, report)?, Section::PerProfile, report)?;
    let filters = keys.get("output_filters").and_then(|entry| filters(entry.value, report));
    let select = keys.get("select");
    let key = select.value().map(|entry| entry.key.place());
    let select = match select.and_then(|e| open(e.value, Section::ProfileSelect, report)) {
        Given::Value(keys) => RawProfileSelect {
            key,
            quantity: keys.get("quantity").and_then(|entry| quantity(entry, report)),
            guards: guards(keys.get("guards"), report),
        },
        Given::Absent => RawProfileSelect { key, quantity: Given::Absent, guards: Given::Absent },
        Given::Refused => {
            RawProfileSelect { key, quantity: Given::Refused, guards: Given::Refused }
        }
    };
    let invoke = keys.get("invoke");
    let invoke_key = invoke.value().map(|entry| entry.key.place());
    let invoke = match invoke.and_then(|e| open(e.value, Section::ProfileInvoke, report)) {
        Given::Value(keys) => guards(keys.get("guards"), report),
        Given::Absent => Given::Absent,
        Given::Refused => Given::Refused,
    };
    Some(RawPerProfile { profile: entry.name, filters, select, invoke, invoke_key })
}
