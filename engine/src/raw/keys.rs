//! The one table of keys: which keys each section of a station has.

use crate::report::codes;
use crate::text::words::listed;
use lang::nearest;
use std::collections::HashSet;

use crate::report::finding::{Remark, Report};
use crate::text::file::{Place, View, quote};

macro_rules! sections {
    ($($variant:ident $name:literal: $($key:literal)* .)*) => {
        /// A section of a station file whose keys are fixed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Section {
            $(#[doc = concat!("The keys of ", $name, ".")] $variant,)*
        }

        impl Section {
            /// Every section.
            pub const ALL: &'static [Section] = &[$(Section::$variant),*];

            /// What messages call it.
            pub fn name(self) -> &'static str {
                match self { $(Section::$variant => $name,)* }
            }

            /// Its keys.
            pub fn carried(self) -> &'static [&'static str] {
                match self { $(Section::$variant => &[$($key),*],)* }
            }
        }
    };
}

sections! {
    Station "the top level": "skills" "language" "station" "include" "global" "tenant_url" "apis"
        "profiles" "auth" "policies" "submit_guard" "playbooks" "catalog" "sentences"
        "instructions".
    Included "an included file": "include" "skills" "apis" "profiles" "policies" "playbooks" "sentences"
        "instructions".
    Profile "a profile": "grants" "roles" "sees".
    Auth "`auth`": "identify_by" "default" "tokens" "jwt".
    Identify "`identify_by`": "type".
    Token "a token": "env" "profile" "roles" "identity".
    Jwt "`jwt`": "issuer" "audience" "jwks" "profile" "roles" "identity".
    Global "`global`": "currency" "locale" "timezone" "country".
    Api "an entry of `apis`": "name" "rows" "openapi" "base_url" "mcp" "agent" "auth" "operations".
    Mcp "`mcp`": "command" "url" "tools".
    Agent "`agent`": "url" "program" "manifest".
    Credentials "`auth` of an entry": "bearer" "basic" "header" "query".
    Operation "an operation": "access" "rows_at" "timeout" "idempotent".
    Skill "a skill": "name" "cognitive" "params" "invoke" "kinds" "present" "select" "submit" "render"
        "output_filters" "per_profile" "depends_on" "on_loss" "countable" "yields" "presents" "authenticated"
        "auto_trigger".
    Cognitive "`cognitive`": "objective" "diagnose".
    Param "a parameter": "type" "set_by" "default" "optional" "class".
    Invoke "`invoke`": "method" "native" "args" "guards".
    Kind "a kind": "when" "select" "fields" "submit".
    Present "`present`": "fields" "ref".
    Field "a presented field": "from" "type" "role" "class" "template" "cadence".
    Cadence "`cadence`": "from".
    LineField "a line field": "type" "required" "label" "options" "class" "set_by".
    Choice "an option": "value" "label".
    Choices "`options`": "from".
    Select "`select`": "max_items" "quantity" "unique" "valid_for" "guards".
    KindSelect "a kind's `select`": "quantity" "guards".
    Quantity "`quantity`": "min" "max" "step".
    Unique "`unique`": "key" "scope" "after".
    Added "a kind's `guards`": "add".
    Guard "a guard": "require" "check" "form" "update" "approval" "permission" "policy" "budget" "submitted_by"
        "name" "when" "message".
    Check "`check`": "method" "args" "output" "pass" "reason".
    Output "an output": "from" "type" "optional" "class".
    FormField "a form field": "type" "required" "label" "options" "class" "set_by".
    Update "`update`": "method" "args" "from".
    Approval "`approval`": "role".
    Permission "`permission`": "profiles".
    Budget "`budget`": "max" "per" "of".
    SubmittedBy "`submitted_by`": "sources" "profiles".
    Policy "a policy": "require" "judge" "effect".
    Judge "`judge`": "url" "instructions" "timeout".
    SubmitGuard "`submit_guard`": "form" "guards".
    Call "a call of `submit`": "name" "mode" "tool" "url" "args" "line" "output" "ok" "reconcile".
    Reconcile "`reconcile`": "method" "args" "output" "done".
    Catalog "`catalog`": "from_skill" "rows" "refresh".
    Render "`render`": "component" "report".
    Report "`report`": "headline" "headline_label" "unit" "series" "point_label" "point_value" "highlight".
    Filters "`output_filters`": "drop" "reduce" "policies".
    PerProfile "an entry of `per_profile`": "output_filters" "select" "invoke".
    ProfileSelect "a profile's `select`": "guards" "quantity".
    ProfileInvoke "a profile's `invoke`": "guards".
    Playbook "a playbook": "name" "objective" "tasks" "submit_guard" "submit".
    Task "a task": "name" "skill" "params" "after" "required".
}

/// The keys whose value is a condition: a missing value is reported as a fault of the condition.
const CONDITIONS: &[&str] = &["when", "require", "pass", "ok", "done"];

impl Section {
    fn knows(self, key: &str) -> bool {
        self.carried().contains(&key)
    }

    fn keys(self) -> impl Iterator<Item = &'static str> {
        self.carried().iter().copied()
    }
}

/// A key that was found and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// The key.
    pub(crate) key: View<'a>,
    /// The value of the key.
    pub(crate) value: View<'a>,
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
}

impl<'a> Keys<'a> {
    /// The entry of a key.
    pub(crate) fn get(&self, key: &str) -> Given<Entry<'a>> {
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

    /// Where the section begins.
    pub(crate) fn place(&self) -> Place {
        self.place
    }
}

/// The keys of a section; what it does not know is refused.
pub(crate) fn open<'a>(view: View<'a>, section: Section, report: &mut Report) -> Option<Keys<'a>> {
    let Some(map) = view.map().filter(|_| !view.is_tagged()) else {
        let form = format!("a map of {}", listed(section.carried().iter().copied()));
        refuse(view, &form, report);
        return None;
    };
    let mut keys = Keys { entries: Vec::new(), slips: Vec::new(), place: view.place() };
    // A key that is there is not what another was meant for.
    let there: HashSet<&str> =
        view.map().into_iter().flatten().filter_map(|(k, _)| k.text()).collect();
    let meant = || section.keys().filter(|key| !there.contains(key));
    for (key, value) in map {
        if report.is_full() {
            return None;
        }
        let Some(text) = key.text() else { continue };
        if keys.entries.is_empty() {
            keys.place = key.place();
        }
        if let Some(known) = section.carried().iter().find(|known| **known == text) {
            let entry = Entry { key, value };
            // A missing condition is reported as a fault of the condition.
            let given = if value.is_nothing() && !CONDITIONS.contains(known) {
                nothing(entry, report);
                Given::Refused
            } else {
                Given::Value(entry)
            };
            keys.entries.push((known, given));
        } else if section == Section::Skill && text == "read_only" {
            let message =
                "`read_only` is no key: whether a skill is a read is derived from what it calls";
            report.add(
                Remark::new(codes::SKILL_READ_ONLY_KEY, key.place(), message).help("delete it"),
            );
        } else if section == Section::KindSelect {
            let message = format!("{} is no key of a kind's `select`", quote(text));
            let remark = Remark::new(codes::KIND_SELECT_KEY, key.place(), message);
            keys.slips.extend(nearest(text, meant()));
            report.add(remark.near(text, meant(), || {
                "a kind says `guards` and `quantity`; move the others to the skill's `select`"
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
        Remark::new(
            codes::VALUE_TYPE,
            entry.key.place(),
            format!("nothing stands after {}", quote(key)),
        )
        .help("write its value, or delete the key"),
    );
}

/// A guard has one of nine keys: another key is reported with the nearest of them.
fn odd_guard(key: View<'_>, text: &str, report: &mut Report) {
    let keys = || Section::Guard.keys();
    let remark =
        Remark::new(codes::GUARD_SHAPE, key.place(), format!("{} is no guard", quote(text)));
    report.add(
        remark.near(text, keys(), || format!("a guard is one of {}", listed(keys().take(GUARDS)))),
    );
}

/// How many of a guard's keys say what it is.
pub(crate) const GUARDS: usize = 9;

fn unknown(key: View<'_>, section: Section, near: Option<&str>, report: &mut Report) {
    let text = key.text().unwrap_or_default();
    let mut message = format!("{} is no key of {}", quote(text), section.name());
    let elsewhere: Vec<_> = Section::ALL
        .iter()
        .filter(|other| **other != section && **other != Section::Included && other.knows(text))
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
            "an OpenAPI document is no station: a station names its file as `openapi` of an entry under `apis`",
        ),
        Some(near) if !elsewhere.is_empty() => remark.help(format!("did you mean `{near}`?")),
        Some(near) => remark.help(format!("did you mean `{near}`?")).fix(key.place(), near),
        None => remark.help(format!("{} knows {}", section.name(), listed(section.keys()))),
    });
}
