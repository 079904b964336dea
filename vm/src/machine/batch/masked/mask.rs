//! Loops over the values of a block that compute bit masks.

use crate::columns::{Column, Integers};
use crate::truth::Truth;

/// The number of 64-bit words per block.
pub const WORDS: usize = 16;

/// One bit for each row of a block.
pub type Mask = [u64; WORDS];

/// The rows of a column without a value.
#[derive(Clone, Copy)]
pub struct States<'a> {
    absent: &'a [u64],
    unreadable: &'a [u64],
    /// All bits set if the test is known true for an absent value.
    of_absent: u64,
}

impl<'a> States<'a> {
    pub fn of(column: &'a Column, of_absent: Truth) -> States<'a> {
        let words = |bits: &'a crate::Bits| if bits.is_zero() { &[][..] } else { bits.words() };
        let of_absent = if of_absent == Truth::True { u64::MAX } else { 0 };
        States { absent: words(column.absent()), unreadable: words(column.unreadable()), of_absent }
    }

    /// Adds the result of another test of the column for an absent value.
    pub fn join(&mut self, other: &States<'_>) {
        self.of_absent |= other.of_absent;
    }

    /// Overwrites the bits of rows without a value.
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

/// Evaluates a test on each value of a block.
#[inline(always)]
pub fn of_block<T: Copy>(values: &[T], block: usize, test: impl Fn(T) -> bool + Copy) -> Mask {
    let mut mask = [0; WORDS];
    let values = values.get(block * 64..).unwrap_or_default();
    for (word, chunk) in mask.iter_mut().zip(values.chunks(64)) {
        *word = match chunk.first_chunk::<64>() {
            Some(whole) => packed(whole.iter().map(|value| test(*value))),
            None => packed(chunk.iter().map(|value| test(*value))),
        };
    }
    mask
}

/// Marks integers within these bounds, both included.
///
/// PERF: an unsigned comparison of the distance from the lower bound checks both bounds at once.
#[inline(always)]
pub fn within(values: Integers<'_>, low: i64, high: i64, block: usize) -> Mask {
    let (least, most) = values.bounds();
    let (low, high) = (low.max(least), high.min(most));
    if low > high {
        return [0; WORDS];
    }
    let span = high.wrapping_sub(low).cast_unsigned();
    match values {
        Integers::Short(values) => {
            // Both bounds fit in 32 bits here, and so does their distance.
            let (low, span) = (low as i32, span as u32);
            of_block(values, block, |value| value.wrapping_sub(low).cast_unsigned() <= span)
        }
        Integers::Long(values) => {
            of_block(values, block, |value| value.wrapping_sub(low).cast_unsigned() <= span)
        }
    }
}

/// Marks integers that are less than the other column's.
#[inline(always)]
pub fn less(left: Integers<'_>, right: Integers<'_>, block: usize) -> Mask {
    match (left, right) {
        (Integers::Short(left), Integers::Short(right)) => pairs(left, right, block, |l, r| l < r),
        (Integers::Short(left), Integers::Long(right)) => {
            pairs(left, right, block, |l, r| i64::from(l) < r)
        }
        (Integers::Long(left), Integers::Short(right)) => {
            pairs(left, right, block, |l, r| l < i64::from(r))
        }
        (Integers::Long(left), Integers::Long(right)) => pairs(left, right, block, |l, r| l < r),
    }
}

#[inline(always)]
fn pairs<L: Copy, R: Copy>(
    left: &[L],
    right: &[R],
    block: usize,
    test: impl Fn(L, R) -> bool + Copy,
) -> Mask {
    let mut mask = [0; WORDS];
    let left = left.get(block * 64..).unwrap_or_default();
    let right = right.get(block * 64..).unwrap_or_default();
    for (word, (left, right)) in mask.iter_mut().zip(left.chunks(64).zip(right.chunks(64))) {
        *word = match (left.first_chunk::<64>(), right.first_chunk::<64>()) {
            (Some(left), Some(right)) => packed(left.iter().zip(right).map(|(l, r)| test(*l, *r))),
            _ => packed(left.iter().zip(right).map(|(l, r)| test(*l, *r))),
        };
    }
    mask
}

/// Packs up to 64 results into bits, the first result lowest.
///
/// PERF: vector comparisons give one byte per result. Three shifts pack eight bytes into eight bits without overlap.
/// Setting the bits one by one takes three times as long.
#[inline(always)]
fn packed(answers: impl Iterator<Item = bool>) -> u64 {
    let mut bytes = [0; 64];
    bytes.iter_mut().zip(answers).for_each(|(byte, answer)| *byte = u8::from(answer));
    let mut word = [0; 8];
    for (byte, eight) in word.iter_mut().zip(bytes.as_chunks::<8>().0) {
        let bits = u64::from_le_bytes(*eight);
        let bits = bits | bits >> 7;
        let bits = bits | bits >> 14;
        *byte = (bits | bits >> 28) as u8;
    }
    u64::from_le_bytes(word)
}
