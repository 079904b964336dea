//! The JSON works with `sonic-rs`.

use sonic_rs::JsonValueTrait;

use super::typed::{Eight, Two, lines};

/// `C2` over a struct with two fields.
pub fn two(file: &[u8]) -> u64 {
    lines(file).filter(|line| sonic_rs::from_slice(line).is_ok_and(Two::holds)).count() as u64
}

/// How many rows match one of twenty kinds, over a struct with all fields.
pub fn eight(file: &[u8]) -> u64 {
    lines(file).filter(|line| sonic_rs::from_slice(line).is_ok_and(Eight::one_of_twenty)).count()
        as u64
}

/// `C2` over values that are looked up in the line. The rest of the line, and its UTF-8, are not checked.
pub fn lazy(text: &str) -> u64 {
    let holds = |line: &str| {
        let category = sonic_rs::get(line, ["category"]);
        category.is_ok_and(|category| category.as_raw_str() == "\"149\"")
            && sonic_rs::get(line, ["price"]).is_ok_and(|price| {
                let text = price.as_str().and_then(|text| text.parse().ok());
                price.as_f64().or(text).is_some_and(|price| price > 0.0)
            })
    };
    let mut at = 0;
    let passes = lines(text.as_bytes()).filter(|line| {
        let start = at;
        at += line.len() + 1;
        text.get(start..start + line.len()).is_some_and(holds)
    });
    passes.count() as u64
}
