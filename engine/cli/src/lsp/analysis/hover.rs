//! The hover text for a place.

use std::fmt::Write as _;
use std::ops::Range;

use engine::station::{Access, Operation, OperationSource, Presence};
use engine::syntax::{Form, Section};
use vm::Type;

use super::Analysis;
use crate::lsp::index::{Declared, Symbol, Thing, What};

/// A hover text in Markdown, and the range that it describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The range that it describes, in bytes.
    pub span: Range<usize>,
    /// The description.
    pub text: String,
}

impl Analysis {
    /// The hover at a byte of a file.
    pub fn hover(&self, file: usize, offset: usize) -> Option<Hover> {
        let mark = self.index.at(file, offset)?;
        let text = match &mark.what {
            What::Key(section, key) => key_told(*section, key),
            What::Word(section, key, word) => word_told(*section, key, word),
            What::Declares(symbol) | What::Names(symbol, _) => self.symbol_told(symbol)?,
            What::Argument(operation, address) => self.argument_told(operation, address)?,
            What::Reads(reference) => reference_told(reference)?.to_owned(),
            What::File(_) => return None,
        };
        Some(Hover { span: mark.at.span.clone(), text })
    }

    /// The text for a name; `None` if it is not declared.
    pub(super) fn symbol_told(&self, symbol: &Symbol) -> Option<String> {
        if symbol.thing == Thing::Operation {
            return self.operations.find(&symbol.name).map(|found| self.operation_told(found));
        }
        if symbol.thing == Thing::Role {
            return Some(self.role_told(&symbol.name));
        }
        let declared = self.index.declaration(symbol).or_else(|| self.known.declaration(symbol))?;
        let mut text = format!("{} `{}`", symbol.thing.word(), symbol.name);
        if matches!(symbol.thing, Thing::Field | Thing::LineField | Thing::Param) {
            let _ = write!(text, " of the skill `{}`", symbol.owner);
        }
        if let Some(ty) = declared.said("type") {
            let _ = write!(text, ": `{ty}`");
            if let Some(ty) = Type::named(ty) {
                let _ = write!(text, ", {}", ty.told());
            }
        }
        let _ = write!(text, "\n\n{}", self.said_told(symbol, declared));
        Some(text.trim_end().to_owned())
    }

    /// The text for a role: the profiles that have it.
    fn role_told(&self, role: &str) -> String {
        let gives = |profile: &&Symbol| {
            let roles = self.index.said(profile, "roles").unwrap_or_default();
            roles.split(", ").any(|given| given == role)
        };
        let profiles = self.index.names(Thing::Profile, "").filter(gives);
        let profiles: Vec<_> = profiles.map(|profile| code(&profile.name)).collect();
        let given = match profiles.as_slice() {
            [] => "no profile gives it".to_owned(),
            [one] => format!("given by the profile {one}"),
            several => format!("given by the profiles {}", several.join(", ")),
        };
        format!("role {}: who has it answers what `approval` asks\n\n* {given}", code(role))
    }

    /// The text for a name from its declaration.
    fn said_told(&self, symbol: &Symbol, declared: &Declared) -> String {
        let mut text = String::new();
        if symbol.thing == Thing::Field {
            let from = declared.said("from").unwrap_or(&symbol.name);
            let _ = writeln!(text, "* read from `{from}` of the row");
            let _ = writeln!(text, "* class `{}`", declared.said("class").unwrap_or("public"));
        }
        for (key, said) in &declared.said {
            let known = matches!(key.as_str(), "" | "name" | "type");
            if known || symbol.thing == Thing::Field && matches!(key.as_str(), "from" | "class") {
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

    pub(super) fn operation_told(&self, operation: &Operation) -> String {
        let mut text = format!("operation `{}`: {}\n", operation.name, called(operation));
        if let Some(summary) = &operation.summary {
            let _ = write!(text, "\n{summary}\n");
        }
        let arguments = self.operations.arguments(&operation.name);
        for argument in &arguments {
            let told = taken_told(argument);
            let takes = if told.is_empty() { told } else { format!(": {told}") };
            let needed = if argument.presence == Presence::Required { ", required" } else { "" };
            let _ = write!(text, "\n* `{}`{takes}{needed}", argument.address);
        }
        text.trim_end().to_owned()
    }

    fn argument_told(&self, operation: &str, address: &str) -> Option<String> {
        let all = self.operations.arguments(operation);
        let found = all.iter().find(|taken| taken.is_meant_by(address))?;
        let told = taken_told(found);
        let takes = if told.is_empty() { told } else { format!(": {told}") };
        let needed = if found.presence == Presence::Required { ", required" } else { "" };
        Some(format!("argument `{}` of `{operation}`{takes}{needed}", found.address))
    }
}

/// Describes an argument: its type, its literals, its bounds.
pub(super) fn taken_told(taken: &engine::load::ArgumentInfo) -> String {
    let choices: Vec<_> = taken.choices.iter().map(|choice| code(choice)).collect();
    let choices = (!choices.is_empty()).then(|| format!("one of {}", choices.join(", ")));
    let told = [taken.takes.clone(), choices, taken.bounds.clone()];
    told.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Describes how an operation is called, and its effect.
pub(super) fn called(operation: &Operation) -> String {
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

/// The longest text that a description repeats, in characters.
const TOLD: usize = 200;

/// A text as Markdown code, shortened if it is long.
fn code(text: &str) -> String {
    let mut shown: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(TOLD).collect();
    if text.chars().nth(TOLD).is_some() {
        shown.push('…');
    }
    if shown.contains('`') { format!("`` {shown} ``") } else { format!("`{shown}`") }
}

/// The text for a reference that is built in.
fn reference_told(reference: &str) -> Option<&'static str> {
    Some(match reference {
        "now" => "`$now`: the time at which the condition is weighed, a `datetime`",
        "item.ref" => "`$item.ref`: the reference of what is chosen, as `present.ref` reads it",
        "line.ref" => "`$line.ref`: the reference of what stands on the line",
        "line.kind" => "`$line.kind`: the kind of what stands on the line",
        "line.quantity" => "`$line.quantity`: how many stand on the line",
        "lines" => "`$lines`: all lines, each in the form that `line` of the call gives it",
        "action.key" => {
            "`$action.key`: the key of this submission, the same at each attempt, by which the tenant knows it again"
        }
        "room.id" => "`$room.id`: the room, by which the tenant knows the conversation again",
        _ => return None,
    })
}

/// The text for a key: its description and the form of its value.
pub(super) fn key_told(section: Section, key: &str) -> String {
    let mut text = format!("`{key}` of {}", section.name());
    if section.required().contains(&key) {
        text.push_str(", required");
    }
    if let Some(row) = documented(section, key) {
        let _ = write!(text, "\n\n{}", row.says);
        if let Some(absent) = row.absent {
            let _ = write!(text, "\n\nWhen it is not there: {absent}");
        }
    }
    if let Some(form) = section.form(key) {
        let _ = write!(text, "\n\nTakes {}", form_told(&form));
    }
    text
}

/// Describes a form in words.
fn form_told(form: &Form) -> String {
    match form {
        Form::Any => "a literal or a reference".to_owned(),
        Form::Text => "a text".to_owned(),
        Form::Switch => "`true` or `false`".to_owned(),
        Form::Words(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(", ")
        }
        Form::Condition => "a condition".to_owned(),
        Form::Section(section) => {
            let keys: Vec<_> = section.carried().iter().map(|key| format!("`{key}`")).collect();
            format!("a map of {}", keys.join(", "))
        }
        Form::List(inner) => format!("a list, of each {}", form_told(inner)),
        Form::Named(names, inner) => {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("a map from {} to {}", names.join(", "), form_told(inner))
        }
        Form::Map(inner) | Form::Some(inner) => {
            format!("a map from names to {}", form_told(inner))
        }
        Form::Either(forms) => {
            let forms: Vec<_> = forms.iter().map(form_told).collect();
            forms.join("; or ")
        }
    }
}

fn word_told(section: Section, key: &str, word: &str) -> String {
    match Type::named(word) {
        Some(ty) if key == "type" => format!("type `{word}`: {}\n\n{}", ty.told(), family(ty)),
        Some(_) | None => format!("`{word}`\n\n{}", key_told(section, key)),
    }
}

/// Describes the comparisons that a type supports.
fn family(ty: Type) -> String {
    let order = if ty.family().has_order() { ", `<` and its like" } else { "" };
    format!("compared as {}: `==`, `!=`, `in`{order}", ty.family().name())
}

/// The page on stations. Its tables describe each key; a test compares them with the keys of the syntax.
const PAGE: &str = include_str!("../../../../../docs/STATION.md");

/// A row of a table of keys.
struct Row {
    says: String,
    absent: Option<String>,
}

/// The description of a section's key on the page.
fn documented(section: Section, key: &str) -> Option<Row> {
    let mark = format!("<!-- checked: keys {} -->", section.name());
    let wanted = format!("| `{key}` |");
    let mut lines = PAGE.lines().skip_while(|line| *line != mark).skip(1);
    let row =
        lines.by_ref().take_while(|line| line.starts_with('|')).find(|l| l.starts_with(&wanted))?;
    let mut cells =
        row.split(" | ").skip(1).map(|cell| unlinked(cell.trim_end_matches('|').trim()));
    Some(Row { says: cells.next()?, absent: cells.next() })
}

/// Removes links into the page from a text.
fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](#") {
        out.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    // The text before each link ends with its bracket.
    if text.contains("](#") { out.replace('[', "") } else { out }
}
