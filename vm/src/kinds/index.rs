//! The tree that leads from a row's values to the kinds that it may be of.

use crate::kinds::points::Points;
use crate::kinds::residual::Residual;
use crate::kinds::slots::BySlot;
use crate::row::RowView;
use crate::semantics::key_order;
use crate::slot::{Heap, Slot};
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// All nodes; the first is where every row begins.
#[derive(Clone, Debug, Default)]
pub struct Index {
    pub nodes: Vec<Node>,
}

/// A node of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// Where every row begins.
pub const ROOT: NodeId = NodeId(0);

/// Some of the kinds: those to decide here, and those to divide further.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub candidates: Vec<Candidate>,
    pub split: Option<Split>,
    /// Further ones, which most nodes have not.
    pub more: Vec<Split>,
}

/// A kind that the rows at a node may have.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub kind: u16,
    pub left: Residual,
}

/// From what a row has to the node of the kinds that it may be of then.
#[derive(Clone, Debug)]
pub enum Split {
    /// By the value of a slot.
    Lookup(Lookup),
    /// By where the value of a slot lies.
    Search(Search),
    /// By a test that all these kinds need.
    Ask(Box<Verified>, NodeId),
}

/// By the value itself.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    pub slot: usize,
    /// By the bytes of a slot that holds its value whole, or nothing.
    pub inline: BySlot,
    /// By the other values, sorted.
    pub outside: Vec<(Constant, NodeId)>,
}

/// By where the value lies between points.
#[derive(Clone, Debug)]
pub struct Search {
    pub slot: usize,
    pub points: Points,
    /// Below the first point, at it, between it and the second, and so on.
    pub segments: Vec<Option<NodeId>>,
}

impl Index {
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
    /// The slot that it looks up, if it is a look-up.
    pub fn slot(&self) -> Option<usize> {
        match self {
            Split::Lookup(lookup) => Some(lookup.slot),
            Split::Search(search) => Some(search.slot),
            Split::Ask(..) => None,
        }
    }

    /// All nodes that some value leads to.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Split::Lookup(lookup) => {
                let outside = lookup.outside.iter().map(|(_, node)| *node);
                lookup.inline.nodes().chain(outside).collect()
            }
            Split::Search(search) => search.segments.iter().flatten().copied().collect(),
            Split::Ask(_, node) => vec![*node],
        }
    }

    /// PERF: a look-up is inlined into the loop over rows; a search is too large for that.
    #[inline(always)]
    pub fn of_row(&self, row: RowView<'_>) -> Option<NodeId> {
        match self {
            Split::Lookup(lookup) => lookup.of(row.slots.get(lookup.slot)?, row.heap),
            Split::Search(search) => search.of(row.slots.get(search.slot)?, row.heap),
            Split::Ask(test, node) => test.decide_from(0, row.slots, row.heap).then_some(*node),
        }
    }

    /// The node that a value of its slot leads to.
    pub fn of_value(&self, value: Value<'_>) -> Option<NodeId> {
        let mut heap = Heap::default();
        let slot = Slot::new(value, &mut heap);
        match self {
            Split::Lookup(lookup) => lookup.of(&slot, &heap),
            Split::Search(search) => search.of(&slot, &heap),
            Split::Ask(..) => None,
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
