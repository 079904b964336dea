//! The limits of the language, each with its unit. A diagnostic about a limit names the figure.

/// The longest source of a condition, in bytes.
pub const MAX_SOURCE: usize = 64 * 1024;

/// The deepest nesting of open parentheses, `not` and unary `-`.
pub const MAX_DEPTH: usize = 64;

/// The most atoms of a condition: comparisons, `in`, `is`, predicates and booleans used as conditions.
pub const MAX_ATOMS: usize = 4_096;

/// The most members of a list.
pub const MAX_MEMBERS: usize = 10_000;

/// The largest total size of a condition's compiled patterns, lazy tables included, in bytes.
pub const MAX_PATTERN_BYTES: usize = 1024 * 1024;

/// The longest excerpt of the source that a message quotes, in characters.
pub(crate) const MAX_QUOTED: usize = 48;
