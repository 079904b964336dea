//! The reference evaluator: a slow, plain walk over the tree of a condition, written straight from the language's
//! definition.
//!
//! It exists to be compared with; nothing that serves runs it. It shares no reader, no decimal, no layout and no
//! compiler with the machines, so that a fault of one of them shows as a difference.

mod eval;
pub(crate) mod json;
mod moment;
mod number;
mod read;

use std::fmt;

use vm::{Truth, Type};

use crate::ast::Expr;
use crate::scope::Scope;

/// What a row says in the slots of a scope, read at one place.
pub struct Values {
    place: read::Place,
    reads: Vec<read::Read>,
}

/// Why a row could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The time zone, or the country, is none that is known.
    Place,
    /// The row is no JSON object, which shows at this byte.
    Row {
        /// Bytes from the row's start.
        offset: usize,
        /// What is wrong there.
        what: &'static str,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Place => write!(f, "the time zone or the country is unknown"),
            Fault::Row { offset, what } => write!(f, "{what} at byte {offset}"),
        }
    }
}

impl std::error::Error for Fault {}

impl Values {
    /// Reads a row of JSON: for each slot of a scope, in their order, the dotted path of its value and its type.
    ///
    /// `zone` is the IANA name of the time zone whose civil time is meant, `country` the two letters of the one whose
    /// national phone numbers are.
    pub fn read(
        row: &[u8],
        slots: &[(&str, Type)],
        zone: &str,
        country: Option<&str>,
    ) -> Result<Values, Fault> {
        let place = read::Place::new(zone, country).ok_or(Fault::Place)?;
        let tree = json::parse(row, json::NESTING)
            .map_err(|json::Fault { offset, what }| Fault::Row { offset, what })?;
        if !matches!(tree.value, json::Value::Object(_)) {
            return Err(Fault::Row { offset: tree.span.start, what: "no object" });
        }
        let reads = slots.iter().map(|&(path, ty)| read::field(&tree, path, ty, &place)).collect();
        Ok(Values { place, reads })
    }
}

/// What a condition says of values that were read for this scope.
///
/// The condition is one that the checker lets through: a part that it would refuse is indeterminate here.
pub fn evaluate(condition: &Expr, scope: &Scope, values: &Values) -> Truth {
    eval::Walk { scope, place: &values.place, reads: &values.reads }.truth(condition)
}
