//! The context of a place in a station: which names may be read there.

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::syntax::{Node, Section};
use lang::Position;

/// The context of a node.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The skill; empty outside of a skill.
    pub skill: String,
    /// The playbook; empty outside of a playbook.
    pub playbook: String,
    /// The tasks of the playbook, each with its skill.
    pub tasks: Rc<BTreeMap<String, String>>,
    /// The task.
    pub task: String,
    /// The skill of the task.
    pub task_skill: String,
    /// The kind of row; empty outside of a kind.
    pub kind: String,
    /// The profile of a `per_profile` entry; empty outside of one.
    pub profile: String,
    /// The map key of this value; set only while probing.
    pub entry: String,
    /// The position of a guard's conditions.
    pub position: Option<Position>,
    /// The owner of the outputs that `pass`, `ok` and `done` read.
    pub outputs: String,
    /// The operation that returns the skill's rows.
    pub rows_of: String,
    /// The operation whose arguments are given here.
    pub operation: Option<String>,
    /// The policy whose condition this is.
    pub policy: Option<String>,
}

impl Context {
    /// The owner of the forms and calls that are visible here.
    pub fn owner(&self) -> String {
        match (self.skill.as_str(), self.playbook.as_str()) {
            ("", "") => String::new(),
            (skill, "") => of_skill(skill),
            (_, playbook) => format!("playbook {playbook}"),
        }
    }

    /// The context within a section.
    pub fn enter(self: &Rc<Context>, section: Section, node: Node<'_>, file: usize) -> Rc<Context> {
        let text = |key: &str| node.get(key).and_then(Node::text).map(name).unwrap_or_default();
        let mut inner = Context::clone(self);
        match section {
            Section::Skill => {
                inner.skill = text("name");
                let method = node.get("invoke").and_then(|invoke| invoke.get("method"));
                inner.rows_of = method.and_then(Node::text).map(name).unwrap_or_default();
            }
            Section::Playbook => {
                inner.playbook = text("name");
                let tasks = node.get("tasks").into_iter().flat_map(Node::list);
                let of = |task: Node<'_>, key| task.get(key).and_then(Node::text).map(name);
                let task = |task| Some((of(task, "name")?, of(task, "skill").unwrap_or_default()));
                inner.tasks = Rc::new(tasks.filter_map(task).collect());
            }
            Section::Task => {
                inner.task = text("name");
                inner.task_skill = text("skill");
            }
            Section::Invoke | Section::Update => inner.operation = Some(text("method")),
            Section::Check => {
                inner.operation = Some(text("method"));
                inner.outputs = format!("check {file} {}", node.span().start);
            }
            Section::Call => {
                inner.operation = Some(text("tool"));
                inner.outputs = of_call(&self.owner(), &text("name"));
            }
            Section::Reconcile => {
                inner.operation = Some(text("method"));
                inner.outputs = format!("{} reconciled", self.outputs);
            }
            Section::SubmitGuard if self.playbook.is_empty() => {
                inner.position = Some(Position::Station);
            }
            Section::SubmitGuard => inner.position = Some(Position::Playbook),
            Section::Select | Section::KindSelect | Section::ProfileSelect => {
                inner.position = Some(Position::Select);
            }
            Section::ProfileInvoke => inner.position = Some(Position::Invoke),
            _ => return Rc::clone(self),
        }
        if section == Section::Invoke {
            inner.position = Some(Position::Invoke);
        }
        Rc::new(inner)
    }
}

/// The owner of a skill's forms and calls.
pub fn of_skill(skill: &str) -> String {
    format!("skill {skill}")
}

/// The owner of a call's outputs.
pub fn of_call(owner: &str, call: &str) -> String {
    format!("{owner} call {call}")
}

/// The normal form of a name; a text that is not a valid name stays as it is.
pub fn name(text: &str) -> String {
    lang::name(text).unwrap_or_else(|| text.to_owned())
}
