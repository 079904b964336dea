//! Points on a line of numbers or datetimes, and the search for the segment that contains a value.

use crate::decimal::Decimal;
use crate::semantics::key_order;
use crate::slot::{Heap, SCALE, Slot};
use crate::value::{Constant, Value};

/// Sorted points without duplicates.
#[derive(Clone, Debug)]
pub enum Points {
    /// Numbers that slots hold in fixed units.
    Buckets(BucketIndex),
    /// Constants of any ordered type.
    Any(Vec<Constant>),
}

/// Integer points, with an index that cuts the range from the first to the last into buckets of equal width.
///
/// PERF: evenly spaced points are found in the time of one look-up, whatever their number.
#[derive(Clone, Debug)]
pub struct BucketIndex {
    points: Vec<i64>,
    /// The number of low bits of a distance from the first point that fall within a bucket.
    shift: u32,
    /// The number of points before each bucket; the last entry counts all points.
    before: Vec<u32>,
}

/// The number of buckets per point.
const BUCKETS: usize = 2;

impl BucketIndex {
    fn new(points: Vec<i64>) -> BucketIndex {
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
        BucketIndex { points, shift, before }
    }

    /// Returns how many points are below an integer, and whether the integer is a point.
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
        // PERF: most buckets have two points at most. These are counted without a branch, which would be mispredicted.
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
    /// Creates the points from sorted constants.
    pub fn new(sorted: Vec<Constant>) -> Points {
        let mut heap = Heap::default();
        let units = sorted.iter().map(|point| Slot::new(point.value(), &mut heap).as_fixed());
        match units.collect() {
            Some(points) => Points::Buckets(BucketIndex::new(points)),
            None => Points::Any(sorted),
        }
    }

    /// Returns the segment that contains the value of a slot; `None` if the value is absent or unreadable.
    #[inline]
    pub fn of_slot(&self, slot: &Slot, heap: &Heap) -> Option<usize> {
        if let (Points::Buckets(index), Some(units)) = (self, slot.as_fixed()) {
            let (at, hit) = index.find(units);
            return Some(2 * at + usize::from(hit));
        }
        match slot.value(heap) {
            Value::Absent | Value::Unreadable => None,
            value => Some(self.of_any(value)),
        }
    }

    /// Returns the segment of a known value by comparison with the points.
    fn of_any(&self, value: Value<'_>) -> usize {
        let order = |point: Value<'_>| key_order(point, value);
        let found = match self {
            Points::Buckets(BucketIndex { points, .. }) => points.binary_search_by(|point| {
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

    /// Integers near each other, far apart, and at the ends of the range.
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
            let grid = BucketIndex::new(points.clone());
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
