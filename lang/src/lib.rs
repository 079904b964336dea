//! The condition language: from a line of text to a program.

pub mod ast;
pub mod check;
pub mod codes;
pub mod diagnostic;
pub mod hir;
mod limits;
mod lower;
pub mod scope;
mod suggest;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use scope::{Position, Resolved, Root, Scope, SlotIndex};
pub use suggest::nearest;
