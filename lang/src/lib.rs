//! The condition language: from a line of text to a program.
//!
//! Tokens, tree, meaning, program: each is made of the one before by one function, and [`compile`] runs them in turn.
//!
//! ```
//! # use pointsman_lang as lang;
//! use lang::{Position, Root, Scope, compile};
//! use vm::{Reading, Type};
//!
//! let mut scope = Scope::new(Position::Kind);
//! scope.declare(Root::Fields, None, None, "price", Type::Price);
//! scope.declare(Root::Fields, None, None, "category", Type::Text);
//!
//! let condition = "$fields.category == '149' and $fields.price > 0";
//! let compiled = compile(condition, &scope, &Reading::default()).unwrap();
//! assert_eq!(compiled.condition.to_string(), r#"(and (eq $1 "149") (gt $0 0))"#);
//! assert_eq!(&condition[compiled.parts[1].clone()], "$fields.category == '149'");
//! ```

#![forbid(unsafe_code)]

pub mod analysis;
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
mod reads;
pub mod reference;
pub mod scope;
mod suggest;
mod token;

pub use codes::{Code, Severity};
pub use compile::{Compiled, compile};
pub use diagnostic::{Diagnostic, Fix};
pub use format::format;
pub use outline::{outline, words};
pub use parse::{Parsed, parse};
pub use reads::{references, written};
pub use scope::{Position, Resolved, Root, Scope, SlotIndex};
pub use suggest::nearest;
pub use token::name;
