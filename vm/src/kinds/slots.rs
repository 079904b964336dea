//! A table from the bytes of slots to nodes.

use crate::kinds::index::NodeId;
use crate::swar::SPREAD;

/// Nodes by the bytes of a slot that holds its value whole.
///
/// PERF: one product, and mostly one compare of 16 bytes; the general table takes four times as long.
#[derive(Clone, Debug, Default)]
pub struct BySlot {
    /// The buckets: a power of two, at most a quarter of which is used.
    places: Vec<(u128, NodeId)>,
    /// How many bits of a hash are not of a place's number.
    shift: u32,
    /// What spreads the values over the places.
    factor: u64,
}

/// How many places there are for a value, at least.
const PLACES: usize = 4;

/// How many factors are tried, for how many values in all.
const TRIES: usize = 1 << 14;

/// No value: no slot has these bytes.
const NOTHING: (u128, NodeId) = (u128::MAX, NodeId(0));

impl BySlot {
    /// A table of these distinct values.
    pub fn new(values: &[(u128, NodeId)]) -> BySlot {
        if values.is_empty() {
            return BySlot::default();
        }
        let places = (PLACES * values.len()).next_power_of_two();
        let shift = 64 - places.trailing_zeros();
        // PERF: a value outside of the first bucket, or a bucket with a neighbour, causes a branch misprediction.
        let tries = (TRIES / values.len()).clamp(1, 256);
        let factors = (1..).step_by(2).take(tries).map(|odd: u64| odd.wrapping_mul(SPREAD));
        let mut best: Option<(BySlot, usize)> = None;
        for factor in factors {
            let table = BySlot { places: vec![NOTHING; places], shift, factor };
            let (table, displaced) = table.filled(values);
            if best.as_ref().is_none_or(|(_, least)| displaced < *least) {
                best = Some((table, displaced));
            }
            if displaced == 0 {
                break;
            }
        }
        best.map(|(table, _)| table).unwrap_or_default()
    }

    /// The table with these values, and the number of values outside of their first bucket.
    fn filled(mut self, values: &[(u128, NodeId)]) -> (BySlot, usize) {
        let mut displaced = 0;
        for value in values {
            let mut at = self.start(value.0);
            while let Some(place) = self.places.get_mut(at) {
                if *place == NOTHING {
                    *place = *value;
                    break;
                }
                displaced += 1;
                at = (at + 1) % self.places.len();
            }
        }
        (self, displaced)
    }

    /// The node of a value.
    #[inline]
    pub fn get(&self, bits: u128) -> Option<NodeId> {
        let mut at = self.start(bits);
        loop {
            let (value, node) = *self.places.get(at)?;
            if value == bits {
                return Some(node);
            }
            if value == NOTHING.0 {
                return None;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.places.iter().filter(|place| **place != NOTHING).map(|place| place.1)
    }

    #[inline]
    fn start(&self, bits: u128) -> usize {
        // The highest bits of a product depend on all bits of what it is made of.
        let low = (bits as u64).wrapping_mul(SPREAD);
        let mixed = (low ^ low >> 32 ^ (bits >> 64) as u64).wrapping_mul(self.factor);
        (mixed >> (self.shift % 64)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_put_in_is_found(
            values in proptest::collection::btree_set(prop_oneof![0..64u128, any::<u64>().prop_map(u128::from)], 0..200),
            others in proptest::collection::vec(0..256u128, 0..20),
        ) {
            let numbered: Vec<_> = values.iter().copied().zip((0..).map(NodeId)).collect();
            let table = BySlot::new(&numbered);
            for (value, node) in &numbered {
                prop_assert_eq!(table.get(*value), Some(*node));
            }
            for other in others.into_iter().filter(|other| !values.contains(other)) {
                prop_assert_eq!(table.get(other), None);
            }
            prop_assert_eq!(table.nodes().count(), numbered.len());
        }
    }
}
