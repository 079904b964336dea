//! Kind sets: classify a row by all kinds of a skill, at the cost of the candidates alone.
//!
//! The code of each kind yields the values and the bounds of a slot that the kind requires. From these, a decision
//! tree is built. A node splits its kinds by a look-up or a search in one slot; its children split by other slots. Only
//! the candidates on the path of a row are decided, together with kinds that require nothing.

mod batch;
mod build;
mod column;
mod needs;
mod points;
mod residual;
mod shape;
mod shared;
mod slot_table;
mod spans;
mod table;
mod tree;

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::kinds::build::build;
pub use crate::kinds::column::KindColumn;
use crate::kinds::residual::Residual;
use crate::kinds::shape::Shape;
use crate::kinds::tree::{Candidate, DecisionTree, NodeId, ROOT};
use crate::row::{RowView, Slots};
use crate::slot::{Heap, Slot};
use crate::verify::Verified;

/// The kinds of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kinds {
    /// No kind.
    #[default]
    None,
    /// One kind: its index.
    One(u16),
    /// Several kinds: their indices, sorted.
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

/// The kinds of a skill, with their decision tree.
#[derive(Clone, Debug)]
pub struct KindSet {
    kinds: Vec<Verified>,
    tree: DecisionTree,
    /// The shape of the kinds, computed when the first batch needs it; `None` inside if no table fits.
    shape: OnceLock<Option<Shape>>,
}

impl KindSet {
    /// Creates the set of these kinds, which must read the same slots. Kinds after the 65,534th never match.
    pub fn new(kinds: Vec<Verified>) -> KindSet {
        let tree = build(&kinds);
        KindSet { kinds, tree, shape: OnceLock::new() }
    }

    /// Returns the kinds, in declaration order.
    pub fn kinds(&self) -> &[Verified] {
        &self.kinds
    }

    /// Returns the kinds of a row. Allocates only for a row of more than four kinds.
    #[inline]
    pub fn classify(&self, row: &(impl Slots + ?Sized)) -> Kinds {
        let RowView { slots, heap } = row.view();
        match self.one(slots, heap) {
            Ok(None) => Kinds::None,
            Ok(Some(kind)) => Kinds::One(kind),
            Err(Several) => self.several(slots, heap),
        }
    }

    /// Classifies a row by a single path; fails if the path branches or several kinds match.
    ///
    /// PERF: this covers most rows, and the result is a single number that needs no memory.
    #[inline(always)]
    fn one(&self, slots: &[Slot], heap: &Heap) -> Result<Option<u16>, Several> {
        let row = RowView { slots, heap };
        let (mut found, mut kinds, mut next) = (0u32, 0u16, Some(ROOT));
        while let Some(node) = next.and_then(|at| self.tree.node(at)) {
            if !node.more.is_empty() {
                return Err(Several);
            }
            for candidate in &node.candidates {
                // PERF: branch-free, because a branch here would be mispredicted as often as rows differ.
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
        let from = match &candidate.residual {
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

    /// Decides the candidates of a node and of its descendants that the row reaches. The tree limits the depth.
    fn visit(&self, at: NodeId, row: RowView<'_>, kinds: &mut Kinds) {
        let Some(node) = self.tree.node(at) else { return };
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

/// The row may have several kinds.
struct Several;
