//! The regular expressions of documents: each compiled once, all of them in bounded memory.

use std::cell::RefCell;
use std::collections::HashMap;

use vm::Pattern;
use vm::limits::{MAX_PATTERN_BYTES, MAX_TEXT};

use crate::limits::{MAX_HELD_PATTERN_BYTES, PATTERN_REFUSED_BYTES};

/// Patterns that were met. One that this product's regular expressions cannot say, and one beyond the limit, is the
/// tenant's to hold.
#[derive(Debug, Default)]
pub(crate) struct Patterns(RefCell<Met>);

#[derive(Debug, Default)]
struct Met {
    compiled: HashMap<String, Option<Pattern>>,
    bytes: usize,
}

impl Patterns {
    /// Whether a text is known not to match.
    pub(crate) fn misses(&self, source: &str, text: &str) -> bool {
        if text.len() > MAX_TEXT {
            return false;
        }
        let mut met = self.0.borrow_mut();
        if !met.compiled.contains_key(source) {
            let left = MAX_HELD_PATTERN_BYTES.saturating_sub(met.bytes);
            if left == 0 {
                return false;
            }
            let pattern = Pattern::new(source, MAX_PATTERN_BYTES.min(left)).ok();
            met.bytes += pattern.as_ref().map_or(PATTERN_REFUSED_BYTES, Pattern::size);
            met.compiled.insert(source.to_owned(), pattern);
        }
        let found = met.compiled.get(source).and_then(Option::as_ref);
        found.is_some_and(|pattern| !pattern.is_match(text))
    }
}
