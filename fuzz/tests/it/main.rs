//! Tests the oracles on fixed seeds, the coverage of the generators, and the faults that runs found.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod found;
mod oracles;
mod reach;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Random numbers that are the same in every run.
struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u64() as usize % bound.max(1)
    }

    fn bytes(&mut self, longest: usize) -> Vec<u8> {
        let mut bytes = vec![0; self.below(longest + 1)];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}
