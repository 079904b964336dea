//! A hash table from the bytes of slots to nodes.

use crate::kinds::tree::NodeId;
use crate::swar::SPREAD;

/// A hash table with linear probing, from the bytes of a slot to a node. The slot must hold its value itself.
///
/// PERF: a look-up takes one multiplication and usually one comparison of 16 bytes. `HashMap` takes four times as long.
#[derive(Clone, Debug, Default)]
pub struct SlotTable {
    /// The entries. Their number is a power of two, and at most a quarter of them is used.
    entries: Vec<(u128, NodeId)>,
    /// The number of hash bits to drop, so that the highest bits give the index.
    shift: u32,
    /// The factor of the hash function.
    factor: u64,
}

/// The least number of entries per value.
const ENTRIES_PER_VALUE: usize = 4;

/// The number of factors to try, divided by the number of values.
const TRIES: usize = 1 << 14;

/// An unused entry: no slot has these bytes.
const UNUSED: (u128, NodeId) = (u128::MAX, NodeId(0));

impl SlotTable {
    /// Creates the table of these distinct values.
    pub fn new(values: &[(u128, NodeId)]) -> SlotTable {
        if values.is_empty() {
            return SlotTable::default();
        }
        let entries = (ENTRIES_PER_VALUE * values.len()).next_power_of_two();
        let shift = 64 - entries.trailing_zeros();
        // PERF: the first entry should be the right one; otherwise the branch of the look-up is mispredicted.
        let tries = (TRIES / values.len()).clamp(1, 256);
        let factors = (1..).step_by(2).take(tries).map(|odd: u64| odd.wrapping_mul(SPREAD));
        let mut best: Option<(SlotTable, usize)> = None;
        for factor in factors {
            let table = SlotTable { entries: vec![UNUSED; entries], shift, factor };
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

    /// Fills the table with these values; returns the table and the number of collisions.
    fn filled(mut self, values: &[(u128, NodeId)]) -> (SlotTable, usize) {
        let mut displaced = 0;
        for value in values {
            let mut at = self.start(value.0);
            while let Some(entry) = self.entries.get_mut(at) {
                if *entry == UNUSED {
                    *entry = *value;
                    break;
                }
                displaced += 1;
                at = (at + 1) % self.entries.len();
            }
        }
        (self, displaced)
    }

    /// Returns the node of a value.
    #[inline]
    pub fn get(&self, bits: u128) -> Option<NodeId> {
        let mut at = self.start(bits);
        loop {
            let (value, node) = *self.entries.get(at)?;
            if value == bits {
                return Some(node);
            }
            if value == UNUSED.0 {
                return None;
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
    }

    /// Returns all nodes.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.entries.iter().filter(|entry| **entry != UNUSED).map(|entry| entry.1)
    }

    #[inline]
    fn start(&self, bits: u128) -> usize {
        // The highest bits of a product depend on all bits of its factors.
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
            let table = SlotTable::new(&numbered);
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
