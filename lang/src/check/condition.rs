//! Checks conditions: connectives, `is`, and values used as conditions.

use vm::{Family, Type};

use super::operand::{Form, Reads, Typed, last_name, ungrouped};
use super::{Checker, quoted, words};
use crate::ast::{Expr, Is, Literal, Node};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::{Condition, Sense, Test};

impl<'a> Checker<'a> {
    /// Checks an expression in the place of a condition.
    pub(super) fn condition(&mut self, expr: &'a Expr) -> Option<Condition> {
        let expr = ungrouped(expr);
        match &expr.node {
            Node::Or(parts) => {
                let part = self.part(&expr.span)?;
                Some(Condition::any(part, self.conditions(parts)?))
            }
            Node::And(parts) => {
                let part = self.part(&expr.span)?;
                Some(Condition::all(part, self.conditions(parts)?))
            }
            Node::Not(inner) => {
                let part = self.part(&expr.span)?;
                Some(Condition::contrary(part, self.condition(inner)?))
            }
            Node::Is { item, negated, what } => self.is(expr, item, *what, Sense::from(*negated)),
            Node::Compare(comparison, left, right) => self.compare(expr, *comparison, left, right),
            Node::Matches(text, pattern) => self.matches(expr, text, pattern),
            Node::In { item, negated, list } => self.is_in(expr, item, Sense::from(*negated), list),
            Node::Literal(Literal::Boolean(_)) => self.bare_constant(expr),
            Node::Literal(_)
            | Node::Reference(_)
            | Node::Sum(_)
            | Node::Product(_)
            | Node::Negative(_)
            | Node::Call(..) => self.bare(expr),
            Node::Refused(values) => self.passed_over(values),
            Node::Group(_) => None,
        }
    }

    fn conditions(&mut self, parts: &'a [Expr]) -> Option<Vec<Condition>> {
        let mut conditions = Some(Vec::with_capacity(parts.len()));
        for part in parts {
            match (self.condition(part), &mut conditions) {
                (Some(condition), Some(conditions)) => conditions.push(condition),
                _ => conditions = None,
            }
        }
        conditions
    }

    /// Checks `is null` of a value, and `is known` of a value or of a condition in parentheses.
    fn is(&mut self, expr: &'a Expr, item: &'a Expr, what: Is, sense: Sense) -> Option<Condition> {
        let part = self.atom(&expr.span);
        if what == Is::Known && is_condition(item) {
            let condition = self.condition(item)?;
            return Some(Condition::known(part?, sense, condition));
        }
        let place = match what {
            Is::Null => "`is null`",
            Is::Known => "`is known`",
        };
        let operand = self.operand(item, place)?;
        if operand.reads() == Reads::Nothing {
            return self.constant(expr);
        }
        let Typed { value, .. } = self.valued(operand, Type::Text)?;
        Some(Condition::test(
            part?,
            match what {
                Is::Null => Test::Null(sense, value),
                Is::Known => Test::Known(sense, value),
            },
        ))
    }

    /// Checks a value used as a condition: it must be a boolean reference.
    fn bare(&mut self, expr: &'a Expr) -> Option<Condition> {
        let part = self.atom(&expr.span);
        let operand = self.operand(expr, "it")?;
        match (&operand.form, &operand.expr.node) {
            (Form::Value(typed), Node::Reference(_)) if typed.ty.family() == Family::Boolean => {
                let Typed { value, .. } = self.valued(operand, Type::Boolean)?;
                Some(Condition::test(part?, Test::Holds(value)))
            }
            (Form::Value(typed), Node::Reference(reference)) => {
                let ty = typed.ty;
                self.refuse(
                    Diagnostic::new(
                        codes::CONDITION_NOT_A_CONDITION,
                        expr.span.clone(),
                        format!(
                            "{} is declared {}, and stands where a condition does",
                            quoted(&last_name(reference)),
                            ty.name()
                        ),
                    )
                    .help("compare it, or ask whether it `is known`"),
                )
            }
            (form, _) => {
                let what = match form {
                    Form::Null => "nothing",
                    Form::Text(_) => words::of(Family::Text),
                    Form::Value(typed) => words::of(typed.ty.family()),
                };
                let words = self.quoted(&expr.span);
                self.refuse(
                    Diagnostic::new(
                        codes::CONDITION_NOT_A_CONDITION,
                        expr.span.clone(),
                        format!("{words} is {what}, and stands where a condition does"),
                    )
                    .help("compare it with a reference"),
                )
            }
        }
    }

    fn bare_constant(&mut self, expr: &'a Expr) -> Option<Condition> {
        self.atom(&expr.span);
        let words = self.quoted(&expr.span);
        self.refuse(
            Diagnostic::new(
                codes::CONDITION_CONSTANT,
                expr.span.clone(),
                format!("{words} stands as a condition, and is the same of every row"),
            )
            .help("delete the part"),
        )
    }

    /// Reports a condition without references.
    pub(super) fn constant<T>(&mut self, expr: &Expr) -> Option<T> {
        let words = self.quoted(&expr.span);
        self.refuse(
            Diagnostic::new(
                codes::CONDITION_CONSTANT,
                expr.span.clone(),
                format!("{words} reads nothing, and is the same of every row"),
            )
            .help("delete the part"),
        )
    }
}

/// Whether the expression is a condition, parentheses aside.
fn is_condition(expr: &Expr) -> bool {
    match &ungrouped(expr).node {
        Node::Or(_)
        | Node::And(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Matches(..)
        | Node::In { .. }
        | Node::Is { .. } => true,
        Node::Sum(_)
        | Node::Product(_)
        | Node::Negative(_)
        | Node::Call(..)
        | Node::Literal(_)
        | Node::Reference(_)
        | Node::Refused(_)
        | Node::Group(_) => false,
    }
}
