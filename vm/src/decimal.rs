//! Exact decimals: no float stands between the JSON text of a number and its comparison.

use std::cmp::Ordering;
use std::fmt;

use ethnum::I256;
use serde::{Deserialize, Serialize};

/// The most significant digits, and the most decimals, that a number has.
const DIGITS: u32 = 38;

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

/// Why a text is no number.
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

    /// `mantissa / 10^scale` in normal form, or `None` where it does not fit.
    pub fn new(mantissa: i128, scale: u8) -> Option<Decimal> {
        if mantissa.unsigned_abs() >= BOUND.unsigned_abs() || u32::from(scale) > DIGITS {
            return Decimal::from_wide(I256::from(mantissa), u32::from(scale));
        }
        let (mut mantissa, mut scale) = (mantissa, scale);
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        Some(Decimal { mantissa, scale })
    }

    /// The digits without the point.
    pub fn mantissa(self) -> i128 {
        self.mantissa
    }

    /// How many of the digits stand after the point, 0 to 38.
    pub fn scale(self) -> u8 {
        self.scale
    }

    /// Whether nothing stands after the point.
    pub fn is_whole(self) -> bool {
        self.scale == 0
    }

    /// The exact sum, or `None` where it does not fit.
    #[expect(clippy::should_implement_trait, reason = "a result may not fit")]
    pub fn add(self, other: Decimal) -> Option<Decimal> {
        let (a, b, scale) = self.aligned(other);
        Decimal::from_wide(a + b, scale)
    }

    /// The exact difference, or `None` where it does not fit.
    #[expect(clippy::should_implement_trait, reason = "a result may not fit")]
    pub fn sub(self, other: Decimal) -> Option<Decimal> {
        self.add(other.neg())
    }

    /// The exact product, or `None` where it does not fit.
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

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        if self.scale == other.scale {
            return self.mantissa.cmp(&other.mantissa);
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
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let digits = self.mantissa.unsigned_abs().to_string();
        let scale = usize::from(self.scale);
        if scale == 0 {
            return write!(f, "{sign}{digits}");
        }
        let digits = format!("{digits:0>width$}", width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        write!(f, "{sign}{whole}.{fraction}")
    }
}
