//! The machines: one row at a time, and columns of many rows.

pub(crate) mod row;
