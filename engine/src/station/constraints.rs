//! What the arguments of operations take of a parameter's values: announced to who may set it, and held before a call.

mod patterns;
mod schema;

use std::collections::BTreeSet;
use std::fmt;

use vm::{Constant, Decimal, Family, Type};

pub(crate) use self::patterns::Patterns;
use crate::text::words::listed;

/// The constraints on the value of a parameter, apart from its type: the union of what its arguments ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// The only values that there are, as text.
    pub choices: Option<BTreeSet<String>>,
    /// The least number.
    pub minimum: Option<Limit>,
    /// The greatest number.
    pub maximum: Option<Limit>,
    /// The fewest characters of a text.
    pub min_length: Option<u64>,
    /// The most characters of a text.
    pub max_length: Option<u64>,
    /// Regular expressions. Each must match somewhere in the text.
    pub patterns: Vec<String>,
}

/// A bound of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The bound.
    pub value: Decimal,
    /// Whether the bound itself is a value.
    pub end: End,
}

/// Whether a bound is itself within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is.
    Inclusive,
    /// It is not.
    Exclusive,
}

/// How a value is outside of what an argument takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// It is none of these.
    Choices(Vec<String>),
    /// It is too small; with the lower bound.
    Below(Limit),
    /// It is too great; with the upper bound.
    Above(Limit),
    /// It has too few characters; with how many it has to have.
    Short(u64),
    /// It has too many characters; with how many it may have.
    Long(u64),
    /// It does not match this regular expression.
    Pattern(String),
}

impl Constraints {
    /// Whether a value of a type may be within all of them, as far as that shows without looking into patterns.
    pub(crate) fn is_open(&self, ty: Type, patterns: &Patterns) -> bool {
        let bounds = match (self.minimum, self.maximum) {
            (Some(low), Some(high)) => {
                let closed = low.end == End::Inclusive && high.end == End::Inclusive;
                low.value < high.value || (low.value == high.value && closed)
            }
            _ => true,
        };
        let lengths = self.min_length.zip(self.max_length).is_none_or(|(low, high)| low <= high);
        let choices = self.choices.is_none() || self.choices_of(ty, patterns).next().is_some();
        bounds && lengths && choices
    }

    /// The choices that are of a type and within the bounds.
    fn choices_of<'l>(&'l self, ty: Type, patterns: &'l Patterns) -> impl Iterator<Item = &'l str> {
        let within = move |text: &&str| {
            let constant = match ty.family() {
                Family::Number => Decimal::parse(text).ok().map(Constant::Number),
                Family::Text => Some(Constant::Text((*text).to_owned())),
                Family::Boolean => {
                    matches!(*text, "true" | "false").then(|| Constant::Boolean(*text == "true"))
                }
                Family::Datetime => return true,
            };
            let whole = |constant: &Constant| match constant {
                Constant::Number(number) => ty.schema().json != "integer" || number.is_whole(),
                Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => true,
            };
            constant
                .is_some_and(|constant| whole(&constant) && self.hold(&constant, patterns).is_ok())
        };
        self.choices.iter().flatten().map(String::as_str).filter(within)
    }

    /// Whether a value is within all of them. A pattern that this product's regular expressions cannot say is the
    /// tenant's to hold.
    ///
    /// # Errors
    /// The first thing that it is outside of.
    pub fn admit(&self, value: &Constant) -> Result<(), Violation> {
        self.hold(value, &Patterns::default())
    }

    /// The same with patterns that are compiled once for many values.
    pub(crate) fn hold(&self, value: &Constant, patterns: &Patterns) -> Result<(), Violation> {
        if let Some(choices) = &self.choices
            && let Some(text) = spelt(value)
            && !choices.contains(&text)
        {
            return Err(Violation::Choices(choices.iter().cloned().collect()));
        }
        match value {
            Constant::Number(number) => self.admit_number(*number),
            Constant::Text(text) => self.admit_text(text, patterns),
            Constant::Boolean(_) | Constant::Datetime(_) => Ok(()),
        }
    }

    fn admit_number(&self, number: Decimal) -> Result<(), Violation> {
        if let Some(limit) = self.minimum
            && (number < limit.value || (number == limit.value && limit.end == End::Exclusive))
        {
            return Err(Violation::Below(limit));
        }
        if let Some(limit) = self.maximum
            && (number > limit.value || (number == limit.value && limit.end == End::Exclusive))
        {
            return Err(Violation::Above(limit));
        }
        Ok(())
    }

    fn admit_text(&self, text: &str, patterns: &Patterns) -> Result<(), Violation> {
        let length = text.chars().count() as u64;
        if let Some(least) = self.min_length.filter(|least| length < *least) {
            return Err(Violation::Short(least));
        }
        if let Some(most) = self.max_length.filter(|most| length > *most) {
            return Err(Violation::Long(most));
        }
        match self.patterns.iter().find(|pattern| patterns.misses(pattern, text)) {
            Some(pattern) => Err(Violation::Pattern(pattern.clone())),
            None => Ok(()),
        }
    }
}

/// A value as it is compared with a choice; an instant has lost its spelling.
fn spelt(value: &Constant) -> Option<String> {
    match value {
        Constant::Text(text) => Some(text.clone()),
        Constant::Number(number) => Some(number.to_string()),
        Constant::Boolean(known) => Some(known.to_string()),
        Constant::Datetime(_) => None,
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Choices(choices) => {
                write!(f, "it is one of {}", listed(choices.iter().map(String::as_str)))
            }
            Violation::Below(limit) => match limit.end {
                End::Inclusive => write!(f, "it is below the bound of {}", limit.value),
                End::Exclusive => write!(f, "it is not over {}", limit.value),
            },
            Violation::Above(limit) => match limit.end {
                End::Inclusive => write!(f, "it is above the bound of {}", limit.value),
                End::Exclusive => write!(f, "it is not below {}", limit.value),
            },
            Violation::Short(least) => write!(f, "it has fewer than {least} characters"),
            Violation::Long(most) => write!(f, "it has more than {most} characters"),
            Violation::Pattern(pattern) => write!(f, "it does not match `{pattern}`"),
        }
    }
}

#[cfg(test)]
mod tests;
