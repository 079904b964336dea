//! The decision tree: the values of a row lead to the kinds that may match.

use crate::kinds::points::Points;
use crate::kinds::residual::Residual;
use crate::kinds::slot_table::SlotTable;
use crate::row::RowView;
use crate::semantics::key_order;
use crate::slot::{Heap, Slot};
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// The nodes of the tree, the root first.
#[derive(Clone, Debug, Default)]
pub struct DecisionTree {
    pub nodes: Vec<Node>,
}

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The root of the tree.
pub const ROOT: NodeId = NodeId(0);

/// The candidates to decide at this node, and the splits that lead to other candidates.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub candidates: Vec<Candidate>,
    pub split: Option<Split>,
    /// The other splits; empty for most nodes.
    pub more: Vec<Split>,
}

/// A kind that may match the rows of a node, and the residual test that decides.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub kind: u16,
    pub residual: Residual,
}

/// A branch of a node: from a row to the next node.
#[derive(Clone, Debug)]
pub enum Split {
    /// Branches by the value of a slot.
    Lookup(Lookup),
    /// Branches by the segment that contains the value of a slot.
    Search(Search),
    /// Leads to the node if this test is known true; every kind below requires the test.
    Test(Box<Verified>, NodeId),
}

/// A hash table from the values of a slot to nodes.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    pub slot: usize,
    /// The nodes of absent values and of values stored in the slot itself, by the bytes of the slot.
    pub inline: SlotTable,
    /// The nodes of all other values, sorted by value.
    pub outside: Vec<(Constant, NodeId)>,
}

/// A search for the segment that contains the value of a slot.
#[derive(Clone, Debug)]
pub struct Search {
    pub slot: usize,
    pub points: Points,
    /// The nodes of the segments: below the first point, at it, between it and the second, and so on.
    pub segments: Vec<Option<NodeId>>,
}

impl DecisionTree {
    #[inline]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }
}

impl Node {
    pub fn splits(&self) -> impl Iterator<Item = &Split> {
        self.split.iter().chain(&self.more)
    }
}

impl Split {
    /// Returns the slot of the split; `None` for a split by a test.
    pub fn slot(&self) -> Option<usize> {
        match self {
            Split::Lookup(lookup) => Some(lookup.slot),
            Split::Search(search) => Some(search.slot),
            Split::Test(..) => None,
        }
    }

    /// Returns all nodes that the split leads to.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Split::Lookup(lookup) => {
                let outside = lookup.outside.iter().map(|(_, node)| *node);
                lookup.inline.nodes().chain(outside).collect()
            }
            Split::Search(search) => search.segments.iter().flatten().copied().collect(),
            Split::Test(_, node) => vec![*node],
        }
    }

    /// PERF: the look-up is inlined into the loop over nodes; the search is too large to inline.
    #[inline(always)]
    pub fn of_row(&self, row: RowView<'_>) -> Option<NodeId> {
        match self {
            Split::Lookup(lookup) => lookup.of(row.slots.get(lookup.slot)?, row.heap),
            Split::Search(search) => search.of(row.slots.get(search.slot)?, row.heap),
            Split::Test(test, node) => test.decide_from(0, row.slots, row.heap).then_some(*node),
        }
    }

    /// Returns the node that a value of the slot leads to.
    pub fn of_value(&self, value: Value<'_>) -> Option<NodeId> {
        let mut heap = Heap::default();
        let slot = Slot::new(value, &mut heap);
        match self {
            Split::Lookup(lookup) => lookup.of(&slot, &heap),
            Split::Search(search) => search.of(&slot, &heap),
            Split::Test(..) => None,
        }
    }
}

impl Lookup {
    #[inline(always)]
    fn of(&self, slot: &Slot, heap: &Heap) -> Option<NodeId> {
        match self.inline.get(slot.bits()) {
            None if slot.is_outside() => self.of_outside(slot.value(heap)),
            node => node,
        }
    }

    #[inline(never)]
    fn of_outside(&self, value: Value<'_>) -> Option<NodeId> {
        let found = self.outside.binary_search_by(|(c, _)| key_order(c.value(), value)).ok()?;
        self.outside.get(found).map(|(_, node)| *node)
    }
}

impl Search {
    #[inline(never)]
    fn of(&self, slot: &Slot, heap: &Heap) -> Option<NodeId> {
        self.segments.get(self.points.of_slot(slot, heap)?).copied().flatten()
    }
}
