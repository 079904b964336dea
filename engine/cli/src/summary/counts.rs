//! Counts of rows and items, which can be added up.

use std::collections::BTreeMap;

use engine::classify::{DropReason, Item};
use engine::station::{KindId, Skill};
use vm::Row;

use super::References;

/// How many rows were read, and their outcomes.
#[derive(Debug)]
pub struct Counts {
    /// Rows that were read.
    pub rows: u64,
    /// Rows that could not be read.
    pub bad: u64,
    /// Bytes of rows.
    pub bytes: u64,
    /// Items of each kind, in the order of the file.
    pub kinds: Vec<u64>,
    /// Rows that are not offered, by the word for the reason.
    pub drops: BTreeMap<&'static str, u64>,
    /// Rows that match several kinds, by those kinds.
    pub overlaps: BTreeMap<Vec<KindId>, u64>,
    /// Rows whose value of a field has another type than declared, by field.
    pub unreadable: Vec<u64>,
    references: Option<Vec<Box<str>>>,
}

impl Counts {
    /// Counts of zero rows.
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

    /// Counts a row and its fields whose value has another type than declared.
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
        each(&mut self.kinds, &other.kinds);
        each(&mut self.unreadable, &other.unreadable);
        for (word, count) in other.drops {
            *self.drops.entry(word).or_default() += count;
        }
        for (kinds, count) in other.overlaps {
            *self.overlaps.entry(kinds).or_default() += count;
        }
    }

    /// The references of the items in order, if they are kept.
    pub fn take_references(&mut self) -> Vec<Box<str>> {
        self.references.take().unwrap_or_default()
    }
}

fn each(counts: &mut [u64], others: &[u64]) {
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}
