//! The kernels of the batch machine: plain loops over slices.

use crate::columns::{Bits, Codes, Column, Integers, Texts, Values};
use crate::decimal::Decimal;
use crate::machine::reach::{Reach, ones};
use crate::truth::Truth;
use crate::value::Instant;

/// A constant on the grid of a column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// It is this integer at the column's scale.
    On(i64),
    /// It lies between this integer and the next.
    Above(i64),
    /// It is below all that 64 bits hold.
    Below,
}

impl Grid {
    /// Where a number lies among the integers at a scale.
    pub fn of(number: Decimal, scale: u8) -> Grid {
        let Some(wider) = scale.checked_sub(number.scale()) else {
            let power = 10i128.checked_pow(u32::from(number.scale() - scale));
            let floor = power.map_or(0, |power| number.mantissa().div_euclid(power));
            let floor = match power {
                Some(_) => floor,
                // 10^38 is the largest power there is; no difference of scales passes it.
                None => -i128::from(number.mantissa() < 0),
            };
            return Grid::clamped(floor, Grid::Above);
        };
        let power = 10i128.checked_pow(u32::from(wider));
        match power.and_then(|power| number.mantissa().checked_mul(power)) {
            Some(value) => Grid::clamped(value, Grid::On),
            None if number.mantissa() < 0 => Grid::Below,
            None => Grid::Above(i64::MAX),
        }
    }

    fn clamped(floor: i128, grid: impl Fn(i64) -> Grid) -> Grid {
        match i64::try_from(floor) {
            Ok(floor) => grid(floor),
            Err(_) if floor < 0 => Grid::Below,
            Err(_) => Grid::Above(i64::MAX),
        }
    }
}

/// `column == constant`.
pub fn equal(values: Integers<'_>, grid: Grid) -> Vec<Truth> {
    match grid {
        Grid::On(at) => integers(values, |value| value == at),
        Grid::Above(_) | Grid::Below => integers(values, |_| false),
    }
}

/// `column < constant`.
pub fn less(values: Integers<'_>, grid: Grid) -> Vec<Truth> {
    match grid {
        Grid::On(at) => integers(values, |value| value < at),
        Grid::Above(at) => integers(values, |value| value <= at),
        Grid::Below => integers(values, |_| false),
    }
}

/// `column > constant`.
pub fn greater(values: Integers<'_>, grid: Grid) -> Vec<Truth> {
    match grid {
        Grid::On(at) | Grid::Above(at) => integers(values, |value| value > at),
        Grid::Below => integers(values, |_| true),
    }
}

fn integers(values: Integers<'_>, test: impl Fn(i64) -> bool) -> Vec<Truth> {
    match values {
        Integers::Short(values) => each(values, |value| test(i64::from(*value))),
        Integers::Long(values) => each(values, |value| test(*value)),
    }
}

/// `column == text`, for the code that the text has.
pub fn equal_code(texts: &Texts, text: &str) -> Vec<Truth> {
    match texts.dictionary().find(text) {
        Some(code) => match texts.codes() {
            Codes::Byte(codes) => each(codes, |c| u32::from(*c) == code),
            Codes::Short(codes) => each(codes, |c| u32::from(*c) == code),
            Codes::Wide(codes) => each(codes, |c| *c == code),
        },
        None => vec![Truth::False; texts.codes().len()],
    }
}

fn each<T>(values: &[T], test: impl Fn(&T) -> bool) -> Vec<Truth> {
    values.iter().map(|value| Truth::from(test(value))).collect()
}

/// A test of instants, row by row.
pub fn instants(values: &[Instant], test: impl Fn(&Instant) -> bool) -> Vec<Truth> {
    each(values, test)
}

/// A test of texts, once for each text that a reached row has.
pub fn by_text(texts: &Texts, reach: &Reach, test: impl Fn(&str) -> Truth) -> Vec<Truth> {
    let (codes, dictionary) = (texts.codes(), texts.dictionary());
    let mut said = vec![None; dictionary.len()];
    let mut truths = vec![Truth::Indeterminate; codes.len()];
    for row in reach.rows() {
        let (Some(code), Some(truth)) = (codes.get(row), truths.get_mut(row)) else { continue };
        let Some(said) = said.get_mut(code as usize) else { continue };
        let ask = || dictionary.get(code).map_or(Truth::Indeterminate, &test);
        *truth = *said.get_or_insert_with(ask);
    }
    truths
}

/// Sets the truths of the rows that have no value.
pub fn overlay(truths: &mut [Truth], column: &Column, absent: Truth, unreadable: Truth) {
    put(truths, column.absent(), absent);
    put(truths, column.unreadable(), unreadable);
}

fn put(truths: &mut [Truth], bits: &Bits, said: Truth) {
    for (chunk, word) in truths.chunks_mut(64).zip(bits.words()) {
        for at in ones(*word) {
            if let Some(truth) = chunk.get_mut(at) {
                *truth = said;
            }
        }
    }
}

/// The mantissas of a column of numbers and their scale, where 64 bits hold them.
pub fn narrow(column: &Column) -> Option<(Integers<'_>, u8)> {
    match column.values() {
        Values::Number(numbers) => numbers.integers(),
        Values::Text(_) | Values::Boolean(_) | Values::Datetime(_) => None,
    }
}
