//! Counts of rows, which can be added up.

use std::collections::BTreeMap;

use engine::classify::{DropReason, Item};
use engine::station::{KindId, Skill};
use vm::Row;

use super::References;

/// The number of rows by result.
#[derive(Debug)]
pub struct Counts {
    /// The rows that were read.
    pub rows: u64,
    /// The rows that could not be read.
    pub bad: u64,
    /// The size of the rows, in bytes.
    pub bytes: u64,
    /// The items of each kind, in declaration order.
    pub kinds: Vec<u64>,
    /// The rows that are not offered, by the word for the reason.
    pub drops: BTreeMap<&'static str, u64>,
    /// The rows with several kinds, by their kinds.
    pub overlaps: BTreeMap<Vec<KindId>, u64>,
    /// Per field, the rows whose value does not have the declared type.
    pub unreadable: Vec<u64>,
    references: Option<Vec<Box<str>>>,
}

impl Counts {
    /// Counts of no rows.
    pub fn new(skill: &Skill, references: References) -> Counts {
        Counts {
            rows: 0,
            bad: 0,
            bytes: 0,
            kinds: vec![0; skill.kinds().len()],
            drops: BTreeMap::new(),
            overlaps: BTreeMap::new(),
            unreadable: vec![0; skill.present().fields.len()],
            references: (references == References::Unique).then(Vec::new),
        }
    }

    /// Counts an item.
    pub fn item(&mut self, item: &Item<'_>) {
        if let Some(count) = self.kinds.get_mut(item.kind_id().index()) {
            *count += 1;
        }
        if let Some(references) = &mut self.references {
            references.push(item.reference().into());
        }
    }

    /// Counts a row that is not offered.
    pub fn dropped(&mut self, drop: &DropReason) {
        *self.drops.entry(drop.word()).or_default() += 1;
        if let DropReason::SeveralKinds(kinds) = drop {
            match self.overlaps.get_mut(kinds.as_slice()) {
                Some(count) => *count += 1,
                None => *self.overlaps.entry(kinds.to_vec()).or_default() += 1,
            }
        }
    }

    /// Counts a row that was read, and its unreadable fields.
    pub fn read(&mut self, row: &Row) {
        self.rows += 1;
        for (slot, count) in self.unreadable.iter_mut().enumerate() {
            *count += u64::from(row.is_unreadable(slot));
        }
    }

    /// Adds the counts of other rows of the same skill.
    pub fn add(&mut self, other: Counts) {
        self.rows += other.rows;
        self.bad += other.bad;
        self.bytes += other.bytes;
        add_each(&mut self.kinds, &other.kinds);
        add_each(&mut self.unreadable, &other.unreadable);
        for (word, count) in other.drops {
            *self.drops.entry(word).or_default() += count;
        }
        for (kinds, count) in other.overlaps {
            *self.overlaps.entry(kinds).or_default() += count;
        }
    }

    /// Removes and returns the references of the items, in order; empty if they are not kept.
    pub fn take_references(&mut self) -> Vec<Box<str>> {
        self.references.take().unwrap_or_default()
    }
}

fn add_each(counts: &mut [u64], others: &[u64]) {
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}
