//! The machines: the row machine runs one row at a time, the batch machine columns of many rows.

mod batch;
pub(crate) mod kernel;
pub(crate) mod row;
pub(crate) mod selection;
