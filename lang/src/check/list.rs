//! Checks `in` and its list: literals of one family, each valid for the operand's type.

use vm::{Constant, Family, Type};

use super::literal::advised;
use super::operand::{Operand, Reads};
use super::{Checker, words};
use crate::ast::{Expr, Literal, Member, Span};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::{Condition, List, Sense, Test};
use crate::limits::MAX_MEMBERS;

impl<'a> Checker<'a> {
    pub(super) fn is_in(
        &mut self,
        expr: &'a Expr,
        item: &'a Expr,
        sense: Sense,
        members: &'a [Member],
    ) -> Option<Condition> {
        let part = self.atom(&expr.span);
        let fits = self.members_fit(members);
        let operand = self.operand(item, "`in`");
        let mixed = self.mixed(members);
        let operand = operand?;
        if operand.reads() == Reads::Nothing {
            return self.constant(expr);
        }
        if mixed || !fits {
            return None;
        }
        let list = self.list(&operand, members)?;
        let value = self.valued(operand, Type::Text)?.value;
        Some(Condition::test(part?, Test::In(sense, value, list)))
    }

    fn members_fit(&mut self, members: &[Member]) -> bool {
        let Some(first_over) = members.get(MAX_MEMBERS) else { return true };
        self.findings.push(
            Diagnostic::new(
                codes::CONDITION_TOO_MANY_MEMBERS,
                first_over.span.clone(),
                format!(
                    "a list has at most {} members, this one has {}",
                    words::grouped(MAX_MEMBERS),
                    words::grouped(members.len())
                ),
            )
            .help("have a field of the tenant say it"),
        );
        false
    }

    /// Whether the list mixes families; reports the first member of the second family.
    fn mixed(&mut self, members: &[Member]) -> bool {
        let mut known = members.iter().filter_map(|m| Some((family(&m.value)?, &m.span)));
        let Some((first, first_span)) = known.next() else { return false };
        let Some((other, span)) = known.find(|(family, _)| *family != first) else {
            return false;
        };
        let words = self.quoted(span);
        self.findings.push(
            Diagnostic::new(
                codes::CONDITION_LIST_MIXED,
                span.clone(),
                format!(
                    "{words} is {}, in a list that begins with {}",
                    words::of(other),
                    words::of(first)
                ),
            )
            .help("a list holds literals of one family; `null` may be among them")
            .also(first_span.clone(), words::of(first)),
        );
        true
    }

    /// Converts the members to values of the operand's type.
    fn list(&mut self, operand: &Operand<'a>, members: &[Member]) -> Option<List> {
        let ty = operand.type_beside();
        let mut constants = Some(Vec::with_capacity(members.len()));
        for member in members {
            match (self.member(operand, member, ty), &mut constants) {
                (Some(constant), Some(constants)) => constants.push(constant),
                _ => constants = None,
            }
        }
        constants.map(List::new)
    }

    /// Converts a member to its value; `null` becomes `None`.
    fn member(
        &mut self,
        operand: &Operand<'a>,
        member: &Member,
        ty: Type,
    ) -> Option<Option<Constant>> {
        let wanted = ty.family();
        match &member.value {
            Literal::Null => Some(None),
            Literal::Text(text) if matches!(wanted, Family::Text | Family::Datetime) => {
                self.text(text, ty).map(Some)
            }
            Literal::Number(number) if wanted == Family::Number => {
                Some(Some(Constant::Number(*number)))
            }
            Literal::Boolean(known) if wanted == Family::Boolean => {
                Some(Some(Constant::Boolean(*known)))
            }
            Literal::Text(_) | Literal::Number(_) | Literal::Boolean(_) => {
                self.other_member(operand, &member.value, &member.span, ty)
            }
        }
    }

    fn other_member<T>(
        &mut self,
        operand: &Operand<'a>,
        literal: &Literal,
        span: &Span,
        ty: Type,
    ) -> Option<T> {
        let words = self.quoted(span);
        let family = family(literal)?;
        let spelled = self.respelled_literal(literal, span, ty);
        let finding = Diagnostic::new(
            codes::CONDITION_LITERAL_TYPE,
            span.clone(),
            format!("{}, {words} is {}", self.describe(operand), words::of(family)),
        );
        let declared = self.declaration(operand, family);
        self.refuse(advised(finding, spelled, declared))
    }
}

fn family(literal: &Literal) -> Option<Family> {
    match literal {
        Literal::Text(_) => Some(Family::Text),
        Literal::Number(_) => Some(Family::Number),
        Literal::Boolean(_) => Some(Family::Boolean),
        Literal::Null => None,
    }
}
