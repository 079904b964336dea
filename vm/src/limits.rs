//! Every limit of reading, named, with its unit.

/// The longest text that a condition reads, in bytes of UTF-8; a longer one is unreadable.
pub const MAX_TEXT: usize = 1 << 20;

/// The longest row that a feed hands out, in bytes; a longer one is a bad row.
pub const MAX_ROW: usize = 16 << 20;

/// The deepest nesting of objects and arrays in a row, the row itself counted.
pub const MAX_NESTING: usize = 128;

/// The longest text that is tried as a phone number, in characters.
pub const MAX_PHONE: usize = 32;

/// The most significant digits, and the most decimals, that a number has.
pub const MAX_DIGITS: u32 = 38;
