//! Files as text: a source with its lines, the YAML tree that keeps every scalar's text and place, and JSON texts.

pub(crate) mod file;
pub(crate) mod json;
pub(crate) mod scalar;
pub(crate) mod source;
pub(crate) mod words;
pub(crate) mod yaml;

pub use self::source::{Position, Source};
