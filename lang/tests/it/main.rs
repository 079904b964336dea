//! Tests of each stage of the language, one helper function per stage.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on fails"
)]

// Other crates use this name too.
extern crate pointsman_lang as lang;

mod agreement;
mod analysis;
mod check;
mod conformance;
mod deep;
mod format;
mod laws;
mod limits;
mod lower;
mod refusals;
mod scope;
mod trees;
