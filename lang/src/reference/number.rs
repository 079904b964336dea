//! Exact decimals over big integers, with the range checked when a number is built.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;

/// The most significant digits of a number, which also limits the digits before and after its point.
const DIGITS: usize = 38;

/// `digits / 10^scale`, in range and without trailing zeros in the fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    digits: BigInt,
    scale: u32,
}

impl Number {
    /// Parses a number in JSON's grammar; `None` for any other text or if it is out of range.
    pub(crate) fn spelled(text: &str) -> Option<Number> {
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if digits_only(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        if !digits_only(whole) || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        // All digits without leading and trailing zeros; `exponent` belongs to the last digit kept.
        let all = format!("{whole}{fraction}");
        let kept = all.trim_end_matches('0');
        let dropped = i64::try_from(all.len() - kept.len()).ok()?;
        let exponent =
            exponent.saturating_sub(i64::try_from(fraction.len()).ok()?).saturating_add(dropped);
        let kept = kept.trim_start_matches('0');
        if kept.is_empty() {
            return Some(Number { digits: BigInt::ZERO, scale: 0 });
        }
        if kept.len() > DIGITS || exponent.unsigned_abs() > DIGITS as u64 {
            return None;
        }
        let digits = format!("{sign}{kept}").parse::<BigInt>().ok()?;
        let power = u32::try_from(exponent.unsigned_abs()).ok()?;
        match exponent {
            0.. => Number::new(digits * ten_to(power), 0),
            _ => Number::new(digits, power),
        }
    }

    /// `digits / 10^scale`; `None` if it is out of range.
    pub(crate) fn new(digits: BigInt, scale: u32) -> Option<Number> {
        let (mut digits, mut scale, ten) = (digits, scale, BigInt::from(10));
        while scale > 0 && &digits % &ten == BigInt::ZERO {
            digits /= &ten;
            scale -= 1;
        }
        // The range is below 10^38, with at most 38 digits and 38 decimals. A whole number in range has at most 38
        // digits, so its digits can be counted before zeros are dropped.
        let count = digits.magnitude().to_string().len();
        let fits = count <= DIGITS && scale <= DIGITS as u32;
        fits.then_some(Number { digits, scale })
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.scale == 0
    }

    pub(crate) fn plus(&self, other: &Number) -> Option<Number> {
        let (a, b, scale) = self.aligned(other);
        Number::new(a + b, scale)
    }

    pub(crate) fn minus(&self, other: &Number) -> Option<Number> {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Number) -> Option<Number> {
        Number::new(&self.digits * &other.digits, self.scale + other.scale)
    }

    pub(crate) fn negated(&self) -> Number {
        Number { digits: -&self.digits, scale: self.scale }
    }

    /// The digits of both numbers at one scale.
    fn aligned(&self, other: &Number) -> (BigInt, BigInt, u32) {
        let scale = self.scale.max(other.scale);
        let at = |n: &Number| &n.digits * ten_to(scale - n.scale);
        (at(self), at(other), scale)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The shortest plain decimal.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < BigInt::ZERO { "-" } else { "" };
        let scale = self.scale as usize;
        let digits = format!("{:0>1$}", self.digits.magnitude().to_string(), scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let point = if fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{fraction}")
    }
}

fn ten_to(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

fn digits_only(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The value of an exponent, saturated beyond the length of any text.
fn exponent_of(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits_only(digits) {
        return None;
    }
    let size = digits
        .bytes()
        .fold(0i64, |size, digit| size.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(sign * size.min(i64::MAX / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn number(text: &str) -> Number {
        Number::spelled(text).unwrap_or_else(|| panic!("`{text}` fits"))
    }

    /// Asserts how a spelling is printed; empty if it is not a number in range.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = Number::spelled(text).map_or(String::new(), |number| number.to_string());
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn the_shortest_plain_decimal() {
        check("149", "149");
        check("149.0", "149");
        check("1.49e2", "149");
        check("-0", "0");
        check("-0.0e5", "0");
        check("0e99999999999999999999", "0");
        check("12.50", "12.5");
        check("-0.001", "-0.001");
        check("1e-38", &format!("0.{}1", "0".repeat(37)));
        check("1e37", &format!("1{}", "0".repeat(37)));
        check("1000e-2", "10");
        check("0.00001e5", "1");
    }

    #[test]
    fn what_spells_no_number() {
        for text in [
            "", "-", "+1", "01", ".5", "5.", "1e", "1e+", "0x10", "1_000", "12,50", "NaN", " 1",
            "１", "1.e1", "--1",
        ] {
            check(text, "");
        }
    }

    #[test]
    fn the_range() {
        let nines = "9".repeat(38);
        check(&nines, &nines);
        check(&format!("{nines}.0"), &nines);
        for text in [
            "1e38",
            "1e-39",
            "1e400",
            "1e-400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            check(text, "");
        }
        check(&format!("{nines}9"), "");
        check(&format!("1{nines}e-38"), "");
        check(&format!("0.{}1e40", "0".repeat(39)), "1");
        check(&format!("1{}e-100000", "0".repeat(100_000)), "1");
    }

    #[test]
    fn only_a_result_is_measured() {
        let a = number("17500000000000000000000000000000000000");
        let b = number("9900000000000000000000000000000000000.1");
        assert_eq!(a.minus(&b).unwrap().to_string(), "7599999999999999999999999999999999999.9");
        let half = number("0.55511151231257827021181583404541015625");
        assert_eq!(
            half.times(&number("1152921504606846976")).unwrap().to_string(),
            "640000000000000000"
        );
        assert!(number("1e37") > number("1e-38"));
        assert_eq!(number("5e37").plus(&number("5e37")), None);
        assert_eq!(number("1e-20").times(&number("1e-20")), None);
        assert_eq!(number("0.1").plus(&number("0.2")), Some(number("0.3")));
        assert_ne!(number("9007199254740993"), number("9007199254740992"));
    }
}
