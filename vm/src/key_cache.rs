//! The keys that rows have had and which came after which, so that a key that is expected is compared and not searched.

use crate::dispatch::sixteen;
use crate::layout::{Leads, NodeId, ROOT};
use crate::swar::{self, Window};

/// How many keys are remembered.
const KEYS: usize = 256;

/// The longest key that is remembered, with all from the end of the value before it to its own value, in bytes: all bits
/// of a mask.
const LITERAL: usize = 31;

/// How many keys are found by their first bytes.
const FOUND: usize = 128;

/// The keys that came, and which after which.
#[derive(Clone, Debug)]
pub(crate) struct KeyCache {
    guesses: Vec<Guess>,
    /// Guesses by a hash of their first bytes; of several that share one, the last.
    found: [Number; FOUND],
    /// The key that began the previous row.
    first: Number,
    /// Whether any of them goes over the end of a line.
    breaks: bool,
}

/// One key that came.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// From the end of the value before it, or the bracket, to the first byte of its value: two words of sixteen bytes.
    literal: [u128; 2],
    /// Which bytes of these are its own, a bit each.
    mask: [u16; 2],
    place: Place,
    pub leads: Leads,
    length: u8,
    /// What came after it in its object.
    pub next: Number,
}

/// The number of a guess, or of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(u16);

impl Number {
    /// No guess.
    pub const NONE: Number = Number(u16::MAX);
}

/// The object that contains a key, and whether the key is its first: a comma precedes every other key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub node: NodeId,
    pub key: Key,
}

impl Place {
    /// Where a row begins.
    const START: Place = Place { node: ROOT, key: Key::First };

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

impl Default for KeyCache {
    fn default() -> KeyCache {
        KeyCache {
            guesses: Vec::new(),
            found: [Number::NONE; FOUND],
            first: Number::NONE,
            breaks: false,
        }
    }
}

impl KeyCache {
    /// Begins a row. If the cache is full, it is cleared and learns again.
    #[inline]
    pub fn restart(&mut self) {
        if self.guesses.len() >= KEYS {
            self.forget();
        }
    }

    /// Begins a row that ends where its line does, though the bytes go on: no key may be known that goes over that end.
    #[inline]
    pub fn keep_to_line(&mut self) {
        if self.breaks {
            self.forget();
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = KeyCache::default();
    }

    /// The parts of the cache.
    #[inline(always)]
    pub fn guesses(&mut self) -> Guesses<'_> {
        Guesses { guesses: &mut self.guesses, found: &self.found, first: &mut self.first }
    }

    /// Remembers a key that was not expected after another one of its object.
    #[inline(never)]
    pub fn learn(&mut self, place: Place, after: Number, bytes: &[u8], leads: Leads) -> Number {
        let Some(guess) = Guess::new(place, bytes, leads) else { return Number::NONE };
        let known = self.guesses.iter().position(|known| known.is(&guess));
        let index = known.unwrap_or(self.guesses.len());
        let Ok(number) = u16::try_from(index).map(Number) else { return Number::NONE };
        if index >= KEYS {
            return Number::NONE;
        }
        if let Some(found) = self.found.get_mut(hash(guess.literal[0] as u64)) {
            *found = number;
        }
        if known.is_none() {
            self.breaks |= memchr::memchr(b'\n', bytes).is_some();
            self.guesses.push(guess);
        }
        self.guesses().expect(place, after, number);
        number
    }
}

/// The keys that came.
pub(crate) struct Guesses<'o> {
    guesses: &'o mut [Guess],
    found: &'o [Number; FOUND],
    first: &'o mut Number,
}

impl Guesses<'_> {
    #[inline(always)]
    pub fn get(&self, number: Number) -> Option<&Guess> {
        self.guesses.get(usize::from(number.0))
    }

    /// The key that is expected at a place after another one of its object.
    #[inline(always)]
    pub fn next(&self, place: Place, last: Number) -> Number {
        match self.get(last) {
            Some(last) => last.next,
            None if place.is(Place::START) => *self.first,
            None => Number::NONE,
        }
    }

    /// Finds the known key at an offset of a row, if its object has it. From now on it is expected after the previous
    /// key.
    #[inline(never)]
    pub fn find(&mut self, place: Place, last: Number, bytes: &[u8], at: usize) -> Number {
        let Some(window) = Window::new(bytes, at) else { return Number::NONE };
        let number = self.found.get(hash(window.eight(0))).copied().unwrap_or(Number::NONE);
        let stands = |guess: &Guess| guess.place.is(place) && guess.stands(&window);
        if !self.get(number).is_some_and(stands) {
            return Number::NONE;
        }
        // Where one key alone is missing, it is expected again.
        let missing = self.get(self.next(place, last));
        if missing.is_none_or(|missing| missing.next != number) {
            self.expect(place, last, number);
        }
        number
    }

    /// Expects a key from now on after another one of its object, or as the first.
    fn expect(&mut self, place: Place, last: Number, next: Number) {
        match self.guesses.get_mut(usize::from(last.0)) {
            Some(last) => last.next = next,
            None if place.is(Place::START) => *self.first = next,
            None => {}
        }
    }
}

/// A hash of the bytes that even a key of one letter has: comma, quotes, letter and colon.
#[inline(always)]
fn hash(head: u64) -> usize {
    let five = head & 0xff_ffff_ffff;
    (five.wrapping_mul(swar::SPREAD) >> 57) as usize
}

impl Guess {
    /// A guess for these bytes; `None` if they are too many.
    fn new(place: Place, bytes: &[u8], leads: Leads) -> Option<Guess> {
        if bytes.len() > LITERAL {
            return None;
        }
        let mut room = [0; 32];
        room.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let word = |at| swar::sixteen(&room, at).unwrap_or_default();
        let mask = (1u32 << bytes.len()) - 1;
        Some(Guess {
            literal: [word(0), word(16)],
            mask: [mask as u16, (mask >> 16) as u16],
            place,
            leads,
            length: bytes.len() as u8,
            next: Number::NONE,
        })
    }

    fn is(&self, other: &Guess) -> bool {
        self.place.is(other.place) && self.literal == other.literal && self.length == other.length
    }

    /// How many bytes are before its value.
    #[inline(always)]
    pub fn length(&self) -> usize {
        // PERF: that no literal is longer is known here, and need not be checked where its value is looked at.
        usize::from(self.length) & LITERAL
    }

    /// Whether the window begins with it.
    ///
    /// PERF: one or two compares of 16 bytes; a compare by length costs a call.
    #[inline(always)]
    pub fn stands(&self, window: &Window) -> bool {
        let [head, tail] = self.literal;
        let [head_mask, tail_mask] = self.mask.map(u32::from);
        !sixteen::same(head, window.sixteen(0)) & head_mask == 0
            && (self.length <= 16 || !sixteen::same(tail, window.sixteen(16)) & tail_mask == 0)
    }
}
