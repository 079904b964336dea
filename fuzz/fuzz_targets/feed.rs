//! Any bytes as a file of rows.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::feed(bytes));
