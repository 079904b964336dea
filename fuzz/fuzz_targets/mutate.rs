//! Encoded programs with changed bytes and a correct digest.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::mutate(bytes));
