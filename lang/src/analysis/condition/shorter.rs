//! Removes a part from a condition.

use crate::ast::{Expr, Node, Span};
use crate::check::ungrouped;

/// The condition without one operand of an `and` or `or`.
pub(super) fn without(expr: &Expr, span: &Span) -> Option<Expr> {
    let one = |inner: &Expr| without(inner, span).map(Box::new);
    let node = match &expr.node {
        Node::And(parts) => shortened(parts, span, Node::And)?,
        Node::Or(parts) => shortened(parts, span, Node::Or)?,
        Node::Not(inner) => Node::Not(one(inner)?),
        Node::Group(inner) => Node::Group(one(inner)?),
        Node::Is { item, negated, what } => {
            Node::Is { item: one(item)?, negated: *negated, what: *what }
        }
        _ => return None,
    };
    Some(Expr { node, span: expr.span.clone() })
}

fn shortened(parts: &[Expr], span: &Span, join: impl Fn(Vec<Expr>) -> Node) -> Option<Node> {
    let mut kept = Vec::with_capacity(parts.len());
    let mut changed = false;
    for part in parts {
        if ungrouped(part).span == *span {
            changed = true;
            continue;
        }
        match without(part, span) {
            Some(shorter) => {
                changed = true;
                kept.push(shorter);
            }
            None => kept.push(part.clone()),
        }
    }
    if !changed {
        return None;
    }
    match kept.as_slice() {
        [only] => Some(only.node.clone()),
        _ => Some(join(kept)),
    }
}
