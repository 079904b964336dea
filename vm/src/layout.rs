//! The paths of a row's fields, compiled once: JSON bytes become a row in one pass.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::bad_row::{BadRow, BadRowKind};
use crate::json::{Form, Raw, Scanner, unescape};
use crate::limits::MAX_TEXT;
use crate::order::Expected;
use crate::path::{self, Path};
use crate::reading::{Reading, Scalar};
use crate::row::Row;
use crate::slot::Slot;
use crate::types::Type;

/// Which values of a row are read, where they stand and as what.
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
pub(crate) struct NodeId(u32);

const ROOT: NodeId = NodeId(0);

/// A place in a row that some path ends at or passes.
#[derive(Clone, Debug, Default)]
struct Node {
    /// The fields that end here.
    leaves: Vec<Leaf>,
    /// The only field that ends here, where none ends below: what most nodes are.
    sole: Option<Sole>,
    /// The slots of all fields that end below.
    beneath: Vec<usize>,
    /// The slots of those that end below by a step that no array has.
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

/// A field that has a node for itself.
#[derive(Clone, Copy, Debug)]
struct Sole {
    slot: usize,
    /// What it takes as it stands.
    takes: Takes,
}

/// What a field takes as it stands in the row, with nothing to bring to one spelling.
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
        let scan = Scanner::new(bytes)?;
        let mut filler = Filler { scan, row, trie: &self.trie, reading: &self.reading };
        let filled = filler.whole();
        if filled.is_err() {
            row.clear();
        }
        filled
    }
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

    /// Finds out whether it is a field's alone.
    fn settle(&mut self) {
        if let ([leaf], []) = (&self.leaves[..], &self.beneath[..]) {
            self.sole = Some(Sole { slot: leaf.slot, takes: Takes::of(leaf.ty) });
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

/// A row that is being filled.
struct Filler<'a, 'r> {
    scan: Scanner<'a>,
    row: &'r mut Row,
    trie: &'r Trie,
    reading: &'r Reading,
}

impl<'a, 'r> Filler<'a, 'r> {
    fn whole(&mut self) -> Result<(), BadRow> {
        match self.scan.peek()? {
            b'{' => self.object(ROOT, 0)?,
            b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
                return Err(self.scan.bad(BadRowKind::NotAnObject));
            }
            _ => return Err(self.scan.bad(BadRowKind::Unexpected)),
        }
        self.scan.end()
    }

    /// Reads an object that stands in `depth` others, its bracket peeked at.
    fn object(&mut self, node: NodeId, depth: usize) -> Result<(), BadRow> {
        self.scan.enter(depth)?;
        if self.scan.peek()? == b'}' {
            self.scan.step();
            return Ok(());
        }
        loop {
            let child = match self.row.order.expected(node, self.scan.rest()) {
                Some(Expected { length, child }) => {
                    self.scan.advance(length);
                    child
                }
                None => self.key(node)?,
            };
            match child {
                Some(child) => self.value(child, depth + 1)?,
                None => self.scan.skip(depth + 1)?,
            }
            match self.scan.peek()? {
                b',' => self.scan.step(),
                b'}' => {
                    self.scan.step();
                    return Ok(());
                }
                _ => return Err(self.scan.bad(BadRowKind::Unexpected)),
            }
            self.scan.peek()?;
        }
    }

    /// Takes a key that was not expected, and the white space behind its colon.
    fn key(&mut self, node: NodeId) -> Result<Option<NodeId>, BadRow> {
        let whole = self.scan.rest();
        let key = self.scan.key()?;
        self.scan.peek()?;
        let steps = self.trie.node(node);
        let child = match key.form {
            Form::Plain => steps.child(key.text),
            Form::Escaped => {
                unescape(key.text, &mut self.row.room).and_then(|key| steps.child(key))
            }
        };
        let length = whole.len() - self.scan.rest().len();
        self.row.order.learn(node, whole.get(..length).unwrap_or_default(), child);
        Ok(child)
    }

    /// Reads an array that stands in `depth` others, its bracket peeked at.
    fn array(&mut self, node: NodeId, depth: usize) -> Result<(), BadRow> {
        self.scan.enter(depth)?;
        if self.scan.peek()? == b']' {
            self.scan.step();
            return Ok(());
        }
        let mut index = 0;
        loop {
            match self.trie.node(node).element(index) {
                Some(child) => self.value(child, depth + 1)?,
                None => self.scan.skip(depth + 1)?,
            }
            index += 1;
            match self.scan.peek()? {
                b',' => self.scan.step(),
                b']' => {
                    self.scan.step();
                    return Ok(());
                }
                _ => return Err(self.scan.bad(BadRowKind::Unexpected)),
            }
        }
    }

    /// Reads a value at a node: every slot of the node and below it is set, whatever an earlier value left there.
    fn value(&mut self, id: NodeId, depth: usize) -> Result<(), BadRow> {
        let node = self.trie.node(id);
        match self.scan.peek()? {
            b'"' => {
                let raw = self.scan.string()?;
                self.text(node, raw);
            }
            b'-' | b'0'..=b'9' => self.number(node)?,
            b't' => {
                self.scan.word(b"true")?;
                self.boolean(node, Scalar::Boolean(true));
            }
            b'f' => {
                self.scan.word(b"false")?;
                self.boolean(node, Scalar::Boolean(false));
            }
            b'n' => {
                self.scan.word(b"null")?;
                self.scalar(node, Scalar::Null);
            }
            b'{' => {
                self.scalar(node, Scalar::Compound);
                self.row.fill(&node.beneath, Slot::ABSENT);
                self.object(id, depth)?;
            }
            b'[' => {
                self.scalar(node, Scalar::Compound);
                self.row.fill(&node.beneath, Slot::ABSENT);
                self.row.fill(&node.beneath_keys, Slot::UNREADABLE);
                self.array(id, depth)?;
            }
            _ => return Err(self.scan.bad(BadRowKind::Unexpected)),
        }
        Ok(())
    }

    #[inline]
    fn text(&mut self, node: &Node, raw: Raw<'a>) {
        if raw.form == Form::Escaped {
            let mut room = std::mem::take(&mut self.row.room);
            self.scalar(node, unescape(raw.text, &mut room).map_or(Scalar::Broken, Scalar::Text));
            self.row.room = room;
            return;
        }
        if let Some(Sole { slot, takes: Takes::Texts }) = node.sole {
            // PERF: an ASCII text is in its one spelling as it stands; a short one is a window's bytes.
            let window = self.scan.window(raw.start);
            if let Some(value) = window.and_then(|window| Slot::short(window, raw.text.len())) {
                return self.row.put(slot, value);
            }
            if raw.text.len() <= MAX_TEXT && raw.text.is_ascii() {
                let value = Slot::text(raw.text, &mut self.row.heap);
                return self.row.put(slot, value);
            }
        }
        self.scalar(node, Scalar::Text(raw.text));
    }

    #[inline]
    fn number(&mut self, node: &Node) -> Result<(), BadRow> {
        let number = self.scan.number()?;
        if let (Some(sole), Some((mantissa, scale))) = (node.sole, number.small) {
            match sole.takes {
                Takes::Numbers => {
                    self.row.put(sole.slot, Slot::small(mantissa, scale));
                    return Ok(());
                }
                Takes::WholeNumbers => {
                    let value = Slot::small(mantissa, scale);
                    self.row.put(sole.slot, if scale == 0 { value } else { Slot::UNREADABLE });
                    return Ok(());
                }
                Takes::Texts | Takes::Booleans | Takes::Nothing => {}
            }
        }
        self.scalar(node, Scalar::Number(self.scan.lexeme(&number)));
        Ok(())
    }

    #[inline]
    fn boolean(&mut self, node: &Node, scalar: Scalar<'_>) {
        match (node.sole, scalar) {
            (Some(Sole { slot, takes: Takes::Booleans }), Scalar::Boolean(known)) => {
                self.row.put(slot, if known { Slot::YES } else { Slot::NO });
            }
            _ => self.scalar(node, scalar),
        }
    }

    fn scalar(&mut self, node: &Node, scalar: Scalar<'_>) {
        for leaf in &node.leaves {
            self.row.read(leaf.slot, leaf.ty, scalar, self.reading);
        }
        let below = if scalar == Scalar::Null { Slot::ABSENT } else { Slot::UNREADABLE };
        self.row.fill(&node.beneath, below);
    }
}
