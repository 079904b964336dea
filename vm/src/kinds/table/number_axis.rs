//! The numeric slot: its value selects the segment between the cuts of the row's group.

use super::axis::BLOCK;
use super::cells::Group;
use crate::columns::{Column, Integers};
use crate::kinds::column::NONE;
use crate::machine::selection::ones;

/// The least number of groups in the tables. Look-ups in a fixed length need no bounds check.
pub const MIN_GROUPS: usize = 256;

/// The most cuts that groups share.
pub const MAX_SHARED_CUTS: usize = 7;

/// A column of numbers, and the cuts of each group.
pub struct NumberAxis<'a> {
    pub column: &'a Column,
    cut_table: CutTable<'a>,
    cuts: Cuts,
    /// The binary logarithm of the number of segments per group.
    depth: u32,
    /// The kind of each group for an absent number, and for an unreadable number.
    states: [Vec<u16>; 2],
}

/// The values of the column, and the cuts of all groups, with `1 << depth` entries each. The last entry is unused.
enum CutTable<'a> {
    Short(&'a [i32], Vec<i32>),
    Long(&'a [i64], Vec<i64>),
}

/// The owner of the cuts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cuts {
    /// All groups have the same few cuts.
    Shared,
    /// Each group has separate cuts.
    PerGroup,
}

impl Cuts {
    /// Gives all groups the same cuts, if groups and cuts are few.
    pub fn share(groups: &mut [Group]) -> Cuts {
        let mut all: Vec<i64> = groups.iter().flat_map(|group| &group.cuts).copied().collect();
        all.sort_unstable();
        all.dedup();
        if all.len() > MAX_SHARED_CUTS || groups.len() > MIN_GROUPS {
            return Cuts::PerGroup;
        }
        groups.iter_mut().for_each(|group| group.cut(&all));
        Cuts::Shared
    }
}

impl<'a> NumberAxis<'a> {
    pub fn new(
        (column, values): (&'a Column, Integers<'a>),
        groups: &[Group],
        cuts: Cuts,
        depth: u32,
    ) -> NumberAxis<'a> {
        let cut_table = match values {
            // A cut lies within the values of the column, so 32 bits hold it.
            Integers::Short(values) => {
                CutTable::Short(values, filled(groups, depth, i32::MAX, |cut| cut as i32))
            }
            Integers::Long(values) => {
                CutTable::Long(values, filled(groups, depth, i64::MAX, |cut| cut))
            }
        };
        let absent = groups.iter().map(|group| super::encode(&group.absent)).collect();
        let unreadable = groups.iter().map(|group| super::encode(&group.unreadable)).collect();
        NumberAxis { column, cut_table, cuts, depth, states: [absent, unreadable] }
    }

    /// Appends the kinds of the rows of a block.
    #[inline(always)]
    pub fn append_kinds(
        &self,
        start: usize,
        groups: &[u16; BLOCK],
        cells: &[u16],
        kinds: &mut Vec<u16>,
    ) {
        match &self.cut_table {
            CutTable::Short(values, cuts) => {
                let values = values.get(start..).unwrap_or_default();
                self.search(groups, values, cuts, cells, kinds);
            }
            CutTable::Long(values, cuts) => {
                let values = values.get(start..).unwrap_or_default();
                self.search(groups, values, cuts, cells, kinds);
            }
        }
        let kinds = kinds.get_mut(start..).unwrap_or_default();
        let bits = [self.column.absent(), self.column.unreadable()];
        for (bits, cells) in bits.into_iter().zip(&self.states) {
            if bits.is_zero() {
                continue;
            }
            let words = bits.words().get(start / 64..).unwrap_or_default();
            for ((kinds, groups), word) in kinds.chunks_mut(64).zip(groups.chunks(64)).zip(words) {
                for at in ones(*word) {
                    if let (Some(kind), Some(group)) = (kinds.get_mut(at), groups.get(at)) {
                        *kind = cells.get(usize::from(*group)).copied().unwrap_or(NONE);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn search<T: Copy + Ord>(
        &self,
        groups: &[u16; BLOCK],
        values: &[T],
        cuts: &[T],
        cells: &[u16],
        kinds: &mut Vec<u16>,
    ) {
        let rows = groups.iter().zip(values);
        let done = match (self.cuts, self.depth) {
            (Cuts::Shared, 1) => count_cuts::<1, T>(groups, values, cuts, cells, kinds),
            (Cuts::Shared, 2) => count_cuts::<3, T>(groups, values, cuts, cells, kinds),
            (Cuts::Shared, 3) => count_cuts::<7, T>(groups, values, cuts, cells, kinds),
            (_, 0) => binary_search::<1, T>(groups, values, cuts, cells, kinds),
            (_, 1) => binary_search::<2, T>(groups, values, cuts, cells, kinds),
            (_, 2) => binary_search::<4, T>(groups, values, cuts, cells, kinds),
            (_, 3) => binary_search::<8, T>(groups, values, cuts, cells, kinds),
            _ => None,
        };
        if done.is_none() {
            kinds.extend(rows.map(|(group, value)| {
                let first = usize::from(*group) << self.depth;
                let cuts = cuts.get(first..).and_then(|cuts| cuts.get(..(1 << self.depth) - 1));
                let segment = cuts.unwrap_or_default().partition_point(|cut| cut <= value);
                cells.get(first + segment).copied().unwrap_or(NONE)
            }));
        }
    }
}

/// Returns the cuts of all groups; unused entries hold the largest value.
fn filled<T: Copy>(groups: &[Group], depth: u32, beyond: T, narrow: impl Fn(i64) -> T) -> Vec<T> {
    let mut cuts = vec![beyond; groups.len().max(MIN_GROUPS) << depth];
    for (cuts, group) in cuts.chunks_mut(1 << depth).zip(groups) {
        cuts.iter_mut().zip(&group.cuts).for_each(|(cut, own)| *cut = narrow(*own));
    }
    cuts
}

/// Appends the kinds of a block if all groups share few cuts: each cut is compared with many values at once.
#[inline(always)]
fn count_cuts<const CUTS: usize, T: Copy + Ord>(
    groups: &[u16; BLOCK],
    values: &[T],
    cuts: &[T],
    cells: &[u16],
    kinds: &mut Vec<u16>,
) -> Option<()> {
    let cuts = cuts.first_chunk::<CUTS>()?;
    let mut places = *groups;
    for (place, value) in places.iter_mut().zip(values) {
        let below: u16 = cuts.iter().map(|cut| u16::from(value >= cut)).sum();
        *place = *place * (CUTS as u16 + 1) + below;
    }
    load_cells(places.get(..values.len()).unwrap_or(&places), cells, kinds);
    Some(())
}

/// Appends the cells at these indices.
///
/// PERF: not inlined, so that it is not compiled for wide registers. Gather instructions take twice as long as
/// separate loads.
#[inline(never)]
fn load_cells(places: &[u16], cells: &[u16], kinds: &mut Vec<u16>) {
    const CELLS: usize = MIN_GROUPS * (MAX_SHARED_CUTS + 1);
    let Some(cells) = cells.first_chunk::<CELLS>() else { return };
    // INVARIANT: every index is within bounds; the remainder shows this to the compiler.
    let cell = |place: &u16| cells.get(usize::from(*place) % CELLS).copied().unwrap_or(NONE);
    kinds.extend(places.iter().map(cell));
}

/// Appends the kinds of a block by binary search, if groups and cuts are few; `None` if they are too many.
///
/// PERF: not inlined, like `load_cells`.
#[inline(never)]
fn binary_search<const CUTS: usize, T: Copy + Ord>(
    groups: &[u16; BLOCK],
    values: &[T],
    cuts: &[T],
    cells: &[u16],
    kinds: &mut Vec<u16>,
) -> Option<()> {
    let cuts = <&[[T; CUTS]; MIN_GROUPS]>::try_from(cuts.as_chunks::<CUTS>().0).ok()?;
    let cells = cells.as_chunks::<CUTS>().0.first_chunk::<MIN_GROUPS>()?;
    let find = |group: &u16, value: &T| {
        // INVARIANT: every group is within bounds; the remainder shows this to the compiler.
        let group = usize::from(*group) % MIN_GROUPS;
        let (cuts, cells) = (cuts.get(group)?, cells.get(group)?);
        let (mut segment, mut half) = (0, CUTS / 2);
        while half > 0 {
            segment += half * usize::from(value >= cuts.get((segment + half - 1) % CUTS)?);
            half /= 2;
        }
        cells.get(segment % CUTS).copied()
    };
    let rows = groups.iter().zip(values);
    kinds.extend(rows.map(|(group, value)| find(group, value).unwrap_or(NONE)));
    Some(())
}
