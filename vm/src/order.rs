//! The keys that rows have had and which came after which, so that a key that is expected is compared and not searched.

use crate::layout::{NodeId, Way};
use crate::word;

/// How many keys are remembered.
const KEYS: usize = 256;

/// The longest key that is remembered, with all from the end of the value before it to its own value, in bytes.
const LITERAL: usize = 32;

/// How many keys are found by their first bytes.
const FOUND: usize = 128;

/// No key.
const NONE: u16 = u16::MAX;

/// The keys that came, and what is expected next.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    guesses: Vec<Guess>,
    /// The guess that came after the start of a row, and after each guess.
    after: Vec<u16>,
    /// Guesses by a hash of their first bytes; of several that share one, the last.
    found: [u16; FOUND],
    /// Where in `after` the row is.
    at: usize,
}

/// One key that came.
#[derive(Clone, Debug)]
struct Guess {
    /// From the end of the value before it, or the bracket, to the first byte of its value.
    literal: [u8; LITERAL],
    length: usize,
    /// The bits of its first sixteen bytes, in so many.
    mask: u128,
    place: Place,
    leads: Leads,
}

/// Where a key leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leads {
    /// To a node of the trie, where it leads anywhere.
    pub child: Option<NodeId>,
    /// What is done with a simple value there.
    pub way: Way,
}

/// The object that a key stands in, and whether it is the first there: a comma stands before every other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub node: NodeId,
    pub key: Key,
}

impl Place {
    /// PERF: one compare for both.
    #[inline(always)]
    fn is(self, other: Place) -> bool {
        let bits = |place: Place| u64::from(place.node.0) << 1 | place.key as u64;
        bits(self) == bits(other)
    }
}

/// Which key of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    First,
    Later,
}

/// A key that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Its number.
    guess: u16,
    /// How many bytes are before its value.
    pub length: usize,
    pub leads: Leads,
}

impl Default for Order {
    fn default() -> Order {
        Order { guesses: Vec::new(), after: vec![NONE], found: [NONE; FOUND], at: 0 }
    }
}

impl Order {
    /// Begins a row. Where no key could be learned any more, all are learned anew.
    #[inline]
    pub fn restart(&mut self) {
        self.at = 0;
        if self.guesses.len() >= KEYS {
            self.forget();
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = Order::default();
    }

    /// The key that stands at a place in a row, where it is one that is known in this object.
    #[inline(always)]
    pub fn known(&self, place: Place, bytes: &[u8], at: usize) -> Option<Known> {
        let head = word::sixteen(bytes, at)?;
        let next = self.after.get(self.at).copied().unwrap_or(NONE);
        let stands = |guess: &&Guess| guess.place.is(place) && guess.stands(head, bytes, at);
        let (number, guess) = match self.guesses.get(usize::from(next)).filter(stands) {
            Some(guess) => (next, guess),
            None => {
                let number = *self.found.get(hash(head))?;
                (number, self.guesses.get(usize::from(number)).filter(stands)?)
            }
        };
        Some(Known { guess: number, length: guess.length, leads: guess.leads })
    }

    /// Goes on behind a key, which is expected from now on after the one before.
    #[inline(always)]
    pub fn follow(&mut self, known: Known) {
        if let Some(after) = self.after.get_mut(self.at) {
            *after = known.guess;
        }
        self.at = usize::from(known.guess) + 1;
    }

    /// Remembers a key that was not expected.
    #[inline(never)]
    pub fn learn(&mut self, place: Place, bytes: &[u8], leads: Leads) {
        let mut literal = [0; LITERAL];
        let length = bytes.len();
        let Some(room) = literal.get_mut(..length) else { return };
        room.copy_from_slice(bytes);
        let mask = if length < 16 { (1 << (8 * length)) - 1 } else { u128::MAX };
        let same = |guess: &Guess| {
            guess.place.is(place) && guess.literal == literal && guess.length == length
        };
        let known = self.guesses.iter().position(same);
        if known.is_none() {
            if self.guesses.len() >= KEYS {
                return;
            }
            self.guesses.push(Guess { literal, length, mask, place, leads });
            self.after.push(NONE);
        }
        let Ok(guess) = u16::try_from(known.unwrap_or(self.guesses.len() - 1)) else { return };
        if let Some(found) =
            word::sixteen(&literal, 0).and_then(|head| self.found.get_mut(hash(head)))
        {
            *found = guess;
        }
        self.follow(Known { guess, length, leads });
    }
}

/// A hash of the bytes that even a key of one letter has: comma, quotes, letter and colon.
#[inline(always)]
fn hash(head: u128) -> usize {
    let five = head as u64 & 0xff_ffff_ffff;
    (five.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize
}

impl Guess {
    /// PERF: one or two compares of 16 bytes; a compare by length costs a call.
    #[inline(always)]
    fn stands(&self, head: u128, bytes: &[u8], at: usize) -> bool {
        let Some(wanted) = self.literal.first_chunk() else { return false };
        (head ^ u128::from_le_bytes(*wanted)) & self.mask == 0
            && (self.length <= 16
                || self.literal.get(16..self.length) == bytes.get(at + 16..at + self.length))
    }
}
