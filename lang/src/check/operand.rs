//! Checks values: references, literals, arithmetic and functions.

use vm::{Constant, Family, Type};

use super::literal::advised;
use super::{Checker, quoted, words};
use crate::ast::{Expr, Function, Literal, Node, Reference, Sign, StepKind, Text};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::Value;
use crate::scope::Resolved;

/// A checked operand. A text literal in it has no type until the other operand is known.
pub struct Operand<'a> {
    /// The expression, out of its parentheses.
    pub expr: &'a Expr,
    /// The form of the operand.
    pub form: Form<'a>,
}

/// The forms of an operand.
pub enum Form<'a> {
    /// `null`.
    Null,
    /// A text literal, which takes the type of the other operand.
    Text(&'a Text),
    /// A typed value.
    Value(Typed),
}

/// A value with its type.
pub struct Typed {
    /// The value.
    pub value: Value,
    /// The type under which a literal compared with the value is read.
    pub ty: Type,
    /// Whether the value has references.
    pub reads: Reads,
}

/// Whether a value has references.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// The value is constant.
    Nothing,
    /// The value has at least one reference.
    Something,
}

impl Operand<'_> {
    /// The family; `None` for `null`, which compares with every family.
    pub fn family(&self) -> Option<Family> {
        match &self.form {
            Form::Null => None,
            Form::Text(_) => Some(Family::Text),
            Form::Value(typed) => Some(typed.ty.family()),
        }
    }

    /// Whether the operand has references.
    pub fn reads(&self) -> Reads {
        match &self.form {
            Form::Null | Form::Text(_) => Reads::Nothing,
            Form::Value(typed) => typed.reads,
        }
    }

    /// The type under which a text literal compared with the operand is read.
    pub fn type_beside(&self) -> Type {
        match &self.form {
            Form::Null | Form::Text(_) => Type::Text,
            Form::Value(typed) => typed.ty,
        }
    }
}

impl<'a> Checker<'a> {
    /// Checks an expression in the place of a value.
    pub(super) fn operand(&mut self, expr: &'a Expr, place: &str) -> Option<Operand<'a>> {
        let expr = ungrouped(expr);
        let form = match &expr.node {
            Node::Literal(Literal::Null) => Form::Null,
            Node::Literal(Literal::Text(text)) => Form::Text(text),
            Node::Literal(Literal::Number(number)) => literal(Value::from(*number), Type::Number),
            Node::Literal(Literal::Boolean(known)) => {
                literal(Value::constant(Constant::Boolean(*known)), Type::Boolean)
            }
            Node::Reference(reference) => Form::Value(self.reference(reference)?),
            Node::Sum(terms) => Form::Value(self.sum(terms)?),
            Node::Product(factors) => Form::Value(self.product(factors)?),
            Node::Negative(number) => Form::Value(self.negative(number)?),
            Node::Call(function, argument) => Form::Value(self.call(*function, argument)?),
            Node::Or(_)
            | Node::And(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Matches(..)
            | Node::In { .. }
            | Node::Is { .. } => return self.condition_as_value(expr, place),
            Node::Refused(values) => return self.passed_over(values),
            Node::Group(_) => return None,
        };
        Some(Operand { expr, form })
    }

    fn condition_as_value<T>(&mut self, expr: &'a Expr, place: &str) -> Option<T> {
        self.misplaced.push(expr);
        self.refuse(
            Diagnostic::new(
                codes::CONDITION_OPERAND_TYPE,
                expr.span.clone(),
                format!("a condition stands where {place} takes a value"),
            )
            .help("a condition stands alone, under `not`, or between `and` and `or`"),
        )
    }

    fn reference(&mut self, reference: &Reference) -> Option<Typed> {
        let Resolved { slot, ty } = self.resolved(reference)?;
        Some(Typed { value: Value::slot(slot, ty), ty, reads: Reads::Something })
    }

    fn sum(&mut self, terms: &'a [(Sign, Expr)]) -> Option<Typed> {
        // A message about the first term names the operator after it.
        let second = terms.get(1).map_or(Sign::Plus, |(sign, _)| *sign);
        let mut sum: Option<Vec<(Sign, Typed)>> = Some(Vec::with_capacity(terms.len()));
        for (at, (sign, term)) in terms.iter().enumerate() {
            let operator = match if at == 0 { second } else { *sign } {
                Sign::Plus => "`+`",
                Sign::Minus => "`-`",
            };
            let typed = self.of_family(term, Family::Number, operator);
            sum = sum.zip(typed).map(|(sum, typed)| pushed(sum, (*sign, typed)));
        }
        let mut terms = sum?.into_iter();
        let (_, first) = terms.next()?;
        let mut reads = first.reads;
        let rest = terms.map(|(sign, typed)| {
            reads = reads.and(typed.reads);
            (sign, typed.value)
        });
        let value = Value::sum(first.value, rest.collect());
        Some(Typed { value, ty: Type::Number, reads })
    }

    fn product(&mut self, factors: &'a [Expr]) -> Option<Typed> {
        let mut product: Option<Vec<Typed>> = Some(Vec::with_capacity(factors.len()));
        for factor in factors {
            let typed = self.of_family(factor, Family::Number, "`*`");
            product = product.zip(typed).map(|(product, typed)| pushed(product, typed));
        }
        let mut factors = product?.into_iter();
        let first = factors.next()?;
        let mut reads = first.reads;
        let rest = factors.map(|typed| {
            reads = reads.and(typed.reads);
            typed.value
        });
        let value = Value::product(first.value, rest.collect());
        Some(Typed { value, ty: Type::Number, reads })
    }

    fn negative(&mut self, number: &'a Expr) -> Option<Typed> {
        let Typed { value, reads, .. } = self.of_family(number, Family::Number, "`-`")?;
        Some(Typed { value: value.negative(), ty: Type::Number, reads })
    }

    fn call(&mut self, function: Function, argument: &'a Expr) -> Option<Typed> {
        let place = match function {
            Function::Lower => "`lower`",
            Function::Length => "`length`",
        };
        let Typed { value, reads, .. } = self.of_family(argument, Family::Text, place)?;
        Some(match function {
            // A computed text is in NFC: only a bare reference of type `id` is compared byte for byte.
            Function::Lower => Typed { value: value.lower(), ty: Type::Text, reads },
            Function::Length => Typed { value: value.length(), ty: Type::Number, reads },
        })
    }

    /// Checks a value that must have a given family.
    fn of_family(&mut self, expr: &'a Expr, family: Family, place: &str) -> Option<Typed> {
        let operand = self.operand(expr, place)?;
        if operand.family() != Some(family) {
            return self.wrong_operand(&operand, family, place);
        }
        self.valued(operand, Type::Text)
    }

    /// The value of an operand, with a text literal read under the type; `None` for `null`.
    pub(super) fn valued(&mut self, operand: Operand<'a>, ty: Type) -> Option<Typed> {
        match operand.form {
            Form::Null => None,
            Form::Text(text) => {
                let value = Value::constant(self.text(text, ty)?);
                Some(Typed { value, ty, reads: Reads::Nothing })
            }
            Form::Value(typed) => Some(typed),
        }
    }

    /// Reports an operand of the wrong family.
    pub(super) fn wrong_operand<T>(
        &mut self,
        operand: &Operand<'a>,
        family: Family,
        place: &str,
    ) -> Option<T> {
        let finding = Diagnostic::new(
            codes::CONDITION_OPERAND_TYPE,
            operand.expr.span.clone(),
            format!("{place} takes {}, {}", words::of(family), self.describe(operand)),
        );
        if operand.family() == Some(Family::Datetime) && family == Family::Number {
            return self.refuse(
                finding.help(
                    "there is no arithmetic of dates: have the tenant say it, or a parameter",
                ),
            );
        }
        let ty = match family {
            Family::Number => Type::Number,
            Family::Text | Family::Boolean | Family::Datetime => Type::Text,
        };
        let spelled = self.respelled(operand.expr, ty);
        let declared = self.declaration(operand, family);
        self.refuse(advised(finding, spelled, declared))
    }

    /// Describes an operand for a message: `category` is declared text, `149` is a number.
    pub(super) fn describe(&self, operand: &Operand<'a>) -> String {
        match (&operand.expr.node, &operand.form) {
            (_, Form::Null) => "`null` is nothing".to_owned(),
            (Node::Reference(reference), Form::Value(typed)) => {
                format!("{} is declared {}", quoted(&last_name(reference)), typed.ty.name())
            }
            (_, form) => {
                let words = self.quoted(&operand.expr.span);
                let family = match form {
                    Form::Value(typed) => typed.ty.family(),
                    Form::Null | Form::Text(_) => Family::Text,
                };
                format!("{words} is {}", words::of(family))
            }
        }
    }

    /// Advice to declare the operand with a type of another family, if the operand is a reference.
    pub(super) fn declaration(&self, operand: &Operand<'a>, family: Family) -> Option<String> {
        match &operand.expr.node {
            Node::Reference(reference) if !reference.steps.is_empty() => {
                Some(format!("declare {} {}", quoted(&last_name(reference)), words::of(family)))
            }
            _ => None,
        }
    }
}

impl Reads {
    /// Whether either value has references.
    pub fn and(self, other: Reads) -> Reads {
        if self == Reads::Something { self } else { other }
    }
}

/// Strips the parentheses of an expression.
pub fn ungrouped(mut expr: &Expr) -> &Expr {
    while let Node::Group(inner) = &expr.node {
        expr = inner;
    }
    expr
}

/// The last name of a reference, or its root if it has no names.
pub fn last_name(reference: &Reference) -> String {
    match reference.steps.last().map(|step| &step.kind) {
        Some(StepKind::Name(name) | StepKind::Key(name) | StepKind::Keys(_, name)) => name.clone(),
        None => format!("${}", reference.root),
    }
}

fn pushed<T>(mut all: Vec<T>, one: T) -> Vec<T> {
    all.push(one);
    all
}

fn literal<'a>(value: Value, ty: Type) -> Form<'a> {
    Form::Value(Typed { value, ty, reads: Reads::Nothing })
}
