//! A value as it is seen: what a slot holds, what a constant is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;
use crate::types::Family;

/// A point in time. Ordered as time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Instant {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds after that second, 0 to 999,999,999.
    pub nanoseconds: u32,
}

/// In UTC, as `2026-01-01T00:00:00Z`; outside the years that calendars have, as seconds since 1970.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanoseconds = i32::try_from(self.nanoseconds).unwrap_or_default();
        match jiff::Timestamp::new(self.seconds, nanoseconds) {
            Ok(timestamp) => timestamp.fmt(f),
            Err(_) => write!(f, "{} s", self.seconds),
        }
    }
}

/// What a slot holds, borrowed from its row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nothing is there, or `null` is.
    Absent,
    /// Something is there, and it is not of the slot's type.
    Unreadable,
    /// A text, in the one spelling of its type.
    Text(&'a str),
    /// A number.
    Number(Decimal),
    /// A boolean.
    Boolean(bool),
    /// A point in time.
    Datetime(Instant),
}

/// A value that a program or a station holds: never absent, never unreadable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Constant {
    /// A text, in the one spelling of its type.
    Text(String),
    /// A number.
    Number(Decimal),
    /// A boolean.
    Boolean(bool),
    /// A point in time.
    Datetime(Instant),
}

impl Constant {
    /// How it is compared.
    pub fn family(&self) -> Family {
        match self {
            Constant::Text(_) => Family::Text,
            Constant::Number(_) => Family::Number,
            Constant::Boolean(_) => Family::Boolean,
            Constant::Datetime(_) => Family::Datetime,
        }
    }

    /// The value as it is seen.
    pub fn value(&self) -> Value<'_> {
        match self {
            Constant::Text(text) => Value::Text(text),
            Constant::Number(number) => Value::Number(*number),
            Constant::Boolean(known) => Value::Boolean(*known),
            Constant::Datetime(instant) => Value::Datetime(*instant),
        }
    }
}
