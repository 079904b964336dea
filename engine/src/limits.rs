//! Every limit of a station, with its unit.

/// The longest file, in bytes.
pub const MAX_FILE: usize = 4 << 20;

/// The deepest nesting of a file, in levels: a list or map in the file is one.
pub const MAX_NESTING: usize = 128;

/// The most that aliases add to a file, in nodes.
pub const MAX_EXPANSION: u64 = 100_000;

/// How often one file is mended and read again, in readings: each slip that YAML trips over costs one.
pub const MAX_MENDS: usize = 32;

/// How much of one file is read again after it was mended, in bytes: a long file is mended less often.
pub const MAX_REREAD: usize = 4 << 20;

/// The most findings that are reported for one station, in findings.
pub const MAX_FINDINGS: usize = 1_000;

/// The longest name of a skill, in characters.
pub const MAX_SKILL_NAME: usize = 64;

/// The longest file of rows that is read whole to learn what its answer looks like, in bytes.
pub const MAX_LEARNT: u64 = 4 << 20;

/// The longest list of tools that a door lists at once, in bytes.
pub const MAX_TOOL_LIST: usize = 64 << 10;

/// The most files of a station, in files.
pub const MAX_FILES: usize = 1_000;

/// The most keys of a rows file that are kept to be suggested, in keys.
pub const MAX_ROW_KEYS: usize = 4_096;

/// The longest document of somebody else's (an API's description, a saved list of tools), in bytes.
pub const MAX_DOCUMENT: usize = 16 << 20;

/// The longest chain of `$ref`s that lead to one another, in steps.
pub const MAX_REF_CHAIN: usize = 64;

/// The most parts that `allOf` and `$ref` put together into one schema, in parts.
pub const MAX_SCHEMA_PARTS: usize = 1_000;

/// The most alternatives of one schema that are distinguished, in alternatives. If there are more, any value is
/// accepted.
pub const MAX_ALTERNATIVES: usize = 128;

/// The deepest list or map that is written as an argument, in levels.
pub const MAX_LITERAL_NESTING: usize = 32;

/// What the compiled patterns of all conditions take together, in bytes.
pub const MAX_PATTERN_BYTES: usize = 64 << 20;

/// What the patterns of documents take together that literals and defaults are held against, in bytes; one beyond is not
/// held when a station loads.
pub const MAX_HELD_PATTERN_BYTES: usize = 16 << 20;

/// What a pattern of a document counts for that is none of this product's regular expressions, in bytes.
pub const PATTERN_REFUSED_BYTES: usize = 64 << 10;

/// The most parameters of one operation outside of its body, in parameters.
pub const MAX_PARAMETERS: usize = 1_000;

/// The longest address of an argument, in bytes.
pub const MAX_ADDRESS: usize = 1_024;

/// The most names among which the nearest to a misspelt one is looked for in a document, in names.
pub const MAX_NEAR: usize = 1_000;

/// The most placeables of one sentence's pattern, in opening braces; and as many opening parentheses.
pub const MAX_PLACEABLES: usize = 24;
