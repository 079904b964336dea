//! The rules of a skill's share of the selection, and what each kind makes of them.

use std::sync::Arc;

use lang::{Code, Position, Root};
use vm::{Decimal, Type};

use super::guard::{self, Billed, Stage, Stand, kept};
use super::names::{At, Context, Names, Within};
use super::params::Params;
use super::present::Fields;
use crate::file::{Place, told};
use crate::finding::Remark;
use crate::keys::Given;
use crate::name;
use crate::raw::guard::{RawGuard, RawKindGuards, RawQuantity, RawSelect, RawUnique};
use crate::raw::{RawKind, RawSkill, Stands, Word};
use crate::station::{
    FormField, Guard, KindSelect, Quantity, Read, Rule, Select, Unique, UniqueAfter, UniqueScope,
};

/// What the rules of a skill come to.
#[derive(Debug)]
pub(super) struct Selected {
    pub(super) select: Select,
    /// What each kind makes of them, in the order of the file.
    pub(super) kinds: Vec<KindSelect>,
    /// Whether a guard stands anywhere in it.
    pub(super) guards: Stands,
}

/// The line fields of a kind, and whether all of them could be read.
pub(super) type Lines = Vec<Vec<FormField>>;

pub(super) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    context: &mut Context<'_, '_>,
) -> Selected {
    let empty = Vec::new();
    let (guards, guards_key) = match &raw.select {
        Given::Value(select) => (select.guards.value().unwrap_or(&empty), Some(select.key)),
        Given::Absent | Given::Refused => (&empty, None),
    };
    let holders = holders(raw);
    let of_skill = if holders.iter().any(|holds| *holds) { Some(holders.as_slice()) } else { None };
    let names = names(raw, fields, params, lines, of_skill);
    let mut stage = Stage::new(names, billed(fields));
    let own = guard::list(guards, Stand::Select, &mut stage, context);
    let mut selected =
        Selected { select: Select::default(), kinds: Vec::new(), guards: Stands::No };
    if let Given::Value(select) = &raw.select {
        selected.select = self::select(select, &stage.names, context);
    }
    for (number, kind) in raw.kinds.value().into_iter().flatten().enumerate() {
        let only: Vec<_> = (0..holders.len()).map(|other| other == number).collect();
        let names = self::names(raw, fields, params, lines, Some(&only));
        let said = kind.select.value();
        let (list, place) = match said.map(|select| &select.guards) {
            Some(RawKindGuards::Instead(place, raw)) => {
                let mut stage = Stage::new(names, billed(fields));
                (guard::list(raw, Stand::Select, &mut stage, context), Some(*place))
            }
            Some(RawKindGuards::Added(raw)) => {
                let mut behind = stage.with(names);
                let added = guard::list(raw, Stand::Select, &mut behind, context);
                (own.iter().cloned().chain(added).collect(), None)
            }
            Some(RawKindGuards::Inherited) | None => (own.clone(), None),
        };
        if let Some(place) = place {
            dropped(&own, &list, kind.name.text, place, context);
        }
        let quantity = match said.map(|select| &select.quantity) {
            Some(Given::Value(raw)) => quantity(raw, context),
            Some(Given::Absent | Given::Refused) | None => selected.select.quantity,
        };
        selected.kinds.push(KindSelect { quantity, guards: list });
    }
    unused(&own, guards, guards_key, &selected.kinds, context);
    let any = !guards.is_empty() || selected.kinds.iter().any(|kind| !kind.guards.is_empty());
    selected.guards = Stands::when(any.then_some(()));
    selected.select.guards = own;
    selected
}

/// Which kinds take over the skill's guards.
fn holders(raw: &RawSkill<'_>) -> Vec<bool> {
    let kinds = raw.kinds.value().into_iter().flatten();
    let instead = |guards: &RawKindGuards<'_>| matches!(guards, RawKindGuards::Instead(..));
    kinds.map(|kind| !kind.select.value().is_some_and(|s| instead(&s.guards))).collect()
}

fn billed(fields: &Fields) -> Billed {
    match fields.present.billed {
        Some(number) => Billed::Field(number),
        None if fields.refused.is_any() => Billed::Unknown,
        None => Billed::None,
    }
}

/// What the guards of some kinds may read; without kinds, of all.
fn names(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    holders: Option<&[bool]>,
) -> Names {
    let mut names = Names::new(Position::Select);
    for (number, field) in fields.present.fields.iter().enumerate() {
        names.declare(Root::Item, Within::None, &field.name, field.ty, Read::Field(number));
    }
    for name in fields.refused.names() {
        names.refuse(Root::Item, name);
    }
    if fields.refused.is_all() {
        names.refuse_all(Root::Item);
    }
    params.declare(&mut names);
    names.add("$item.ref", Type::Id, Read::Reference);
    names.add("$room.id", Type::Text, Read::Room);
    let kinds: Vec<_> = raw.kinds.value().into_iter().flatten().collect();
    let holds = |number: usize| holders.is_none_or(|h| h.get(number).copied().unwrap_or(false));
    let held: Vec<usize> = (0..kinds.len()).filter(|number| holds(*number)).collect();
    for &number in &held {
        for line in lines.get(number).into_iter().flatten() {
            let has = |other: usize| lines.get(other).into_iter().flatten().any(|o| same(o, line));
            let lacks = held.iter().copied().find(|&other| {
                !has(other)
                    && !kinds
                        .get(other)
                        .is_some_and(|kind| is_refused(kind, line, lines.get(other)))
            });
            match lacks.and_then(|other| kinds.get(other)) {
                Some(kind) => names.lacks(&line.name, kind.name.text),
                None => {
                    let read = Read::LineField(line.name.clone());
                    names.declare(Root::Item, Within::None, &line.name, line.ty, read);
                }
            }
        }
        // A line field that is refused itself.
        if let Some(Given::Value(raw)) = kinds.get(number).map(|kind| &kind.fields) {
            for question in raw {
                names.refuse_unknown(Root::Item, question.name.text);
            }
        }
    }
    names
}

fn same(one: &FormField, other: &FormField) -> bool {
    one.name == other.name && one.ty == other.ty
}

/// Whether a kind declares a line field that is refused itself.
fn is_refused(kind: &RawKind<'_>, line: &FormField, read: Option<&Vec<FormField>>) -> bool {
    let is_read = read.into_iter().flatten().any(|other| other.name == line.name);
    let mut raw = kind.fields.value().into_iter().flatten();
    !is_read && raw.any(|question| name::composed(question.name.text) == line.name)
}

fn select(raw: &RawSelect<'_>, names: &Names, context: &mut Context<'_, '_>) -> Select {
    Select {
        max_items: raw.max_items.value().and_then(|word| max_items(word, context)),
        quantity: raw.quantity.value().and_then(|raw| quantity(raw, context)),
        unique: raw.unique.value().and_then(|raw| unique(raw, names, context)),
        valid_for: raw.valid_for.value().and_then(|word| valid_for(word, context)),
        guards: Vec::new(),
    }
}

fn max_items(word: &Word<'_>, context: &mut Context<'_, '_>) -> Option<u64> {
    let found = word.text.parse::<u64>().ok();
    let found = found.filter(|number| *number > 0 && number.to_string() == word.text);
    if found.is_none() {
        let message = format!("{} is no whole number from 1", told(word.text));
        let remark = Remark::new(Code::SelectMaxItems, word.place, message);
        context.add(remark.help("write how many lines there may be: `1`, `2`, …"));
    }
    found
}

fn quantity(raw: &RawQuantity<'_>, context: &mut Context<'_, '_>) -> Option<Quantity> {
    let number = |given: &Given<Word<'_>>, context: &mut Context<'_, '_>| match given {
        Given::Absent => Some(None),
        Given::Refused => None,
        Given::Value(word) => {
            let found = Decimal::parse(word.text).ok();
            if found.is_none() {
                let message = format!("{} is no number", told(word.text));
                let remark = Remark::new(Code::ValueType, word.place, message);
                context.add(remark.help("write a number, such as `2` or `0.5`"));
            }
            found.map(Some)
        }
    };
    let (min, max) = (number(&raw.min, context), number(&raw.max, context));
    let (step, min, max) = (number(&raw.step, context)?, min?, max?);
    if step.is_none() && min.is_none() && max.is_none() {
        return None;
    }
    let step = step.or_else(|| Decimal::new(1, 0))?;
    let min_or_step = min.unwrap_or(step);
    let wrong = if step <= Decimal::ZERO {
        Some((&raw.step, "the step is not over 0", "write a step over 0"))
    } else if min_or_step < Decimal::ZERO {
        Some((&raw.min, "the least quantity is below 0", "write a `min` from 0"))
    } else if max.is_some_and(|max| max < min_or_step) {
        Some((&raw.max, "no quantity fits: `min` is over `max`", "write a `max` from `min`"))
    } else if max.is_some_and(|max| min_or_step == Decimal::ZERO && max < step) {
        Some((&raw.max, "no quantity over 0 fits below `max`", "write a `max` from `step`"))
    } else {
        None
    };
    if let Some((given, message, help)) = wrong {
        let place = given.value().map_or(raw.key, |word| word.place);
        context.add(Remark::new(Code::SelectQuantity, place, message).help(help));
        return None;
    }
    Some(Quantity { min: min_or_step, max, step })
}

const UNIQUE: At = At { code: Code::SelectUnique, what: "`unique`" };

fn unique(raw: &RawUnique<'_>, names: &Names, context: &mut Context<'_, '_>) -> Option<Unique> {
    let mut whole = Some(());
    if raw.keys.is_empty() {
        let message = "nothing says what is unique";
        let remark = Remark::new(Code::SelectUnique, raw.key, message);
        context.add(remark.help("write a reference, such as `\"$item.ref\"`"));
        whole = None;
    }
    let mut keys = Vec::new();
    for view in &raw.keys {
        let text = view.text().filter(|_| !view.is_tagged()).unwrap_or_default();
        let room = text.starts_with("$room");
        if !text.starts_with('$') || room {
            let message = format!("{} is no reference that makes a key", view.told());
            let remark = Remark::new(Code::SelectUnique, view.place(), message);
            context.add(remark.help(
                "write one of `$params.<name>`, `$item.ref`, `$item.fields.<name>` and `$form.<name>`",
            ));
            whole = None;
        } else if let Some((_, read)) = names.reference(text, *view, UNIQUE, context) {
            keys.push(read);
        } else {
            whole = None;
        }
    }
    let mut word = |given: &Given<Word<'_>>, only: &str| match given {
        Given::Absent => Some(false),
        Given::Value(word) if word.text == only => Some(true),
        Given::Refused => None,
        Given::Value(word) => {
            let message = format!("{} is no word of `unique`", told(word.text));
            let remark = Remark::new(Code::SelectUnique, word.place, message);
            context.add(remark.near(word.text, [only], || format!("write `{only}`")));
            None
        }
    };
    let (station, free) = (word(&raw.scope, "station"), word(&raw.after, "free"));
    whole?;
    Some(Unique {
        keys,
        scope: if station? { UniqueScope::Station } else { UniqueScope::Skill },
        after: if free? { UniqueAfter::Free } else { UniqueAfter::Kept },
    })
}

/// A whole number over 0 and one of `s m h d w`, in seconds.
pub(super) fn seconds(text: &str) -> Option<u64> {
    let unit = text.chars().last()?;
    let number = text.strip_suffix(unit)?;
    let length: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return None,
    };
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let count = digits.then(|| number.parse::<u64>().ok()).flatten()?;
    count.checked_mul(length).filter(|seconds| *seconds > 0)
}

fn valid_for(word: &Word<'_>, context: &mut Context<'_, '_>) -> Option<u64> {
    let found = seconds(word.text);
    if found.is_none() {
        let message = format!("{} is no time", told(word.text));
        let remark = Remark::new(Code::SelectValidFor, word.place, message);
        context.add(remark.help("a whole number over 0 and one of `s`, `m`, `h`, `d`, `w`: `30d`"));
    }
    found
}

/// The rules whose loss is told: what they hold would not be held.
fn holds(rule: &Rule) -> bool {
    match rule {
        Rule::Require(_)
        | Rule::Check(_)
        | Rule::Permission(_)
        | Rule::Policy(..)
        | Rule::Budget(_)
        | Rule::Approval(_) => true,
        Rule::Form(_) | Rule::Update(_) | Rule::SubmittedBy { .. } => false,
    }
}

/// Tells what a kind's list leaves out of the skill's.
fn dropped(
    skill: &[Arc<Guard>],
    list: &[Arc<Guard>],
    kind: &str,
    place: Place,
    context: &mut Context<'_, '_>,
) {
    for guard in skill.iter().filter(|guard| holds(&guard.rule)) {
        if kept(guard, list.iter().map(Arc::as_ref)) {
            continue;
        }
        let message =
            format!("the guards of {} leave out {} of the skill", told(kind), called(guard));
        let remark = Remark::new(Code::KindDropsGuard, place, message);
        context.add(remark.help("`guards: {add: […]}` keeps the skill's"));
    }
}

/// A guard as a message names it.
fn called(guard: &Guard) -> String {
    match &guard.name {
        Some(name) => told(name),
        None => told(&guard.said.rule),
    }
}

/// Tells which guards of the skill no kind keeps.
fn unused(
    own: &[Arc<Guard>],
    raw: &[RawGuard<'_>],
    key: Option<Place>,
    kinds: &[KindSelect],
    context: &mut Context<'_, '_>,
) {
    let Some(key) = key.filter(|_| !kinds.is_empty()) else { return };
    let places = own.len() == raw.len();
    for (number, guard) in own.iter().enumerate() {
        if kinds.iter().any(|kind| kept(guard, kind.guards.iter().map(Arc::as_ref))) {
            continue;
        }
        let place = raw.get(number).filter(|_| places).map_or(key, |raw| raw.keys.place());
        let message =
            format!("every kind's list leaves out {}, which holds nothing", called(guard));
        let remark = Remark::new(Code::SelectGuardUnused, place, message);
        context.add(remark.help("`guards: {add: […]}` on a kind, or delete the guard"));
    }
}

/// Tells that a skill without kinds has what only kinds read.
pub(super) fn without_kinds(raw: &RawSkill<'_>, context: &mut Context<'_, '_>) {
    let keys = [("select", raw.select_key)];
    for (key, place) in keys.into_iter().filter_map(|(key, place)| Some((key, place?))) {
        let message = format!("the skill has `{key}` and no `kinds`: nothing would read it");
        let remark = Remark::new(Code::SkillItemKeysWithoutKinds, place, message);
        context.add(remark.help("declare `kinds`, or delete the key"));
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn a_time_is_a_whole_number_and_a_unit() {
        for (text, expected) in [
            ("30d", Some(2_592_000)),
            ("1s", Some(1)),
            ("90m", Some(5_400)),
            ("2w", Some(1_209_600)),
            ("0d", None),
            ("d", None),
            ("-1d", None),
            ("1.5h", None),
            ("30", None),
            ("30 d", None),
            ("30é", None),
            ("99999999999999999999d", None),
            ("99999999999999999w", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
