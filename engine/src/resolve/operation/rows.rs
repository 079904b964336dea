//! A file of rows that serves as a read: its keys are the arguments.

use std::collections::BTreeSet;
use std::io::Read;

use vm::{Feed, FeedFaultKind, Layout, Reading};

use crate::limits::MAX_ROW_KEYS;
use crate::station::RowsAt;
use crate::text::json::{string, unescaped};

/// The keys of the rows in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RowKeys {
    /// Its rows have these keys: the arguments that the read takes.
    Keys(BTreeSet<String>),
    /// More keys than the limit, so that every argument is accepted.
    Many,
    /// Several arrays, with their names.
    Several(String),
}

impl RowKeys {
    /// Whether some row has a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        match self {
            RowKeys::Keys(keys) => keys.contains(key),
            RowKeys::Many | RowKeys::Several(_) => true,
        }
    }

    /// Lists the keys of the rows.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let keys = match self {
            RowKeys::Keys(keys) => Some(keys),
            RowKeys::Many | RowKeys::Several(_) => None,
        };
        keys.into_iter().flatten().map(String::as_str)
    }
}

/// Reads a file of rows, or says why it cannot be one.
///
/// Bad rows are skipped here; they are reported when the rows are read.
pub(crate) fn read(reader: impl Read, rows_at: &RowsAt) -> Result<RowKeys, String> {
    let mut feed = Feed::new(reader, rows_at.shape());
    let layout = Layout::new(&[], Reading::default());
    let mut row = layout.row();
    let mut keys = BTreeSet::new();
    while let Some(next) = feed.next() {
        match next {
            Ok(raw) => {
                if layout.read(raw.bytes, &mut row).is_ok() {
                    take(raw.bytes, &mut keys);
                }
                if keys.len() > MAX_ROW_KEYS {
                    return Ok(RowKeys::Many);
                }
            }
            Err(fault) => match fault.kind {
                FeedFaultKind::Row(_) => {}
                FeedFaultKind::SeveralArrays(one, other) => {
                    return Ok(RowKeys::Several(format!("`{one}` or `{other}`")));
                }
                _ => return Err(fault.to_string()),
            },
        }
    }
    Ok(RowKeys::Keys(keys))
}

/// Adds the keys of a valid object.
fn take(row: &[u8], keys: &mut BTreeSet<String>) {
    let mut depth = 0usize;
    let mut at = 0;
    let mut text: Option<&[u8]> = None;
    while let Some(&byte) = row.get(at) {
        match byte {
            b'"' => {
                let length = string(row.get(at + 1..).unwrap_or_default());
                text = row.get(at + 1..at + 1 + length);
                at += length + 1;
            }
            b':' if depth == 1 => {
                let key = text.and_then(unescaped);
                if let Some(key) = key
                    && !keys.contains(&key)
                {
                    keys.insert(key);
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, keys: &[&str]) {
        let Ok(RowKeys::Keys(found)) = read(text.as_bytes(), &RowsAt::Only) else {
            panic!("{text}")
        };
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), keys, "{text}");
    }

    #[test]
    fn the_keys_of_all_rows_are_arguments() {
        check(r#"[{"a": {"b": ":"}, "c": [{"d": 1}]}, {"e": null}]"#, &["a", "c", "e"]);
        check("{\"a\": \"\\\"b\\\": 1\"}\n{\"\\u0070r\\u00efx\": 1}\n", &["a", "prïx"]);
        check("[]", &[]);
        check("[{\"a\": 1}, 5, {\"b\": 2}]", &["a", "b"]);
    }

    #[test]
    fn what_holds_no_rows_is_none() {
        for text in ["", "5", "<html>", "skills: []", "[{}"] {
            assert!(read(text.as_bytes(), &RowsAt::Only).is_err(), "{text}");
        }
        let several = read(&br#"{"a": [{}], "b": [{}]}"#[..], &RowsAt::Only);
        assert_eq!(several, Ok(RowKeys::Several("`a` or `b`".to_owned())));
        let path = RowsAt::Path(vm::Path::key("b"));
        let found = read(&br#"{"a": [{}], "b": [{"x": 1}]}"#[..], &path);
        assert_eq!(found, Ok(RowKeys::Keys(BTreeSet::from(["x".to_owned()]))));
    }
}
