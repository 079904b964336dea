//! The things that have names in a station, and the keys that declare or use those names.

use engine::syntax::Section;

/// A kind of named thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    Api,
    Call,
    Field,
    Form,
    Kind,
    LineField,
    Operation,
    Output,
    Param,
    Playbook,
    Policy,
    Profile,
    Role,
    Skill,
    Task,
}

impl Thing {
    /// The word for the thing in messages.
    pub fn word(self) -> &'static str {
        match self {
            Thing::Api => "entry of `apis`",
            Thing::Call => "call",
            Thing::Field => "field",
            Thing::Form => "form field",
            Thing::Kind => "kind",
            Thing::LineField => "line field",
            Thing::Operation => "operation",
            Thing::Output => "output",
            Thing::Param => "parameter",
            Thing::Playbook => "playbook",
            Thing::Policy => "policy",
            Thing::Profile => "profile",
            Thing::Role => "role",
            Thing::Skill => "skill",
            Thing::Task => "task",
        }
    }
}

impl Thing {
    /// The word with its article.
    pub fn article(self) -> String {
        let word = self.word();
        let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {word}")
    }
}

/// A name and its owner: the names of fields and parameters belong to their skill.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The kind of thing.
    pub thing: Thing,
    /// The owner of the name; empty for names of the station.
    pub owner: String,
    /// The name, in the form in which names are compared.
    pub name: String,
}

/// The thing that the text under a key declares.
pub fn declares(section: Section, key: &str) -> Option<Thing> {
    Some(match (section, key) {
        (Section::Skill, "name") => Thing::Skill,
        (Section::Playbook, "name") => Thing::Playbook,
        (Section::Task, "name") => Thing::Task,
        (Section::Call, "name") => Thing::Call,
        (Section::Api, "name") => Thing::Api,
        _ => return None,
    })
}

/// The thing that the keys of the map under a key declare.
pub fn keys_declare(section: Section, key: &str) -> Option<Thing> {
    Some(match (section, key) {
        (Section::Skill, "params") => Thing::Param,
        (Section::Skill, "kinds") => Thing::Kind,
        (Section::Present, "fields") => Thing::Field,
        (Section::Kind, "fields") => Thing::LineField,
        (Section::Guard | Section::SubmitGuard, "form") => Thing::Form,
        (Section::Check | Section::Call | Section::Reconcile, "output") => Thing::Output,
        (Section::Api, "rows") => Thing::Operation,
        (Section::Station | Section::Included, "profiles") => Thing::Profile,
        (Section::Station | Section::Included, "policies") => Thing::Policy,
        _ => return None,
    })
}

/// The thing that the text under a key, or each text of its list, names.
pub fn names(section: Section, key: &str) -> Option<Thing> {
    Some(match (section, key) {
        (Section::Invoke | Section::Check | Section::Update | Section::Reconcile, "method")
        | (Section::Call, "tool")
        | (Section::Guard, "check" | "update")
        | (Section::Profile, "grants") => Thing::Operation,
        (Section::Task, "skill")
        | (Section::Skill, "depends_on")
        | (Section::Catalog, "from_skill") => Thing::Skill,
        (Section::Skill, "yields") => Thing::Kind,
        (Section::Skill, "auto_trigger") => Thing::Playbook,
        (Section::Auth, "default")
        | (Section::Token, "profile")
        | (Section::SubmittedBy | Section::Permission, "profiles") => Thing::Profile,
        (Section::Guard, "policy") | (Section::Filters, "policies") => Thing::Policy,
        (Section::Task, "after") => Thing::Task,
        (Section::Check, "reason") => Thing::Output,
        (Section::Approval, "role") | (Section::Profile | Section::Token, "roles") => Thing::Role,
        (Section::Filters, "drop") => Thing::Field,
        _ => return None,
    })
}

/// Whether the text under a key is the name of a file.
pub fn names_file(section: Section, key: &str) -> bool {
    matches!(
        (section, key),
        (Section::Station | Section::Included, "include")
            | (Section::Api, "openapi" | "rows")
            | (Section::Mcp, "tools")
            | (Section::Agent, "manifest")
            | (Section::Catalog, "rows")
    )
}

/// The thing that the keys of the map under a key name. The keys of `args` name arguments of an operation.
pub fn keys_name(section: Section, key: &str) -> Option<Thing> {
    Some(match (section, key) {
        (Section::Skill, "per_profile") => Thing::Profile,
        (Section::Api, "operations") => Thing::Operation,
        (Section::Guard, "update") | (Section::Filters, "reduce") => Thing::Field,
        (Section::Task, "params") => Thing::Param,
        _ => return None,
    })
}
