//! Completion of references outside of conditions: in arguments, bindings and keys.

use engine::syntax::Section;

use super::conditions::{Read, forms, item, of_line, params, results, tasks};
use crate::lsp::index::{Context, Index, SymbolKind, of_call};

/// The references that the value under a key may be; empty if it takes none.
pub fn arguments(section: Section, key: &str, context: &Context, index: &Index) -> Vec<Read> {
    let mut all = Vec::new();
    match (section, key) {
        (Section::Invoke, "args") => params(context, index, &mut all),
        (Section::Check | Section::Update, "args") if !context.skill.is_empty() => {
            let is_item = context.position != Some(lang::Position::Invoke);
            if is_item {
                plain(&["$item.ref"], &mut all);
                item(context, index, &mut all);
                forms(context, index, &mut all);
            }
            params(context, index, &mut all);
            plain(&["$room.id"], &mut all);
        }
        (Section::Check | Section::Update, "args") => {
            tasks(context, index, &mut all);
            forms(context, index, &mut all);
            plain(&["$room.id"], &mut all);
        }
        (Section::Call, "url") => {
            // The link is built after the call, so it may read the call's own outputs.
            let own = Context { outputs: String::new(), ..context.clone() };
            submit_references(&own, index, &mut all);
            // A query cannot contain lists.
            all.retain(|(text, _)| !text.starts_with("$lines"));
        }
        (Section::Call | Section::Reconcile, "args") => submit_references(context, index, &mut all),
        (Section::Call, "line") => line(context, index, &mut all),
        (Section::Task, "params") => results(context, index, &mut all),
        (Section::Select, "unique") | (Section::Unique, "key") => {
            plain(&["$item.ref"], &mut all);
            item(context, index, &mut all);
            params(context, index, &mut all);
        }
        _ => {}
    }
    all
}

fn plain(words: &[&str], all: &mut Vec<Read>) {
    all.extend(words.iter().map(|word| ((*word).to_owned(), None)));
}

/// Adds the references that a call of `submit` may read.
fn submit_references(context: &Context, index: &Index, all: &mut Vec<Read>) {
    if context.playbook.is_empty() {
        plain(&["$action.key", "$item.ref"], all);
        item(context, index, all);
        line(context, index, all);
        params(context, index, all);
    } else {
        plain(&["$action.key"], all);
        tasks(context, index, all);
        all.extend(context.tasks.keys().map(|task| (format!("$lines[{task}]"), None)));
    }
    forms(context, index, all);
    plain(&["$lines", "$room.id"], all);
    let owner = context.owner();
    for call in index.names(SymbolKind::Call, &owner) {
        let of_call = of_call(&owner, &call.name);
        // A call cannot send its own answer.
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
    plain(&["$line.ref", "$line.kind", "$line.quantity"], all);
    of_line("$line.fields", context, index, all);
    let owner = context.owner();
    let forms = index.visible(SymbolKind::Form, &owner, context);
    all.extend(forms.map(|form| (format!("$line.form.{}", form.name), Some(form.clone()))));
}
