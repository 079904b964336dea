//! What is meant: a typed condition, in which no name is left to resolve.
//!
//! A reference is a slot with its type, a literal a value of the type beside it. Every condition has the number of
//! its part, counted from the whole down and from left to right; the places of the parts are kept outside. What can
//! be computed of literals alone is computed. A tree is built through the functions of this module, and read.

mod print;

use vm::{Constant, Decimal, Family, Part, Pattern, Type};

use crate::ast::Sign;
use crate::scope::SlotIndex;

/// Whether a thing is said or its contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// It is said.
    Is,
    /// Its contrary is.
    Not,
}

impl Sense {
    /// One under the other.
    #[must_use]
    pub fn under(self, outer: Sense) -> Sense {
        if self == outer { Sense::Is } else { Sense::Not }
    }
}

/// The sense of a test before which `not` stands or does not.
impl From<bool> for Sense {
    fn from(negated: bool) -> Sense {
        if negated { Sense::Not } else { Sense::Is }
    }
}

/// A condition.
#[derive(Clone, Debug)]
pub struct Condition {
    part: Part,
    kind: Kind,
}

/// What a condition is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// All of two or more.
    All(Vec<Condition>),
    /// Any of two or more.
    Any(Vec<Condition>),
    /// The contrary of one.
    Not(Box<Condition>),
    /// Whether the truth of one is known.
    Known(Sense, Box<Condition>),
    /// A test of values.
    Test(Test),
}

impl Condition {
    /// All of them; of one, that one.
    pub fn all(part: Part, conditions: Vec<Condition>) -> Condition {
        Condition { part, kind: Kind::All(conditions) }
    }

    /// Any of them.
    pub fn any(part: Part, conditions: Vec<Condition>) -> Condition {
        Condition { part, kind: Kind::Any(conditions) }
    }

    /// The contrary.
    pub fn contrary(part: Part, condition: Condition) -> Condition {
        Condition { part, kind: Kind::Not(Box::new(condition)) }
    }

    /// Whether its truth is known, or is not.
    pub fn known(part: Part, sense: Sense, condition: Condition) -> Condition {
        Condition { part, kind: Kind::Known(sense, Box::new(condition)) }
    }

    /// A test.
    pub fn test(part: Part, test: Test) -> Condition {
        Condition { part, kind: Kind::Test(test) }
    }

    /// Its number among the parts.
    pub fn part(&self) -> Part {
        self.part
    }

    /// What it is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }
}

/// How two values of one family are held together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// They are the same.
    Equal,
    /// They are not.
    NotEqual,
    /// The left one comes first.
    Less,
    /// The right one does not come first.
    LessOrEqual,
    /// The right one comes first.
    Greater,
    /// The left one does not come first.
    GreaterOrEqual,
}

impl Relation {
    /// The relation that holds where this one is known not to.
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

    /// Whether it asks for an order.
    pub fn is_order(self) -> bool {
        !matches!(self, Relation::Equal | Relation::NotEqual)
    }
}

/// What is asked of a text and another in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Containment {
    /// It stands somewhere.
    Contains,
    /// It stands at the start.
    Starts,
    /// It stands at the end.
    Ends,
}

/// A test of values: what a condition is made of.
#[derive(Clone, Debug)]
pub enum Test {
    /// A relation of two values of one family.
    Compare(Relation, Value, Value),
    /// Whether a value is absent; `== null` too.
    Null(Sense, Value),
    /// Whether a value is known.
    Known(Sense, Value),
    /// Whether a value is of a list.
    In(Sense, Value, List),
    /// Whether the first text has the second.
    Text(Containment, Value, Value),
    /// Whether a pattern is found in a text.
    Matches(Value, Pattern),
    /// Whether a boolean is true.
    Holds(Value),
}

/// The literals after `in`: of one family, each once, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    members: Vec<Constant>,
    null: bool,
}

impl List {
    /// A list of constants and, where there is a `None`, of `null`.
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

    /// The constants.
    pub fn members(&self) -> &[Constant] {
        &self.members
    }

    /// Whether `null` is among them.
    pub fn has_null(&self) -> bool {
        self.null
    }
}

/// A value: known, absent or unreadable where a row is read.
#[derive(Clone, Debug)]
pub struct Value {
    kind: ValueKind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// What a slot holds.
    Slot(SlotIndex, Type),
    /// A literal, or what was computed of literals.
    Constant(Constant),
    /// Numbers added to the first and subtracted from it, from left to right.
    Sum(Box<Value>, Vec<(Sign, Value)>),
    /// Numbers multiplied from left to right.
    Product(Box<Value>, Vec<Value>),
    /// A number with the other sign.
    Negative(Box<Value>),
    /// A text in lower case.
    Lower(Box<Value>),
    /// How long a text is.
    Length(Box<Value>),
}

impl Value {
    /// What a slot of this type holds.
    pub fn slot(slot: SlotIndex, ty: Type) -> Value {
        Value { kind: ValueKind::Slot(slot, ty) }
    }

    /// A constant.
    pub fn constant(constant: Constant) -> Value {
        Value { kind: ValueKind::Constant(constant) }
    }

    /// A sum from left to right. Literals at its start are added up, unless the result does not fit.
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

    /// A product from left to right, its first literals multiplied out like those of a sum.
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

    /// A number with the other sign.
    #[must_use]
    pub fn negative(self) -> Value {
        match self.number() {
            Some(number) => Value::from(number.neg()),
            None => Value { kind: ValueKind::Negative(Box::new(self)) },
        }
    }

    /// A text in lower case.
    #[must_use]
    pub fn lower(self) -> Value {
        Value { kind: ValueKind::Lower(Box::new(self)) }
    }

    /// How long a text is.
    #[must_use]
    pub fn length(self) -> Value {
        Value { kind: ValueKind::Length(Box::new(self)) }
    }

    /// What it is.
    pub fn kind(&self) -> &ValueKind {
        &self.kind
    }

    /// How it is compared.
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
