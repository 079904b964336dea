//! The rules of a skill's share of the selection, and the rules of each kind.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lang::{Position, Root};
use vm::Type;

use crate::raw::guard::{RawGuard, RawKindGuards, RawSelect, RawUnique};
use crate::raw::keys::Given;
use crate::raw::{RawSkill, Spanned, name};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::arguments::params::Params;
use crate::resolve::field::seconds;
use crate::resolve::guard::{self, Billed, GuardScope, Site, kept};
use crate::resolve::scope::condition::When;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{At, Env, Within};
use crate::resolve::scope::sorted::{self, KindRows};
use crate::resolve::skill::kind_scopes::KindScopes;
use crate::resolve::skill::present::Fields;
use crate::resolve::skill::quantity;
use crate::station::{
    FormField, Guard, KindSelect, Read, Rule, Select, Unique, UniqueAfter, UniqueScope,
};
use crate::text::file::{Place, quote};

/// The resolved rules of a skill's selection.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) select: Select,
    /// The rules of each kind, in file order.
    pub(crate) kinds: Vec<KindSelect>,
    /// The scope that each kind's list passes on.
    pub(crate) scopes: Vec<GuardScope>,
    /// Whether it has any guard.
    pub(crate) has_guards: bool,
}

/// The line fields of each kind.
pub(crate) type Lines = Vec<Vec<FormField>>;

pub(crate) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    (lines, when): (&Lines, &[When]),
    context: &mut Context<'_, '_>,
) -> Selected {
    let empty = Vec::new();
    let (guards, guards_key) = match &raw.select {
        Given::Value(select) => (select.guards.value().unwrap_or(&empty), Some(select.key)),
        Given::Absent | Given::Refused => (&empty, None),
    };
    let holders = holders(raw);
    let held = if holders.contains(&true) { Held::Marked(&holders) } else { Held::All };
    let common = common(fields, params);
    let mut names = with_lines(&common, raw, lines, held);
    if !guards.is_empty() {
        names.sorted(rows(raw, fields, when, held, context));
    }
    let mut scope = GuardScope::new(names, billed(fields));
    let own = guard::list(guards, Site::Select, &mut scope, context);
    let mut selected = Selected {
        select: Select::default(),
        kinds: Vec::new(),
        scopes: Vec::new(),
        has_guards: false,
    };
    if let Given::Value(select) = &raw.select {
        selected.select = self::select(select, &scope.names, context);
    }
    let kind_scopes = KindScopes::new(common, scope, billed(fields));
    for (number, kind) in raw.kinds.value().into_iter().flatten().enumerate() {
        let said = kind.select.value();
        let names = || with_lines(&kind_scopes.common, raw, lines, Held::Only(number));
        let own_lines = (!kind.fields.is_absent()).then(names);
        let (list, place) = match said.map(|select| &select.guards) {
            Some(RawKindGuards::Instead(place, written)) => {
                let mut scope = kind_scopes.instead(own_lines);
                scope.names.sorted(rows(raw, fields, when, Held::Only(number), context));
                let list = guard::list(written, Site::Select, &mut scope, context);
                selected.scopes.push(kind_scopes.left(scope));
                (list, Some(*place))
            }
            Some(RawKindGuards::Added(written)) => {
                let mut scope = kind_scopes.added(own_lines);
                scope.names.sorted(rows(raw, fields, when, Held::Only(number), context));
                let added = guard::list(written, Site::Select, &mut scope, context);
                selected.scopes.push(kind_scopes.left(scope));
                (own.iter().cloned().chain(added).collect(), None)
            }
            Some(RawKindGuards::Inherited) | None => {
                let scope = kind_scopes.added(own_lines);
                selected.scopes.push(kind_scopes.left(scope));
                (own.clone(), None)
            }
        };
        if let Some(place) = place {
            dropped(&own, &list, kind.name.text, place, context);
        }
        let quantity = match said.map(|select| &select.quantity) {
            Some(Given::Value(raw)) => quantity::resolve(raw, context),
            Some(Given::Absent | Given::Refused) | None => selected.select.quantity,
        };
        selected.kinds.push(KindSelect { quantity, guards: list });
    }
    unused(&own, guards, guards_key, &selected.kinds, context);
    selected.has_guards =
        !guards.is_empty() || selected.kinds.iter().any(|kind| !kind.guards.is_empty());
    selected.select.guards = own;
    selected
}

/// Collects the kinds of the rows that reach the guards of some kinds.
pub(crate) fn rows(
    raw: &RawSkill<'_>,
    fields: &Fields,
    when: &[When],
    held: Held<'_>,
    context: &Context<'_, '_>,
) -> KindRows {
    let kinds = raw.kinds.value().map_or(0, Vec::len);
    sorted::rows(held.numbers(kinds), when, &fields.present.fields, context.usage.reading)
}

/// Returns, for each kind, whether the kind has the skill's guards.
fn holders(raw: &RawSkill<'_>) -> Vec<bool> {
    let kinds = raw.kinds.value().into_iter().flatten();
    let instead = |guards: &RawKindGuards<'_>| matches!(guards, RawKindGuards::Instead(..));
    kinds.map(|kind| !kind.select.value().is_some_and(|s| instead(&s.guards))).collect()
}

pub(crate) fn billed(fields: &Fields) -> Billed {
    match fields.present.billed {
        Some(number) => Billed::Field(number),
        None if fields.refused.is_any() => Billed::Unknown,
        None => Billed::None,
    }
}

/// Builds the environment of the guards of some kinds.
pub(crate) fn names(
    raw: &RawSkill<'_>,
    fields: &Fields,
    params: &Params<'_>,
    lines: &Lines,
    held: Held<'_>,
) -> Env {
    with_lines(&common(fields, params), raw, lines, held)
}

/// What every kind's guards may read.
fn common(fields: &Fields, params: &Params<'_>) -> Env {
    let mut names = Env::new(Position::Select);
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
    for (number, field) in fields.present.fields.iter().enumerate() {
        names.add(&format!("$line.fields.{}", field.name), field.ty, Read::Field(number));
    }
    names.add("$line.ref", Type::Id, Read::LineReference);
    names.add("$line.kind", Type::Text, Read::LineKind);
    names.add("$line.quantity", Type::Quantity, Read::LineQuantity);
    names
}

/// The same with the line fields of some kinds.
fn with_lines(common: &Env, raw: &RawSkill<'_>, lines: &Lines, held: Held<'_>) -> Env {
    let mut names = common.clone();
    line_fields(raw, lines, held, &mut names);
    names
}

/// The kinds that a list applies to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held<'h> {
    /// All kinds of the skill.
    All,
    /// The marked kinds.
    Marked(&'h [bool]),
    /// A single kind.
    Only(usize),
}

impl Held<'_> {
    pub(crate) fn numbers(self, kinds: usize) -> Vec<usize> {
        match self {
            Held::All => (0..kinds).collect(),
            Held::Only(number) => vec![number],
            Held::Marked(marks) => {
                let marked = marks.iter().enumerate().filter(|(_, is_held)| **is_held);
                marked.map(|(number, _)| number).collect()
            }
        }
    }
}

/// Declares the line fields that all of the kinds have, each with one type; the others are known as what some lack.
fn line_fields(raw: &RawSkill<'_>, lines: &Lines, held: Held<'_>, names: &mut Env) {
    let kinds = raw.kinds.value().map_or(&[][..], Vec::as_slice);
    let held = held.numbers(kinds.len());
    // Maps each name to its first type, and counts the kinds that have the name with that type.
    let mut found: HashMap<&str, (Type, usize)> = HashMap::new();
    let mut order = Vec::new();
    for (at, &number) in held.iter().enumerate() {
        for line in lines.get(number).into_iter().flatten() {
            let (ty, count) = found.entry(&line.name).or_insert_with(|| {
                order.push(line.name.as_str());
                (line.ty, 0)
            });
            if *ty == line.ty && *count == at {
                *count += 1;
            }
        }
        // A refused line field may have any type.
        if let Some(Given::Value(raw)) = kinds.get(number).map(|kind| &kind.fields) {
            let read: HashSet<&str> =
                lines.get(number).into_iter().flatten().map(|line| line.name.as_str()).collect();
            for question in raw {
                let name = name::composed(question.name.text);
                if read.contains(name.as_str()) {
                    continue;
                }
                match found.get_mut(name.as_str()) {
                    Some((_, count)) if *count == at => *count += 1,
                    Some(_) => {}
                    None => names.refuse(Root::Item, &name),
                }
            }
        }
    }
    for name in order {
        let Some(&(ty, count)) = found.get(name) else { continue };
        match held.get(count).and_then(|lacks| kinds.get(*lacks)) {
            Some(kind) => names.lacks(name, kind.name.text),
            None => {
                let read = Read::LineField(name.to_owned());
                names.add(&format!("$line.fields.{name}"), ty, read.clone());
                names.declare(Root::Item, Within::None, name, ty, read);
            }
        }
    }
}

fn select(raw: &RawSelect<'_>, names: &Env, context: &mut Context<'_, '_>) -> Select {
    Select {
        max_items: raw.max_items.value().and_then(|word| max_items(word, context)),
        quantity: raw.quantity.value().and_then(|raw| quantity::resolve(raw, context)),
        unique: raw.unique.value().and_then(|raw| unique(raw, names, context)),
        valid_for: raw.valid_for.value().and_then(|word| valid_for(word, context)),
        guards: Vec::new(),
    }
}

fn max_items(word: &Spanned<'_>, context: &mut Context<'_, '_>) -> Option<u64> {
    let found = word.text.parse::<u64>().ok();
    let found = found.filter(|number| *number > 0 && number.to_string() == word.text);
    if found.is_none() {
        let message = format!("{} is no whole number from 1", quote(word.text));
        let remark = Remark::new(codes::SELECT_MAX_ITEMS, word.place, message);
        context.usage.add(remark.help("write how many lines there may be: `1`, `2`, …"));
    }
    found
}

const UNIQUE: At = At { code: codes::SELECT_UNIQUE, what: "`unique`", except: &["$room", "$line"] };

fn unique(raw: &RawUnique<'_>, names: &Env, context: &mut Context<'_, '_>) -> Option<Unique> {
    let mut is_whole = true;
    if raw.keys.is_empty() {
        let message = "nothing says what is unique";
        let remark = Remark::new(codes::SELECT_UNIQUE, raw.key, message);
        context.usage.add(remark.help("write a reference, such as `\"$item.ref\"`"));
        is_whole = false;
    }
    let mut keys = Vec::new();
    for view in &raw.keys {
        let text = view.text().filter(|_| !view.is_tagged()).unwrap_or_default();
        if !text.starts_with('$') {
            let message = format!("{} is no reference that makes a key", view.quote());
            let remark = Remark::new(codes::SELECT_UNIQUE, view.place(), message);
            context.usage.add(remark.help(
                "write one of `$params.<name>`, `$item.ref`, `$item.fields.<name>` and `$form.<name>`",
            ));
            is_whole = false;
        } else if let Some((_, read)) =
            names.reference(text, view.place(), UNIQUE, &mut context.usage)
        {
            keys.push(read);
        } else {
            is_whole = false;
        }
    }
    let mut word = |given: &Given<Spanned<'_>>, only: &str| match given {
        Given::Absent => Some(false),
        Given::Value(word) if word.text == only => Some(true),
        Given::Refused => None,
        Given::Value(word) => {
            let message = format!("{} is no word of `unique`", quote(word.text));
            let remark = Remark::new(codes::SELECT_UNIQUE, word.place, message);
            context.usage.add(remark.near(word.text, [only], || format!("write `{only}`")));
            None
        }
    };
    let (station, free) = (word(&raw.scope, "station"), word(&raw.after, "free"));
    if !is_whole {
        return None;
    }
    Some(Unique {
        keys,
        scope: if station? { UniqueScope::Station } else { UniqueScope::Skill },
        after: if free? { UniqueAfter::Free } else { UniqueAfter::Kept },
    })
}

fn valid_for(word: &Spanned<'_>, context: &mut Context<'_, '_>) -> Option<u64> {
    let found = seconds(word.text);
    if found.is_none() {
        let message = format!("{} is no time", quote(word.text));
        let remark = Remark::new(codes::SELECT_VALID_FOR, word.place, message);
        context
            .usage
            .add(remark.help("a whole number over 0 and one of `s`, `m`, `h`, `d`, `w`: `30d`"));
    }
    found
}

/// Whether losing the rule is reported, since nothing else would hold what it holds.
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

/// Reports guards of the skill that a kind's list leaves out.
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
        let when = guard.fingerprint.when.as_ref();
        let when = when
            .map_or_else(String::new, |when| format!(" with {}", quote(&format!("when: {when}"))));
        let message = format!(
            "the guards of {} leave out {}{when} of the skill",
            quote(kind),
            quote(&guard.called())
        );
        let remark = Remark::new(codes::KIND_DROPS_GUARD, place, message);
        context.usage.add(remark.help("`guards: {add: […]}` keeps the skill's"));
    }
}

/// Reports guards of the skill that no kind keeps.
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
            format!("every kind's list leaves out {}, which holds nothing", quote(&guard.called()));
        let remark = Remark::new(codes::SELECT_GUARD_UNUSED, place, message);
        context.usage.add(remark.help("`guards: {add: […]}` on a kind, or delete the guard"));
    }
}

/// Reports keys of a skill without kinds that only kinds use.
pub(crate) fn without_kinds(raw: &RawSkill<'_>, context: &mut Context<'_, '_>) {
    let own = [("select", raw.select_key), ("submit", raw.submit_key)];
    let added = raw.share.per_profile.iter().map(|profile| ("select", profile.select.key));
    let keys = own.into_iter().chain(added);
    for (key, place) in keys.filter_map(|(key, place)| Some((key, place?))) {
        let message = format!("the skill has `{key}` and no `kinds`: nothing would read it");
        let remark = Remark::new(codes::SKILL_ITEM_KEYS_WITHOUT_KINDS, place, message);
        context.usage.add(remark.help("declare `kinds`, or delete the key"));
    }
}
