//! Fills the table: the result of each group of rows, evaluated by the set itself.

use super::axis::Axis;
use crate::columns::Integers;
use crate::decimal::Decimal;
use crate::kinds::index::{NodeId, ROOT};
use crate::kinds::shape::Shape;
use crate::kinds::{KindSet, Kinds};
use crate::machine::kernel::Grid;
use crate::row::{Row, Slots};
use crate::value::Value;

/// The result of a group.
pub struct Group {
    /// The integers from which on its kinds are others than below.
    pub cuts: Vec<i64>,
    /// One more than there are cuts.
    pub segments: Vec<Kinds>,
    /// Where the number is absent.
    pub absent: Kinds,
    /// Where it is unreadable.
    pub unreadable: Kinds,
}

impl Group {
    /// Whether it has several kinds somewhere.
    pub fn has_several(&self) -> bool {
        let mut all = self.segments.iter().chain([&self.absent, &self.unreadable]);
        all.any(|kinds| matches!(kinds, Kinds::Several(_)))
    }

    /// Adds cuts.
    pub fn cut(&mut self, all: &[i64]) {
        let segment = |at: usize| self.segments.get(at).cloned().unwrap_or(Kinds::None);
        let below = |cut: &i64| self.cuts.partition_point(|own| own <= cut);
        let behind = all.iter().map(|cut| segment(below(cut)));
        let segments = std::iter::once(segment(0)).chain(behind).collect();
        (self.cuts, self.segments) = (all.to_vec(), segments);
    }
}

/// Evaluates the set for rows that represent cells.
pub struct Filling<'a> {
    set: &'a KindSet,
    shape: &'a Shape,
    numbers: Option<(Integers<'a>, u8)>,
    row: Row,
    /// How often it may still be asked, or a kind be looked at.
    left: usize,
}

impl<'a> Filling<'a> {
    /// A filling that takes no longer than so many rows are worth.
    pub fn new(
        set: &'a KindSet,
        shape: &'a Shape,
        numbers: Option<(Integers<'a>, u8)>,
        rows: usize,
    ) -> Option<Filling<'a>> {
        let slots = set.kinds.first()?.program().slots().len();
        Some(Filling { set, shape, numbers, row: Row::new(slots), left: 256 + rows / 4 })
    }

    /// The result of a group; `None` if the budget is spent.
    pub fn group(&mut self, axes: &[Axis<'_>], group: usize) -> Option<Group> {
        self.row.clear();
        for axis in axes {
            let value = axis.value(group / axis.stride % (axis.values + 2));
            self.row.set(axis.slot, value);
        }
        let (Some(slot), Some((values, scale))) = (self.shape.number, self.numbers) else {
            let kinds = self.ask()?;
            let (absent, unreadable) = (kinds.clone(), kinds.clone());
            return Some(Group { cuts: Vec::new(), segments: vec![kinds], absent, unreadable });
        };
        let absent = self.ask()?;
        self.row.set(slot, Value::Unreadable);
        let unreadable = self.ask()?;
        let cuts = self.cuts(slot, values, scale)?;
        let lowest = cuts.first().map_or(0, |first| first - 1);
        let mut group = Group { cuts: Vec::new(), segments: Vec::new(), absent, unreadable };
        for (at, value) in std::iter::once(lowest).chain(cuts).enumerate() {
            self.row.set(slot, Value::Number(Decimal::new(i128::from(value), scale)?));
            let kinds = self.ask()?;
            if group.segments.last() != Some(&kinds) {
                if at > 0 {
                    group.cuts.push(value);
                }
                group.segments.push(kinds);
            }
        }
        Some(group)
    }

    /// The integers from which on a test of some kind that the group may be of answers otherwise than below.
    fn cuts(&mut self, slot: usize, values: Integers<'_>, scale: u8) -> Option<Vec<i64>> {
        let mut cuts = Vec::new();
        let mut nodes = vec![ROOT];
        while let Some(id) = nodes.pop() {
            let node = self.set.index.node(id)?;
            for candidate in &node.candidates {
                let points = self.shape.points.get(usize::from(candidate.kind))?;
                self.spend(1 + points.len())?;
                for point in points {
                    match Grid::of(*point, scale) {
                        Grid::On(at) => cuts.extend([Some(at), at.checked_add(1)]),
                        Grid::Above(at) => cuts.push(at.checked_add(1)),
                        Grid::Below => {}
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
        // Only cuts between the values that can occur.
        let (least, most) = values.bounds();
        let parts = |cut: &i64| least < *cut && *cut <= most;
        let mut cuts: Vec<i64> = cuts.into_iter().flatten().filter(parts).collect();
        cuts.sort_unstable();
        cuts.dedup();
        Some(cuts)
    }

    fn ask(&mut self) -> Option<Kinds> {
        self.spend(1)?;
        Some(self.set.classify(&self.row))
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }
}
