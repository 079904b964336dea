//! Sixteen bytes for a value, so that a row is small and an equality is one compare.
#![expect(
    clippy::indexing_slicing,
    reason = "INVARIANT: every index is a constant below 16 or a length that is at most INLINE"
)]

use crate::decimal::{Decimal, power_of_ten};
use crate::value::{Instant, Value};

/// The longest text that a slot holds itself, in bytes.
pub const INLINE: usize = 14;

/// The decimals of a number that a slot holds in fixed units. PERF: two prices are then compared as two integers,
/// whatever their decimals are, and equal bytes still mean equal numbers.
pub const SCALE: u8 = 4;

/// What the first byte of a slot says.
mod tag {
    pub const ABSENT: u8 = 0;
    pub const UNREADABLE: u8 = 1;
    pub const BOOLEAN: u8 = 2;
    /// Bytes 8 to 15 are the number in units of the fixed scale.
    pub const FIXED: u8 = 3;
    /// A number that is not a whole number of those units in 64 bits: byte 1 is the scale, bytes 8 to 15 the mantissa.
    pub const FINE: u8 = 4;
    /// A mantissa beyond 64 bits: byte 1 is the scale, bytes 8 to 11 its index among the wide ones.
    pub const WIDE: u8 = 5;
    /// Bytes 4 to 7 are nanoseconds, 8 to 15 seconds.
    pub const DATETIME: u8 = 6;
    /// Byte 1 is the length, bytes 2 to 15 the text.
    pub const SHORT: u8 = 7;
    /// Bytes 4 to 7 are the first bytes of the text, 8 to 11 its offset, 12 to 15 its length.
    pub const LONG: u8 = 8;
}

/// A value of 16 bytes. Texts over 14 bytes and mantissas over 64 bits are in a [`Heap`].
///
/// Two slots without a long text or a wide number are equal as values exactly if they are equal as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Slot([u8; 16]);

/// The values that do not fit their slots.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    texts: String,
    wides: Vec<i128>,
}

impl Heap {
    /// Forgets everything and keeps the room for more.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.wides.clear();
    }

    /// How many bytes it holds.
    pub fn len(&self) -> usize {
        self.texts.len() + self.wides.len() * size_of::<i128>()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.wides.is_empty()
    }
}

impl Slot {
    /// Nothing is there.
    pub const ABSENT: Slot = Slot([tag::ABSENT; 16]);
    /// Something is there that is not of the type.
    pub const UNREADABLE: Slot =
        Slot([tag::UNREADABLE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// The boolean true.
    pub const YES: Slot = Slot([tag::BOOLEAN, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    /// The boolean false.
    pub const NO: Slot = Slot([tag::BOOLEAN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// The slot of a value, with what does not fit put on the heap.
    ///
    /// A text is unreadable where the heap would pass 4 GiB.
    pub fn new(value: Value<'_>, heap: &mut Heap) -> Slot {
        match value {
            Value::Absent => Slot::ABSENT,
            Value::Unreadable => Slot::UNREADABLE,
            Value::Text(text) => Slot::text(text, heap),
            Value::Number(number) => Slot::number(number, heap),
            Value::Boolean(true) => Slot::YES,
            Value::Boolean(false) => Slot::NO,
            Value::Datetime(instant) => Slot::datetime(instant),
        }
    }

    /// The slot of a number.
    pub fn number(number: Decimal, heap: &mut Heap) -> Slot {
        if let Ok(small) = i64::try_from(number.mantissa()) {
            return Slot::normal(small, number.scale());
        }
        let Ok(index) = u32::try_from(heap.wides.len()) else { return Slot::UNREADABLE };
        heap.wides.push(number.mantissa());
        Slot::packed(tag::WIDE, number.scale(), 0, u64::from(index))
    }

    /// The slot of `mantissa / 10^scale`, in whatever form it is.
    #[inline]
    pub(crate) fn small(mantissa: i64, scale: u8) -> Slot {
        match fixed(mantissa, scale) {
            Some(units) => Slot::fixed(units),
            None => Slot::fine(mantissa, scale),
        }
    }

    #[cold]
    fn fine(mantissa: i64, scale: u8) -> Slot {
        let normal = Decimal::new(i128::from(mantissa), scale);
        let number = normal.and_then(|n| Some((i64::try_from(n.mantissa()).ok()?, n.scale())));
        number.map_or(Slot::UNREADABLE, |(mantissa, scale)| Slot::normal(mantissa, scale))
    }

    /// The slot of `mantissa / 10^scale`, which must be in normal form.
    fn normal(mantissa: i64, scale: u8) -> Slot {
        match fixed(mantissa, scale) {
            Some(units) => Slot::fixed(units),
            None => Slot::packed(tag::FINE, scale, 0, mantissa.cast_unsigned()),
        }
    }

    #[inline]
    fn fixed(units: i64) -> Slot {
        Slot::packed(tag::FIXED, 0, 0, units.cast_unsigned())
    }

    /// The slot of a point in time.
    pub fn datetime(instant: Instant) -> Slot {
        Slot::packed(tag::DATETIME, 0, instant.nanoseconds, instant.seconds.cast_unsigned())
    }

    /// The slot of a text.
    pub fn text(text: &str, heap: &mut Heap) -> Slot {
        let bytes = text.as_bytes();
        if bytes.len() <= INLINE {
            let mut slot = [0; 16];
            slot[0] = tag::SHORT;
            slot[1] = bytes.len() as u8;
            slot[2..2 + bytes.len()].copy_from_slice(bytes);
            return Slot(slot);
        }
        let (Ok(at), Ok(len)) = (u32::try_from(heap.texts.len()), u32::try_from(bytes.len()))
        else {
            return Slot::UNREADABLE;
        };
        heap.texts.push_str(text);
        let prefix = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Slot::packed(tag::LONG, 0, prefix, u64::from(at) | u64::from(len) << 32)
    }

    /// The slot of a short text: the first `len` of sixteen bytes. The bytes must be ASCII.
    #[inline]
    pub(crate) fn short(window: u128, len: usize) -> Option<Slot> {
        /// The first bytes of sixteen, by their number. PERF: a shift of 128 bits takes as long as a load.
        const MASKS: [u128; INLINE + 1] = {
            let mut masks = [0; INLINE + 1];
            let mut len = 0;
            while len <= INLINE {
                masks[len] = (1 << (8 * len)) - 1;
                len += 1;
            }
            masks
        };
        let text = window & MASKS.get(len)?;
        let head = u128::from(tag::SHORT) | (len as u128) << 8;
        Some(Slot((text << 16 | head).to_le_bytes()))
    }

    /// The value that it holds, with its heap.
    pub fn value<'a>(&'a self, heap: &'a Heap) -> Value<'a> {
        match self.0[0] {
            tag::ABSENT => Value::Absent,
            tag::BOOLEAN => Value::Boolean(self.wide_half() != 0),
            tag::FIXED => {
                let number = Decimal::new(i128::from(self.wide_half().cast_signed()), SCALE);
                number.map_or(Value::Unreadable, Value::Number)
            }
            tag::FINE => Value::Number(Decimal::normal(self.wide_half().cast_signed(), self.0[1])),
            tag::WIDE => {
                let mantissa = heap.wides.get(self.wide_half() as usize);
                let number = mantissa.and_then(|&m| Decimal::new(m, self.0[1]));
                number.map_or(Value::Unreadable, Value::Number)
            }
            tag::DATETIME => Value::Datetime(Instant {
                seconds: self.wide_half().cast_signed(),
                nanoseconds: self.narrow(),
            }),
            tag::SHORT | tag::LONG => self.as_text(heap).map_or(Value::Unreadable, Value::Text),
            _ => Value::Unreadable,
        }
    }

    /// The text, if the slot contains one.
    pub fn as_text<'a>(&'a self, heap: &'a Heap) -> Option<&'a str> {
        match self.0[0] {
            tag::SHORT => std::str::from_utf8(self.0.get(2..2 + usize::from(self.0[1]))?).ok(),
            tag::LONG => {
                let (at, len) =
                    (self.wide_half() as u32 as usize, (self.wide_half() >> 32) as usize);
                heap.texts.get(at..at + len)
            }
            _ => None,
        }
    }

    /// Whether nothing is there.
    #[inline]
    pub fn is_absent(&self) -> bool {
        self.tag() == tag::ABSENT
    }

    /// Whether something is there that is not of the type.
    #[inline]
    pub fn is_unreadable(&self) -> bool {
        self.tag() == tag::UNREADABLE
    }

    /// The number in units of the fixed scale, if the slot contains it in this form.
    #[inline]
    pub fn as_fixed(&self) -> Option<i64> {
        let number = self.low_half() == u64::from(tag::FIXED);
        number.then(|| self.wide_half().cast_signed())
    }

    /// Mantissa and scale, if the slot contains a number whose mantissa fits 64 bits.
    #[inline]
    pub fn as_small(&self) -> Option<(i64, u8)> {
        match self.0[0] {
            tag::FIXED => Some((self.wide_half().cast_signed(), SCALE)),
            tag::FINE => Some((self.wide_half().cast_signed(), self.0[1])),
            _ => None,
        }
    }

    /// Whether it is a number that is none in units of the fixed scale.
    #[inline]
    pub fn is_no_fixed(&self) -> bool {
        matches!(self.tag(), tag::WIDE | tag::FINE)
    }

    /// The 16 bytes as one number, for comparing.
    #[inline]
    pub fn bits(&self) -> u128 {
        u128::from(self.low_half()) | u128::from(self.wide_half()) << 64
    }

    /// Whether the value is in the heap, so that the slot's bytes do not determine it.
    #[inline]
    pub fn is_outside(&self) -> bool {
        matches!(self.tag(), tag::WIDE | tag::LONG)
    }

    #[inline]
    fn packed(tag: u8, scale: u8, narrow: u32, wide: u64) -> Slot {
        let low = u64::from(tag) | u64::from(scale) << 8 | u64::from(narrow) << 32;
        Slot((u128::from(low) | u128::from(wide) << 64).to_le_bytes())
    }

    #[inline]
    fn tag(&self) -> u8 {
        self.low_half() as u8
    }

    /// Its first eight bytes, the first lowest.
    #[inline]
    pub fn low_half(&self) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[0])
    }

    /// Its sixteen bytes, eight and eight.
    #[inline]
    pub fn halves(&self) -> [u64; 2] {
        [self.low_half(), self.wide_half()]
    }

    #[inline]
    fn narrow(&self) -> u32 {
        (self.low_half() >> 32) as u32
    }

    /// Its last eight bytes, the first lowest.
    #[inline]
    pub fn wide_half(&self) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[1])
    }
}

/// `mantissa / 10^scale` in units of the fixed scale, if that is a whole number in 64 bits.
#[inline]
fn fixed(mantissa: i64, scale: u8) -> Option<i64> {
    mantissa.checked_mul(power_of_ten(SCALE.checked_sub(scale)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_equal_where_their_bytes_are(
            mantissa in prop_oneof![-200..200i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX)],
            scale in 0..12u8,
            finer in 0..6u8,
        ) {
            let mut heap = Heap::default();
            let slot = Slot::small(mantissa, scale);
            let number = Decimal::new(i128::from(mantissa), scale).unwrap();
            prop_assert_eq!(slot.value(&heap), Value::Number(number));
            let wider = i128::from(mantissa) * 10i128.pow(u32::from(finer));
            prop_assert_eq!(slot, Slot::number(Decimal::new(wider, scale + finer).unwrap(), &mut heap));
            if let Some(units) = slot.as_fixed() {
                prop_assert_eq!(Decimal::new(i128::from(units), SCALE), Some(number));
            } else {
                prop_assert!(slot.is_no_fixed());
            }
        }
    }
}
