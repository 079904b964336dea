//! Points of a number line or of time, and where among them a value lies.

use crate::decimal::Decimal;
use crate::semantics::key_order;
use crate::slot::{Heap, SCALE, Slot};
use crate::value::{Constant, Value};

/// Points, sorted, each once.
#[derive(Clone, Debug)]
pub enum Points {
    /// Numbers that slots hold in fixed units.
    Grid(Grid),
    /// Anything that has an order.
    Any(Vec<Constant>),
}

/// Integers, the line between the first and the last cut into buckets of one width.
///
/// PERF: points side by side are found in the time of one look-up, however many they are.
#[derive(Clone, Debug)]
pub struct Grid {
    points: Vec<i64>,
    /// How many bits of a distance from the first point are within a bucket.
    shift: u32,
    /// How many points are before each bucket, and at the end all.
    before: Vec<u32>,
}

/// How many buckets there are for a point.
const BUCKETS: usize = 2;

impl Grid {
    fn new(points: Vec<i64>) -> Grid {
        let first = points.first().copied().unwrap_or(0);
        let width = |point: &i64| point.wrapping_sub(first).cast_unsigned();
        let widest = points.last().map_or(0, width);
        let wanted = (BUCKETS * points.len()).next_power_of_two().trailing_zeros();
        let shift = (64 - widest.leading_zeros()).saturating_sub(wanted);
        let buckets = 0..=widest.checked_shr(shift).unwrap_or(0);
        let begins = |bucket: u64| {
            points.partition_point(|point| width(point).checked_shr(shift).unwrap_or(0) < bucket)
        };
        let mut before: Vec<u32> = buckets.map(|bucket| begins(bucket) as u32).collect();
        before.push(points.len() as u32);
        Grid { points, shift, before }
    }

    /// How many points are below an integer, and whether it is one.
    #[inline]
    fn find(&self, value: i64) -> (usize, bool) {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return (0, false);
        };
        if value < *first {
            return (0, false);
        }
        if value > *last {
            return (self.points.len(), false);
        }
        let distance = value.wrapping_sub(*first).cast_unsigned();
        let bucket = distance.checked_shr(self.shift).unwrap_or(0) as usize;
        let from = self.before.get(bucket).copied().unwrap_or(0) as usize;
        let to = self.before.get(bucket + 1).copied().unwrap_or(0) as usize;
        let below = |at: usize| self.points.get(at).is_some_and(|point| *point < value);
        // PERF: most buckets have two points at most, which are counted without a branch that has to be guessed.
        let mut at = from + usize::from(below(from));
        at += usize::from(below(at));
        if below(at) {
            let rest = self.points.get(at..to).unwrap_or_default();
            at += rest.partition_point(|point| *point < value);
        }
        (at, self.points.get(at) == Some(&value))
    }
}

impl Points {
    /// The points of sorted constants.
    pub fn new(sorted: Vec<Constant>) -> Points {
        let mut heap = Heap::default();
        let units = sorted.iter().map(|point| Slot::new(point.value(), &mut heap).as_fixed());
        match units.collect() {
            Some(points) => Points::Grid(Grid::new(points)),
            None => Points::Any(sorted),
        }
    }

    /// The segment of a slot's value; `None` if the value is not known.
    #[inline]
    pub fn of_slot(&self, slot: &Slot, heap: &Heap) -> Option<usize> {
        if let (Points::Grid(grid), Some(units)) = (self, slot.as_fixed()) {
            let (at, hit) = grid.find(units);
            return Some(2 * at + usize::from(hit));
        }
        match slot.value(heap) {
            Value::Absent | Value::Unreadable => None,
            value => Some(self.of_any(value)),
        }
    }

    /// The segment of any value that is known, each point compared as the value it is.
    fn of_any(&self, value: Value<'_>) -> usize {
        let order = |point: Value<'_>| key_order(point, value);
        let found = match self {
            Points::Grid(Grid { points, .. }) => points.binary_search_by(|point| {
                let point = Decimal::new(i128::from(*point), SCALE);
                order(point.map_or(Value::Unreadable, Value::Number))
            }),
            Points::Any(points) => points.binary_search_by(|point| order(point.value())),
        };
        match found {
            Ok(at) => 2 * at + 1,
            Err(at) => 2 * at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Integers near each other, far apart, and at the ends of what there is.
    fn integer() -> impl Strategy<Value = i64> {
        prop_oneof![-40..40i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX), 0..1_000_000i64]
    }

    proptest! {
        #[test]
        fn a_bucket_finds_what_a_search_finds(
            points in proptest::collection::btree_set(integer(), 0..60),
            values in proptest::collection::vec(integer(), 1..60),
        ) {
            let points: Vec<i64> = points.into_iter().collect();
            let grid = Grid::new(points.clone());
            for value in values.into_iter().chain(points.clone()) {
                let wanted = match points.binary_search(&value) {
                    Ok(at) => (at, true),
                    Err(at) => (at, false),
                };
                prop_assert_eq!(grid.find(value), wanted, "{} in {:?}", value, points);
            }
        }
    }
}
