//! Policies: named rules, each of which is checked at every place that names it.

use std::collections::{BTreeSet, HashMap};

use crate::raw::keys::{Entry, Given, Keys, Section, open};
use crate::raw::{ListState, RawStation, Spanned, given_word, name, required};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::field::seconds;
use crate::resolve::scope::condition;
use crate::resolve::scope::env::Env;
use crate::resolve::scope::usage::Usage;
use crate::station::template::is_absolute;
use crate::station::{Condition, Effect, Judge, PolicyRule};
use crate::text::file::{Place, quote};
use crate::text::words::{listed, listed_to};

/// The default time limit of a judge, in seconds.
const PATIENCE: u64 = 10;

/// The policies of a station.
#[derive(Debug)]
pub(crate) struct Policies<'a> {
    entries: HashMap<String, (Place, Policy<'a>)>,
    names: Vec<&'a str>,
    state: ListState,
}

/// A policy.
#[derive(Clone, Debug)]
enum Policy<'a> {
    /// A condition, which is compiled at every place that names the policy.
    Require(Entry<'a>),
    Judge(Judge),
    Refused,
}

pub(crate) fn resolve<'a>(raw: &RawStation<'a>, report: &mut Report) -> Policies<'a> {
    let mut policies =
        Policies { entries: HashMap::new(), names: Vec::new(), state: raw.policies_state };
    for entry in &raw.policies {
        let Some(key) = name::checked(&entry.name, "a policy", report) else {
            policies.state = ListState::Refused;
            continue;
        };
        if let Some((first, _)) = policies.entries.get(&key) {
            let message = format!("two policies are called {}", quote(entry.name.text));
            let remark = Remark::new(codes::YAML_DUPLICATE_KEY, entry.name.place, message);
            report.add(remark.help("rename one").also(*first, "the first stands here"));
            continue;
        }
        let policy = entry.keys.as_ref().and_then(|keys| policy(&entry.name, keys, report));
        policies.names.push(entry.name.text);
        policies.entries.insert(key, (entry.name.place, policy.unwrap_or(Policy::Refused)));
    }
    policies
}

fn policy<'a>(name: &Spanned<'a>, keys: &Keys<'a>, report: &mut Report) -> Option<Policy<'a>> {
    let (require, judge) = (keys.get("require"), keys.get("judge"));
    let effect = effect(keys, &judge, report);
    match (require, judge) {
        (Given::Value(require), Given::Absent) => Some(Policy::Require(require)),
        (Given::Absent, Given::Value(judge)) => {
            let keys = open(judge.value, Section::Judge, report)?;
            self::judge(&keys, effect?, report).map(Policy::Judge)
        }
        (Given::Refused, _) | (_, Given::Refused) => None,
        (Given::Absent, Given::Absent) => {
            let message =
                format!("the policy {} has neither `require` nor `judge`", quote(name.text));
            report.add(
                Remark::new(codes::POLICY_SHAPE, name.place, message).help("write one of them"),
            );
            None
        }
        (Given::Value(_), Given::Value(judge)) => {
            let message = format!("the policy {} has `require` and `judge`", quote(name.text));
            let remark = Remark::new(codes::POLICY_SHAPE, judge.key.place(), message);
            report.add(remark.help("delete one of them"));
            None
        }
    }
}

fn effect(keys: &Keys<'_>, judge: &Given<Entry<'_>>, report: &mut Report) -> Option<Effect> {
    let word = match given_word(keys.get("effect"), report) {
        Given::Absent => return Some(Effect::Block),
        Given::Refused => return None,
        Given::Value(word) => word,
    };
    let found = Effect::named(word.text);
    let remark = match found {
        Some(Effect::Rewrite) if judge.is_absent() => {
            let message = "a policy without judge has nothing to put in place";
            Remark::new(codes::POLICY_EFFECT, word.place, message)
                .help("write `block`, or a `judge`")
        }
        None => {
            let message = format!("{} is no effect", quote(word.text));
            let words = || Effect::WORDS.iter().copied();
            Remark::new(codes::POLICY_EFFECT, word.place, message)
                .near(word.text, words(), || format!("the effects are {}", listed(words())))
        }
        Some(_) => return found,
    };
    report.add(remark);
    None
}

fn judge(keys: &Keys<'_>, effect: Effect, report: &mut Report) -> Option<Judge> {
    let url = required(keys, "url", report);
    let instructions = given_word(keys.get("instructions"), report);
    let timeout = match given_word(keys.get("timeout"), report) {
        Given::Absent => Some(PATIENCE),
        Given::Refused => None,
        Given::Value(word) => {
            let found = seconds(word.text);
            if found.is_none() {
                let message = format!("{} is no time", quote(word.text));
                let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
                report.add(remark.help("a whole number over 0 and one of `s`, `m`, `h`: `10s`"));
            }
            found
        }
    };
    let url = url?;
    if !is_absolute(url.text) {
        let message = format!("{} is no http(s) address", quote(url.text));
        let remark = Remark::new(codes::POLICY_URL, url.place, message);
        report.add(remark.help("write `https://` and the judge's host"));
        return None;
    }
    let instructions = instructions.value().map(|word| word.text.to_owned());
    Some(Judge { url: url.text.to_owned(), instructions, timeout: timeout?, effect })
}

impl Policies<'_> {
    /// Resolves the policy that a guard names.
    pub(crate) fn guard(
        &self,
        word: &Spanned<'_>,
        when: Given<&Condition>,
        names: &Env,
        usage: &mut Usage<'_>,
    ) -> Option<PolicyRule> {
        let rule = self.named(word, when, names, usage)?;
        if let PolicyRule::Judge(judge) = &rule
            && judge.effect == Effect::Rewrite
        {
            let message = format!("the policy {} rewrites, which no guard does", quote(word.text));
            let remark = Remark::new(codes::GUARD_POSITION, word.place, message);
            usage.add(remark.help("write `effect: block`: only `output_filters` rewrite"));
            return None;
        }
        Some(rule)
    }

    /// Resolves a policy by name.
    pub(crate) fn named(
        &self,
        word: &Spanned<'_>,
        when: Given<&Condition>,
        names: &Env,
        usage: &mut Usage<'_>,
    ) -> Option<PolicyRule> {
        let Some((_, policy)) = self.entries.get(&name::composed(word.text)) else {
            if self.state != ListState::Refused {
                let message = format!("there is no policy {}", quote(word.text));
                let near = || self.names.iter().copied();
                usage.add(Remark::new(codes::GUARD_POLICY_UNKNOWN, word.place, message).near(
                    word.text,
                    near(),
                    || match self.names.is_empty() {
                        true => "declare it under `policies`".to_owned(),
                        false => format!("the policies are {}", listed_to(10, near())),
                    },
                ));
            }
            return None;
        };
        usage.named.insert(name::composed(word.text));
        match policy {
            Policy::Refused => None,
            Policy::Require(entry) => {
                let condition = names.policy(*entry, word.place, when, usage)?;
                Some(PolicyRule::Require(Box::new(condition)))
            }
            Policy::Judge(judge) => Some(PolicyRule::Judge(judge.clone())),
        }
    }

    /// Checks the syntax of the policies that nothing names, so that their faults are reported too.
    pub(crate) fn unnamed(&self, named: &BTreeSet<String>, report: &mut Report) {
        for (key, (_, policy)) in &self.entries {
            if let Policy::Require(entry) = policy
                && !named.contains(key)
            {
                condition::words(*entry, report);
            }
        }
    }
}
