//! The rules that `per_profile` adds to a skill: guards after each kind's list and before the call, and a quantity.

use std::sync::Arc;

use crate::raw::guard::RawGuard;
use crate::raw::keys::Given;
use crate::raw::{RawPerProfile, RawSkill};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::arguments::params::Params;
use crate::resolve::guard::{self, GuardScope, Site};
use crate::resolve::scope::condition::When;
use crate::resolve::scope::context::Context;
use crate::resolve::skill::present::Fields;
use crate::resolve::skill::quantity;
use crate::resolve::skill::select::{self, Held, Lines, Selected};
use crate::station::{Guard, KindSelect};
use crate::text::file::Place;
use crate::text::words::listed;

/// The maximum number of kinds that a finding names.
const SHOWN: usize = 5;

/// The rules that a profile adds.
#[derive(Debug, Default)]
pub(crate) struct Added {
    /// The rules for every kind.
    pub(crate) select: KindSelect,
    /// The guards before every call.
    pub(crate) invoke: Vec<Arc<Guard>>,
}

/// Resolves what each profile adds, in the order of the file. A profile's guards apply to all kinds and follow the
/// kind's guards: they read what each of these lists passes on.
pub(crate) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    (lines, when): (&Lines, &[When]),
    (selected, before): (&Selected, &GuardScope),
    context: &mut Context<'_, '_>,
) -> Vec<Added> {
    let entries = &raw.share.per_profile;
    if entries.is_empty() {
        return Vec::new();
    }
    let mut names = select::names(raw, fields, params, lines, Held::All);
    names.sorted(select::rows(raw, fields, when, Held::All, context));
    let scope_after = GuardScope::after(&selected.scopes, names, select::billed(fields));
    let list = |given: &Given<Vec<RawGuard<'_>>>, site, scope: &GuardScope, context: &mut _| {
        let Some(raw) = given.value() else { return Vec::new() };
        guard::list(raw, site, &mut scope.clone(), context)
    };
    let add = |entry: &RawPerProfile<'_>| {
        let given = entry.select.quantity.value();
        let quantity = given.and_then(|raw| quantity::resolve(raw, context));
        if let (Some(given), Some(quantity)) = (given, quantity) {
            empty(given.key, quantity, raw, selected, context);
        }
        let guards = list(&entry.select.guards, Site::Select, &scope_after, context);
        let invoke = list(&entry.invoke, Site::Invoke, before, context);
        Added { select: KindSelect { quantity, guards }, invoke }
    };
    entries.iter().map(add).collect()
}

/// Reports kinds that have no quantity in common with a profile's rule.
fn empty(
    key: Place,
    rule: crate::station::Quantity,
    raw: &RawSkill<'_>,
    selected: &Selected,
    context: &mut Context<'_, '_>,
) {
    let names = raw.kinds.value().into_iter().flatten().map(|kind| kind.name.text);
    let meets = |kind: &KindSelect| {
        kind.quantity.is_none_or(|own| quantity::meet(own, rule) != Some(false))
    };
    let apart: Vec<_> = names
        .zip(&selected.kinds)
        .filter_map(|(name, kind)| (!meets(kind)).then_some(name))
        .collect();
    if apart.is_empty() {
        return;
    }
    let mut kinds = listed(apart.iter().copied().take(SHOWN));
    if apart.len() > SHOWN {
        kinds.push_str(&format!(" (and {} more)", apart.len() - SHOWN));
    }
    let message = format!("no quantity fits both this rule and that of {kinds}");
    let remark = Remark::new(codes::SELECT_QUANTITY, key, message);
    context
        .usage
        .add(remark.help("the profile's rule holds beside the kind's: write one that meets it"));
}
