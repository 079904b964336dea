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

/// A test of each value of a block as bits, for values of few bytes: 64 answers are bytes beside each other.
#[inline(always)]
pub fn of_small<T: Copy>(values: &[T], block: usize, test: impl Fn(T) -> bool) -> Mask {
    let mut mask = [0; WORDS];
    let values = values.get(block * 64..).unwrap_or_default();
    for (word, chunk) in mask.iter_mut().zip(values.chunks(64)) {
        let mut bytes = [0u8; 64];
        match chunk.first_chunk::<64>() {
            Some(whole) => bytes.iter_mut().zip(whole).for_each(|(b, v)| *b = u8::from(test(*v))),
            None => bytes.iter_mut().zip(chunk).for_each(|(b, v)| *b = u8::from(test(*v))),
        }
        *word = packed(&bytes);
    }
    mask
}

/// The same for integers of eight bytes: each answer is moved to its place among those of its lane.
#[inline(always)]
pub fn of_wide(values: &[i64], block: usize, test: impl Fn(i64) -> bool) -> Mask {
    let mut mask = [0; WORDS];
    let values = values.get(block * 64..).unwrap_or_default();
    for (word, chunk) in mask.iter_mut().zip(values.chunks(64)) {
        *word = match chunk.first_chunk::<64>() {
            Some(whole) => in_lanes(|at| whole.get(at).is_some_and(|value| test(*value))),
            None => in_lanes(|at| chunk.get(at).is_some_and(|value| test(*value))),
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
            _ => in_lanes(|at| left.get(at).zip(right.get(at)).is_some_and(|(l, r)| l < r)),
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

/// 64 bytes of 0 or 1 as bits, the first lowest: eight at a time, each moved to the top byte by a multiplication.
#[inline(always)]
fn packed(bytes: &[u8; 64]) -> u64 {
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = bytes.as_chunks::<8>();
    let mut gathered = [0u8; 8];
    for (byte, eight) in gathered.iter_mut().zip(eights) {
        *byte = (u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56) as u8;
    }
    u64::from_le_bytes(gathered)
}
