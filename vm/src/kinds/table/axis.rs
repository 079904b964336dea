//! Slots of texts and booleans, whose values determine the group of a row.

use crate::columns::{Bits, Codes, Column, Values};
use crate::machine::selection::ones;
use crate::value::Value;

/// The number of rows in a block; the group numbers of a block fit into the first-level cache.
pub const BLOCK: usize = 1024;

/// A slot of texts or booleans, with numbered values.
pub struct Axis<'a> {
    pub slot: usize,
    pub column: &'a Column,
    /// The number of values, without absent and unreadable.
    pub values: usize,
    /// The distance between the groups of two successive values.
    pub stride: usize,
}

impl<'a> Axis<'a> {
    /// Returns the value with this number; the two numbers after the last value mean absent and unreadable.
    pub fn value(&self, number: usize) -> Value<'a> {
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

    /// Returns the number of a row's value.
    pub fn number(&self, row: usize) -> usize {
        if self.column.absent().get(row) {
            return self.values;
        }
        if self.column.unreadable().get(row) {
            return self.values + 1;
        }
        match self.column.values() {
            Values::Text(texts) => texts.codes().get(row).unwrap_or(0) as usize,
            Values::Boolean(bits) => usize::from(bits.get(row)),
            Values::Number(_) | Values::Datetime(_) => 0,
        }
    }

    /// Adds the contribution of this slot to the group of each row of a block.
    #[inline(always)]
    pub fn add(&self, start: usize, groups: &mut [u16; BLOCK]) {
        let stride = self.stride as u16;
        match self.column.values() {
            Values::Text(texts) => match texts.codes() {
                Codes::Byte(codes) => add(groups, codes, start, |code| u16::from(code) * stride),
                Codes::Short(codes) => add(groups, codes, start, |code| code * stride),
                Codes::Wide(codes) => add(groups, codes, start, |code| code as u16 * stride),
            },
            Values::Boolean(bits) => {
                let columns = [bits, self.column.absent(), self.column.unreadable()];
                let [bits, absent, unreadable] =
                    columns.map(|bits| bits.words().get(start / 64..).unwrap_or_default());
                let words = bits.iter().zip(absent).zip(unreadable);
                let groups = groups.as_chunks_mut::<64>().0;
                for (groups, ((word, absent), unreadable)) in groups.iter_mut().zip(words) {
                    let word = word & !absent & !unreadable;
                    for (at, group) in groups.iter_mut().enumerate() {
                        *group += (word >> at & 1) as u16 * stride;
                    }
                }
            }
            Values::Number(_) | Values::Datetime(_) => {}
        }
        // An absent or unreadable text has code 0, so the code has added nothing.
        let absent = self.values as u16 * stride;
        each(self.column.absent(), start, groups, |group| *group += absent);
        each(self.column.unreadable(), start, groups, |group| *group += absent + stride);
    }
}

#[inline(always)]
fn add<T: Copy>(groups: &mut [u16; BLOCK], values: &[T], start: usize, of: impl Fn(T) -> u16) {
    let values = values.get(start..).unwrap_or_default();
    groups.iter_mut().zip(values).for_each(|(group, value)| *group += of(*value));
}

/// Applies `put` to the groups of the rows of a block whose bits are set.
#[inline(always)]
fn each(bits: &Bits, start: usize, groups: &mut [u16; BLOCK], mut put: impl FnMut(&mut u16)) {
    if bits.is_zero() {
        return;
    }
    let words = bits.words().get(start / 64..).unwrap_or_default();
    for (groups, word) in groups.as_chunks_mut::<64>().0.iter_mut().zip(words) {
        ones(*word).for_each(|at| groups.get_mut(at).into_iter().for_each(&mut put));
    }
}
