//! Any text as a station.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::station(bytes));
