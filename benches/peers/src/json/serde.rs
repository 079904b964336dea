//! The JSON works with `serde_json`.

use serde_json::Value;

use super::typed::{Eight, Two, lines};

/// `C2` over a struct with two fields.
pub fn two(file: &[u8]) -> u64 {
    lines(file).filter(|line| serde_json::from_slice(line).is_ok_and(Two::holds)).count() as u64
}

/// `C2` over a line parsed to a dynamic value.
pub fn value(file: &[u8]) -> u64 {
    let holds = |row: Value| {
        let price = row.get("price").and_then(|price| match price {
            Value::String(text) => text.parse().ok(),
            other => other.as_f64(),
        });
        row.get("category").is_some_and(|category| category == "149")
            && price.is_some_and(|price: f64| price > 0.0)
    };
    lines(file).filter(|line| serde_json::from_slice(line).is_ok_and(holds)).count() as u64
}

/// How many rows match one of twenty kinds, over a struct with all fields.
pub fn eight(file: &[u8]) -> u64 {
    lines(file).filter(|line| serde_json::from_slice(line).is_ok_and(Eight::one_of_twenty)).count()
        as u64
}
