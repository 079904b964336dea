//! What was typed: the tree of a condition, with the place of each part.
//!
//! Nothing here is resolved: a reference is its words, a literal its spelling. `and`, `or`, `+ -` and `*` are n-ary,
//! so that a chain of any length is one level deep. Two trees are equal where they say the same, wherever it stands.

use std::ops::Range;

use vm::Decimal;

/// A place in the source, in bytes.
pub type Span = Range<usize>;

/// A part of a condition and its place.
#[derive(Clone, Debug, Eq)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Where it stands, without parentheses round it.
    pub span: Span,
}

/// A part of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Parts joined by `or`, at least two.
    Or(Vec<Expr>),
    /// Parts joined by `and`, at least two.
    And(Vec<Expr>),
    /// `not` before a part.
    Not(Box<Expr>),
    /// Two sides of a comparison.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `matches` and its pattern.
    Matches(Box<Expr>, Text),
    /// `in`, or `not in`, a list.
    In {
        /// What is looked for.
        item: Box<Expr>,
        /// Whether `not` stands before `in`.
        negated: bool,
        /// The list, at least one member.
        list: Vec<Member>,
    },
    /// `is null`, `is not null`, `is known`, `is not known`.
    Is {
        /// What is asked about.
        item: Box<Expr>,
        /// Whether `not` stands after `is`.
        negated: bool,
        /// What is asked.
        what: Is,
    },
    /// Terms added and subtracted, at least two, each with whether it is subtracted (never the first).
    Sum(Vec<(Sign, Expr)>),
    /// Factors multiplied, at least two.
    Product(Vec<Expr>),
    /// `-` before a value.
    Negative(Box<Expr>),
    /// `lower(…)` or `length(…)`.
    Call(Function, Box<Expr>),
    /// A literal.
    Literal(Literal),
    /// A reference.
    Reference(Reference),
    /// A part in parentheses. Kept, so that the formatter can tell what the author grouped.
    Group(Box<Expr>),
    /// Something that the parser has already refused, and that has no type: a second comparison, `in` without a list,
    /// an empty list, a number or a text in a form that is none. The values in it, of which only the references are
    /// still worth looking up.
    Refused(Vec<Expr>),
}

/// Whether a term of a sum is added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

/// What `is` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// Whether nothing is there.
    Null,
    /// Whether something readable is there, or the condition's truth is known.
    Known,
}

/// A function of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Unicode's full lower case of a text.
    Lower,
    /// How many Unicode scalar values a text has.
    Length,
}

/// What holds between two sides.
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

/// A literal as its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A text.
    Text(Text),
    /// A number in the range that numbers have.
    Number(Decimal),
    /// `true` or `false`.
    Boolean(bool),
    /// `null`.
    Null,
}

/// A text literal, its escapes undone.
#[derive(Clone, Debug, Eq)]
pub struct Text {
    /// What it says, as written: not normalised.
    pub value: String,
    /// Where it stands, its quotes included.
    pub span: Span,
}

/// A member of a list.
#[derive(Clone, Debug, Eq)]
pub struct Member {
    /// Its value, a leading `-` taken in.
    pub value: Literal,
    /// Where it stands.
    pub span: Span,
}

/// A reference as it was typed: `$root`, then steps.
#[derive(Clone, Debug, Eq)]
pub struct Reference {
    /// The word after `$`, NFC.
    pub root: String,
    /// Where `$root` stands.
    pub root_span: Span,
    /// What follows.
    pub steps: Vec<Step>,
}

/// A step of a reference.
#[derive(Clone, Debug, Eq)]
pub struct Step {
    /// `.name`, `[name]` or `[name.name]`; names are NFC.
    pub kind: StepKind,
    /// Where the name, or the two, stand, without dot or brackets.
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

/// Equality of what is said, the places left out.
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
