//! The answer of an operation, as its document or file of rows shows it: the keys and the values under them.

mod schema;

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::limits::{MAX_LEARNT, MAX_ROW_KEYS};
use crate::sources::Sources;
use crate::station::{Operation, RowsAt, Shape};

/// A place in an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    has_scalar: bool,
    has_text: bool,
    keys: BTreeMap<String, Answer>,
    items: Option<Box<Answer>>,
    more: More,
}

/// Whether a place may have parts that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum More {
    /// Nothing more.
    #[default]
    Nothing,
    /// It repeats the place above it, since the schema contains itself.
    Again,
    /// Any value.
    Anything,
}

pub(crate) use schema::of_schema;

/// The answer that the file of an operation shows; `None` if the file is too large to read here or cannot be read,
/// which is reported elsewhere.
pub(crate) fn of(operation: &Operation, sources: &dyn Sources) -> Option<Answer> {
    let mut bytes = Vec::new();
    let reader = sources.open(operation.file()?).ok()?;
    reader.take(MAX_LEARNT + 1).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 > MAX_LEARNT {
        return None;
    }
    learn(&bytes)
}

/// Merges the shapes of a sequence of JSON texts.
fn learn(bytes: &[u8]) -> Option<Answer> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut answer = Answer::default();
    let mut left = MAX_ROW_KEYS;
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    while reader.end().is_err() {
        Learner { answer: &mut answer, left: &mut left }.deserialize(&mut reader).ok()?;
    }
    (left > 0).then_some(answer)
}

impl Answer {
    /// Lists this place and everything under it.
    fn all(&self) -> Vec<&Answer> {
        let mut found = vec![self];
        let mut next = 0;
        while let Some(at) = found.get(next).copied() {
            found.extend(at.keys.values());
            found.extend(at.items.as_deref());
            next += 1;
        }
        found
    }

    /// The places under a key, at any depth. A place that may contain anything contains the key.
    pub(crate) fn under_key<'a>(&'a self, key: &str) -> Vec<&'a Answer> {
        let open = |at: &'a Answer| (at.more == More::Anything).then_some(at);
        self.all().into_iter().filter_map(|at| at.keys.get(key).or(open(at))).collect()
    }

    /// The places at a dotted path from here, through lists. A place that may contain more has any path.
    pub(crate) fn at<'a>(&'a self, steps: &[Box<str>]) -> Vec<&'a Answer> {
        let mut found = vec![self];
        for step in steps {
            found = found
                .into_iter()
                .flat_map(|at| {
                    let listed = at.items.as_deref();
                    let indexed = listed.filter(|_| step.bytes().all(|b| b.is_ascii_digit()));
                    let within = listed.and_then(|items| items.keys.get(&**step));
                    let shown = at.keys.get(&**step).into_iter().chain(indexed).chain(within);
                    let shown: Vec<_> = shown.collect();
                    let open = listed.into_iter().chain([at]).find(|at| at.more != More::Nothing);
                    if shown.is_empty() { open.into_iter().collect() } else { shown }
                })
                .collect();
        }
        found
    }

    /// The places at a dotted path from the answer, or from each element of one of its lists.
    pub(crate) fn at_row<'a>(&'a self, steps: &[Box<str>]) -> Vec<&'a Answer> {
        let roots = self.all().into_iter().filter_map(|at| at.items.as_deref());
        std::iter::once(self).chain(roots).flat_map(|root| root.at(steps)).collect()
    }

    /// Lists the names of all keys, at any depth.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<_> =
            self.all().into_iter().flat_map(|at| at.keys.keys().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Lists the dotted paths of all places, through lists.
    pub(crate) fn paths(&self) -> Vec<String> {
        let mut found = vec![(String::new(), self)];
        let mut next = 0;
        while let Some((path, at)) = found.get(next).cloned() {
            let under = at.keys.iter().map(|(key, under)| {
                (if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, under)
            });
            found.extend(under);
            found.extend(at.items.as_deref().map(|items| (path, items)));
            next += 1;
        }
        let paths = found.into_iter().map(|(path, _)| path).filter(|path| !path.is_empty());
        let mut paths: Vec<_> = paths.collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// One of its rows; `None` if it is unknown which list contains them.
    pub(crate) fn row(&self, rows_at: &RowsAt) -> Option<&Answer> {
        match rows_at {
            RowsAt::Whole => Some(self),
            RowsAt::Path(path) => {
                let mut steps = path.steps().iter();
                let list = steps.try_fold(self, |at, step| at.keys.get(&**step))?;
                list.items.as_deref()
            }
            RowsAt::Only if self.items.is_some() => self.items.as_deref(),
            RowsAt::Only => {
                let mut lists = self.keys.values().filter_map(|under| under.items.as_deref());
                lists.next().filter(|_| lists.next().is_none())
            }
        }
    }

    /// Lists the paths of all single values; a list contributes the paths of its first element.
    pub(crate) fn values(&self) -> Vec<String> {
        let mut found = vec![(String::new(), self)];
        let mut next = 0;
        while let Some((path, at)) = found.get(next).cloned() {
            let behind = |step: &str| {
                if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
            };
            // A key that contains a dot cannot be a step of a path.
            let keys = at.keys.iter().filter(|(key, _)| !key.contains('.') && !key.is_empty());
            let under: Vec<_> = keys.map(|(key, under)| (behind(key), under)).collect();
            found.extend(under);
            found.extend(at.items.as_deref().map(|items| (behind("0"), items)));
            next += 1;
        }
        let single = |(path, at): &(String, &Answer)| at.has_scalar && !path.is_empty();
        found.into_iter().filter(single).map(|(path, _)| path).collect()
    }

    /// Returns whether a value at this place may have a shape.
    pub(crate) fn may_have(&self, shape: Shape) -> bool {
        if self.more != More::Nothing {
            return true;
        }
        match shape {
            Shape::Object(keys) => keys.iter().any(|key| self.keys.contains_key(*key)),
            Shape::Text | Shape::Datetime => self.has_text,
        }
    }

    /// Whether only `null` was seen here, or anything may be here.
    pub(crate) fn is_unseen(&self) -> bool {
        let shown = self.more == More::Nothing;
        !shown || !self.has_scalar && self.keys.is_empty() && self.items.is_none()
    }
}

/// Adds the shape of a JSON text to an answer.
struct Learner<'l> {
    answer: &'l mut Answer,
    /// How many more keys are kept.
    left: &'l mut usize,
}

impl<'de> DeserializeSeed<'de> for Learner<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Learner<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.answer.has_scalar = true;
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.answer.has_scalar = true;
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.answer.has_scalar = true;
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.answer.has_scalar = true;
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        self.answer.has_scalar = true;
        self.answer.has_text = true;
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let items = self.answer.items.get_or_insert_default();
        while elements.next_element_seed(Learner { answer: items, left: self.left })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(key) = entries.next_key::<String>()? {
            if !self.answer.keys.contains_key(&key) {
                *self.left = self.left.saturating_sub(1);
            }
            if *self.left == 0 {
                entries.next_value::<IgnoredAny>()?;
                continue;
            }
            let answer = self.answer.keys.entry(key).or_default();
            entries.next_value_seed(Learner { answer, left: self.left })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use vm::Path;

    use super::*;

    #[test]
    fn the_keys_of_all_rows_are_seen_at_every_depth() {
        let answer = learn(br#"{"a": {"b": [{"c": "x"}]}} {"a": {"d": 1}, "e": null}"#).unwrap();
        assert_eq!(answer.names(), ["a", "b", "c", "d", "e"]);
        assert_eq!(answer.paths(), ["a", "a.b", "a.b.c", "a.d", "e"]);
        for (path, count) in [("a.b.c", 1), ("a.b.0.c", 1), ("a.c", 0), ("c", 0), ("a.d", 1)] {
            let path = Path::parse(path).unwrap();
            assert_eq!(answer.at(path.steps()).len(), count, "{path}");
        }
        assert_eq!(answer.at_row(&[Box::from("c")]).len(), 1);
        assert!(answer.under_key("c")[0].may_have(Shape::Text));
        assert!(!answer.under_key("d")[0].may_have(Shape::Text));
        assert!(answer.under_key("e")[0].is_unseen());
    }

    #[test]
    fn what_is_no_json_and_what_has_too_many_keys_shows_nothing() {
        assert_eq!(learn(b"<html>"), None);
        let keys: Vec<_> = (0..=MAX_ROW_KEYS).map(|n| format!("\"{n}\": 1")).collect();
        assert_eq!(learn(format!("{{{}}}", keys.join(",")).as_bytes()), None);
    }
}
