//! Lowers tests and the values that they read.

use vm::{Compute, Family, Form, Nullable, Operand, Test};

use super::Lowering;
use crate::ast::Sign;
use crate::hir::{self, Containment, List, Relation, Sense, Value, ValueKind};

impl Lowering {
    /// The instruction for a test or its negation; emits the computation of its values first.
    pub(super) fn leaf(&mut self, form: Form, test: &hir::Test, outer: Sense) -> Test {
        match test {
            hir::Test::Compare(relation, left, right) => {
                let relation = match outer {
                    Sense::Is => *relation,
                    Sense::Not => relation.contrary(),
                };
                let family = left.family();
                let (left, right) = (self.value(form, left), self.value(form, right));
                compare(relation, family, left, right)
            }
            hir::Test::Null(sense, value) => {
                let value = self.value(form, value);
                match sense.under(outer) {
                    Sense::Is => Test::Null(value),
                    Sense::Not => Test::NotNull(value),
                }
            }
            hir::Test::Known(sense, value) => {
                let value = self.value(form, value);
                match sense.under(outer) {
                    Sense::Is => Test::Known(value),
                    Sense::Not => Test::Unknown(value),
                }
            }
            hir::Test::In(sense, value, list) => self.is_in(form, sense.under(outer), value, list),
            hir::Test::Text(containment, text, part) => {
                let (text, part) = (self.value(form, text), self.value(form, part));
                contains(*containment, outer, text, part)
            }
            hir::Test::Matches(text, pattern) => {
                let text = self.value(form, text);
                let pattern = self.builder.pattern(pattern);
                match outer {
                    Sense::Is => Test::Matches(text, pattern),
                    Sense::Not => Test::NotMatches(text, pattern),
                }
            }
            hir::Test::Holds(value) => {
                let value = self.value(form, value);
                match outer {
                    Sense::Is => Test::Yes(value),
                    Sense::Not => Test::No(value),
                }
            }
        }
    }

    fn is_in(&mut self, form: Form, sense: Sense, value: &Value, list: &List) -> Test {
        let family = value.family();
        let value = self.value(form, value);
        let null = if list.has_null() { Nullable::WithNull } else { Nullable::WithoutNull };
        let list = self.builder.list(list.members().to_vec(), null);
        match sense {
            Sense::Is => Test::is_in(family, value, list),
            Sense::Not => Test::not_in(family, value, list),
        }
    }

    /// The operand for a value; emits its computation first.
    fn value(&mut self, form: Form, value: &Value) -> Operand {
        match value.kind() {
            ValueKind::Slot(slot, _) => self.builder.slot(slot.index()),
            ValueKind::Constant(constant) => self.builder.constant(constant.clone()),
            ValueKind::Sum(first, rest) => self.sum(form, first, rest),
            ValueKind::Product(first, rest) => self.product(form, first, rest),
            ValueKind::Negative(number) => {
                let number = self.value(form, number);
                self.builder.compute(form, Compute::Neg(number))
            }
            ValueKind::Lower(text) => {
                let text = self.value(form, text);
                self.builder.compute(form, Compute::Lower(text))
            }
            ValueKind::Length(text) => {
                let text = self.value(form, text);
                self.builder.compute(form, Compute::Length(text))
            }
        }
    }

    fn sum(&mut self, form: Form, first: &Value, rest: &[(Sign, Value)]) -> Operand {
        let mut so_far = self.value(form, first);
        for (sign, term) in rest {
            let term = self.value(form, term);
            so_far = self.builder.compute(
                form,
                match sign {
                    Sign::Plus => Compute::Add(so_far, term),
                    Sign::Minus => Compute::Sub(so_far, term),
                },
            );
        }
        so_far
    }

    fn product(&mut self, form: Form, first: &Value, rest: &[Value]) -> Operand {
        let mut so_far = self.value(form, first);
        for factor in rest {
            let factor = self.value(form, factor);
            so_far = self.builder.compute(form, Compute::Mul(so_far, factor));
        }
        so_far
    }
}

/// Only numbers and datetimes have an order; the verifier rejects any other.
fn compare(relation: Relation, family: Family, left: Operand, right: Operand) -> Test {
    match (relation, family) {
        (Relation::Equal, _) => Test::eq(family, left, right),
        (Relation::NotEqual, _) => Test::ne(family, left, right),
        (Relation::Less, Family::Datetime) => Test::LtDatetime(left, right),
        (Relation::LessOrEqual, Family::Datetime) => Test::LeDatetime(left, right),
        (Relation::Greater, Family::Datetime) => Test::GtDatetime(left, right),
        (Relation::GreaterOrEqual, Family::Datetime) => Test::GeDatetime(left, right),
        (Relation::Less, _) => Test::LtNumber(left, right),
        (Relation::LessOrEqual, _) => Test::LeNumber(left, right),
        (Relation::Greater, _) => Test::GtNumber(left, right),
        (Relation::GreaterOrEqual, _) => Test::GeNumber(left, right),
    }
}

fn contains(containment: Containment, sense: Sense, text: Operand, part: Operand) -> Test {
    match (containment, sense) {
        (Containment::Contains, Sense::Is) => Test::Contains(text, part),
        (Containment::Contains, Sense::Not) => Test::NotContains(text, part),
        (Containment::Starts, Sense::Is) => Test::Starts(text, part),
        (Containment::Starts, Sense::Not) => Test::NotStarts(text, part),
        (Containment::Ends, Sense::Is) => Test::Ends(text, part),
        (Containment::Ends, Sense::Not) => Test::NotEnds(text, part),
    }
}
