//! Questions: the fields of a form or of a line.

use lang::Code;
use vm::{AnswerFault, Type};

use crate::raw::guard::RawQuestion;
use crate::raw::keys::{Entry, Given, Section, open, refuse};
use crate::raw::{Spanned, given_word, missing, name};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::field::{class, flag, path, type_named};
use crate::resolve::scope::context::Context;
use crate::station::{Answerer, Choice, Choices, Class, FormField, Presence};
use crate::text::file::{View, quote};
use crate::text::words::listed;

/// The owner of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A form among guards.
    Form,
    /// The form of a `submit_guard`, where a required boolean is a consent.
    Submit,
    /// A line.
    Line,
}

impl Sort {
    fn what(self) -> &'static str {
        match self {
            Sort::Form | Sort::Submit => "a form field",
            Sort::Line => "a line field",
        }
    }

    fn type_code(self) -> Code {
        match self {
            Sort::Form | Sort::Submit => codes::GUARD_FORM_TYPE,
            Sort::Line => codes::KIND_FIELD_TYPE,
        }
    }

    /// Returns who answers by default.
    fn setters(self) -> Vec<Answerer> {
        match self {
            Sort::Form | Sort::Submit => vec![Answerer::Llm, Answerer::Person],
            Sort::Line => vec![Answerer::Person],
        }
    }
}

/// The question; `None` if a part of it is refused.
pub(crate) fn resolve(
    raw: &RawQuestion<'_>,
    sort: Sort,
    context: &mut Context<'_, '_>,
) -> Option<FormField> {
    let name = name::checked(&raw.name, sort.what(), context.usage.report);
    let ty = match &raw.ty {
        Given::Value(word) => {
            let ty = type_named(word, sort.type_code(), context.usage.report);
            if let Some(ty) = ty {
                context.usage.price(ty, word.place);
            }
            ty
        }
        Given::Absent => {
            let form = "one of the types, such as `text`";
            missing(raw.name.place, "type", form, context.usage.report);
            None
        }
        Given::Refused => None,
    };
    let presence = match flag(&raw.required, context.usage.report) {
        Some(true) => Some(Presence::Required),
        Some(false) => Some(Presence::Optional),
        None => None,
    };
    let class = class(&raw.class, Class::Personal, context.usage.report);
    let consents =
        sort == Sort::Submit && ty == Some(Type::Boolean) && presence == Some(Presence::Required);
    let set_by = if consents {
        consent(raw, context)
    } else {
        setters(&raw.set_by, sort.setters(), context)
    };
    let choices = match (&raw.options, ty) {
        (Given::Absent, _) => Some(None),
        (Given::Value(entry), Some(ty)) => choices(*entry, ty, context).map(Some),
        (Given::Value(_), None) | (Given::Refused, _) => None,
    };
    let label = match &raw.label {
        Given::Refused => None,
        given => Some(given.value().map(|word| word.text.to_owned())),
    };
    Some(FormField {
        name: name?,
        ty: ty?,
        presence: presence?,
        label: label?,
        choices: choices?,
        class: class?,
        set_by: set_by?,
    })
}

/// Resolves who may give a consent: only the person.
fn consent(raw: &RawQuestion<'_>, context: &mut Context<'_, '_>) -> Option<Vec<Answerer>> {
    let only = vec![Answerer::Person];
    let found = setters(&raw.set_by, only.clone(), context)?;
    let other = raw.set_by.value().into_iter().flatten().find(|word| word.text != "person");
    if let Some(word) = other {
        let message =
            format!("{} cannot give the consent {}", quote(word.text), quote(raw.name.text));
        let remark = Remark::new(codes::PARAM_SET_BY, word.place, message);
        context.usage.add(remark.help("a consent is the person's: delete `set_by`"));
        return None;
    }
    (found == only).then_some(found)
}

/// Resolves who may answer, each once.
pub(crate) fn setters(
    given: &Given<Vec<Spanned<'_>>>,
    absent: Vec<Answerer>,
    context: &mut Context<'_, '_>,
) -> Option<Vec<Answerer>> {
    let words = match given {
        Given::Absent => return Some(absent),
        Given::Refused => return None,
        Given::Value(words) => words,
    };
    let (mut found, mut is_whole) = (Vec::new(), true);
    for word in words {
        let all = || Answerer::WORDS.iter().copied();
        let remark = match Answerer::named(word.text) {
            Some(who) if !found.contains(&who) => {
                found.push(who);
                continue;
            }
            Some(_) => {
                let message = format!("{} stands twice", quote(word.text));
                Remark::new(codes::PARAM_SET_BY, word.place, message).help("delete one")
            }
            None => {
                let message = format!("{} is nobody who could answer", quote(word.text));
                Remark::new(codes::PARAM_SET_BY, word.place, message)
                    .near(word.text, all(), || format!("it is {}", listed(all())))
            }
        };
        context.usage.add(remark);
        is_whole = false;
    }
    is_whole.then_some(found)
}

/// Resolves a list of typed literals with optional labels, or the path of the choices in the row.
fn choices(entry: Entry<'_>, ty: Type, context: &mut Context<'_, '_>) -> Option<Choices> {
    if let Some(items) = entry.value.list() {
        let found: Vec<_> = items.map(|item| choice(item, ty, context)).collect();
        return found.into_iter().collect::<Option<_>>().map(Choices::Fixed);
    }
    if entry.value.map().is_none() {
        refuse(
            entry.value,
            "a list of answers, or `{from: <path of the row>}`",
            context.usage.report,
        );
        return None;
    }
    let keys = open(entry.value, Section::Choices, context.usage.report)?;
    let from = crate::raw::required(&keys, "from", context.usage.report)?;
    path(&from, codes::VALUE_TYPE, context.usage.report).map(Choices::Row)
}

fn choice(view: View<'_>, ty: Type, context: &mut Context<'_, '_>) -> Option<Choice> {
    if view.map().is_none() {
        return Some(Choice { value: value(view, ty, context)?, label: None });
    }
    let keys = open(view, Section::Choice, context.usage.report)?;
    let label = given_word(keys.get("label"), context.usage.report);
    let Some(entry) = keys.get("value").into_value() else {
        if keys.get("value").is_absent() {
            crate::raw::absent(&keys, "value", context.usage.report);
        }
        return None;
    };
    let value = value(entry.value, ty, context)?;
    Some(Choice { value, label: label.value().map(|word| word.text.to_owned()) })
}

/// Reads a literal of a type.
pub(crate) fn value(
    view: View<'_>,
    ty: Type,
    context: &mut Context<'_, '_>,
) -> Option<vm::Constant> {
    let Some(text) = view.text().filter(|_| !view.is_tagged() && !view.is_nothing()) else {
        refuse(view, &format!("a literal: {}", ty.told()), context.usage.report);
        return None;
    };
    let why = match context.usage.reading.typed(ty, text) {
        Ok(constant) => return Some(constant),
        Err(AnswerFault::Type) => format!("{} is no {}", quote(text), ty.name()),
        Err(AnswerFault::Address) => format!("{} is no absolute http(s) address", quote(text)),
        Err(AnswerFault::Negative) => format!("{} is below zero", quote(text)),
    };
    let remark = Remark::new(codes::VALUE_TYPE, view.place(), why);
    context.usage.add(remark.help(format!("write {}", ty.told())));
    None
}
