//! What loading reports: findings with their places and edits, and the canonical text of conditions.

pub mod codes;
pub(crate) mod finding;
pub(crate) mod format;

pub use self::finding::{Edit, Finding, More, Spot};
