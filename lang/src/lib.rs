//! The condition language: compiles a line of text to a program and runs it on a row.
//!
//! ```
//! # use pointsman_lang as lang;
//! use lang::{Position, Root, Scope, compile};
//! use vm::{Layout, Path, Reading, Truth, Type};
//!
//! // Declare the fields that the condition may read, and compile it.
//! let mut scope = Scope::new(Position::Kind);
//! scope.declare(Root::Fields, None, None, "category", Type::Text);
//! scope.declare(Root::Fields, None, None, "price", Type::Price);
//! let source = "$fields.category == '149' and $fields.price > 0";
//! let compiled = compile(source, &scope, &Reading::default()).unwrap();
//!
//! // Lay out the fields in slot order, and read a row.
//! let fields = [(Path::parse("category").unwrap(), Type::Text), (Path::parse("price").unwrap(), Type::Price)];
//! let layout = Layout::new(&fields, Reading::default());
//! let mut row = layout.row();
//! layout.read(br#"{"category": "149", "price": 12.5}"#, &mut row).unwrap();
//!
//! // Run the program.
//! assert_eq!(compiled.program.weigh(&row).truth(), Truth::True);
//! assert!(compiled.program.decide(&row));
//!
//! // Part numbers lead back to the source.
//! assert_eq!(&source[compiled.parts[1].clone()], "$fields.category == '149'");
//! ```
//!
//! The modules, in the order of the flow:
//!
//! | stage | module | result |
//! |---|---|---|
//! | lex | `token` | tokens |
//! | parse | [`parse()`] | [`ast::Expr`] |
//! | resolve | [`scope`] | [`Resolved`] |
//! | check | [`check`] | [`hir::Condition`] |
//! | lower | `lower` | [`vm::Verified`] |
//! | all of these | [`compile()`] | [`Compiled`] |
//! | analyze | [`analysis`] | findings, with rows that show them |
//! | evaluate without the machine | [`mod@reference`], [`conformance`] | [`vm::Truth`] |

#![forbid(unsafe_code)]

mod token;

pub mod ast;
mod parse;

mod reads;
pub mod scope;
mod suggest;

pub mod check;
pub mod hir;

mod lower;

mod compile;

pub mod analysis;

pub mod conformance;
pub mod reference;

mod dump;
mod format;

pub mod codes;
pub mod diagnostic;
pub mod limits;

pub use codes::{Code, Severity};
pub use compile::{Compiled, compile};
pub use diagnostic::{Diagnostic, Fix};
pub use dump::{print_tokens, print_tree};
pub use format::format;
pub use parse::{Parsed, parse};
pub use reads::{references, scan_references};
pub use scope::{Position, Resolved, Root, Scope, SlotIndex};
pub use suggest::nearest;
pub use token::name;
