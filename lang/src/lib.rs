//! The condition language: from a line of text to a program.

pub mod ast;
pub mod codes;
pub mod diagnostic;
mod suggest;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use suggest::nearest;
