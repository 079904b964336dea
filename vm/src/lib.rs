//! Rows, programs and the machines that run them.
//!
//! A [`Layout`] reads JSON rows into typed slots. A [`Program`] holds one condition as bytecode over these slots. The
//! verifier turns it into a [`Verified`] program, and the machines run only these. A condition is true, false or
//! indeterminate for a row: see [`Truth`].
//!
//! ```
//! use vm::{Constant, Form, Layout, Path, ProgramBuilder, Reading, Target, Test, Truth, Type};
//! # use pointsman_vm as vm;
//!
//! // The rows: one field, `price`, in slot 0.
//! let reading = Reading::default();
//! let fields = [(Path::parse("price")?, Type::Number)];
//! let layout = Layout::new(&fields, reading.clone());
//!
//! // The program: `price > 0`, once as jumps for a quick decision and once for the full truth.
//! let mut builder = ProgramBuilder::new(&[Type::Number], &reading);
//! let (price, zero) = (builder.slot(0), builder.constant(Constant::Number(0.into())));
//! let test = Test::GtNumber(price, zero);
//! builder.jump(test, Target::YES, Target::NO);
//! let answer = builder.part();
//! builder.weigh(Form::Weigh, test, answer);
//! let program = builder.finish(answer)?;
//!
//! let mut row = layout.row();
//! layout.read(br#"{"price": 149}"#, &mut row)?;
//! assert!(program.decide(&row));
//! layout.read(b"{}", &mut row)?;
//! assert_eq!(program.weigh(&row).truth(), Truth::Indeterminate);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Values, their types and truth.
mod datetime;
mod decimal;
pub mod limits;
mod pattern;
mod semantics;
mod spelling;
mod truth;
mod types;
mod value;

// Reading rows into slots and columns.
#[cfg(feature = "arrow")]
mod arrow;
mod bad_row;
mod columns;
mod feed;
mod json;
mod key_cache;
mod layout;
mod path;
mod reading;
mod row;
mod rows;
mod slot;
mod swar;

// Building, loading and verifying programs.
mod code;
mod disasm;
mod dominators;
mod op;
mod program;
mod verify;

// Running programs and sorting rows into kinds.
mod dispatch;
mod kinds;
mod machine;
mod prepared;

// Describe rows and read them.
#[cfg(feature = "arrow")]
pub use arrow::{BatchLayout, BatchRows, Naming};
pub use columns::{Bits, Codes, Column, Columns, Dictionary, Integers, Numbers, Texts, Values};
pub use decimal::Decimal;
pub use feed::{Block, Feed, Lines, RawRow, Shape};
pub use layout::Layout;
pub use path::Path;
pub use reading::{Reading, Scalar, Scratch};
pub use row::{Row, RowView, Slots};
pub use rows::{Full, Rows};
pub use slot::{Heap, Slot};
pub use types::{Family, Schema, Type};
pub use value::{Constant, Instant, Value};

// Build and load programs.
pub use op::{
    Compute, ComputeVisitor, Field, Instruction, Kind, ListId, Op, Operand, Part, PatternId, Place,
    Register, TABLE, Target, Test, TestVisitor,
};
pub use pattern::Pattern;
pub use program::{Code, Context, Form, LANGUAGE_VERSION, List, Nullable, Program, ProgramBuilder};

// Run programs.
pub use machine::row::Evaluation;
pub use truth::Truth;
pub use verify::Verified;

// Sort rows into kinds.
pub use kinds::{KindColumn, KindSet, Kinds};

// Errors.
pub use bad_row::{BadRow, BadRowKind};
pub use code::LoadFault;
pub use decimal::NumberFault;
pub use feed::{FeedFault, FeedFaultKind};
pub use path::PathFault;
pub use pattern::PatternFault;
pub use reading::{AnswerFault, ReadingFault};
pub use verify::Fault;
