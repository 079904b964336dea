//! What can be wrong with a row.

use std::fmt;

/// Why a row is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// The byte at which it is not of the form, from 0.
    pub offset: usize,
    /// The kind of fault.
    pub kind: BadRowKind,
}

/// The faults of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRowKind {
    /// It is not UTF-8.
    Utf8,
    /// It is JSON, maybe, but no object.
    NotAnObject,
    /// Objects and arrays are nested deeper than 128.
    Nesting,
    /// A text contains a control character.
    Control,
    /// A backslash does not start an escape of JSON.
    Escape,
    /// A number that is not of JSON's grammar.
    Number,
    /// Something that JSON does not have at this place.
    Unexpected,
    /// It ends before it is complete.
    Unfinished,
    /// The row continues after its value.
    Trailing,
    /// It is longer than 16 MiB.
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
