//! The stages of the language, each through one function that says what comes of a text.

extern crate pointsman_lang as lang;

mod check;
mod deep;
mod laws;
mod scope;
