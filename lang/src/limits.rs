//! Every limit of conditions, each with its unit.

/// The comparisons, `in`, `is`, predicates and bare booleans of a condition.
pub const MAX_ATOMS: usize = 4_096;

/// The members of one list.
pub const MAX_MEMBERS: usize = 10_000;
