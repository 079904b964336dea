//! Semantic actions of the grammar: builds tree nodes from the parts of each rule.

use super::stream;
use crate::ast::{Comparison, Expr, Is, Literal, Member, Node, Sign, Span, Text};
use crate::codes;
use crate::diagnostic::Diagnostic;

/// The longest chain of comparisons for which a fix is offered.
const MAX_REMEDIED: usize = 8;

/// The part of a comparison after its first value.
pub(crate) struct Tail {
    /// The span of the operator.
    pub(crate) operator: Span,
    /// The end offset.
    pub(crate) end: usize,
    /// The form of the comparison.
    pub(crate) what: What,
}

/// The forms of a comparison.
pub(crate) enum What {
    /// A comparison operator and its right operand.
    Compare(Comparison, Expr),
    /// `matches` and a pattern.
    Matches(Text),
    /// `in` or `not in`, with the valid members.
    In(bool, Vec<Member>),
    /// `is` or `is not`, and the property.
    Is(bool, Is),
    /// `in` followed by something other than a list.
    NoList(Vec<Expr>),
    /// A malformed pattern, or an invalid list.
    Refused,
}

/// An operator between factors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    /// `*`
    Times,
    /// An invalid operator.
    Refused,
}

impl Tail {
    pub(crate) fn compare((operator, span): (Comparison, Span), right: Expr) -> Tail {
        let end = right.span.end;
        Tail { operator: span, end, what: What::Compare(operator, right) }
    }

    pub(crate) fn matches(operator: Span, (value, span): (String, Span)) -> Tail {
        Tail { operator, end: span.end, what: What::Matches(Text { value, span }) }
    }
}

/// The source, and the diagnostics found while building the tree.
pub(crate) struct Build<'s> {
    source: &'s str,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Build<'s> {
    pub(super) fn new(source: &'s str) -> Build<'s> {
        Build { source, diagnostics: Vec::new() }
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Joins operands by one operator; returns a single operand unchanged.
    pub(crate) fn joined(first: Expr, rest: Vec<Expr>, node: fn(Vec<Expr>) -> Node) -> Expr {
        let Some(last) = rest.last() else { return first };
        let span = first.span.start..last.span.end;
        Expr { node: node(Build::listed(first, rest)), span }
    }

    /// Applies a prefix operator.
    pub(crate) fn prefixed(start: usize, part: Expr, node: fn(Box<Expr>) -> Node) -> Expr {
        let span = start..part.span.end;
        Expr { node: node(Box::new(part)), span }
    }

    pub(crate) fn sum(first: Expr, rest: Vec<(Sign, Expr)>) -> Expr {
        let Some((_, last)) = rest.last() else { return first };
        let span = first.span.start..last.span.end;
        Expr { node: Node::Sum(Build::listed((Sign::Plus, first), rest)), span }
    }

    /// Builds a product; with an invalid operator the product is an invalid expression, and its factors stay valid.
    pub(crate) fn product(first: Expr, rest: Vec<(Times, Expr)>) -> Expr {
        let node = match rest.iter().any(|(times, _)| *times == Times::Refused) {
            true => Node::Refused,
            false => Node::Product,
        };
        Build::joined(first, rest.into_iter().map(|(_, factor)| factor).collect(), node)
    }

    pub(crate) fn listed<T>(first: T, rest: Vec<T>) -> Vec<T> {
        let mut all = Vec::with_capacity(rest.len() + 1);
        all.push(first);
        all.extend(rest);
        all
    }

    pub(crate) fn member((value, span): (Literal, Span)) -> Option<Member> {
        Some(Member { value, span })
    }

    /// Builds `in` with a list. Reports an empty list; drops the invalid members of any other.
    pub(crate) fn member_of(
        &mut self,
        (negated, operator): (bool, Span),
        (list, span): (Vec<Option<Member>>, Span),
    ) -> Tail {
        let end = span.end;
        if list.is_empty() {
            let message = match negated {
                true => "nothing is in an empty list: this is always true",
                false => "nothing is in an empty list: this is never true",
            };
            self.diagnostics.push(
                Diagnostic::new(codes::CONDITION_LIST_EMPTY, span, message)
                    .help("write its members, or delete the part"),
            );
        }
        let members: Vec<Member> = list.into_iter().flatten().collect();
        let what = if members.is_empty() { What::Refused } else { What::In(negated, members) };
        Tail { operator, end, what }
    }

    /// Reports `in` followed by something other than a list.
    pub(crate) fn no_list(&mut self, operator: Span, values: Vec<Expr>, span: Span) -> Tail {
        let diagnostic = Diagnostic::new(
            codes::CONDITION_SYNTAX,
            span.clone(),
            "after `in` stands a list of literals in brackets",
        );
        let inner = match values.as_slice() {
            [one] => match &one.node {
                Node::Group(inner) => inner.span.clone(),
                _ => one.span.clone(),
            },
            [first, .., last] => first.span.start..last.span.end,
            [] => span.clone(),
        };
        let literal = |value: &Expr| match &value.node {
            Node::Literal(_) => true,
            Node::Group(inner) => matches!(inner.node, Node::Literal(_)),
            _ => false,
        };
        self.diagnostics.push(if values.iter().all(literal) {
            let text = format!("[{}]", self.slice(&inner));
            diagnostic.help("write the list in brackets, `[` and `]`").fix(span.clone(), text)
        } else {
            diagnostic.help("to compare with a value write `==`; a list is written `['a', 'b']`")
        });
        Tail { operator, end: span.end, what: What::NoList(values) }
    }

    /// Builds a comparison from a value and what follows: none, one, or a chain, which is reported.
    pub(crate) fn comparison(&mut self, first: Expr, tails: Vec<Tail>) -> Expr {
        let Some(last) = tails.last() else { return first };
        let span = first.span.start..last.end;
        if let [one, two, ..] = tails.as_slice() {
            let chained = stream::chained(one.operator.clone(), two.operator.clone());
            self.diagnostics.push(match self.unchained(&tails) {
                Some((span, text)) => chained.fix(span, text),
                None => chained,
            });
        }
        let mut tails = tails.into_iter().map(|tail| tail.what);
        let node = match (tails.next(), tails.len()) {
            (Some(what), 0) => compared(first, what),
            (what, _) => {
                let rest = what.into_iter().chain(tails).flat_map(What::values);
                Node::Refused([first].into_iter().chain(rest).collect())
            }
        };
        Expr { node, span }
    }

    /// The fix for a chain such as `a < b < c`: it inserts `and b` before the second operator, and so on.
    fn unchained(&self, tails: &[Tail]) -> Option<(Span, String)> {
        let [first, rest @ ..] = tails else { return None };
        let start = rest.first()?.operator.start;
        let (mut text, mut left, mut at) = (String::new(), first, start);
        for tail in rest.get(..MAX_REMEDIED.min(rest.len())).filter(|r| r.len() == rest.len())? {
            let (What::Compare(_, value), What::Compare(..)) = (&left.what, &tail.what) else {
                return None;
            };
            text.push_str(self.slice(&(at..tail.operator.start)));
            text.push_str("and ");
            text.push_str(self.slice(&value.span));
            text.push(' ');
            text.push_str(self.slice(&tail.operator));
            (left, at) = (tail, tail.operator.end);
        }
        Some((start..at, text))
    }

    fn slice(&self, span: &Span) -> &'s str {
        self.source.get(span.clone()).unwrap_or_default()
    }
}

/// Builds a single comparison.
fn compared(item: Expr, what: What) -> Node {
    let item = Box::new(item);
    match what {
        What::Compare(operator, right) => Node::Compare(operator, item, Box::new(right)),
        What::Matches(pattern) => Node::Matches(item, pattern),
        What::In(negated, list) => Node::In { item, negated, list },
        What::Is(negated, what) => Node::Is { item, negated, what },
        What::NoList(values) => Node::Refused([*item].into_iter().chain(values).collect()),
        What::Refused => Node::Refused(vec![*item]),
    }
}

impl What {
    /// The operands of a comparison, whose references can still be resolved.
    fn values(self) -> Vec<Expr> {
        match self {
            What::Compare(_, right) => vec![right],
            What::NoList(values) => values,
            What::Matches(_) | What::In(..) | What::Is(..) | What::Refused => Vec::new(),
        }
    }
}
