//! Limits: code written by hand for this one workload, to show the best possible speed.

pub mod batch;
pub mod row;
