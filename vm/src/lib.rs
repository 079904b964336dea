//! Rows, programs and the machines that run them.

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
pub use machine::row::Weighed;
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
