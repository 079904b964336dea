//! Numbers of a column, in the narrowest form that holds all of them exactly.

use crate::decimal::Decimal;

/// Numbers, in the narrowest form that holds all of the column exactly.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// `value / 10^scale` in 32 bits.
    Short {
        /// Digits after the point, of all.
        scale: u8,
        /// The mantissas.
        values: Vec<i32>,
    },
    /// `value / 10^scale` in 64 bits.
    Narrow {
        /// Digits after the point, of all.
        scale: u8,
        /// The mantissas.
        values: Vec<i64>,
    },
    /// `value / 10^scale` in 128 bits.
    Wide {
        /// Digits after the point, of all.
        scale: u8,
        /// The mantissas.
        values: Vec<i128>,
    },
    /// Each at its own scale.
    Exact(Vec<Decimal>),
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::Short { scale: 0, values: Vec::new() }
    }
}

/// The mantissas of numbers at one scale, where 64 bits hold all of them.
#[derive(Clone, Copy, Debug)]
pub enum Integers<'a> {
    /// In 32 bits.
    Short(&'a [i32]),
    /// In 64 bits.
    Long(&'a [i64]),
}

impl Integers<'_> {
    /// The least and the most that there can be.
    pub(crate) fn bounds(self) -> (i64, i64) {
        match self {
            Integers::Short(_) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Integers::Long(_) => (i64::MIN, i64::MAX),
        }
    }

    /// Whether these are the same ones at the same place.
    pub(crate) fn is(self, other: Integers<'_>) -> bool {
        match (self, other) {
            (Integers::Short(values), Integers::Short(other)) => std::ptr::eq(values, other),
            (Integers::Long(values), Integers::Long(other)) => std::ptr::eq(values, other),
            (Integers::Short(_), Integers::Long(_)) | (Integers::Long(_), Integers::Short(_)) => {
                false
            }
        }
    }

    /// The mantissa of a row.
    pub fn get(self, row: usize) -> Option<i64> {
        match self {
            Integers::Short(values) => values.get(row).copied().map(i64::from),
            Integers::Long(values) => values.get(row).copied(),
        }
    }
}

impl Numbers {
    /// The number of a row.
    pub fn get(&self, row: usize) -> Option<Decimal> {
        match self {
            Numbers::Short { scale, values } => Decimal::new(i128::from(*values.get(row)?), *scale),
            Numbers::Narrow { scale, values } => {
                Decimal::new(i128::from(*values.get(row)?), *scale)
            }
            Numbers::Wide { scale, values } => Decimal::new(*values.get(row)?, *scale),
            Numbers::Exact(values) => values.get(row).copied(),
        }
    }

    /// The mantissas and their scale, where 64 bits hold all of them.
    pub fn integers(&self) -> Option<(Integers<'_>, u8)> {
        match self {
            Numbers::Short { scale, values } => Some((Integers::Short(values), *scale)),
            Numbers::Narrow { scale, values } => Some((Integers::Long(values), *scale)),
            Numbers::Wide { .. } | Numbers::Exact(_) => None,
        }
    }

    pub(super) fn push(&mut self, number: Decimal) {
        self.widen(number.scale());
        match self {
            Numbers::Short { scale, values } => {
                if let Some(value) = at_scale(number, *scale).and_then(|v| i32::try_from(v).ok()) {
                    return values.push(value);
                }
                self.lengthen();
                self.push(number);
            }
            Numbers::Narrow { scale, values } => {
                if let Some(value) = at_scale(number, *scale).and_then(|v| i64::try_from(v).ok()) {
                    return values.push(value);
                }
                let values = values.iter().copied().map(i128::from).collect();
                *self = Numbers::Wide { scale: *scale, values };
                self.push(number);
            }
            Numbers::Wide { scale, values } => {
                if let Some(value) = at_scale(number, *scale) {
                    return values.push(value);
                }
                self.make_exact();
                self.push(number);
            }
            Numbers::Exact(values) => values.push(number),
        }
    }

    /// Raises the scale of the column to at least this scale, or widens its form if it does not fit.
    fn widen(&mut self, wanted: u8) {
        let power = |scale: u8| 10i128.checked_pow(u32::from(wanted - scale));
        match self {
            Numbers::Short { scale, values } if *scale < wanted => {
                let power = power(*scale).and_then(|p| i32::try_from(p).ok());
                let scaled = power.and_then(|p| values.iter().map(|v| v.checked_mul(p)).collect());
                match scaled {
                    Some(values) => *self = Numbers::Short { scale: wanted, values },
                    None => self.lengthen(),
                }
                self.widen(wanted);
            }
            Numbers::Narrow { scale, values } if *scale < wanted => {
                let power = power(*scale);
                let narrow = power.and_then(|p| i64::try_from(p).ok());
                let scaled = narrow.and_then(|p| values.iter().map(|v| v.checked_mul(p)).collect());
                *self = match scaled {
                    Some(values) => Numbers::Narrow { scale: wanted, values },
                    None => Numbers::Wide {
                        scale: *scale,
                        values: values.iter().copied().map(i128::from).collect(),
                    },
                };
                self.widen(wanted);
            }
            Numbers::Wide { scale, values } if *scale < wanted => {
                let power = power(*scale);
                let scaled = power.and_then(|p| values.iter().map(|v| v.checked_mul(p)).collect());
                match scaled {
                    Some(values) => *self = Numbers::Wide { scale: wanted, values },
                    None => self.make_exact(),
                }
            }
            Numbers::Short { .. }
            | Numbers::Narrow { .. }
            | Numbers::Wide { .. }
            | Numbers::Exact(_) => {}
        }
    }

    /// Brings 32 bits to 64.
    fn lengthen(&mut self) {
        if let Numbers::Short { scale, values } = self {
            let values = values.iter().copied().map(i64::from).collect();
            *self = Numbers::Narrow { scale: *scale, values };
        }
    }

    fn make_exact(&mut self) {
        let exact = (0..).map_while(|row| self.get(row)).collect();
        *self = Numbers::Exact(exact);
    }

    pub(super) fn clear(&mut self) {
        match self {
            Numbers::Short { values, .. } => values.clear(),
            Numbers::Narrow { values, .. } => values.clear(),
            Numbers::Wide { .. } | Numbers::Exact(_) => *self = Numbers::default(),
        }
    }
}

/// For what has the mantissas at once.
#[cfg(feature = "arrow")]
impl Numbers {
    /// Numbers of these mantissas.
    pub(crate) fn of(scale: u8, values: Vec<i64>) -> Numbers {
        match values.iter().map(|value| i32::try_from(*value).ok()).collect() {
            Some(values) => Numbers::Short { scale, values },
            None => Numbers::Narrow { scale, values },
        }
    }
}

/// A number's mantissa at a scale that is at least its own, where 128 bits hold it.
fn at_scale(number: Decimal, scale: u8) -> Option<i128> {
    let power = 10i128.checked_pow(u32::from(scale.checked_sub(number.scale())?))?;
    number.mantissa().checked_mul(power)
}
