//! Of which kinds the rows of a batch are.

use smallvec::SmallVec;

use crate::kinds::Kinds;

/// Of no kind.
pub(super) const NONE: u16 = u16::MAX;

/// Of several kinds, which stand beside.
pub(super) const SEVERAL: u16 = u16::MAX - 1;

/// The kinds of each row of a batch: two bytes a row, and beside them what rows of several kinds are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindColumn {
    numbers: Vec<u16>,
    /// By the row, in order.
    several: Vec<(u32, SmallVec<[u16; 4]>)>,
}

impl KindColumn {
    /// The kinds that these numbers tell, and those of the rows that are of several.
    pub(super) fn new(
        numbers: Vec<u16>,
        mut several: Vec<(u32, SmallVec<[u16; 4]>)>,
    ) -> KindColumn {
        several.sort_unstable();
        KindColumn { numbers, several }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Of which kinds a row is; nothing where there is no such row.
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

    /// Of which kinds each row is, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Kinds> {
        (0..self.len()).map_while(|row| self.get(row))
    }
}
