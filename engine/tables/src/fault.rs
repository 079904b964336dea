//! The faults of a file of rows.

use std::fmt;

/// Why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenFault {
    /// The file cannot be read or has another format; contains the reason.
    Unreadable(String),
    /// The header has one column, and this character seems to separate several.
    Delimiter(char),
}

impl fmt::Display for OpenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenFault::Unreadable(why) => f.write_str(why),
            OpenFault::Delimiter('\t') => {
                f.write_str("its header is one column: is it tab-separated?")
            }
            OpenFault::Delimiter(other) => {
                write!(f, "its header is one column: is it separated by '{other}'?")
            }
        }
    }
}

impl std::error::Error for OpenFault {}

impl From<String> for OpenFault {
    fn from(why: String) -> OpenFault {
        OpenFault::Unreadable(why)
    }
}

/// A fault in the rows of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The row or line, and the reason.
    pub message: String,
    /// Whether no row can follow.
    pub ends: bool,
}

impl Fault {
    /// A fault after which no row can be read.
    pub(crate) fn end(why: impl fmt::Display) -> Fault {
        Fault { message: why.to_string(), ends: true }
    }

    /// A bad row; the rows after it can be read.
    pub(crate) fn row(number: u64, line: u64, why: impl fmt::Display) -> Fault {
        Fault { message: format!("row {number}, line {line}: {why}"), ends: false }
    }
}
