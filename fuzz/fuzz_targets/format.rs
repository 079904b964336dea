//! The formatter's output parses to the same tree.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::format(bytes));
