//! Analyses the kinds of a skill together.

use std::collections::{BTreeSet, HashMap};

use vm::{Constant, Reading};

use super::budget::Budget;
use super::model::{Model, Node, NodeId};
use super::search::{Found, Goal};
use super::truths::Truths;
use super::{Analysis, Answer, Field, Preference, Subject};
use crate::ast::Span;
use crate::compile::Compiled;
use crate::hir::{Condition, Kind, Relation, Sense, Test, ValueKind};

/// The findings about a set of kinds. A kind is its index in the given list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Kinds that no row satisfies, each with the spans of its contradictory parts.
    pub never: Vec<(usize, Vec<Span>)>,
    /// Pairs of kinds that one row satisfies, each pair once.
    pub overlaps: Vec<Overlap>,
    /// A row that satisfies no kind.
    pub gap: Option<String>,
    /// Kinds whose satisfiability is undecided.
    pub open_never: Vec<usize>,
    /// Pairs of kinds whose overlap is undecided.
    pub open_overlaps: Vec<(usize, usize)>,
    /// Whether it is undecided if some row satisfies no kind.
    pub open_gap: bool,
}

/// Two kinds that one row satisfies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The index of the earlier kind.
    pub first: usize,
    /// The index of the later kind.
    pub second: usize,
    /// The witness row, as JSON.
    pub witness: String,
}

/// Analyses kinds together; their slots are these fields.
///
/// ```
/// # use pointsman_lang as lang;
/// use lang::analysis::{Budget, Field, States, analyze_kinds};
/// use lang::{Position, Root, Scope, compile};
/// use vm::{Path, Reading, Type};
///
/// let mut scope = Scope::new(Position::Kind);
/// scope.declare(Root::Fields, None, None, "stock", Type::Integer);
/// let path = Path::parse("stock").unwrap();
/// let fields = [Field { path, ty: Type::Integer, states: States::Read }];
/// let kinds = ["$fields.stock > 1 and $fields.stock < 2", "$fields.stock > 0", "$fields.stock < 4"];
/// let kinds = kinds.map(|when| compile(when, &scope, &Reading::default()).unwrap());
///
/// let said = analyze_kinds(&kinds.each_ref(), &fields, &Reading::default(), &mut Budget::default());
/// assert_eq!(said.never[0].0, 0, "no whole number lies between 1 and 2");
/// assert_eq!(said.overlaps[0].witness, r#"{"stock": 1}"#);
/// assert_eq!(said.gap.as_deref(), Some("{}"));
/// ```
pub fn analyze_kinds(
    kinds: &[&Compiled],
    fields: &[Field],
    reading: &Reading,
    budget: &mut Budget,
) -> Kinds {
    let mut analysis = Analysis::new(reading);
    let view = analysis.view(fields, reading);
    let subjects: Vec<Subject> = kinds.iter().map(|kind| analysis.add(view, kind)).collect();
    let mut said = Kinds::default();
    for (number, &subject) in subjects.iter().enumerate() {
        match analysis.find(&[(subject, Truths::TRUE)], Preference::Any, budget) {
            Answer::Row(_) => {}
            Answer::None => {
                let parts = analysis.excluding(subject, budget);
                said.never.push((number, parts));
            }
            Answer::Undecided => said.open_never.push(number),
        }
    }
    let none: Vec<_> = subjects.iter().map(|&subject| (subject, Truths::NOT_TRUE)).collect();
    let mut share = budget.share(2);
    let given = share.clone();
    match analysis.find(&none, Preference::Plain, &mut share) {
        Answer::Row(row) => said.gap = Some(row),
        Answer::None => {}
        Answer::Undecided => said.open_gap = true,
    }
    budget.used(&given, &share);
    analysis.overlaps(&subjects, &mut said, budget);
    said
}

impl Analysis<'_> {
    fn overlaps(&self, subjects: &[Subject], said: &mut Kinds, budget: &mut Budget) {
        let nodes = subjects.iter().filter_map(|subject| Some(self.subjects.get(subject.0)?.node));
        let needs: Vec<Needs<'_>> = nodes.map(|node| Needs::of(&self.model, node)).collect();
        let is_never =
            |number: usize, said: &Kinds| said.never.iter().any(|(never, _)| *never == number);
        for (second, (&subject, its)) in subjects.iter().zip(&needs).enumerate() {
            if is_never(second, said) {
                continue;
            }
            for (first, (&other, others)) in subjects.iter().zip(&needs).take(second).enumerate() {
                budget.spend(1);
                if budget.is_out() {
                    // This kind and all later ones.
                    said.open_overlaps.push((first, second));
                    return;
                }
                if its.exclude(others) || is_never(first, said) {
                    continue;
                }
                let both = [(other, Truths::TRUE), (subject, Truths::TRUE)];
                // A hard pair must not use up the budget of the others.
                let mut share = budget.share(16);
                let given = share.clone();
                let answer = self.find(&both, Preference::Any, &mut share);
                budget.used(&given, &share);
                match answer {
                    Answer::Row(witness) => said.overlaps.push(Overlap { first, second, witness }),
                    Answer::None => {}
                    Answer::Undecided => said.open_overlaps.push((first, second)),
                }
            }
        }
    }

    /// A small set of operands of an `and` that no row satisfies together.
    pub(super) fn excluding(&mut self, subject: Subject, budget: &mut Budget) -> Vec<Span> {
        let Some(looked) = self.subjects.get(subject.0) else { return Vec::new() };
        let (compiled, node) = (looked.compiled, looked.node);
        let whole = || compiled.parts.first().cloned().into_iter().collect();
        let Kind::All(parts) = compiled.condition.kind() else { return whole() };
        let Some(Node::All(nodes)) = self.model.nodes.get(node) else { return whole() };
        let mut kept: Vec<(&Condition, NodeId)> = parts.iter().zip(nodes.iter().copied()).collect();
        let mut share = budget.share(8);
        let given = share.clone();
        for at in (0..kept.len()).rev() {
            let goals: Vec<Goal> = kept
                .iter()
                .enumerate()
                .filter(|(number, _)| *number != at)
                .map(|(_, (_, node))| (*node, Truths::TRUE))
                .collect();
            let found = self.search(&[], &goals, Preference::Any, &mut share);
            if found == Found::Nothing {
                kept.remove(at);
            }
        }
        budget.used(&given, &share);
        let span = |(part, _): &(&Condition, NodeId)| compiled.span(part.part());
        kept.iter().filter_map(span).collect()
    }
}

/// Necessary conditions on a variable that are found without a search.
#[derive(Default)]
struct Need<'m> {
    /// The variable has one of these values.
    values: Option<BTreeSet<&'m Constant>>,
    /// The lower bound.
    low: Option<(&'m Constant, Bound)>,
    /// The upper bound.
    high: Option<(&'m Constant, Bound)>,
}

/// Whether a bound is inclusive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Within,
    Outside,
}

/// Necessary conditions on all variables.
struct Needs<'m>(HashMap<usize, Need<'m>>);

impl<'m> Needs<'m> {
    fn of(model: &'m Model, node: NodeId) -> Needs<'m> {
        let mut needs = Needs(HashMap::new());
        let mut pending = vec![(node, Sense::Is)];
        while let Some((node, sense)) = pending.pop() {
            match model.nodes.get(node) {
                Some(Node::All(parts)) if sense == Sense::Is => {
                    pending.extend(parts.iter().map(|part| (*part, sense)));
                }
                Some(Node::Not(inner)) => pending.push((*inner, Sense::Not.under(sense))),
                Some(Node::Atom(atom)) => {
                    if let Some(atom) = model.atoms.get(*atom) {
                        needs.test(&atom.test, sense);
                    }
                }
                Some(Node::All(_) | Node::Any(_) | Node::Known(_) | Node::Fixed(_)) | None => {}
            }
        }
        needs
    }

    fn test(&mut self, test: &'m Test, sense: Sense) {
        match test {
            Test::In(_, value, list) if !list.has_null() && sense == Sense::Is => {
                if let ValueKind::Slot(var, _) = value.kind() {
                    self.0.entry(var.index()).or_default().values =
                        Some(list.members().iter().collect());
                }
            }
            Test::Compare(relation, left, right) => {
                match (relation, left.kind(), right.kind(), sense) {
                    (
                        Relation::Equal,
                        ValueKind::Slot(var, _),
                        ValueKind::Constant(it),
                        Sense::Is,
                    ) => {
                        self.0.entry(var.index()).or_default().values = Some(BTreeSet::from([it]));
                    }
                    (Relation::Less, ValueKind::Slot(var, _), ValueKind::Constant(it), _) => {
                        self.0.entry(var.index()).or_default().bound(it, sense);
                    }
                    (Relation::Less, ValueKind::Constant(it), ValueKind::Slot(var, _), _) => {
                        self.0.entry(var.index()).or_default().bounded(it, sense);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Whether the two sets of conditions contradict each other.
    fn exclude(&self, other: &Needs<'_>) -> bool {
        self.0.iter().any(|(var, need)| other.0.get(var).is_some_and(|other| need.exclude(other)))
    }
}

impl<'m> Need<'m> {
    /// Adds `x < it` or its negation.
    fn bound(&mut self, it: &'m Constant, sense: Sense) {
        match sense {
            Sense::Is => self.high = Some((it, Bound::Outside)),
            Sense::Not => self.low = Some((it, Bound::Within)),
        }
    }

    /// Adds `it < x` or its negation.
    fn bounded(&mut self, it: &'m Constant, sense: Sense) {
        match sense {
            Sense::Is => self.low = Some((it, Bound::Outside)),
            Sense::Not => self.high = Some((it, Bound::Within)),
        }
    }

    fn exclude(&self, other: &Need<'_>) -> bool {
        let apart = |low: Option<(&Constant, Bound)>, high: Option<(&Constant, Bound)>| {
            low.zip(high).is_some_and(|((low, from), (high, to))| {
                low > high || (low == high && (from == Bound::Outside || to == Bound::Outside))
            })
        };
        let disjoint = match (&self.values, &other.values) {
            (Some(values), Some(others)) => values.is_disjoint(others),
            _ => false,
        };
        disjoint || apart(self.low, other.high) || apart(other.low, self.high)
    }
}
