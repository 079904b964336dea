//! The layout of rows: compiled field paths that turn JSON bytes into a row in one pass.

mod fast_path;
mod parser;

use std::sync::Arc;

use hashbrown::HashMap;

use crate::bad_row::BadRow;
use crate::json::not_utf8;
use crate::path::{self, Path};
use crate::reading::Reading;
use crate::row::Row;
use crate::types::Type;

/// The fields that are read from a row: their paths and types.
///
/// ```
/// use pointsman_vm::{Layout, Path, Reading, Type, Value};
///
/// let fields = [(Path::parse("category")?, Type::Text), (Path::parse("price.amount")?, Type::Price)];
/// let layout = Layout::new(&fields, Reading::default());
/// let mut row = layout.row();
/// layout.read(br#"{"category": 149, "price": {"amount": "12.50"}}"#, &mut row)?;
/// assert_eq!(row.get(0), Value::Text("149"));
/// assert!(matches!(row.get(1), Value::Number(price) if price.to_string() == "12.5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    trie: Arc<Trie>,
    slots: usize,
    reading: Reading,
}

/// The trie of all paths; the first node is the row itself.
#[derive(Debug)]
pub(crate) struct Trie {
    nodes: Vec<Node>,
}

/// The index of a trie node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(pub u32);

/// The node of the row itself.
pub(crate) const ROOT: NodeId = NodeId(0);

/// A position in a row where paths end or continue.
#[derive(Clone, Debug, Default)]
struct Node {
    /// The fields whose path ends here.
    leaves: Vec<Leaf>,
    /// The fields that end here, if no path continues below, as in most nodes.
    plain: Vec<Plain>,
    /// The slots of all fields below.
    beneath: Vec<usize>,
    /// The slots of the fields below whose next step is a key and not an index.
    beneath_keys: Vec<usize>,
    children: Vec<Child>,
    /// The children by key, for nodes with many children.
    by_key: HashMap<Box<str>, NodeId>,
    /// The children whose key is an array index.
    by_index: HashMap<usize, NodeId>,
}

/// The most keys that are compared one after the other.
const FEW: usize = 8;

#[derive(Clone, Copy, Debug)]
struct Leaf {
    slot: usize,
    ty: Type,
}

/// A field at a node without children.
#[derive(Clone, Copy, Debug)]
struct Plain {
    slot: usize,
    accepts: Accepts,
}

/// The JSON values that a field stores unchanged, without normalization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Accepts {
    /// ASCII texts.
    Texts,
    Numbers,
    WholeNumbers,
    Booleans,
    Nothing,
}

impl Accepts {
    fn of(ty: Type) -> Accepts {
        match ty {
            Type::Text | Type::Id | Type::Url | Type::Image => Accepts::Texts,
            Type::Number | Type::Price => Accepts::Numbers,
            Type::Integer | Type::Quantity => Accepts::WholeNumbers,
            Type::Boolean => Accepts::Booleans,
            Type::Email | Type::Phone | Type::Datetime => Accepts::Nothing,
        }
    }

    fn action(self) -> Action {
        match self {
            Accepts::Texts => Action::Text,
            Accepts::Numbers => Action::Number,
            Accepts::WholeNumbers => Action::WholeNumber,
            Accepts::Booleans => Action::Boolean,
            Accepts::Nothing => Action::Other,
        }
    }
}

/// The action for a simple value after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Skips a value that no field reads; its first occurrence was a text.
    SkipText,
    /// Skips a value that no field reads; its first occurrence was a number.
    SkipNumber,
    /// Skips a value that no field reads; its first occurrence was anything else.
    SkipOther,
    /// Stores a text in the slots.
    Text,
    Number,
    WholeNumber,
    Boolean,
    /// Leaves every value to the exact parser.
    Other,
}

/// The action and the trie node for a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leads {
    /// The node of the key; `None` if no field reads the value.
    pub child: Option<NodeId>,
    /// The action for a simple value.
    pub action: Action,
    /// The slots for the value; a single slot is repeated.
    pub slots: [u16; 2],
}

impl Leads {
    /// The action for a key that no field reads, by the first byte of its value.
    fn nowhere(first: u8) -> Leads {
        let action = match first {
            b'"' => Action::SkipText,
            b'-' | b'0'..=b'9' => Action::SkipNumber,
            _ => Action::SkipOther,
        };
        Leads { child: None, action, slots: [0; 2] }
    }

    /// The action for a key that leads to a node.
    fn to(child: NodeId, node: &Node) -> Leads {
        let slot = |plain: &Plain| u16::try_from(plain.slot).ok();
        let (action, slots) = match &node.plain[..] {
            [plain] => (plain.accepts.action(), slot(plain).map(|slot| [slot, slot])),
            [a, b] if a.accepts == Accepts::Texts && b.accepts == Accepts::Texts => {
                (Action::Text, slot(a).zip(slot(b)).map(|(a, b)| [a, b]))
            }
            _ => (Action::Other, None),
        };
        let (action, slots) = slots.map_or((Action::Other, [0; 2]), |slots| (action, slots));
        Leads { child: Some(child), action, slots }
    }
}

#[derive(Clone, Debug)]
struct Child {
    key: Box<str>,
    node: NodeId,
}

impl Layout {
    /// Creates a layout in which field `n` fills slot `n`. Paths may be equal, and one path may be a prefix of another.
    pub fn new(fields: &[(Path, Type)], reading: Reading) -> Layout {
        let mut trie = Trie { nodes: vec![Node::default()] };
        for (slot, (path, ty)) in fields.iter().enumerate() {
            trie.insert_path(path, Leaf { slot, ty: *ty });
        }
        trie.nodes.iter_mut().for_each(Node::finish);
        Layout { trie: Arc::new(trie), slots: fields.len(), reading }
    }

    /// Creates a row with a slot for each field, all absent.
    pub fn row(&self) -> Row {
        Row::new(self.slots)
    }

    /// Returns the settings for reading values.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Reads one row and validates all its bytes. After a bad row every slot is absent.
    pub fn read(&self, bytes: &[u8], row: &mut Row) -> Result<(), BadRow> {
        row.restart(self.slots, &self.trie);
        let filled = parser::read_row(bytes, row, &self.trie, &self.reading);
        filled.map_err(|bad| reject(bytes, row, bad))
    }
}

impl Layout {
    /// Reads a row from the first line of these bytes, and returns the length of the line.
    ///
    /// `None` if the line does not start with the row or does not end within the bytes.
    #[inline]
    pub(crate) fn read_line(
        &self,
        bytes: &[u8],
        row: &mut Row,
    ) -> Option<(usize, Result<(), BadRow>)> {
        row.restart(self.slots, &self.trie);
        row.order.keep_to_line();
        parser::read_line(bytes, row, &self.trie, &self.reading)
    }
}

/// Clears a bad row and chooses its error: invalid UTF-8 precedes every other error.
#[cold]
fn reject(bytes: &[u8], row: &mut Row, bad: BadRow) -> BadRow {
    row.clear();
    not_utf8(bytes).unwrap_or(bad)
}

impl Trie {
    /// Adds a path with its leaf. A path that would exceed 2^32 nodes is ignored.
    fn insert_path(&mut self, path: &Path, leaf: Leaf) {
        let mut at = ROOT;
        for step in path.steps() {
            let index = path::index(step);
            let fresh = u32::try_from(self.nodes.len()).map(NodeId);
            let (Some(node), Ok(fresh)) = (self.nodes.get_mut(at.0 as usize), fresh) else {
                return;
            };
            node.beneath.push(leaf.slot);
            if index.is_none() {
                node.beneath_keys.push(leaf.slot);
            }
            let known = node.child(step);
            at = known.unwrap_or(fresh);
            if known.is_none() {
                node.add_child(step, index, fresh);
                self.nodes.push(Node::default());
            }
        }
        if let Some(node) = self.nodes.get_mut(at.0 as usize) {
            node.leaves.push(leaf);
        }
    }

    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "INVARIANT: an id is made by `insert_path` alone, together with its node"
    )]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl Node {
    fn add_child(&mut self, key: &str, index: Option<usize>, node: NodeId) {
        self.children.push(Child { key: key.into(), node });
        self.by_key.insert(key.into(), node);
        if let Some(index) = index {
            // Indices that do not fit are all beyond the end of every array.
            self.by_index.entry(index).or_insert(node);
        }
    }

    /// Computes the fields that store values unchanged.
    fn finish(&mut self) {
        if self.beneath.is_empty() {
            let plain = |leaf: &Leaf| Plain { slot: leaf.slot, accepts: Accepts::of(leaf.ty) };
            self.plain = self.leaves.iter().map(plain).collect();
        }
    }

    fn child(&self, key: &str) -> Option<NodeId> {
        if self.children.len() > FEW {
            return self.by_key.get(key).copied();
        }
        self.children.iter().find(|child| *child.key == *key).map(|child| child.node)
    }

    fn element(&self, index: usize) -> Option<NodeId> {
        if self.by_index.is_empty() {
            return None;
        }
        self.by_index.get(&index).copied()
    }
}
