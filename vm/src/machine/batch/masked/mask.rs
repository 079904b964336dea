//! Loops over the values of a block, and the bits that they give.

use crate::columns::Column;
use crate::truth::Truth;

/// The rows of a block, in words of 64.
pub const WORDS: usize = 16;

/// A bit for each row of a block.
pub type Mask = [u64; WORDS];

/// The rows of a column that have no value.
#[derive(Clone, Copy)]
pub struct States<'a> {
    absent: &'a [u64],
    unreadable: &'a [u64],
    /// What is known true of an absent value.
    of_absent: u64,
}

impl<'a> States<'a> {
    pub fn of(column: &'a Column, of_absent: Truth) -> States<'a> {
        let words = |bits: &'a crate::Bits| if bits.is_zero() { &[][..] } else { bits.words() };
        let of_absent = if of_absent == Truth::True { u64::MAX } else { 0 };
        States { absent: words(column.absent()), unreadable: words(column.unreadable()), of_absent }
    }

    /// Adds what another test of the column says of an absent value.
    pub fn join(&mut self, other: &States<'_>) {
        self.of_absent |= other.of_absent;
    }

    /// Puts in what is known true of the rows that have no value.
    #[inline(always)]
    pub fn cut(&self, block: usize, mut mask: Mask) -> Mask {
        let absent = self.absent.get(block..).unwrap_or_default();
        for (mask, absent) in mask.iter_mut().zip(absent) {
            *mask = *mask & !absent | absent & self.of_absent;
        }
        let unreadable = self.unreadable.get(block..).unwrap_or_default();
        mask.iter_mut().zip(unreadable).for_each(|(mask, unreadable)| *mask &= !unreadable);
        mask
    }
}

/// A test of each value of a block, as bits.
#[inline(always)]
pub fn of_block<T: Copy>(values: &[T], block: usize, test: impl Fn(T) -> bool) -> Mask {
    let mut mask = [0; WORDS];
    let values = values.get(block * 64..).unwrap_or_default();
    for (word, chunk) in mask.iter_mut().zip(values.chunks(64)) {
        *word = match chunk.first_chunk::<64>() {
            Some(whole) => in_lanes(|at| whole.get(at).is_some_and(|value| test(*value))),
            None => one_by_one(chunk.iter().map(|value| test(*value))),
        };
    }
    mask
}

/// Where integers are less than others.
#[inline(always)]
pub fn less(left: &[i64], right: &[i64], block: usize) -> Mask {
    let mut mask = [0; WORDS];
    let rest = |values: &[i64]| values.len().min(block * 64);
    let pairs =
        left.split_at(rest(left)).1.chunks(64).zip(right.split_at(rest(right)).1.chunks(64));
    for (word, (left, right)) in mask.iter_mut().zip(pairs) {
        *word = match (left.first_chunk::<64>(), right.first_chunk::<64>()) {
            (Some(left), Some(right)) => {
                in_lanes(|at| left.get(at).zip(right.get(at)).is_some_and(|(l, r)| l < r))
            }
            _ => one_by_one(left.iter().zip(right).map(|(l, r)| l < r)),
        };
    }
    mask
}

/// 64 answers as bits, the first lowest.
///
/// PERF: eight lanes of eight answers, so that eight compares make one mask and one `or` puts it where it belongs.
#[inline(always)]
fn in_lanes(answer: impl Fn(usize) -> bool) -> u64 {
    let mut lanes = [0u64; 8];
    for step in 0..8 {
        for (lane, bits) in lanes.iter_mut().enumerate() {
            let at = step * 8 + lane;
            *bits |= u64::from(answer(at)) << at;
        }
    }
    lanes.iter().fold(0, |word, lane| word | lane)
}

/// Fewer answers as bits.
#[inline(always)]
fn one_by_one(answers: impl Iterator<Item = bool>) -> u64 {
    (0..64).zip(answers).fold(0, |word, (at, answer)| word | u64::from(answer) << at)
}
