//! The faults of a file of rows.

use std::fmt;

use crate::bad_row::BadRowKind;

/// A fault of a file of rows, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedFault {
    /// The row that contains the fault, from 1, if a row does.
    pub row: Option<u64>,
    /// The line, from 1.
    pub line: u64,
    /// The byte of that line, from 1; a byte order mark is not counted.
    pub column: u64,
    /// The byte of the file, from 0.
    pub offset: u64,
    /// The kind of fault.
    pub kind: FeedFaultKind,
}

/// The faults of a file of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedFaultKind {
    /// One row is bad; reading continues with the next row.
    Row(BadRowKind),
    /// The file holds only white space.
    Empty,
    /// The contents are neither an object nor an array; with their first characters.
    NotRows(Box<str>),
    /// The file ends before the array or the object does.
    Unfinished,
    /// The file ends inside more than 128 objects and arrays.
    Nesting,
    /// A byte that is not JSON is between the rows or around them.
    Unexpected,
    /// The file continues after its end.
    Trailing,
    /// The path leads to no value.
    NotFound(Box<str>),
    /// The value at the path is not an array.
    NotAnArray(Box<str>),
    /// Two arrays could be the rows; these are their keys.
    SeveralArrays(Box<str>, Box<str>),
    /// The object has the key of the rows twice.
    RepeatedKey(Box<str>),
    /// The text around the rows is longer than 16 MiB.
    TooLong,
    /// The reader failed.
    Io(std::io::ErrorKind),
}

impl FeedFault {
    /// Whether reading stops after this fault.
    pub fn ends(&self) -> bool {
        !matches!(self.kind, FeedFaultKind::Row(_))
    }
}

impl fmt::Display for FeedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FeedFault { line, column, .. } = self;
        match self.row {
            Some(row) => write!(f, "row {row}, line {line}, byte {column}: {}", self.kind),
            None => write!(f, "line {line}, byte {column}: {}", self.kind),
        }
    }
}

impl fmt::Display for FeedFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FeedFaultKind::Row(kind) => f.write_str(kind.words()),
            FeedFaultKind::Empty => f.write_str("the file is empty"),
            FeedFaultKind::NotRows(found) => {
                write!(f, "`{found}` begins neither rows nor an object that holds them")
            }
            FeedFaultKind::Unfinished => f.write_str("the file ends before its rows do"),
            FeedFaultKind::Nesting => f.write_str(BadRowKind::Nesting.words()),
            FeedFaultKind::Unexpected => f.write_str("this is no JSON"),
            FeedFaultKind::Trailing => f.write_str("something stands behind the end of the rows"),
            FeedFaultKind::NotFound(path) => write!(f, "nothing is at `{path}`"),
            FeedFaultKind::NotAnArray(path) => write!(f, "what is at `{path}` is no array"),
            FeedFaultKind::SeveralArrays(one, other) => {
                write!(
                    f,
                    "`{one}` and `{other}` are both arrays: say by `rows_at` which holds the rows"
                )
            }
            FeedFaultKind::RepeatedKey(key) => write!(f, "the key `{key}` stands here twice"),
            FeedFaultKind::TooLong => {
                f.write_str("what stands around the rows is longer than 16 MiB")
            }
            FeedFaultKind::Io(kind) => write!(f, "reading failed: {kind}"),
        }
    }
}

impl std::error::Error for FeedFault {}
