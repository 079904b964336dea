//! The swift way through an object: known keys with simple values behind them.
//!
//! It takes what is as most rows have it and leaves all else where it is, for the exact way: that one alone tells what is
//! wrong with a row.

use super::Way;
use super::fill::Filler;
use crate::json::normal;
use crate::limits::MAX_TEXT;
use crate::order::{Key, Place};
use crate::row::Row;
use crate::slot::Slot;
use crate::word;

impl Filler<'_, '_> {
    /// Takes members as long as their keys are known and their values simple; answers what the next one is.
    ///
    /// PERF: nothing that may fail has a word to say about it, so that all fits the registers.
    #[inline]
    pub(super) fn swift(&mut self, mut place: Place) -> Key {
        let (bytes, mut at) = (self.scan.bytes(), self.scan.at());
        while let Some(known) = self.row.order.known(place, bytes, at) {
            let start = at + known.length;
            let Some(end) = simple(known.leads.way, bytes, start, self.row) else { break };
            at = end;
            self.row.order.follow(known);
            place.key = Key::Later;
        }
        self.scan.go_to(at);
        place.key
    }
}

/// Takes a simple value and puts it where it belongs; answers where it ends.
#[inline(always)]
fn simple(way: Way, bytes: &[u8], at: usize, row: &mut Row) -> Option<usize> {
    let first = *bytes.get(at)?;
    match way {
        Way::Over => match first {
            b'"' => text_end(bytes, at + 1).map(|end| end + 1),
            b'0'..=b'9' | b'-' => Digits::of(bytes, at).map(|digits| digits.end),
            _ => word_of(bytes, at).map(|(end, _)| end),
        },
        Way::Texts(slots) if first == b'"' => {
            let end = text_end(bytes, at + 1)?;
            let value = text(bytes, at + 1, end, row)?;
            for slot in slots {
                row.put(slot as usize, value);
            }
            Some(end + 1)
        }
        Way::Number(slot) if first != b'"' => {
            let digits = Digits::of(bytes, at)?;
            let (mantissa, scale) = digits.number()?;
            row.put(slot as usize, Slot::small(mantissa, scale));
            Some(digits.end)
        }
        Way::WholeNumber(slot) if first != b'"' => {
            let digits = Digits::of(bytes, at)?;
            let (mantissa, scale) = digits.number()?;
            let value = if scale == 0 { Slot::small(mantissa, 0) } else { Slot::UNREADABLE };
            row.put(slot as usize, value);
            Some(digits.end)
        }
        Way::Boolean(slot) => {
            let (end, value) = word_of(bytes, at)?;
            row.put(slot as usize, value);
            Some(end)
        }
        Way::Texts(_) | Way::Number(_) | Way::WholeNumber(_) | Way::Other => None,
    }
}

/// Where the quote is that ends a text of plain ASCII.
#[inline(always)]
fn text_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = word::text_ends(word::eight(bytes, at)?);
        if found != 0 {
            at += (found.trailing_zeros() / 8) as usize;
            return (*bytes.get(at)? == b'"').then_some(at);
        }
        at += 8;
    }
}

#[inline(always)]
fn text(bytes: &[u8], start: usize, end: usize, row: &mut Row) -> Option<Slot> {
    let window = word::sixteen(bytes, start)?;
    if let Some(short) = Slot::short(window, end - start) {
        return Some(short);
    }
    let text = std::str::from_utf8(bytes.get(start..end)?).ok()?;
    (text.len() <= MAX_TEXT).then(|| Slot::text(text, &mut row.heap))
}

/// `true`, `false` or `null`: where it ends, and what it is.
#[inline(always)]
fn word_of(bytes: &[u8], at: usize) -> Option<(usize, Slot)> {
    const TRUE: u32 = u32::from_le_bytes(*b"true");
    const NULL: u32 = u32::from_le_bytes(*b"null");
    const FALSE: u64 = u64::from_le_bytes(*b"false\0\0\0");
    let word = word::eight(bytes, at)?;
    match word as u32 {
        TRUE => Some((at + 4, Slot::YES)),
        NULL => Some((at + 4, Slot::ABSENT)),
        _ => (word & 0xff_ffff_ffff == FALSE).then_some((at + 5, Slot::NO)),
    }
}

/// A number of at most seven digits before the point and seven behind it, without an exponent.
struct Digits {
    negative: bool,
    /// The digits before the point, as they are spelled, or all of them where they and the point fit a word.
    whole: (u64, usize),
    /// Those behind the point that are not among these.
    fraction: (u64, usize),
    /// How many are behind the point.
    places: usize,
    end: usize,
}

impl Digits {
    #[inline(always)]
    fn of(bytes: &[u8], at: usize) -> Option<Digits> {
        let negative = bytes.get(at) == Some(&b'-');
        let start = at + usize::from(negative);
        let word = word::eight(bytes, start)?;
        let others = word::no_digits(word);
        let count = (others.trailing_zeros() / 8) as usize;
        if !(1..8).contains(&count) || (word as u8 == b'0' && count > 1) {
            return None;
        }
        let next = (word >> (8 * count)) as u8;
        let whole = Digits {
            negative,
            whole: (word, count),
            fraction: (0, 0),
            places: 0,
            end: start + count,
        };
        if next != b'.' {
            return (!matches!(next, b'e' | b'E')).then_some(whole);
        }
        let others = others & (others - 1);
        if others == 0 {
            return whole.with_fraction(bytes);
        }
        // PERF: a number that one word holds is made of its digits by one product, the point taken out.
        let end = (others.trailing_zeros() / 8) as usize;
        let places = end - count - 1;
        let next = (word >> (8 * end)) as u8;
        if places == 0 || matches!(next, b'e' | b'E' | b'.') {
            return None;
        }
        let before = word & !(u64::MAX << (8 * count));
        let behind = word >> (8 * count) >> 8 << (8 * count);
        let all = (before | behind, count + places);
        Some(Digits { whole: all, places, end: start + end, ..whole })
    }

    /// The number with the digits of the next word, behind the point that it ends at.
    #[inline(always)]
    fn with_fraction(self, bytes: &[u8]) -> Option<Digits> {
        let word = word::eight(bytes, self.end + 1)?;
        let places = word::digits(word);
        let next = (word >> (8 * places % 64)) as u8;
        if !(1..8).contains(&places) || matches!(next, b'e' | b'E' | b'.') {
            return None;
        }
        let end = self.end + 1 + places;
        Some(Digits { fraction: (word, places), places, end, ..self })
    }

    #[inline(always)]
    fn number(&self) -> Option<(i64, u8)> {
        const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
        let mut mantissa = word::number(self.whole.0, self.whole.1);
        let (word, count) = self.fraction;
        if count > 0 {
            mantissa = mantissa * POWERS.get(count)? + word::number(word, count);
        }
        normal(if self.negative { -1 } else { 1 }, mantissa, self.places)
    }
}
