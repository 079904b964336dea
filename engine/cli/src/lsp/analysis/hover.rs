//! The hover text of a name, a key or a word.

use std::fmt::Write as _;
use std::ops::Range;

use engine::station::{Access, Operation, OperationSource, Presence};
use engine::syntax::{Need, Section};
use vm::Type;

use super::Analysis;
use crate::lsp::index::{Declaration, OccurrenceKind, Symbol, SymbolKind};

/// A hover text in Markdown, and the range that it describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The described range, in bytes.
    pub span: Range<usize>,
    /// The text, as Markdown.
    pub text: String,
}

impl Analysis {
    /// The hover at a byte of a file.
    pub fn hover(&self, file: usize, offset: usize) -> Option<Hover> {
        let occurrence = self.index.at(file, offset)?;
        let text = match &occurrence.kind {
            OccurrenceKind::Key(section, key) => key_text(*section, key),
            OccurrenceKind::Word(section, key, word) => word_text(*section, key, word),
            OccurrenceKind::Declares(symbol) | OccurrenceKind::Names(symbol, _) => {
                self.symbol_text(symbol)?
            }
            OccurrenceKind::Argument(operation, address) => {
                self.argument_text(operation, address)?
            }
            OccurrenceKind::Reads(reference) => reference_text(reference)?.to_owned(),
            OccurrenceKind::File(_) => return None,
        };
        Some(Hover { span: occurrence.at.span.clone(), text })
    }

    /// The text for a name; `None` if it is not declared.
    pub(super) fn symbol_text(&self, symbol: &Symbol) -> Option<String> {
        if symbol.kind == SymbolKind::Operation {
            return self.operations.find(&symbol.name).map(|found| self.operation_text(found));
        }
        if symbol.kind == SymbolKind::Role {
            return Some(self.role_text(&symbol.name));
        }
        let declared = self.index.declaration(symbol).or_else(|| self.known.declaration(symbol))?;
        let mut text = format!("{} `{}`", symbol.kind.word(), symbol.name);
        if matches!(symbol.kind, SymbolKind::Field | SymbolKind::LineField | SymbolKind::Param) {
            let _ = write!(text, " of the skill `{}`", symbol.owner);
        }
        if let Some(ty) = declared.value_of("type") {
            let _ = write!(text, ": `{ty}`");
            if let Some(ty) = Type::named(ty) {
                let _ = write!(text, ", {}", ty.told());
            }
        }
        let _ = write!(text, "\n\n{}", self.declaration_text(symbol, declared));
        Some(text.trim_end().to_owned())
    }

    /// The text for a role: the profiles that have it.
    fn role_text(&self, role: &str) -> String {
        let gives = |profile: &&Symbol| {
            let roles = self.index.declared_value(profile, "roles").unwrap_or_default();
            roles.split(", ").any(|given| given == role)
        };
        let profiles = self.index.names(SymbolKind::Profile, "").filter(gives);
        let profiles: Vec<_> = profiles.map(|profile| code(&profile.name)).collect();
        let given = match profiles.as_slice() {
            [] => "no profile gives it".to_owned(),
            [one] => format!("given by the profile {one}"),
            several => format!("given by the profiles {}", several.join(", ")),
        };
        format!("role {}: its holders decide approvals\n\n* {given}", code(role))
    }

    /// The text for a name from its declaration.
    fn declaration_text(&self, symbol: &Symbol, declared: &Declaration) -> String {
        let mut text = String::new();
        if symbol.kind == SymbolKind::Field {
            let from = declared.value_of("from").unwrap_or(&symbol.name);
            let _ = writeln!(text, "* read from `{from}` of the row");
            let _ = writeln!(text, "* class `{}`", declared.value_of("class").unwrap_or("public"));
        }
        for (key, said) in &declared.values {
            let known = matches!(key.as_str(), "" | "name" | "type");
            if known || symbol.kind == SymbolKind::Field && matches!(key.as_str(), "from" | "class")
            {
                continue;
            }
            let _ = writeln!(text, "* {key}: {}", code(said));
        }
        if let Some(source) = self.loaded.sources.get(declared.at.file) {
            let line = source.position(declared.at.span.start).line;
            let _ = writeln!(text, "* declared in `{}`, line {line}", source.name());
        }
        text
    }

    pub(super) fn operation_text(&self, operation: &Operation) -> String {
        let mut text = format!("operation `{}`: {}\n", operation.name, operation_source(operation));
        if let Some(summary) = &operation.summary {
            let _ = write!(text, "\n{summary}\n");
        }
        let arguments = self.operations.arguments(&operation.name);
        for argument in &arguments {
            let limits = argument_limits(argument);
            let takes = if limits.is_empty() { limits } else { format!(": {limits}") };
            let needed = if argument.presence == Presence::Required { ", required" } else { "" };
            let _ = write!(text, "\n* `{}`{takes}{needed}", argument.address);
        }
        text.trim_end().to_owned()
    }

    fn argument_text(&self, operation: &str, address: &str) -> Option<String> {
        let all = self.operations.arguments(operation);
        let found = all.iter().find(|taken| taken.is_meant_by(address))?;
        let limits = argument_limits(found);
        let takes = if limits.is_empty() { limits } else { format!(": {limits}") };
        let needed = if found.presence == Presence::Required { ", required" } else { "" };
        Some(format!("argument `{}` of `{operation}`{takes}{needed}", found.address))
    }
}

/// The values that an argument takes: its type, its literals, its bounds.
pub(super) fn argument_limits(taken: &engine::load::ArgumentInfo) -> String {
    let choices: Vec<_> = taken.choices.iter().map(|choice| code(choice)).collect();
    let choices = (!choices.is_empty()).then(|| format!("one of {}", choices.join(", ")));
    let limits = [taken.takes.clone(), choices, taken.bounds.clone()];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The source of an operation, and whether it reads or writes.
pub(super) fn operation_source(operation: &Operation) -> String {
    let source = match &operation.source {
        OperationSource::Rows(file) => format!("rows of `{file}`"),
        OperationSource::Http(method, path, _) => format!("`{} {path}`", method.word()),
        OperationSource::Tool => "a tool".to_owned(),
        OperationSource::Skill => "a skill".to_owned(),
    };
    let access = match operation.access {
        Access::Read => "reads",
        Access::Write => "writes",
    };
    format!("{source} of `{}`, {access}", operation.api)
}

/// The most characters of a text that are shown.
const MAX_SHOWN: usize = 200;

/// A text as Markdown code, shortened if it is long.
fn code(text: &str) -> String {
    let mut shown: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_SHOWN).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    if shown.contains('`') { format!("`` {shown} ``") } else { format!("`{shown}`") }
}

/// The text for a reference that is built in.
fn reference_text(reference: &str) -> Option<&'static str> {
    Some(match reference {
        "now" => "`$now`: the time at which the condition is evaluated, a `datetime`",
        "item.ref" => "`$item.ref`: the reference of the chosen item, as `present.ref` reads it",
        "line.ref" => "`$line.ref`: the reference of the line's item",
        "line.kind" => "`$line.kind`: the kind of the line's item",
        "line.quantity" => "`$line.quantity`: the quantity of the line",
        "lines" => "`$lines`: all lines, each in the form that `line` of the call gives it",
        "action.key" => {
            "`$action.key`: the key of this submission, the same at each attempt, so that the tenant recognizes a repetition"
        }
        "room.id" => "`$room.id`: the room, so that the tenant recognizes the conversation",
        _ => return None,
    })
}

/// The text for a key: its description and the form of its value.
pub(super) fn key_text(section: Section, key: &str) -> String {
    let mut text = format!("`{key}` of {}", section.name());
    let Some(row) = section.key(key) else { return text };
    if row.need == Need::Required {
        text.push_str(", required");
    }
    let _ = write!(text, "\n\n{}\n\nTakes {}", row.says, row.value());
    text
}

fn word_text(section: Section, key: &str, word: &str) -> String {
    match Type::named(word) {
        Some(ty) if key == "type" => format!("type `{word}`: {}\n\n{}", ty.told(), operators(ty)),
        Some(_) | None => format!("`{word}`\n\n{}", key_text(section, key)),
    }
}

/// The operators that apply to values of a type.
fn operators(ty: Type) -> String {
    let order = if ty.family().has_order() { ", `<`, `<=`, `>`, `>=`" } else { "" };
    format!("compared as {}: `==`, `!=`, `in`{order}", ty.family().name())
}
