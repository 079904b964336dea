//! The condition language: from a line of text to a program.

pub mod ast;
pub mod check;
pub mod codes;
mod compile;
pub mod conformance;
pub mod diagnostic;
mod format;
pub mod hir;
pub mod limits;
mod lower;
mod outline;
mod parse;
pub mod reference;
pub mod scope;
mod suggest;
mod token;

pub use codes::Code;
pub use compile::{Compiled, compile};
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use format::format;
pub use outline::{outline, words};
pub use parse::{Parsed, parse};
pub use scope::{Position, Resolved, Root, Scope, SlotIndex};
pub use suggest::nearest;
pub use token::name;
