//! Of which kinds the rows of a batch are.

use smallvec::SmallVec;

use crate::kinds::Kinds;

/// Of no kind.
pub(super) const NONE: u16 = u16::MAX;

/// Several kinds, which are stored separately.
pub(super) const SEVERAL: u16 = u16::MAX - 1;

/// The kinds of each row of a batch: two bytes a row, and a separate list for rows with several kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindColumn {
    numbers: Vec<u16>,
    /// By the row, in order.
    several: Vec<(u32, SmallVec<[u16; 4]>)>,
}

impl KindColumn {
    /// A column from the numbers of the kinds, and the kinds of the rows that have several.
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

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The kinds of a row; `None` if the row does not exist.
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
