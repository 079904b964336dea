//! Classifies the rows of columns with one table, from the values of a few slots to the kinds.
//!
//! Rows of the same texts and booleans form a group. In a group, the number of a row falls between two cuts, and
//! each such cell has its kinds. The kind set itself classifies a sample row per cell, so the table always agrees with
//! the set.

mod axis;
mod cells;
mod number_axis;

use smallvec::SmallVec;

use crate::columns::{Column, Columns, Integers, Values};
use crate::dispatch::Work;
use crate::kinds::column::{NONE, SEVERAL};
use crate::kinds::shape::Shape;
use crate::kinds::{KindSet, Kinds};
use crate::machine::kernel::narrow;
use axis::{Axis, BLOCK};
use cells::{CellBuilder, Group};
use number_axis::{Cuts, NumberAxis};

/// The most groups of a table.
const GROUPS: usize = 1 << 16;

/// The table for these columns.
pub struct Table<'a> {
    axes: Vec<Axis<'a>>,
    number: Option<(&'a Column, Integers<'a>)>,
    number_axis: Option<NumberAxis<'a>>,
    rows: usize,
    groups: Vec<Group>,
    /// The kinds of each cell: per group, per segment between cuts.
    cells: Vec<u16>,
}

impl KindSet {
    /// Builds the table; `None` if the kinds have another shape, or if the table costs more time than it saves.
    pub(super) fn table<'a>(&self, columns: &'a Columns) -> Option<Table<'a>> {
        let shape = self.shape.get_or_init(|| Shape::of(&self.kinds)).as_ref()?;
        let mut axes: Vec<Axis<'_>> = Vec::new();
        let mut groups = 1usize;
        for &slot in &shape.groups {
            let column = columns.column(slot)?;
            let values = match column.values() {
                Values::Text(texts) => texts.dictionary().len(),
                Values::Boolean(_) => 2,
                Values::Number(_) | Values::Datetime(_) => return None,
            };
            axes.push(Axis { slot, column, values, stride: groups });
            groups = groups.checked_mul(values + 2)?;
            if groups > GROUPS || groups > 64 + columns.len() / 8 {
                return None;
            }
        }
        let number = match shape.number {
            Some(slot) => {
                let column = columns.column(slot)?;
                Some((column, narrow(column)?))
            }
            None => None,
        };
        let mut cells = CellBuilder::new(self, shape, number.map(|(_, n)| n), columns.len())?;
        let mut groups: Vec<Group> =
            (0..groups).map(|group| cells.group(&axes, group)).collect::<Option<_>>()?;
        let number = number.map(|(column, (values, _))| (column, values));
        let cuts = Cuts::share(&mut groups);
        Table::new(axes, number, cuts, columns.len(), groups)
    }
}

impl<'a> Table<'a> {
    fn new(
        axes: Vec<Axis<'a>>,
        number: Option<(&'a Column, Integers<'a>)>,
        cuts: Cuts,
        rows: usize,
        groups: Vec<Group>,
    ) -> Option<Table<'a>> {
        let most = groups.iter().map(|group| group.segments.len()).max()?;
        let depth = most.next_power_of_two().trailing_zeros();
        if groups.len() << depth > 4096 + rows {
            return None;
        }
        let mut cells = Vec::new();
        for group in &groups {
            let last = group.segments.last()?;
            let fill = std::iter::repeat_n(last, (1 << depth) - group.segments.len());
            cells.extend(group.segments.iter().chain(fill).map(encode));
        }
        cells.resize(
            cells.len().max(number_axis::MIN_GROUPS * (number_axis::MAX_SHARED_CUTS + 1)),
            NONE,
        );
        let number_axis = number.map(|number| NumberAxis::new(number, &groups, cuts, depth));
        Some(Table { axes, number, number_axis, rows, groups, cells })
    }

    /// Returns whether some cell has several kinds.
    pub fn has_several(&self) -> bool {
        self.groups.iter().any(Group::has_several)
    }

    /// Returns the kinds of a row of several kinds.
    pub fn several(&self, row: usize) -> Option<SmallVec<[u16; 4]>> {
        let group = self.axes.iter().map(|axis| axis.number(row) * axis.stride).sum::<usize>();
        let group = self.groups.get(group)?;
        let kinds = match self.number {
            None => group.segments.first()?,
            Some((column, _)) if column.absent().get(row) => &group.absent,
            Some((column, _)) if column.unreadable().get(row) => &group.unreadable,
            Some((_, values)) => {
                let value = values.get(row)?;
                group.segments.get(group.cuts.partition_point(|cut| *cut <= value))?
            }
        };
        match kinds {
            Kinds::Several(kinds) => Some(kinds.clone()),
            Kinds::None | Kinds::One(_) => None,
        }
    }
}

/// Encodes kinds as the number in a cell.
fn encode(kinds: &Kinds) -> u16 {
    match kinds {
        Kinds::None => NONE,
        Kinds::One(kind) => *kind,
        Kinds::Several(_) => SEVERAL,
    }
}

impl Work for &Table<'_> {
    /// The kind of each row, [`NONE`] or [`SEVERAL`].
    type Out = Vec<u16>;

    #[inline(always)]
    fn run(self) -> Vec<u16> {
        let mut kinds = Vec::with_capacity(self.rows);
        for start in (0..self.rows).step_by(BLOCK) {
            let mut groups = [0; BLOCK];
            for axis in &self.axes {
                axis.add(start, &mut groups);
            }
            match &self.number_axis {
                Some(number_axis) => {
                    number_axis.append_kinds(start, &groups, &self.cells, &mut kinds)
                }
                None => {
                    let cell = |group: &u16| self.cells.get(usize::from(*group)).copied();
                    let groups = groups.iter().take(self.rows - start);
                    kinds.extend(groups.map(|group| cell(group).unwrap_or(NONE)));
                }
            }
        }
        kinds
    }
}
