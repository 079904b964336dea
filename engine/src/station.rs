//! A station as it is run: every name an index, every condition a program, every template parsed.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($(#[$each:meta])* $variant:ident $word:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl $name {
            /// Every word.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word that a station writes.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// What a word says.
            pub fn named(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)* _ => None }
            }
        }
    };
}

mod catalog;
mod class;
pub(crate) mod constraints;
mod effective;
mod filter;
mod guard;
mod id;
pub(crate) mod literal;
mod present;
pub(crate) mod profile;
mod render;
pub(crate) mod sentence;
mod share;
mod submit;
pub(crate) mod template;

use std::sync::Arc;

use iso_currency::Currency;
use vm::{Constant, Path, Reading, Type};

pub use self::catalog::{Catalog, CatalogSource, Fixed, Many, Native, NativeKind, Own};
pub use self::class::{Passage, Sink};
pub use self::constraints::{Constraints, End, Limit, Violation};
pub use self::effective::{Due, Effective, Subject};
pub use self::filter::{Filters, Reducer, Shape, Target};
pub(crate) use self::guard::Fingerprint;
pub use self::guard::{
    Answerer, ArgumentValue, Ask, Budget, Check, Choice, Choices, Condition, Effect, FormField,
    Guard, Judge, KindSelect, Output, PolicyRule, Quantity, Read, Rule, Select, Span, Unique,
    UniqueAfter, UniqueScope, Update, Whose,
};
pub use self::id::{KindId, OperationId, ParamId, ProfileId, SkillId};
pub use self::literal::Literal;
pub use self::present::{Cadence, Field, Present, Role};
pub use self::profile::{Auth, Grants, Jwt, Profile, Token};
pub use self::render::{Component, Render, Report, Series};
pub use self::sentence::{Filler, Sentence, Sentences};
pub use self::share::{Callers, Counted, OnLoss, RowUse, Share, Shows};
pub use self::submit::{
    Address, AddressPart, Binding, Call, Calls, Line, Mode, Playbook, Reconcile, Request, Run,
    SubmitGuard, Task, feeds,
};
pub use self::template::{Base, Template, TemplateFault};
use crate::instruction::Instruction;

mod api;

pub use self::api::{
    Api, ApiSource, Credential, Format, Method, Operation, OperationSource, Repeat, Secret,
};

/// A station that was loaded. It never changes, and nothing in it is left to decide.
#[derive(Clone, Debug)]
pub struct Station {
    pub(crate) name: String,
    pub(crate) global: Global,
    pub(crate) tenant_url: Option<String>,
    pub(crate) apis: Vec<Api>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) skills: Vec<Skill>,
    pub(crate) submit_guard: SubmitGuard,
    pub(crate) playbooks: Vec<Playbook>,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) auth: Option<Auth>,
    pub(crate) catalog: Option<Catalog>,
    pub(crate) sentences: Sentences,
    pub(crate) instructions: Vec<Instruction>,
}

impl Station {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What holds for all of it.
    pub fn global(&self) -> &Global {
        &self.global
    }

    /// The tenant's address without a trailing `/`, the deployment's before the file's.
    pub fn tenant_url(&self) -> Option<&str> {
        self.tenant_url.as_deref()
    }

    /// Where its operations come from, in the order of the file.
    pub fn apis(&self) -> &[Api] {
        &self.apis
    }

    /// Its operations, in the order of the file; those of a document in the document's order.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Where the tenant's rows are kept to be searched.
    pub fn catalog(&self) -> Option<&Catalog> {
        self.catalog.as_ref()
    }

    /// The operation that a skill calls.
    pub fn operation(&self, call: &Invoke) -> Option<&Operation> {
        self.operations.get(call.operation.index())
    }

    /// What a submit outside every playbook must pass.
    pub fn submit_guard(&self) -> &SubmitGuard {
        &self.submit_guard
    }

    /// Its playbooks, in the order of the file.
    pub fn playbooks(&self) -> &[Playbook] {
        &self.playbooks
    }

    /// The operation that a request calls.
    pub fn requested(&self, request: &Request) -> Option<&Operation> {
        self.operations.get(request.operation.index())
    }

    /// The operation that a guard asks.
    pub fn asked(&self, ask: &Ask) -> Option<&Operation> {
        self.operations.get(ask.operation.index())
    }

    /// Its skills, in the order of the file.
    pub fn skills(&self) -> &[Skill] {
        &self.skills
    }

    /// Its bundle of instruction skills, in the order of their folders and names.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// What it says, in its language.
    pub fn sentences(&self) -> &Sentences {
        &self.sentences
    }

    /// One sentence about these variables, as [`Sentences::say`].
    pub fn say(&self, sentence: Sentence, fillers: &[(&str, Filler<'_>)]) -> String {
        self.sentences.say(sentence, fillers)
    }

    /// The skill of this name.
    pub fn skill(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.name == name)
    }
}

/// What holds for a whole station.
#[derive(Clone, Debug)]
pub struct Global {
    /// The currency of every price; there is one where anything is a price.
    pub currency: Option<Currency>,
    /// The language of its sentences.
    pub locale: Locale,
    /// What values are read with: its time zone and its country.
    pub reading: Reading,
}

words! {
    /// A language of sentences.
    Locale:
    /// English.
    En "en",
    /// French.
    Fr "fr",
}

/// What a call of an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only reads.
    Read,
    /// It changes something at the tenant.
    Write,
}

/// Where in an answer the rows are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowsAt {
    /// The answer if it is an array, else its only array.
    Only,
    /// The answer itself is the one row.
    Whole,
    /// At this dotted path.
    Path(Path),
}

/// A skill.
#[derive(Clone, Debug)]
pub struct Skill {
    pub(crate) name: String,
    pub(crate) objective: Option<String>,
    pub(crate) diagnose: Vec<String>,
    pub(crate) params: Vec<Param>,
    pub(crate) invoke: Option<Invoke>,
    pub(crate) native: Option<Native>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) present: Present,
    pub(crate) select: Select,
    pub(crate) submit: Arc<Calls>,
    /// The profiles that may use it, by their numbers.
    pub(crate) profiles: Vec<ProfileId>,
    pub(crate) render: Render,
    pub(crate) filters: Filters,
    /// What profiles add.
    pub(crate) per_profile: Vec<PerProfile>,
    pub(crate) share: Share,
}

impl Skill {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which need it answers.
    pub fn objective(&self) -> Option<&str> {
        self.objective.as_deref()
    }

    /// What must be understood before it is called.
    pub fn diagnose(&self) -> &[String] {
        &self.diagnose
    }

    /// Its parameters.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The call that its rows come from.
    pub fn invoke(&self) -> Option<&Invoke> {
        self.invoke.as_ref()
    }

    /// What the product itself answers for it, in place of a call.
    pub fn native(&self) -> Option<&Native> {
        self.native.as_ref()
    }

    /// Its kinds, in the order of the file.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The calls that file its lines, for kinds without separate calls.
    pub fn submit(&self) -> &Calls {
        &self.submit
    }

    /// The rules of its share of the selection.
    pub fn select(&self) -> &Select {
        &self.select
    }

    /// The profiles that may use it, by their numbers in the station.
    pub fn profiles(&self) -> &[ProfileId] {
        &self.profiles
    }

    /// How its answer is drawn.
    pub fn render(&self) -> &Render {
        &self.render
    }

    /// What leaves its answer for a caller of a profile: the skill's filters, then the profile's.
    pub fn filters(&self, profile: ProfileId) -> impl Iterator<Item = &Filters> {
        std::iter::once(&self.filters).chain(self.added(profile).map(|added| &added.filters))
    }

    /// The form of its share of the selection.
    pub fn share(&self) -> &Share {
        &self.share
    }

    /// The values that are kept of a row.
    pub fn present(&self) -> &Present {
        &self.present
    }
}

/// What a profile adds to a skill.
#[derive(Clone, Debug)]
pub(crate) struct PerProfile {
    /// The profile's number.
    pub(crate) profile: ProfileId,
    pub(crate) filters: Filters,
    /// What it adds to what each kind says.
    pub(crate) select: KindSelect,
    /// What it adds before every call.
    pub(crate) invoke: Vec<Arc<Guard>>,
}

/// A parameter of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type. A parameter that only the station sets has the type of its default.
    pub ty: Type,
    /// Who may set it; empty if it has no declared type.
    pub set_by: Vec<Setter>,
    /// What it is until somebody sets it.
    pub default: Option<Constant>,
    /// Whether its argument is left out while it is unset.
    pub presence: Presence,
    /// Where its value may go.
    pub class: Class,
    /// What the arguments that it feeds take of its type.
    pub constraints: Constraints,
}

/// Whether a value has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// A call waits for it.
    Required,
    /// A call goes without it.
    Optional,
}

/// A call of an operation.
#[derive(Clone, Debug)]
pub struct Invoke {
    pub(crate) operation: OperationId,
    /// The arguments that the station gives, each with its address and its value. An address is `query.limit` or
    /// `body.amount.value`; for an operation that is a file of rows, it is a key of the row.
    pub args: Vec<(String, Argument)>,
    /// What holds before every call.
    pub guards: Vec<Arc<Guard>>,
}

/// What an argument is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// This value.
    Literal(Literal),
    /// The value of a parameter of the skill, by its number.
    Param(ParamId),
}

/// A kind of a skill.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Whose rows these are; of the only kind of a skill it may be every row.
    pub when: Option<lang::Compiled>,
    /// What holds its lines: the effective list of guards, and the quantities.
    pub select: KindSelect,
    /// The fields that are asked for each line after it is chosen.
    pub fields: Vec<FormField>,
    /// The calls that file its lines: its own, or the skill's.
    pub submit: Arc<Calls>,
}

words! {
    /// Where a value may go.
    Class:
    /// Everywhere.
    Public "public",
    /// For callers that see internal values.
    Internal "internal",
    /// To the person and the tenant.
    Personal "personal",
    /// For the tenant and for callers that see confidential values.
    Confidential "confidential",
    /// To the tenant alone.
    Secret "secret",
}

words! {
    /// Who may set a parameter.
    Setter:
    /// The model.
    Llm "llm",
    /// The person.
    Person "person",
    /// A reference to a row that was shown.
    Read "read",
    /// What an earlier submit answered.
    Result "result",
    /// The verified identity of who acts.
    Identity "identity",
}
