//! Any text through the lexer, the parser and the checker.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::parse(bytes));
