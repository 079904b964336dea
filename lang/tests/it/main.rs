//! The stages of the language, each through one function that says what comes of a text.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

// The name by which every other crate knows it.
extern crate pointsman_lang as lang;

mod agreement;
mod check;
mod conformance;
mod deep;
mod laws;
mod scope;
