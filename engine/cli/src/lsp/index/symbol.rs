//! The named things of a station, and the keys that declare or use their names.

use engine::syntax::Section;

/// The kind of a named thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
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

impl SymbolKind {
    /// The kind in words.
    pub fn word(self) -> &'static str {
        match self {
            SymbolKind::Api => "entry of `apis`",
            SymbolKind::Call => "call",
            SymbolKind::Field => "field",
            SymbolKind::Form => "form field",
            SymbolKind::Kind => "kind",
            SymbolKind::LineField => "line field",
            SymbolKind::Operation => "operation",
            SymbolKind::Output => "output",
            SymbolKind::Param => "parameter",
            SymbolKind::Playbook => "playbook",
            SymbolKind::Policy => "policy",
            SymbolKind::Profile => "profile",
            SymbolKind::Role => "role",
            SymbolKind::Skill => "skill",
            SymbolKind::Task => "task",
        }
    }
}

impl SymbolKind {
    /// The kind in words, with its article.
    pub fn article(self) -> String {
        let word = self.word();
        let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {word}")
    }
}

/// A name and its owner: two skills may have fields of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The kind of the named thing.
    pub kind: SymbolKind,
    /// The owner; empty for names that are unique in the station.
    pub owner: String,
    /// The name in its normal form.
    pub name: String,
}

/// The kind of name that the text under a key declares.
pub fn declares(section: Section, key: &str) -> Option<SymbolKind> {
    Some(match (section, key) {
        (Section::Skill, "name") => SymbolKind::Skill,
        (Section::Playbook, "name") => SymbolKind::Playbook,
        (Section::Task, "name") => SymbolKind::Task,
        (Section::Call, "name") => SymbolKind::Call,
        (Section::Api, "name") => SymbolKind::Api,
        _ => return None,
    })
}

/// The kind of name that the keys of the map under a key declare.
pub fn keys_declare(section: Section, key: &str) -> Option<SymbolKind> {
    Some(match (section, key) {
        (Section::Skill, "params") => SymbolKind::Param,
        (Section::Skill, "kinds") => SymbolKind::Kind,
        (Section::Present, "fields") => SymbolKind::Field,
        (Section::Kind, "fields") => SymbolKind::LineField,
        (Section::Guard | Section::SubmitGuard, "form") => SymbolKind::Form,
        (Section::Check | Section::Call | Section::Reconcile, "output") => SymbolKind::Output,
        (Section::Api, "rows") => SymbolKind::Operation,
        (Section::Station | Section::Included, "profiles") => SymbolKind::Profile,
        (Section::Station | Section::Included, "policies") => SymbolKind::Policy,
        _ => return None,
    })
}

/// The kind of name that the text under a key, or each text of its list, uses.
pub fn names(section: Section, key: &str) -> Option<SymbolKind> {
    Some(match (section, key) {
        (Section::Invoke | Section::Check | Section::Update | Section::Reconcile, "method")
        | (Section::Call, "tool")
        | (Section::Guard, "check" | "update")
        | (Section::Profile, "grants") => SymbolKind::Operation,
        (Section::Task, "skill")
        | (Section::Skill, "depends_on")
        | (Section::Catalog, "from_skill") => SymbolKind::Skill,
        (Section::Skill, "yields") => SymbolKind::Kind,
        (Section::Skill, "auto_trigger") => SymbolKind::Playbook,
        (Section::Auth, "default")
        | (Section::Token, "profile")
        | (Section::SubmittedBy | Section::Permission, "profiles") => SymbolKind::Profile,
        (Section::Guard, "policy") | (Section::Filters, "policies") => SymbolKind::Policy,
        (Section::Task, "after") => SymbolKind::Task,
        (Section::Check, "reason") => SymbolKind::Output,
        (Section::Approval, "role") | (Section::Profile | Section::Token, "roles") => {
            SymbolKind::Role
        }
        (Section::Filters, "drop") => SymbolKind::Field,
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

/// The kind of name that the keys of the map under a key use. The keys of `args` are arguments instead.
pub fn keys_name(section: Section, key: &str) -> Option<SymbolKind> {
    Some(match (section, key) {
        (Section::Skill, "per_profile") => SymbolKind::Profile,
        (Section::Api, "operations") => SymbolKind::Operation,
        (Section::Guard, "update") | (Section::Filters, "reduce") => SymbolKind::Field,
        (Section::Task, "params") => SymbolKind::Param,
        _ => return None,
    })
}
