//! Rows, programs and the machines that run them.

mod decimal;
mod row;
mod slot;
mod truth;
mod types;
mod value;

pub use decimal::{Decimal, NumberFault};
pub use row::Row;
pub use slot::{Heap, Slot};
pub use truth::Truth;
pub use types::{Family, Schema, Type};
pub use value::{Constant, Instant, Value};
