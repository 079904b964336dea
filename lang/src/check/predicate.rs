//! Checks text predicates: `contains`, `starts with`, `ends with` and `matches`.

use vm::{Family, Pattern, PatternFault, Type};

use super::Checker;
use super::operand::{Operand, Reads};
use crate::ast::{Expr, Span, Text};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::{Condition, Containment, Test};
use crate::limits::MAX_PATTERN_BYTES;

impl<'a> Checker<'a> {
    pub(super) fn contains(
        &mut self,
        expr: &'a Expr,
        containment: Containment,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Option<Condition> {
        let part = self.atom(&expr.span);
        let place = match containment {
            Containment::Contains => "`contains`",
            Containment::Starts => "`starts with`",
            Containment::Ends => "`ends with`",
        };
        let (left, right) = (self.text_operand(left, place), self.text_operand(right, place));
        let (left, right) = (left?, right?);
        if left.reads() == Reads::Nothing && right.reads() == Reads::Nothing {
            return self.constant(expr);
        }
        // Any text may be searched for, so only an `id` affects how a literal is read.
        let ty = match (left.type_beside(), right.type_beside()) {
            (Type::Id, _) | (_, Type::Id) => Type::Id,
            _ => Type::Text,
        };
        let (left, right) = (self.valued(left, ty)?, self.valued(right, ty)?);
        Some(Condition::test(part?, Test::Text(containment, left.value, right.value)))
    }

    pub(super) fn matches(
        &mut self,
        expr: &'a Expr,
        text: &'a Expr,
        pattern: &'a Text,
    ) -> Option<Condition> {
        let part = self.atom(&expr.span);
        let operand = self.text_operand(text, "`matches`");
        let pattern = self.pattern(pattern);
        let operand = operand?;
        if operand.reads() == Reads::Nothing {
            return self.constant(expr);
        }
        let text = self.valued(operand, Type::Text)?.value;
        Some(Condition::test(part?, Test::Matches(text, pattern?)))
    }

    fn text_operand(&mut self, expr: &'a Expr, place: &str) -> Option<Operand<'a>> {
        let operand = self.operand(expr, place)?;
        if operand.family() == Some(Family::Text) {
            Some(operand)
        } else {
            self.wrong_operand(&operand, Family::Text, place)
        }
    }

    /// Compiles a pattern within the bytes that remain for the condition.
    fn pattern(&mut self, text: &Text) -> Option<Pattern> {
        match self.patterns.compiled(&text.value)? {
            Ok(pattern) => Some(pattern),
            Err(PatternFault::Syntax { offset, message }) => {
                let span = place_in_text(self.words(&text.span), &text.span, offset);
                self.refuse(
                    Diagnostic::new(
                        codes::CONDITION_REGEX,
                        span,
                        format!("the pattern is no regular expression: {message}"),
                    )
                    .help("a pattern is written in the syntax of the `regex` crate"),
                )
            }
            Err(PatternFault::Size) => self.refuse(
                Diagnostic::new(
                    codes::CONDITION_REGEX_SIZE,
                    text.span.clone(),
                    "the patterns of a condition take at most 1 MiB together when compiled, this one passes it",
                )
                .help("repeat smaller parts fewer times"),
            ),
        }
    }
}

/// The patterns of a condition, each once.
#[derive(Default)]
pub(super) struct Patterns {
    known: Vec<Pattern>,
    /// Whether the patterns have exceeded their shared size. Later patterns are not compiled, to save time.
    full: bool,
}

impl Patterns {
    /// The compiled pattern; `None` if the size is already exceeded.
    fn compiled(&mut self, source: &str) -> Option<Result<Pattern, PatternFault>> {
        if let Some(same) = self.known.iter().find(|pattern| pattern.source() == source) {
            return Some(Ok(same.clone()));
        }
        if self.full {
            return None;
        }
        let taken: usize = self.known.iter().map(Pattern::size).sum();
        let compiled = Pattern::new(source, MAX_PATTERN_BYTES.saturating_sub(taken));
        match &compiled {
            Ok(pattern) => self.known.push(pattern.clone()),
            Err(fault) => self.full = *fault == PatternFault::Size,
        }
        Some(compiled)
    }
}

/// The span, in a literal, of a byte of the text's value, where an escape may spell a character. The span ends with the
/// character or with the closing quote.
fn place_in_text(literal: &str, span: &Span, offset: usize) -> Span {
    let mut value_at = 0;
    let mut chars = literal.char_indices().skip(1);
    while let Some((at, first)) = chars.next() {
        let (size, end) = match first {
            '\\' => escaped(&mut chars),
            plain => (plain.len_utf8(), at + plain.len_utf8()),
        };
        if value_at >= offset {
            return span.start + at..(span.start + end).min(span.end);
        }
        value_at += size;
    }
    span.clone()
}

/// The number of bytes that an escape produces, and its end in the literal; the backslash has been read.
fn escaped(chars: &mut impl Iterator<Item = (usize, char)>) -> (usize, usize) {
    match chars.next() {
        Some((at, 'u')) => {
            let digits = chars.skip(1).take_while(|(_, c)| *c != '}');
            let (mut end, mut code) = (at + 2, 0u32);
            for (at, digit) in digits {
                end = at + 1;
                code = code.wrapping_mul(16).wrapping_add(digit.to_digit(16).unwrap_or(0));
            }
            (char::from_u32(code).map_or(1, char::len_utf8), end + 1)
        }
        Some((at, escape)) => (1, at + escape.len_utf8()),
        None => (1, 0),
    }
}
