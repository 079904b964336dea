//! The paths of a row's fields, compiled once: JSON bytes become a row in one pass.

mod fill;
mod swift;

use std::sync::Arc;

use hashbrown::HashMap;

use crate::bad_row::BadRow;
use crate::json::not_utf8;
use crate::path::{self, Path};
use crate::reading::Reading;
use crate::row::Row;
use crate::types::Type;

/// The values that are read from a row, with their paths and types.
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

/// The steps of all paths; the first node is the row itself.
#[derive(Debug)]
pub(crate) struct Trie {
    nodes: Vec<Node>,
}

/// A node of a trie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(pub u32);

/// The row itself.
pub(crate) const ROOT: NodeId = NodeId(0);

/// A place in a row that some path ends at or passes.
#[derive(Clone, Debug, Default)]
struct Node {
    /// The fields that end here.
    leaves: Vec<Leaf>,
    /// The slots of each field that ends here and takes values unchanged, if no field ends below: the common case.
    plain: Vec<Plain>,
    /// The slots of all fields that end below.
    beneath: Vec<usize>,
    /// The slots of fields that end below by a step that arrays do not have.
    beneath_keys: Vec<usize>,
    children: Vec<Child>,
    /// The same by their keys, to find one of many.
    by_key: HashMap<Box<str>, NodeId>,
    /// Those that an array's elements lead to, by their index.
    by_index: HashMap<usize, NodeId>,
}

/// Up to how many keys are compared one after the other.
const FEW: usize = 8;

#[derive(Clone, Copy, Debug)]
struct Leaf {
    slot: usize,
    ty: Type,
}

/// A field of a node below which none ends.
#[derive(Clone, Copy, Debug)]
struct Plain {
    slot: usize,
    takes: Takes,
}

/// The values that a field takes unchanged, without normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// Texts of ASCII.
    Texts,
    Numbers,
    WholeNumbers,
    Booleans,
    Nothing,
}

impl Takes {
    fn of(ty: Type) -> Takes {
        match ty {
            Type::Text | Type::Id | Type::Url | Type::Image => Takes::Texts,
            Type::Number | Type::Price => Takes::Numbers,
            Type::Integer | Type::Quantity => Takes::WholeNumbers,
            Type::Boolean => Takes::Booleans,
            Type::Email | Type::Phone | Type::Datetime => Takes::Nothing,
        }
    }

    fn way(self) -> Way {
        match self {
            Takes::Texts => Way::Text,
            Takes::Numbers => Way::Number,
            Takes::WholeNumbers => Way::WholeNumber,
            Takes::Booleans => Way::Boolean,
            Takes::Nothing => Way::Other,
        }
    }
}

/// How a simple value of a key is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Nobody reads it, and it was a text that came first.
    OverText,
    /// The same, of a number.
    OverNumber,
    /// The same, of anything else.
    OverWord,
    /// A text goes to its slots.
    Text,
    Number,
    WholeNumber,
    Boolean,
    /// Nothing simple.
    Other,
}

/// Where a key leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leads {
    /// The next node of the trie, if a path continues.
    pub child: Option<NodeId>,
    /// How a simple value is handled.
    pub way: Way,
    /// The slots of the value; if there is one, it is listed twice.
    pub slots: [u16; 2],
}

impl Leads {
    /// Nowhere; the value there begins so.
    fn nowhere(first: u8) -> Leads {
        let way = match first {
            b'"' => Way::OverText,
            b'-' | b'0'..=b'9' => Way::OverNumber,
            _ => Way::OverWord,
        };
        Leads { child: None, way, slots: [0; 2] }
    }

    /// To a node.
    fn to(child: NodeId, node: &Node) -> Leads {
        let slot = |plain: &Plain| u16::try_from(plain.slot).ok();
        let (way, slots) = match &node.plain[..] {
            [plain] => (plain.takes.way(), slot(plain).map(|slot| [slot, slot])),
            [a, b] if a.takes == Takes::Texts && b.takes == Takes::Texts => {
                (Way::Text, slot(a).zip(slot(b)).map(|(a, b)| [a, b]))
            }
            _ => (Way::Other, None),
        };
        let (way, slots) = slots.map_or((Way::Other, [0; 2]), |slots| (way, slots));
        Leads { child: Some(child), way, slots }
    }
}

#[derive(Clone, Debug)]
struct Child {
    key: Box<str>,
    node: NodeId,
}

impl Layout {
    /// A layout in which slot `n` is the `n`th field. Several fields may have one path, and one path may pass another's end.
    pub fn new(fields: &[(Path, Type)], reading: Reading) -> Layout {
        let mut trie = Trie { nodes: vec![Node::default()] };
        for (slot, (path, ty)) in fields.iter().enumerate() {
            trie.plant(path, Leaf { slot, ty: *ty });
        }
        trie.nodes.iter_mut().for_each(Node::settle);
        Layout { trie: Arc::new(trie), slots: fields.len(), reading }
    }

    /// A row with a slot for each field, all absent.
    pub fn row(&self) -> Row {
        Row::new(self.slots)
    }

    /// What values are read with.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Reads one row, which is checked whole. After a bad row every slot is absent.
    pub fn read(&self, bytes: &[u8], row: &mut Row) -> Result<(), BadRow> {
        row.restart(self.slots, &self.trie);
        let filled = fill::whole(bytes, row, &self.trie, &self.reading);
        filled.map_err(|bad| worst(bytes, row, bad))
    }
}

impl Layout {
    /// Reads the row on the first line of some bytes; returns the length of the line. `None` if the line does not
    /// begin with the row or does not end within the bytes.
    #[inline]
    pub(crate) fn read_line(
        &self,
        bytes: &[u8],
        row: &mut Row,
    ) -> Option<(usize, Result<(), BadRow>)> {
        row.restart(self.slots, &self.trie);
        row.order.keep_to_line();
        fill::line(bytes, row, &self.trie, &self.reading)
    }
}

/// The fault to report for a bad row: invalid UTF-8 takes precedence over other faults.
#[cold]
fn worst(bytes: &[u8], row: &mut Row, bad: BadRow) -> BadRow {
    row.clear();
    not_utf8(bytes).unwrap_or(bad)
}

impl Trie {
    /// Leads a path to a leaf. A path beyond 4 billion steps of all paths leads nowhere.
    fn plant(&mut self, path: &Path, leaf: Leaf) {
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
                node.adopt(step, index, fresh);
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
        reason = "INVARIANT: an id is made by `plant` alone, together with its node"
    )]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl Node {
    fn adopt(&mut self, key: &str, index: Option<usize>, node: NodeId) {
        self.children.push(Child { key: key.into(), node });
        self.by_key.insert(key.into(), node);
        if let Some(index) = index {
            // Two indices too large to count are both past every array's end.
            self.by_index.entry(index).or_insert(node);
        }
    }

    /// Determines which values its fields take unchanged.
    fn settle(&mut self) {
        if self.beneath.is_empty() {
            let plain = |leaf: &Leaf| Plain { slot: leaf.slot, takes: Takes::of(leaf.ty) };
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
