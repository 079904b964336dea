//! Which calls file a skill's lines: its own, and those of its kinds.

use std::sync::Arc;

use vm::Type;

use super::names::{Context, Names};
use super::params::Params;
use super::present::Fields;
use super::select::{self, Held, Lines, Selected};
use super::submit::{self, Owner};
use crate::keys::Given;
use crate::raw::{RawSkill, Stands};
use crate::station::{Calls, Output, Read};

/// The calls of a skill and of its kinds.
#[derive(Debug)]
pub(super) struct Filing {
    /// The skill's.
    pub(super) own: Arc<Calls>,
    /// Those of each kind, in the order of the file: its own, or the skill's.
    pub(super) kinds: Vec<Arc<Calls>>,
    /// Whether a call stands anywhere.
    pub(super) any: Stands,
    /// Whether a part of a list was refused.
    pub(super) refused: Option<()>,
    /// What each line has.
    pub(super) line: Names,
}

impl Filing {
    /// Whether a line has calls of its own.
    pub(super) fn has_calls(&self) -> bool {
        self.any == Stands::Yes
    }

    /// Whether the lines of some kind have no call.
    pub(super) fn leaves(&self) -> bool {
        self.refused.is_none() && self.kinds.iter().any(|calls| calls.calls.is_empty())
    }

    /// The outputs of every call, each call's name before them.
    pub(super) fn outputs(&self) -> impl Iterator<Item = (&str, &Output)> {
        let lists = self.kinds.iter().chain([&self.own]);
        let calls = lists.flat_map(|list| &list.calls);
        calls.flat_map(|call| call.outputs().iter().map(|output| (call.name.as_str(), output)))
    }
}

pub(super) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    selected: &Selected,
    context: &mut Context<'_, '_>,
) -> Filing {
    let kinds: Vec<_> = raw.kinds.value().into_iter().flatten().collect();
    let users: Vec<bool> = kinds.iter().map(|kind| kind.submit.is_absent()).collect();
    let users = if users.contains(&true) { Held::Marked(&users) } else { Held::All };
    let owner = Owner::Skill(selected.select.max_items);
    let (mut any, mut refused) = (Stands::No, None);
    let mut list = |raw_calls: &[_], users: Held<'_>, context: &mut Context<'_, '_>| {
        if raw_calls.is_empty() {
            return Arc::default();
        }
        any = Stands::Yes;
        let names = names(raw, fields, params, lines, selected, users);
        let listed = submit::list(raw_calls, &names, owner, context);
        refused = refused.or(listed.refused);
        Arc::new(listed.calls)
    };
    let empty = Vec::new();
    let own = list(raw.submit.value().unwrap_or(&empty), users, context);
    let mut found = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        let calls = match kind.submit.value() {
            Some(calls) => list(calls, Held::Only(number), context),
            None => Arc::clone(&own),
        };
        found.push(calls);
    }
    let line = submit::of_line(&names(raw, fields, params, lines, selected, Held::All));
    let is_refused = |given: &Given<_>| matches!(given, Given::Refused);
    if is_refused(&raw.submit) || kinds.iter().any(|kind| is_refused(&kind.submit)) {
        refused = Some(());
    }
    Filing { own, kinds: found, any, refused, line }
}

/// What the calls of some kinds may read: what each of the kinds has.
fn names(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    selected: &Selected,
    users: Held<'_>,
) -> Names {
    let mut names = select::names(raw, fields, params, lines, users).without_partial();
    let stages: Vec<_> = users
        .numbers(selected.stages.len())
        .into_iter()
        .filter_map(|n| selected.stages.get(n))
        .collect();
    for stage in &stages {
        names.hush(&stage.names);
    }
    for (form, ty) in common(stages.iter().map(|stage| stage.names.forms().collect()).collect()) {
        names.add(&format!("$form.{form}"), ty, Read::Form(form.clone()));
        names.add(&format!("$line.form.{form}"), ty, Read::LineForm(form.clone()));
    }
    names.add("$lines", None, Read::Lines);
    names.add("$action.key", Type::Text, Read::Key);
    names
}

/// What stands in every one of some lists.
fn common(lists: Vec<Vec<(&str, Type)>>) -> Vec<(String, Type)> {
    let Some((first, rest)) = lists.split_first() else { return Vec::new() };
    let everywhere = |entry: &&(&str, Type)| rest.iter().all(|list| list.contains(entry));
    first.iter().filter(everywhere).map(|(name, ty)| ((*name).to_owned(), *ty)).collect()
}
