//! The stages of the language, each through one function that says what comes of a text.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on fails"
)]

// The name by which every other crate knows it.
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
