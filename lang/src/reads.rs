//! Lists the references of a condition, unresolved.

use crate::ast::{Expr, Node, Reference, Span};
use crate::dump::node;
use crate::token::{self, Token};

/// Every reference of a condition in source order, with its span.
///
/// ```
/// let ast = pointsman_lang::parse("$form.a == 1 or $item.fields.b is known").ast.unwrap();
/// let read = pointsman_lang::references(&ast);
/// assert_eq!(read.iter().map(|(_, span)| span.clone()).collect::<Vec<_>>(), [0..7, 16..30]);
/// ```
pub fn references(ast: &Expr) -> Vec<(&Reference, Span)> {
    let mut found = Vec::new();
    let mut open = vec![ast];
    while let Some(expr) = open.pop() {
        if let Node::Reference(reference) = &expr.node {
            found.push((reference, expr.span.clone()));
        }
        open.extend(node(&expr.node).1.into_iter().rev().map(|(_, part)| part));
    }
    found
}

/// Every complete reference in a text, in source order, even if the text is not a valid condition. References within
/// quotes are skipped.
///
/// ```
/// let read = pointsman_lang::scan_references("$form.a == '$form.b' and (");
/// assert_eq!(read.len(), 1);
/// assert_eq!((read[0].0.root.as_str(), read[0].1.clone()), ("form", 0..7));
/// ```
pub fn scan_references(text: &str) -> Vec<(Reference, Span)> {
    let (tokens, _) = token::tokens(text);
    let reference = |(start, token, end)| match token {
        Token::Reference(reference) => Some((*reference, start..end)),
        _ => None,
    };
    tokens.into_iter().filter_map(reference).collect()
}
