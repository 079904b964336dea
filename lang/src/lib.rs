//! The condition language: from a line of text to a program.

pub mod ast;
pub mod codes;
pub mod diagnostic;
mod format;
pub mod limits;
mod parse;
mod suggest;
mod token;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use format::format;
pub use parse::{Parsed, parse};
pub use suggest::nearest;
