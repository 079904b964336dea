//! Rows, programs and the machines that run them.

mod decimal;
mod limits;
mod machine;
mod op;
mod pattern;
mod prepared;
mod program;
mod reading;
mod row;
mod slot;
mod truth;
mod types;
mod value;
mod verify;
mod ways;

pub use decimal::{Decimal, NumberFault};
pub use limits::MAX_PATTERN_BYTES;
pub use machine::row::Weighed;
pub use op::{
    Compute, ComputeVisitor, Field, Instruction, Kind, ListId, Op, Operand, Part, PatternId, Place,
    Register, TABLE, Target, Test, TestVisitor,
};
pub use pattern::{Pattern, PatternFault};
pub use program::{Code, Context, Form, LANGUAGE_VERSION, List, Nullable, Program, ProgramBuilder};
pub use reading::Reading;
pub use row::Row;
pub use slot::{Heap, Slot};
pub use truth::Truth;
pub use types::{Family, Schema, Type};
pub use value::{Constant, Instant, Value};
pub use verify::{Fault, Verified};
