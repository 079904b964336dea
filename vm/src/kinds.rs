//! Kind sets: all kinds of a skill asked together, at the cost of the kinds that a row may be of.
//!
//! From the code of each kind is derived which values of a slot it needs to be known true, and between which bounds.
//! Kinds that differ in what they need of one slot share a look-up or a search in it; what is left of them is divided
//! again by the next slot. Only the kinds that come out, and those that need nothing, are decided.

mod batch;
mod column;
mod divide;
mod index;
mod needs;
mod points;
mod shape;
mod slots;
mod spans;
mod table;

use std::sync::OnceLock;

use smallvec::SmallVec;

pub use crate::kinds::column::KindColumn;
use crate::kinds::divide::divide;
use crate::kinds::index::{Index, NodeId, ROOT};
use crate::kinds::shape::Shape;
use crate::row::{RowView, Slots};
use crate::slot::{Heap, Slot};
use crate::verify::Verified;

/// Of which kinds a row is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kinds {
    /// Of none.
    #[default]
    None,
    /// Of one: its index among the kinds.
    One(u16),
    /// Of several: their indices, in order.
    Several(SmallVec<[u16; 4]>),
}

impl Kinds {
    fn add(&mut self, kind: u16) {
        match self {
            Kinds::None => *self = Kinds::One(kind),
            Kinds::One(first) => *self = Kinds::Several(SmallVec::from_slice(&[*first, kind])),
            Kinds::Several(kinds) => kinds.push(kind),
        }
    }

    fn sorted(mut self) -> Kinds {
        if let Kinds::Several(kinds) = &mut self {
            kinds.sort_unstable();
        }
        self
    }
}

/// The kinds of a skill.
#[derive(Clone, Debug)]
pub struct KindSet {
    kinds: Vec<Verified>,
    index: Index,
    /// What they are made of, once a batch asks.
    shape: OnceLock<Option<Shape>>,
}

impl KindSet {
    /// The set of these kinds, which read the same slots. Kinds beyond the 65,534th are never answered.
    pub fn new(kinds: Vec<Verified>) -> KindSet {
        let index = divide(&kinds);
        KindSet { kinds, index, shape: OnceLock::new() }
    }

    /// The kinds, in their order.
    pub fn kinds(&self) -> &[Verified] {
        &self.kinds
    }

    /// Of which kinds a row is. Allocates nothing, but for a row of more than four kinds.
    #[inline]
    pub fn classify(&self, row: &(impl Slots + ?Sized)) -> Kinds {
        // PERF: passed part by part and sorted where they are: what was just written in halves waits to be read whole.
        let RowView { slots, heap } = row.view();
        let mut kinds = Kinds::None;
        self.visit(ROOT, slots, heap, &mut kinds);
        if let Kinds::Several(several) = &mut kinds {
            several.sort_unstable();
        }
        kinds
    }

    /// Decides the candidates of a node and of the nodes that the row's values lead to: at most one a slot deep.
    fn visit(&self, at: NodeId, slots: &[Slot], heap: &Heap, kinds: &mut Kinds) {
        let row = RowView { slots, heap };
        let mut next = Some(at);
        while let Some(node) = next.take().and_then(|at| self.index.node(at)) {
            for &kind in &node.candidates {
                let program = self.kinds.get(usize::from(kind));
                if program.is_some_and(|program| program.decide_view(row)) {
                    kinds.add(kind);
                }
            }
            for split in &node.splits {
                // PERF: most nodes have one split, whose node is gone on to without a call.
                if let Some(before) = split.of_row(row).and_then(|node| next.replace(node)) {
                    self.visit(before, slots, heap, kinds);
                }
            }
        }
    }
}
