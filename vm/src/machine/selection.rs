//! A selection of rows in a batch, as a bitmap of 64-bit words.

use crate::truth::Truth;

/// A selection is sparse if it has less than one row in this many; its rows are then visited one by one.
pub const SPARSE: usize = 16;

/// A set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    words: Vec<u64>,
}

impl Selection {
    /// Creates an empty selection of a batch with this many rows.
    pub fn empty(rows: usize) -> Selection {
        Selection { words: vec![0; rows.div_ceil(64)] }
    }

    /// Creates a selection of all rows of a batch.
    pub fn all(rows: usize) -> Selection {
        let mut selection = Selection { words: vec![u64::MAX; rows.div_ceil(64)] };
        if !rows.is_multiple_of(64)
            && let Some(last) = selection.words.last_mut()
        {
            *last = (1 << (rows % 64)) - 1;
        }
        selection
    }

    /// Returns the words of the bitmap.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Returns whether no row is selected.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Returns the number of selected rows.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the rows of another selection.
    pub fn union_with(&mut self, other: &Selection) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Splits the selection into the rows whose truth is known true, and the others.
    pub fn split(&self, truths: &[Truth]) -> (Selection, Selection) {
        let pairs = self.words.iter().zip(truths.chunks(64)).map(|(&selection, chunk)| {
            let bits = chunk.iter().enumerate();
            let known = if selection == 0 {
                0
            } else {
                bits.fold(0, |word, (at, truth)| word | u64::from(*truth == Truth::True) << at)
            };
            (selection & known, selection & !known)
        });
        let (yes, no) = pairs.unzip();
        (Selection { words: yes }, Selection { words: no })
    }

    /// Returns the selected rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(at, word)| ones(*word).map(move |bit| at * 64 + bit))
    }
}

/// Returns the positions of the set bits.
pub fn ones(word: u64) -> impl Iterator<Item = usize> {
    std::iter::successors((word != 0).then_some(word), |word| {
        let rest = word & (word - 1);
        (rest != 0).then_some(rest)
    })
    .map(|word| word.trailing_zeros() as usize)
}
