//! The reference evaluator: a slow, plain walk over the tree of a condition, written straight from the language's page.
//!
//! It exists to be compared with. It shares no reader, no decimal, no layout and no compiler with the machines, so
//! that a fault of one of them shows as a difference.

mod json;
mod moment;
mod number;
mod read;
