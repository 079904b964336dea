//! What the formatter prints is what was parsed.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::format(bytes));
