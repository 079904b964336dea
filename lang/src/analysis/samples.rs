//! Generates numbers and instants between bounds: round ones first, and all of them if there are few.

use std::collections::BTreeSet;

use vm::{Decimal, Instant};

/// The largest number of decimals.
const FINEST: u8 = 38;

/// Nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;

/// The intervals between tried instants, roundest first, in nanoseconds.
const STEPS: [i128; 7] =
    [86_400 * SECOND, 3_600 * SECOND, 60 * SECOND, SECOND, 1_000_000, 1_000, 1];

/// The first and the last instant that a date can spell, in nanoseconds since 1970.
const INSTANTS: (i128, i128) =
    ((-62_135_596_800 - 86_340) * SECOND, (253_402_300_800 + 86_340) * SECOND - 1);

/// 2026-01-01, the default date.
const SOME_DAY: i128 = 1_767_225_600 * SECOND;

/// The numbers to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    /// Whole numbers.
    Whole,
    /// Any numbers.
    Any,
}

/// Up to `wanted` numbers strictly between two bounds; all of them if there are fewer.
pub(super) fn numbers(
    low: Option<Decimal>,
    high: Option<Decimal>,
    wanted: usize,
    grid: Grid,
) -> Vec<Decimal> {
    let finest = match grid {
        Grid::Whole => 0,
        Grid::Any => FINEST,
    };
    let low = match (low, high) {
        (None, None) => Some(Decimal::ZERO),
        (low, _) => low,
    };
    let inside = |n: &Decimal| low.is_none_or(|low| low < *n) && high.is_none_or(|high| *n < high);
    let mut found = BTreeSet::new();
    for scale in 0..=finest {
        let from_low = low.into_iter().flat_map(|low| stepped(low, scale, wanted, Way::Up));
        let from_high = high.into_iter().flat_map(|high| stepped(high, scale, wanted, Way::Down));
        let mut new: Vec<Decimal> = from_low.chain(from_high).filter(inside).collect();
        if low.is_some_and(|low| low < Decimal::ZERO) && inside(&Decimal::ZERO) {
            new.push(Decimal::ZERO);
        }
        found.extend(new);
        if found.len() >= wanted {
            break;
        }
    }
    // Numbers near zero are shortest.
    let mut found: Vec<Decimal> = found.into_iter().collect();
    found.sort_by_key(|n| (n.mantissa().unsigned_abs(), n.scale()));
    found.truncate(wanted);
    found.sort_unstable();
    found
}

/// The direction from a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// The multiples of `1 / 10^scale` next to a number.
fn stepped(from: Decimal, scale: u8, count: usize, way: Way) -> Vec<Decimal> {
    let (sign, from) = match way {
        Way::Up => (1, from),
        Way::Down => (-1, from.neg()),
    };
    let Some(floor) = floor(from, scale) else { return Vec::new() };
    let step = |n: usize| {
        let step = Decimal::new(i128::try_from(n).ok()?, scale)?;
        let number = floor.add(step)?;
        Some(if sign > 0 { number } else { number.neg() })
    };
    (1..=count).filter_map(step).collect()
}

/// The largest multiple of `1 / 10^scale` that is not above a number.
fn floor(number: Decimal, scale: u8) -> Option<Decimal> {
    let Some(cut) = number.scale().checked_sub(scale).filter(|cut| *cut > 0) else {
        return Some(number);
    };
    let power = 10i128.checked_pow(u32::from(cut));
    let mantissa = match power {
        Some(power) => number.mantissa().div_euclid(power),
        None if number.mantissa() < 0 => -1,
        None => 0,
    };
    Decimal::new(mantissa, scale)
}

/// Up to `wanted` instants strictly between two bounds; all of them if there are fewer.
pub(super) fn instants(low: Option<Instant>, high: Option<Instant>, wanted: usize) -> Vec<Instant> {
    let count = i128::try_from(wanted).unwrap_or(i128::MAX);
    let (low, high) = match (low.map(nanoseconds), high.map(nanoseconds)) {
        (None, None) => (Some(SOME_DAY - 1), None),
        bounds => bounds,
    };
    let (least, most) =
        (low.map_or(INSTANTS.0, |low| low + 1), high.map_or(INSTANTS.1, |high| high - 1));
    let mut found = BTreeSet::new();
    for step in STEPS {
        if low.is_some() {
            let first = least + (-least).rem_euclid(step);
            found.extend((0..count).map(|n| first + n * step).filter(|at| *at <= most));
        }
        if high.is_some() {
            let last = most - most.rem_euclid(step);
            found.extend((0..count).map(|n| last - n * step).filter(|at| *at >= least));
        }
        if found.len() >= wanted {
            break;
        }
    }
    found.into_iter().take(wanted).filter_map(instant).collect()
}

fn nanoseconds(instant: Instant) -> i128 {
    i128::from(instant.seconds) * SECOND + i128::from(instant.nanoseconds)
}

fn instant(nanoseconds: i128) -> Option<Instant> {
    Some(Instant {
        seconds: i64::try_from(nanoseconds.div_euclid(SECOND)).ok()?,
        nanoseconds: u32::try_from(nanoseconds.rem_euclid(SECOND)).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(low: &str, high: &str, grid: Grid, right: &[&str]) {
        let bound = |text: &str| Decimal::parse(text).ok();
        let found = numbers(bound(low), bound(high), right.len().max(1), grid);
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, right, "{low} {high}");
    }

    #[test]
    fn numbers_between_numbers() {
        check("", "", Grid::Any, &["1"]);
        check("1", "2", Grid::Whole, &[]);
        check("1", "2", Grid::Any, &["1.1"]);
        check("1", "3", Grid::Whole, &["2"]);
        check("-5", "7", Grid::Any, &["0"]);
        check("150", "", Grid::Any, &["151"]);
        check("", "0", Grid::Any, &["-1"]);
        check("0.5", "", Grid::Whole, &["1", "2"]);
        check("", "-0.5", Grid::Whole, &["-2", "-1"]);
        check("0", "1e-38", Grid::Any, &[]);
        check("99999999999999999999999999999999999999", "", Grid::Any, &[]);
        check("", "-99999999999999999999999999999999999999", Grid::Any, &[]);
        check("1e37", "10000000000000000000000000000000000001", Grid::Any, &[]);
        check(
            "1e36",
            "1000000000000000000000000000000000001",
            Grid::Any,
            &["1000000000000000000000000000000000000.1"],
        );
    }

    #[test]
    fn instants_between_instants() {
        let at = |seconds, nanoseconds| Instant { seconds, nanoseconds };
        assert_eq!(instants(Some(at(0, 0)), None, 1), [at(86_400, 0)]);
        assert_eq!(instants(None, Some(at(0, 0)), 1), [at(-86_400, 0)]);
        assert_eq!(instants(Some(at(0, 0)), Some(at(1, 0)), 1), [at(0, 1_000_000)]);
        assert_eq!(instants(Some(at(0, 0)), Some(at(0, 1)), 1), []);
        assert_eq!(instants(Some(at(0, 0)), Some(at(0, 2)), 3), [at(0, 1)]);
        assert_eq!(instants(None, None, 1), [at(1_767_225_600, 0)]);
        assert_eq!(instants(None, instant(INSTANTS.0), 1), []);
        assert_eq!(instants(instant(INSTANTS.1), None, 1), []);
    }
}
