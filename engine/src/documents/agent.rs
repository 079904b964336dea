//! The manifest of an agent: its coded skills, as operations.

use std::collections::HashSet;

use crate::documents::document::{Node, NodeId, Tree};
use crate::documents::mcp::Tool;
use crate::station::Access;
use crate::text::file::quote;

/// The skills of a manifest; the error is the reason why it cannot be read.
pub(crate) fn read(tree: &Tree) -> Result<Vec<Tool>, String> {
    let root = tree.root();
    for key in ["name", "version"] {
        let text = tree.text_at(root, key).filter(|text| !text.is_empty());
        text.ok_or_else(|| lacking(tree, root, "#", key, "a text"))?;
    }
    let kind = tree.text_at(root, "agent_type").filter(|text| is_type(text));
    kind.ok_or_else(|| {
        lacking(
            tree,
            root,
            "#",
            "agent_type",
            "`worker`, `orchestrated` or a name in small letters",
        )
    })?;
    let skills = tree.get(root, "skills").and_then(|id| tree.list(id));
    let skills = skills.ok_or_else(|| lacking(tree, root, "#", "skills", "a list of skills"))?;
    let mut ids = HashSet::new();
    let mut read = Vec::with_capacity(skills.len());
    for (number, id) in skills.iter().enumerate() {
        let place = format!("#/skills/{number}");
        let skill = skill(tree, *id, &place)?;
        if !ids.insert(skill.name.clone()) {
            return Err(format!("`{place}/id` is {}, and so is another", quote(&skill.name)));
        }
        read.push(skill);
    }
    Ok(read)
}

fn skill(tree: &Tree, at: NodeId, place: &str) -> Result<Tool, String> {
    let id = tree.text_at(at, "id").filter(|id| is_id(id));
    let id = id.ok_or_else(|| {
        lacking(tree, at, place, "id", "an id: names in small letters with dots between them")
    })?;
    let schema = |key: &str| {
        let schema = tree.get(at, key).filter(|id| tree.map(*id).is_some());
        schema.ok_or_else(|| lacking(tree, at, place, key, "a JSON Schema"))
    };
    let (input, output) = (schema("input_schema")?, schema("output_schema")?);
    for key in ["requires_approval", "dangerous"] {
        let flag = tree.get(at, key).map(|id| tree.node(id));
        if !matches!(flag, None | Some(Node::Boolean(_))) {
            return Err(lacking(tree, at, place, key, "`true` or `false`"));
        }
    }
    let examples = tree.get(at, "examples");
    let objects = |id: NodeId| {
        tree.list(id).is_some_and(|list| list.iter().all(|each| tree.map(*each).is_some()))
    };
    if examples.is_some_and(|id| !objects(id)) {
        return Err(lacking(tree, at, place, "examples", "a list of objects"));
    }
    if tree.get(at, "description").is_some_and(|id| tree.text(id).is_none()) {
        return Err(lacking(tree, at, place, "description", "a text"));
    }
    Ok(Tool {
        name: id.to_owned(),
        access: Access::Write,
        summary: tree.text_at(at, "description").map(str::to_owned),
        input: Some(input),
        output: Some(output),
    })
}

/// The message for a key that is missing or has another form.
fn lacking(tree: &Tree, at: NodeId, place: &str, key: &str, form: &str) -> String {
    match tree.get(at, key) {
        Some(_) => format!("`{place}/{key}` is not {form}"),
        None => format!("`{place}/{key}` is missing"),
    }
}

/// Whether a text is the id of a coded skill: names of small letters, digits and `_`, with dots between them.
fn is_id(text: &str) -> bool {
    text.split('.').all(|part| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    })
}

fn is_type(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'))
}
