//! Text literals brought to the one spelling of the type beside them.

use vm::{Constant, Type};

use super::{Checker, words};
use crate::ast::Text;
use crate::codes::Code;
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// The value that a text literal is of a type.
    pub(super) fn text(&mut self, text: &Text, ty: Type) -> Option<Constant> {
        if let Some(constant) = self.reading.constant(ty, &text.value) {
            return Some(constant);
        }
        let words = words::short(self.words(&text.span));
        let (code, what, help) = match ty {
            Type::Datetime => (
                Code::ConditionDatetimeLiteral,
                "no date, and no date and time",
                "write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
            ),
            Type::Email => (
                Code::ConditionLiteralForm,
                "no email address",
                "write it as 'ann@example.org'; parts of one are found by `contains`, `starts with` and `ends with`",
            ),
            Type::Phone => (
                Code::ConditionLiteralForm,
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
            | Type::Boolean => (Code::ConditionLiteralType, "no value of the type beside it", ""),
        };
        let finding = Diagnostic::new(code, text.span.clone(), format!("`{words}` is {what}"));
        self.refuse(if help.is_empty() { finding } else { finding.help(help) })
    }
}
