//! The order of a row's keys as the row before had it, so that a key that is expected is compared and not searched.

use crate::layout::NodeId;

/// How many keys are remembered.
const KEYS: usize = 256;

/// The longest key that is remembered, its quotes, its colon and white space counted, in bytes.
const LITERAL: usize = 32;

/// What is expected at each key of a row, in the order in which keys came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    guesses: Vec<Guess>,
    /// The guess that is next.
    at: usize,
}

/// One key that came.
#[derive(Clone, Debug)]
struct Guess {
    /// From its opening quote to the first byte of its value.
    literal: [u8; LITERAL],
    length: usize,
    /// The bits of its first sixteen bytes, in so many.
    mask: u128,
    /// The object that it stood in.
    node: NodeId,
    /// Where it leads, where it leads anywhere.
    child: Option<NodeId>,
}

/// A key that was expected.
pub(crate) struct Expected {
    /// From its opening quote to its value.
    pub length: usize,
    pub child: Option<NodeId>,
}

impl Order {
    /// Begins a row.
    #[inline]
    pub fn restart(&mut self) {
        self.at = 0;
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.guesses.clear();
        self.at = 0;
    }

    /// What the bytes begin with, where it is the key that is expected in this object or the one after it.
    #[inline]
    pub fn expected(&mut self, node: NodeId, bytes: &[u8]) -> Option<Expected> {
        for ahead in 0..2 {
            let guess = self.guesses.get(self.at + ahead)?;
            if guess.node == node && guess.begins(bytes) {
                self.at += ahead + 1;
                return Some(Expected { length: guess.length, child: guess.child });
            }
        }
        None
    }

    /// Remembers a key that was not expected.
    pub fn learn(&mut self, node: NodeId, bytes: &[u8], child: Option<NodeId>) {
        let mut literal = [0; LITERAL];
        let length = bytes.len();
        let Some(room) = literal.get_mut(..length) else { return };
        room.copy_from_slice(bytes);
        let mask = if length < 16 { (1 << (8 * length)) - 1 } else { u128::MAX };
        let guess = Guess { literal, length, mask, node, child };
        match self.guesses.get_mut(self.at) {
            Some(place) => *place = guess,
            None if self.at < KEYS => self.guesses.push(guess),
            None => return,
        }
        self.at += 1;
    }
}

impl Guess {
    /// PERF: one or two compares of 16 bytes; a compare by length costs a call.
    #[inline]
    fn begins(&self, bytes: &[u8]) -> bool {
        let half = |bytes: &[u8]| bytes.first_chunk::<16>().map(|half| u128::from_le_bytes(*half));
        let (Some(low), Some(wanted)) = (half(bytes), half(&self.literal)) else {
            return self
                .literal
                .get(..self.length)
                .is_some_and(|literal| bytes.starts_with(literal));
        };
        if (low ^ wanted) & self.mask != 0 {
            return false;
        }
        self.length <= 16 || self.literal.get(16..self.length) == bytes.get(16..self.length)
    }
}
