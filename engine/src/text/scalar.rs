//! The value of a scalar whose place declares no type.

use vm::{Decimal, NumberFault};

use super::yaml::Style;

/// The value of a scalar: a text in quotes is text; a plain text is a boolean, a JSON number, or else text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Untyped<'t> {
    Boolean(bool),
    Number(Decimal),
    Text(&'t str),
}

impl<'t> Untyped<'t> {
    /// Reads a scalar; `None` if it is a number with more digits than a decimal holds.
    pub(crate) fn of(text: &'t str, style: Style) -> Option<Untyped<'t>> {
        if style != Style::Plain {
            return Some(Untyped::Text(text));
        }
        Some(match (text, Decimal::parse(text)) {
            ("true", _) => Untyped::Boolean(true),
            ("false", _) => Untyped::Boolean(false),
            (_, Ok(number)) => Untyped::Number(number),
            (_, Err(NumberFault::Form)) => Untyped::Text(text),
            (_, Err(NumberFault::Range)) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_scalar_is_a_boolean_a_number_or_a_text() {
        let plain = |text| Untyped::of(text, Style::Plain);
        assert_eq!(plain("true"), Some(Untyped::Boolean(true)));
        assert_eq!(plain("1.50"), Some(Untyped::Number(Decimal::parse("1.5").unwrap())));
        for text in ["", "~", "null", "True", "no", "0123", "1_000", "10:00", ".5", "2026-01-01"] {
            assert_eq!(plain(text), Some(Untyped::Text(text)));
        }
        assert_eq!(plain(&"9".repeat(60)), None);
        assert_eq!(Untyped::of("12", Style::SingleQuoted), Some(Untyped::Text("12")));
    }
}
