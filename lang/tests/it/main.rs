//! The stages of the language, each through one function that says what comes of a text.

mod check;
mod deep;
mod laws;
mod scope;
