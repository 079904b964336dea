//! The kinds of a skill looked at together.

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

/// What there is to say of kinds together. A kind is its number in the list that was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Kinds that no row is of, each with the parts that exclude each other.
    pub never: Vec<(usize, Vec<Span>)>,
    /// Two kinds that are true of one row, each pair once.
    pub overlaps: Vec<Overlap>,
    /// A row that is of no kind.
    pub gap: Option<String>,
    /// Kinds of which it could not be decided whether a row is of them.
    pub open_never: Vec<usize>,
    /// Pairs of which it could not be decided whether a row is of both.
    pub open_overlaps: Vec<(usize, usize)>,
    /// Whether it could not be decided if there is a row of no kind.
    pub open_gap: bool,
}

/// Two kinds that are true of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The first.
    pub first: usize,
    /// The second, which stands behind it.
    pub second: usize,
    /// The row.
    pub witness: String,
}

/// Looks at kinds together, whose slots are these fields.
///
/// ```
/// # use pointsman_lang as lang;
/// use lang::analysis::{Budget, Field, States, together};
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
/// let said = together(&kinds.each_ref(), &fields, &Reading::default(), &mut Budget::default());
/// assert_eq!(said.never[0].0, 0, "no whole number lies between 1 and 2");
/// assert_eq!(said.overlaps[0].witness, r#"{"stock": 1}"#);
/// assert_eq!(said.gap.as_deref(), Some("{}"));
/// ```
pub fn together(
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
                    // This one, and all behind it.
                    said.open_overlaps.push((first, second));
                    return;
                }
                if its.exclude(others) || is_never(first, said) {
                    continue;
                }
                let both = [(other, Truths::TRUE), (subject, Truths::TRUE)];
                // One pair that is hard to tell apart leaves steps for the others.
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

    /// The parts of a condition that no row makes true together: of those joined by `and`, as few as do.
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

/// What a condition needs of a variable to be true, as far as it can be told at a glance.
#[derive(Default)]
struct Need<'m> {
    /// One of these values.
    values: Option<BTreeSet<&'m Constant>>,
    /// A value above this one, or from it on.
    low: Option<(&'m Constant, Bound)>,
    /// A value below this one, or up to it.
    high: Option<(&'m Constant, Bound)>,
}

/// Whether a bound is within.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Within,
    Outside,
}

/// What a condition needs of the variables.
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

    /// Whether what one needs is none of what the other needs.
    fn exclude(&self, other: &Needs<'_>) -> bool {
        self.0.iter().any(|(var, need)| other.0.get(var).is_some_and(|other| need.exclude(other)))
    }
}

impl<'m> Need<'m> {
    /// `x < it`, or its contrary.
    fn bound(&mut self, it: &'m Constant, sense: Sense) {
        match sense {
            Sense::Is => self.high = Some((it, Bound::Outside)),
            Sense::Not => self.low = Some((it, Bound::Within)),
        }
    }

    /// `it < x`, or its contrary.
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
