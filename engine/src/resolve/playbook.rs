//! Playbooks: the order of tasks, the bindings of their parameters, and the calls that file their lines.

mod binding;
mod order;

use std::collections::{BTreeSet, HashMap};

use lang::{Position, Root};
use vm::Type;

use crate::raw::keys::Given;
use crate::raw::submit::{RawPlaybook, RawSubmitGuard, RawTask};
use crate::raw::{ListState, RawStation, Spanned, name};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::field::flag;
use crate::resolve::guard::question::Sort;
use crate::resolve::guard::{self, Billed, GuardScope, Site};
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{Env, Within};
use crate::resolve::skill::draft::Draft;
use crate::resolve::submit::{self, Lines, Listed, Owner};
use crate::station::{Access, Playbook, Presence, Read, SkillId, SubmitGuard, Task};
use crate::text::file::{Place, quote};
use crate::text::words::listed_to;

/// The resolved playbooks of a station.
#[derive(Debug, Default)]
pub(crate) struct Playbooks {
    pub(crate) playbooks: Vec<Playbook>,
    /// The skills whose lines some call takes.
    pub(crate) taken: BTreeSet<SkillId>,
    /// The parameters that something reads: the skill and the name.
    pub(crate) read: Vec<(SkillId, String)>,
}

/// Resolves the guard of submits outside every playbook.
pub(crate) fn station_guard(
    raw: &Given<RawSubmitGuard<'_>>,
    drafts: &[Draft<'_>],
    context: &mut Context<'_, '_>,
) -> SubmitGuard {
    let billed = billed(drafts.iter());
    let mut names = Env::new(Position::Station);
    names.add("$room.id", Type::Text, Read::Room);
    let mut scope = GuardScope::new(names, billed);
    submit_guard(raw, &mut scope, context)
}

fn submit_guard(
    raw: &Given<RawSubmitGuard<'_>>,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> SubmitGuard {
    let Given::Value(raw) = raw else { return SubmitGuard::default() };
    let form = match &raw.form {
        Given::Value(questions) => guard::form(questions, Sort::Submit, scope, context),
        Given::Refused => {
            scope.names.refuse_all(Root::Form);
            None
        }
        Given::Absent => None,
    };
    let guards = raw.guards.value().map_or(&[][..], Vec::as_slice);
    let guards = guard::list(guards, Site::Submit, scope, context);
    SubmitGuard { form: form.unwrap_or_default(), guards }
}

/// Returns whether some of the skills have a billed price.
fn billed<'d, 'a: 'd>(drafts: impl Iterator<Item = &'d Draft<'a>>) -> Billed {
    let mut found = Billed::None;
    for draft in drafts {
        if draft.fields.present.billed.is_some() {
            return Billed::Updated;
        }
        if draft.fields.refused.is_any() {
            found = Billed::Unknown;
        }
    }
    found
}

pub(crate) fn resolve(
    raw: &RawStation<'_>,
    drafts: &[Draft<'_>],
    context: &mut Context<'_, '_>,
) -> Playbooks {
    let mut found = Playbooks::default();
    let mut names: HashMap<String, Place> = HashMap::new();
    for playbook in &raw.playbooks {
        let name = playbook.name.and_then(|word| self::name(&word, &mut names, context));
        let tasks = tasks(playbook, raw.skills_state, drafts, context);
        let resolved = one(playbook, &tasks, drafts, &mut found, context);
        for (task, param) in std::mem::take(&mut context.usage.tasks_read) {
            let Some(skill) = tasks.get(task).and_then(|task| task.skill) else { continue };
            let name = drafts.get(skill.index()).and_then(|draft| draft.params.name(param));
            found.read.extend(name.map(|name| (skill, name.to_owned())));
        }
        if let (Some(name), Some(resolved)) = (name, resolved) {
            found.playbooks.push(Playbook { name, ..resolved });
        }
    }
    found
}

fn name(
    word: &Spanned<'_>,
    names: &mut HashMap<String, Place>,
    context: &mut Context<'_, '_>,
) -> Option<String> {
    let name = name::checked_as(word, "a playbook", codes::PLAYBOOK_NAME, context.usage.report)?;
    if let Some(&first) = names.get(&name) {
        let message = format!("two playbooks are called {}", quote(word.text));
        let remark = Remark::new(codes::PLAYBOOK_DUPLICATE, word.place, message);
        context.usage.add(remark.help("rename one").also(first, "the first stands here"));
        return None;
    }
    names.insert(name.clone(), word.place);
    Some(name)
}

/// A task while its playbook is resolved.
#[derive(Debug)]
pub(crate) struct Open<'t, 'a> {
    raw: &'t RawTask<'a>,
    name: Option<String>,
    skill: Option<SkillId>,
}

/// Resolves the tasks: each has a unique name and a skill.
fn tasks<'t, 'a>(
    raw: &'t RawPlaybook<'a>,
    skills: ListState,
    drafts: &[Draft<'_>],
    context: &mut Context<'_, '_>,
) -> Vec<Open<'t, 'a>> {
    let mut names: HashMap<String, Place> = HashMap::new();
    let mut taken: HashMap<SkillId, Place> = HashMap::new();
    let mut found = Vec::new();
    for task in raw.tasks.value().into_iter().flatten() {
        let name = task.name.and_then(|word| {
            let name = name::checked(&word, "a task", context.usage.report)?;
            match names.get(&name) {
                Some(&first) => {
                    twice(&word, "two tasks of the playbook are called", first, context);
                    None
                }
                None => {
                    names.insert(name.clone(), word.place);
                    Some(name)
                }
            }
        });
        let skill = task.skill.and_then(|word| {
            let id = skill(&word, skills, drafts, context)?;
            match taken.get(&id) {
                Some(&first) => twice(&word, "two tasks of the playbook are of", first, context),
                None => {
                    taken.insert(id, word.place);
                }
            }
            Some(id)
        });
        found.push(Open { raw: task, name, skill });
    }
    found
}

fn twice(word: &Spanned<'_>, what: &str, first: Place, context: &mut Context<'_, '_>) {
    let message = format!("{what} {}", quote(word.text));
    let remark = Remark::new(codes::PLAYBOOK_TASK_DUPLICATE, word.place, message);
    context
        .usage
        .add(remark.help("one name and one skill a task").also(first, "the first stands here"));
}

fn skill(
    word: &Spanned<'_>,
    state: ListState,
    drafts: &[Draft<'_>],
    context: &mut Context<'_, '_>,
) -> Option<SkillId> {
    let found = drafts.iter().position(|draft| draft.name() == Some(word.text)).map(SkillId::new);
    if found.is_none() && state != ListState::Refused {
        let names = || drafts.iter().filter_map(Draft::name);
        let message = format!("there is no skill {}", quote(word.text));
        context.usage.add(Remark::new(codes::PLAYBOOK_SKILL_UNKNOWN, word.place, message).near(
            word.text,
            names(),
            || format!("the skills are {}", listed_to(10, names())),
        ));
    }
    found
}

/// What the conditions and calls of a playbook may read of its tasks.
fn names(tasks: &[Open<'_, '_>], drafts: &[Draft<'_>]) -> Env {
    let mut names = Env::new(Position::Playbook);
    names.add("$room.id", Type::Text, Read::Room);
    for (number, task) in tasks.iter().enumerate() {
        let Some(name) = task.name.as_deref() else {
            if let Some(word) = task.raw.name {
                hush(&mut names, word.text);
            }
            continue;
        };
        let Some(draft) = task.skill.and_then(|skill| drafts.get(skill.index())) else {
            hush(&mut names, name);
            continue;
        };
        for (param, declared, ty) in draft.params.typed() {
            match ty {
                Some(ty) => {
                    let read = Read::TaskParam { task: number, param };
                    names.declare(Root::Params, Within::Task(name), declared, ty, read);
                }
                None => names.refuse_under(&format!("$params[{name}].{declared}")),
            }
        }
        for (field, declared) in draft.fields.present.fields.iter().enumerate() {
            let read = Read::TaskField { task: number, field };
            names.declare(Root::Read, Within::Task(name), &declared.name, declared.ty, read);
        }
        if draft.fields.refused.is_any() {
            names.refuse_under(&format!("$read[{name}]"));
        }
        for (call, output) in draft.submit_lists.outputs() {
            let read = Read::Submitted {
                task: Some(number),
                call: call.to_owned(),
                output: output.name.clone(),
            };
            let within = Within::Call(name, call);
            names.declare(Root::Submitted, within, &output.name, output.ty, read);
        }
        if draft.submit_lists.is_refused {
            names.refuse_under(&format!("$submitted[{name}"));
        }
    }
    names
}

/// Says nothing of what reads a task that is refused itself.
fn hush(names: &mut Env, task: &str) {
    for start in ["$params[{}]", "$read[{}]", "$submitted[{}", "$lines[{}]"] {
        names.refuse_under(&start.replace("{}", task));
    }
}

fn one(
    raw: &RawPlaybook<'_>,
    tasks: &[Open<'_, '_>],
    drafts: &[Draft<'_>],
    found: &mut Playbooks,
    context: &mut Context<'_, '_>,
) -> Option<Playbook> {
    let names = names(tasks, drafts);
    let after = order::resolve(tasks, context);
    let mut resolved = Vec::new();
    for (task, after) in tasks.iter().zip(after) {
        let draft = task.skill.and_then(|skill| drafts.get(skill.index()));
        let bindings = draft.map(|draft| binding::resolve(task, tasks, draft, &names, context));
        let required = flag(&task.raw.required, context.usage.report);
        let presence = match required {
            Some(true) => Presence::Required,
            Some(false) | None => Presence::Optional,
        };
        if let (Some(name), Some(skill), Some(bindings)) = (&task.name, task.skill, bindings) {
            resolved.push(Task { name: name.clone(), skill, bindings, after, presence });
        }
    }
    let of_tasks = tasks.iter().filter_map(|task| drafts.get(task.skill?.index()));
    let mut scope = GuardScope::new(names, billed(of_tasks));
    let guard = submit_guard(&raw.submit_guard, &mut scope, context);
    let lines = TaskLines { tasks, drafts };
    let mut names = scope.names;
    lines.declare(&mut names);
    let empty = Vec::new();
    let calls = raw.submit.value().unwrap_or(&empty);
    let listed = submit::list(calls, &names, Owner::Playbook(&lines), context);
    lines.filed(&listed, found, context);
    Some(Playbook {
        name: String::new(),
        objective: raw.objective.map(|word| word.text.to_owned()),
        tasks: resolved,
        submit_guard: guard,
        submit: listed.calls,
    })
}

/// The lines of a playbook's tasks.
#[derive(Clone, Copy, Debug)]
struct TaskLines<'l, 't, 'a, 'd> {
    tasks: &'l [Open<'t, 'a>],
    drafts: &'l [Draft<'d>],
}

impl TaskLines<'_, '_, '_, '_> {
    fn draft(&self, task: usize) -> Option<&Draft<'_>> {
        self.drafts.get(self.tasks.get(task)?.skill?.index())
    }

    /// The tasks that have lines, and those of them with lines that have no separate call.
    fn with_lines(&self) -> impl Iterator<Item = (usize, &Draft<'_>)> {
        let tasks = (0..self.tasks.len()).filter_map(|task| Some((task, self.draft(task)?)));
        tasks.filter(|(_, draft)| !draft.raw.kinds.is_absent())
    }

    fn left(&self) -> impl Iterator<Item = (usize, &Draft<'_>)> {
        self.with_lines().filter(|(_, draft)| draft.submit_lists.leaves())
    }

    fn declare(&self, names: &mut Env) {
        names.add("$lines", None, Read::Lines);
        names.add("$action.key", Type::Text, Read::Key);
        for (number, _) in self.with_lines() {
            if let Some(name) = self.tasks.get(number).and_then(|task| task.name.as_deref()) {
                names.add(&format!("$lines[{name}]"), None, Read::TaskLines(number));
            }
        }
    }

    /// Records the lines that each call takes; refuses to let two writing calls take the same lines.
    fn filed(&self, listed: &Listed, found: &mut Playbooks, context: &mut Context<'_, '_>) {
        let mut first: HashMap<usize, Place> = HashMap::new();
        for (read, place, access) in &listed.takes {
            let tasks: Vec<usize> = match read {
                Read::TaskLines(task) => vec![*task],
                _ => self.left().map(|(task, _)| task).collect(),
            };
            found.taken.extend(tasks.iter().filter_map(|task| self.tasks.get(*task)?.skill));
            if let Read::TaskLines(task) = read {
                self.replaced(*task, *place, context);
            }
            let twice = tasks.iter().find_map(|task| first.get(task).map(|place| (*task, *place)));
            if let (Access::Write, Some((task, before))) = (access, twice) {
                let name = self.tasks.get(task).and_then(|task| task.name.as_deref());
                let name = quote(name.unwrap_or_default());
                let message = format!("a second call that writes takes the lines of {name}");
                let remark = Remark::new(codes::PLAYBOOK_FILED_TWICE, *place, message);
                context.usage.add(
                    remark
                        .help("take them in one call; `$submitted` has what the other needs")
                        .also(before, "the first takes them here"),
                );
            }
            if *access == Access::Write {
                for task in tasks {
                    first.entry(task).or_insert(*place);
                }
            }
        }
    }

    /// Reports that a task's own calls do not run because the playbook takes its lines.
    fn replaced(&self, task: usize, place: Place, context: &mut Context<'_, '_>) {
        let Some(draft) = self.draft(task).filter(|draft| draft.submit_lists.has_calls) else {
            return;
        };
        let name = draft.name().unwrap_or_default();
        let message = format!(
            "the calls of {} do not run in this playbook: its lines are taken here",
            quote(name)
        );
        context.usage.add(Remark::new(codes::PLAYBOOK_CALLS_REPLACED, place, message));
    }
}

impl Lines for TaskLines<'_, '_, '_, '_> {
    fn names(&self, task: Option<usize>) -> Env {
        match task {
            Some(task) => {
                let draft = self.draft(task);
                draft.map_or_else(|| Env::new(Position::Playbook), |d| d.submit_lists.line.clone())
            }
            None => {
                let mut left = self.left().map(|(_, draft)| &draft.submit_lists.line);
                let first = left.next().cloned().unwrap_or_else(|| Env::new(Position::Playbook));
                left.fold(first, |names, other| names.shared(other))
            }
        }
    }
}
