//! What the arguments of operations take of a parameter's values: announced to who may set it, and held before a call.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use vm::limits::MAX_PATTERN_BYTES;
use vm::{Constant, Decimal, Family, Pattern, Type};

use crate::keys::listed;
use crate::schema::{Bound, Choice, Kinds, Says, Shape};

/// What a parameter's value has to be beside being of its type: everything that each argument it feeds asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
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
    /// Regular expressions, of which each has to match somewhere in the text.
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
    Within,
    /// It is not.
    Outside,
}

/// How a value is outside of what an argument takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    /// It is none of these.
    Choices(Vec<String>),
    /// It is too small; with the least.
    Below(Decimal),
    /// It is too great; with the greatest.
    Above(Decimal),
    /// It has too few characters; with how many it has to have.
    Short(u64),
    /// It has too many characters; with how many it may have.
    Long(u64),
    /// It does not match this regular expression.
    Pattern(String),
}

impl Limits {
    /// Takes over what an argument asks of a value of a type; the argument takes one of these shapes.
    pub(crate) fn take_over(&mut self, ty: Type, shapes: &[Rc<Shape>]) {
        let taking: Vec<_> = shapes.iter().filter(|shape| shape.takes(ty)).collect();
        let choices: Option<Vec<_>> = taking.iter().map(|shape| texts(shape)).collect();
        if let Some(choices) = choices.filter(|choices| !choices.is_empty()) {
            let choices: BTreeSet<_> = choices.into_iter().flatten().collect();
            self.choices = Some(match &self.choices {
                Some(before) => before.intersection(&choices).cloned().collect(),
                None => choices,
            });
        }
        // What only one of several alternatives asks for is not asked of the value.
        let [shape] = taking.as_slice() else { return };
        match ty.family() {
            Family::Number if shape.kinds.meets(Kinds::NUMBER) => {
                self.minimum = narrower(self.minimum, shape.minimum, |new, old| new > old);
                self.maximum = narrower(self.maximum, shape.maximum, |new, old| new < old);
            }
            Family::Text => {
                self.min_length = self.min_length.max(shape.min_length);
                self.max_length = match (self.max_length, shape.max_length) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, other) => one.or(other),
                };
                for pattern in &shape.patterns {
                    if !self.patterns.contains(pattern) {
                        self.patterns.push(pattern.clone());
                    }
                }
            }
            Family::Number | Family::Boolean | Family::Datetime => {}
        }
    }

    /// Whether a value is within all of them. A pattern that this product's regular expressions cannot say is the
    /// tenant's to hold.
    ///
    /// # Errors
    /// The first thing that it is outside of.
    pub fn admit(&self, value: &Constant) -> Result<(), Outside> {
        if let Some(choices) = &self.choices
            && let Some(text) = spelt(value)
            && !choices.contains(&text)
        {
            return Err(Outside::Choices(choices.iter().cloned().collect()));
        }
        match value {
            Constant::Number(number) => self.admit_number(*number),
            Constant::Text(text) => self.admit_text(text),
            Constant::Boolean(_) | Constant::Datetime(_) => Ok(()),
        }
    }

    fn admit_number(&self, number: Decimal) -> Result<(), Outside> {
        if let Some(limit) = self.minimum
            && (number < limit.value || (number == limit.value && limit.end == End::Outside))
        {
            return Err(Outside::Below(limit.value));
        }
        if let Some(limit) = self.maximum
            && (number > limit.value || (number == limit.value && limit.end == End::Outside))
        {
            return Err(Outside::Above(limit.value));
        }
        Ok(())
    }

    fn admit_text(&self, text: &str) -> Result<(), Outside> {
        let length = text.chars().count() as u64;
        if let Some(least) = self.min_length.filter(|least| length < *least) {
            return Err(Outside::Short(least));
        }
        if let Some(most) = self.max_length.filter(|most| length > *most) {
            return Err(Outside::Long(most));
        }
        for source in &self.patterns {
            let pattern = Pattern::new(source, MAX_PATTERN_BYTES);
            if pattern.is_ok_and(|pattern| !pattern.is_match(text)) {
                return Err(Outside::Pattern(source.clone()));
            }
        }
        Ok(())
    }
}

fn narrower(
    before: Option<Limit>,
    bound: Option<Bound>,
    closer: impl Fn(Decimal, Decimal) -> bool,
) -> Option<Limit> {
    let new = bound.map(|bound| Limit {
        value: bound.value,
        end: if bound.closed == Says::Yes { End::Within } else { End::Outside },
    });
    match (before, new) {
        (Some(old), Some(new)) => {
            let same = new.value == old.value && new.end == End::Outside;
            Some(if same || closer(new.value, old.value) { new } else { old })
        }
        (before, new) => before.or(new),
    }
}

/// The choices of a shape as text; nothing where it takes any value.
fn texts(shape: &Shape) -> Option<Vec<String>> {
    let text = |choice: &Choice| match choice {
        Choice::Text(text) => Some(text.clone()),
        Choice::Number(number) => Some(number.to_string()),
        Choice::Boolean(known) => Some(known.to_string()),
        Choice::Null | Choice::Far | Choice::Compound => None,
    };
    Some(shape.choices.as_ref()?.iter().filter_map(text).collect())
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

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outside::Choices(choices) => {
                write!(f, "it is one of {}", listed(choices.iter().map(String::as_str)))
            }
            Outside::Below(least) => write!(f, "it is below the bound of {least}"),
            Outside::Above(most) => write!(f, "it is above the bound of {most}"),
            Outside::Short(least) => write!(f, "it has fewer than {least} characters"),
            Outside::Long(most) => write!(f, "it has more than {most} characters"),
            Outside::Pattern(pattern) => write!(f, "it does not match `{pattern}`"),
        }
    }
}

#[cfg(test)]
mod tests;
