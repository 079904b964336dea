//! A document of somebody else's, JSON or YAML, as one flat tree: an API's description, a saved list of tools.
//!
//! Whatever it holds, reading it takes time and memory in proportion to its length: its size, its nesting and what its
//! aliases add are bounded, and nothing here descends by calling itself.

mod json;
mod yaml;

use crate::limits::{MAX_DOCUMENT, MAX_REF_CHAIN};

/// The number of a node within its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

/// A node.
#[derive(Debug)]
pub(crate) enum Node {
    Null,
    Boolean(bool),
    /// A number as it was written, in JSON's grammar.
    Number(Box<str>),
    Text(Box<str>),
    List(Box<[NodeId]>),
    Map(Map),
}

/// The entries of a map in the document's order, and their order by key, in which one is looked up.
#[derive(Debug, Default)]
pub(crate) struct Map {
    entries: Box<[(Box<str>, NodeId)]>,
    sorted: Box<[u32]>,
}

impl Map {
    /// Builds the map; the error is a key that it has twice.
    fn new(entries: Vec<(Box<str>, NodeId)>) -> Result<Map, String> {
        let mut sorted: Vec<u32> = (0u32..).take(entries.len()).collect();
        let key = |at: &u32| entries.get(*at as usize).map_or("", |(key, _)| &**key);
        sorted.sort_by(|one, other| key(one).cmp(key(other)));
        let twice = sorted.windows(2).find_map(|pair| match pair {
            [one, other] if key(one) == key(other) => Some(key(one).to_owned()),
            _ => None,
        });
        match twice {
            Some(key) => Err(key),
            None => Ok(Map { entries: entries.into(), sorted: sorted.into() }),
        }
    }

    fn get(&self, key: &str) -> Option<NodeId> {
        let entry = |at: &u32| self.entries.get(*at as usize);
        let found = self.sorted.binary_search_by(|at| entry(at).map_or("", |(k, _)| &**k).cmp(key));
        entry(self.sorted.get(found.ok()?)?).map(|(_, id)| *id)
    }
}

/// A document.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    root: NodeId,
}

/// Why a `$ref` leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefFault {
    /// It is not of this document.
    Elsewhere(String),
    /// An empty value.
    Nothing(String),
    /// It leads to itself.
    Circle(String),
}

impl Tree {
    /// Reads a document: as JSON if it begins with a brace, else as YAML.
    pub(crate) fn read(bytes: &[u8]) -> Result<Tree, String> {
        if bytes.len() > MAX_DOCUMENT {
            return Err(format!("it has over {MAX_DOCUMENT} bytes, which is the limit"));
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|fault| format!("byte {} is not UTF-8", fault.valid_up_to() + 1))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') { json::read(text) } else { yaml::read(text) }
    }

    /// The node that holds all others.
    pub(crate) fn root(&self) -> NodeId {
        self.root
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&Node::Null)
    }

    /// The value of a key.
    pub(crate) fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        match self.node(id) {
            Node::Map(map) => map.get(key),
            Node::Null | Node::Boolean(_) | Node::Number(_) | Node::Text(_) | Node::List(_) => None,
        }
    }

    /// The text of a text.
    pub(crate) fn text(&self, id: NodeId) -> Option<&str> {
        match self.node(id) {
            Node::Text(text) => Some(text),
            Node::Null | Node::Boolean(_) | Node::Number(_) | Node::List(_) | Node::Map(_) => None,
        }
    }

    /// The text under a key.
    pub(crate) fn text_at(&self, id: NodeId, key: &str) -> Option<&str> {
        self.get(id, key).and_then(|id| self.text(id))
    }

    /// Whether the value of a key is `true`.
    pub(crate) fn says(&self, id: NodeId, key: &str) -> bool {
        self.get(id, key).is_some_and(|id| matches!(self.node(id), Node::Boolean(true)))
    }

    /// The entries of a node, if it is a map.
    pub(crate) fn map(&self, id: NodeId) -> Option<&[(Box<str>, NodeId)]> {
        match self.node(id) {
            Node::Map(map) => Some(&map.entries),
            Node::Null | Node::Boolean(_) | Node::Number(_) | Node::Text(_) | Node::List(_) => None,
        }
    }

    /// The elements of a node, if it is a list.
    pub(crate) fn list(&self, id: NodeId) -> Option<&[NodeId]> {
        match self.node(id) {
            Node::List(items) => Some(items),
            Node::Null | Node::Boolean(_) | Node::Number(_) | Node::Text(_) | Node::Map(_) => None,
        }
    }

    /// The entries of the map under a key; empty if there is not a map.
    pub(crate) fn map_at(&self, id: NodeId, key: &str) -> &[(Box<str>, NodeId)] {
        self.get(id, key).and_then(|id| self.map(id)).unwrap_or_default()
    }

    /// The elements of the list under a key; empty if there is not a list.
    pub(crate) fn list_at(&self, id: NodeId, key: &str) -> &[NodeId] {
        self.get(id, key).and_then(|id| self.list(id)).unwrap_or_default()
    }

    /// The node that a node refers to in the end, through every `$ref`. `base` is the node that `#` names.
    pub(crate) fn follow(&self, base: NodeId, id: NodeId) -> Result<NodeId, RefFault> {
        let mut at = id;
        for _ in 0..MAX_REF_CHAIN {
            match self.target(base, at)? {
                Some(next) => at = next,
                None => return Ok(at),
            }
        }
        Err(RefFault::Circle(self.text_at(at, "$ref").unwrap_or_default().to_owned()))
    }

    /// The target of a node's own `$ref`; `None` if it has none.
    pub(crate) fn target(&self, base: NodeId, id: NodeId) -> Result<Option<NodeId>, RefFault> {
        let Some(reference) = self.text_at(id, "$ref") else { return Ok(None) };
        let Some(pointer) = reference.strip_prefix('#') else {
            return Err(RefFault::Elsewhere(reference.to_owned()));
        };
        let nothing = || RefFault::Nothing(reference.to_owned());
        let mut at = base;
        let steps = match pointer.strip_prefix('/') {
            Some(steps) => Some(steps.split('/')),
            None if pointer.is_empty() => None,
            None => return Err(nothing()),
        };
        for step in steps.into_iter().flatten() {
            let step = percent_encoding::percent_decode_str(step).decode_utf8_lossy();
            let step = step.replace("~1", "/").replace("~0", "~");
            let next = match self.node(at) {
                Node::List(items) => step.parse::<usize>().ok().and_then(|n| items.get(n).copied()),
                Node::Map(map) => map.get(&step),
                Node::Null | Node::Boolean(_) | Node::Number(_) | Node::Text(_) => None,
            };
            at = next.ok_or_else(nothing)?;
        }
        Ok(Some(at))
    }
}

impl std::fmt::Display for RefFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use crate::text::file::quote;
        match self {
            RefFault::Elsewhere(text) => {
                write!(f, "the `$ref` {} leads out of the document", quote(text))
            }
            RefFault::Nothing(text) => {
                write!(f, "the `$ref` {} leads to nothing", quote(text))
            }
            RefFault::Circle(text) => write!(f, "the `$ref` {} leads to itself", quote(text)),
        }
    }
}

#[cfg(test)]
mod tests;
