//! Schemas in one normal form for three dialects: OpenAPI 3.0, OpenAPI 3.1, JSON Schema.
//!
//! A schema is read when it is needed, one level at a time, so that recursive schemas cost only what is read of them.
//! `nullable` and a `null` among the types mean the same; so do a boolean `exclusiveMinimum` next to `minimum` and a
//! numeric one. `allOf` and `$ref` are merged with their siblings; `oneOf` and `anyOf` are alternatives.

mod read;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use vm::{Decimal, Type};

use crate::documents::document::{NodeId, RefFault, Tree};
use crate::limits::MAX_ALTERNATIVES;

/// Which values of JSON a schema takes, `null` aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Kinds = Kinds(0);
    pub(crate) const STRING: Kinds = Kinds(1);
    pub(crate) const INTEGER: Kinds = Kinds(2);
    /// Numbers, whole ones included.
    pub(crate) const NUMBER: Kinds = Kinds(6);
    pub(crate) const BOOLEAN: Kinds = Kinds(8);
    pub(crate) const ARRAY: Kinds = Kinds(16);
    pub(crate) const OBJECT: Kinds = Kinds(32);
    pub(crate) const ALL: Kinds = Kinds(63);

    /// What both take.
    pub(crate) fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    /// What either takes.
    pub(crate) fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether every value of the other kinds is taken.
    pub(crate) fn holds(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some value of the other kinds is taken.
    pub(crate) fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds in words, for a message.
    pub(crate) fn describe(self) -> String {
        let words = [
            (Kinds::STRING, "a text"),
            (Kinds::NUMBER, "a number"),
            (Kinds::INTEGER, "a whole number"),
            (Kinds::BOOLEAN, "`true` or `false`"),
            (Kinds::ARRAY, "a list"),
            (Kinds::OBJECT, "a map"),
        ];
        let (mut left, mut told) = (self, Vec::new());
        for (kinds, word) in words {
            if left.holds(kinds) {
                left = Kinds(left.0 & !kinds.0);
                told.push(word);
            }
        }
        if told.is_empty() { "nothing but `null`".to_owned() } else { told.join(" or ") }
    }
}

/// Whether something holds of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    Yes,
    No,
}

/// A literal of an `enum`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Choice {
    Null,
    Boolean(bool),
    Number(Decimal),
    /// A number beyond what a station can write.
    Far,
    Text(String),
    /// A list or a map.
    Compound,
}

/// A bound of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) value: Decimal,
    /// Whether the bound itself is taken.
    pub(crate) closed: Says,
}

/// A schema as far as one level of it goes: all of its parts taken together.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) kinds: Kinds,
    pub(crate) nullable: Says,
    pub(crate) choices: Option<Vec<Choice>>,
    pub(crate) minimum: Option<Bound>,
    pub(crate) maximum: Option<Bound>,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) patterns: Vec<String>,
    /// The properties in the document's order, each with its schemas. A value must match all of these.
    pub(crate) properties: Vec<(String, Schema)>,
    numbers: HashMap<String, usize>,
    pub(crate) required: BTreeSet<String>,
    /// The schema of a property that is not named; `None` if no other property is allowed.
    pub(crate) others: Option<Schema>,
    /// Whether the document speaks of properties that it does not name.
    pub(crate) speaks_of_others: Says,
    pub(crate) items: Schema,
    pub(crate) read_only: Says,
}

/// A schema: nodes of a document. A value must match all of them; no node accepts any value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Schema(Vec<NodeId>);

impl Schema {
    /// The schema of one node.
    pub(crate) fn of(node: NodeId) -> Schema {
        Schema(vec![node])
    }
}

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SchemaFault {
    Ref(RefFault),
    /// It consists of itself, through `allOf` or `$ref`.
    Circle,
    /// It has too many parts.
    Parts,
}

impl std::fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SchemaFault::Ref(fault) => fault.fmt(f),
            SchemaFault::Circle => f.write_str("a schema consists of itself"),
            SchemaFault::Parts => f.write_str("a schema has too many parts"),
        }
    }
}

/// A document, and the node that a `#` in its schemas names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schemas<'d> {
    pub(crate) tree: &'d Tree,
    pub(crate) base: NodeId,
    pub(crate) seen: &'d Seen,
}

/// The schemas of a document that were looked at: each is read once, however often it is asked about.
#[derive(Debug, Default)]
pub(crate) struct Seen(RefCell<HashMap<(NodeId, Schema), Looked>>);

type Looked = Result<Vec<Rc<Shape>>, SchemaFault>;

impl<'d> Schemas<'d> {
    /// The alternatives of a schema; if there are too many to distinguish, one shape that accepts any value.
    pub(crate) fn shapes(&self, schema: &Schema) -> Result<Vec<Rc<Shape>>, SchemaFault> {
        let key = (self.base, schema.clone());
        if let Some(looked) = self.seen.0.borrow().get(&key) {
            return looked.clone();
        }
        let looked = self.look(schema);
        self.seen.0.borrow_mut().insert(key, looked.clone());
        looked
    }

    fn look(&self, schema: &Schema) -> Result<Vec<Rc<Shape>>, SchemaFault> {
        let mut pending = vec![read::Choices::default()];
        let mut shapes = Vec::new();
        let mut looked = 0;
        while let Some(choices) = pending.pop() {
            looked += 1;
            if looked > MAX_ALTERNATIVES {
                return Ok(vec![Rc::new(Shape::anything())]);
            }
            match read::shape(*self, schema, &choices) {
                Ok(read::Read::Whole(shape)) => shapes.push(Rc::from(shape)),
                Ok(read::Read::OneOf(group, alternatives)) => {
                    for alternative in alternatives.into_iter().rev() {
                        let mut choices = choices.clone();
                        choices.insert(group, alternative);
                        pending.push(choices);
                    }
                }
                // An alternative that is the schema itself adds nothing to it.
                Err(SchemaFault::Circle) if !choices.is_empty() => {}
                Err(fault) => return Err(fault),
            }
        }
        if shapes.is_empty() { Err(SchemaFault::Circle) } else { Ok(shapes) }
    }

    /// The shapes of several schemas, as alternatives.
    pub(crate) fn all(&self, schemas: &[Schema]) -> Result<Vec<Rc<Shape>>, SchemaFault> {
        let mut shapes = Vec::new();
        for schema in schemas {
            shapes.append(&mut self.shapes(schema)?);
            if shapes.len() > MAX_ALTERNATIVES {
                return Ok(vec![Rc::new(Shape::anything())]);
            }
        }
        Ok(shapes)
    }
}

impl Shape {
    /// What takes anything.
    pub(crate) fn anything() -> Shape {
        Shape {
            kinds: Kinds::ALL,
            nullable: Says::No,
            choices: None,
            minimum: None,
            maximum: None,
            min_length: None,
            max_length: None,
            patterns: Vec::new(),
            properties: Vec::new(),
            numbers: HashMap::new(),
            required: BTreeSet::new(),
            others: Some(Schema::default()),
            speaks_of_others: Says::No,
            items: Schema::default(),
            read_only: Says::No,
        }
    }

    /// Whether the document names a property.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    /// The schema of a property; `None` if the property cannot exist.
    ///
    /// If a schema names properties and does not mention others, only the named ones exist.
    pub(crate) fn property(&self, name: &str) -> Option<Schema> {
        let number = self.numbers.get(name).copied();
        if let Some((_, schema)) = number.and_then(|number| self.properties.get(number)) {
            return Some(schema.clone());
        }
        let open = self.properties.is_empty() || self.speaks_of_others == Says::Yes;
        self.others.clone().filter(|_| open && self.kinds.meets(Kinds::OBJECT))
    }

    /// Whether a value of a type may go there: the table of what a value becomes in a request.
    pub(crate) fn takes(&self, ty: Type) -> bool {
        let kinds = match ty {
            Type::Text | Type::Email | Type::Phone | Type::Url | Type::Image | Type::Datetime => {
                Kinds::STRING
            }
            Type::Id if self.kinds.holds(Kinds::NUMBER) && self.kinds != Kinds::ALL => {
                Kinds::STRING
            }
            Type::Id => Kinds::STRING.or(Kinds::INTEGER),
            Type::Number => return self.kinds.holds(Kinds::NUMBER),
            Type::Integer | Type::Quantity => Kinds::INTEGER,
            Type::Price => {
                return self.kinds.holds(Kinds::NUMBER) || self.kinds.holds(Kinds::STRING);
            }
            Type::Boolean => Kinds::BOOLEAN,
        };
        self.kinds.meets(kinds)
    }
}

#[cfg(test)]
mod tests;
