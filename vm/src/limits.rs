//! Every limit of rows and programs, named, with its unit.

/// The longest text that a condition reads, in bytes of UTF-8; a longer one is unreadable.
pub const MAX_TEXT: usize = 1 << 20;

/// The longest row that a feed hands out, in bytes; a longer one is a bad row.
pub const MAX_ROW: usize = 16 << 20;

/// The deepest nesting of objects and arrays in a row, the row itself counted.
pub const MAX_NESTING: usize = 128;

/// The most steps of a path: no value of a row is nested deeper.
pub const MAX_STEPS: usize = MAX_NESTING;

/// The longest text that is tried as a phone number, in characters.
pub const MAX_PHONE: usize = 32;

/// How many phone numbers a scratch keeps the spelling of.
pub(crate) const MAX_PHONES_KEPT: usize = 4096;

/// The most significant digits, and the most decimals, that a number has.
pub const MAX_DIGITS: u32 = 38;

/// How deep a pattern nests, in groups, repetitions and classes.
pub const MAX_PATTERN_NESTING: u32 = 16;

/// What all patterns of a program take together when compiled, in bytes.
pub const MAX_PATTERN_BYTES: usize = 1 << 20;

/// What a pattern's table may grow to, in bytes, besides what each state takes; there is one for each direction.
pub const PATTERN_TABLE: usize = 16 << 10;

/// What a pattern's table may grow to for each state of its automaton, in bytes.
pub const PATTERN_TABLE_STATE: usize = 128;

/// How many classes and ranges beyond ASCII a pattern writes.
pub const MAX_PATTERN_CLASSES: usize = 256;

/// An encoded program, in bytes.
pub const MAX_PROGRAM: usize = 4 << 20;

/// The instructions of one form of a program.
pub const MAX_OPS: usize = 1 << 18;

/// The constants of a program, and its lists.
pub const MAX_CONSTANTS: usize = 1 << 16;

/// The patterns of a program.
pub const MAX_PATTERNS: usize = 1 << 10;

/// The members of one list.
pub const MAX_MEMBERS: usize = 10_000;

/// The slots of a row.
pub const MAX_SLOTS: usize = 1 << 16;

/// The most kinds of one set. A batch stores a kind in 16 bits; two values mean "none" and "several".
pub const MAX_KINDS: u16 = u16::MAX - 1;
