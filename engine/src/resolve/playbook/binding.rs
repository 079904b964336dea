//! The bindings of a task: the values for its skill's parameters.
use vm::Type;

use crate::raw::keys::refuse;
use crate::raw::{Named, Spanned};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::arguments::params::Bindable;
use crate::resolve::guard::question;
use crate::resolve::playbook::{Open, order};
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::Env;
use crate::resolve::scope::reference::whole;
use crate::resolve::skill::draft::Draft;
use crate::station::{Binding, ParamId, Read, Setter, feeds};
use crate::text::file::{View, quote};
use crate::text::words::{listed, listed_to};

pub(crate) fn resolve(
    task: &Open<'_, '_>,
    tasks: &[Open<'_, '_>],
    draft: &Draft<'_>,
    names: &Env,
    context: &mut Context<'_, '_>,
) -> Vec<(ParamId, Binding)> {
    let params = task.raw.params.iter();
    params.filter_map(|binding| one(binding, tasks, draft, names, context)).collect()
}

fn one(
    entry: &Named<'_>,
    tasks: &[Open<'_, '_>],
    draft: &Draft<'_>,
    names: &Env,
    context: &mut Context<'_, '_>,
) -> Option<(ParamId, Binding)> {
    let param = match draft.params.bindable(entry.name.text) {
        Some(param) => param,
        None => {
            unknown(&entry.name, draft, context);
            return None;
        }
    };
    let text = entry.value.text().filter(|_| !entry.value.is_tagged());
    let Some(text) = text.filter(|text| text.starts_with('$') && !text.starts_with("$$")) else {
        return literal(entry.value, &param, draft, context);
    };
    let read = reference(text, entry.value, tasks, names, context)?;
    let (ty, read) = read;
    if !may_set(&read, entry.value, &param, context) {
        return None;
    }
    if let (Some(from), Some(to)) = (ty, param.ty)
        && !feeds(from, to)
    {
        let message = format!(
            "{} is {}, and {} takes {}",
            quote(text),
            from.name(),
            quote(entry.name.text),
            to.name()
        );
        let may = Type::ALL.iter().filter(|from| feeds(**from, to)).map(|ty| ty.name());
        context.usage.add(
            Remark::new(codes::PLAYBOOK_BINDING_TYPE, entry.value.place(), message)
                .help(format!("bind it to {}", listed(may))),
        );
        return None;
    }
    Some((param.id, Binding::Read(read)))
}

fn unknown(word: &Spanned<'_>, draft: &Draft<'_>, context: &mut Context<'_, '_>) {
    if draft.params.is_refused() {
        return;
    }
    let skill = quote(draft.name().unwrap_or_default());
    let message = format!("{skill} has no parameter {}", quote(word.text));
    let names = || draft.params.names();
    context.usage.add(Remark::new(codes::PLAYBOOK_PARAM_UNKNOWN, word.place, message).near(
        word.text,
        names(),
        || format!("its parameters are {}", listed_to(10, names())),
    ));
}

fn literal(
    value: View<'_>,
    param: &Bindable,
    draft: &Draft<'_>,
    context: &mut Context<'_, '_>,
) -> Option<(ParamId, Binding)> {
    if value.text().is_none() || value.is_tagged() || value.is_nothing() {
        refuse(
            value,
            "a literal, `$read[task].<field>` or `$submitted[task.call].<output>`",
            context.usage.report,
        );
        return None;
    }
    let constant = question::value(value, param.ty?, context)?;
    let constraints = draft.params.declared(param.id).map(|(declared, _)| &declared.constraints);
    if let Some(Err(why)) =
        constraints.map(|held| held.hold(&constant, &context.operations.patterns))
    {
        let message =
            format!("{} is no value that what {} feeds takes", value.quote(), quote(&param.name));
        let remark = Remark::new(codes::PARAM_ARGUMENT_ENUM, value.place(), message);
        context.usage.add(remark.help(why.to_string()));
        return None;
    }
    Some((param.id, Binding::Literal(constant)))
}

/// Resolves the reference of a binding: a field of a task, or an output of a task's call.
fn reference(
    text: &str,
    value: View<'_>,
    tasks: &[Open<'_, '_>],
    names: &Env,
    context: &mut Context<'_, '_>,
) -> Option<(Option<Type>, Read)> {
    let spelled = whole(text);
    let inner = spelled.as_deref().and_then(|spelled| {
        spelled.strip_prefix("$read[").or_else(|| spelled.strip_prefix("$submitted["))
    });
    let (Some(inner), Some(spelled)) = (inner, spelled.as_deref()) else {
        let message = format!("{} is nothing that a parameter is bound to", quote(text));
        context
            .usage
            .add(Remark::new(codes::PLAYBOOK_BINDING_REFERENCE, value.place(), message).help(
                "write a literal, `$read[task].<field>` or `$submitted[task.call].<output>`",
            ));
        return None;
    };
    if let Some((ty, read)) = names.find(spelled) {
        return Some((ty, read.clone()));
    }
    let task = inner.split(['.', ']']).next().unwrap_or_default();
    let word = Spanned { text: task, place: value.place(), view: value };
    if !tasks.iter().any(|open| open.name.as_deref() == Some(task)) {
        if !names.is_hushed(spelled) {
            let remark = order::unknown(&word, tasks);
            remark.into_iter().for_each(|remark| context.usage.add(remark.within(text, task)));
        }
        return None;
    }
    if names.is_hushed(spelled) {
        return None;
    }
    let message = format!("{} is no field, call or output of its task", quote(text));
    let root = spelled.split('[').next().unwrap_or_default();
    let start = format!("{root}[{task}");
    let all: Vec<_> = names.under(&start).collect();
    context.usage.add(Remark::new(codes::PLAYBOOK_BINDING_REFERENCE, value.place(), message).near(
        text,
        all.iter().copied(),
        || match all.is_empty() {
            true => "its skill presents no field, or its calls declare no output".to_owned(),
            false => format!("there is {}", listed_to(8, all.iter().copied())),
        },
    ));
    None
}

/// Returns whether the parameter's `set_by` allows the source of the binding; reports a source that it does not.
fn may_set(read: &Read, value: View<'_>, param: &Bindable, context: &mut Context<'_, '_>) -> bool {
    let counts = match read {
        Read::TaskField { .. } => Setter::Read,
        _ => Setter::Result,
    };
    let Some(setters) = &param.set_by else { return true };
    if setters.contains(&counts) {
        return true;
    }
    let word = counts.word();
    let message =
        format!("the binding counts as `{word}`, which may not set {}", quote(&param.name));
    context.usage.add(
        Remark::new(codes::PLAYBOOK_BINDING_SOURCE, value.place(), message)
            .help(format!("add `{word}` to its `set_by`")),
    );
    false
}
