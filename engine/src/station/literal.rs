//! A value that a station writes: a literal of an argument.

use vm::Decimal;

/// A literal. It nests as deep as `limits::MAX_LITERAL_NESTING` at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// Nothing, where an argument takes that.
    Null,
    /// Yes or no.
    Boolean(bool),
    /// A number.
    Number(Decimal),
    /// A text.
    Text(String),
    /// A list of literals.
    List(Vec<Literal>),
    /// Keys and their literals, in the order of the file.
    Map(Vec<(String, Literal)>),
}

impl Literal {
    /// The text that it is compared as with a value of a row; of a list or a map there is none.
    pub fn text(&self) -> Option<String> {
        match self {
            Literal::Boolean(known) => Some(known.to_string()),
            Literal::Number(number) => Some(number.to_string()),
            Literal::Text(text) => Some(text.clone()),
            Literal::Null | Literal::List(_) | Literal::Map(_) => None,
        }
    }
}
