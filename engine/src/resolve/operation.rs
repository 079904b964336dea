//! The operations that a station calls: their sources, arguments, answers and rows.

pub(crate) mod answer;
pub(crate) mod apis;
pub(crate) mod paths;
pub(crate) mod row_paths;
pub(crate) mod rows;
