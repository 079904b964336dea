//! Which rows of a batch an instruction is run for: a bit a row, 64 a word.

use crate::truth::Truth;

/// One row in how many is so few that each is looked at by itself.
pub const SPARSE: usize = 16;

/// A set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    words: Vec<u64>,
}

impl Reach {
    /// No row of so many.
    pub fn none(rows: usize) -> Reach {
        Reach { words: vec![0; rows.div_ceil(64)] }
    }

    /// All rows of so many.
    pub fn all(rows: usize) -> Reach {
        let mut reach = Reach { words: vec![u64::MAX; rows.div_ceil(64)] };
        if !rows.is_multiple_of(64)
            && let Some(last) = reach.words.last_mut()
        {
            *last = (1 << (rows % 64)) - 1;
        }
        reach
    }

    /// The bits.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Whether it is empty.
    pub fn is_none(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the rows of another.
    pub fn join(&mut self, other: &Reach) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Its rows that are known true, and its others.
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

    /// The rows, in their order.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(at, word)| ones(*word).map(move |bit| at * 64 + bit))
    }
}

/// The places of the bits that are set.
pub fn ones(word: u64) -> impl Iterator<Item = usize> {
    std::iter::successors((word != 0).then_some(word), |word| {
        let rest = word & (word - 1);
        (rest != 0).then_some(rest)
    })
    .map(|word| word.trailing_zeros() as usize)
}
