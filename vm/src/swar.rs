//! Bytes taken several at a time.

/// A one in each byte.
pub const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
pub const TOPS: u64 = 0x8080_8080_8080_8080;

/// An odd number whose bits are as good as random: the highest bits of a product with it depend on all bits.
pub const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The sixteen bytes from an offset, the first lowest; missing bytes at the end are zeros. `None` if there is no byte
/// at the offset, or fewer than sixteen in all.
#[inline(always)]
pub fn sixteen(bytes: &[u8], at: usize) -> Option<u128> {
    if let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        return Some(u128::from_le_bytes(*chunk));
    }
    let left = bytes.len().checked_sub(at).filter(|left| *left > 0)?;
    Some(u128::from_le_bytes(*bytes.last_chunk()?) >> (8 * (16 - left)))
}

/// How many bytes a window shows.
pub const WINDOW: usize = 64;

/// A window of bytes, all of which exist.
///
/// PERF: the bounds are checked once for everything that is done with the bytes.
#[derive(Clone, Copy)]
pub struct Window<'a>(&'a [u8; WINDOW]);

impl<'a> Window<'a> {
    /// The window from an offset, if there are enough bytes.
    #[inline(always)]
    pub fn new(bytes: &'a [u8], at: usize) -> Option<Window<'a>> {
        Some(Window(bytes.get(at..)?.first_chunk()?))
    }

    /// Eight bytes, the first lowest; zeros where a window does not show them.
    #[inline(always)]
    pub fn eight(&self, at: usize) -> u64 {
        let chunk = self.0.get(at..).and_then(|rest| rest.first_chunk());
        chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk))
    }

    /// The same of sixteen bytes.
    #[inline(always)]
    pub fn sixteen(&self, at: usize) -> u128 {
        let chunk = self.0.get(at..).and_then(|rest| rest.first_chunk());
        chunk.map_or(0, |chunk| u128::from_le_bytes(*chunk))
    }

    /// One byte.
    #[inline(always)]
    pub fn byte(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or_default()
    }
}

/// The highest bit of each byte that ends the plain ASCII bytes of a text: a quote, a backslash, a control character
/// or a byte beyond ASCII. The lowest set bit is correct; higher ones may be wrong.
///
/// The subtraction borrows from the byte above only if the byte itself is flagged.
#[inline(always)]
pub fn text_ends(word: u64) -> u64 {
    let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let slash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    let control = word.wrapping_sub(ONES * 0x20);
    (quote | slash | control | word) & TOPS
}

/// The highest bit of each byte that is not a digit. The lowest set bit is correct, and so is the next one if the
/// lower byte is ASCII.
#[inline(always)]
pub fn no_digits(word: u64) -> u64 {
    let word = word ^ (ONES * 0x30);
    (word.wrapping_add(ONES * 0x76) | word) & TOPS
}

/// How many digits a word begins with.
#[inline(always)]
pub fn digits(word: u64) -> usize {
    (no_digits(word).trailing_zeros() / 8) as usize
}

/// The number that the first digits of a word spell, 1 to 8 of them.
#[inline(always)]
pub fn number(word: u64, digits: usize) -> u64 {
    let digits = (word ^ (ONES * 0x30)) << ((64 - 8 * digits as u32) % 64);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let high = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    low.wrapping_add(high) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_end_where_the_bytes_do(bytes in proptest::collection::vec(any::<u8>(), 0..40), at in 0..40usize) {
            let mut padded = bytes.clone();
            padded.extend([0; 64]);
            let there = at < bytes.len();
            let wanted = u128::from_le_bytes(*padded[at..].first_chunk().unwrap());
            prop_assert_eq!(sixteen(&bytes, at), (there && bytes.len() >= 16).then_some(wanted));
        }

        #[test]
        fn a_window_shows_what_is_there(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0..200usize, place in 0..WINDOW - 16) {
            let window = Window::new(&bytes, at);
            let shown = bytes.get(at..at + WINDOW);
            prop_assert_eq!(window.is_some(), shown.is_some());
            if let (Some(window), Some(shown)) = (window, shown) {
                prop_assert_eq!(window.byte(place), shown[place]);
                prop_assert_eq!(window.eight(place).to_le_bytes(), &shown[place..place + 8]);
                prop_assert_eq!(window.sixteen(place).to_le_bytes(), &shown[place..place + 16]);
            }
        }

        #[test]
        fn flags_are_right_up_to_the_first(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'a'), Just(b'"'), 0x1f..0x24u8, b'0'..=b'9'], 8)) {
            let word = u64::from_le_bytes(*bytes.first_chunk().unwrap());
            let ends = |b: &u8| matches!(b, b'"' | b'\\' | 0..0x20 | 0x80..);
            let found = (text_ends(word).trailing_zeros() / 8) as usize;
            prop_assert_eq!(found, bytes.iter().position(ends).unwrap_or(8));
            let count = bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(8);
            prop_assert_eq!(digits(word), count);
            if count > 0 {
                let spelled: u64 = std::str::from_utf8(&bytes[..count]).unwrap().parse().unwrap();
                prop_assert_eq!(number(word, count), spelled);
            }
        }
    }
}
