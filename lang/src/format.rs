//! The formatter: prints a syntax tree as canonical text, which parses to an equal tree.
//!
//! It puts one space between parts, `, ` between members, numbers as their shortest plain decimal, and texts in single
//! quotes, or in double quotes if that saves escapes. It keeps the author's parentheses, and adds those that a tree
//! built by hand needs.

use std::fmt::{self, Display, Write};

use crate::ast::{
    Comparison, Expr, Function, Is, Literal, Member, Node, Reference, Sign, StepKind,
};

/// The canonical text of a condition.
///
/// `parse(format(ast))` returns an equal tree if `ast` was parsed without errors. A refused expression is printed as
/// its operands in parentheses.
pub fn format(ast: &Expr) -> String {
    ast.to_string()
}

/// Formats a text as a literal.
pub(crate) fn text_literal(value: &str) -> String {
    let quote = if value.contains('\'') && !value.contains('"') { '"' } else { '\'' };
    let mut literal = String::with_capacity(value.len() + 2);
    literal.push(quote);
    for c in value.chars() {
        match c {
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            '\r' => literal.push_str("\\r"),
            c if c == quote => literal.extend(['\\', c]),
            c if is_unseen(c) => literal.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            c => literal.push(c),
        }
    }
    literal.push(quote);
    literal
}

/// Whether a character is invisible or looks like a space.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || (c != ' ' && c.is_whitespace())
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// Operator precedence, from loosest to tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grip {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Unary,
    Atom,
}

fn grip(node: &Node) -> Grip {
    match node {
        Node::Or(_) => Grip::Or,
        Node::And(_) => Grip::And,
        Node::Not(_) => Grip::Not,
        Node::Compare(..) | Node::Matches(..) | Node::In { .. } | Node::Is { .. } => {
            Grip::Comparison
        }
        Node::Sum(_) => Grip::Sum,
        Node::Product(_) => Grip::Product,
        Node::Negative(_) => Grip::Unary,
        Node::Call(..)
        | Node::Literal(_)
        | Node::Reference(_)
        | Node::Group(_)
        | Node::Refused(_) => Grip::Atom,
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Or(parts) => joined(f, parts, " or ", Grip::And),
            Node::And(parts) => joined(f, parts, " and ", Grip::Not),
            Node::Not(part) => {
                f.write_str("not ")?;
                at_least(f, part, Grip::Not)
            }
            Node::Compare(operator, left, right) => {
                at_least(f, left, Grip::Sum)?;
                write!(f, " {} ", operator.word())?;
                at_least(f, right, Grip::Sum)
            }
            Node::Matches(item, pattern) => {
                at_least(f, item, Grip::Sum)?;
                write!(f, " matches {}", text_literal(&pattern.value))
            }
            Node::In { item, negated, list } => {
                at_least(f, item, Grip::Sum)?;
                f.write_str(if *negated { " not in " } else { " in " })?;
                members(f, list)
            }
            Node::Is { item, negated, what } => {
                at_least(f, item, Grip::Sum)?;
                let not = if *negated { " not" } else { "" };
                write!(f, " is{not} {}", what.word())
            }
            Node::Sum(terms) => sum(f, terms),
            Node::Product(factors) => joined(f, factors, " * ", Grip::Unary),
            Node::Negative(part) => {
                f.write_char('-')?;
                at_least(f, part, Grip::Unary)
            }
            Node::Call(function, part) => write!(f, "{}({part})", function.word()),
            Node::Literal(literal) => literal.fmt(f),
            Node::Reference(reference) => reference.fmt(f),
            Node::Group(part) => write!(f, "({part})"),
            Node::Refused(parts) => {
                f.write_char('(')?;
                joined(f, parts, " ", Grip::Or)?;
                f.write_char(')')
            }
        }
    }
}

/// Formats an expression, in parentheses if its precedence is below `least`.
fn at_least(f: &mut fmt::Formatter<'_>, part: &Expr, least: Grip) -> fmt::Result {
    if grip(&part.node) < least { write!(f, "({part})") } else { part.fmt(f) }
}

fn joined(f: &mut fmt::Formatter<'_>, parts: &[Expr], with: &str, least: Grip) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(with)?;
        }
        at_least(f, part, least)?;
    }
    Ok(())
}

fn sum(f: &mut fmt::Formatter<'_>, terms: &[(Sign, Expr)]) -> fmt::Result {
    for (at, (sign, term)) in terms.iter().enumerate() {
        if at > 0 {
            f.write_str(match sign {
                Sign::Plus => " + ",
                Sign::Minus => " - ",
            })?;
        }
        at_least(f, term, Grip::Product)?;
    }
    Ok(())
}

fn members(f: &mut fmt::Formatter<'_>, list: &[Member]) -> fmt::Result {
    f.write_char('[')?;
    for (at, member) in list.iter().enumerate() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        member.value.fmt(f)?;
    }
    f.write_char(']')
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Text(text) => f.write_str(&text_literal(&text.value)),
            Literal::Number(number) => number.fmt(f),
            Literal::Boolean(true) => f.write_str("true"),
            Literal::Boolean(false) => f.write_str("false"),
            Literal::Null => f.write_str("null"),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.root)?;
        for step in &self.steps {
            match &step.kind {
                StepKind::Name(name) => write!(f, ".{name}")?,
                StepKind::Key(key) => write!(f, "[{key}]")?,
                StepKind::Keys(first, second) => write!(f, "[{first}.{second}]")?,
            }
        }
        Ok(())
    }
}

impl Comparison {
    /// The operator as written in source.
    pub fn word(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
            Comparison::Contains => "contains",
            Comparison::StartsWith => "starts with",
            Comparison::EndsWith => "ends with",
        }
    }
}

impl Is {
    /// The operator as written in source.
    pub fn word(self) -> &'static str {
        match self {
            Is::Null => "null",
            Is::Known => "known",
        }
    }
}

impl Function {
    /// The function name as written in source.
    pub fn word(self) -> &'static str {
        match self {
            Function::Lower => "lower",
            Function::Length => "length",
        }
    }
}
