//! What runs have found: each stays fixed.

use pointsman_fuzz::oracle::ORACLES;

/// Gives bytes to an oracle.
#[track_caller]
fn check(name: &str, bytes: &[u8]) {
    let (_, oracle) = ORACLES.iter().find(|(n, _)| *n == name).unwrap();
    oracle(bytes);
}

/// Each reading of a few bytes cost as much as one of 64 KiB.
#[test]
fn a_file_that_comes_byte_by_byte_is_read() {
    let rows = "{\"a\":1}\n".repeat(4_000);
    check("feed", &[&[0, 0], rows.as_bytes()].concat());
}
