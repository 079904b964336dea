//! What became of each guard: of calls, of lines, of submits.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use lang::analysis::{Analysis, Answer, Budget, Field, Preference, States, Subject, Truths};
use serde_json::json;
use vm::{Reading, Type};

use super::{Change, Witness};
use crate::station::{
    Answerer, Condition, Guard, PolicyRule, ProfileId, Rule, Skill, Station, SubmitGuard,
};

/// What became of a guard from one station to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardChange {
    /// The place of the guard.
    pub site: GuardSite,
    /// Its name, or what it says.
    pub guard: String,
    /// What became of it: which cases it lets through no longer, and which it does now.
    pub change: Change,
}

/// The place of a guard in a station.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuardSite {
    /// Before every call of a skill; of a profile, where one adds it.
    Call {
        /// The skill.
        skill: String,
        /// The profile.
        profile: Option<String>,
    },
    /// Before a line of a kind.
    Line {
        /// The skill.
        skill: String,
        /// The kind.
        kind: String,
    },
    /// Before a line of every kind, for a profile.
    Profile {
        /// The skill.
        skill: String,
        /// The profile.
        profile: String,
    },
    /// Before a submit outside every playbook.
    Submit,
    /// Before the submit of a playbook.
    Playbook(String),
}

/// What part of the steps that are left one guard may take.
const SHARE: u64 = 4;

/// Compares the guards of two stations, or of one skill in both.
///
/// Guards of the same list are paired: first by name, then by text, then guards without a name by sort, in order.
/// Lists that only one station has are ignored.
pub fn diff_guards(old: &Station, new: &Station, skill: Option<&str>) -> Vec<GuardChange> {
    let mut diff =
        Diff { old, new, known: HashMap::new(), budget: Budget::default(), found: Vec::new() };
    for before in old.skills().iter().filter(|of| skill.is_none_or(|name| of.name() == name)) {
        if let Some(after) = new.skill(before.name()) {
            diff.budget = Budget::default();
            diff.skill(before, after);
        }
    }
    if skill.is_none() {
        diff.budget = Budget::default();
        diff.submit(&GuardSite::Submit, old.submit_guard(), new.submit_guard());
        for before in old.playbooks() {
            if let Some(after) = new.playbooks().iter().find(|book| book.name == before.name) {
                let site = GuardSite::Playbook(before.name.clone());
                diff.submit(&site, &before.submit_guard, &after.submit_guard);
            }
        }
    }
    diff.found
}

struct Diff<'a> {
    old: &'a Station,
    new: &'a Station,
    /// The changes of guards that are in several lists.
    known: HashMap<(*const Guard, *const Guard), Change>,
    budget: Budget,
    found: Vec<GuardChange>,
}

impl<'a> Diff<'a> {
    fn skill(&mut self, before: &'a Skill, after: &'a Skill) {
        let skill = || before.name().to_owned();
        let site = GuardSite::Call { skill: skill(), profile: None };
        self.lists(&site, before.own_call_guards(), after.own_call_guards());
        for kind in before.kinds() {
            let other = after.kinds().iter().find(|other| other.name == kind.name);
            if let Some(other) = other {
                let site = GuardSite::Line { skill: skill(), kind: kind.name.clone() };
                self.lists(&site, &kind.select.guards, &other.select.guards);
            }
        }
        for (number, profile) in ProfileId::enumerate(self.old.profiles()) {
            let Some(other) = self.new.profile(&profile.name) else { continue };
            let added = |skill: &'a Skill, profile| {
                let added: Vec<_> = skill.added(profile).collect();
                let lines = added.iter().flat_map(|added| added.select.guards.iter().cloned());
                let calls = added.iter().flat_map(|added| added.invoke.iter().cloned());
                (lines.collect::<Vec<_>>(), calls.collect::<Vec<_>>())
            };
            let (was, is) = (added(before, number), added(after, other));
            let name = || profile.name.clone();
            let site = GuardSite::Profile { skill: skill(), profile: name() };
            self.lists(&site, &was.0, &is.0);
            let site = GuardSite::Call { skill: skill(), profile: Some(name()) };
            self.lists(&site, &was.1, &is.1);
        }
    }

    fn submit(&mut self, site: &GuardSite, before: &SubmitGuard, after: &SubmitGuard) {
        let change = match (before.form.is_empty(), after.form.is_empty()) {
            (true, true) => None,
            (true, false) => Some(Change::Added),
            (false, true) => Some(Change::Removed),
            (false, false) if before.form == after.form => Some(Change::SAME),
            (false, false) => Some(Change::Differs),
        };
        let guard = || "form".to_owned();
        self.found.extend(change.map(|change| GuardChange {
            site: site.clone(),
            guard: guard(),
            change,
        }));
        self.lists(site, &before.guards, &after.guards);
    }

    fn lists(&mut self, site: &GuardSite, before: &[Arc<Guard>], after: &[Arc<Guard>]) {
        let (pairs, added) = paired(before, after);
        for (guard, other) in pairs {
            let change = match other {
                None => Change::Removed,
                Some(other) => self.change(guard, other),
            };
            self.found.push(GuardChange { site: site.clone(), guard: guard.called(), change });
        }
        self.found.extend(added.into_iter().map(|guard| GuardChange {
            site: site.clone(),
            guard: guard.called(),
            change: Change::Added,
        }));
    }

    fn change(&mut self, old: &Arc<Guard>, new: &Arc<Guard>) -> Change {
        let key = (Arc::as_ptr(old), Arc::as_ptr(new));
        if let Some(change) = self.known.get(&key) {
            return change.clone();
        }
        let mut share = self.budget.share(SHARE);
        let given = share.clone();
        let change = self.compared(old, new, &mut share);
        self.budget.used(&given, &share);
        self.known.insert(key, change.clone());
        change
    }

    fn compared(&self, old: &Guard, new: &Guard, budget: &mut Budget) -> Change {
        if let (Some(was), Some(is)) = (required(&old.rule), required(&new.rule)) {
            return self.weighed((old, Some(was)), (new, Some(is)), budget);
        }
        let same = match (&old.rule, &new.rule) {
            (Rule::Policy(_, PolicyRule::Judge(was)), Rule::Policy(_, PolicyRule::Judge(is))) => {
                was == is
            }
            (_, Rule::Policy(..)) | (Rule::Policy(..), _) => false,
            _ => old.fingerprint.rule == new.fingerprint.rule,
        };
        if same {
            return self.weighed((old, None), (new, None), budget);
        }
        let apart = self.sets(&old.rule, &new.rule);
        match apart {
            Some((lost, gained)) if old.fingerprint.when == new.fingerprint.when => {
                let witness = |case: Option<String>| case.map_or(Witness::None, Witness::Row);
                Change::Compared { lost: witness(lost), gained: witness(gained) }
            }
            Some(_) | None => Change::Differs,
        }
    }

    /// Compares two guards over rows. For a guard that asks somebody, a row to which it applies is a row that it does
    /// not let through.
    fn weighed(
        &self,
        (old, was): (&Guard, Option<&Condition>),
        (new, is): (&Guard, Option<&Condition>),
        budget: &mut Budget,
    ) -> Change {
        let readings = (&self.old.global().reading, &self.new.global().reading);
        let conditions = [(old.when.as_ref(), readings.0), (was, readings.0)];
        let conditions =
            conditions.into_iter().chain([(new.when.as_ref(), readings.1), (is, readings.1)]);
        let conditions: Vec<_> = conditions.collect();
        let same = |one: Option<&Condition>, other: Option<&Condition>| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                one.compiled.source == other.compiled.source && one.fields == other.fields
            }
            (Some(_), None) | (None, Some(_)) => false,
        };
        if readings.0 == readings.1 && same(old.when.as_ref(), new.when.as_ref()) && same(was, is) {
            return Change::SAME;
        }
        budget.spend(conditions.iter().filter_map(|(c, _)| Some(c.as_ref()?.fields.len())).sum());
        if budget.is_out() {
            return Change::Compared { lost: Witness::Undecided, gained: Witness::Undecided };
        }
        let states = weakest(&conditions);
        let mut analysis = Analysis::new(readings.1);
        let views: Vec<_> = conditions
            .iter()
            .map(|(condition, reading)| {
                let condition = (*condition)?;
                let fields: Vec<_> =
                    condition.fields.iter().map(|field| held(field, &states)).collect();
                Some((analysis.view(&fields, reading), condition))
            })
            .collect();
        let subjects: Vec<_> = views
            .into_iter()
            .map(|view| view.map(|(view, condition)| analysis.add(view, &condition.compiled)))
            .collect();
        let [when, rule, new_when, new_rule] = subjects.as_slice() else { return Change::Differs };
        let (before, after) = (Weighed(*when, *rule), Weighed(*new_when, *new_rule));
        Change::Compared {
            lost: find(&analysis, before, after, budget),
            gained: find(&analysis, after, before, budget),
        }
    }

    /// For rules that list names or set a limit: an example that the new rule stops letting through, and an example
    /// that only the new rule lets through.
    fn sets(&self, old: &Rule, new: &Rule) -> Option<(Option<String>, Option<String>)> {
        match (old, new) {
            (Rule::Permission(was), Rule::Permission(is)) => {
                let (was, is) = (texts(was), texts(is));
                Some((beside("profile", &was, &is), beside("profile", &is, &was)))
            }
            (Rule::Budget(was), Rule::Budget(is)) if (was.per, was.of) == (is.per, is.of) => {
                let case = |max: vm::Decimal| json!({"total": max.to_string()}).to_string();
                Some((
                    (is.max < was.max).then(|| case(was.max)),
                    (was.max < is.max).then(|| case(is.max)),
                ))
            }
            (
                Rule::SubmittedBy { sources: by, profiles: of },
                Rule::SubmittedBy { sources: now_by, profiles: now_of },
            ) => {
                let was = (sources(by.as_deref()), self.profiles(of.as_deref()));
                let is = (sources(now_by.as_deref()), self.profiles(now_of.as_deref()));
                let apart = |one: &(Names, Names), other: &(Names, Names)| {
                    beside("source", &one.0, &other.0)
                        .or_else(|| beside("profile", &one.1, &other.1))
                };
                Some((apart(&was, &is), apart(&is, &was)))
            }
            _ => None,
        }
    }

    /// The profiles that are named; where none are, all.
    fn profiles(&self, named: Option<&[String]>) -> Names {
        let all = || self.old.profiles().iter().chain(self.new.profiles());
        named.map_or_else(|| all().map(|profile| profile.name.clone()).collect(), texts)
    }
}

/// Names in their order.
type Names = BTreeSet<String>;

fn texts(all: &[String]) -> Names {
    all.iter().cloned().collect()
}

/// The sources that are named; where none are, all.
fn sources(named: Option<&[Answerer]>) -> Names {
    let word = |source: &Answerer| source.word().to_owned();
    let all = || Answerer::WORDS.iter().map(|word| (*word).to_owned()).collect();
    named.map_or_else(all, |sources| sources.iter().map(word).collect())
}

/// The first name that is in one set and not in the other, as JSON under a key.
fn beside(key: &str, one: &Names, other: &Names) -> Option<String> {
    one.difference(other).next().map(|name| json!({key: name}).to_string())
}

/// The condition that a rule holds by.
fn required(rule: &Rule) -> Option<&Condition> {
    match rule {
        Rule::Require(condition) | Rule::Policy(_, PolicyRule::Require(condition)) => {
            Some(condition)
        }
        Rule::Policy(_, PolicyRule::Judge(_))
        | Rule::Check(_)
        | Rule::Form(_)
        | Rule::Update(_)
        | Rule::Approval(_)
        | Rule::Permission(_)
        | Rule::Budget(_)
        | Rule::SubmittedBy { .. } => None,
    }
}

/// A guard's `when`, and the condition that it holds by.
#[derive(Clone, Copy)]
struct Weighed(Option<Subject>, Option<Subject>);

/// A row that the one guard lets through and the other does not.
fn find(
    analysis: &Analysis<'_>,
    Weighed(when, rule): Weighed,
    Weighed(new_when, new_rule): Weighed,
    budget: &mut Budget,
) -> Witness {
    let closed = new_when.map(|when| (when, Truths::NOT_FALSE)).into_iter();
    let closed: Vec<_> = closed.chain(new_rule.map(|rule| (rule, Truths::NOT_TRUE))).collect();
    let passes = rule.map(|rule| (rule, Truths::TRUE)).into_iter();
    let passes = passes.chain(when.map(|when| (when, Truths::FALSE)));
    let mut found = Witness::None;
    for pass in passes {
        let goals: Vec<_> = std::iter::once(pass).chain(closed.iter().copied()).collect();
        match analysis.find(&goals, Preference::Plain, budget) {
            Answer::Row(row) => return Witness::Row(row),
            Answer::None => {}
            Answer::Undecided => found = Witness::Undecided,
        }
    }
    found
}

/// The states of each value that are possible in all of several conditions.
type Weakest<'a> = HashMap<(&'a vm::Path, Type), States>;

fn weakest<'a>(conditions: &[(Option<&'a Condition>, &Reading)]) -> Weakest<'a> {
    let mut states = Weakest::new();
    for field in conditions.iter().filter_map(|(c, _)| *c).flat_map(|c| c.fields.iter()) {
        let held = states.entry((&field.path, field.ty)).or_insert(field.states);
        *held = (*held).min(field.states);
    }
    states
}

fn held(field: &Field, states: &Weakest<'_>) -> Field {
    let states = states.get(&(&field.path, field.ty)).copied();
    Field { states: states.unwrap_or(field.states), ..field.clone() }
}

/// A guard of an old list, and the one of the new list that it has become.
type Pair<'g> = (&'g Arc<Guard>, Option<&'g Arc<Guard>>);

/// What two guards have alike that are one; a guard without it is none of these.
type Likeness<'k> = &'k dyn Fn(&Guard) -> Option<String>;

/// Pairs the guards of one list with those of another, and adds the guards that only the other has.
fn paired<'g>(
    before: &'g [Arc<Guard>],
    after: &'g [Arc<Guard>],
) -> (Vec<Pair<'g>>, Vec<&'g Arc<Guard>>) {
    let mut pairs: Vec<Option<usize>> = vec![None; before.len()];
    let mut taken: Vec<bool> = vec![false; after.len()];
    let name = |guard: &Guard| guard.name.clone();
    let words = |guard: &Guard| {
        Some(format!(
            "{} when {}",
            guard.fingerprint.rule,
            guard.fingerprint.when.as_deref().unwrap_or_default()
        ))
    };
    let rule = |guard: &Guard| Some(guard.fingerprint.rule.clone());
    let sort = |guard: &Guard| {
        let word = guard.fingerprint.rule.split(':').next().unwrap_or_default();
        guard.name.is_none().then(|| word.to_owned())
    };
    let keys: [Likeness<'_>; 4] = [&name, &words, &rule, &sort];
    for key in keys {
        let mut open: HashMap<String, VecDeque<usize>> = HashMap::new();
        let free = (0..).zip(after).filter(|(at, _)| taken.get(*at) == Some(&false));
        for (at, guard) in free {
            if let Some(key) = key(guard) {
                open.entry(key).or_default().push_back(at);
            }
        }
        for (pair, guard) in pairs.iter_mut().zip(before).filter(|(pair, _)| pair.is_none()) {
            let at = key(guard).and_then(|key| open.get_mut(&key)?.pop_front());
            if let Some(is_taken) = at.and_then(|at| taken.get_mut(at)) {
                *is_taken = true;
                *pair = at;
            }
        }
    }
    let pairs =
        before.iter().zip(pairs).map(|(guard, at)| (guard, at.and_then(|at| after.get(at))));
    let added = after.iter().zip(taken).filter(|(_, is_taken)| !is_taken);
    (pairs.collect(), added.map(|(guard, _)| guard).collect())
}
