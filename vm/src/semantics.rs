//! What each test says of two values, plainly: the one place where three-valued comparison is written down.
//!
//! The machines have faster ways for values whose form they know, and come here for the others.

use std::cmp::Ordering;

use crate::truth::Truth;
use crate::value::Value;

/// `==`: an absent value equals an absent one and no other; an unreadable one is never compared.
pub fn equal(left: Value<'_>, right: Value<'_>) -> Truth {
    match (left, right) {
        (Value::Unreadable, _) | (_, Value::Unreadable) => Truth::Indeterminate,
        (left, right) => Truth::from(left == right),
    }
}

/// The order of two known numbers or instants; of anything else it is not known.
pub fn order(left: Value<'_>, right: Value<'_>) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Some(left.cmp(&right)),
        (Value::Datetime(left), Value::Datetime(right)) => Some(left.cmp(&right)),
        _ => None,
    }
}

/// An order that is not known is indeterminate.
#[inline]
pub fn ordered(order: Option<Ordering>, test: impl Fn(Ordering) -> bool) -> Truth {
    order.map_or(Truth::Indeterminate, |order| Truth::from(test(order)))
}

/// A predicate of two texts; indeterminate where either is not known.
pub fn texts(left: Value<'_>, right: Value<'_>, test: impl Fn(&str, &str) -> bool) -> Truth {
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => Truth::from(test(left, right)),
        _ => Truth::Indeterminate,
    }
}

/// A boolean standing alone.
pub fn yes(value: Value<'_>) -> Truth {
    match value {
        Value::Boolean(known) => Truth::from(known),
        _ => Truth::Indeterminate,
    }
}

/// `is null`.
pub fn null(value: Value<'_>) -> Truth {
    match value {
        Value::Unreadable => Truth::Indeterminate,
        value => Truth::from(value == Value::Absent),
    }
}

/// `is known` of a value.
pub fn known(value: Value<'_>) -> Truth {
    Truth::from(!matches!(value, Value::Absent | Value::Unreadable))
}

/// Whether a text has the other in it.
pub fn contains(text: &str, within: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), within.as_bytes()).is_some()
}

/// The order of two known values of one family, which is that of the constants.
pub fn key_order(a: Value<'_>, b: Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (Value::Number(a), Value::Number(b)) => a.cmp(&b),
        (Value::Boolean(a), Value::Boolean(b)) => a.cmp(&b),
        (Value::Datetime(a), Value::Datetime(b)) => a.cmp(&b),
        // A value of another family than the list's is not of the list.
        _ => Ordering::Less,
    }
}
