//! Stations: loaded, refused, and rows sorted into kinds.

pub mod limits;
mod source;
#[allow(dead_code)] mod yaml;

pub use source::{Position, Source};
