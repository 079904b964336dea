//! What a person writes by hand for this one workload: how fast it could be.

pub mod batch;
pub mod row;
