//! Evaluates each part of a condition over the values read.

use regex_automata::meta::Regex;
use regex_automata::util::syntax;
use vm::{Truth, Type};

use super::number::Number;
use super::read::{Place, Read, nfc, of_text};
use crate::ast::{Comparison, Expr, Function, Is, Literal, Member, Node, Reference, Sign};
use crate::scope::Scope;

/// The deepest nesting of a pattern.
const PATTERN_NESTING: u32 = 16;

/// The context of an evaluation.
pub(crate) struct Walk<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) place: &'a Place,
    /// The values read, by slot.
    pub(crate) reads: &'a [Read],
}

impl Walk<'_> {
    /// The truth of a condition; indeterminate for a part that the checker would reject.
    pub(crate) fn truth(&self, expr: &Expr) -> Truth {
        match &expr.node {
            Node::Or(parts) => {
                parts.iter().fold(Truth::False, |so_far, part| so_far.or(self.truth(part)))
            }
            Node::And(parts) => {
                parts.iter().fold(Truth::True, |so_far, part| so_far.and(self.truth(part)))
            }
            Node::Not(part) => self.truth(part).not(),
            Node::Group(part) => self.truth(part),
            Node::Compare(comparison, left, right) => self.compared(*comparison, left, right),
            Node::Matches(text, pattern) => matched(&self.value(text, None), &pattern.value),
            Node::In { item, negated: false, list } => self.listed(item, list),
            Node::In { item, negated: true, list } => self.listed(item, list).not(),
            Node::Is { item, negated: false, what } => self.asked(item, *what),
            Node::Is { item, negated: true, what } => self.asked(item, *what).not(),
            Node::Reference(_) => match self.value(expr, None) {
                Read::Boolean(known) => Truth::from(known),
                _ => Truth::Indeterminate,
            },
            Node::Sum(_)
            | Node::Product(_)
            | Node::Negative(_)
            | Node::Call(..)
            | Node::Literal(_)
            | Node::Refused(_) => Truth::Indeterminate,
        }
    }

    fn compared(&self, comparison: Comparison, left: &Expr, right: &Expr) -> Truth {
        // Only equality reads a text literal under the other operand's type; a date literal is always a date.
        let (beside_left, beside_right) = (self.type_of(right), self.type_of(left));
        let (a, b) = match comparison {
            Comparison::Contains | Comparison::StartsWith | Comparison::EndsWith => {
                (self.value(left, plain(beside_left)), self.value(right, plain(beside_right)))
            }
            _ => (self.value(left, beside_left), self.value(right, beside_right)),
        };
        match comparison {
            Comparison::Equal => equal(&a, &b),
            Comparison::NotEqual => equal(&a, &b).not(),
            Comparison::Less => ordered(&a, &b, std::cmp::Ordering::is_lt),
            Comparison::LessOrEqual => ordered(&a, &b, std::cmp::Ordering::is_le),
            Comparison::Greater => ordered(&a, &b, std::cmp::Ordering::is_gt),
            Comparison::GreaterOrEqual => ordered(&a, &b, std::cmp::Ordering::is_ge),
            Comparison::Contains => predicate(&a, &b, |text, part| text.contains(part)),
            Comparison::StartsWith => predicate(&a, &b, |text, part| text.starts_with(part)),
            Comparison::EndsWith => predicate(&a, &b, |text, part| text.ends_with(part)),
        }
    }

    fn listed(&self, item: &Expr, list: &[Member]) -> Truth {
        let beside = self.type_of(item);
        let item = self.value(item, None);
        list.iter().fold(Truth::False, |so_far, member| {
            so_far.or(equal(&item, &self.literal(&member.value, beside)))
        })
    }

    fn asked(&self, item: &Expr, what: Is) -> Truth {
        if !is_value(item) {
            return self.truth(item).is_known();
        }
        let value = self.value(item, None);
        match what {
            Is::Null => equal(&value, &Read::Absent),
            Is::Known => Truth::from(!matches!(value, Read::Absent | Read::Unreadable)),
        }
    }

    /// The value of an expression. A text literal is read under the type of the other operand.
    fn value(&self, expr: &Expr, beside: Option<Type>) -> Read {
        match &expr.node {
            Node::Group(part) => self.value(part, beside),
            Node::Literal(literal) => self.literal(literal, beside),
            Node::Reference(reference) => self.read(reference),
            Node::Sum(terms) => self.sum(terms),
            Node::Product(factors) => {
                let mut values = factors.iter().map(|factor| self.number(factor));
                let first = values.next().flatten();
                number_or_not(values.fold(first, |product, factor| product?.times(&factor?)))
            }
            Node::Negative(part) => number_or_not(self.number(part).map(|number| number.negated())),
            Node::Call(function, part) => match (function, self.value(part, None)) {
                (Function::Lower, Read::Text(text)) => Read::Text(nfc(&text.to_lowercase())),
                (Function::Length, Read::Text(text)) => {
                    number_or_not(Number::new(text.chars().count().into(), 0))
                }
                _ => Read::Unreadable,
            },
            Node::Or(_)
            | Node::And(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Matches(..)
            | Node::In { .. }
            | Node::Is { .. }
            | Node::Refused(_) => Read::Unreadable,
        }
    }

    /// Checks the range after each addition: a later term cannot repair an overflow.
    fn sum(&self, terms: &[(Sign, Expr)]) -> Read {
        let mut values = terms.iter().map(|(sign, term)| (sign, self.number(term)));
        let first = values.next().and_then(|(_, value)| value);
        number_or_not(values.fold(first, |sum, (sign, term)| match sign {
            Sign::Plus => sum?.plus(&term?),
            Sign::Minus => sum?.minus(&term?),
        }))
    }

    fn number(&self, expr: &Expr) -> Option<Number> {
        match self.value(expr, None) {
            Read::Number(number) => Some(number),
            _ => None,
        }
    }

    fn read(&self, reference: &Reference) -> Read {
        let slot = self.scope.resolve(reference).ok().map(|resolved| resolved.slot.index());
        slot.and_then(|slot| self.reads.get(slot)).cloned().unwrap_or(Read::Unreadable)
    }

    fn literal(&self, literal: &Literal, beside: Option<Type>) -> Read {
        match literal {
            Literal::Null => Read::Absent,
            Literal::Boolean(known) => Read::Boolean(*known),
            Literal::Number(number) => {
                number_or_not(Number::new(number.mantissa().into(), number.scale().into()))
            }
            Literal::Text(text) => match beside {
                Some(ty @ (Type::Id | Type::Email | Type::Phone | Type::Datetime)) => {
                    of_text(&text.value, ty, self.place).unwrap_or(Read::Unreadable)
                }
                _ => Read::Text(nfc(&text.value)),
            },
        }
    }

    /// The type under which a literal compared with this expression is read; `None` is plain text. A computed text is
    /// in NFC, so only a bare reference of type `id` keeps a literal as it is written.
    fn type_of(&self, expr: &Expr) -> Option<Type> {
        match &expr.node {
            Node::Group(part) => self.type_of(part),
            Node::Reference(reference) => {
                self.scope.resolve(reference).ok().map(|resolved| resolved.ty)
            }
            _ => None,
        }
    }
}

/// Whether an expression is a value; otherwise it is a condition.
fn is_value(expr: &Expr) -> bool {
    match &expr.node {
        Node::Group(part) => is_value(part),
        Node::Reference(_)
        | Node::Literal(_)
        | Node::Sum(_)
        | Node::Product(_)
        | Node::Negative(_)
        | Node::Call(..) => true,
        Node::Or(_)
        | Node::And(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Matches(..)
        | Node::In { .. }
        | Node::Is { .. }
        | Node::Refused(_) => false,
    }
}

/// A text predicate accepts any text, so only whether the other operand is an id matters.
fn plain(ty: Option<Type>) -> Option<Type> {
    ty.filter(|ty| *ty == Type::Id)
}

fn number_or_not(number: Option<Number>) -> Read {
    number.map_or(Read::Unreadable, Read::Number)
}

/// Absent equals `null`; a comparison with an unreadable value is indeterminate.
fn equal(a: &Read, b: &Read) -> Truth {
    match (a, b) {
        (Read::Unreadable, _) | (_, Read::Unreadable) => Truth::Indeterminate,
        _ => Truth::from(a == b),
    }
}

fn ordered(a: &Read, b: &Read, holds: fn(std::cmp::Ordering) -> bool) -> Truth {
    match (a, b) {
        (Read::Number(a), Read::Number(b)) => Truth::from(holds(a.cmp(b))),
        (Read::Datetime(a), Read::Datetime(b)) => Truth::from(holds(a.cmp(b))),
        _ => Truth::Indeterminate,
    }
}

fn predicate(a: &Read, b: &Read, holds: fn(&str, &str) -> bool) -> Truth {
    match (a, b) {
        (Read::Text(a), Read::Text(b)) => Truth::from(holds(a, b)),
        _ => Truth::Indeterminate,
    }
}

fn matched(text: &Read, pattern: &str) -> Truth {
    let syntax = syntax::Config::new().nest_limit(PATTERN_NESTING);
    match (text, Regex::builder().syntax(syntax).build(pattern)) {
        (Read::Text(text), Ok(pattern)) => Truth::from(pattern.is_match(text)),
        _ => Truth::Indeterminate,
    }
}
