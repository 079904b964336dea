//! The machines: one row at a time, and columns of many rows.

mod batch;
pub(crate) mod kernel;
pub(crate) mod reach;
pub(crate) mod row;
