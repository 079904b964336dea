//! The high-level intermediate representation: a typed condition with every name resolved.
//!
//! A reference is a slot with its type; a literal has the type of the operand it is compared with. Every condition has
//! a part number, assigned in pre-order; the spans of the parts are kept elsewhere. Constant subexpressions are folded.
//! Trees are built only by the constructors of this module.

mod print;

use vm::{Constant, Decimal, Family, Part, Pattern, Type};

use crate::ast::Sign;
use crate::scope::SlotIndex;

/// The polarity of a test: affirmed or negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// The test is affirmed.
    Is,
    /// The test is negated.
    Not,
}

impl Sense {
    /// Combines two polarities: two negations cancel out.
    #[must_use]
    pub fn under(self, outer: Sense) -> Sense {
        if self == outer { Sense::Is } else { Sense::Not }
    }
}

/// Converts the `negated` flag of a syntax node to a polarity.
impl From<bool> for Sense {
    fn from(negated: bool) -> Sense {
        if negated { Sense::Not } else { Sense::Is }
    }
}

/// A typed condition with its part number.
#[derive(Clone, Debug)]
pub struct Condition {
    part: Part,
    kind: Kind,
}

/// The kinds of condition.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A conjunction of two or more conditions.
    All(Vec<Condition>),
    /// A disjunction of two or more conditions.
    Any(Vec<Condition>),
    /// The negation of a condition.
    Not(Box<Condition>),
    /// A test of whether the truth of a condition is known.
    Known(Sense, Box<Condition>),
    /// A test of values.
    Test(Test),
}

impl Condition {
    /// Builds a conjunction. The caller passes at least two conditions.
    pub fn all(part: Part, conditions: Vec<Condition>) -> Condition {
        Condition { part, kind: Kind::All(conditions) }
    }

    /// Builds a disjunction. The caller passes at least two conditions.
    pub fn any(part: Part, conditions: Vec<Condition>) -> Condition {
        Condition { part, kind: Kind::Any(conditions) }
    }

    /// Builds a negation.
    pub fn contrary(part: Part, condition: Condition) -> Condition {
        Condition { part, kind: Kind::Not(Box::new(condition)) }
    }

    /// Builds a test of whether the truth of a condition is known, or is not.
    pub fn known(part: Part, sense: Sense, condition: Condition) -> Condition {
        Condition { part, kind: Kind::Known(sense, Box::new(condition)) }
    }

    /// Builds a test of values.
    pub fn test(part: Part, test: Test) -> Condition {
        Condition { part, kind: Kind::Test(test) }
    }

    /// The part number of the condition.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The kind of condition.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }
}

/// A relation between two values of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The values are equal.
    Equal,
    /// The values differ.
    NotEqual,
    /// The left value is less.
    Less,
    /// The left value is less or equal.
    LessOrEqual,
    /// The left value is greater.
    Greater,
    /// The left value is greater or equal.
    GreaterOrEqual,
}

impl Relation {
    /// The complement: the relation that is true exactly when this one is known false.
    #[must_use]
    pub fn contrary(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterOrEqual,
            Relation::LessOrEqual => Relation::Greater,
            Relation::Greater => Relation::LessOrEqual,
            Relation::GreaterOrEqual => Relation::Less,
        }
    }

    /// Whether the relation requires an ordered family.
    pub fn is_order(self) -> bool {
        !matches!(self, Relation::Equal | Relation::NotEqual)
    }
}

/// A relation between a text and a substring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Containment {
    /// The substring is anywhere in the text.
    Contains,
    /// The text starts with the substring.
    Starts,
    /// The text ends with the substring.
    Ends,
}

/// A test of values: the leaves of a condition.
#[derive(Clone, Debug)]
pub enum Test {
    /// A relation between two values of one family.
    Compare(Relation, Value, Value),
    /// Whether a value is absent; also `== null`.
    Null(Sense, Value),
    /// Whether a value is known.
    Known(Sense, Value),
    /// Whether a value is in a list.
    In(Sense, Value, List),
    /// Whether the first text contains the second.
    Text(Containment, Value, Value),
    /// Whether a pattern matches anywhere in a text.
    Matches(Value, Pattern),
    /// Whether a boolean value is true.
    Holds(Value),
}

/// The literals of a list: one family, no duplicates, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    members: Vec<Constant>,
    null: bool,
}

impl List {
    /// Builds a list of constants; a `None` member is `null`.
    pub fn new(members: impl IntoIterator<Item = Option<Constant>>) -> List {
        let mut null = false;
        let known = members.into_iter().filter_map(|member| {
            null |= member.is_none();
            member
        });
        let mut members: Vec<Constant> = known.collect();
        members.sort_unstable();
        members.dedup();
        List { members, null }
    }

    /// The constants of the list.
    pub fn members(&self) -> &[Constant] {
        &self.members
    }

    /// Whether the list contains `null`.
    pub fn has_null(&self) -> bool {
        self.null
    }
}

/// A typed value; at run time it is known, absent or unreadable.
#[derive(Clone, Debug)]
pub struct Value {
    kind: ValueKind,
}

/// The kinds of value.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// The value of a slot.
    Slot(SlotIndex, Type),
    /// A literal, or the result of constant folding.
    Constant(Constant),
    /// A sum: the first term, then terms that are added or subtracted from left to right.
    Sum(Box<Value>, Vec<(Sign, Value)>),
    /// A product, from left to right.
    Product(Box<Value>, Vec<Value>),
    /// The negation of a number.
    Negative(Box<Value>),
    /// A text in lower case.
    Lower(Box<Value>),
    /// The length of a text.
    Length(Box<Value>),
}

impl Value {
    /// Builds a reference to a slot of the given type.
    pub fn slot(slot: SlotIndex, ty: Type) -> Value {
        Value { kind: ValueKind::Slot(slot, ty) }
    }

    /// Builds a constant.
    pub fn constant(constant: Constant) -> Value {
        Value { kind: ValueKind::Constant(constant) }
    }

    /// Builds a sum from left to right. Leading constants are folded, unless the result is out of range.
    pub fn sum(first: Value, rest: Vec<(Sign, Value)>) -> Value {
        let mut first = first;
        let mut rest = rest.into_iter().peekable();
        while let Some((sign, term)) = rest.peek() {
            let together = first.number().zip(term.number()).and_then(|(a, b)| match sign {
                Sign::Plus => a.add(b),
                Sign::Minus => a.sub(b),
            });
            let Some(number) = together else { break };
            first = Value::from(number);
            rest.next();
        }
        let rest: Vec<(Sign, Value)> = rest.collect();
        if rest.is_empty() {
            return first;
        }
        Value { kind: ValueKind::Sum(Box::new(first), rest) }
    }

    /// Builds a product from left to right. Leading constants are folded, unless the result is out of range.
    pub fn product(first: Value, rest: Vec<Value>) -> Value {
        let mut first = first;
        let mut rest = rest.into_iter().peekable();
        while let Some(factor) = rest.peek() {
            let together = first.number().zip(factor.number()).and_then(|(a, b)| a.mul(b));
            let Some(number) = together else { break };
            first = Value::from(number);
            rest.next();
        }
        let rest: Vec<Value> = rest.collect();
        if rest.is_empty() {
            return first;
        }
        Value { kind: ValueKind::Product(Box::new(first), rest) }
    }

    /// Builds the negation of a number.
    #[must_use]
    pub fn negative(self) -> Value {
        match self.number() {
            Some(number) => Value::from(number.neg()),
            None => Value { kind: ValueKind::Negative(Box::new(self)) },
        }
    }

    /// Builds the lower case of a text.
    #[must_use]
    pub fn lower(self) -> Value {
        Value { kind: ValueKind::Lower(Box::new(self)) }
    }

    /// Builds the length of a text.
    #[must_use]
    pub fn length(self) -> Value {
        Value { kind: ValueKind::Length(Box::new(self)) }
    }

    /// The kind of value.
    pub fn kind(&self) -> &ValueKind {
        &self.kind
    }

    /// The family, which decides how the value is compared.
    pub fn family(&self) -> Family {
        match &self.kind {
            ValueKind::Slot(_, ty) => ty.family(),
            ValueKind::Constant(constant) => constant.family(),
            ValueKind::Lower(_) => Family::Text,
            ValueKind::Sum(..)
            | ValueKind::Product(..)
            | ValueKind::Negative(_)
            | ValueKind::Length(_) => Family::Number,
        }
    }

    fn number(&self) -> Option<Decimal> {
        match self.kind {
            ValueKind::Constant(Constant::Number(number)) => Some(number),
            _ => None,
        }
    }
}

impl From<Decimal> for Value {
    fn from(number: Decimal) -> Value {
        Value::constant(Constant::Number(number))
    }
}
