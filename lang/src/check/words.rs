//! Words for messages: numbers, families and types.

use vm::{Family, Type};

/// A number with commas between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A value of a family, with its article.
pub fn of(family: Family) -> &'static str {
    match family {
        Family::Text => "a text",
        Family::Number => "a number",
        Family::Boolean => "a boolean",
        Family::Datetime => "a datetime",
    }
}

/// The types that have an order.
pub fn ordered_types() -> String {
    let names = Type::ALL.iter().filter(|ty| ty.family().has_order());
    names.map(|ty| format!("`{}`", ty.name())).collect::<Vec<_>>().join(", ")
}
