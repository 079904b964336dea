//! Prints a typed condition on one line: `(or (eq $0 "149") (known (gt $1 5)))`.

use std::fmt::{self, Display, Formatter};

use vm::Constant;

use super::{Condition, Containment, Kind, List, Relation, Sense, Test, Value, ValueKind};
use crate::ast::Sign;

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::All(parts) => form(f, "and", parts),
            Kind::Any(parts) => form(f, "or", parts),
            Kind::Not(inner) => form(f, "not", [inner]),
            Kind::Known(sense, inner) => form(f, known(*sense), [inner]),
            Kind::Test(test) => test.fmt(f),
        }
    }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Test::Compare(relation, left, right) => form(f, relation.word(), [left, right]),
            Test::Null(Sense::Is, value) => form(f, "null", [value]),
            Test::Null(Sense::Not, value) => form(f, "not-null", [value]),
            Test::Known(sense, value) => form(f, known(*sense), [value]),
            Test::In(Sense::Is, value, list) => write!(f, "(in {value} {list})"),
            Test::In(Sense::Not, value, list) => write!(f, "(not-in {value} {list})"),
            Test::Text(containment, text, part) => form(f, containment.word(), [text, part]),
            Test::Matches(text, pattern) => write!(f, "(matches {text} {:?})", pattern.source()),
            Test::Holds(value) => value.fmt(f),
        }
    }
}

impl Display for List {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has_null() { "[null" } else { "[" })?;
        for (at, member) in self.members().iter().enumerate() {
            if at > 0 || self.has_null() {
                f.write_str(" ")?;
            }
            constant(f, member)?;
        }
        f.write_str("]")
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ValueKind::Slot(slot, _) => write!(f, "${}", slot.index()),
            ValueKind::Constant(known) => constant(f, known),
            ValueKind::Sum(first, rest) => {
                write!(f, "(sum {first}")?;
                for (sign, term) in rest {
                    match sign {
                        Sign::Plus => write!(f, " +{term}")?,
                        Sign::Minus => write!(f, " -{term}")?,
                    }
                }
                f.write_str(")")
            }
            ValueKind::Product(first, rest) => {
                form(f, "product", std::iter::once(&**first).chain(rest))
            }
            ValueKind::Negative(number) => form(f, "negative", [number]),
            ValueKind::Lower(text) => form(f, "lower", [text]),
            ValueKind::Length(text) => form(f, "length", [text]),
        }
    }
}

impl Relation {
    fn word(self) -> &'static str {
        match self {
            Relation::Equal => "eq",
            Relation::NotEqual => "ne",
            Relation::Less => "lt",
            Relation::LessOrEqual => "le",
            Relation::Greater => "gt",
            Relation::GreaterOrEqual => "ge",
        }
    }
}

impl Containment {
    fn word(self) -> &'static str {
        match self {
            Containment::Contains => "contains",
            Containment::Starts => "starts",
            Containment::Ends => "ends",
        }
    }
}

fn known(sense: Sense) -> &'static str {
    match sense {
        Sense::Is => "known",
        Sense::Not => "unknown",
    }
}

/// Prints a constant; a datetime is `@` and its seconds since 1970.
fn constant(f: &mut Formatter<'_>, constant: &Constant) -> fmt::Result {
    match constant {
        Constant::Text(text) => write!(f, "{text:?}"),
        Constant::Number(number) => write!(f, "{number}"),
        Constant::Boolean(known) => write!(f, "{known}"),
        Constant::Datetime(instant) if instant.nanoseconds == 0 => {
            write!(f, "@{}", instant.seconds)
        }
        Constant::Datetime(instant) => {
            write!(f, "@{}.{:09}", instant.seconds, instant.nanoseconds)
        }
    }
}

fn form(f: &mut Formatter<'_>, word: &str, parts: impl IntoIterator<Item: Display>) -> fmt::Result {
    write!(f, "({word}")?;
    for part in parts {
        write!(f, " {part}")?;
    }
    f.write_str(")")
}
