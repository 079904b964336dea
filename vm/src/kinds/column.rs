//! The kinds of the rows of a batch.

use smallvec::SmallVec;

use crate::kinds::Kinds;

/// Marks a row without a kind.
pub(super) const NONE: u16 = u16::MAX;

/// Marks a row of several kinds, which the column lists separately.
pub(super) const SEVERAL: u16 = u16::MAX - 1;

/// The kinds of each row of a batch: two bytes per row, plus a list for each row of several kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindColumn {
    numbers: Vec<u16>,
    /// The rows of several kinds, sorted by row.
    several: Vec<(u32, SmallVec<[u16; 4]>)>,
}

impl KindColumn {
    /// Creates a column from these numbers and the kinds of the rows marked [`SEVERAL`].
    pub(super) fn new(
        numbers: Vec<u16>,
        mut several: Vec<(u32, SmallVec<[u16; 4]>)>,
    ) -> KindColumn {
        several.sort_unstable();
        KindColumn { numbers, several }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether the column is empty.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the kinds of a row, or `None` if the row is out of bounds.
    pub fn get(&self, row: usize) -> Option<Kinds> {
        Some(match *self.numbers.get(row)? {
            NONE => Kinds::None,
            SEVERAL => {
                let row = u32::try_from(row).ok()?;
                let at = self.several.binary_search_by_key(&row, |(row, _)| *row).ok()?;
                Kinds::Several(self.several.get(at)?.1.clone())
            }
            kind => Kinds::One(kind),
        })
    }

    /// Returns the kinds of each row, in order.
    pub fn iter(&self) -> impl Iterator<Item = Kinds> {
        (0..self.len()).map_while(|row| self.get(row))
    }
}
