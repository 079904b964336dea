//! Guards: which may appear in which list, and what each may read.

pub(crate) mod ask;
pub(crate) mod output;
pub(crate) mod question;
mod rule;
mod said;

use crate::report::codes;
use std::collections::HashMap;
use std::sync::Arc;

use lang::analysis::States;
use lang::{Position, Root};
use vm::Type;

use self::question::Sort;
use crate::raw::given_word;
use crate::raw::guard::{RawGuard, RawQuestion};
use crate::raw::keys::{GUARDS, Given, Keys, Section};
use crate::report::finding::Remark;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::names::{At, Names, Within};
use crate::station::{FormField, Guard, Presence, Read};
use crate::text::file::{Place, quote};
use crate::text::words::listed;

pub(crate) use self::said::kept;

/// The section that a list of guards belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// `invoke.guards`.
    Invoke,
    /// `select` of a skill or a kind.
    Select,
    /// `submit_guard` of the station or a playbook.
    Submit,
}

impl Stand {
    fn what(self) -> &'static str {
        match self {
            Stand::Invoke => "`invoke.guards`",
            Stand::Select => "`select`",
            Stand::Submit => "`submit_guard`",
        }
    }

    /// Returns whether a guard may appear in this section.
    fn takes(self, key: &str) -> bool {
        match self {
            Stand::Invoke => matches!(key, "require" | "permission" | "policy" | "approval"),
            Stand::Select => key != "submitted_by",
            Stand::Submit => key != "update",
        }
    }
}

/// The state between two guards of a list: readable names, and the effects of earlier guards.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) names: Names,
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
    /// Unknown, because a part was refused.
    Unknown,
}

impl Stage {
    pub(crate) fn new(names: Names, billed: Billed) -> Stage {
        Stage { names, asked: Arc::default(), billed, applies: Applies::Always }
    }

    /// Continues the list with the names of other kinds.
    pub(crate) fn with(&self, names: Names) -> Stage {
        let mut names = names;
        names.take_over(&self.names);
        Stage { names, asked: self.asked.clone(), billed: self.billed, applies: Applies::Always }
    }

    /// Returns the state for later lists: the answers of its forms and the values of its updates.
    pub(crate) fn left(&self) -> Stage {
        Stage { names: self.names.left(), ..self.clone() }
    }

    /// Returns whether no guard between the two states asked or gave a value.
    pub(crate) fn is_as(&self, other: &Stage) -> bool {
        self.names.is(&other.names) && Arc::ptr_eq(&self.asked, &other.asked)
    }

    /// Merges the states of several lists for a list that follows all of them.
    pub(crate) fn behind(lists: &[Stage], names: Names, billed: Billed) -> Stage {
        let mut stage = Stage::new(names, billed);
        let Some((first, rest)) = lists.split_first() else { return stage };
        for list in lists {
            let asked = list.asked.iter().map(|(name, place)| (name.clone(), *place));
            if !list.asked.is_empty() {
                Arc::make_mut(&mut stage.asked).extend(asked);
            }
            stage.names.hush(&list.names);
        }
        let others: Vec<&Names> = rest.iter().map(|list| &list.names).collect();
        stage.names.take_over_common(&first.names, &others);
        if rest.iter().all(|list| list.billed == first.billed) {
            stage.billed = first.billed;
        }
        stage
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

    /// Records that an update refreshed a field, or the price that no field presents, so that its value is known.
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
    stage: &mut Stage,
    context: &mut Context<'_, '_>,
) -> Option<Vec<FormField>> {
    let (mut fields, mut whole) = (Vec::new(), Some(()));
    for raw in raw {
        let Some(field) = question::resolve(raw, sort, context) else {
            stage.names.refuse(Root::Form, raw.name.text);
            whole = None;
            continue;
        };
        stage.ask(&field.name, raw.name.place, context);
        let read = Read::Form(field.name.clone());
        stage.names.declare(Root::Form, Within::None, &field.name, field.ty, read);
        if stage.names.position() == Position::Select {
            let read = Read::LineForm(field.name.clone());
            stage.names.add(&format!("$line.form.{}", field.name), field.ty, read);
        }
        if field.presence == Presence::Required && stage.applies == Applies::Always {
            stage.names.settle(Root::Form, &field.name, States::Needed);
        }
        fields.push(field);
    }
    whole.map(|()| fields)
}

/// Resolves the guards of a list, in order; a form serves the guards after it.
pub(crate) fn list(
    raw: &[RawGuard<'_>],
    stand: Stand,
    stage: &mut Stage,
    context: &mut Context<'_, '_>,
) -> Vec<Arc<Guard>> {
    let guards = raw.iter().filter_map(|guard| one(guard, stand, stage, context));
    guards.map(Arc::new).collect()
}

fn one(
    raw: &RawGuard<'_>,
    stand: Stand,
    stage: &mut Stage,
    context: &mut Context<'_, '_>,
) -> Option<Guard> {
    let keys = &raw.keys;
    let kind = kind(raw, context);
    let name = given_word(keys.get("name"), "a text", context.usage.report);
    let message = given_word(keys.get("message"), "a text", context.usage.report);
    if let Some(kind) = kind
        && !stand.takes(kind)
    {
        out_of_place(kind, stand, keys, context);
        return None;
    }
    let when = match keys.get("when") {
        Given::Absent => Some(None),
        Given::Value(entry) => stage.names.when(entry, &mut context.usage).map(Some),
        Given::Refused => None,
    };
    let under = match &when {
        Some(None) => Given::Absent,
        Some(Some(when)) => Given::Value(when),
        None => Given::Refused,
    };
    stage.applies = if under.is_absent() { Applies::Always } else { Applies::Sometimes };
    let rule = match keys.get(kind?) {
        Given::Value(entry) => rule::resolve(kind?, entry, under, stage, context),
        Given::Absent | Given::Refused => None,
    };
    Some(Guard {
        name: name.value().map(|word| word.text.to_owned()),
        when: when?,
        message: message.value().map(|word| word.text.to_owned()),
        rule: rule?,
        said: said::said(kind?, keys),
    })
}

/// Finds the single key that names a guard's kind.
fn kind(raw: &RawGuard<'_>, context: &mut Context<'_, '_>) -> Option<&'static str> {
    let nine = Section::Guard.carried().get(..GUARDS).unwrap_or_default();
    let found: Vec<_> = raw.keys.entries().filter(|(key, _)| nine.contains(key)).collect();
    match found.as_slice() {
        [(key, _)] => return Some(key),
        [] => {
            // An unknown key was reported already.
            let all = raw.view.map().map_or(0, Iterator::count);
            if all == raw.keys.entries().count() {
                let message = "the guard says nothing that has to hold";
                let remark = Remark::new(codes::GUARD_SHAPE, raw.keys.place(), message);
                context.usage.add(
                    remark.help(format!("a guard is one of {}", listed(nine.iter().copied()))),
                );
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

fn out_of_place(kind: &str, stand: Stand, keys: &Keys<'_>, context: &mut Context<'_, '_>) {
    let place = keys.get(kind).value().map_or(keys.place(), |entry| entry.key.place());
    let nine = Section::Guard.carried().get(..GUARDS).unwrap_or_default();
    let all = [Stand::Invoke, Stand::Select, Stand::Submit];
    let may: Vec<_> = all.into_iter().filter(|o| o.takes(kind)).map(Stand::what).collect();
    let message = format!("`{kind}` may not stand in {}", stand.what());
    context.usage.add(Remark::new(codes::GUARD_POSITION, place, message).help(format!(
        "it may stand in {}; here stand {}",
        may.join(" and "),
        listed(nine.iter().copied().filter(|key| stand.takes(key)))
    )));
}

/// The code and wording of findings about references in a guard's arguments.
const ARGS: At =
    At { code: codes::GUARD_REFERENCE, what: "a guard's `args`", except: &["$submitted"] };
