//! The properties that must be true for any bytes. An oracle panics if one is not.
//!
//! Each oracle takes the fuzzer's bytes unchanged, so that a file that a run leaves repeats its failure.

mod condition;
mod feed;
mod meaning;
mod program;
mod row;
mod station;

pub use condition::{format, parse};
pub use feed::feed;
pub use meaning::{Answers, agree, ask};
pub(crate) use program::unchanged;
pub use program::{loads_changed, mutate, program};
pub use row::row;
pub use station::{sort_files, station};

/// An oracle.
pub type Oracle = fn(&[u8]);

/// Every oracle with its name. The first byte of [`all`] is an index into this list.
pub const ORACLES: [(&str, Oracle); 8] = [
    ("parse", parse),
    ("format", format),
    ("agree", agree),
    ("program", program),
    ("mutate", mutate),
    ("row", row),
    ("feed", feed),
    ("station", station),
];

/// Runs the oracle that the first byte chooses on the remaining bytes.
pub fn all(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    if let Some((_, oracle)) = ORACLES.get(usize::from(*first) % ORACLES.len()) {
        oracle(rest);
    }
}
