//! Rows, programs and the machines that run them.

mod columns;
mod datetime;
mod decimal;
pub mod limits;
mod reading;
mod row;
mod slot;
mod spelling;
mod truth;
mod types;
mod value;

pub use columns::{Bits, Column, Columns, Dictionary, Numbers, Texts, Values};
pub use decimal::{Decimal, NumberFault};
pub use reading::{AnswerFault, Reading, ReadingFault, Scalar, Scratch};
pub use row::Row;
pub use slot::{Heap, Slot};
pub use truth::Truth;
pub use types::{Family, Schema, Type};
pub use value::{Constant, Instant, Value};
