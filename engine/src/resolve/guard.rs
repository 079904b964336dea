//! Resolves guards: each at a site that allows it, within the scope that it may read.

pub(crate) mod ask;
mod fingerprint;
pub(crate) mod output;
pub(crate) mod question;
mod rule;

use std::collections::HashMap;
use std::sync::Arc;

use lang::analysis::States;
use lang::{Position, Root};
use vm::Type;

pub(crate) use self::fingerprint::kept;
use self::question::Sort;
use crate::raw::given_word;
use crate::raw::guard::{RawGuard, RawQuestion};
use crate::raw::keys::{Given, Keys, Section};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{At, Env, Within};
use crate::station::{FormField, Guard, Presence, Read};
use crate::text::file::{Place, quote};
use crate::text::words::listed;

/// The site of a list of guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    /// `invoke.guards`.
    Invoke,
    /// `select` of a skill or a kind.
    Select,
    /// `submit_guard` of the station or a playbook.
    Submit,
}

impl Site {
    fn what(self) -> &'static str {
        match self {
            Site::Invoke => "`invoke.guards`",
            Site::Select => "`select`",
            Site::Submit => "`submit_guard`",
        }
    }

    /// Whether a guard with this key is allowed here.
    fn takes(self, key: &str) -> bool {
        match self {
            Site::Invoke => matches!(key, "require" | "permission" | "policy" | "approval"),
            Site::Select => key != "submitted_by",
            Site::Submit => key != "update",
        }
    }
}

/// The state between two guards of a list: readable names, and the effects of earlier guards.
#[derive(Clone, Debug)]
pub(crate) struct GuardScope {
    pub(crate) names: Env,
    /// The questions of the forms so far, each with its place.
    asked: Arc<HashMap<String, Place>>,
    /// Whether there is a billed price to count.
    pub(crate) billed: Billed,
    /// Whether the current guard always applies.
    applies: Applies,
}

/// Whether a guard applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Applies {
    Always,
    /// The guard's `when` decides.
    Sometimes,
}

/// Whether there is a billed price, and in which field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Billed {
    /// The skill has no billed price.
    None,
    /// The price is in this field.
    Field(usize),
    /// An `update` gives the price.
    Updated,
    /// It is refused, so the answer is unknown.
    Unknown,
}

impl GuardScope {
    pub(crate) fn new(names: Env, billed: Billed) -> GuardScope {
        GuardScope { names, asked: Arc::default(), billed, applies: Applies::Always }
    }

    /// The same list, as the kinds of other names go on with it.
    pub(crate) fn with(&self, names: Env) -> GuardScope {
        let mut names = names;
        names.take_over(&self.names);
        GuardScope {
            names,
            asked: self.asked.clone(),
            billed: self.billed,
            applies: Applies::Always,
        }
    }

    /// The scope that this list passes on: the answers of its forms and the values of its updates.
    pub(crate) fn left(&self) -> GuardScope {
        GuardScope { names: self.names.left(), ..self.clone() }
    }

    /// Whether this scope passes on the same as the other.
    pub(crate) fn is_as(&self, other: &GuardScope) -> bool {
        self.names.is(&other.names) && Arc::ptr_eq(&self.asked, &other.asked)
    }

    /// The scope of a list that follows several others: it may read what each of them passes on.
    pub(crate) fn after(lists: &[GuardScope], names: Env, billed: Billed) -> GuardScope {
        let mut scope = GuardScope::new(names, billed);
        let Some((first, rest)) = lists.split_first() else { return scope };
        for list in lists {
            let asked = list.asked.iter().map(|(name, place)| (name.clone(), *place));
            if !list.asked.is_empty() {
                Arc::make_mut(&mut scope.asked).extend(asked);
            }
            scope.names.hush(&list.names);
        }
        let others: Vec<&Env> = rest.iter().map(|list| &list.names).collect();
        scope.names.take_over_common(&first.names, &others);
        if rest.iter().all(|list| list.billed == first.billed) {
            scope.billed = first.billed;
        }
        scope
    }

    /// Records that a form before the next guard asks a question.
    fn ask(&mut self, name: &str, place: Place, context: &mut Context<'_, '_>) {
        if let Some(&first) = self.asked.get(name) {
            let message = format!("{} is asked by two forms of one list", quote(name));
            let remark = Remark::new(codes::GUARD_FORM_DUPLICATE, place, message);
            context.usage.add(
                remark
                    .help("choose another name, or ask once")
                    .also(first, "the first asks it here"),
            );
        } else {
            Arc::make_mut(&mut self.asked).insert(name.to_owned(), place);
        }
    }

    /// Notes that a field, or the price that no field presents, was read again and is known.
    fn updated(&mut self, field: Option<usize>) {
        if let Some(number) = field {
            self.names.renew(number);
        }
        if self.applies == Applies::Always {
            let read = field.map_or(Read::Price, Read::Field);
            self.names.settle_read(&read, States::Given);
        }
    }

    /// Records the price that an `update` gives if no field is billed.
    fn price(&mut self) {
        if self.billed == Billed::None {
            self.billed = Billed::Updated;
            self.names.declare(Root::Item, Within::None, "price", Type::Price, Read::Price);
        }
    }
}

/// Resolves the questions of a form that precedes every guard of a list.
pub(crate) fn form(
    raw: &[RawQuestion<'_>],
    sort: Sort,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Vec<FormField>> {
    let (mut fields, mut is_whole) = (Vec::new(), true);
    for raw in raw {
        let Some(field) = question::resolve(raw, sort, context) else {
            scope.names.refuse(Root::Form, raw.name.text);
            is_whole = false;
            continue;
        };
        scope.ask(&field.name, raw.name.place, context);
        let read = Read::Form(field.name.clone());
        scope.names.declare(Root::Form, Within::None, &field.name, field.ty, read);
        if scope.names.position() == Position::Select {
            let read = Read::LineForm(field.name.clone());
            scope.names.add(&format!("$line.form.{}", field.name), field.ty, read);
        }
        if field.presence == Presence::Required && scope.applies == Applies::Always {
            scope.names.settle(Root::Form, &field.name, States::Needed);
        }
        fields.push(field);
    }
    is_whole.then_some(fields)
}

/// Resolves the guards of a list, in order. A form serves the guards that follow it.
pub(crate) fn list(
    raw: &[RawGuard<'_>],
    site: Site,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> Vec<Arc<Guard>> {
    let guards = raw.iter().filter_map(|guard| one(guard, site, scope, context));
    guards.map(Arc::new).collect()
}

fn one(
    raw: &RawGuard<'_>,
    site: Site,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Guard> {
    let keys = &raw.keys;
    let kind = kind(raw, context);
    let name = given_word(keys.get("name"), context.usage.report);
    let message = given_word(keys.get("message"), context.usage.report);
    if let Some(kind) = kind
        && !site.takes(kind)
    {
        out_of_place(kind, site, keys, context);
        return None;
    }
    let when = match keys.get("when") {
        Given::Absent => Some(None),
        Given::Value(entry) => scope.names.when(entry, &mut context.usage).map(Some),
        Given::Refused => None,
    };
    let under = match &when {
        Some(None) => Given::Absent,
        Some(Some(when)) => Given::Value(when),
        None => Given::Refused,
    };
    scope.applies = if under.is_absent() { Applies::Always } else { Applies::Sometimes };
    let rule = match keys.get(kind?) {
        Given::Value(entry) => rule::resolve(kind?, entry, under, scope, context),
        Given::Absent | Given::Refused => None,
    };
    Some(Guard {
        name: name.value().map(|word| word.text.to_owned()),
        when: when?,
        message: message.value().map(|word| word.text.to_owned()),
        rule: rule?,
        fingerprint: fingerprint::of(kind?, keys),
    })
}

/// The alternative keys of a guard: it has exactly one of them.
fn kinds() -> impl Iterator<Item = &'static str> {
    Section::Guard.one_of()
}

/// Finds the single key that names a guard's kind.
fn kind(raw: &RawGuard<'_>, context: &mut Context<'_, '_>) -> Option<&'static str> {
    let found: Vec<_> =
        raw.keys.entries().filter(|(key, _)| kinds().any(|kind| kind == *key)).collect();
    match found.as_slice() {
        [(key, _)] => return Some(key),
        [] => {
            // An unknown key was reported before.
            let all = raw.view.map().map_or(0, Iterator::count);
            if all == raw.keys.entries().count() {
                let message = "the guard says nothing that has to hold";
                let remark = Remark::new(codes::GUARD_SHAPE, raw.keys.place(), message);
                context.usage.add(remark.help(format!("a guard is one of {}", listed(kinds()))));
            }
        }
        [.., (key, given)] => {
            let place = given.value().map_or(raw.keys.place(), |entry| entry.key.place());
            let others = found.iter().map(|(other, _)| *other).filter(|other| other != key);
            let message =
                format!("`{key}` stands beside {}: a guard is one of them", listed(others));
            context
                .usage
                .add(Remark::new(codes::GUARD_SHAPE, place, message).help("make two guards of it"));
        }
    }
    None
}

fn out_of_place(kind: &str, site: Site, keys: &Keys<'_>, context: &mut Context<'_, '_>) {
    let place = keys.get(kind).value().map_or(keys.place(), |entry| entry.key.place());
    let all = [Site::Invoke, Site::Select, Site::Submit];
    let may: Vec<_> = all.into_iter().filter(|o| o.takes(kind)).map(Site::what).collect();
    let message = format!("`{kind}` may not stand in {}", site.what());
    context.usage.add(Remark::new(codes::GUARD_POSITION, place, message).help(format!(
        "it may stand in {}; here stand {}",
        may.join(" and "),
        listed(kinds().filter(|key| site.takes(key)))
    )));
}

/// How findings describe the references in a guard's arguments.
const ARGS: At =
    At { code: codes::GUARD_REFERENCE, what: "a guard's `args`", except: &["$submitted"] };
