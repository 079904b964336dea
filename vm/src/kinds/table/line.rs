//! The slot of numbers: the position of a row's value between the cuts of its group.

use super::axis::BLOCK;
use super::filling::Group;
use crate::columns::{Column, Integers};
use crate::kinds::column::NONE;
use crate::machine::reach::ones;

/// For how many groups the tables are held at least, so that a look-up for a group needs no look at how many there are.
pub const HELD: usize = 256;

/// How many cuts at most are few.
pub const FEW: usize = 7;

/// A column of numbers, and the cuts that they are held against.
pub struct Line<'a> {
    pub column: &'a Column,
    way: Way<'a>,
    cuts: Cuts,
    /// How often the cuts of a group are halved to find where a number lies.
    depth: u32,
    /// The kind of each group if the number is absent, and if it is unreadable.
    states: [Vec<u16>; 2],
}

/// The values, and the cuts of each group side by side, as many as two to the power of the depth; the last is not
/// looked at.
enum Way<'a> {
    Short(&'a [i32], Vec<i32>),
    Long(&'a [i64], Vec<i64>),
}

/// Whose the cuts are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cuts {
    /// The same few for each of few groups.
    Shared,
    /// Each group has its own.
    Own,
}

impl Cuts {
    /// Lets groups share all cuts, where both are few.
    pub fn share(groups: &mut [Group]) -> Cuts {
        let mut all: Vec<i64> = groups.iter().flat_map(|group| &group.cuts).copied().collect();
        all.sort_unstable();
        all.dedup();
        if all.len() > FEW || groups.len() > HELD {
            return Cuts::Own;
        }
        groups.iter_mut().for_each(|group| group.cut(&all));
        Cuts::Shared
    }
}

impl<'a> Line<'a> {
    pub fn new(
        (column, values): (&'a Column, Integers<'a>),
        groups: &[Group],
        cuts: Cuts,
        depth: u32,
    ) -> Line<'a> {
        let way = match values {
            // A group has no cut that no value of 32 bits reaches.
            Integers::Short(values) => {
                Way::Short(values, filled(groups, depth, i32::MAX, |cut| cut as i32))
            }
            Integers::Long(values) => Way::Long(values, filled(groups, depth, i64::MAX, |cut| cut)),
        };
        let absent = groups.iter().map(|group| super::told(&group.absent)).collect();
        let unreadable = groups.iter().map(|group| super::told(&group.unreadable)).collect();
        Line { column, way, cuts, depth, states: [absent, unreadable] }
    }

    /// Adds the kinds of the rows of a block, found among the cells.
    #[inline(always)]
    pub fn find(&self, start: usize, groups: &[u16; BLOCK], cells: &[u16], kinds: &mut Vec<u16>) {
        match &self.way {
            Way::Short(values, cuts) => {
                let values = values.get(start..).unwrap_or_default();
                self.search(groups, values, cuts, cells, kinds);
            }
            Way::Long(values, cuts) => {
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
            (Cuts::Shared, 1) => count::<1, T>(groups, values, cuts, cells, kinds),
            (Cuts::Shared, 2) => count::<3, T>(groups, values, cuts, cells, kinds),
            (Cuts::Shared, 3) => count::<7, T>(groups, values, cuts, cells, kinds),
            (_, 0) => halve::<1, T>(groups, values, cuts, cells, kinds),
            (_, 1) => halve::<2, T>(groups, values, cuts, cells, kinds),
            (_, 2) => halve::<4, T>(groups, values, cuts, cells, kinds),
            (_, 3) => halve::<8, T>(groups, values, cuts, cells, kinds),
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

/// The cuts of all groups, padded so that nothing changes after the last cut of a group.
fn filled<T: Copy>(groups: &[Group], depth: u32, beyond: T, narrow: impl Fn(i64) -> T) -> Vec<T> {
    let mut cuts = vec![beyond; groups.len().max(HELD) << depth];
    for (cuts, group) in cuts.chunks_mut(1 << depth).zip(groups) {
        cuts.iter_mut().zip(&group.cuts).for_each(|(cut, own)| *cut = narrow(*own));
    }
    cuts
}

/// Adds the kinds of a block, where all groups have the same few cuts: one compare of many values for each.
#[inline(always)]
fn count<const CUTS: usize, T: Copy + Ord>(
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
    look_up(places.get(..values.len()).unwrap_or(&places), cells, kinds);
    Some(())
}

/// Adds the kinds of the cells at these positions.
///
/// PERF: never inlined, so that it is not compiled for wide registers: gathered look-ups take twice as long as
/// separate ones.
#[inline(never)]
fn look_up(places: &[u16], cells: &[u16], kinds: &mut Vec<u16>) {
    const CELLS: usize = HELD * (FEW + 1);
    let Some(cells) = cells.first_chunk::<CELLS>() else { return };
    // No place is beyond; so written, the compiler knows it too.
    let cell = |place: &u16| cells.get(usize::from(*place) % CELLS).copied().unwrap_or(NONE);
    kinds.extend(places.iter().map(cell));
}

/// Adds the kinds of a block if groups and cuts are few; `None` if there are more.
///
/// PERF: never inlined, as above.
#[inline(never)]
fn halve<const CUTS: usize, T: Copy + Ord>(
    groups: &[u16; BLOCK],
    values: &[T],
    cuts: &[T],
    cells: &[u16],
    kinds: &mut Vec<u16>,
) -> Option<()> {
    let cuts = <&[[T; CUTS]; HELD]>::try_from(cuts.as_chunks::<CUTS>().0).ok()?;
    let cells = cells.as_chunks::<CUTS>().0.first_chunk::<HELD>()?;
    let find = |group: &u16, value: &T| {
        // No group has a number as large as that; so written, the compiler knows it too.
        let group = usize::from(*group) % HELD;
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
