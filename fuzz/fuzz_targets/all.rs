//! Every oracle, chosen by the first byte.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::all(bytes));
