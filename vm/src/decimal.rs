//! Exact decimals: no float is used between the JSON text of a number and its comparison.

use std::cmp::Ordering;
use std::fmt;

use ethnum::I256;
use serde::{Deserialize, Serialize};

use crate::limits::MAX_DIGITS as DIGITS;

/// One more than the largest mantissa.
const BOUND: i128 = 10i128.pow(DIGITS);

/// A number: a mantissa of at most 38 digits over a power of ten.
///
/// Always in normal form (no trailing zero after the point, zero has no sign), so equal numbers are equal field by
/// field and hash alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(i128, u8)", into = "(i128, u8)")]
pub struct Decimal {
    mantissa: i128,
    scale: u8,
}

/// Why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    /// It is not of JSON's number grammar.
    Form,
    /// It has more than 38 digits or 38 decimals, or is not below 10^38.
    Range,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal { mantissa: 0, scale: 0 };

    /// The number that a text spells by JSON's number grammar, with nothing around it.
    ///
    /// Takes time linear in the text, however long it is and however large its exponent.
    pub fn parse(text: &str) -> Result<Decimal, NumberFault> {
        let lexeme = Lexeme::of(text.as_bytes()).ok_or(NumberFault::Form)?;
        lexeme.number().ok_or(NumberFault::Range)
    }

    /// `mantissa / 10^scale` in normal form, or `None` if it does not fit.
    pub fn new(mantissa: i128, scale: u8) -> Option<Decimal> {
        if mantissa.unsigned_abs() >= BOUND.unsigned_abs() || u32::from(scale) > DIGITS {
            return Decimal::from_wide(I256::from(mantissa), u32::from(scale));
        }
        let (mut mantissa, mut scale) = (mantissa, scale);
        if let Ok(mut small) = i64::try_from(mantissa) {
            // PERF: a 128-bit division is a function call.
            while scale > 0 && small % 10 == 0 {
                small /= 10;
                scale -= 1;
            }
            return Some(Decimal { mantissa: i128::from(small), scale });
        }
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        Some(Decimal { mantissa, scale })
    }

    /// `mantissa / 10^scale`, which must be in normal form already.
    #[inline]
    pub(crate) fn normal(mantissa: i64, scale: u8) -> Decimal {
        Decimal { mantissa: i128::from(mantissa), scale }
    }

    /// The digits without the point.
    pub fn mantissa(self) -> i128 {
        self.mantissa
    }

    /// The number of digits after the point, 0 to 38.
    pub fn scale(self) -> u8 {
        self.scale
    }

    /// Whether it has no digits after the point.
    pub fn is_whole(self) -> bool {
        self.scale == 0
    }

    /// The exact sum, or `None` if it does not fit.
    #[expect(clippy::should_implement_trait, reason = "a result may not fit")]
    pub fn add(self, other: Decimal) -> Option<Decimal> {
        let (a, b, scale) = self.aligned(other);
        Decimal::from_wide(a + b, scale)
    }

    /// The exact difference, or `None` if it does not fit.
    #[expect(clippy::should_implement_trait, reason = "a result may not fit")]
    pub fn sub(self, other: Decimal) -> Option<Decimal> {
        self.add(other.neg())
    }

    /// The exact product, or `None` if it does not fit.
    #[expect(clippy::should_implement_trait, reason = "a result may not fit")]
    pub fn mul(self, other: Decimal) -> Option<Decimal> {
        let product = I256::from(self.mantissa) * I256::from(other.mantissa);
        Decimal::from_wide(product, u32::from(self.scale) + u32::from(other.scale))
    }

    /// The number with the other sign.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "stands beside `add`, `sub` and `mul`, which may not fit"
    )]
    pub fn neg(self) -> Decimal {
        Decimal { mantissa: -self.mantissa, scale: self.scale }
    }

    /// Both mantissas at the larger scale. Each is below 10^76, so a sum of two fits 256 bits.
    fn aligned(self, other: Decimal) -> (I256, I256, u32) {
        let scale = self.scale.max(other.scale);
        let at =
            |n: Decimal| I256::from(n.mantissa) * I256::new(10).pow(u32::from(scale - n.scale));
        (at(self), at(other), u32::from(scale))
    }

    fn from_wide(mantissa: I256, scale: u32) -> Option<Decimal> {
        let (mut mantissa, mut scale, ten) = (mantissa, scale, I256::new(10));
        while scale > 0 && mantissa % ten == I256::ZERO {
            mantissa /= ten;
            scale -= 1;
        }
        let fits = mantissa.abs() < I256::from(BOUND) && scale <= DIGITS;
        let scale = u8::try_from(scale).ok()?;
        fits.then(|| Decimal { mantissa: mantissa.as_i128(), scale })
    }
}

/// The parts of a number's text. Its digits are folded into one mantissa without trailing zeros.
struct Lexeme {
    negative: bool,
    /// Meaningful while `significant` is at most 38.
    mantissa: u128,
    /// How many digits the mantissa has.
    significant: u64,
    /// The power of ten that the mantissa is to be multiplied by.
    exponent: i64,
}

impl Lexeme {
    /// Parses a whole text; `None` if it does not match the grammar.
    fn of(text: &[u8]) -> Option<Lexeme> {
        let (negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let (whole, text) = digits(text);
        if whole.is_empty() || (whole.len() > 1 && whole.first() == Some(&b'0')) {
            return None;
        }
        let (fraction, text) = match text {
            [b'.', rest @ ..] => {
                let (fraction, rest) = digits(rest);
                (Some(fraction).filter(|f| !f.is_empty())?, rest)
            }
            _ => (&[][..], text),
        };
        let power = match text {
            [] => 0,
            [b'e' | b'E', rest @ ..] => power(rest)?,
            _ => return None,
        };
        let mut lexeme = Lexeme { negative, mantissa: 0, significant: 0, exponent: 0 };
        let zeros = lexeme.take(whole, fraction);
        let places = i64::try_from(fraction.len()).ok()?;
        lexeme.exponent = power.saturating_sub(places).saturating_add(zeros);
        Some(lexeme)
    }

    /// Folds the digits in, up to the last nonzero digit; returns the number of zeros after it.
    fn take(&mut self, whole: &[u8], fraction: &[u8]) -> i64 {
        let mut zeros = 0u32;
        for &digit in whole.iter().chain(fraction) {
            if digit == b'0' {
                zeros = zeros.saturating_add(u32::from(self.significant > 0));
                continue;
            }
            self.significant = self.significant.saturating_add(u64::from(zeros) + 1);
            if self.significant <= u64::from(DIGITS) {
                let power = 10u128.pow(zeros + 1);
                self.mantissa = self.mantissa * power + u128::from(digit - b'0');
            }
            zeros = 0;
        }
        i64::from(zeros)
    }

    fn number(&self) -> Option<Decimal> {
        if self.significant == 0 {
            return Some(Decimal::ZERO);
        }
        let up = u32::try_from(self.exponent.max(0)).ok()?;
        let scale = u8::try_from(self.exponent.min(0).unsigned_abs()).ok()?;
        let fits = self.significant + u64::from(up) <= u64::from(DIGITS);
        if !fits || u32::from(scale) > DIGITS {
            return None;
        }
        let mantissa = i128::try_from(self.mantissa * 10u128.pow(up)).ok()?;
        Some(Decimal { mantissa: if self.negative { -mantissa } else { mantissa }, scale })
    }
}

/// The digits that a text begins with, and the rest.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// An exponent after its `e`. One beyond 10^17 stays there: nothing but zero fits it.
fn power(text: &[u8]) -> Option<i64> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (digits, rest) = digits(text);
    if digits.is_empty() || !rest.is_empty() {
        return None;
    }
    let bound = 10i64.pow(17);
    let power = digits.iter().fold(0, |n: i64, d| (n * 10 + i64::from(d - b'0')).min(bound));
    Some(if negative { -power } else { power })
}

impl From<i64> for Decimal {
    fn from(whole: i64) -> Decimal {
        Decimal { mantissa: i128::from(whole), scale: 0 }
    }
}

impl TryFrom<(i128, u8)> for Decimal {
    type Error = &'static str;

    fn try_from((mantissa, scale): (i128, u8)) -> Result<Decimal, Self::Error> {
        let number = Decimal::new(mantissa, scale).ok_or("a decimal out of range")?;
        if number == (Decimal { mantissa, scale }) {
            Ok(number)
        } else {
            Err("a decimal that is not in normal form")
        }
    }
}

impl From<Decimal> for (i128, u8) {
    fn from(n: Decimal) -> (i128, u8) {
        (n.mantissa, n.scale)
    }
}

/// Ten to a power, where 64 bits hold it.
#[inline]
pub(crate) fn power_of_ten(power: u8) -> Option<i64> {
    #[rustfmt::skip]
    const POWERS: [i64; 19] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ];
    POWERS.get(usize::from(power)).copied()
}

/// Compares two numbers with 64-bit mantissas; `None` if their scales are too far apart for 128 bits.
#[inline]
pub(crate) fn order_small(a: (i64, u8), b: (i64, u8)) -> Option<Ordering> {
    let ((a, a_scale), (b, b_scale)) = (a, b);
    if a_scale == b_scale {
        return Some(a.cmp(&b));
    }
    let up = power_of_ten(b_scale.saturating_sub(a_scale))?;
    let down = power_of_ten(a_scale.saturating_sub(b_scale))?;
    Some((i128::from(a) * i128::from(up)).cmp(&(i128::from(b) * i128::from(down))))
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        if self.scale == other.scale {
            return self.mantissa.cmp(&other.mantissa);
        }
        // PERF: 256 bits are for mantissas that 64 do not hold.
        let small =
            |n: &Decimal| i64::try_from(n.mantissa).ok().map(|mantissa| (mantissa, n.scale));
        if let (Some(a), Some(b)) = (small(self), small(other))
            && let Some(order) = order_small(a, b)
        {
            return order;
        }
        let (a, b, _) = self.aligned(*other);
        a.cmp(&b)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The shortest plain decimal: no exponent, no trailing zero, no sign on zero.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 39 digits at most, a zero before the point, the point and a sign.
        let mut text = [0u8; 48];
        let mut at = text.len();
        let mut put = |byte: u8| {
            at -= 1;
            if let Some(place) = text.get_mut(at) {
                *place = byte;
            }
        };
        let mut rest = self.mantissa.unsigned_abs();
        let mut digits = 0u8;
        while rest > 0 || digits <= self.scale {
            if digits == self.scale && digits > 0 {
                put(b'.');
            }
            // PERF: most numbers are below 2^64, where a division takes a tenth of the time.
            let digit = match u64::try_from(rest) {
                Ok(small) => {
                    rest = u128::from(small / 10);
                    small % 10
                }
                Err(_) => {
                    let digit = rest % 10;
                    rest /= 10;
                    digit as u64
                }
            };
            put(b'0' + digit as u8);
            digits += 1;
        }
        if self.mantissa < 0 {
            put(b'-');
        }
        f.write_str(
            text.get(at..).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks how a number's text prints, or its fault.
    #[track_caller]
    fn check(text: &str, right: Result<&str, NumberFault>) {
        let read = Decimal::parse(text).map(|n| n.to_string());
        assert_eq!(read.as_deref().map_err(|f| *f), right, "{text:.60}");
    }

    #[test]
    fn a_number_prints_as_its_shortest_plain_decimal() {
        check("0", Ok("0"));
        check("-0", Ok("0"));
        check("-0.00e5", Ok("0"));
        check("149.0", Ok("149"));
        check("1.49e2", Ok("149"));
        check("1E2", Ok("100"));
        check("-12.50", Ok("-12.5"));
        check("0.1", Ok("0.1"));
        check("-0.001", Ok("-0.001"));
        check("1e-38", Ok("0.00000000000000000000000000000000000001"));
        check("9007199254740993", Ok("9007199254740993"));
        check(
            "99999999999999999999999999999999999999",
            Ok("99999999999999999999999999999999999999"),
        );
        check("1e37", Ok("10000000000000000000000000000000000000"));
        check(
            "0.55511151231257827021181583404541015625",
            Ok("0.55511151231257827021181583404541015625"),
        );
    }

    #[test]
    fn only_the_grammar_of_json_is_a_number() {
        let spellings = [
            "", "-", "+1", "01", "-01", "007", ".5", "5.", "1e", "1e+", "0x10", "1_000", "NaN",
            " 1", "1 ", "12,50", "1.5.2", "--1", "Infinity", "１２", "1e1.5", "1ee1",
        ];
        for spelling in spellings {
            check(spelling, Err(NumberFault::Form));
        }
    }

    #[test]
    fn what_does_not_fit_is_never_rounded() {
        check("1e38", Err(NumberFault::Range));
        check("1e-39", Err(NumberFault::Range));
        check("1e400", Err(NumberFault::Range));
        check("-1e99999999999999999999999999", Err(NumberFault::Range));
        check("1e-99999999999999999999999999", Err(NumberFault::Range));
        check("0e99999999999999999999999999", Ok("0"));
        check("100000000000000000000000000000000000000", Err(NumberFault::Range));
        check("1234567890123456789012345678901234567.89", Err(NumberFault::Range));
    }

    #[test]
    fn a_long_text_takes_linear_time() {
        let zeros = "0".repeat(1 << 20);
        check(&format!("1{zeros}"), Err(NumberFault::Range));
        check(&format!("1{zeros}e-{}", 1 << 20), Ok("1"));
        check(&format!("0.{zeros}1e{}", (1 << 20) + 1), Ok("1"));
        check(&format!("1.{zeros}"), Ok("1"));
        check(&format!("1.{zeros}1"), Err(NumberFault::Range));
        check(&format!("1e{zeros}1"), Ok("10"));
    }

    #[test]
    fn only_a_result_is_measured() {
        let n = |text| Decimal::parse(text).unwrap();
        let difference = n("17500000000000000000000000000000000000")
            .sub(n("9900000000000000000000000000000000000.1"));
        assert_eq!(difference.unwrap().to_string(), "7599999999999999999999999999999999999.9");
        let product = n("0.55511151231257827021181583404541015625").mul(n("1152921504606846976"));
        assert_eq!(product.unwrap().to_string(), "640000000000000000");
        assert!(n("1e37") > n("1e-38"));
        assert!(n("-1e37") < n("1e-38"));
        assert_eq!(n("0.1").add(n("0.2")), Some(n("0.3")));
        assert_eq!(n("9e37").add(n("1e37")), None);
    }
}
