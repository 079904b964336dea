//! A table from the bytes of slots to nodes.

use crate::kinds::index::NodeId;

/// Nodes by the bytes of a slot that holds its value whole.
///
/// PERF: one product, and mostly one compare of 16 bytes; the general table takes four times as long.
#[derive(Clone, Debug, Default)]
pub struct BySlot {
    /// A power of two of places, at most half of which is taken. The bytes of an absent slot mean that there is
    /// nothing: no such value is looked for here.
    places: Vec<(u128, NodeId)>,
    /// How many bits of a hash are not of a place's number.
    shift: u32,
}

/// No value.
const NOTHING: (u128, NodeId) = (0, NodeId(0));

impl BySlot {
    /// The table of these values, each of which is there once and none of which is absent.
    pub fn new(values: &[(u128, NodeId)]) -> BySlot {
        if values.is_empty() {
            return BySlot::default();
        }
        let places = (2 * values.len()).next_power_of_two();
        let shift = 64 - places.trailing_zeros();
        let mut table = BySlot { places: vec![NOTHING; places], shift };
        for value in values {
            let mut at = table.start(value.0);
            while let Some(place) = table.places.get_mut(at) {
                if *place == NOTHING {
                    *place = *value;
                    break;
                }
                at = (at + 1) % table.places.len();
            }
        }
        table
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
            if value == 0 {
                return None;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.places.iter().filter(|place| place.0 != 0).map(|place| place.1)
    }

    #[inline]
    fn start(&self, bits: u128) -> usize {
        // The highest bits of a product depend on all bits of what it is made of.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let low = (bits as u64).wrapping_mul(FACTOR);
        let mixed = (low ^ low >> 32 ^ (bits >> 64) as u64).wrapping_mul(FACTOR);
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
            values in proptest::collection::btree_set(prop_oneof![1..64u128, any::<u128>().prop_map(|v| v | 1)], 0..200),
            others in proptest::collection::vec(1..256u128, 0..20),
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
