//! Outputs: the values that are read from a tenant's answer, with their types.

use lang::{Code, Position, Root};
use vm::Path;

use crate::raw::keys::{Entry, Given, Section, open};
use crate::raw::{Named, Spanned, given_word, missing, name, named, said};
use crate::report::finding::Remark;
use crate::resolve::field::{class, flag, path_in, type_named};
use crate::resolve::operation::paths::{By, Written};
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{Env, Within};
use crate::station::{Class, OperationId, Output, Presence, Read};
use crate::text::file::quote;

/// The codes of the findings about the outputs at one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub(crate) reference: Code,
    pub(crate) ty: Code,
}

/// Resolves the outputs under `output` of a call, and warns of each that the answer does not have.
pub(crate) fn resolve(
    entry: Entry<'_>,
    operation: Option<OperationId>,
    at: At,
    context: &mut Context<'_, '_>,
) -> Option<Vec<Output>> {
    let entries = named(entry, context.usage.report)?;
    let mut words = Vec::new();
    let found: Vec<_> =
        entries.iter().map(|entry| output(entry, at, &mut words, context)).collect();
    if let Some(operation) = operation {
        absent(&words, operation, context);
    }
    found.into_iter().collect()
}

/// Warns of outputs that the answer does not have, if its document shows that.
pub(crate) fn absent(words: &[Written<'_>], operation: OperationId, context: &mut Context<'_, '_>) {
    let operations = &*context.operations;
    let Some(described) = operations.describe(operation, context.usage.report) else { return };
    for word in words {
        let text = match word.by {
            By::Output => match word.text {
                "$output" => Some(""),
                text => text.strip_prefix("$output."),
            },
            By::Path | By::Name | By::OutputName => Some(word.text),
        };
        let Some(text) = text else { continue };
        // A path without steps is the whole answer.
        let path = Path::parse(text);
        let steps = match &path {
            Ok(path) => path.steps(),
            Err(_) if text.is_empty() => &[],
            Err(_) => continue,
        };
        let walked = described.in_answer(steps);
        let walked = operations.checked(&described, operation, walked, context.usage.report);
        let remark = walked.and_then(|walked| word.remark(steps, &walked));
        if let Some(remark) = remark {
            context.usage.report.add(remark);
        }
    }
}

fn output<'v>(
    entry: &Named<'v>,
    at: At,
    words: &mut Vec<Written<'v>>,
    context: &mut Context<'_, '_>,
) -> Option<Output> {
    let name = name::checked(&entry.name, "an output", context.usage.report);
    let keys = open(said(entry, context.usage.report)?, Section::Output, context.usage.report)?;
    let from = match given_word(keys.get("from"), context.usage.report) {
        Given::Absent => {
            words.push(Written::of(&entry.name, By::OutputName));
            Some(Some(entry.name.text.to_owned()))
        }
        Given::Value(word) => {
            words.push(Written::of(&word, By::Output));
            from(&word, at.reference, context)
        }
        Given::Refused => None,
    };
    let ty = match given_word(keys.get("type"), context.usage.report) {
        Given::Value(word) => {
            let ty = type_named(&word, at.ty, context.usage.report);
            if let Some(ty) = ty {
                context.usage.price(ty, word.place);
            }
            ty
        }
        Given::Absent => {
            let form = "one of the types, such as `text`";
            missing(entry.name.place, "type", form, context.usage.report);
            None
        }
        Given::Refused => None,
    };
    let optional = given_word(keys.get("optional"), context.usage.report);
    let presence = match flag(&optional, context.usage.report) {
        Some(true) => Some(Presence::Optional),
        Some(false) => Some(Presence::Required),
        None => None,
    };
    let given = given_word(keys.get("class"), context.usage.report);
    let class = class(&given, Class::Public, context.usage.report);
    Some(Output { name: name?, from: from?, ty: ty?, presence: presence?, class: class? })
}

/// Reads the source of a value: `$output` and a dotted path, or `None` for the whole answer.
pub(crate) fn from(
    word: &Spanned<'_>,
    code: Code,
    context: &mut Context<'_, '_>,
) -> Option<Option<String>> {
    if word.text == "$output" {
        return Some(None);
    }
    let Some(rest) = word.text.strip_prefix("$output.") else {
        let message = format!("{} does not read the answer", quote(word.text));
        let near = format!("$output.{}", word.text.trim_start_matches('$'));
        let remark = Remark::new(code, word.place, message).help(format!("write `{near}`"));
        context.usage.add(remark.fix(word.place, near));
        return None;
    };
    let found = path_in(&Spanned { text: rest, ..*word }, "$output.", code, context.usage.report);
    found.map(Some)
}

/// What a condition on outputs may read.
pub(crate) fn names(outputs: &[Output]) -> Env {
    let mut names = Env::new(Position::Output);
    for (number, output) in outputs.iter().enumerate() {
        let read = Read::Output(number);
        names.declare(Root::Output, Within::None, &output.name, output.ty, read);
    }
    names
}
