//! Checks literals: normalises texts under the other operand's type, and suggests spellings for literals of another
//! family.

use vm::{Constant, Family, Type};

use super::Checker;
use crate::ast::{Expr, Literal, Node, Span, Text};
use crate::codes;
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// Converts a text literal to a value of a type.
    pub(super) fn text(&mut self, text: &Text, ty: Type) -> Option<Constant> {
        if let Some(constant) = self.reading.constant(ty, &text.value) {
            return Some(constant);
        }
        let words = self.quoted(&text.span);
        let (code, what, help) = match ty {
            Type::Datetime => (
                codes::CONDITION_DATETIME_LITERAL,
                "no date, and no date and time",
                "write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
            ),
            Type::Email => (
                codes::CONDITION_LITERAL_FORM,
                "no email address",
                "write it as 'ann@example.org'; parts of one are found by `contains`, `starts with` and `ends with`",
            ),
            Type::Phone => (
                codes::CONDITION_LITERAL_FORM,
                "no phone number",
                "write it as '+33 1 23 45 67 89'; a national number needs `global.country`",
            ),
            Type::Text
            | Type::Id
            | Type::Url
            | Type::Image
            | Type::Number
            | Type::Integer
            | Type::Price
            | Type::Quantity
            | Type::Boolean => {
                (codes::CONDITION_LITERAL_TYPE, "no value of the type beside it", "")
            }
        };
        let finding = Diagnostic::new(code, text.span.clone(), format!("{words} is {what}"));
        self.refuse(if help.is_empty() { finding } else { finding.help(help) })
    }

    /// The suggested spelling of a literal as a value of the type.
    pub(super) fn respelled(&self, literal: &Expr, ty: Type) -> Spelled {
        match &literal.node {
            Node::Literal(known) => self.respelled_literal(known, &literal.span, ty),
            Node::Negative(inner) => match &inner.node {
                Node::Literal(number) => self.respelled_literal(number, &literal.span, ty),
                _ => Spelled::Nothing,
            },
            _ => Spelled::Nothing,
        }
    }

    /// The same for a literal and its span.
    pub(super) fn respelled_literal(&self, literal: &Literal, span: &Span, ty: Type) -> Spelled {
        match (literal, ty.family()) {
            (Literal::Number(_) | Literal::Boolean(_), Family::Text) => {
                Spelled::As(format!("'{}'", self.words(span)))
            }
            (Literal::Text(text), Family::Number | Family::Boolean) => {
                match self.reading.constant(ty, &text.value) {
                    Some(Constant::Number(number)) => Spelled::As(number.to_string()),
                    Some(Constant::Boolean(known)) => Spelled::As(known.to_string()),
                    Some(Constant::Text(_) | Constant::Datetime(_)) | None => Spelled::form(ty),
                }
            }
            (_, _) => Spelled::form(ty),
        }
    }
}

/// A suggested spelling.
pub(super) enum Spelled {
    /// This exact spelling.
    As(String),
    /// A spelling of this form.
    Like(&'static str),
    /// No suggestion.
    Nothing,
}

impl Spelled {
    /// The form of a type's literals, if it is not obvious.
    fn form(ty: Type) -> Spelled {
        match ty.family() {
            Family::Boolean => Spelled::Like("true or false"),
            Family::Datetime => Spelled::Like("a date in quotes, as '2026-01-31'"),
            Family::Text | Family::Number => Spelled::Nothing,
        }
    }
}

/// A diagnostic with the available remedies: another spelling, or another declaration.
pub(super) fn advised(
    finding: Diagnostic,
    spelled: Spelled,
    declared: Option<String>,
) -> Diagnostic {
    let written = match &spelled {
        Spelled::As(text) => Some(format!("write {text}")),
        Spelled::Like(form) => Some(format!("write {form}")),
        Spelled::Nothing => None,
    };
    let finding = match (written, declared) {
        (Some(written), Some(declared)) => finding.help(format!("{written}, or {declared}")),
        (Some(help), None) | (None, Some(help)) => finding.help(help),
        (None, None) => finding,
    };
    match spelled {
        Spelled::As(text) => {
            let span = finding.span.clone();
            finding.fix(span, text)
        }
        Spelled::Like(_) | Spelled::Nothing => finding,
    }
}
