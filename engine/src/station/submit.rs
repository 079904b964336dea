//! How a selection is filed: calls, playbooks, and the rules that a submit must pass.

use std::sync::Arc;

use vm::Type;

use super::guard::{ArgumentValue, Ask, Condition, FormField, Guard, Output, Read};
use super::{Constant, Presence};
use crate::station::id::{OperationId, ParamId, SkillId};

/// A list of calls, run in order.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The calls.
    pub calls: Vec<Call>,
    /// How often the list is run.
    pub run: Run,
}

/// How often a list of calls is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    /// Once: one action, one key.
    #[default]
    Once,
    /// For each line: each is an action with its own key.
    EachLine,
}

/// A call of a submit.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its name, its own in its list.
    pub name: String,
    /// What it does.
    pub mode: Mode,
}

impl Call {
    /// The request that it makes.
    pub fn request(&self) -> Option<&Request> {
        match &self.mode {
            Mode::Request(request) => Some(request),
            Mode::Handover { before, .. } => before.as_deref(),
            Mode::Own => None,
        }
    }

    /// The operations that it calls.
    pub(crate) fn operations(&self) -> impl Iterator<Item = OperationId> {
        let asked = |request: &Request| request.reconcile.as_ref().map(|r| r.ask.operation);
        let of = |request: &Request| [Some(request.operation), asked(request)];
        self.request().map(of).into_iter().flatten().flatten()
    }

    /// The values that are read from the answer to its request.
    pub fn outputs(&self) -> &[Output] {
        self.request().map_or(&[], |request| &request.outputs)
    }
}

/// What a call does.
#[derive(Clone, Debug)]
pub enum Mode {
    /// It calls the tenant.
    Request(Box<Request>),
    /// It sends the person to an address, after an optional request.
    Handover {
        /// The request before.
        before: Option<Box<Request>>,
        /// Where the person goes.
        address: Address,
    },
    /// Nothing: it is done as it is submitted.
    Own,
}

/// A request to the tenant.
#[derive(Clone, Debug)]
pub struct Request {
    pub(crate) operation: OperationId,
    /// The arguments: name and value.
    pub args: Vec<(String, ArgumentValue)>,
    /// The shape of one line, where the lines are among the arguments.
    pub line: Option<Line>,
    /// The values that are read from the answer.
    pub outputs: Vec<Output>,
    /// What must be true of the outputs.
    pub ok: Option<Condition>,
    /// How the tenant is asked what became of it.
    pub reconcile: Option<Reconcile>,
    /// Whether it carries the action's key, so that it can be repeated. Without the key it is never repeated by itself.
    pub has_key: bool,
}

/// The shape of one line among the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A value.
    Value(ArgumentValue),
    /// A map of values.
    Map(Vec<(String, Line)>),
}

/// A call that asks what became of another.
#[derive(Clone, Debug)]
pub struct Reconcile {
    /// The call.
    pub ask: Ask,
    /// The values that are read from its answer.
    pub outputs: Vec<Output>,
    /// Whether it was done.
    pub done: Condition,
}

/// An address. Some values of its query are read at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Its parts in order.
    pub parts: Vec<AddressPart>,
}

/// A part of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressPart {
    /// A literal text.
    Text(String),
    /// A value, to be encoded.
    Read(Read),
}

/// What a submit must pass.
#[derive(Clone, Debug, Default)]
pub struct SubmitGuard {
    /// The form that is asked first. A required boolean in it is a consent: only yes passes.
    pub form: Vec<FormField>,
    /// The guards that are evaluated after the form.
    pub guards: Vec<Arc<Guard>>,
}

/// A playbook.
#[derive(Clone, Debug)]
pub struct Playbook {
    /// Its name.
    pub name: String,
    /// Which need it answers.
    pub objective: Option<String>,
    /// Its tasks, in the order of the file.
    pub tasks: Vec<Task>,
    /// What its submit must pass.
    pub submit_guard: SubmitGuard,
    /// Its own calls, which follow those of its tasks.
    pub submit: Calls,
}

/// A task of a playbook.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Its skill, by its number.
    pub skill: SkillId,
    /// The parameters that it binds, by their numbers.
    pub bindings: Vec<(ParamId, Binding)>,
    /// The tasks that come before it, by their numbers.
    pub after: Vec<usize>,
    /// Whether the submit waits for it.
    pub presence: Presence,
}

/// What a parameter is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A literal of the station.
    Literal(Constant),
    /// What another task answered, or what an earlier submit did.
    Read(Read),
}

/// What may be bound, and where a row's value may go: the one table of what feeds what.
///
/// A type feeds itself; `integer` and `quantity` feed each other and `number`; the text family feeds `text`.
pub fn feeds(from: Type, to: Type) -> bool {
    let whole = |ty| matches!(ty, Type::Integer | Type::Quantity);
    from == to
        || whole(from) && (whole(to) || to == Type::Number)
        || to == Type::Text && from.family() == vm::Family::Text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_feeds_itself_and_what_is_wider() {
        use Type::{
            Boolean, Datetime, Email, Id, Image, Integer, Number, Phone, Price, Quantity, Text, Url,
        };
        let wider = [
            (Integer, Quantity),
            (Quantity, Integer),
            (Integer, Number),
            (Quantity, Number),
            (Email, Text),
            (Phone, Text),
            (Id, Text),
            (Url, Text),
            (Image, Text),
        ];
        for &from in Type::ALL {
            for &to in Type::ALL {
                let expected = from == to || wider.contains(&(from, to));
                assert_eq!(feeds(from, to), expected, "{} to {}", from.name(), to.name());
            }
        }
        assert!(!feeds(Number, Price) && !feeds(Text, Id) && !feeds(Boolean, Datetime));
    }
}
