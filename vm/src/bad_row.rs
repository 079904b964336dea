//! The faults of a row.

use std::fmt;

/// The fault of a row, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// The first byte that is wrong, from 0.
    pub offset: usize,
    /// The kind of fault.
    pub kind: BadRowKind,
}

/// The faults of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRowKind {
    /// The row is not UTF-8.
    Utf8,
    /// The row does not begin with an object.
    NotAnObject,
    /// Objects and arrays are nested deeper than 128.
    Nesting,
    /// A text contains a control character.
    Control,
    /// A backslash does not start an escape of JSON.
    Escape,
    /// A number does not follow JSON's grammar.
    Number,
    /// A byte is not valid JSON at this place.
    Unexpected,
    /// The row ends before it is complete.
    Unfinished,
    /// The row continues after its value.
    Trailing,
    /// The row is longer than 16 MiB.
    TooLong,
}

impl BadRowKind {
    /// The fault in words.
    pub fn words(self) -> &'static str {
        match self {
            BadRowKind::Utf8 => "it is not UTF-8",
            BadRowKind::NotAnObject => "it is no object",
            BadRowKind::Nesting => "it is nested deeper than 128 levels",
            BadRowKind::Control => "a control character stands in a text",
            BadRowKind::Escape => "this is no escape of JSON",
            BadRowKind::Number => "this is no number of JSON",
            BadRowKind::Unexpected => "this is no JSON",
            BadRowKind::Unfinished => "it ends before it is complete",
            BadRowKind::Trailing => "something stands behind the row",
            BadRowKind::TooLong => "it is longer than 16 MiB",
        }
    }
}

/// The byte is counted from 1, as in the lines of a file.
impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad row at byte {}: {}", self.offset + 1, self.kind.words())
    }
}

impl std::error::Error for BadRow {}
