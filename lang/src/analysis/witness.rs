//! Builds witness rows: JSON objects with a value at each field's path.

use std::fmt::Write as _;

use jiff::SignedDuration;
use vm::{Constant, Instant, Path, Type};

use super::domain::Held;

/// A JSON object under construction.
#[derive(Debug, Default)]
pub(super) struct Tree {
    leaf: Option<String>,
    branches: Vec<(String, Tree)>,
}

impl Tree {
    /// Puts a value at a path. Writes nothing for an absent value, or if the path is deeper than a row can be.
    pub(super) fn put(&mut self, path: &Path, ty: Type, held: &Held) {
        if let Some(json) = spelled(ty, held)
            && path.steps().len() < vm::limits::MAX_NESTING
        {
            self.put_at(path.steps(), json);
        }
    }

    fn put_at(&mut self, steps: &[Box<str>], json: String) {
        let Some((step, rest)) = steps.split_first() else {
            self.leaf = Some(json);
            return;
        };
        if let Some((_, branch)) = self.branches.iter_mut().find(|(name, _)| **name == **step) {
            branch.put_at(rest, json);
        } else {
            let mut branch = Tree::default();
            branch.put_at(rest, json);
            self.branches.push((step.to_string(), branch));
        }
    }

    /// The JSON text.
    pub(super) fn json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match (&self.leaf, self.branches.as_slice()) {
            (Some(json), []) => out.push_str(json),
            (_, [(step, only)]) if step == "0" => {
                out.push('[');
                only.write(out);
                out.push(']');
            }
            (_, branches) => {
                out.push('{');
                for (at, (step, tree)) in branches.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    let _ = write!(out, "{comma}{}: ", quoted(step));
                    tree.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// The JSON of a field's value; `None` if the value is absent.
fn spelled(ty: Type, held: &Held) -> Option<String> {
    match held {
        Held::Absent => None,
        Held::Unreadable => Some(unreadable(ty).to_owned()),
        Held::Exactly(constant) | Held::Any(constant) => Some(match constant {
            Constant::Text(text) => quoted(text),
            Constant::Number(number) => number.to_string(),
            Constant::Boolean(known) => known.to_string(),
            Constant::Datetime(instant) => quoted(&date(*instant)),
        }),
    }
}

/// A JSON value that is invalid for the type.
fn unreadable(ty: Type) -> &'static str {
    match ty {
        Type::Text | Type::Id | Type::Url | Type::Image => "[]",
        Type::Email
        | Type::Phone
        | Type::Number
        | Type::Integer
        | Type::Price
        | Type::Quantity
        | Type::Boolean
        | Type::Datetime => "\"?\"",
    }
}

/// The first second of the year 1, and the first after the year 9999, in UTC.
const YEARS: std::ops::Range<i64> = -62_135_596_800..253_402_300_800;

/// The largest offset of a date-time, in seconds.
const OFFSET: i64 = 23 * 3_600 + 59 * 60;

/// Formats an instant as a date: in UTC, or with an offset if the year would be out of range in UTC.
fn date(instant: Instant) -> String {
    let (by, offset) = if instant.seconds < YEARS.start {
        (OFFSET, "+23:59")
    } else if instant.seconds >= YEARS.end {
        (-OFFSET, "-23:59")
    } else {
        (0, "Z")
    };
    let nanoseconds = i32::try_from(instant.nanoseconds).unwrap_or_default();
    let since = SignedDuration::new(instant.seconds.saturating_add(by), nanoseconds);
    match jiff::civil::date(1970, 1, 1)
        .to_datetime(jiff::civil::Time::midnight())
        .checked_add(since)
    {
        Ok(local) => format!("{local}{offset}"),
        // No row can hold this instant.
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_built_along_paths() {
        let mut tree = Tree::default();
        let mut put = |path: &str, ty, held: &Held| tree.put(&Path::parse(path).unwrap(), ty, held);
        put("prix.ttc", Type::Price, &Held::Any(Constant::Number(Decimal::from(3))));
        put("prix.devise", Type::Text, &Held::Unreadable);
        put("photos.0", Type::Image, &Held::Any(Constant::Text("a\"b".to_owned())));
        put("no", Type::Text, &Held::Absent);
        assert_eq!(tree.json(), r#"{"prix": {"ttc": 3, "devise": []}, "photos": ["a\"b"]}"#);
        assert_eq!(Tree::default().json(), "{}");
    }

    use vm::{Decimal, Reading};

    #[test]
    fn an_instant_reads_back() {
        for seconds in [0, YEARS.start - OFFSET, YEARS.start - 1, YEARS.end - 1, YEARS.end] {
            for nanoseconds in [0, 1, 500_000_000] {
                let instant = Instant { seconds, nanoseconds };
                assert_eq!(Reading::default().instant(&date(instant)), Some(instant));
            }
        }
    }
}
