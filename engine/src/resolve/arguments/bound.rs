//! The parameters that playbooks bind, resolved first: a parameter without type takes the type of its binding.

use std::collections::HashMap;

use vm::Type;

use crate::raw::submit::outputs;
use crate::raw::{RawSkill, RawStation, name};
use crate::resolve::scope::reference::whole;
use crate::text::file::View;
use crate::text::scalar::Untyped;

/// The parameters that playbooks bind, by skill and name, each with the type of its first typed binding.
pub(crate) type Bound<'a> = HashMap<(&'a str, String), Option<Type>>;

pub(crate) fn resolve<'a>(raw: &RawStation<'a>) -> Bound<'a> {
    let mut bound = Bound::new();
    for playbook in &raw.playbooks {
        let tasks = playbook.tasks.value().into_iter().flatten();
        let skills: HashMap<&str, &str> =
            tasks.filter_map(|task| Some((task.name?.text, task.skill?.text))).collect();
        for task in playbook.tasks.value().into_iter().flatten() {
            let Some(skill) = task.skill else { continue };
            for binding in &task.params {
                let ty = ty(binding.value, &skills, raw);
                let entry = bound.entry((skill.text, name::composed(binding.name.text)));
                let known = entry.or_insert(ty);
                *known = known.or(ty);
            }
        }
    }
    bound
}

/// Returns the type of the value that a binding reads, or of its literal.
fn ty(value: View<'_>, skills: &HashMap<&str, &str>, raw: &RawStation<'_>) -> Option<Type> {
    let (text, style) = value.scalar()?;
    if !text.starts_with('$') || text.starts_with("$$") {
        return Some(match Untyped::of(text, style) {
            Some(Untyped::Number(_)) => Type::Number,
            Some(Untyped::Boolean(_)) => Type::Boolean,
            Some(Untyped::Text(_)) | None => Type::Text,
        });
    }
    let spelled = whole(text)?;
    let (within, name) = spelled.split_once("].")?;
    let of_task = |task: &str| {
        let skill = skills.get(task)?;
        raw.skills.iter().find(|raw| raw.name.is_some_and(|word| word.text == *skill))
    };
    if let Some(task) = within.strip_prefix("$read[") {
        return field(of_task(task)?, name);
    }
    let (task, call) = within.strip_prefix("$submitted[")?.split_once('.')?;
    output(of_task(task)?, call, name)
}

fn field(skill: &RawSkill<'_>, name: &str) -> Option<Type> {
    let mut fields = skill.present.value()?.fields.value()?.iter();
    let field = fields.find(|field| name::composed(field.name.text) == name)?;
    Type::named(field.ty.value()?.text)
}

/// Returns the declared type of an output of a skill's call.
fn output(skill: &RawSkill<'_>, call: &str, name: &str) -> Option<Type> {
    let kinds = skill.kinds.value().into_iter().flatten();
    let lists = kinds.map(|kind| &kind.submit).chain([&skill.submit]);
    lists.flat_map(|list| list.value()).find_map(|list| {
        let outputs = outputs(list);
        let (_, outputs) = outputs.iter().find(|(other, _)| name::composed(other) == call)?;
        let (_, value) = outputs.iter().find(|(other, _)| name::composed(other) == name)?;
        let mut keys = value.map()?;
        let (_, ty) = keys.find(|(key, _)| key.text() == Some("type"))?;
        Type::named(ty.text()?)
    })
}
