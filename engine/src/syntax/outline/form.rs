//! Which form the value of each key takes.

use vm::Type;

use crate::raw::keys::Section;
use crate::station::sentence::Sentence;
use crate::station::{
    Answerer, Class, Component, Effect, OnLoss, Reducer, Role, Setter, Span, Whose,
};

/// The form of a value.
#[derive(Clone, Debug)]
pub enum Form {
    /// Any value; it is checked elsewhere.
    Any,
    /// A text, a number or a date, read from its letters.
    Text,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Words(Vec<&'static str>),
    /// A condition.
    Condition,
    /// The keys of a section.
    Section(Section),
    /// A list.
    List(Box<Form>),
    /// A map whose keys the author chooses.
    Map(Box<Form>),
    /// The same, whose keys are these names.
    Named(&'static [&'static str], Box<Form>),
    /// A map whose keys the author chooses, with one entry at least.
    Some(Box<Form>),
    /// One of several forms.
    Either(Vec<Form>),
}

/// The keys that a section has to have.
const REQUIRED: &[(Section, &[&str])] = &[
    (Section::Skill, &["name"]),
    (Section::Api, &["name"]),
    (Section::Mcp, &["tools"]),
    (Section::Identify, &["type"]),
    (Section::Field, &["type"]),
    (Section::Output, &["type"]),
    (Section::FormField, &["type"]),
    (Section::LineField, &["type"]),
    (Section::Token, &["env"]),
    (Section::Jwt, &["issuer", "audience", "jwks"]),
    (Section::Cadence, &["from"]),
    (Section::Choices, &["from"]),
    (Section::Judge, &["url"]),
    (Section::Playbook, &["name", "tasks"]),
    (Section::Task, &["name", "skill"]),
    (Section::Reconcile, &["method"]),
    (Section::Check, &["method"]),
    (Section::Update, &["method"]),
    (Section::Approval, &["role"]),
    (Section::Permission, &["profiles"]),
    (Section::Budget, &["max", "per", "of"]),
];

/// The keys that a section has to have.
pub(crate) fn required(section: Section) -> &'static [&'static str] {
    REQUIRED.iter().find(|(of, _)| *of == section).map_or(&[], |(_, keys)| keys)
}

/// The form of a key's value; `None` if the table does not have the key.
pub(crate) fn of(section: Section, key: &str) -> Option<Form> {
    match section {
        Section::Station | Section::Included => top(key),
        Section::Profile | Section::Auth | Section::Identify | Section::Token | Section::Jwt => {
            caller(section, key)
        }
        Section::Global => match key {
            "locale" => Some(words(&["en", "fr"])),
            "currency" | "timezone" | "country" => Some(Form::Text),
            _ => None,
        },
        Section::Api
        | Section::Operation
        | Section::Mcp
        | Section::Agent
        | Section::Credentials => api(section, key),
        Section::Skill => skill(key),
        Section::Cognitive | Section::Invoke | Section::Kind => part_of_skill(section, key),
        Section::Param | Section::Field | Section::Cadence | Section::Present => {
            field(section, key)
        }
        Section::LineField | Section::FormField | Section::Choice | Section::Choices => {
            question(key)
        }
        Section::Output => output(key),
        Section::Select
        | Section::KindSelect
        | Section::ProfileSelect
        | Section::ProfileInvoke
        | Section::Quantity
        | Section::Unique => select(section, key),
        Section::Added => (key == "add").then(guards),
        Section::Guard => guard(key),
        Section::Check
        | Section::Update
        | Section::Approval
        | Section::Permission
        | Section::Budget
        | Section::SubmittedBy => part_of_guard(key),
        Section::Policy | Section::Judge => policy(key),
        Section::Render | Section::Report | Section::Filters | Section::PerProfile => {
            shown(section, key)
        }
        Section::Catalog => matches!(key, "from_skill" | "rows" | "refresh").then_some(Form::Text),
        Section::SubmitGuard
        | Section::Call
        | Section::Reconcile
        | Section::Playbook
        | Section::Task => filing(section, key),
    }
}

fn list(form: Form) -> Form {
    Form::List(Box::new(form))
}

fn map(form: Form) -> Form {
    Form::Map(Box::new(form))
}

fn words(words: &[&'static str]) -> Form {
    Form::Words(words.to_vec())
}

fn texts() -> Form {
    list(Form::Text)
}

fn types() -> Form {
    Form::Words(Type::ALL.iter().map(|ty| ty.name()).collect())
}

fn guards() -> Form {
    list(Form::Section(Section::Guard))
}

fn top(key: &str) -> Option<Form> {
    Some(match key {
        "skills" => list(Form::Section(Section::Skill)),
        "language" => Form::Either(vec![words(&["1"]), Form::Text]),
        "station" | "tenant_url" => Form::Text,
        "include" | "instructions" => texts(),
        "global" => Form::Section(Section::Global),
        "apis" => list(Form::Section(Section::Api)),
        "profiles" => Form::Some(Box::new(Form::Section(Section::Profile))),
        "auth" => Form::Section(Section::Auth),
        "policies" => map(Form::Section(Section::Policy)),
        "catalog" => Form::Section(Section::Catalog),
        "playbooks" => list(Form::Section(Section::Playbook)),
        "submit_guard" => Form::Section(Section::SubmitGuard),
        "sentences" => Form::Named(Sentence::NAMES, Box::new(Form::Text)),
        _ => return None,
    })
}

fn caller(section: Section, key: &str) -> Option<Form> {
    Some(match (section, key) {
        (Section::Profile, "grants") => Form::Either(vec![words(&["*"]), texts()]),
        (_, "roles") if section != Section::Jwt => texts(),
        (_, "sees") => {
            let seen = [Class::Internal, Class::Personal, Class::Confidential];
            list(Form::Words(seen.iter().map(|class| class.word()).collect()))
        }
        (_, "identify_by") => Form::Section(Section::Identify),
        (Section::Identify, "type") => {
            let types = Type::ALL.iter().filter(|ty| ty.identifies());
            Form::Words(types.map(|ty| ty.name()).collect())
        }
        (_, "tokens") => list(Form::Section(Section::Token)),
        (_, "jwt") => Form::Section(Section::Jwt),
        (
            _,
            "default" | "env" | "profile" | "identity" | "issuer" | "audience" | "jwks" | "roles",
        ) => Form::Text,
        _ => return None,
    })
}

fn api(section: Section, key: &str) -> Option<Form> {
    Some(match (section, key) {
        (Section::Api, "name" | "openapi" | "base_url")
        | (Section::Operation, "rows_at" | "timeout")
        | (Section::Mcp, "url" | "tools")
        | (Section::Agent, "url" | "program" | "manifest")
        | (Section::Credentials, "bearer" | "basic") => Form::Text,
        (Section::Api, "rows") | (Section::Credentials, "header" | "query") => map(Form::Text),
        (Section::Api, "mcp") => Form::Section(Section::Mcp),
        (Section::Api, "agent") => Form::Section(Section::Agent),
        (Section::Api, "auth") => Form::Section(Section::Credentials),
        (Section::Api, "operations") => map(Form::Section(Section::Operation)),
        (Section::Mcp, "command") => texts(),
        (Section::Operation, "access") => words(&["read", "write"]),
        (Section::Operation, "idempotent") => Form::Switch,
        _ => return None,
    })
}

fn skill(key: &str) -> Option<Form> {
    Some(match key {
        "name" | "depends_on" | "yields" | "auto_trigger" => Form::Text,
        "cognitive" => Form::Section(Section::Cognitive),
        "params" => map(Form::Section(Section::Param)),
        "invoke" => Form::Section(Section::Invoke),
        "kinds" => Form::Some(Box::new(Form::Section(Section::Kind))),
        "present" => Form::Section(Section::Present),
        "select" => Form::Section(Section::Select),
        "submit" => list(Form::Section(Section::Call)),
        "render" => Form::Section(Section::Render),
        "output_filters" => Form::Section(Section::Filters),
        "per_profile" => map(Form::Section(Section::PerProfile)),
        "on_loss" => words(OnLoss::WORDS),
        "presents" => words(&["selection"]),
        "countable" | "authenticated" => Form::Switch,
        _ => return None,
    })
}

fn part_of_skill(section: Section, key: &str) -> Option<Form> {
    Some(match (section, key) {
        (_, "objective" | "method") => Form::Text,
        (_, "diagnose") => texts(),
        (_, "native") => words(&["search", "routine", "set"]),
        (_, "args") => map(Form::Any),
        (_, "guards") => guards(),
        (_, "when") => Form::Condition,
        (Section::Kind, "select") => Form::Section(Section::KindSelect),
        (Section::Kind, "submit") => list(Form::Section(Section::Call)),
        (Section::Kind, "fields") => map(Form::Section(Section::LineField)),
        _ => return None,
    })
}

fn field(section: Section, key: &str) -> Option<Form> {
    Some(match (section, key) {
        (_, "type") => types(),
        (_, "set_by") => list(words(Setter::WORDS)),
        (_, "default" | "from" | "template" | "ref") => Form::Text,
        (_, "optional") => Form::Switch,
        (_, "class") => words(Class::WORDS),
        (_, "role") => words(Role::WORDS),
        (_, "cadence") => Form::Section(Section::Cadence),
        (Section::Present, "fields") => map(Form::Section(Section::Field)),
        _ => return None,
    })
}

fn question(key: &str) -> Option<Form> {
    Some(match key {
        "type" => types(),
        "required" => Form::Switch,
        "label" | "value" | "from" => Form::Text,
        "options" => Form::Either(vec![
            list(Form::Either(vec![Form::Text, Form::Section(Section::Choice)])),
            Form::Section(Section::Choices),
        ]),
        "class" => words(Class::WORDS),
        "set_by" => list(words(Answerer::WORDS)),
        _ => return None,
    })
}

fn output(key: &str) -> Option<Form> {
    Some(match key {
        "type" => types(),
        "from" => Form::Text,
        "optional" => Form::Switch,
        "class" => words(Class::WORDS),
        _ => return None,
    })
}

fn select(section: Section, key: &str) -> Option<Form> {
    let references = || Form::Either(vec![Form::Text, texts()]);
    Some(match (section, key) {
        (_, "max_items" | "valid_for" | "min" | "max" | "step" | "scope" | "after") => Form::Text,
        (_, "quantity") => Form::Section(Section::Quantity),
        (Section::KindSelect, "guards") => {
            Form::Either(vec![guards(), Form::Section(Section::Added)])
        }
        (_, "guards") => guards(),
        (_, "unique") => Form::Either(vec![references(), Form::Section(Section::Unique)]),
        (_, "key") => references(),
        _ => return None,
    })
}

fn guard(key: &str) -> Option<Form> {
    let or_text = |section| Form::Either(vec![Form::Text, Form::Section(section)]);
    Some(match key {
        "require" | "when" => Form::Condition,
        "check" => or_text(Section::Check),
        "form" => map(Form::Section(Section::FormField)),
        "update" => map(or_text(Section::Update)),
        "approval" => Form::Section(Section::Approval),
        "permission" => Form::Section(Section::Permission),
        "policy" | "name" | "message" => Form::Text,
        "budget" => Form::Section(Section::Budget),
        "submitted_by" => {
            Form::Either(vec![list(words(Answerer::WORDS)), Form::Section(Section::SubmittedBy)])
        }
        _ => return None,
    })
}

fn part_of_guard(key: &str) -> Option<Form> {
    Some(match key {
        "args" => map(Form::Any),
        "output" => map(Form::Section(Section::Output)),
        "pass" => Form::Condition,
        "profiles" => texts(),
        "sources" => list(words(Answerer::WORDS)),
        "per" => words(Span::WORDS),
        "of" => words(Whose::WORDS),
        "method" | "reason" | "from" | "role" | "max" => Form::Text,
        _ => return None,
    })
}

fn policy(key: &str) -> Option<Form> {
    Some(match key {
        "require" => Form::Condition,
        "judge" => Form::Section(Section::Judge),
        "effect" => words(Effect::WORDS),
        "url" | "instructions" | "timeout" => Form::Text,
        _ => return None,
    })
}

fn filing(section: Section, key: &str) -> Option<Form> {
    Some(match (section, key) {
        (_, "form") => map(Form::Section(Section::FormField)),
        (_, "guards") => guards(),
        (_, "mode") => words(&["request", "handover", "self"]),
        (_, "args") => map(Form::Any),
        (_, "line") => Form::Any,
        (_, "output") => map(Form::Section(Section::Output)),
        (_, "ok" | "done") => Form::Condition,
        (_, "reconcile") => Form::Section(Section::Reconcile),
        (_, "tasks") => list(Form::Section(Section::Task)),
        (_, "submit_guard") => Form::Section(Section::SubmitGuard),
        (_, "submit") => list(Form::Section(Section::Call)),
        (_, "params") => map(Form::Any),
        (_, "after") => texts(),
        (_, "required") => Form::Switch,
        (_, "name" | "tool" | "url" | "method" | "objective" | "skill") => Form::Text,
        _ => return None,
    })
}

fn shown(section: Section, key: &str) -> Option<Form> {
    Some(match (section, key) {
        (_, "component") => words(Component::WORDS),
        (Section::Render, "report") => Form::Section(Section::Report),
        (Section::Report, _) => Form::Text,
        (_, "drop" | "policies") => texts(),
        (_, "reduce") => map(words(Reducer::WORDS)),
        (_, "output_filters") => Form::Section(Section::Filters),
        (_, "select") => Form::Section(Section::ProfileSelect),
        (_, "invoke") => Form::Section(Section::ProfileInvoke),
        _ => return None,
    })
}
