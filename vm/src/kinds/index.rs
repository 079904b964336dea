//! The tree that leads from a row's values to the kinds that it may be of.

use crate::kinds::points::Points;
use crate::kinds::slots::BySlot;
use crate::row::RowView;
use crate::semantics::key_order;
use crate::slot::{Heap, Slot};
use crate::value::{Constant, Value};

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
    pub candidates: Vec<u16>,
    pub splits: Vec<Split>,
}

/// From the value of a slot to the node of the kinds that may be of a row with it.
#[derive(Clone, Debug)]
pub enum Split {
    Lookup(Lookup),
    Search(Search),
}

/// By the value itself.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    pub slot: usize,
    pub absent: Option<NodeId>,
    /// By the bytes of values that a slot holds whole.
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

impl Split {
    pub fn slot(&self) -> usize {
        match self {
            Split::Lookup(lookup) => lookup.slot,
            Split::Search(search) => search.slot,
        }
    }

    /// All nodes that some value leads to.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Split::Lookup(lookup) => {
                let outside = lookup.outside.iter().map(|(_, node)| *node);
                lookup.inline.nodes().chain(outside).chain(lookup.absent).collect()
            }
            Split::Search(search) => search.segments.iter().flatten().copied().collect(),
        }
    }

    #[inline]
    pub fn of_row(&self, row: RowView<'_>) -> Option<NodeId> {
        match self {
            Split::Lookup(lookup) => lookup.of(row.slots.get(lookup.slot)?, row.heap),
            Split::Search(search) => {
                let slot = row.slots.get(search.slot)?;
                let small = slot.as_small();
                match small.and_then(|(m, scale)| search.points.of_small(m, scale)) {
                    Some(segment) => search.segment(segment),
                    None => search.of_value(slot.value(row.heap)),
                }
            }
        }
    }

    pub fn of_value(&self, value: Value<'_>) -> Option<NodeId> {
        match self {
            Split::Lookup(lookup) => {
                let mut heap = Heap::default();
                lookup.of(&Slot::new(value, &mut heap), &heap)
            }
            Split::Search(search) => search.of_value(value),
        }
    }
}

impl Lookup {
    #[inline]
    fn of(&self, slot: &Slot, heap: &Heap) -> Option<NodeId> {
        if slot.is_absent() {
            return self.absent;
        }
        if slot.is_outside() {
            let value = slot.value(heap);
            let found = self.outside.binary_search_by(|(c, _)| key_order(c.value(), value)).ok()?;
            return self.outside.get(found).map(|(_, node)| *node);
        }
        self.inline.get(slot.bits())
    }
}

impl Search {
    fn of_value(&self, value: Value<'_>) -> Option<NodeId> {
        let segment = match value {
            Value::Absent | Value::Unreadable => return None,
            Value::Number(number) => {
                let small = i64::try_from(number.mantissa()).ok();
                let segment = small.and_then(|m| self.points.of_small(m, number.scale()));
                segment.unwrap_or_else(|| self.points.of_any(value))
            }
            Value::Text(_) | Value::Boolean(_) | Value::Datetime(_) => self.points.of_any(value),
        };
        self.segment(segment)
    }

    #[inline]
    fn segment(&self, at: usize) -> Option<NodeId> {
        self.segments.get(at).copied().flatten()
    }
}
