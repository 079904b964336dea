//! The syntax tree of a condition, with the span of each part.
//!
//! The tree is unresolved: a reference holds its names, a literal its spelling. `and`, `or`, `+ -` and `*` are n-ary,
//! so that a chain of any length is one level deep. Equality of trees ignores spans.

use std::ops::Range;

use vm::Decimal;

/// A span of the source, in bytes.
pub type Span = Range<usize>;

/// An expression with its span.
#[derive(Clone, Debug, Eq)]
pub struct Expr {
    /// The kind of expression, with its children.
    pub node: Node,
    /// The span in the source, without enclosing parentheses.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Two or more operands joined by `or`.
    Or(Vec<Expr>),
    /// Two or more operands joined by `and`.
    And(Vec<Expr>),
    /// `not` and its operand.
    Not(Box<Expr>),
    /// A comparison of two operands.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `matches`: an operand and a pattern.
    Matches(Box<Expr>, Text),
    /// `in` or `not in`: an operand and a list.
    In {
        /// The operand that is searched for.
        item: Box<Expr>,
        /// True for `not in`.
        negated: bool,
        /// The list, with at least one member.
        list: Vec<Member>,
    },
    /// `is null`, `is not null`, `is known`, `is not known`.
    Is {
        /// The operand of `is`.
        item: Box<Expr>,
        /// True for `is not`.
        negated: bool,
        /// The property that is tested.
        what: Is,
    },
    /// Two or more terms, each with its sign; the first is always added.
    Sum(Vec<(Sign, Expr)>),
    /// Two or more factors.
    Product(Vec<Expr>),
    /// Unary `-` and its operand.
    Negative(Box<Expr>),
    /// A call of `lower(…)` or `length(…)`.
    Call(Function, Box<Expr>),
    /// A literal.
    Literal(Literal),
    /// A reference.
    Reference(Reference),
    /// An expression in parentheses, kept so that the formatter preserves the author's grouping.
    Group(Box<Expr>),
    /// An invalid expression that the parser has reported and that has no type: a second comparison, `in` without a
    /// list, an empty list, or a malformed number or text. It keeps its operands, because their references can still be
    /// resolved.
    Refused(Vec<Expr>),
}

/// The sign of a term in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

/// The property that `is` tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// The value is absent.
    Null,
    /// The value is readable, or the truth of the condition is not indeterminate.
    Known,
}

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Converts a text to Unicode's full lower case.
    Lower,
    /// Counts the Unicode scalar values of a text.
    Length,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `contains`
    Contains,
    /// `starts with`
    StartsWith,
    /// `ends with`
    EndsWith,
}

/// A literal, as its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A text.
    Text(Text),
    /// A number in the supported range.
    Number(Decimal),
    /// `true` or `false`.
    Boolean(bool),
    /// `null`.
    Null,
}

/// A text literal, with escapes resolved.
#[derive(Clone, Debug, Eq)]
pub struct Text {
    /// The content as written, not normalised.
    pub value: String,
    /// The span in the source, quotes included.
    pub span: Span,
}

/// A member of a list.
#[derive(Clone, Debug, Eq)]
pub struct Member {
    /// The value; a leading `-` is part of it.
    pub value: Literal,
    /// The span in the source.
    pub span: Span,
}

/// An unresolved reference: `$root` followed by steps.
#[derive(Clone, Debug, Eq)]
pub struct Reference {
    /// The root's name, in NFC.
    pub root: String,
    /// The span of `$root`.
    pub root_span: Span,
    /// The steps after the root.
    pub steps: Vec<Step>,
}

/// A step of a reference.
#[derive(Clone, Debug, Eq)]
pub struct Step {
    /// `.name`, `[name]` or `[name.name]`; names are in NFC.
    pub kind: StepKind,
    /// The span of the name or names, without dot or brackets.
    pub span: Span,
}

/// The form of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// `.name`
    Name(String),
    /// `[name]`
    Key(String),
    /// `[name.name]`
    Keys(String, String),
}

/// Implements equality that ignores spans.
macro_rules! same_but_for_place {
    ($($part:ident: $($field:ident)*;)*) => {$(
        impl PartialEq for $part {
            fn eq(&self, other: &$part) -> bool {
                $(self.$field == other.$field)&&*
            }
        }
    )*};
}

same_but_for_place! {
    Expr: node;
    Text: value;
    Member: value;
    Reference: root steps;
    Step: kind;
}
