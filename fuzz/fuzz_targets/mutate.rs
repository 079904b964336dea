//! Encoded programs with bytes changed and the digest made right.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::mutate(bytes));
