//! What was written, section by section: of the form that its place takes, and nothing decided yet.

mod api;
mod catalog;
pub(crate) mod guard;
pub(crate) mod keys;
pub(crate) mod name;
mod profile;
mod share;
mod skill;
pub(crate) mod submit;

pub(crate) use api::{RawAgent, RawApi, RawAuth, RawMcp, RawOperation};
pub(crate) use catalog::RawCatalog;
pub(crate) use profile::{RawCallers, RawGrants, RawJwt, RawProfile, RawToken};
pub(crate) use share::{Keyed, RawFilters, RawPerProfile, RawRender, RawReport};
pub(crate) use skill::{RawArg, RawField, RawInvoke, RawKind, RawParam, RawPresent, RawSkill};

use crate::raw::keys::{Entry, Given, Key, Keys, Need, Section, open, refuse};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::text::file::{Place, View, quote};

/// A text and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spanned<'a> {
    pub(crate) text: &'a str,
    pub(crate) place: Place,
    pub(crate) view: View<'a>,
}

/// A name that the author chose, and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) name: Spanned<'a>,
    pub(crate) value: View<'a>,
}

/// A station as it was written, its files taken together.
#[derive(Debug, Default)]
pub(crate) struct RawStation<'a> {
    pub(crate) language: Option<Spanned<'a>>,
    pub(crate) name: Option<Spanned<'a>>,
    pub(crate) global: RawGlobal<'a>,
    pub(crate) tenant_url: Option<Spanned<'a>>,
    pub(crate) apis: Vec<RawApi<'a>>,
    pub(crate) skills: Vec<RawSkill<'a>>,
    pub(crate) submit_guard: Given<submit::RawSubmitGuard<'a>>,
    pub(crate) playbooks: Vec<submit::RawPlaybook<'a>>,
    /// Whether every `playbooks` that is there could be read.
    pub(crate) playbooks_state: ListState,
    pub(crate) policies: Vec<guard::RawPolicy<'a>>,
    /// Whether every `policies` that is there could be read.
    pub(crate) policies_state: ListState,
    pub(crate) profiles: Vec<RawProfile<'a>>,
    /// Whether every `profiles` that is there could be read.
    pub(crate) profiles_state: ListState,
    pub(crate) auth: Given<RawCallers<'a>>,
    pub(crate) catalog: Given<RawCatalog<'a>>,
    pub(crate) sentences: Vec<Named<'a>>,
    /// Folders of instruction skills.
    pub(crate) instructions: Vec<Spanned<'a>>,
    /// Whether every `apis` that is there could be read.
    pub(crate) apis_state: ListState,
    /// Whether every `skills` that is there could be read.
    pub(crate) skills_state: ListState,
}

/// The state of a list that several files can contribute to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ListState {
    /// It is nowhere.
    #[default]
    Absent,
    /// All of it was read.
    Read,
    /// A part of it was refused.
    Refused,
}

/// The section `global`.
#[derive(Debug, Default)]
pub(crate) struct RawGlobal<'a> {
    pub(crate) currency: Option<Spanned<'a>>,
    /// Whether a currency is given, of whatever form.
    pub(crate) has_currency: bool,
    pub(crate) locale: Option<Spanned<'a>>,
    pub(crate) timezone: Option<Spanned<'a>>,
    pub(crate) country: Option<Spanned<'a>>,
}

/// Whether a file is the station's first file or an included one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    First,
    Included,
}

impl<'a> RawStation<'a> {
    /// Takes in the keys that the first file alone has.
    fn first(&mut self, keys: &Keys<'a>, report: &mut Report) {
        self.language = word(keys.get("language"), report);
        self.name = word(keys.get("station"), report);
        self.tenant_url = word(keys.get("tenant_url"), report);
        if let Some(entry) = keys.get("global").value() {
            self.global = global(entry.value, report);
        }
        self.catalog = keys.get("catalog").and_then(|entry| catalog::catalog(entry, report));
        self.auth = keys.get("auth").and_then(|entry| profile::auth(entry, report));
        let guard = keys.get("submit_guard");
        self.submit_guard = guard.and_then(|entry| submit::submit_guard(entry, report));
    }

    /// Takes in what a file holds.
    pub(crate) fn take(&mut self, root: View<'a>, rank: Rank, report: &mut Report) {
        let section = match rank {
            Rank::First => Section::Station,
            Rank::Included => Section::Included,
        };
        let Some(keys) = open(root, section, report) else {
            self.skills_state = ListState::Refused;
            self.apis_state = ListState::Refused;
            self.policies_state = ListState::Refused;
            self.playbooks_state = ListState::Refused;
            self.profiles_state = ListState::Refused;
            return;
        };
        if rank == Rank::First {
            self.first(&keys, report);
        }
        let profiles = keys.get("profiles").and_then(|entry| profile::profiles(entry, report));
        note(&mut self.profiles_state, &profiles);
        if let Given::Value(profiles) = profiles {
            self.profiles.extend(profiles);
        }
        let apis = each(keys.get("apis"), report);
        note(&mut self.apis_state, &apis);
        for view in apis.value().into_iter().flatten() {
            if report.is_full() {
                self.apis_state = ListState::Refused;
                break;
            }
            match api::api(*view, report) {
                Some(api) => self.apis.push(api),
                None => self.apis_state = ListState::Refused,
            }
        }
        let playbooks = each(keys.get("playbooks"), report);
        note(&mut self.playbooks_state, &playbooks);
        for view in playbooks.into_value().into_iter().flatten() {
            match submit::playbook(view, report) {
                Some(playbook) => self.playbooks.push(playbook),
                None => self.playbooks_state = ListState::Refused,
            }
        }
        let policies = keys.get("policies").and_then(|e| guard::policies(e, report));
        note(&mut self.policies_state, &policies);
        self.policies.extend(policies.into_value().unwrap_or_default());
        let folders = words(keys.get("instructions"), report);
        self.instructions.extend(folders.into_value().unwrap_or_default());
        let sentences = keys.get("sentences");
        let sentences = sentences.and_then(|entry| named(entry, report));
        self.sentences.extend(sentences.into_value().unwrap_or_default());
        let skills = each(keys.get("skills"), report);
        note(&mut self.skills_state, &skills);
        for view in skills.value().into_iter().flatten() {
            if report.is_full() {
                self.skills_state = ListState::Refused;
                break;
            }
            match skill::skill(*view, report) {
                Some(skill) => self.skills.push(skill),
                None => self.skills_state = ListState::Refused,
            }
        }
    }
}

fn note<T>(state: &mut ListState, given: &Given<T>) {
    *state = match (given, *state) {
        (Given::Absent, before) => before,
        (Given::Refused, _) | (_, ListState::Refused) => ListState::Refused,
        (Given::Value(_), ListState::Absent | ListState::Read) => ListState::Read,
    };
}

fn global<'a>(view: View<'a>, report: &mut Report) -> RawGlobal<'a> {
    let Some(keys) = open(view, Section::Global, report) else {
        return RawGlobal { has_currency: true, ..RawGlobal::default() };
    };
    let currency = keys.get("currency");
    RawGlobal {
        has_currency: !currency.is_absent(),
        currency: word(currency, report),
        locale: word(keys.get("locale"), report),
        timezone: word(keys.get("timezone"), report),
        country: word(keys.get("country"), report),
    }
}

/// Reads the text of a required key, and reports the key if it is missing.
pub(crate) fn required<'a>(keys: &Keys<'a>, key: &str, report: &mut Report) -> Option<Spanned<'a>> {
    let given = keys.get(key);
    if given.is_absent() {
        absent(keys, key, report);
    }
    word(given, report)
}

/// Reports a required key of a section as missing.
pub(crate) fn absent(keys: &Keys<'_>, key: &str, report: &mut Report) {
    let row = keys.section().key(key);
    debug_assert!(row.is_some_and(|row| row.need == Need::Required), "`{key}` is required");
    let phrase = row.map(Key::phrase).unwrap_or_default();
    missing(keys.place(), key, &phrase, report);
}

/// Reports a key as missing, with the value that it needs.
pub(crate) fn missing(place: Place, key: &str, form: &str, report: &mut Report) {
    let remark = Remark::new(codes::KEY_MISSING, place, format!("`{key}` is missing"));
    report.add(remark.help(format!("write `{key}:` and {form}")));
}

/// Reads the text of a key; `None` if the key is missing or its value is refused.
pub(crate) fn word<'a>(given: Given<Entry<'a>>, report: &mut Report) -> Option<Spanned<'a>> {
    given_word(given, report).into_value()
}

/// Reads the text of a key.
pub(crate) fn given_word<'a>(given: Given<Entry<'a>>, report: &mut Report) -> Given<Spanned<'a>> {
    given.and_then(|entry| scalar(entry.value, &entry.row.phrase(), report))
}

/// A text.
pub(crate) fn scalar<'a>(view: View<'a>, form: &str, report: &mut Report) -> Option<Spanned<'a>> {
    match view.text() {
        Some(text) if !view.is_tagged() && !view.is_nothing() => {
            Some(Spanned { text, place: view.place(), view })
        }
        Some(_) | None => {
            refuse(view, form, report);
            None
        }
    }
}

/// Reads `true` or `false`.
pub(crate) fn switch(word: &Spanned<'_>, report: &mut Report) -> Option<bool> {
    match word.text {
        "true" => Some(true),
        "false" => Some(false),
        _ => {
            refuse(word.view, "`true` or `false`", report);
            None
        }
    }
}

/// Reads the elements of a key's list.
pub(crate) fn each<'a>(given: Given<Entry<'a>>, report: &mut Report) -> Given<Vec<View<'a>>> {
    given.and_then(|entry| match entry.value.list() {
        Some(items) if !entry.value.is_tagged() => Some(items.collect()),
        Some(_) | None => {
            refuse(entry.value, &entry.row.phrase(), report);
            None
        }
    })
}

/// Reads the texts of a key's list.
pub(crate) fn words<'a>(given: Given<Entry<'a>>, report: &mut Report) -> Given<Vec<Spanned<'a>>> {
    each(given, report).and_then(|items| {
        let words: Vec<_> = items.iter().map(|item| scalar(*item, "a text", report)).collect();
        words.into_iter().collect()
    })
}

/// Reads the entries of a key's map, whose keys the author chooses.
pub(crate) fn named<'a>(entry: Entry<'a>, report: &mut Report) -> Option<Vec<Named<'a>>> {
    let Some(map) = entry.value.map().filter(|_| !entry.value.is_tagged()) else {
        refuse(entry.value, &entry.row.phrase(), report);
        return None;
    };
    let mut entries = Vec::new();
    for (key, value) in map {
        let Some(text) = key.text() else { continue };
        entries.push(Named { name: Spanned { text, place: key.place(), view: key }, value });
    }
    Some(entries)
}

/// A value that has to be a map and may not be left out: `{}` says nothing.
pub(crate) fn said<'a>(named: &Named<'a>, report: &mut Report) -> Option<View<'a>> {
    if !named.value.is_nothing() {
        return Some(named.value);
    }
    let message = format!("{} has no value", quote(named.name.text));
    let remark = Remark::new(codes::VALUE_TYPE, named.name.place, message);
    report.add(remark.help("write `{}` if there is nothing to say"));
    None
}
