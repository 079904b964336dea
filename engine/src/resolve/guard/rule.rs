//! The rule of each of the nine guards.

use lang::Root;
use vm::{Decimal, Type};

use crate::raw::guard::questions;
use crate::raw::keys::{Entry, Given, Keys, Section, open};
use crate::raw::{ListState, Spanned, absent, given_word, required, scalar, words};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::guard::question::{Sort, setters};
use crate::resolve::guard::{Billed, GuardScope, ask};
use crate::resolve::scope::context::Context;
use crate::station::{Answerer, Budget, Condition, FormField, Rule, Span, Whose};
use crate::text::file::quote;
use crate::text::words::{either, listed};

pub(crate) fn resolve(
    kind: &str,
    entry: Entry<'_>,
    when: Given<&Condition>,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Rule> {
    match kind {
        "require" => {
            let condition = scope.names.require(entry, when, &mut context.usage);
            condition.map(|condition| Rule::Require(Box::new(condition)))
        }
        "check" => ask::check(entry, scope, context).map(|check| Rule::Check(Box::new(check))),
        "form" => form(entry, scope, context).map(Rule::Form),
        "update" => ask::update(entry, scope, context).map(Rule::Update),
        "approval" => approval(entry, context).map(Rule::Approval),
        "permission" => permission(entry, context).map(Rule::Permission),
        "policy" => {
            let word = scalar(entry.value, "the name of a policy", context.usage.report)?;
            let policies = context.policies;
            let rule = policies.guard(&word, when, &scope.names, &mut context.usage)?;
            Some(Rule::Policy(word.text.to_owned(), rule))
        }
        "budget" => budget(entry, scope, context).map(Rule::Budget),
        _ => submitted_by(entry, context),
    }
}

fn form(
    entry: Entry<'_>,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Vec<FormField>> {
    let Given::Value(raw) =
        questions(Given::Value(entry), Section::FormField, context.usage.report)
    else {
        scope.names.refuse_all(Root::Form);
        return None;
    };
    super::form(&raw, Sort::Form, scope, context)
}

fn approval(entry: Entry<'_>, context: &mut Context<'_, '_>) -> Option<String> {
    let keys = open(entry.value, Section::Approval, context.usage.report)?;
    let role = required(&keys, "role", context.usage.report)?;
    let actors = context.actors;
    if !actors.roles.contains(&role.text) && actors.roles_state != ListState::Refused {
        let message = format!("nobody has the role {}", quote(role.text));
        let remark = Remark::new(codes::GUARD_ROLE_UNKNOWN, role.place, message);
        context.usage.add(remark.near(role.text, actors.roles.iter().copied(), || {
            match actors.roles.is_empty() {
                true => "the station gives no role to anyone".to_owned(),
                false => format!("the roles are {}", listed(actors.roles.iter().copied())),
            }
        }));
        return None;
    }
    Some(role.text.to_owned())
}

fn permission(entry: Entry<'_>, context: &mut Context<'_, '_>) -> Option<Vec<String>> {
    let keys = open(entry.value, Section::Permission, context.usage.report)?;
    match words(keys.get("profiles"), context.usage.report) {
        Given::Value(words) => profiles(&words, context),
        Given::Absent => {
            absent(&keys, "profiles", context.usage.report);
            None
        }
        Given::Refused => None,
    }
}

fn profiles(words: &[Spanned<'_>], context: &mut Context<'_, '_>) -> Option<Vec<String>> {
    let actors = context.actors;
    let mut is_whole = true;
    for word in words {
        if actors.profiles.contains(&word.text) || actors.state == ListState::Refused {
            continue;
        }
        let message = format!("there is no profile {}", quote(word.text));
        let remark = Remark::new(codes::GUARD_PROFILE_UNKNOWN, word.place, message);
        context.usage.add(remark.near(word.text, actors.profiles.iter().copied(), || {
            format!("the profiles are {}", listed(actors.profiles.iter().copied()))
        }));
        is_whole = false;
    }
    is_whole.then(|| words.iter().map(|word| word.text.to_owned()).collect())
}

fn submitted_by(entry: Entry<'_>, context: &mut Context<'_, '_>) -> Option<Rule> {
    if entry.value.map().is_none() {
        let given = words(Given::Value(entry), context.usage.report);
        let sources = setters(&given, Vec::new(), context)?;
        return Some(Rule::SubmittedBy { sources: Some(sources), profiles: None });
    }
    let keys = open(entry.value, Section::SubmittedBy, context.usage.report)?;
    let sources = words(keys.get("sources"), context.usage.report);
    let listed = words(keys.get("profiles"), context.usage.report);
    let sources: Option<Option<Vec<Answerer>>> = match &sources {
        Given::Absent => Some(None),
        given => setters(given, Vec::new(), context).map(Some),
    };
    let profiles = match &listed {
        Given::Absent => Some(None),
        Given::Refused => None,
        Given::Value(words) => profiles(words, context).map(Some),
    };
    Some(Rule::SubmittedBy { sources: sources?, profiles: profiles? })
}

fn budget(entry: Entry<'_>, scope: &GuardScope, context: &mut Context<'_, '_>) -> Option<Budget> {
    let keys = open(entry.value, Section::Budget, context.usage.report)?;
    if scope.billed == Billed::None {
        let message = "there is no billed price that the budget could count";
        let remark = Remark::new(codes::GUARD_BUDGET, entry.key.place(), message);
        context.usage.add(remark.help("present a field with `role: billed`"));
    }
    let max = max(&keys, context);
    let per = one_of(&keys, "per", Span::WORDS, Span::named, context);
    let of = one_of(&keys, "of", Whose::WORDS, Whose::named, context);
    (scope.billed != Billed::None).then_some(())?;
    Some(Budget { max: max?, per: per?, of: of? })
}

fn max(keys: &Keys<'_>, context: &mut Context<'_, '_>) -> Option<Decimal> {
    let word = required(keys, "max", context.usage.report)?;
    context.usage.price(Type::Price, word.place);
    match Decimal::parse(word.text) {
        Ok(price) if price > Decimal::ZERO => Some(price),
        Ok(_) | Err(_) => {
            let message = format!("{} is no price over 0", quote(word.text));
            let remark = Remark::new(codes::GUARD_BUDGET, word.place, message);
            context.usage.add(remark.help("write a number over 0, such as `500`"));
            None
        }
    }
}

fn one_of<T>(
    keys: &Keys<'_>,
    key: &str,
    all: &'static [&'static str],
    read: impl Fn(&str) -> Option<T>,
    context: &mut Context<'_, '_>,
) -> Option<T> {
    let form = either(all.iter().copied());
    let Given::Value(word) = given_word(keys.get(key), context.usage.report) else {
        if keys.get(key).is_absent() {
            let message = format!("the budget does not say `{key}`");
            let remark = Remark::new(codes::GUARD_BUDGET, keys.place(), message);
            context.usage.add(remark.help(format!("write `{key}:` and {form}")));
        }
        return None;
    };
    let found = read(word.text);
    if found.is_none() {
        let message = format!("{} is no word for `{key}`", quote(word.text));
        let remark = Remark::new(codes::GUARD_BUDGET, word.place, message);
        context.usage.add(remark.near(word.text, all.iter().copied(), || format!("write {form}")));
    }
    found
}
