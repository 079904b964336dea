//! Computes the cells of each group by classifying sample rows.

use super::axis::Axis;
use crate::columns::Integers;
use crate::decimal::Decimal;
use crate::kinds::shape::Shape;
use crate::kinds::tree::{NodeId, ROOT};
use crate::kinds::{KindSet, Kinds};
use crate::machine::kernel::Position;
use crate::row::{Row, Slots};
use crate::value::Value;

/// The cells of a group.
pub struct Group {
    /// The integers where the kinds change; each cut belongs to the segment above.
    pub cuts: Vec<i64>,
    /// The kinds of the segments between the cuts: one more than there are cuts.
    pub segments: Vec<Kinds>,
    /// The kinds if the number is absent.
    pub absent: Kinds,
    /// The kinds if the number is unreadable.
    pub unreadable: Kinds,
}

impl Group {
    /// Returns whether some cell has several kinds.
    pub fn has_several(&self) -> bool {
        let mut all = self.segments.iter().chain([&self.absent, &self.unreadable]);
        all.any(|kinds| matches!(kinds, Kinds::Several(_)))
    }

    /// Replaces the cuts by these, which include the present ones.
    pub fn cut(&mut self, all: &[i64]) {
        let segment = |at: usize| self.segments.get(at).cloned().unwrap_or(Kinds::None);
        let below = |cut: &i64| self.cuts.partition_point(|own| own <= cut);
        let behind = all.iter().map(|cut| segment(below(cut)));
        let segments = std::iter::once(segment(0)).chain(behind).collect();
        (self.cuts, self.segments) = (all.to_vec(), segments);
    }
}

/// The computation of the cells, within a work budget.
pub struct CellBuilder<'a> {
    set: &'a KindSet,
    shape: &'a Shape,
    numbers: Option<(Integers<'a>, u8)>,
    row: Row,
    /// The remaining work budget: classified rows and visited kinds.
    budget: usize,
}

impl<'a> CellBuilder<'a> {
    /// Creates a computation whose budget depends on the number of rows; `None` if the set is empty.
    pub fn new(
        set: &'a KindSet,
        shape: &'a Shape,
        numbers: Option<(Integers<'a>, u8)>,
        rows: usize,
    ) -> Option<CellBuilder<'a>> {
        let slots = set.kinds.first()?.program().slots().len();
        Some(CellBuilder { set, shape, numbers, row: Row::new(slots), budget: 256 + rows / 4 })
    }

    /// Computes the cells of a group; `None` if the budget is spent.
    pub fn group(&mut self, axes: &[Axis<'_>], group: usize) -> Option<Group> {
        self.row.clear();
        for axis in axes {
            let value = axis.value(group / axis.stride % (axis.values + 2));
            self.row.set(axis.slot, value);
        }
        let (Some(slot), Some((values, scale))) = (self.shape.number, self.numbers) else {
            let kinds = self.classify()?;
            let (absent, unreadable) = (kinds.clone(), kinds.clone());
            return Some(Group { cuts: Vec::new(), segments: vec![kinds], absent, unreadable });
        };
        let absent = self.classify()?;
        self.row.set(slot, Value::Unreadable);
        let unreadable = self.classify()?;
        let cuts = self.cuts(slot, values, scale)?;
        let lowest = cuts.first().map_or(0, |first| first - 1);
        let mut group = Group { cuts: Vec::new(), segments: Vec::new(), absent, unreadable };
        for (at, value) in std::iter::once(lowest).chain(cuts).enumerate() {
            self.row.set(slot, Value::Number(Decimal::new(i128::from(value), scale)?));
            let kinds = self.classify()?;
            if group.segments.last() != Some(&kinds) {
                if at > 0 {
                    group.cuts.push(value);
                }
                group.segments.push(kinds);
            }
        }
        Some(group)
    }

    /// Returns the integers where some test of a candidate of the group may change its answer.
    fn cuts(&mut self, slot: usize, values: Integers<'_>, scale: u8) -> Option<Vec<i64>> {
        let mut cuts = Vec::new();
        let mut nodes = vec![ROOT];
        while let Some(id) = nodes.pop() {
            let node = self.set.tree.node(id)?;
            for candidate in &node.candidates {
                let points = self.shape.points.get(usize::from(candidate.kind))?;
                self.spend(1 + points.len())?;
                for point in points {
                    match Position::of(*point, scale) {
                        Position::On(at) => cuts.extend([Some(at), at.checked_add(1)]),
                        Position::Above(at) => cuts.push(at.checked_add(1)),
                        Position::Below => {}
                    }
                }
            }
            for split in node.splits() {
                if split.slot().is_none_or(|of| of == slot) {
                    let next: Vec<NodeId> = split.nodes();
                    self.spend(next.len())?;
                    nodes.extend(next);
                } else {
                    nodes.extend(split.of_row(self.row.view()));
                }
            }
        }
        // Cuts outside the values of the column separate nothing.
        let (least, most) = values.bounds();
        let parts = |cut: &i64| least < *cut && *cut <= most;
        let mut cuts: Vec<i64> = cuts.into_iter().flatten().filter(parts).collect();
        cuts.sort_unstable();
        cuts.dedup();
        Some(cuts)
    }

    fn classify(&mut self) -> Option<Kinds> {
        self.spend(1)?;
        Some(self.set.classify(&self.row))
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(steps)?;
        Some(())
    }
}
