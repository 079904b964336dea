//! The order of tasks, which must be free of cycles.

use crate::raw::{Spanned, name};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::playbook::Open;
use crate::resolve::scope::context::Context;
use crate::text::file::quote;
use crate::text::words::listed_to;

/// Resolves the direct predecessors of each task.
pub(crate) fn resolve(tasks: &[Open<'_, '_>], context: &mut Context<'_, '_>) -> Vec<Vec<usize>> {
    let mut after = Vec::new();
    for task in tasks {
        let found = task.raw.after.iter().filter_map(|word| find(word, tasks, context));
        after.push(found.collect());
    }
    cycles(tasks, &after, context);
    after
}

/// Finds the task that a word names.
pub(crate) fn find(
    word: &Spanned<'_>,
    tasks: &[Open<'_, '_>],
    context: &mut Context<'_, '_>,
) -> Option<usize> {
    let wanted = name::composed(word.text);
    let found = tasks.iter().position(|task| task.name.as_deref() == Some(wanted.as_str()));
    if found.is_none()
        && let Some(remark) = unknown(word, tasks)
    {
        context.usage.add(remark);
    }
    found
}

/// The finding about a word that is not the name of a task; `None` if it names a refused task.
pub(crate) fn unknown(word: &Spanned<'_>, tasks: &[Open<'_, '_>]) -> Option<Remark> {
    if tasks.iter().filter_map(|task| task.raw.name).any(|name| name.text == word.text) {
        return None;
    }
    let names = || tasks.iter().filter_map(|task| task.name.as_deref());
    let message = format!("there is no task {}", quote(word.text));
    let remark = Remark::new(codes::PLAYBOOK_TASK_UNKNOWN, word.place, message);
    let tasks = || format!("the tasks are {}", listed_to(10, names()));
    Some(remark.near(word.text, names(), tasks))
}

/// The state of a task during the search for cycles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Reports each cycle once, with its path.
fn cycles(tasks: &[Open<'_, '_>], after: &[Vec<usize>], context: &mut Context<'_, '_>) {
    let mut marks = vec![Mark::New; tasks.len()];
    for start in 0..tasks.len() {
        // The path from the start; each task has the index of its next predecessor.
        let mut way = vec![(start, 0)];
        while let Some((task, at)) = way.last().copied() {
            let next = after.get(task).and_then(|before| before.get(at)).copied();
            let mark = marks.get(task).copied().unwrap_or(Mark::Done);
            if mark == Mark::Done || next.is_none() {
                set(&mut marks, task, Mark::Done);
                way.pop();
                continue;
            }
            set(&mut marks, task, Mark::Open);
            if let Some(last) = way.last_mut() {
                last.1 += 1;
            }
            let Some(next) = next else { continue };
            match marks.get(next) {
                Some(Mark::New) => way.push((next, 0)),
                Some(Mark::Open) => circle(tasks, &way, (task, at), next, context),
                Some(Mark::Done) | None => {}
            }
        }
    }
}

fn set(marks: &mut [Mark], task: usize, mark: Mark) {
    if let Some(found) = marks.get_mut(task) {
        *found = mark;
    }
}

fn circle(
    tasks: &[Open<'_, '_>],
    way: &[(usize, usize)],
    (task, at): (usize, usize),
    back: usize,
    context: &mut Context<'_, '_>,
) {
    let name = |task: usize| tasks.get(task).and_then(|task| task.name.as_deref());
    let round = way.iter().map(|(task, _)| *task).skip_while(|task| *task != back).chain([back]);
    let path: Vec<_> = round.filter_map(name).collect();
    let Some(open) = tasks.get(task) else { return };
    let known: Vec<_> = open.raw.after.iter().collect();
    let named = known.iter().find(|word| name(back) == Some(name::composed(word.text).as_str()));
    let Some(word) = named.or_else(|| known.get(at)) else { return };
    let message = format!("tasks come after one another in a circle: {}", path.join(" -> "));
    let remark = Remark::new(codes::PLAYBOOK_AFTER_CYCLE, word.place, message);
    context.usage.add(remark.help("delete one `after`"));
}
