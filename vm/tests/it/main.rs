//! What the crate says of rows, seen from outside.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

// The name by which every other crate knows it.
extern crate pointsman_vm as vm;

#[cfg(feature = "arrow")]
mod arrow;
mod columns;
mod feed;
mod laws;
mod layout;
mod lines;
mod machine;
mod reading;
mod verifier;

use vm::{Type, Value};

/// A value as the tests spell it: `-` absent, `?` unreadable, else as it prints.
fn told(value: Value<'_>) -> String {
    match value {
        Value::Absent => "-".to_owned(),
        Value::Unreadable => "?".to_owned(),
        Value::Text(text) => format!("'{text}'"),
        Value::Number(number) => number.to_string(),
        Value::Boolean(known) => known.to_string(),
        Value::Datetime(at) if at.nanoseconds == 0 => format!("@{}", at.seconds),
        Value::Datetime(at) => format!("@{}.{:09}", at.seconds, at.nanoseconds),
    }
}

fn ty(name: &str) -> Type {
    Type::named(name).unwrap()
}
