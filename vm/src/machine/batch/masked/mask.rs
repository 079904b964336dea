//! Loops over the values of a block, and the bits that they give.

use crate::columns::{Column, Integers};
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
    /// The bits for absent values.
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

    /// Sets the bits of the rows that have no value.
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

/// Where integers are within bounds, these included.
///
/// PERF: the distance from the lower bound is compared, without a sign, so that both bounds are one compare.
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
            // Both bounds are of 32 bits now, and so is the distance between them.
            let (low, span) = (low as i32, span as u32);
            of_block(values, block, |value| value.wrapping_sub(low).cast_unsigned() <= span)
        }
        Integers::Long(values) => {
            of_block(values, block, |value| value.wrapping_sub(low).cast_unsigned() <= span)
        }
    }
}

/// Where integers are less than others.
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

/// Up to 64 answers as bits, the first lowest.
///
/// PERF: a byte for each answer is what compares of any width give at once, and eight bytes become a byte of bits by
/// three shifts, whose parts do not meet. Bits that are set one by one take three times as long.
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
