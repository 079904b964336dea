//! References within texts: the names that they read, with the place of each name.

use std::ops::Range;

use engine::syntax::{Node, Section};
use lang::Position;
use lang::ast::{Reference, StepKind};

use super::context::{Context, of_call, of_skill};
use super::symbol::{Symbol, Thing};
use super::{Index, Mark, Place, What};

/// Whether the text under a key may be or contain references, although it is not a condition.
pub fn may_stand(section: Section, key: &str, text: &str) -> bool {
    let whole = text.starts_with('$') && !text.starts_with("$$");
    match (section, key) {
        (Section::Call, "url") => text.contains('$'),
        (_, "args" | "line" | "params") => whole,
        (Section::Select, "unique") | (Section::Unique, "key") => whole,
        _ => false,
    }
}

/// Adds the references of a text to the index.
pub fn within(
    node: Node<'_>,
    text: &str,
    position: Option<Position>,
    context: &Context,
    file: usize,
    index: &mut Index,
) {
    for (reference, span) in lang::scan_references(text) {
        let parts = parts(&reference, position, context);
        let mut spans = vec![span];
        spans.extend(parts.iter().map(|part| part.at.clone()));
        let mut places = node.within(&spans).into_iter();
        let Some(whole) = places.next() else { continue };
        if parts.is_empty() {
            let what = What::Reads(spelled(&reference));
            index.marks.push(Mark { at: Place { file, span: whole.clone() }, what });
        }
        let last = parts.len().saturating_sub(1);
        for (number, (part, place)) in parts.into_iter().zip(places).enumerate() {
            // A cursor anywhere in a reference means the last name, except on the name of a task or a call.
            let at = if number == last { whole.clone() } else { place.clone() };
            for symbol in part.of {
                let what = What::Names(symbol, place.clone());
                index.marks.push(Mark { at: Place { file, span: at.clone() }, what });
            }
        }
    }
}

/// A reference without its `$` and without brackets.
fn spelled(reference: &Reference) -> String {
    let names = reference.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Name(name) => Some(name.as_str()),
        StepKind::Key(_) | StepKind::Keys(..) => None,
    });
    std::iter::once(reference.root.as_str()).chain(names).collect::<Vec<_>>().join(".")
}

/// A name in a reference, and the symbols that it can mean.
struct Part {
    at: Range<usize>,
    of: Vec<Symbol>,
}

fn parts(reference: &Reference, position: Option<Position>, context: &Context) -> Vec<Part> {
    if let Some(policy) = &context.policy {
        // The owner is known only after all files are read.
        return named(reference, &|_| of_policy(policy));
    }
    let skill = context.skill.as_str();
    let keyed = reference.steps.iter().any(|step| !matches!(step.kind, StepKind::Name(_)));
    if keyed || reference.root == "submitted" {
        return of_playbook(reference, context);
    }
    if reference.root == "output" && position != Some(Position::Output) {
        return Vec::new();
    }
    named(reference, &|thing| match thing {
        Thing::Output => context.outputs.clone(),
        Thing::Form => context.owner(),
        _ => skill.to_owned(),
    })
}

/// The preliminary owner of the names that a policy reads.
pub fn of_policy(policy: &str) -> String {
    format!("policy {policy}")
}

/// The last name of a reference without brackets.
fn named(reference: &Reference, of: &dyn Fn(Thing) -> String) -> Vec<Part> {
    let Some(last) = reference.steps.last() else { return Vec::new() };
    let StepKind::Name(name) = &last.kind else { return Vec::new() };
    let before = reference.steps.iter().rev().nth(1).map(|step| &step.kind);
    let is = |word: &str| matches!(before, Some(StepKind::Name(name)) if name == word);
    let things: &[Thing] = match (reference.root.as_str(), reference.steps.len()) {
        ("fields", 1) => &[Thing::Field],
        ("item" | "line", 2) if is("fields") => &[Thing::Field, Thing::LineField],
        ("line", 2) if is("form") => &[Thing::Form],
        ("form", 1) => &[Thing::Form],
        ("params", 1) => &[Thing::Param],
        ("output", 1) => &[Thing::Output],
        _ => return Vec::new(),
    };
    let symbol = |thing: &Thing| Symbol { thing: *thing, owner: of(*thing), name: name.clone() };
    vec![Part { at: last.span.clone(), of: things.iter().map(symbol).collect() }]
}

/// The names of a reference with brackets: a task, an optional call, a name.
fn of_playbook(reference: &Reference, context: &Context) -> Vec<Part> {
    let mut steps = reference.steps.iter();
    let Some(first) = steps.next() else { return Vec::new() };
    let task = |name: &str, at: Range<usize>| Part {
        at,
        of: vec![Symbol {
            thing: Thing::Task,
            owner: context.playbook.clone(),
            name: name.to_owned(),
        }],
    };
    let skill = |task: &str| context.tasks.get(task).cloned().unwrap_or_default();
    let call = |owner: String, name: &str, at: Range<usize>| Part {
        at,
        of: vec![Symbol { thing: Thing::Call, owner, name: name.to_owned() }],
    };
    let last = steps.next().and_then(|step| match &step.kind {
        StepKind::Name(name) => Some((name.clone(), step.span.clone())),
        StepKind::Key(_) | StepKind::Keys(..) => None,
    });
    let (mut parts, of) = match (&first.kind, reference.root.as_str()) {
        (StepKind::Key(name), "submitted") => {
            let owner = context.owner();
            let of = (Thing::Output, of_call(&owner, name));
            (vec![call(owner, name, first.span.clone())], of)
        }
        (StepKind::Keys(of, name), "submitted") => {
            let owner = of_skill(&skill(of));
            let (start, end) = (first.span.start, first.span.end);
            let ends = (start + of.len()).min(end);
            let begins = end.saturating_sub(name.len()).max(start);
            let outputs = of_call(&owner, name);
            (vec![task(of, start..ends), call(owner, name, begins..end)], (Thing::Output, outputs))
        }
        (StepKind::Key(name), "params") => {
            (vec![task(name, first.span.clone())], (Thing::Param, skill(name)))
        }
        (StepKind::Key(name), "read") => {
            (vec![task(name, first.span.clone())], (Thing::Field, skill(name)))
        }
        (StepKind::Key(name), "lines") => return vec![task(name, first.span.clone())],
        (StepKind::Name(_) | StepKind::Key(_) | StepKind::Keys(..), _) => return Vec::new(),
    };
    if let Some((name, at)) = last {
        let (thing, owner) = of;
        parts.push(Part { at, of: vec![Symbol { thing, owner, name }] });
    }
    parts
}

impl Index {
    /// Resolves the owners of the names that policies read, and ambiguous names.
    pub(super) fn settle(&mut self) {
        let marks = std::mem::take(&mut self.marks);
        for mark in marks {
            let What::Names(symbol, at) = &mark.what else {
                self.marks.push(mark);
                continue;
            };
            let Some(policy) = symbol.owner.strip_prefix("policy ") else {
                self.marks.push(mark);
                continue;
            };
            let mut owners: Vec<_> = self
                .policies
                .get(policy)
                .into_iter()
                .flatten()
                .map(|user| match symbol.thing {
                    Thing::Form => user.owner(),
                    _ => user.skill.clone(),
                })
                .collect();
            owners.sort();
            owners.dedup();
            for owner in owners {
                let symbol = Symbol { owner, ..symbol.clone() };
                let what = What::Names(symbol, at.clone());
                self.marks.push(Mark { at: mark.at.clone(), what });
            }
        }
        self.choose();
    }

    /// Resolves a name that can be a presented field or a line field.
    ///
    /// It is the declared field, or a presented field if neither is declared.
    fn choose(&mut self) {
        let declared = &self.declared;
        self.marks.retain(|mark| match &mark.what {
            What::Names(symbol, _) if symbol.thing == Thing::LineField => {
                declared.contains_key(symbol)
            }
            What::Names(symbol, _) if symbol.thing == Thing::Field => {
                let line = Symbol { thing: Thing::LineField, ..symbol.clone() };
                declared.contains_key(symbol) || !declared.contains_key(&line)
            }
            What::Key(..)
            | What::Word(..)
            | What::Declares(_)
            | What::Names(..)
            | What::Argument(..)
            | What::Reads(_)
            | What::File(_) => true,
        });
    }
}
