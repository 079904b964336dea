//! The calls that file a skill's lines: the skill's list, and the lists of its kinds.

use std::collections::BTreeMap;
use std::sync::Arc;

use vm::Type;

use crate::raw::RawSkill;
use crate::raw::keys::Given;
use crate::resolve::arguments::params::Params;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::Env;
use crate::resolve::skill::added::Added;
use crate::resolve::skill::present::Fields;
use crate::resolve::skill::select::{self, Held, Lines, Selected};
use crate::resolve::submit::{self, Owner};
use crate::station::{Calls, Output, Read, Rule};
use crate::text::file::quote;
use crate::text::words::listed_to;

/// The calls of a skill and of its kinds.
#[derive(Debug)]
pub(crate) struct SubmitLists {
    /// The skill's.
    pub(crate) own: Arc<Calls>,
    /// The calls of each kind, in file order; a kind without a list has the skill's.
    pub(crate) kinds: Vec<Arc<Calls>>,
    /// Whether there is any call.
    pub(crate) has_calls: bool,
    /// Whether a part of a list was refused.
    pub(crate) is_refused: bool,
    /// What each line has.
    pub(crate) line: Env,
}

impl SubmitLists {
    /// Returns whether the lines of some kind have no call.
    pub(crate) fn leaves(&self) -> bool {
        !self.is_refused && self.kinds.iter().any(|calls| calls.calls.is_empty())
    }

    /// Lists the outputs of every call, each with the name of its call.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = (&str, &Output)> {
        let lists = self.kinds.iter().chain([&self.own]);
        let calls = lists.flat_map(|list| &list.calls);
        calls.flat_map(|call| call.outputs().iter().map(|output| (call.name.as_str(), output)))
    }
}

pub(crate) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    (selected, added): (&Selected, &[Added]),
    context: &mut Context<'_, '_>,
) -> SubmitLists {
    let kinds: Vec<_> = raw.kinds.value().into_iter().flatten().collect();
    let users: Vec<bool> = kinds.iter().map(|kind| kind.submit.is_absent()).collect();
    let users = if users.contains(&true) { Held::Marked(&users) } else { Held::All };
    let owner = Owner::Skill(selected.select.max_items);
    let (mut has_calls, mut is_refused) = (false, false);
    let mut list = |raw_calls: &[_], users: Held<'_>, context: &mut Context<'_, '_>| {
        if raw_calls.is_empty() {
            return Arc::default();
        }
        has_calls = true;
        let mut names = names(raw, fields, params, lines, selected, users);
        some(raw, lines, (selected, added), users, &mut names);
        let listed = submit::list(raw_calls, &names, owner, context);
        is_refused |= listed.is_refused;
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
    let mut line = names(raw, fields, params, lines, selected, Held::All);
    some(raw, lines, (selected, added), Held::All, &mut line);
    let line = submit::of_line(&line);
    let refused = |given: &Given<_>| matches!(given, Given::Refused);
    if refused(&raw.submit) || kinds.iter().any(|kind| refused(&kind.submit)) {
        is_refused = true;
    }
    SubmitLists { own, kinds: found, has_calls, is_refused, line }
}

/// Builds the environment of the calls of some kinds: the names that all of these kinds have.
fn names(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    selected: &Selected,
    users: Held<'_>,
) -> Env {
    let mut names = select::names(raw, fields, params, lines, users).without_partial();
    let scopes: Vec<_> = users
        .numbers(selected.scopes.len())
        .into_iter()
        .filter_map(|n| selected.scopes.get(n))
        .collect();
    for stage in &scopes {
        names.hush(&stage.names);
    }
    for (form, ty) in common(scopes.iter().map(|stage| stage.names.forms().collect()).collect()) {
        names.add(&format!("$form.{form}"), ty, Read::Form(form.clone()));
        names.add(&format!("$line.form.{form}"), ty, Read::LineForm(form.clone()));
    }
    names.add("$lines", None, Read::Lines);
    names.add("$action.key", Type::Text, Read::Key);
    names
}

/// Records the names that only some of the kinds have, or only the lines of some profiles.
fn some(
    raw: &RawSkill<'_>,
    lines: &Lines,
    (selected, added): (&Selected, &[Added]),
    users: Held<'_>,
    names: &mut Env,
) {
    let kinds: Vec<_> = raw.kinds.value().into_iter().flatten().collect();
    let (mut fields, mut answers) = (Holders::new(), Holders::new());
    let users = users.numbers(kinds.len());
    for &number in &users {
        let Some(kind) = kinds.get(number).map(|kind| kind.name.text) else { continue };
        for line in lines.get(number).into_iter().flatten() {
            fields.entry(&line.name).or_default().push(kind);
        }
        for (form, _) in selected.scopes.get(number).into_iter().flat_map(|s| s.names.forms()) {
            answers.entry(form).or_default().push(kind);
        }
    }
    let told_of = |holders: &[&str], what: &str| match holders.len() == users.len() {
        true => (format!("the kinds do not have {what} with one type"), "give it one type"),
        false => (only("kind", holders, what), "move the call to the kinds that have it"),
    };
    for (field, holders) in fields {
        let (why, help) = told_of(&holders, &format!("the line field {}", quote(field)));
        names.set_apart(&format!("$item.fields.{field}"), &why, help);
        names.set_apart(&format!("$line.fields.{field}"), &why, help);
    }
    for (form, holders) in answers {
        let (why, help) = told_of(&holders, &format!("the answer {}", quote(form)));
        names.set_apart(&format!("$form.{form}"), &why, help);
        names.set_apart(&format!("$line.form.{form}"), &why, help);
    }
    let mut asked = Holders::new();
    for (profile, added) in raw.share.per_profile.iter().zip(added) {
        for guard in &added.select.guards {
            let Rule::Form(form) = &guard.rule else { continue };
            for question in form {
                asked.entry(&question.name).or_default().push(profile.profile.text);
            }
        }
    }
    for (form, holders) in asked {
        let why = only("profile", &holders, &format!("the answer {}", quote(form)));
        let help = "ask it in the skill's `select`: a call is made for every profile";
        names.set_apart(&format!("$form.{form}"), &why, help);
        names.set_apart(&format!("$line.form.{form}"), &why, help);
    }
}

/// The kinds or profiles that have a name, by that name.
type Holders<'n> = BTreeMap<&'n str, Vec<&'n str>>;

/// The maximum number of holders that a message names.
const SHOWN: usize = 5;

/// The message that only some kinds or profiles have a name.
fn only(sort: &str, holders: &[&str], what: &str) -> String {
    let shown = listed_to(SHOWN, holders.iter().copied());
    match holders.len() {
        1 => format!("only the {sort} {shown} has {what}"),
        _ => format!("only the {sort}s {shown} have {what}"),
    }
}

/// The names that all of some lists have.
fn common(lists: Vec<Vec<(&str, Type)>>) -> Vec<(String, Type)> {
    let Some((first, rest)) = lists.split_first() else { return Vec::new() };
    let everywhere = |entry: &&(&str, Type)| rest.iter().all(|list| list.contains(entry));
    first.iter().filter(everywhere).map(|(name, ty)| ((*name).to_owned(), *ty)).collect()
}
