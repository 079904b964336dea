//! The fast path through an object: known keys with simple values.
//!
//! It handles the common case and leaves everything else to the exact parser, which alone reports errors.

use super::Action;
use super::parser::{Next, Parser, Progress};
use crate::dispatch::sixteen;
use crate::json::normal;
use crate::key_cache::{Guess, Key};
use crate::limits::MAX_TEXT;
use crate::row::Row;
use crate::slot::{Heap, Slot};
use crate::swar::{self, WINDOW, Window};

impl Parser<'_, '_> {
    /// Reads members while their keys are known and their values simple; returns what follows.
    pub(super) fn fast_path(&mut self, progress: &mut Progress) -> Next {
        let (stop, at) = read_members(self.ahead, self.scan.at(), progress, self.row);
        self.scan.go_to(at);
        self.next_element(stop, progress)
    }

    /// Returns what follows the fast path. The last bytes of the row, too few for a window, are read as well.
    pub(super) fn next_element(&mut self, mut stop: Stop, progress: &mut Progress) -> Next {
        if stop == Stop::Short {
            // The bytes are read from a copy that is padded to a full window.
            let mut room = [0; 2 * WINDOW];
            let at = self.scan.at();
            let rest = self.ahead.get(at..).unwrap_or_default();
            if let Some(room) = room.get_mut(..rest.len().min(WINDOW)) {
                room.copy_from_slice(rest);
            }
            let taken;
            (stop, taken) = read_members(&room, 0, progress, self.row);
            self.scan.go_to(at + taken);
        }
        match stop {
            Stop::Value => {
                let guesses = self.row.order.guesses();
                Next::Value(guesses.get(progress.last).and_then(|guess| guess.leads.child))
            }
            Stop::Key | Stop::Short => Next::Unknown,
        }
    }
}

/// Returns whether a byte ends the value before it.
#[inline(always)]
fn ends_value(byte: u8) -> bool {
    matches!(byte, b',' | b'}' | b' ' | b'\t' | b'\n' | b'\r')
}

/// The reason why the fast path stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The next value is not simple.
    Value,
    /// The next bytes are not a known key.
    Key,
    /// Too few bytes remain for a window.
    Short,
}

/// Reads as many members as possible; returns the reason and the position of the stop.
///
/// PERF: the loop reports no errors, so its state fits into registers.
#[inline(never)]
pub(super) fn read_members(
    bytes: &[u8],
    from: usize,
    progress: &mut Progress,
    row: &mut Row,
) -> (Stop, usize) {
    let Row { order, slots, heap, .. } = row;
    let (mut order, slots) = (order.guesses(), slots.as_mut_slice());
    let Progress { mut place, mut last } = *progress;
    let mut next = order.next(place, last);
    let (mut at, mut value) = (from, from);
    let stop = loop {
        let Some(window) = Window::new(bytes, at) else {
            // The value before may continue, for example a number with an exponent.
            let goes_on = value > from && bytes.get(at).is_some_and(|byte| !ends_value(*byte));
            break if goes_on { Stop::Value } else { Stop::Short };
        };
        let guess = match order.get(next).filter(|guess| guess.stands(&window)) {
            Some(guess) => guess,
            None => {
                let first = bytes.get(at).copied().unwrap_or_default();
                if value > from && !ends_value(first) {
                    break Stop::Value;
                }
                if first == b'}' {
                    break Stop::Key;
                }
                next = order.find(place, last, bytes, at);
                let Some(guess) = order.get(next) else { break Stop::Key };
                guess
            }
        };
        let length = guess.length();
        (last, next) = (next, guess.next);
        value = at + length;
        let taken = match simple(guess, &window, length, bytes, value, slots, heap) {
            Some(taken) => taken,
            None => match other_type(guess, &window, length, bytes, value, slots) {
                Some(taken) => taken,
                None => break Stop::Value,
            },
        };
        at = value + taken;
        place.key = Key::Later;
    };
    *progress = Progress { place, last };
    (stop, if stop == Stop::Value { value } else { at })
}

/// Stores a simple value in its slots; returns its length.
///
/// The value is at `place` in the window and at `at` in the bytes.
#[inline(always)]
fn simple(
    guess: &Guess,
    window: &Window,
    place: usize,
    bytes: &[u8],
    at: usize,
    slots: &mut [Slot],
    heap: &mut Heap,
) -> Option<usize> {
    let [slot, other] = guess.leads.slots;
    match guess.leads.action {
        Action::SkipText => Text::of(window, place, bytes, at).map(|text| text.length + 2),
        Action::SkipNumber => Digits::of(window, place).map(|digits| digits.length),
        Action::SkipOther => word_of(window, place).map(|(length, _)| length),
        Action::Text => {
            let text = Text::of(window, place, bytes, at)?;
            let value = match Slot::short(text.head, text.length) {
                Some(short) => short,
                None => long(bytes, at + 1, text.length, heap)?,
            };
            put(slots, slot, value);
            put(slots, other, value);
            Some(text.length + 2)
        }
        Action::Number => {
            let digits = Digits::of(window, place)?;
            put(slots, slot, digits.number(window, place)?);
            Some(digits.length)
        }
        Action::WholeNumber => {
            let digits = Digits::of(window, place)?;
            put(slots, slot, digits.whole_number(window, place)?);
            Some(digits.length)
        }
        Action::Boolean => {
            let (length, value) = word_of(window, place)?;
            put(slots, slot, value);
            Some(length)
        }
        Action::Other => None,
    }
}

/// Reads a simple value of another JSON type than expected for its key; returns its length.
#[inline(never)]
fn other_type(
    guess: &Guess,
    window: &Window,
    place: usize,
    bytes: &[u8],
    at: usize,
    slots: &mut [Slot],
) -> Option<usize> {
    match guess.leads.action {
        Action::SkipText | Action::SkipNumber | Action::SkipOther => match window.byte(place) {
            b'"' => Text::of(window, place, bytes, at).map(|text| text.length + 2),
            b'-' | b'0'..=b'9' => Digits::of(window, place).map(|digits| digits.length),
            _ => word_of(window, place).map(|(length, _)| length),
        },
        Action::Number if window.byte(place) == b'"' => {
            quoted(guess, window, place + 1, slots, Digits::number)
        }
        Action::WholeNumber if window.byte(place) == b'"' => {
            quoted(guess, window, place + 1, slots, Digits::whole_number)
        }
        Action::Text | Action::Number | Action::WholeNumber => {
            let null = word_of(window, place).filter(|(_, value)| *value == Slot::ABSENT);
            let (length, value) = null?;
            guess.leads.slots.iter().for_each(|slot| put(slots, *slot, value));
            Some(length)
        }
        Action::Boolean | Action::Other => None,
    }
}

/// Reads a number in quotes, which has the same value; returns its length with the quotes.
fn quoted(
    guess: &Guess,
    window: &Window,
    place: usize,
    slots: &mut [Slot],
    number: fn(&Digits, &Window, usize) -> Option<Slot>,
) -> Option<usize> {
    let digits = Digits::of(window, place)?;
    let value = number(&digits, window, place)?;
    if window.byte(place + digits.length) != b'"' {
        return None;
    }
    put(slots, guess.leads.slots[0], value);
    Some(digits.length + 2)
}

#[inline(always)]
fn put(slots: &mut [Slot], slot: u16, value: Slot) {
    if let Some(place) = slots.get_mut(usize::from(slot)) {
        *place = value;
    }
}

/// A plain ASCII text.
struct Text {
    /// The length without the quotes.
    length: usize,
    /// The first sixteen bytes; a shorter text is followed by other bytes.
    head: u128,
}

impl Text {
    #[inline(always)]
    fn of(window: &Window, place: usize, bytes: &[u8], at: usize) -> Option<Text> {
        if window.byte(place) != b'"' {
            return None;
        }
        let head = window.sixteen(place + 1);
        let ends = sixteen::text_ends(head);
        if ends == 0 {
            let length = Text::long(bytes, at + 1)?;
            return Some(Text { length, head });
        }
        let length = ends.trailing_zeros() as usize;
        (window.byte(place + 1 + length) == b'"').then_some(Text { length, head })
    }

    /// Returns the length of a text of sixteen bytes or more.
    #[inline(never)]
    fn long(bytes: &[u8], at: usize) -> Option<usize> {
        let mut length = 16;
        loop {
            let ends = sixteen::text_ends(swar::sixteen(bytes, at + length)?);
            if ends != 0 {
                length += ends.trailing_zeros() as usize;
                return (bytes.get(at + length) == Some(&b'"')).then_some(length);
            }
            length += 16;
        }
    }
}

/// Returns the slot of a text that is too long to store in the slot itself.
#[inline(never)]
fn long(bytes: &[u8], at: usize, length: usize, heap: &mut Heap) -> Option<Slot> {
    let text = std::str::from_utf8(bytes.get(at..at + length)?).ok()?;
    (text.len() <= MAX_TEXT).then(|| Slot::text(text, heap))
}

/// Reads `true`, `false` or `null`; returns its length and its slot.
#[inline(always)]
fn word_of(window: &Window, place: usize) -> Option<(usize, Slot)> {
    const TRUE: u32 = u32::from_le_bytes(*b"true");
    const NULL: u32 = u32::from_le_bytes(*b"null");
    const FALSE: u64 = u64::from_le_bytes(*b"false\0\0\0");
    let word = window.eight(place);
    // PERF: `true` or `false` is unpredictable, so the choice is branch-free.
    let yes = u64::from(word as u32 == TRUE);
    let no = u64::from(word & 0xff_ffff_ffff == FALSE);
    if yes + no > 0 {
        return Some((4 + no as usize, if no == 0 { Slot::YES } else { Slot::NO }));
    }
    (word as u32 == NULL).then_some((4, Slot::ABSENT))
}

/// A number without an exponent, of at most fifteen characters after its sign.
#[derive(Clone, Copy)]
struct Digits {
    /// The offset of the first digit, after the sign.
    start: usize,
    /// The number of digits before the point.
    whole: usize,
    /// The number of digits after the point.
    places: usize,
    /// The number of characters.
    length: usize,
}

impl Digits {
    #[inline(always)]
    fn of(window: &Window, place: usize) -> Option<Digits> {
        // PERF: most numbers have no sign, so this branch is predicted and later steps do not wait for it.
        if window.byte(place) == b'-' {
            Digits::signed(window, place)
        } else {
            Digits::from(window, place, 0)
        }
    }

    #[inline(never)]
    fn signed(window: &Window, place: usize) -> Option<Digits> {
        Digits::from(window, place, 1)
    }

    #[inline(always)]
    fn from(window: &Window, place: usize, start: usize) -> Option<Digits> {
        let others = sixteen::no_digits(window.sixteen(place + start));
        let whole = others.trailing_zeros() as usize;
        let zero = whole > 1 && window.byte(place + start) == b'0';
        if !(1..16).contains(&whole) || zero {
            return None;
        }
        if window.byte(place + start + whole) != b'.' {
            return Some(Digits { start, whole, places: 0, length: start + whole });
        }
        let end = (others & (others - 1)).trailing_zeros() as usize;
        let places = end - whole - 1;
        (end < 16 && places > 0).then_some(Digits { start, whole, places, length: start + end })
    }

    #[inline(always)]
    fn number(&self, window: &Window, place: usize) -> Option<Slot> {
        let (mantissa, scale) = self.value(window, place)?;
        Some(Slot::small(mantissa, scale as u8))
    }

    /// Returns the slot of a field of whole numbers; a fraction is unreadable.
    #[inline(always)]
    fn whole_number(&self, window: &Window, place: usize) -> Option<Slot> {
        let (mantissa, places) = self.value(window, place)?;
        let (mantissa, scale) = normal(mantissa, places)?;
        Some(if scale == 0 { Slot::small(mantissa, 0) } else { Slot::UNREADABLE })
    }

    /// Returns the mantissa and the number of digits after the point.
    #[inline(always)]
    fn value(&self, window: &Window, place: usize) -> Option<(i64, usize)> {
        const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
        let Digits { start, whole, places, .. } = *self;
        let word = window.eight(place + start);
        let mantissa = if whole + places < 8 {
            // PERF: eight bytes of digits without the point are converted by multiplication.
            let before = word & !(u64::MAX << (8 * whole));
            let behind = word >> (8 * whole) >> 8 << (8 * whole);
            let all = if places == 0 { word } else { before | behind };
            swar::number(all, whole + places)
        } else if whole <= 8 && places < 8 {
            let fraction = window.eight(place + start + whole + 1);
            let fraction = if places == 0 { 0 } else { swar::number(fraction, places) };
            swar::number(word, whole) * POWERS.get(places)? + fraction
        } else {
            return None;
        };
        let mantissa = i64::try_from(mantissa).ok()?;
        Some((if start == 1 { -mantissa } else { mantissa }, places))
    }
}
