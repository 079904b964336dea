//! A selection of rows in a batch, as a bitmap of 64-bit words.

use crate::truth::Truth;

/// A selection is sparse if it has less than one row in this many; its rows are then visited one by one.
pub const SPARSE: usize = 16;

/// A set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    words: Vec<u64>,
}

impl Reach {
    /// Creates an empty selection of a batch with this many rows.
    pub fn none(rows: usize) -> Reach {
        Reach { words: vec![0; rows.div_ceil(64)] }
    }

    /// Creates a selection of all rows of a batch.
    pub fn all(rows: usize) -> Reach {
        let mut reach = Reach { words: vec![u64::MAX; rows.div_ceil(64)] };
        if !rows.is_multiple_of(64)
            && let Some(last) = reach.words.last_mut()
        {
            *last = (1 << (rows % 64)) - 1;
        }
        reach
    }

    /// Returns the words of the bitmap.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Returns whether no row is selected.
    pub fn is_none(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Returns the number of selected rows.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the rows of another selection.
    pub fn join(&mut self, other: &Reach) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Splits the selection into the rows whose truth is known true, and the others.
    pub fn split(&self, truths: &[Truth]) -> (Reach, Reach) {
        let pairs = self.words.iter().zip(truths.chunks(64)).map(|(&reach, chunk)| {
            let bits = chunk.iter().enumerate();
            let known = if reach == 0 {
                0
            } else {
                bits.fold(0, |word, (at, truth)| word | u64::from(*truth == Truth::True) << at)
            };
            (reach & known, reach & !known)
        });
        let (yes, no) = pairs.unzip();
        (Reach { words: yes }, Reach { words: no })
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
