//! The condition language: from a line of text to a program.

pub mod ast;
mod reference;
