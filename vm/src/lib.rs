//! Rows, programs and the machines that run them.

mod bad_row;
mod columns;
mod datetime;
mod decimal;
mod feed;
mod json;
mod layout;
pub mod limits;
mod order;
mod path;
mod reading;
mod row;
mod slot;
mod spelling;
mod truth;
mod types;
mod value;

pub use bad_row::{BadRow, BadRowKind};
pub use columns::{Bits, Column, Columns, Dictionary, Numbers, Texts, Values};
pub use decimal::{Decimal, NumberFault};
pub use feed::{Feed, FeedFault, FeedFaultKind, RawRow, Shape};
pub use layout::Layout;
pub use path::{Path, PathFault};
pub use reading::{AnswerFault, Reading, ReadingFault, Scalar, Scratch};
pub use row::Row;
pub use slot::{Heap, Slot};
pub use truth::Truth;
pub use types::{Family, Schema, Type};
pub use value::{Constant, Instant, Value};
