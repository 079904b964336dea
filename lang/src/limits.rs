//! Every limit of the language, by name and with its unit. What a limit refuses names the figure.

/// The longest source of a condition, in bytes.
pub const MAX_SOURCE: usize = 64 * 1024;

/// The deepest nesting, in open parentheses, `not` and unary `-` over one place.
pub const MAX_DEPTH: usize = 64;

/// The most atoms of a condition: comparisons, `in`, `is`, predicates and booleans that stand alone.
pub const MAX_ATOMS: usize = 4_096;

/// The most members of a list.
pub const MAX_MEMBERS: usize = 10_000;

/// The largest compiled patterns of a condition together, their lazy tables included, in bytes.
pub const MAX_PATTERN_BYTES: usize = 1024 * 1024;

/// The longest piece of the author's text that a message repeats, in characters.
pub(crate) const MAX_QUOTED: usize = 48;
