//! Completion in conditions: references, and the words of the language.

use engine::syntax::Section;
use lang::Position;

use crate::lsp::index::{Context, Index, Symbol, SymbolKind, of_call, of_skill};

/// A reference, with the declared symbol that it reads; `None` if it is built in.
pub type Read = (String, Option<Symbol>);

/// The words of the language.
pub const WORDS: &[&str] = &[
    "and",
    "or",
    "not",
    "in",
    "is known",
    "is not known",
    "is null",
    "is not null",
    "contains",
    "starts with",
    "ends with",
    "matches",
    "lower(",
    "length(",
    "true",
    "false",
    "null",
];

/// The references that the condition under a key may read.
pub fn readable(section: Section, key: &str, context: &Context, index: &Index) -> Vec<Read> {
    if let Some(policy) = &context.policy {
        let users = index.policies.get(policy).into_iter().flatten();
        let mut reads = users.map(|user| {
            let position = user.position.unwrap_or(Position::Station);
            at(position, user, index)
        });
        let Some(mut all) = reads.next() else { return vec![("$now".to_owned(), None)] };
        // Every user of the policy must be able to read them.
        for other in reads {
            all.retain(|(text, _)| other.iter().any(|(also, _)| also == text));
        }
        return all;
    }
    let position = match (section, key) {
        (Section::Kind, "when") => Position::Kind,
        (_, "pass" | "ok" | "done") => Position::Output,
        _ => context.position.unwrap_or(Position::Station),
    };
    at(position, context, index)
}

fn at(position: Position, context: &Context, index: &Index) -> Vec<Read> {
    let mut all = Vec::new();
    match position {
        Position::Kind => fields("$fields", &context.skill, index, &mut all),
        Position::Select => {
            item(context, index, &mut all);
            forms(context, index, &mut all);
            params(context, index, &mut all);
        }
        Position::Invoke => params(context, index, &mut all),
        Position::Playbook => {
            tasks(context, index, &mut all);
            forms(context, index, &mut all);
        }
        Position::Station => forms(context, index, &mut all),
        Position::Output => {
            let outputs = index.names(SymbolKind::Output, &context.outputs);
            all.extend(outputs.map(|symbol| read(format!("$output.{}", symbol.name), symbol)));
        }
    }
    if !matches!(position, Position::Kind | Position::Output) {
        all.push(("$now".to_owned(), None));
    }
    all
}

fn read(text: String, symbol: &Symbol) -> Read {
    (text, Some(symbol.clone()))
}

fn fields(before: &str, skill: &str, index: &Index, all: &mut Vec<Read>) {
    let fields = index.names(SymbolKind::Field, skill);
    all.extend(fields.map(|symbol| read(format!("{before}.{}", symbol.name), symbol)));
}

/// Adds the presented fields and line fields of the chosen item.
pub fn item(context: &Context, index: &Index, all: &mut Vec<Read>) {
    of_line("$item.fields", context, index, all);
}

/// Adds the presented fields and line fields of an item, under a prefix.
pub fn of_line(before: &str, context: &Context, index: &Index, all: &mut Vec<Read>) {
    fields(before, &context.skill, index, all);
    let own = index.visible(SymbolKind::LineField, &context.skill, context);
    all.extend(own.map(|symbol| read(format!("{before}.{}", symbol.name), symbol)));
}

/// Adds the answers to forms.
pub fn forms(context: &Context, index: &Index, all: &mut Vec<Read>) {
    let owner = context.owner();
    let forms = index.visible(SymbolKind::Form, &owner, context);
    all.extend(forms.map(|symbol| read(format!("$form.{}", symbol.name), symbol)));
}

/// Adds the parameters of the skill.
pub fn params(context: &Context, index: &Index, all: &mut Vec<Read>) {
    let params = index.names(SymbolKind::Param, &context.skill);
    all.extend(params.map(|symbol| read(format!("$params.{}", symbol.name), symbol)));
}

/// Adds the parameters and results of a playbook's tasks.
pub fn tasks(context: &Context, index: &Index, all: &mut Vec<Read>) {
    for (task, skill) in context.tasks.iter() {
        let params = index.names(SymbolKind::Param, skill);
        all.extend(params.map(|symbol| read(format!("$params[{task}].{}", symbol.name), symbol)));
    }
    results(context, index, all);
}

/// Adds the answers of tasks and the outputs of their calls.
pub fn results(context: &Context, index: &Index, all: &mut Vec<Read>) {
    // A task cannot read itself or a task that runs after it.
    let symbol = Symbol {
        kind: SymbolKind::Task,
        owner: context.playbook.clone(),
        name: context.task.clone(),
    };
    let task_and_followers = index.task_and_followers(&symbol);
    let readable = |task: &str| !task_and_followers.iter().any(|symbol| symbol.name == task);
    for (task, skill) in context.tasks.iter().filter(|(task, _)| readable(task)) {
        fields(&format!("$read[{task}]"), skill, index, all);
        let owner = of_skill(skill);
        for call in index.names(SymbolKind::Call, &owner) {
            let of_call = of_call(&owner, &call.name);
            let outputs = index.names(SymbolKind::Output, &of_call);
            let spelled =
                |output: &Symbol| format!("$submitted[{task}.{}].{}", call.name, output.name);
            all.extend(outputs.map(|symbol| read(spelled(symbol), symbol)));
        }
    }
}
