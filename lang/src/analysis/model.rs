//! The model of conditions: connectives over atoms, where equal tests share one atom.
//!
//! Of complementary tests only one is kept: `!=` is `not ==` and `>=` is `not <`, which is exact in three-valued logic.

use std::collections::HashMap;

use vm::{Part, Reading, Truth, Type, Verified};

use super::truths::Truths;
use crate::hir::{Condition, Kind, Relation, Sense, Test, Value, ValueKind};
use crate::lower::lower;
use crate::scope::SlotIndex;

/// The index of a node.
pub(super) type NodeId = usize;

/// The index of an atom.
pub(super) type AtomId = usize;

/// A node of the condition graph.
#[derive(Clone, Debug)]
pub(super) enum Node {
    All(Vec<NodeId>),
    Any(Vec<NodeId>),
    Not(NodeId),
    Known(NodeId),
    Atom(AtomId),
    /// A part that is assumed to have this truth.
    Fixed(Truth),
}

/// An atom: a test over variables.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// The test; its slots are variables.
    pub(super) test: Test,
    /// The variables, without duplicates.
    pub(super) vars: Vec<usize>,
    pub(super) sort: Sort,
    /// The test as a program, if it can only be decided by evaluation.
    pub(super) program: Option<Verified>,
}

/// Whether a test can be decided symbolically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Compares variables with literals or with each other.
    Plain,
    /// Computes, or searches in a text: only evaluation decides it.
    Opaque,
}

/// All atoms and nodes.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) nodes: Vec<Node>,
    pub(super) atoms: Vec<Atom>,
    by_words: HashMap<String, AtomId>,
}

/// A change to a part, for a variant of a condition.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// Drops the part from its `and` or `or`.
    Left(Part),
    /// Assumes that the part has this truth.
    Fixed(Part, Truth),
}

impl Change {
    fn part(self) -> Part {
        match self {
            Change::Left(part) | Change::Fixed(part, _) => part,
        }
    }
}

/// The context in which a condition is added.
pub(super) struct Adding<'a> {
    pub(super) model: &'a mut Model,
    /// The variable of each slot.
    pub(super) vars: &'a [usize],
    /// The types of all variables.
    pub(super) types: &'a [Type],
    pub(super) reading: &'a Reading,
    /// The changes to apply.
    pub(super) changes: &'a [Change],
}

impl Model {
    fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}

impl Adding<'_> {
    /// Adds a condition. The recursion is bounded by the parser's depth limit.
    pub(super) fn condition(&mut self, condition: &Condition) -> NodeId {
        let change = self.changes.iter().find(|change| change.part() == condition.part());
        if let Some(Change::Fixed(_, truth)) = change {
            return self.model.node(Node::Fixed(*truth));
        }
        match condition.kind() {
            Kind::All(parts) => {
                let parts = self.parts(parts);
                self.model.node(Node::All(parts))
            }
            Kind::Any(parts) => {
                let parts = self.parts(parts);
                self.model.node(Node::Any(parts))
            }
            Kind::Not(inner) => {
                let inner = self.condition(inner);
                self.model.node(Node::Not(inner))
            }
            Kind::Known(sense, inner) => {
                let inner = self.condition(inner);
                let known = self.model.node(Node::Known(inner));
                self.under(*sense, known)
            }
            Kind::Test(test) => self.test(test),
        }
    }

    fn parts(&mut self, parts: &[Condition]) -> Vec<NodeId> {
        let left = |changes: &[Change], part: &Condition| {
            let is_it = |c: &Change| matches!(c, Change::Left(left) if *left == part.part());
            changes.iter().any(is_it)
        };
        let kept: Vec<&Condition> = parts.iter().filter(|part| !left(self.changes, part)).collect();
        kept.into_iter().map(|part| self.condition(part)).collect()
    }

    fn under(&mut self, sense: Sense, node: NodeId) -> NodeId {
        match sense {
            Sense::Is => node,
            Sense::Not => self.model.node(Node::Not(node)),
        }
    }

    fn test(&mut self, test: &Test) -> NodeId {
        let (sense, test) = match test {
            Test::Compare(relation, left, right) => self.compare(*relation, left, right),
            Test::Null(sense, value) => (*sense, Test::Null(Sense::Is, self.value(value))),
            Test::Known(sense, value) => (*sense, Test::Known(Sense::Is, self.value(value))),
            Test::In(sense, value, list) => {
                (*sense, Test::In(Sense::Is, self.value(value), list.clone()))
            }
            Test::Text(containment, text, part) => {
                (Sense::Is, Test::Text(*containment, self.value(text), self.value(part)))
            }
            Test::Matches(text, pattern) => {
                (Sense::Is, Test::Matches(self.value(text), pattern.clone()))
            }
            Test::Holds(value) => (Sense::Is, Test::Holds(self.value(value))),
        };
        let atom = self.atom(test);
        let node = self.model.node(Node::Atom(atom));
        self.under(sense, node)
    }

    fn compare(&self, relation: Relation, left: &Value, right: &Value) -> (Sense, Test) {
        let (left, right) = (self.value(left), self.value(right));
        let equal = |left: Value, right: Value| match left.kind() {
            ValueKind::Constant(_) => Test::Compare(Relation::Equal, right, left),
            _ => Test::Compare(Relation::Equal, left, right),
        };
        let less = |left, right| Test::Compare(Relation::Less, left, right);
        match relation {
            Relation::Equal => (Sense::Is, equal(left, right)),
            Relation::NotEqual => (Sense::Not, equal(left, right)),
            Relation::Less => (Sense::Is, less(left, right)),
            Relation::GreaterOrEqual => (Sense::Not, less(left, right)),
            Relation::Greater => (Sense::Is, less(right, left)),
            Relation::LessOrEqual => (Sense::Not, less(right, left)),
        }
    }

    /// Replaces slots by variables in a value.
    fn value(&self, value: &Value) -> Value {
        match value.kind() {
            ValueKind::Slot(slot, ty) => {
                let var = self.vars.get(slot.index()).copied().unwrap_or_default();
                Value::slot(SlotIndex::new(var).unwrap_or(*slot), *ty)
            }
            ValueKind::Constant(constant) => Value::constant(constant.clone()),
            ValueKind::Sum(first, rest) => {
                let rest = rest.iter().map(|(sign, term)| (*sign, self.value(term)));
                Value::sum(self.value(first), rest.collect())
            }
            ValueKind::Product(first, rest) => {
                let rest = rest.iter().map(|factor| self.value(factor));
                Value::product(self.value(first), rest.collect())
            }
            ValueKind::Negative(inner) => self.value(inner).negative(),
            ValueKind::Lower(inner) => self.value(inner).lower(),
            ValueKind::Length(inner) => self.value(inner).length(),
        }
    }

    fn atom(&mut self, test: Test) -> AtomId {
        let words = test.to_string();
        if let Some(&atom) = self.model.by_words.get(&words) {
            return atom;
        }
        let mut vars = Vec::new();
        values(&test).into_iter().for_each(|value| variables(value, &mut vars));
        vars.sort_unstable();
        vars.dedup();
        let sort = if values(&test).into_iter().all(is_plain) && !looks_into(&test) {
            Sort::Plain
        } else {
            Sort::Opaque
        };
        let program = match (sort, Part::new(0)) {
            (Sort::Opaque, Some(part)) => {
                let condition = Condition::test(part, test.clone());
                lower(&condition, 1, self.types, self.reading).ok()
            }
            _ => None,
        };
        self.model.atoms.push(Atom { test, vars, sort, program });
        let atom = self.model.atoms.len() - 1;
        self.model.by_words.insert(words, atom);
        atom
    }
}

/// The values of a test.
pub(super) fn values(test: &Test) -> Vec<&Value> {
    match test {
        Test::Compare(_, left, right) | Test::Text(_, left, right) => vec![left, right],
        Test::Null(_, value)
        | Test::Known(_, value)
        | Test::In(_, value, _)
        | Test::Matches(value, _)
        | Test::Holds(value) => vec![value],
    }
}

fn looks_into(test: &Test) -> bool {
    matches!(test, Test::Text(..) | Test::Matches(..))
}

fn is_plain(value: &Value) -> bool {
    matches!(value.kind(), ValueKind::Slot(..) | ValueKind::Constant(_))
}

/// Collects the variables of a value.
pub(super) fn variables(value: &Value, vars: &mut Vec<usize>) {
    match value.kind() {
        ValueKind::Slot(var, _) => vars.push(var.index()),
        ValueKind::Constant(_) => {}
        ValueKind::Sum(first, rest) => {
            variables(first, vars);
            rest.iter().for_each(|(_, term)| variables(term, vars));
        }
        ValueKind::Product(first, rest) => {
            variables(first, vars);
            rest.iter().for_each(|factor| variables(factor, vars));
        }
        ValueKind::Negative(inner) | ValueKind::Lower(inner) | ValueKind::Length(inner) => {
            variables(inner, vars);
        }
    }
}

/// The known content of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Said<'a> {
    /// Exactly this value.
    Exactly(vm::Value<'a>),
    /// Some known value.
    SomeKnown,
    /// Some known value, or an arithmetic result out of range.
    KnownOrNot,
}

/// The possible truths of a test, given the contents of its variables.
pub(super) fn says<'a>(test: &'a Test, held: &impl Fn(usize) -> Said<'a>) -> Truths {
    match test {
        Test::Compare(Relation::Less, left, right) => order(said(left, held), said(right, held)),
        Test::Compare(_, left, right) => equal(said(left, held), said(right, held)),
        Test::Null(_, value) => equal(said(value, held), Said::Exactly(vm::Value::Absent)),
        Test::Known(_, value) => match said(value, held) {
            Said::Exactly(value) => Truths::from(Truth::from(is_known(value))),
            Said::SomeKnown => Truths::TRUE,
            Said::KnownOrNot => Truths::KNOWN,
        },
        Test::In(_, value, list) => match said(value, held) {
            Said::Exactly(vm::Value::Unreadable) => Truths::INDETERMINATE,
            Said::Exactly(vm::Value::Absent) => Truths::from(Truth::from(list.has_null())),
            Said::Exactly(value) => {
                let found =
                    list.members().binary_search_by(|member| order_of(member.value(), value));
                Truths::from(Truth::from(found.is_ok()))
            }
            Said::SomeKnown => Truths::KNOWN,
            Said::KnownOrNot => Truths::ALL,
        },
        Test::Text(_, left, right) => looked(said(left, held), said(right, held)),
        Test::Matches(text, _) => looked(said(text, held), Said::SomeKnown),
        Test::Holds(value) => match said(value, held) {
            Said::Exactly(vm::Value::Boolean(known)) => Truths::from(Truth::from(known)),
            Said::Exactly(_) => Truths::INDETERMINATE,
            Said::SomeKnown | Said::KnownOrNot => Truths::KNOWN,
        },
    }
}

fn is_known(value: vm::Value<'_>) -> bool {
    !matches!(value, vm::Value::Absent | vm::Value::Unreadable)
}

fn equal(left: Said<'_>, right: Said<'_>) -> Truths {
    use vm::Value::{Absent, Unreadable};
    match (left, right) {
        (Said::Exactly(Unreadable), _) | (_, Said::Exactly(Unreadable)) => Truths::INDETERMINATE,
        (Said::Exactly(left), Said::Exactly(right)) => Truths::from(Truth::from(left == right)),
        (Said::Exactly(Absent), other) | (other, Said::Exactly(Absent)) => match other {
            Said::KnownOrNot => Truths::NOT_TRUE,
            Said::SomeKnown | Said::Exactly(_) => Truths::FALSE,
        },
        (Said::KnownOrNot, _) | (_, Said::KnownOrNot) => Truths::ALL,
        (_, _) => Truths::KNOWN,
    }
}

fn order(left: Said<'_>, right: Said<'_>) -> Truths {
    match (left, right) {
        (Said::Exactly(value), _) | (_, Said::Exactly(value)) if !is_known(value) => {
            Truths::INDETERMINATE
        }
        (Said::Exactly(left), Said::Exactly(right)) => {
            Truths::from(Truth::from(order_of(left, right).is_lt()))
        }
        (Said::KnownOrNot, _) | (_, Said::KnownOrNot) => Truths::ALL,
        (_, _) => Truths::KNOWN,
    }
}

/// The order of two known values of one family.
pub(super) fn order_of(left: vm::Value<'_>, right: vm::Value<'_>) -> std::cmp::Ordering {
    use vm::Value;
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => left.cmp(right),
        (Value::Number(left), Value::Number(right)) => left.cmp(&right),
        (Value::Boolean(left), Value::Boolean(right)) => left.cmp(&right),
        (Value::Datetime(left), Value::Datetime(right)) => left.cmp(&right),
        _ => std::cmp::Ordering::Less,
    }
}

fn looked(text: Said<'_>, part: Said<'_>) -> Truths {
    for side in [text, part] {
        if let Said::Exactly(value) = side
            && !is_known(value)
        {
            return Truths::INDETERMINATE;
        }
    }
    match (text, part) {
        (Said::KnownOrNot, _) | (_, Said::KnownOrNot) => Truths::ALL,
        (_, _) => Truths::KNOWN,
    }
}

/// The content of a value, given the contents of its variables.
fn said<'a>(value: &'a Value, held: &impl Fn(usize) -> Said<'a>) -> Said<'a> {
    let unreadable = Said::Exactly(vm::Value::Unreadable);
    let computed = |inner: Said<'a>| match inner {
        Said::Exactly(value) if !is_known(value) => unreadable,
        Said::Exactly(_) | Said::SomeKnown => Said::SomeKnown,
        Said::KnownOrNot => Said::KnownOrNot,
    };
    let together = |mut values: Box<dyn Iterator<Item = Said<'a>> + '_>| {
        let is_out = |said: Said<'a>| matches!(computed(said), Said::Exactly(_));
        if values.any(is_out) { unreadable } else { Said::KnownOrNot }
    };
    match value.kind() {
        ValueKind::Slot(var, _) => held(var.index()),
        ValueKind::Constant(constant) => Said::Exactly(constant.value()),
        ValueKind::Sum(first, rest) => together(Box::new(
            std::iter::once(said(first, held)).chain(rest.iter().map(|(_, term)| said(term, held))),
        )),
        ValueKind::Product(first, rest) => together(Box::new(
            std::iter::once(said(first, held)).chain(rest.iter().map(|factor| said(factor, held))),
        )),
        ValueKind::Negative(inner) | ValueKind::Lower(inner) | ValueKind::Length(inner) => {
            computed(said(inner, held))
        }
    }
}
