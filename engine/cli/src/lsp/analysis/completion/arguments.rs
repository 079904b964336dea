//! Completion of references in values that are not conditions: arguments, bindings, keys.

use engine::syntax::Section;

use super::conditions::{Read, forms, item, of_line, params, results, tasks};
use crate::lsp::index::{Context, Index, SymbolKind, of_call};

/// The names that the value under a key may read; empty if it is a text.
pub fn arguments(section: Section, key: &str, context: &Context, index: &Index) -> Vec<Read> {
    let mut all = Vec::new();
    match (section, key) {
        (Section::Invoke, "args") => params(context, index, &mut all),
        (Section::Check | Section::Update, "args") if !context.skill.is_empty() => {
            let is_item = context.position != Some(lang::Position::Invoke);
            if is_item {
                alone(&["$item.ref"], &mut all);
                item(context, index, &mut all);
                forms(context, index, &mut all);
            }
            params(context, index, &mut all);
            alone(&["$room.id"], &mut all);
        }
        (Section::Check | Section::Update, "args") => {
            tasks(context, index, &mut all);
            forms(context, index, &mut all);
            alone(&["$room.id"], &mut all);
        }
        (Section::Call, "url") => {
            // The outputs of the call itself are known by then.
            let own = Context { outputs: String::new(), ..context.clone() };
            filed(&own, index, &mut all);
            // A query cannot contain a list of lines.
            all.retain(|(text, _)| !text.starts_with("$lines"));
        }
        (Section::Call | Section::Reconcile, "args") => filed(context, index, &mut all),
        (Section::Call, "line") => line(context, index, &mut all),
        (Section::Task, "params") => results(context, index, &mut all),
        (Section::Select, "unique") | (Section::Unique, "key") => {
            alone(&["$item.ref"], &mut all);
            item(context, index, &mut all);
            params(context, index, &mut all);
        }
        _ => {}
    }
    all
}

fn alone(words: &[&str], all: &mut Vec<Read>) {
    all.extend(words.iter().map(|word| ((*word).to_owned(), None)));
}

/// What a call that files may read.
fn filed(context: &Context, index: &Index, all: &mut Vec<Read>) {
    if context.playbook.is_empty() {
        alone(&["$action.key", "$item.ref"], all);
        item(context, index, all);
        line(context, index, all);
        params(context, index, all);
    } else {
        alone(&["$action.key"], all);
        tasks(context, index, all);
        all.extend(context.tasks.keys().map(|task| (format!("$lines[{task}]"), None)));
    }
    forms(context, index, all);
    alone(&["$lines", "$room.id"], all);
    let owner = context.owner();
    for call in index.names(SymbolKind::Call, &owner) {
        let of_call = of_call(&owner, &call.name);
        // What a call itself answers is known too late for what it sends.
        if of_call != context.outputs {
            let outputs = index.names(SymbolKind::Output, &of_call);
            let read = |output: &crate::lsp::index::Symbol| {
                (format!("$submitted[{}].{}", call.name, output.name), Some(output.clone()))
            };
            all.extend(outputs.map(read));
        }
    }
}

fn line(context: &Context, index: &Index, all: &mut Vec<Read>) {
    alone(&["$line.ref", "$line.kind", "$line.quantity"], all);
    of_line("$line.fields", context, index, all);
    let owner = context.owner();
    let forms = index.known(SymbolKind::Form, &owner, context);
    all.extend(forms.map(|form| (format!("$line.form.{}", form.name), Some(form.clone()))));
}
