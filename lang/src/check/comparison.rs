//! Comparisons of two values: equality and order.

use vm::{Family, Part, Type};

use super::literal::advised;
use super::operand::{Form, Operand, Reads, Typed};
use super::{Checker, words};
use crate::ast::{Comparison, Expr};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::{Condition, Containment, Relation, Sense, Test};

impl<'a> Checker<'a> {
    pub(super) fn compare(
        &mut self,
        expr: &'a Expr,
        comparison: Comparison,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Option<Condition> {
        let relation = match comparison {
            Comparison::Equal => Relation::Equal,
            Comparison::NotEqual => Relation::NotEqual,
            Comparison::Less => Relation::Less,
            Comparison::LessOrEqual => Relation::LessOrEqual,
            Comparison::Greater => Relation::Greater,
            Comparison::GreaterOrEqual => Relation::GreaterOrEqual,
            Comparison::Contains => {
                return self.contains(expr, Containment::Contains, left, right);
            }
            Comparison::StartsWith => return self.contains(expr, Containment::Starts, left, right),
            Comparison::EndsWith => return self.contains(expr, Containment::Ends, left, right),
        };
        let part = self.atom(&expr.span);
        let place = format!("`{}`", spelled(relation));
        let (left, right) = (self.operand(left, &place), self.operand(right, &place));
        let (left, right) = (left?, right?);
        if left.reads() == Reads::Nothing && right.reads() == Reads::Nothing {
            return self.constant(expr);
        }
        self.related(part?, relation, left, right)
    }

    /// Compares two operands, at least one with a reference.
    fn related(
        &mut self,
        part: Part,
        relation: Relation,
        left: Operand<'a>,
        right: Operand<'a>,
    ) -> Option<Condition> {
        let (Some(left_family), Some(right_family)) = (left.family(), right.family()) else {
            return self.with_null(part, relation, left, right);
        };
        let ty = match (&left.form, &right.form) {
            (Form::Text(_), _) => right.type_beside(),
            (_, Form::Text(_)) => left.type_beside(),
            (Form::Value(_) | Form::Null, _) => Type::Text,
        };
        let is_date = ty.family() == Family::Datetime;
        if left_family != right_family && !is_date {
            return self.other_family(&left, &right);
        }
        if relation.is_order() && left_family == right_family && !left_family.has_order() {
            return self.without_order(&left, &right, left_family);
        }
        let (left, right) = (self.valued(left, ty), self.valued(right, ty));
        let test = Test::Compare(relation, left?.value, right?.value);
        Some(Condition::test(part, test))
    }

    /// Compares a value with `null`, which only equality may do.
    fn with_null(
        &mut self,
        part: Part,
        relation: Relation,
        left: Operand<'a>,
        right: Operand<'a>,
    ) -> Option<Condition> {
        let (null, other) = match left.form {
            Form::Null => (left, right),
            Form::Text(_) | Form::Value(_) => (right, left),
        };
        let sense = match relation {
            Relation::Equal => Sense::Is,
            Relation::NotEqual => Sense::Not,
            Relation::Less
            | Relation::LessOrEqual
            | Relation::Greater
            | Relation::GreaterOrEqual => {
                return self.refuse(
                    Diagnostic::new(
                        codes::CONDITION_LITERAL_TYPE,
                        null.expr.span.clone(),
                        "`null` comes neither before nor after anything",
                    )
                    .help("ask whether it `is null`, or compare by `==` or `!=`"),
                );
            }
        };
        let Typed { value, .. } = self.valued(other, Type::Text)?;
        Some(Condition::test(part, Test::Null(sense, value)))
    }

    /// Reports operands of two families.
    fn other_family<T>(&mut self, left: &Operand<'a>, right: &Operand<'a>) -> Option<T> {
        match (left.reads(), right.reads()) {
            (Reads::Something, Reads::Nothing) => self.literal_type(left, right),
            (Reads::Nothing, _) => self.literal_type(right, left),
            (Reads::Something, Reads::Something) => {
                let finding = Diagnostic::new(
                    codes::CONDITION_TYPE_MISMATCH,
                    left.expr.span.start..right.expr.span.end,
                    format!("{}, {}", self.describe(left), self.describe(right)),
                );
                let advice = [(left, right.family()), (right, left.family())];
                let advice: Vec<String> = advice
                    .into_iter()
                    .filter_map(|(operand, family)| self.declaration(operand, family?))
                    .collect();
                self.refuse(if advice.is_empty() {
                    finding
                } else {
                    finding.help(advice.join(", or "))
                })
            }
        }
    }

    /// Reports a literal whose family differs from the other operand's.
    fn literal_type<T>(&mut self, beside: &Operand<'a>, literal: &Operand<'a>) -> Option<T> {
        let finding = Diagnostic::new(
            codes::CONDITION_LITERAL_TYPE,
            literal.expr.span.clone(),
            format!("{}, {}", self.describe(beside), self.describe(literal)),
        );
        let spelled = self.respelled(literal.expr, beside.type_beside());
        let declared = literal.family().and_then(|family| self.declaration(beside, family));
        self.refuse(advised(finding, spelled, declared))
    }

    /// Reports an order between texts or booleans.
    fn without_order<T>(
        &mut self,
        left: &Operand<'a>,
        right: &Operand<'a>,
        family: Family,
    ) -> Option<T> {
        let subject = if left.reads() == Reads::Something { left } else { right };
        let span = left.expr.span.start..right.expr.span.end;
        let told = self.describe(subject);
        let words = self.quoted(&subject.expr.span);
        let (code, what, help) = match family {
            Family::Boolean => (
                codes::CONDITION_ORDER_ON_BOOLEAN,
                "a boolean",
                format!("write {words} alone, or with `not` before it"),
            ),
            Family::Text | Family::Number | Family::Datetime => (
                codes::CONDITION_ORDER_ON_TEXT,
                "a text",
                format!("these types have an order: {}", words::ordered_types()),
            ),
        };
        self.refuse(
            Diagnostic::new(code, span, format!("{told}, and {what} has no order")).help(help),
        )
    }
}

fn spelled(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterOrEqual => ">=",
    }
}
