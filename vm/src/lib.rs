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

#[cfg(feature = "arrow")]
mod arrow;
mod bad_row;
mod code;
mod columns;
mod datetime;
mod decimal;
mod disasm;
mod dispatch;
mod dominators;
mod feed;
mod json;
mod key_cache;
mod kinds;
mod layout;
pub mod limits;
mod machine;
mod op;
mod path;
mod pattern;
mod prepared;
mod program;
mod reading;
mod row;
mod rows;
mod semantics;
mod slot;
mod spelling;
mod swar;
mod truth;
mod types;
mod value;
mod verify;

#[cfg(feature = "arrow")]
pub use arrow::{BatchLayout, BatchRows, Naming};
pub use bad_row::{BadRow, BadRowKind};
pub use code::LoadFault;
pub use columns::{Bits, Codes, Column, Columns, Dictionary, Integers, Numbers, Texts, Values};
pub use decimal::{Decimal, NumberFault};
pub use feed::{Block, Feed, FeedFault, FeedFaultKind, Lines, RawRow, Shape};
pub use kinds::{KindColumn, KindSet, Kinds};
pub use layout::Layout;
pub use machine::row::Evaluation;
pub use op::{
    Compute, ComputeVisitor, Field, Instruction, Kind, ListId, Op, Operand, Part, PatternId, Place,
    Register, TABLE, Target, Test, TestVisitor,
};
pub use path::{Path, PathFault};
pub use pattern::{Pattern, PatternFault};
pub use program::{Code, Context, Form, LANGUAGE_VERSION, List, Nullable, Program, ProgramBuilder};
pub use reading::{AnswerFault, Reading, ReadingFault, Scalar, Scratch};
pub use row::{Row, RowView, Slots};
pub use rows::{Full, Rows};
pub use slot::{Heap, Slot};
pub use truth::Truth;
pub use types::{Family, Schema, Type};
pub use value::{Constant, Instant, Value};
pub use verify::{Fault, Verified};
