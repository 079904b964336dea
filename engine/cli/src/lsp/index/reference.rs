//! Finds the references in texts, with the range of each name in them.

use std::ops::Range;

use engine::syntax::{Node, Section};
use lang::Position;
use lang::ast::{Reference, StepKind};

use super::context::{Context, of_call, of_skill};
use super::symbol::{Symbol, SymbolKind};
use super::{FileSpan, Index, Occurrence, OccurrenceKind};

/// Whether a text that is not a condition may contain references.
pub fn may_contain(section: Section, key: &str, text: &str) -> bool {
    let whole = text.starts_with('$') && !text.starts_with("$$");
    match (section, key) {
        (Section::Call, "url") => text.contains('$'),
        (_, "args" | "line" | "params") => whole,
        (Section::Select, "unique") | (Section::Unique, "key") => whole,
        _ => false,
    }
}

/// Records the references in a text.
pub fn record(
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
            let kind = OccurrenceKind::Reads(without_root_sign(&reference));
            index.occurrences.push(Occurrence { at: FileSpan { file, span: whole.clone() }, kind });
        }
        let last = parts.len().saturating_sub(1);
        for (number, (part, place)) in parts.into_iter().zip(places).enumerate() {
            // A cursor in a reference selects its last name, except on the name of a task or a call.
            let at = if number == last { whole.clone() } else { place.clone() };
            for symbol in part.of {
                let kind = OccurrenceKind::Names(symbol, place.clone());
                index
                    .occurrences
                    .push(Occurrence { at: FileSpan { file, span: at.clone() }, kind });
            }
        }
    }
}

/// A reference without its `$` and without brackets.
fn without_root_sign(reference: &Reference) -> String {
    let names = reference.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Name(name) => Some(name.as_str()),
        StepKind::Key(_) | StepKind::Keys(..) => None,
    });
    std::iter::once(reference.root.as_str()).chain(names).collect::<Vec<_>>().join(".")
}

/// A name in a reference, with the symbols that it may mean.
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
    named(reference, &|kind| match kind {
        SymbolKind::Output => context.outputs.clone(),
        SymbolKind::Form => context.owner(),
        _ => skill.to_owned(),
    })
}

/// The placeholder owner of a name that a policy reads.
pub fn of_policy(policy: &str) -> String {
    format!("policy {policy}")
}

/// The last name of a reference without brackets.
fn named(reference: &Reference, of: &dyn Fn(SymbolKind) -> String) -> Vec<Part> {
    let Some(last) = reference.steps.last() else { return Vec::new() };
    let StepKind::Name(name) = &last.kind else { return Vec::new() };
    let before = reference.steps.iter().rev().nth(1).map(|step| &step.kind);
    let is = |word: &str| matches!(before, Some(StepKind::Name(name)) if name == word);
    let kinds: &[SymbolKind] = match (reference.root.as_str(), reference.steps.len()) {
        ("fields", 1) => &[SymbolKind::Field],
        ("item" | "line", 2) if is("fields") => &[SymbolKind::Field, SymbolKind::LineField],
        ("line", 2) if is("form") => &[SymbolKind::Form],
        ("form", 1) => &[SymbolKind::Form],
        ("params", 1) => &[SymbolKind::Param],
        ("output", 1) => &[SymbolKind::Output],
        _ => return Vec::new(),
    };
    let symbol = |kind: &SymbolKind| Symbol { kind: *kind, owner: of(*kind), name: name.clone() };
    vec![Part { at: last.span.clone(), of: kinds.iter().map(symbol).collect() }]
}

/// The names of a reference with brackets: a task, an optional call, a last name.
fn of_playbook(reference: &Reference, context: &Context) -> Vec<Part> {
    let mut steps = reference.steps.iter();
    let Some(first) = steps.next() else { return Vec::new() };
    let task = |name: &str, at: Range<usize>| Part {
        at,
        of: vec![Symbol {
            kind: SymbolKind::Task,
            owner: context.playbook.clone(),
            name: name.to_owned(),
        }],
    };
    let skill = |task: &str| context.tasks.get(task).cloned().unwrap_or_default();
    let call = |owner: String, name: &str, at: Range<usize>| Part {
        at,
        of: vec![Symbol { kind: SymbolKind::Call, owner, name: name.to_owned() }],
    };
    let last = steps.next().and_then(|step| match &step.kind {
        StepKind::Name(name) => Some((name.clone(), step.span.clone())),
        StepKind::Key(_) | StepKind::Keys(..) => None,
    });
    let (mut parts, of) = match (&first.kind, reference.root.as_str()) {
        (StepKind::Key(name), "submitted") => {
            let owner = context.owner();
            let of = (SymbolKind::Output, of_call(&owner, name));
            (vec![call(owner, name, first.span.clone())], of)
        }
        (StepKind::Keys(of, name), "submitted") => {
            let owner = of_skill(&skill(of));
            let (start, end) = (first.span.start, first.span.end);
            let ends = (start + of.len()).min(end);
            let begins = end.saturating_sub(name.len()).max(start);
            let outputs = of_call(&owner, name);
            (
                vec![task(of, start..ends), call(owner, name, begins..end)],
                (SymbolKind::Output, outputs),
            )
        }
        (StepKind::Key(name), "params") => {
            (vec![task(name, first.span.clone())], (SymbolKind::Param, skill(name)))
        }
        (StepKind::Key(name), "read") => {
            (vec![task(name, first.span.clone())], (SymbolKind::Field, skill(name)))
        }
        (StepKind::Key(name), "lines") => return vec![task(name, first.span.clone())],
        (StepKind::Name(_) | StepKind::Key(_) | StepKind::Keys(..), _) => return Vec::new(),
    };
    if let Some((name, at)) = last {
        let (kind, owner) = of;
        parts.push(Part { at, of: vec![Symbol { kind, owner, name }] });
    }
    parts
}

impl Index {
    /// Replaces the placeholder owner of each name that a policy reads, and drops the wrong readings of a name.
    pub(super) fn resolve(&mut self) {
        let occurrences = std::mem::take(&mut self.occurrences);
        for occurrence in occurrences {
            let OccurrenceKind::Names(symbol, at) = &occurrence.kind else {
                self.occurrences.push(occurrence);
                continue;
            };
            let Some(policy) = symbol.owner.strip_prefix("policy ") else {
                self.occurrences.push(occurrence);
                continue;
            };
            let mut owners: Vec<_> = self
                .policies
                .get(policy)
                .into_iter()
                .flatten()
                .map(|user| match symbol.kind {
                    SymbolKind::Form => user.owner(),
                    _ => user.skill.clone(),
                })
                .collect();
            owners.sort();
            owners.dedup();
            for owner in owners {
                let symbol = Symbol { owner, ..symbol.clone() };
                let kind = OccurrenceKind::Names(symbol, at.clone());
                self.occurrences.push(Occurrence { at: occurrence.at.clone(), kind });
            }
        }
        self.drop_wrong_readings();
    }

    /// Keeps one reading of a name that may be a presented field or a line field: the declared one, else the presented
    /// field.
    fn drop_wrong_readings(&mut self) {
        let declared = &self.declared;
        self.occurrences.retain(|occurrence| match &occurrence.kind {
            OccurrenceKind::Names(symbol, _) if symbol.kind == SymbolKind::LineField => {
                declared.contains_key(symbol)
            }
            OccurrenceKind::Names(symbol, _) if symbol.kind == SymbolKind::Field => {
                let line = Symbol { kind: SymbolKind::LineField, ..symbol.clone() };
                declared.contains_key(symbol) || !declared.contains_key(&line)
            }
            OccurrenceKind::Key(..)
            | OccurrenceKind::Word(..)
            | OccurrenceKind::Declares(_)
            | OccurrenceKind::Names(..)
            | OccurrenceKind::Argument(..)
            | OccurrenceKind::Reads(_)
            | OccurrenceKind::File(_) => true,
        });
    }
}
