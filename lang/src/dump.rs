//! Prints the stages before checking: the tokens of a source and its syntax tree.

use std::fmt::Write as _;

use crate::ast::{Expr, Node, Sign};
use crate::token;

/// Lists the tokens of a source, one per line: the byte span, then the source text. Rejected tokens are listed too.
///
/// ```
/// assert_eq!(pointsman_lang::print_tokens("$fields.x >= 1"), "0..9     $fields.x\n10..12   >=\n13..14   1\n");
/// ```
pub fn print_tokens(source: &str) -> String {
    let (tokens, _) = token::tokens(source);
    let mut out = String::new();
    for (start, _, end) in tokens {
        let span = format!("{start}..{end}");
        let _ = writeln!(out, "{span:<8} {}", source.get(start..end).unwrap_or_default());
    }
    out
}

/// Prints the syntax tree of a condition, one node per line, indented by depth.
///
/// ```
/// let ast = pointsman_lang::parse("not ($fields.x > 1)").ast.unwrap();
/// assert_eq!(pointsman_lang::print_tree(&ast), "not\n  group\n    >\n      $fields.x\n      1\n");
/// ```
pub fn print_tree(ast: &Expr) -> String {
    let mut out = String::new();
    let mut open = vec![(0usize, String::new(), ast)];
    while let Some((depth, sign, expr)) = open.pop() {
        let (name, parts) = node(&expr.node);
        let name = name.unwrap_or_else(|| expr.to_string());
        let _ = writeln!(out, "{:indent$}{sign}{name}", "", indent = depth * 2);
        open.extend(parts.into_iter().rev().map(|(sign, part)| (depth + 1, sign.to_owned(), part)));
    }
    out
}

/// The label of an expression that has operands, and the operands.
pub(crate) fn node(node: &Node) -> (Option<String>, Vec<(&'static str, &Expr)>) {
    let named = |name: &str| Some(name.to_owned());
    match node {
        Node::Or(parts) => (named("or"), plain(parts)),
        Node::And(parts) => (named("and"), plain(parts)),
        Node::Product(parts) => (named("*"), plain(parts)),
        Node::Refused(parts) => (named("refused"), plain(parts)),
        Node::Sum(terms) => {
            let signed = |(sign, term)| (if sign == Sign::Minus { "- " } else { "+ " }, term);
            (named("sum"), terms.iter().map(|(sign, term)| signed((*sign, term))).collect())
        }
        Node::Not(part) => (named("not"), vec![("", part)]),
        Node::Negative(part) => (named("-"), vec![("", part)]),
        Node::Group(part) => (named("group"), vec![("", part)]),
        Node::Call(function, part) => (named(function.word()), vec![("", part)]),
        Node::Compare(comparison, left, right) => {
            (named(comparison.word()), vec![("", left), ("", right)])
        }
        Node::Matches(part, pattern) => {
            (Some(format!("matches {:?}", pattern.value)), vec![("", part)])
        }
        Node::In { item, negated, list } => {
            let word = if *negated { "not in" } else { "in" };
            (Some(format!("{word}, {} members", list.len())), vec![("", item)])
        }
        Node::Is { item, negated, what } => {
            let word = if *negated { "is not" } else { "is" };
            (Some(format!("{word} {}", what.word())), vec![("", item)])
        }
        Node::Literal(_) | Node::Reference(_) => (None, Vec::new()),
    }
}

fn plain(parts: &[Expr]) -> Vec<(&'static str, &Expr)> {
    parts.iter().map(|part| ("", part)).collect()
}
