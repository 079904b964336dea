//! The kernels of the batch machine: plain loops over slices.

use crate::columns::{Bits, Codes, Column, Integers, Texts, Values};
use crate::decimal::Decimal;
use crate::machine::selection::{Selection, ones};
use crate::truth::Truth;
use crate::value::Instant;

/// The position of a constant among the integers of a numeric column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The constant equals this integer at the scale of the column.
    On(i64),
    /// The constant lies between this integer and the next.
    Above(i64),
    /// The constant is below all 64-bit integers.
    Below,
}

impl Position {
    /// Returns the position of a number among the integers at a scale.
    pub fn of(number: Decimal, scale: u8) -> Position {
        let Some(wider) = scale.checked_sub(number.scale()) else {
            let power = 10i128.checked_pow(u32::from(number.scale() - scale));
            let floor = power.map_or(0, |power| number.mantissa().div_euclid(power));
            let floor = match power {
                Some(_) => floor,
                // No 128-bit mantissa reaches the next power of ten, so the floor is 0 or -1.
                None => -i128::from(number.mantissa() < 0),
            };
            return Position::clamped(floor, Position::Above);
        };
        let power = 10i128.checked_pow(u32::from(wider));
        match power.and_then(|power| number.mantissa().checked_mul(power)) {
            Some(value) => Position::clamped(value, Position::On),
            None if number.mantissa() < 0 => Position::Below,
            None => Position::Above(i64::MAX),
        }
    }

    fn clamped(floor: i128, position: impl Fn(i64) -> Position) -> Position {
        match i64::try_from(floor) {
            Ok(floor) => position(floor),
            Err(_) if floor < 0 => Position::Below,
            Err(_) => Position::Above(i64::MAX),
        }
    }
}

/// Evaluates `column == constant`.
pub fn equal(values: Integers<'_>, position: Position) -> Vec<Truth> {
    match position {
        Position::On(at) => integers(values, |value| value == at),
        Position::Above(_) | Position::Below => integers(values, |_| false),
    }
}

/// Evaluates `column < constant`.
pub fn less(values: Integers<'_>, position: Position) -> Vec<Truth> {
    match position {
        Position::On(at) => integers(values, |value| value < at),
        Position::Above(at) => integers(values, |value| value <= at),
        Position::Below => integers(values, |_| false),
    }
}

/// Evaluates `column > constant`.
pub fn greater(values: Integers<'_>, position: Position) -> Vec<Truth> {
    match position {
        Position::On(at) | Position::Above(at) => integers(values, |value| value > at),
        Position::Below => integers(values, |_| true),
    }
}

fn integers(values: Integers<'_>, test: impl Fn(i64) -> bool) -> Vec<Truth> {
    match values {
        Integers::Short(values) => each(values, |value| test(i64::from(*value))),
        Integers::Long(values) => each(values, |value| test(*value)),
    }
}

/// Evaluates `column == text` by the dictionary code of the text.
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

/// Evaluates a test on each instant.
pub fn instants(values: &[Instant], test: impl Fn(&Instant) -> bool) -> Vec<Truth> {
    each(values, test)
}

/// Evaluates a test on the texts of the selected rows, once per distinct text.
pub fn by_text(texts: &Texts, selection: &Selection, test: impl Fn(&str) -> Truth) -> Vec<Truth> {
    let (codes, dictionary) = (texts.codes(), texts.dictionary());
    let mut results = vec![None; dictionary.len()];
    let mut truths = vec![Truth::Indeterminate; codes.len()];
    for row in selection.rows() {
        let (Some(code), Some(truth)) = (codes.get(row), truths.get_mut(row)) else { continue };
        let Some(result) = results.get_mut(code as usize) else { continue };
        let evaluate = || dictionary.get(code).map_or(Truth::Indeterminate, &test);
        *truth = *result.get_or_insert_with(evaluate);
    }
    truths
}

/// Overwrites the truths of the rows without a value.
pub fn overlay(truths: &mut [Truth], column: &Column, absent: Truth, unreadable: Truth) {
    put(truths, column.absent(), absent);
    put(truths, column.unreadable(), unreadable);
}

fn put(truths: &mut [Truth], bits: &Bits, results: Truth) {
    for (chunk, word) in truths.chunks_mut(64).zip(bits.words()) {
        for at in ones(*word) {
            if let Some(truth) = chunk.get_mut(at) {
                *truth = results;
            }
        }
    }
}

/// Returns the mantissas of a numeric column and their scale; `None` if 64 bits cannot hold them.
pub fn narrow(column: &Column) -> Option<(Integers<'_>, u8)> {
    match column.values() {
        Values::Number(numbers) => numbers.integers(),
        Values::Text(_) | Values::Boolean(_) | Values::Datetime(_) => None,
    }
}
