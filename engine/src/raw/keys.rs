//! The keys of a station file: one table of sections and keys, and reading a map by it.

pub(crate) mod form;
mod table;

use std::borrow::Cow;
use std::collections::HashSet;

use lang::nearest;

use self::form::Form;
pub use self::table::Section;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::text::file::{Place, View, quote};
use crate::text::words::listed;

/// A row of the table: a key of a section.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key as a station writes it.
    pub name: &'static str,
    /// Whether a section must have the key.
    pub need: Need,
    /// The form of the key's value.
    pub form: Form,
    /// The meaning of the key: one sentence, without a full stop.
    pub says: &'static str,
    /// The expected value in messages, if the form's own words are not precise enough.
    phrase: Option<&'static str>,
}

/// Whether a section must have a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The section must have the key.
    Required,
    /// The section may have the key.
    Optional,
    /// The section must have exactly one of the keys with this need.
    OneOf,
}

impl Key {
    /// The expected value, as messages call it: `a dotted path`.
    pub(crate) fn phrase(&self) -> Cow<'static, str> {
        self.phrase.map_or_else(|| self.form.phrase().into(), Cow::Borrowed)
    }
}

impl Section {
    /// The row of a key; `None` if the section does not know the key.
    pub fn key(self, name: &str) -> Option<&'static Key> {
        self.keys().iter().find(|key| key.name == name)
    }

    /// The names of the section's keys, in the table's order.
    pub fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.keys().iter().map(|key| key.name)
    }

    /// The names of the alternative keys: a section has exactly one of them.
    pub(crate) fn one_of(self) -> impl Iterator<Item = &'static str> + Clone {
        self.keys().iter().filter(|key| key.need == Need::OneOf).map(|key| key.name)
    }
}

/// The names of the keys whose value is a condition.
pub(crate) fn condition_keys() -> Vec<&'static str> {
    let keys = Section::ALL.iter().flat_map(|section| section.keys());
    let mut names: Vec<_> =
        keys.filter(|key| key.form == Form::Condition).map(|key| key.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A key that was found and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// The key.
    pub(crate) key: View<'a>,
    /// The value of the key.
    pub(crate) value: View<'a>,
    /// The key's row of the table.
    pub(crate) row: &'static Key,
}

/// What was found under a key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Given<T> {
    /// The key is not there.
    #[default]
    Absent,
    /// The key is there, and its value was refused.
    Refused,
    /// It is, with a value of the form that it takes.
    Value(T),
}

impl<T> Given<T> {
    /// The value, if there is one.
    pub(crate) fn value(&self) -> Option<&T> {
        match self {
            Given::Value(value) => Some(value),
            Given::Absent | Given::Refused => None,
        }
    }

    /// The value by move, if there is one.
    pub(crate) fn into_value(self) -> Option<T> {
        match self {
            Given::Value(value) => Some(value),
            Given::Absent | Given::Refused => None,
        }
    }

    pub(crate) fn is_absent(&self) -> bool {
        matches!(self, Given::Absent)
    }

    /// Applies a reading to the value; a value that it refuses becomes `Refused`.
    pub(crate) fn and_then<U>(self, read: impl FnOnce(T) -> Option<U>) -> Given<U> {
        match self {
            Given::Absent => Given::Absent,
            Given::Refused => Given::Refused,
            Given::Value(value) => read(value).map_or(Given::Refused, Given::Value),
        }
    }
}

/// The keys of one section that are there.
#[derive(Debug)]
pub(crate) struct Keys<'a> {
    entries: Vec<(&'static str, Given<Entry<'a>>)>,
    /// The keys that unknown keys were probably meant to be.
    slips: Vec<&'static str>,
    place: Place,
    section: Section,
}

impl<'a> Keys<'a> {
    /// The entry of a key.
    pub(crate) fn get(&self, key: &str) -> Given<Entry<'a>> {
        debug_assert!(self.section.key(key).is_some(), "{:?} has no `{key}`", self.section);
        #[cfg(test)]
        tests::ask(self.section, key);
        let found = self.entries.iter().find(|(name, _)| *name == key);
        let absent = if self.slips.contains(&key) { Given::Refused } else { Given::Absent };
        found.map_or(absent, |(_, entry)| *entry)
    }

    /// Whether no key is there at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The keys that are there, with their values.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'static str, Given<Entry<'a>>)> {
        self.entries.iter().copied()
    }

    /// The section that the keys belong to.
    pub(crate) fn section(&self) -> Section {
        self.section
    }

    /// Where the section begins.
    pub(crate) fn place(&self) -> Place {
        self.place
    }
}

/// The keys of a section; what it does not know is refused.
pub(crate) fn open<'a>(view: View<'a>, section: Section, report: &mut Report) -> Option<Keys<'a>> {
    let Some(map) = view.map().filter(|_| !view.is_tagged()) else {
        let form = format!("a map of {}", listed(section.names()));
        refuse(view, &form, report);
        return None;
    };
    let place = view.place();
    let mut keys = Keys { entries: Vec::new(), slips: Vec::new(), place, section };
    // A key that is there is not what another was meant for.
    let there: HashSet<&str> =
        view.map().into_iter().flatten().filter_map(|(k, _)| k.text()).collect();
    let meant = || section.names().filter(|key| !there.contains(key));
    for (key, value) in map {
        if report.is_full() {
            return None;
        }
        let Some(text) = key.text() else { continue };
        if keys.entries.is_empty() {
            keys.place = key.place();
        }
        if let Some(row) = section.key(text) {
            let entry = Entry { key, value, row };
            // A missing condition is reported as a fault of the condition.
            let given = if value.is_nothing() && row.form != Form::Condition {
                nothing(entry, report);
                Given::Refused
            } else {
                Given::Value(entry)
            };
            keys.entries.push((row.name, given));
        } else if section == Section::Skill && text == "read_only" {
            let message =
                "`read_only` is not a key: whether a skill is a read follows from its calls";
            report.add(
                Remark::new(codes::SKILL_READ_ONLY_KEY, key.place(), message).help("delete it"),
            );
        } else if section == Section::KindSelect {
            let message = format!("{} is not a key of a kind's `select`", quote(text));
            let remark = Remark::new(codes::KIND_SELECT_KEY, key.place(), message);
            keys.slips.extend(nearest(text, meant()));
            report.add(remark.near(text, meant(), || {
                "a kind's `select` has `guards` and `quantity`; move other keys to the skill's `select`"
                    .to_owned()
            }));
        } else if section == Section::Guard {
            odd_guard(key, text, report);
        } else {
            let near = nearest(text, meant());
            keys.slips.extend(near);
            unknown(key, section, near, report);
        }
    }
    Some(keys)
}

/// Refuses a value that is not of the form that its place takes.
pub(crate) fn refuse(view: View<'_>, form: &str, report: &mut Report) {
    let message = format!("{} where {form} is expected", view.quote());
    let remark = Remark::new(codes::VALUE_TYPE, view.place_with_tag(), message);
    report.add(remark.help(format!("write {form}")));
}

/// Refuses a key with nothing after it.
fn nothing(entry: Entry<'_>, report: &mut Report) {
    let key = entry.key.text().unwrap_or_default();
    report.add(
        Remark::new(codes::VALUE_TYPE, entry.key.place(), format!("{} has no value", quote(key)))
            .help("write a value, or delete the key"),
    );
}

/// A guard has one of nine keys: another key is reported with the nearest of them.
fn odd_guard(key: View<'_>, text: &str, report: &mut Report) {
    let remark =
        Remark::new(codes::GUARD_SHAPE, key.place(), format!("{} is not a guard", quote(text)));
    report.add(remark.near(text, Section::Guard.names(), || {
        format!("a guard is one of {}", listed(Section::Guard.one_of()))
    }));
}

fn unknown(key: View<'_>, section: Section, near: Option<&str>, report: &mut Report) {
    let text = key.text().unwrap_or_default();
    let mut message = format!("{} is not a key of {}", quote(text), section.name());
    let elsewhere: Vec<_> = Section::ALL
        .iter()
        .filter(|other| {
            **other != section && **other != Section::Included && other.key(text).is_some()
        })
        .map(|other| other.name())
        .collect();
    if let Some((last, rest)) = elsewhere.split_last() {
        let places = if rest.is_empty() {
            (*last).to_owned()
        } else {
            format!("{} or {last}", rest.join(", "))
        };
        message.push_str(&format!("; it belongs in {places}"));
    }
    let remark = Remark::new(codes::KEY_UNKNOWN, key.place(), message);
    report.add(match near {
        _ if section == Section::Station && matches!(text, "openapi" | "swagger") => remark.help(
            "an OpenAPI document is not a station: name its file as `openapi` of an entry of `apis`",
        ),
        Some(near) if !elsewhere.is_empty() => remark.help(format!("did you mean `{near}`?")),
        Some(near) => remark.help(format!("did you mean `{near}`?")).fix(key.place(), near),
        None => remark.help(format!("{} knows {}", section.name(), listed(section.names()))),
    });
}

#[cfg(test)]
pub(crate) mod tests;
