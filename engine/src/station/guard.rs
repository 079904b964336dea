//! The rules that a choice must pass: rules of selection, guards, policies and line fields.

use std::sync::Arc;

use vm::{Constant, Decimal, Type};

use super::Class;
use crate::station::id::{OperationId, ParamId};
use crate::station::literal::Literal;

/// A value that a condition or an argument reads, with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Read {
    /// The instant of the command.
    Now,
    /// The reference of the chosen item.
    Reference,
    /// Its presented field of this number.
    Field(usize),
    /// The price that an `update` gives to what has no billed field.
    Price,
    /// Its line field of this name.
    LineField(String),
    /// The answer of this name to a form.
    Form(String),
    /// The skill's parameter of this number.
    Param(ParamId),
    /// The output with this number among the outputs declared by the same call.
    Output(usize),
    /// The reference of a line.
    LineReference,
    /// The kind of a line.
    LineKind,
    /// The quantity of a line.
    LineQuantity,
    /// The line's own answer of this name to a form.
    LineForm(String),
    /// The lines that the list files.
    Lines,
    /// The lines of this task.
    TaskLines(usize),
    /// An output of a call that was made before.
    Submitted {
        /// The task whose call it is; without, the list's own.
        task: Option<usize>,
        /// The call's name.
        call: String,
        /// The output's name.
        output: String,
    },
    /// A parameter of a task's skill.
    TaskParam {
        /// The task.
        task: usize,
        /// The parameter.
        param: ParamId,
    },
    /// A presented field of what a task's skill last answered.
    TaskField {
        /// The task.
        task: usize,
        /// The field.
        field: usize,
    },
    /// The key of the action.
    Key,
    /// An identifier of the room.
    Room,
}

/// A condition and what each slot of its program is.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The program.
    pub compiled: lang::Compiled,
    /// What each slot reads.
    pub slots: Arc<[Read]>,
    /// The same to the analysis; of each also in which states it can be.
    pub(crate) fields: Arc<[lang::analysis::Field]>,
    /// The slots that the condition reads.
    pub reads: Vec<usize>,
}

/// What an argument is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    /// A literal.
    Literal(Literal),
    /// The value that is read when the call is made.
    Read(Read),
}

/// The rules of a skill's share of the selection.
#[derive(Clone, Debug, Default)]
pub struct Select {
    /// How many lines it has at most.
    pub max_items: Option<u64>,
    /// Which quantities a line may have.
    pub quantity: Option<Quantity>,
    /// The key that must be unique in the whole station while a line is selected.
    pub unique: Option<Unique>,
    /// How long a row holds as it was read, in seconds.
    pub valid_for: Option<u64>,
    /// The guards that a kind inherits unless it declares others.
    pub guards: Vec<Arc<Guard>>,
}

/// Which quantities a line may have: from `min`, in steps, to `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// The least; steps count from it.
    pub min: Decimal,
    /// The most.
    pub max: Option<Decimal>,
    /// The step.
    pub step: Decimal,
}

/// Keys that one line of the whole station holds at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unique {
    /// What makes each key.
    pub keys: Vec<Read>,
    /// Whose lines share the key.
    pub scope: UniqueScope,
    /// What becomes of the key after a submit that succeeded.
    pub after: UniqueAfter,
}

/// Whose lines share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueScope {
    /// Those of the skill.
    Skill,
    /// Those of every skill of this scope.
    Station,
}

/// What becomes of a key after a submit that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueAfter {
    /// It is kept for good.
    Kept,
    /// It is free again.
    Free,
}

/// A guard.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// When it applies; without, always.
    pub when: Option<Condition>,
    /// The message if it does not pass.
    pub message: Option<String>,
    /// What it asks.
    pub rule: Rule,
    /// What it says, so that two guards can be held against each other.
    pub(crate) fingerprint: Fingerprint,
}

impl Guard {
    /// Its name, or what it says.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.fingerprint.rule.clone())
    }

    /// The operations that it asks.
    pub(crate) fn operations(&self) -> Vec<OperationId> {
        match &self.rule {
            Rule::Check(check) => vec![check.ask.operation],
            Rule::Update(updates) => updates.iter().map(|update| update.ask.operation).collect(),
            Rule::Require(_)
            | Rule::Form(_)
            | Rule::Approval(_)
            | Rule::Permission(_)
            | Rule::Policy(..)
            | Rule::Budget(_)
            | Rule::SubmittedBy { .. } => Vec::new(),
        }
    }
}

/// What a guard says, `name` and `message` aside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint {
    pub(crate) rule: String,
    pub(crate) when: Option<String>,
}

/// What a guard asks.
#[derive(Clone, Debug)]
pub enum Rule {
    /// That this holds.
    Require(Box<Condition>),
    /// That the tenant says yes.
    Check(Box<Check>),
    /// That the person answers.
    Form(Vec<FormField>),
    /// These fields are read again.
    Update(Vec<Update>),
    /// That a person of this role says yes.
    Approval(String),
    /// The actor has one of these profiles.
    Permission(Vec<String>),
    /// That the policy allows; its condition as it is read here, or its judge.
    Policy(String, PolicyRule),
    /// The sum of filed and held prices stays below a limit.
    Budget(Budget),
    /// That the submitter is one of these.
    SubmittedBy {
        /// Who may say it; without, anyone.
        sources: Option<Vec<Answerer>>,
        /// Of which profiles; without, of any.
        profiles: Option<Vec<String>>,
    },
}

/// A call of an operation that only reads.
#[derive(Clone, Debug)]
pub struct Ask {
    pub(crate) operation: OperationId,
    /// The arguments: name and value.
    pub args: Vec<(String, ArgumentValue)>,
}

/// A `check`.
#[derive(Clone, Debug)]
pub struct Check {
    /// The call.
    pub ask: Ask,
    /// The values that are read from its answer.
    pub outputs: Vec<Output>,
    /// What must be true of the outputs.
    pub pass: Condition,
    /// The output that says why not.
    pub reason: Option<usize>,
}

/// A value that is read from an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Where in the answer it is: a dotted path; nothing for the answer itself.
    pub from: Option<String>,
    /// Its type.
    pub ty: Type,
    /// Whether it may be missing.
    pub presence: super::Presence,
    /// Where it may go.
    pub class: Class,
}

/// A field that is read again.
#[derive(Clone, Debug)]
pub struct Update {
    /// The presented field; nothing for a price that no field presents.
    pub field: Option<usize>,
    /// The call.
    pub ask: Ask,
    /// Where in the answer the value is: a dotted path; nothing for the answer itself.
    pub from: Option<String>,
}

/// A limit on prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most.
    pub max: Decimal,
    /// In which time.
    pub per: Span,
    /// Of whom.
    pub of: Whose,
}

words! {
    /// The time over which a budget counts.
    Span:
    /// A day.
    Day "day",
    /// A week.
    Week "week",
    /// A month.
    Month "month",
}

words! {
    /// Whose spending a budget counts.
    Whose:
    /// The person's.
    Person "person",
    /// Everyone's of the profile.
    Profile "profile",
    /// Everyone's.
    Station "station",
}

words! {
    /// Who may answer a form, fill a line field, or submit.
    Answerer:
    /// The model.
    Llm "llm",
    /// The person.
    Person "person",
}

/// The question of a policy, at a place that names the policy.
#[derive(Clone, Debug)]
pub enum PolicyRule {
    /// That this holds.
    Require(Box<Condition>),
    /// That the judge of this policy allows.
    Judge(Judge),
}

/// Somebody outside who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// Where it is asked.
    pub url: String,
    /// The instructions for the judge.
    pub instructions: Option<String>,
    /// How long it may take, in seconds.
    pub timeout: u64,
    /// What it may do.
    pub effect: Effect,
}

words! {
    /// What a policy may do.
    Effect:
    /// Let pass or not.
    Block "block",
    /// Put another value in place.
    Rewrite "rewrite",
}

/// A question to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    /// Its name.
    pub name: String,
    /// The type of the answer.
    pub ty: Type,
    /// Whether an answer is needed.
    pub presence: super::Presence,
    /// What the person is shown.
    pub label: Option<String>,
    /// The answers to choose from.
    pub choices: Option<Choices>,
    /// Where the answer may go.
    pub class: Class,
    /// Who may answer.
    pub set_by: Vec<Answerer>,
}

/// The answers to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// These.
    Fixed(Vec<Choice>),
    /// Those at a dotted path of the row.
    Row(String),
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub value: Constant,
    /// What the person is shown; nothing for the value itself.
    pub label: Option<String>,
}

/// What a kind says of its share of the selection.
#[derive(Clone, Debug, Default)]
pub struct KindSelect {
    /// Which quantities a line may have.
    pub quantity: Option<Quantity>,
    /// The guards, in order.
    pub guards: Vec<Arc<Guard>>,
}
