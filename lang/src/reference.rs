//! The reference evaluator: a slow and simple interpreter of the syntax tree, written directly from the language's
//! definition.
//!
//! It exists only to check the machines. It shares no reader, decimal, layout or compiler with them, so that a fault in
//! either shows as a difference.

mod eval;
pub(crate) mod json;
mod moment;
mod number;
mod read;

use std::fmt;

use vm::{Truth, Type};

use self::read::Read;
use crate::ast::Expr;
use crate::scope::Scope;

/// The values of a scope's slots, read from a row.
pub struct Values {
    place: read::Place,
    reads: Vec<Read>,
}

/// The reason why a row could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The time zone or the country is unknown.
    Place,
    /// The row is not a JSON object.
    Row {
        /// The offset of the fault, in bytes from the row's start.
        offset: usize,
        /// The fault.
        what: &'static str,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Place => write!(f, "the time zone or the country is unknown"),
            Fault::Row { offset, what } => write!(f, "{what} at byte {offset}"),
        }
    }
}

impl std::error::Error for Fault {}

impl Values {
    /// Reads a JSON row. `slots` gives the dotted path and the type of each slot, in slot order.
    ///
    /// `zone` is the IANA name of the time zone of civil times; `country` is the two-letter code for national phone
    /// numbers.
    pub fn read(
        row: &[u8],
        slots: &[(&str, Type)],
        zone: &str,
        country: Option<&str>,
    ) -> Result<Values, Fault> {
        let place = read::Place::new(zone, country).ok_or(Fault::Place)?;
        let tree = json::parse(row, json::NESTING)
            .map_err(|json::Fault { offset, what }| Fault::Row { offset, what })?;
        if !matches!(tree.value, json::Value::Object(_)) {
            return Err(Fault::Row { offset: tree.span.start, what: "no object" });
        }
        let reads = slots.iter().map(|&(path, ty)| read::field(&tree, path, ty, &place)).collect();
        Ok(Values { place, reads })
    }

    /// Describes the value of a slot: `absent`, `unreadable`, or the value, a text in quotes.
    ///
    /// Tests compare another reader with this one through it.
    pub fn describe(&self, slot: usize) -> Option<String> {
        self.reads.get(slot).map(Read::to_string)
    }
}

/// Evaluates a condition over values that were read for this scope.
///
/// The condition should pass the checker; a part that would not is indeterminate.
pub fn evaluate(condition: &Expr, scope: &Scope, values: &Values) -> Truth {
    eval::Walk { scope, place: &values.place, reads: &values.reads }.truth(condition)
}

#[cfg(test)]
mod tests {
    //! Compares layouts with this reader over random rows.

    use proptest::prelude::*;
    use vm::{Layout, Path, Reading, Row, Value};

    use super::*;

    const ZONE: &str = "Europe/Paris";
    const COUNTRY: &str = "FR";

    fn of_row(value: Value<'_>) -> String {
        match value {
            Value::Absent => "absent".to_owned(),
            Value::Unreadable => "unreadable".to_owned(),
            Value::Text(text) => format!("'{text}'"),
            Value::Number(number) => number.to_string(),
            Value::Boolean(known) => known.to_string(),
            Value::Datetime(at) => format!("{}s {}ns", at.seconds, at.nanoseconds),
        }
    }

    #[track_caller]
    fn check(row: &str, slots: &[(&str, Type)]) {
        let reading = Reading::new(ZONE, Some(COUNTRY)).unwrap();
        let fields: Vec<_> =
            slots.iter().map(|&(path, ty)| (Path::parse(path).unwrap(), ty)).collect();
        let layout = Layout::new(&fields, reading);
        let mut read = Row::new(0);
        let layout = layout.read(row.as_bytes(), &mut read);
        let values = Values::read(row.as_bytes(), slots, ZONE, Some(COUNTRY));
        match (layout, values) {
            (Ok(()), Ok(values)) => {
                for (slot, (by_reference, field)) in values.reads.iter().zip(slots).enumerate() {
                    let by_layout = of_row(read.get(slot));
                    assert_eq!(by_layout, by_reference.to_string(), "{field:?} of {row}");
                }
            }
            (Err(_), Err(Fault::Row { .. })) => {}
            (layout, values) => {
                let values = values.map(|_| ());
                panic!("{row}: the layout {layout:?}, the reference {values:?}")
            }
        }
    }

    /// Pairs every path with every type, in one layout.
    fn slots<'a>(paths: &[&'a str]) -> Vec<(&'a str, Type)> {
        paths.iter().flat_map(|&path| Type::ALL.iter().map(move |&ty| (path, ty))).collect()
    }

    fn number() -> impl Strategy<Value = String> {
        prop_oneof![
            "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?",
            "-?[1-9][0-9]{36,39}(\\.[0-9]{1,2})?",
            "-?0\\.0{0,38}[1-9]{0,3}0{0,3}(e[0-9]{1,2})?",
            "[1-9]0{30,45}e-[0-9]{1,2}",
        ]
    }

    fn datetime() -> impl Strategy<Value = String> {
        prop_oneof![
            "(0001|2024|2026|9999)-(01|02|03|10|12|13)-(01|25|28|29|30|31)",
            "2026-(03-29|10-25)[Tt ]0[0-3]:[0-6]0(:[0-6][0-9](\\.[0-9]{1,10})?)?(Z|z|[+-][0-2][0-9]:[0-6]0)?",
        ]
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            number(),
            datetime(),
            " ?-?[0-9]{1,3}(\\.[0-9])? ?",
            "(true|false|null|True)?",
            " ?[aé]{0,2}@?[a-zA-Zé.]{0,3}@?[A-Z]{0,2} ?",
            "(tel:)?(\\+33|0033|0|\\+39 ?0|\\+44 ?\\(0\\))[ .]?[1-9]([ .-]?[0-9]{2}){4}",
            "(\\\\u00e9|e\\\\u0301|é|e\u{301}|\\\\ud83c|\\\\udf55|\\\\n|\\\\/|\u{7f}|a){0,4}",
        ]
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            Just("true".to_owned()),
            Just("false".to_owned()),
            number(),
            text().prop_map(|text| format!("\"{text}\"")),
        ];
        leaf.prop_recursive(3, 24, 4, |value| {
            let key = prop_oneof![
                Just("a"),
                Just("b"),
                Just("0"),
                Just("1"),
                Just("01"),
                Just("\\u0061"),
                Just("é"),
                Just("\\ud83c"),
            ];
            let pair = (key, value.clone()).prop_map(|(key, value)| format!("\"{key}\" :{value}"));
            prop_oneof![
                prop::collection::vec(value, 0..4)
                    .prop_map(|parts| format!("[{}]", parts.join(", "))),
                prop::collection::vec(pair, 0..5)
                    .prop_map(|parts| format!("{{{}}}", parts.join(","))),
            ]
        })
    }

    #[test]
    fn the_limits_are_the_same() {
        let texts = [("a", 1), ("e\u{301}", 3), ("é", 2), ("\\u0061", 1), ("\\u00e9", 2)];
        for (text, bytes) in texts {
            for count in [(1 << 20) / bytes, (1 << 20) / bytes + 1] {
                let row = format!("{{\"a\":\"{}\"}}", text.repeat(count));
                check(&row, &[("a", Type::Text), ("a", Type::Id), ("a", Type::Number)]);
            }
        }
        for levels in [127, 128] {
            let nested = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
            check(&format!("{{\"a\":1,\"b\":{nested}}}"), &slots(&["a"]));
        }
        let zeros = "0".repeat(1 << 20);
        for number in [
            format!("1{zeros}e-{}", 1 << 20),
            format!("0.{zeros}1e{}", 1 << 20),
            format!("1e{zeros}"),
        ] {
            check(&format!("{{\"a\":{number}}}"), &slots(&["a"]));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

        #[test]
        fn a_value_reads_the_same(value in json()) {
            check(&format!("{{\"a\":{value}}}"), &slots(&["a"]));
        }

        #[test]
        fn a_path_reads_the_same(row in json()) {
            let texts = ["a", "b", "é", "a.b", "a.0", "a.1.b", "a.01", "b.a.0", "0", "0.a", "a.a.a"];
            let fields: Vec<_> = texts.into_iter().map(|path| (path, Type::Text)).collect();
            check(&row, &fields);
        }

        #[test]
        fn what_is_no_row_is_none_to_both(row in json(), at in 0usize..200, put in "[\\x00-\\x7f]|é|\\\\u12") {
            let at = (0..=row.len()).rev().find(|&end| end <= at && row.is_char_boundary(end)).unwrap();
            let (before, after) = row.split_at(at);
            let rest = after.chars().skip(1).collect::<String>();
            check(&format!("{before}{put}{after}"), &slots(&["a.b"]));
            check(&format!("{before}{rest}"), &slots(&["a.b"]));
            check(&format!("{before}{put}{rest}"), &slots(&["a.b"]));
        }
    }
}
