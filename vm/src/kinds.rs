//! Kind sets: all kinds of a skill evaluated together, at the cost of the kinds that a row may have.
//!
//! The code of each kind shows which values of a slot it needs to be known true, and between which bounds. Kinds that
//! need different values of one slot share a look-up or a search in it; the remaining kinds are divided again by the
//! next slot. Only the resulting candidates, and the kinds that need nothing, are decided.

mod batch;
mod column;
mod divide;
mod index;
mod needs;
mod points;
mod residual;
mod shape;
mod shared;
mod slots;
mod spans;
mod table;

use std::sync::OnceLock;

use smallvec::SmallVec;

pub use crate::kinds::column::KindColumn;
use crate::kinds::divide::divide;
use crate::kinds::index::{Candidate, Index, NodeId, ROOT};
use crate::kinds::residual::Residual;
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
        let RowView { slots, heap } = row.view();
        match self.one(slots, heap) {
            Ok(None) => Kinds::None,
            Ok(Some(kind)) => Kinds::One(kind),
            Err(Several) => self.several(slots, heap),
        }
    }

    /// The kind of a row with at most one kind and a single path through the tree.
    ///
    /// PERF: most rows are such. The result is then one number, which needs no memory.
    #[inline(always)]
    fn one(&self, slots: &[Slot], heap: &Heap) -> Result<Option<u16>, Several> {
        let row = RowView { slots, heap };
        let (mut found, mut kinds, mut next) = (0u32, 0u16, Some(ROOT));
        while let Some(node) = next.and_then(|at| self.index.node(at)) {
            if !node.more.is_empty() {
                return Err(Several);
            }
            for candidate in &node.candidates {
                // PERF: put together without a jump, which would be guessed wrong as often as rows differ.
                let holds = self.holds(candidate, slots, heap);
                found += u32::from(holds);
                kinds |= u16::from(holds).wrapping_neg() & candidate.kind;
            }
            if found > 1 {
                return Err(Several);
            }
            next = node.split.as_ref().and_then(|split| split.of_row(row));
        }
        Ok((found == 1).then_some(kinds))
    }

    #[inline(always)]
    fn holds(&self, candidate: &Candidate, slots: &[Slot], heap: &Heap) -> bool {
        let from = match &candidate.left {
            Residual::Nothing => return true,
            Residual::Step(from, step) => match step.answer(slots) {
                Some(answer) => return answer,
                None => *from,
            },
            Residual::From(from) => *from,
        };
        let program = self.kinds.get(usize::from(candidate.kind));
        program.is_some_and(|program| program.decide_from(from as usize, slots, heap))
    }

    #[inline(never)]
    fn several(&self, slots: &[Slot], heap: &Heap) -> Kinds {
        let mut kinds = Kinds::None;
        self.visit(ROOT, RowView { slots, heap }, &mut kinds);
        kinds.sorted()
    }

    /// Decides the candidates of a node and of the nodes that the row's values lead to: at most one a slot deep.
    fn visit(&self, at: NodeId, row: RowView<'_>, kinds: &mut Kinds) {
        let Some(node) = self.index.node(at) else { return };
        for candidate in &node.candidates {
            if self.holds(candidate, row.slots, row.heap) {
                kinds.add(candidate.kind);
            }
        }
        for node in node.splits().filter_map(|split| split.of_row(row)) {
            self.visit(node, row, kinds);
        }
    }
}

/// A row may be of more than one kind.
struct Several;
