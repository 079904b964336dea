//! Any bytes as a row, against an independent reader.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::row(bytes));
