//! The condition language: from a line of text to a program.

pub mod ast;
pub mod check;
pub mod codes;
pub mod diagnostic;
pub mod hir;
mod lower;
pub mod scope;
mod format;
pub mod limits;
mod parse;
mod suggest;
mod token;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use scope::{Position, Resolved, Root, Scope, SlotIndex};
pub use format::format;
pub use parse::{Parsed, parse};
pub use suggest::nearest;
