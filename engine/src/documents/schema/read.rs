//! One level of a schema: its nodes, and what they point at, taken together.

use std::collections::{BTreeMap, HashSet};

use vm::Decimal;

use super::{Bound, Choice, Kinds, Says, Schema, SchemaFault, Schemas, Shape};
use crate::documents::document::{Node, NodeId};
use crate::limits::MAX_SCHEMA_PARTS;

/// Which alternative is taken, by the list of alternatives.
pub(super) type Choices = BTreeMap<NodeId, NodeId>;

/// The result of reading a schema under some choices.
pub(super) enum Read {
    Whole(Box<Shape>),
    /// It has alternatives, and none is chosen yet: the list, and its members that are more than `null`.
    OneOf(NodeId, Vec<NodeId>),
}

/// A step of the walk over a schema's parts.
enum Step {
    Enter(NodeId),
    Leave(NodeId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    Open,
    Done,
}

pub(super) fn shape(
    schemas: Schemas<'_>,
    schema: &Schema,
    choices: &Choices,
) -> Result<Read, SchemaFault> {
    let mut shape = Shape::anything();
    let mut passed: BTreeMap<NodeId, Passed> = BTreeMap::new();
    let mut steps: Vec<Step> = schema.0.iter().rev().map(|id| Step::Enter(*id)).collect();
    while let Some(step) = steps.pop() {
        let id = match step {
            Step::Enter(id) => id,
            Step::Leave(id) => {
                passed.insert(id, Passed::Done);
                continue;
            }
        };
        match passed.insert(id, Passed::Open) {
            None => {}
            Some(Passed::Open) => return Err(SchemaFault::Circle),
            Some(Passed::Done) => {
                passed.insert(id, Passed::Done);
                continue;
            }
        }
        if passed.len() > MAX_SCHEMA_PARTS {
            return Err(SchemaFault::Parts);
        }
        steps.push(Step::Leave(id));
        shape.take(schemas, id);
        let target = schemas.tree.target(schemas.base, id).map_err(SchemaFault::Ref)?;
        let mut parts: Vec<NodeId> = target.into_iter().collect();
        parts.extend(schemas.tree.list_at(id, "allOf"));
        for key in ["oneOf", "anyOf"] {
            let Some(group) = schemas.tree.get(id, key) else { continue };
            let items = schemas.tree.list(group).unwrap_or_default();
            let more: Vec<_> =
                items.iter().copied().filter(|item| !is_null(schemas, *item)).collect();
            if more.len() < items.len() {
                shape.nullable = Says::Yes;
            }
            match (choices.get(&group), more.as_slice()) {
                (Some(chosen), _) => parts.push(*chosen),
                (None, []) => {}
                (None, [only]) => parts.push(*only),
                (None, _) => return Ok(Read::OneOf(group, more)),
            }
        }
        steps.extend(parts.into_iter().rev().map(Step::Enter));
    }
    Ok(Read::Whole(Box::new(shape)))
}

/// Whether a schema takes `null` and nothing else.
fn is_null(schemas: Schemas<'_>, id: NodeId) -> bool {
    let tree = schemas.tree;
    let null = |id: &NodeId| matches!(tree.node(*id), Node::Null);
    let named = |id: NodeId| tree.text(id) == Some("null");
    let of_type = tree.get(id, "type").is_some_and(|ty| {
        named(ty)
            || tree.list(ty).is_some_and(|all| !all.is_empty() && all.iter().all(|t| named(*t)))
    });
    let choices = tree.list_at(id, "enum");
    of_type
        || (!choices.is_empty() && choices.iter().all(null))
        || tree.get(id, "const").is_some_and(|id| null(&id))
}

impl Shape {
    /// Takes in what one node says itself.
    fn take(&mut self, schemas: Schemas<'_>, id: NodeId) {
        let tree = schemas.tree;
        if let Node::Boolean(false) = tree.node(id) {
            self.kinds = Kinds::NONE;
        }
        // The older dialect ignores the siblings of a `$ref`; in the newer one they narrow it.
        self.kinds(schemas, id);
        self.choices(schemas, id);
        self.bounds(schemas, id);
        if tree.says(id, "readOnly") {
            self.read_only = Says::Yes;
        }
        for (name, node) in tree.map_at(id, "properties") {
            let known = self.numbers.get(&**name).and_then(|n| self.properties.get_mut(*n));
            match known {
                Some((_, schema)) => schema.0.push(*node),
                None => {
                    self.numbers.insert(name.to_string(), self.properties.len());
                    self.properties.push((name.to_string(), Schema::of(*node)));
                }
            }
        }
        let required = tree.list_at(id, "required").iter();
        self.required.extend(required.filter_map(|id| tree.text(*id)).map(str::to_owned));
        if let Some(node) = tree.get(id, "items") {
            self.items.0.push(node);
        }
        if let Some(node) = tree.get(id, "additionalProperties") {
            match tree.node(node) {
                Node::Boolean(false) => self.others = None,
                Node::Boolean(true) => self.speaks_of_others = Says::Yes,
                _ => {
                    self.speaks_of_others = Says::Yes;
                    if let Some(others) = &mut self.others {
                        others.0.push(node);
                    }
                }
            }
        }
    }

    fn kinds(&mut self, schemas: Schemas<'_>, id: NodeId) {
        let tree = schemas.tree;
        if tree.says(id, "nullable") {
            self.nullable = Says::Yes;
        }
        let Some(ty) = tree.get(id, "type") else {
            // A schema with properties and no type means objects, as everyone reads it.
            if tree.get(id, "properties").is_some() {
                self.kinds = self.kinds.and(Kinds::OBJECT);
            } else if tree.get(id, "items").is_some() {
                self.kinds = self.kinds.and(Kinds::ARRAY);
            }
            return;
        };
        let one = std::slice::from_ref(&ty);
        let mut kinds = Kinds::NONE;
        for word in tree.list(ty).unwrap_or(one).iter().filter_map(|id| tree.text(*id)) {
            kinds = kinds.or(match word {
                "string" | "file" => Kinds::STRING,
                "integer" => Kinds::INTEGER,
                "number" => Kinds::NUMBER,
                "boolean" => Kinds::BOOLEAN,
                "array" => Kinds::ARRAY,
                "object" => Kinds::OBJECT,
                "null" => {
                    self.nullable = Says::Yes;
                    Kinds::NONE
                }
                _ => Kinds::ALL,
            });
        }
        self.kinds = self.kinds.and(kinds);
    }

    fn choices(&mut self, schemas: Schemas<'_>, id: NodeId) {
        let tree = schemas.tree;
        let constant = tree.get(id, "const");
        let listed = tree.get(id, "enum").and_then(|id| tree.list(id));
        let Some(nodes) = constant.as_ref().map(std::slice::from_ref).or(listed) else { return };
        let mut choices: Vec<_> = nodes.iter().map(|id| choice(tree.node(*id))).collect();
        if let Some(before) = &self.choices {
            let before: HashSet<_> = before.iter().collect();
            choices.retain(|choice| before.contains(choice));
        }
        if tree.get(id, "type").is_none() {
            let kinds = choices.iter().map(Choice::kinds).fold(Kinds::NONE, Kinds::or);
            self.kinds = self.kinds.and(kinds);
        }
        self.choices = Some(choices);
    }

    fn bounds(&mut self, schemas: Schemas<'_>, id: NodeId) {
        let tree = schemas.tree;
        let number = |key: &str| match tree.get(id, key).map(|id| tree.node(id)) {
            Some(Node::Number(text)) => Decimal::parse(text).ok(),
            _ => None,
        };
        let closed = |key: &str| if tree.says(id, key) { Says::No } else { Says::Yes };
        let length = |key: &str| number(key).and_then(|number| number.to_string().parse().ok());
        let bounds = [("minimum", closed("exclusiveMinimum")), ("exclusiveMinimum", Says::No)];
        for (key, closed) in bounds {
            let Some(value) = number(key) else { continue };
            let stricter = self.minimum.is_none_or(|before| {
                value > before.value || (value == before.value && closed == Says::No)
            });
            if stricter {
                self.minimum = Some(Bound { value, closed });
            }
        }
        let bounds = [("maximum", closed("exclusiveMaximum")), ("exclusiveMaximum", Says::No)];
        for (key, closed) in bounds {
            let Some(value) = number(key) else { continue };
            let stricter = self.maximum.is_none_or(|before| {
                value < before.value || (value == before.value && closed == Says::No)
            });
            if stricter {
                self.maximum = Some(Bound { value, closed });
            }
        }
        self.min_length = self.min_length.max(length("minLength"));
        self.max_length = match (self.max_length, length("maxLength")) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.patterns.extend(tree.text_at(id, "pattern").map(str::to_owned));
    }
}

fn choice(node: &Node) -> Choice {
    match node {
        Node::Null => Choice::Null,
        Node::Boolean(known) => Choice::Boolean(*known),
        Node::Number(text) => Decimal::parse(text).map_or(Choice::Far, Choice::Number),
        Node::Text(text) => Choice::Text(text.to_string()),
        Node::List(_) | Node::Map(_) => Choice::Compound,
    }
}

impl Choice {
    fn kinds(&self) -> Kinds {
        match self {
            Choice::Null => Kinds::NONE,
            Choice::Boolean(_) => Kinds::BOOLEAN,
            Choice::Number(number) if number.is_whole() => Kinds::INTEGER,
            Choice::Number(_) | Choice::Far => Kinds::NUMBER,
            Choice::Text(_) => Kinds::STRING,
            Choice::Compound => Kinds::ARRAY.or(Kinds::OBJECT),
        }
    }
}
