//! A kind set over columns as one table: from what a row has in a few slots to its kinds.
//!
//! Rows of the same texts and booleans are of one group, and a group's kinds are told by where the number lies between
//! cuts. Each cell is filled by asking the set itself of a row that stands for it, so the table cannot differ from it.

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::columns::{Codes, Column, Columns, Values};
use crate::decimal::Decimal;
use crate::dispatch::Work;
use crate::kinds::column::{NONE, SEVERAL};
use crate::kinds::index::{NodeId, ROOT};
use crate::kinds::shape::Shape;
use crate::kinds::{KindSet, Kinds};
use crate::machine::kernel::{Grid, narrow};
use crate::machine::reach::ones;
use crate::row::{Row, Slots};
use crate::value::Value;

/// The rows that are looked at together, so that their groups stay in the nearest cache.
const BLOCK: usize = 1024;

/// The most groups.
const GROUPS: usize = 1 << 16;

/// Up to how many cuts a number is searched for without a branch.
const FEW: usize = 7;

/// A slot of texts or booleans, whose values are numbered.
struct Axis<'a> {
    slot: usize,
    column: &'a Column,
    /// How many values there are, the two states behind them not counted.
    values: usize,
    /// How many groups are between one value and the next.
    stride: usize,
}

/// The table for these columns.
pub struct Table<'a> {
    axes: Vec<Axis<'a>>,
    numbers: Option<(&'a Column, &'a [i64])>,
    rows: usize,
    /// How many cuts each group has; one more is held, which is not looked at.
    width: usize,
    cuts: Vec<i64>,
    /// The kind of each cell: for each group its segments, then the number that is absent, and the unreadable one.
    cells: Vec<u16>,
    several: HashMap<usize, SmallVec<[u16; 4]>>,
}

/// What a group comes to.
struct Group {
    cuts: Vec<i64>,
    /// One more than there are cuts.
    segments: Vec<Kinds>,
    absent: Kinds,
    unreadable: Kinds,
}

impl KindSet {
    /// The table for these columns, where the kinds' shape allows one that takes less time than the rows do.
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
                Some((slot, column, narrow(column)?))
            }
            None => None,
        };
        let mut filling = Filling {
            set: self,
            shape,
            scale: number.map(|(_, _, (_, scale))| scale),
            row: Row::new(self.kinds.first()?.program().slots().len()),
            left: 256 + columns.len() / 4,
        };
        let groups: Vec<Group> =
            (0..groups).map(|group| filling.group(&axes, group)).collect::<Option<_>>()?;
        let numbers = number.map(|(_, column, (values, _))| (column, values));
        Table::new(axes, numbers, columns.len(), groups)
    }
}

/// The set being asked of rows that stand for cells.
struct Filling<'a> {
    set: &'a KindSet,
    shape: &'a Shape,
    scale: Option<u8>,
    row: Row,
    /// How often it may still be asked, or a kind be looked at.
    left: usize,
}

impl Filling<'_> {
    fn group(&mut self, axes: &[Axis<'_>], group: usize) -> Option<Group> {
        self.row.clear();
        for axis in axes {
            let value = axis.value(group / axis.stride % (axis.values + 2));
            self.row.set(axis.slot, value);
        }
        let (Some(slot), Some(scale)) = (self.shape.number, self.scale) else {
            let kinds = self.ask()?;
            let (absent, unreadable) = (kinds.clone(), kinds.clone());
            return Some(Group { cuts: Vec::new(), segments: vec![kinds], absent, unreadable });
        };
        let absent = self.ask()?;
        self.row.set(slot, Value::Unreadable);
        let unreadable = self.ask()?;
        let mut all = self.cuts(slot, scale)?;
        // Below the least cut lies a number too, unless nothing does.
        let below = all.first().map_or(Some(0), |first| first.checked_sub(1));
        let lowest = below.unwrap_or_else(|| all.remove(0));
        let mut group = Group { cuts: Vec::new(), segments: Vec::new(), absent, unreadable };
        for (at, value) in std::iter::once(lowest).chain(all).enumerate() {
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
    fn cuts(&mut self, slot: usize, scale: u8) -> Option<Vec<i64>> {
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
                if split.slot() == slot {
                    let next: Vec<NodeId> = split.nodes();
                    self.spend(next.len())?;
                    nodes.extend(next);
                } else {
                    nodes.extend(split.of_row(self.row.view()));
                }
            }
        }
        let mut cuts: Vec<i64> = cuts.into_iter().flatten().collect();
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

impl<'a> Axis<'a> {
    /// The value of a number; behind the last stand the two states.
    fn value(&self, number: usize) -> Value<'a> {
        match number.checked_sub(self.values) {
            Some(0) => return Value::Absent,
            Some(_) => return Value::Unreadable,
            None => {}
        }
        match self.column.values() {
            Values::Text(texts) => {
                let text = u32::try_from(number).ok().and_then(|code| texts.dictionary().get(code));
                text.map_or(Value::Unreadable, Value::Text)
            }
            Values::Boolean(_) => Value::Boolean(number == 1),
            Values::Number(_) | Values::Datetime(_) => Value::Unreadable,
        }
    }

    /// Adds what the values of a block give to the groups of its rows.
    #[inline(always)]
    fn add(&self, start: usize, groups: &mut [u16; BLOCK]) {
        let stride = self.stride as u16;
        match self.column.values() {
            Values::Text(texts) => match texts.codes() {
                Codes::Byte(codes) => add(groups, codes, start, |code| u16::from(code) * stride),
                Codes::Short(codes) => add(groups, codes, start, |code| code * stride),
                Codes::Wide(codes) => add(groups, codes, start, |code| code as u16 * stride),
            },
            Values::Boolean(bits) => {
                let words = bits.words().get(start / 64..).unwrap_or_default();
                for (groups, word) in groups.chunks_exact_mut(64).zip(words) {
                    for (at, group) in groups.iter_mut().enumerate() {
                        *group += (word >> at & 1) as u16 * stride;
                    }
                }
            }
            Values::Number(_) | Values::Datetime(_) => {}
        }
        for (bits, number) in
            [(self.column.absent(), self.values), (self.column.unreadable(), self.values + 1)]
        {
            // A row without a value has the code of the first, so that it has added nothing.
            let words = bits.words().get(start / 64..).unwrap_or_default();
            for (groups, word) in groups.chunks_exact_mut(64).zip(words) {
                for at in ones(*word) {
                    if let Some(group) = groups.get_mut(at) {
                        *group += number as u16 * stride;
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn add<T: Copy>(groups: &mut [u16; BLOCK], values: &[T], start: usize, of: impl Fn(T) -> u16) {
    let values = values.get(start..).unwrap_or_default();
    groups.iter_mut().zip(values).for_each(|(group, value)| *group += of(*value));
}

impl<'a> Table<'a> {
    fn new(
        axes: Vec<Axis<'a>>,
        numbers: Option<(&'a Column, &'a [i64])>,
        rows: usize,
        groups: Vec<Group>,
    ) -> Option<Table<'a>> {
        let most = groups.iter().map(|group| group.cuts.len()).max()?;
        let width = if most > FEW { most } else { (most + 1).next_power_of_two().max(2) - 1 };
        let cells = groups.len().checked_mul(width + 3).filter(|cells| *cells <= 4096 + rows)?;
        let mut table = Table {
            axes,
            numbers,
            rows,
            width,
            cuts: Vec::with_capacity(cells),
            cells: Vec::with_capacity(cells),
            several: HashMap::new(),
        };
        for group in groups {
            let last = group.segments.last()?.clone();
            table.cuts.extend(&group.cuts);
            table.cuts.resize(table.cuts.len() + width + 1 - group.cuts.len(), i64::MAX);
            // What is at or above a cut that only fills up is what lies above the last.
            let fill = std::iter::repeat_n(last, width + 1 - group.segments.len());
            for kinds in group.segments.into_iter().chain(fill) {
                table.push(kinds);
            }
            table.push(group.absent);
            table.push(group.unreadable);
        }
        Some(table)
    }

    fn push(&mut self, kinds: Kinds) {
        let number = match kinds {
            Kinds::None => NONE,
            Kinds::One(kind) => kind,
            Kinds::Several(kinds) => {
                self.several.insert(self.cells.len(), kinds);
                SEVERAL
            }
        };
        self.cells.push(number);
    }

    /// Whether some cell is of several kinds.
    pub fn has_several(&self) -> bool {
        !self.several.is_empty()
    }

    /// The kinds of a row that is of several.
    pub fn several(&self, row: usize) -> Option<SmallVec<[u16; 4]>> {
        let mut groups = [0; BLOCK];
        let start = row / BLOCK * BLOCK;
        self.axes.iter().for_each(|axis| axis.add(start, &mut groups));
        let group = usize::from(*groups.get(row - start)?);
        let segment = match self.numbers {
            None => 0,
            Some((column, _)) if column.absent().get(row) => self.width + 1,
            Some((column, _)) if column.unreadable().get(row) => self.width + 2,
            Some((_, values)) => {
                let value = values.get(row)?;
                self.cuts_of(group).partition_point(|cut| cut <= value)
            }
        };
        self.several.get(&(group * (self.width + 3) + segment)).cloned()
    }

    #[inline(always)]
    fn cuts_of(&self, group: usize) -> &[i64] {
        let start = group * (self.width + 1);
        self.cuts.get(start..start + self.width).unwrap_or_default()
    }

    /// The kinds of a block whose numbers are searched for among one fewer cuts than `HELD`, a power of two.
    #[inline(always)]
    fn block<const HELD: usize>(&self, groups: &[u16; BLOCK], values: &[i64], kinds: &mut [u16]) {
        let (cuts, _) = self.cuts.as_chunks::<HELD>();
        for ((kind, group), value) in kinds.iter_mut().zip(groups).zip(values) {
            let group = usize::from(*group);
            let (mut segment, mut half) = (0, HELD / 2);
            if let Some(cuts) = cuts.get(group) {
                while half > 0 {
                    let cut = cuts.get((segment + half - 1) % HELD).copied().unwrap_or(i64::MAX);
                    segment += half * usize::from(*value >= cut);
                    half /= 2;
                }
            }
            *kind = self.cells.get(group * (HELD + 2) + segment).copied().unwrap_or(NONE);
        }
    }

    #[inline(always)]
    fn searched(&self, groups: &[u16; BLOCK], values: &[i64], kinds: &mut [u16]) {
        for ((kind, group), value) in kinds.iter_mut().zip(groups).zip(values) {
            let group = usize::from(*group);
            let segment = self.cuts_of(group).partition_point(|cut| cut <= value);
            let cell = self.cells.get(group * (self.width + 3) + segment);
            *kind = cell.copied().unwrap_or(NONE);
        }
    }

    /// Puts in what the rows of a block are of whose number is absent, or unreadable.
    #[inline(always)]
    fn states(&self, column: &Column, start: usize, groups: &[u16; BLOCK], kinds: &mut [u16]) {
        for (bits, segment) in
            [(column.absent(), self.width + 1), (column.unreadable(), self.width + 2)]
        {
            let words = bits.words().get(start / 64..).unwrap_or_default();
            for ((kinds, groups), word) in
                kinds.chunks_mut(64).zip(groups.as_chunks::<64>().0).zip(words)
            {
                for at in ones(*word) {
                    let (Some(kind), Some(group)) = (kinds.get_mut(at), groups.get(at)) else {
                        continue;
                    };
                    let cell = self.cells.get(usize::from(*group) * (self.width + 3) + segment);
                    *kind = cell.copied().unwrap_or(NONE);
                }
            }
        }
    }
}

impl Work for &Table<'_> {
    /// The kind of each row, or that it has none, or several.
    type Out = Vec<u16>;

    #[inline(always)]
    fn run(self) -> Vec<u16> {
        let mut kinds = vec![NONE; self.rows];
        let mut groups = [0u16; BLOCK];
        for (start, kinds) in (0..).step_by(BLOCK).zip(kinds.chunks_mut(BLOCK)) {
            groups.fill(0);
            self.axes.iter().for_each(|axis| axis.add(start, &mut groups));
            let Some((column, values)) = self.numbers else {
                for (kind, group) in kinds.iter_mut().zip(&groups) {
                    let cell = self.cells.get(usize::from(*group) * (self.width + 3));
                    *kind = cell.copied().unwrap_or(NONE);
                }
                continue;
            };
            let values = values.get(start..).unwrap_or_default();
            match self.width {
                1 => self.block::<2>(&groups, values, kinds),
                3 => self.block::<4>(&groups, values, kinds),
                7 => self.block::<8>(&groups, values, kinds),
                _ => self.searched(&groups, values, kinds),
            }
            self.states(column, start, &groups, kinds);
        }
        kinds
    }
}
