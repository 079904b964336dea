//! Row machine, batch machine and reference evaluator on generated conditions and rows.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pointsman_fuzz::oracle::agree(bytes));
