//! The same by `serde_json`.

use super::typed::{Eight, Two, lines};

/// `C2` of a struct of two fields.
pub fn two(file: &[u8]) -> u64 {
    lines(file).filter(|line| serde_json::from_slice(line).is_ok_and(Two::holds)).count() as u64
}

/// How many rows are of one of twenty kinds, of a struct of all fields.
pub fn eight(file: &[u8]) -> u64 {
    lines(file).filter(|line| serde_json::from_slice(line).is_ok_and(Eight::one_of_twenty)).count()
        as u64
}
