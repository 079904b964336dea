//! Columns hold what rows held.

use vm::{Bits, Codes, Columns, Decimal, Numbers, Row, Type, Value, Values};

fn number(text: &str) -> Value<'static> {
    Value::Number(Decimal::parse(text).unwrap())
}

/// Pushes numbers into one column; answers it, each row checked.
#[track_caller]
fn numbers(texts: &[&str]) -> Columns {
    let mut columns = Columns::new(&[Type::Number]);
    for text in texts {
        let mut row = Row::new(1);
        row.set(0, number(text));
        columns.push(&row);
    }
    for (row, text) in texts.iter().enumerate() {
        assert_eq!(columns.get(0, row), number(text), "{texts:?}");
    }
    columns
}

fn form(columns: &Columns) -> &'static str {
    match columns.column(0).unwrap().values() {
        Values::Number(Numbers::Short { .. }) => "short",
        Values::Number(Numbers::Narrow { .. }) => "narrow",
        Values::Number(Numbers::Wide { .. }) => "wide",
        Values::Number(Numbers::Exact(_)) => "exact",
        _ => "none",
    }
}

#[test]
fn numbers_take_the_narrowest_form_that_holds_them() {
    assert_eq!(form(&numbers(&["1", "2.5", "-3", "0.001"])), "short");
    assert_eq!(form(&numbers(&["2147483647", "-2147483648"])), "short");
    assert_eq!(form(&numbers(&["2147483648", "-2147483649"])), "narrow");
    assert_eq!(form(&numbers(&["2147483647", "0.5", "1"])), "narrow");
    assert_eq!(form(&numbers(&["0.5", "2147483647"])), "narrow");
    assert_eq!(form(&numbers(&["0", "1e-9"])), "short");
    assert_eq!(form(&numbers(&["0", "1e-10"])), "narrow");
    assert_eq!(form(&numbers(&["9223372036854775807", "-9223372036854775808"])), "narrow");
    assert_eq!(form(&numbers(&["9223372036854775807", "0.5", "1"])), "wide");
    assert_eq!(form(&numbers(&["0.5", "9223372036854775807"])), "wide");
    assert_eq!(form(&numbers(&["9223372036854775808", "1"])), "wide");
    assert_eq!(form(&numbers(&["1e37", "0.01"])), "exact");
    assert_eq!(form(&numbers(&["1", "0.01", "1e37", "5"])), "exact");
    assert_eq!(form(&numbers(&["1e18", "1e-38", "7"])), "exact");
    assert_eq!(form(&numbers(&["0", "1e-38"])), "wide");
    assert_eq!(form(&numbers(&["1e-19", "5"])), "wide");
}

#[test]
fn a_state_is_a_bit() {
    let types = [Type::Text, Type::Boolean, Type::Datetime, Type::Number];
    let mut columns = Columns::new(&types);
    for at in 0..130 {
        let mut row = Row::new(4);
        let value = match at % 3 {
            0 => Value::Absent,
            1 => Value::Unreadable,
            _ => Value::Text("x"),
        };
        row.set(0, value);
        row.set(1, if at % 3 == 2 { Value::Boolean(at % 2 == 0) } else { value });
        columns.push(&row);
    }
    assert_eq!(columns.len(), 130);
    let column = columns.column(0).unwrap();
    assert_eq!(column.absent().words().len(), 3);
    for at in 0..130 {
        assert_eq!(
            (column.absent().get(at), column.unreadable().get(at)),
            (at % 3 == 0, at % 3 == 1)
        );
        assert_eq!(columns.get(1, at) == Value::Boolean(at % 2 == 0), at % 3 == 2);
        assert_eq!(columns.get(2, at), Value::Absent);
    }
    assert!(columns.column(3).unwrap().unreadable().is_zero());
    assert_eq!(columns.get(0, 130), Value::Unreadable);
    assert_eq!(columns.get(4, 0), Value::Unreadable);
    assert!(!Bits::default().get(0));
}

#[test]
fn a_text_is_a_code() {
    let mut columns = Columns::new(&[Type::Text]);
    for round in 0..2 {
        for text in ["a", "b", "", "a", "a text that is longer than a slot", ""] {
            let mut row = Row::new(1);
            row.set(0, Value::Text(text));
            columns.push(&row);
            assert_eq!(columns.get(0, columns.len() - 1), Value::Text(text), "{round}");
        }
        let Values::Text(texts) = columns.column(0).unwrap().values() else { panic!() };
        assert_eq!(texts.codes().iter().collect::<Vec<_>>(), [0, 1, 2, 0, 3, 2]);
        assert_eq!(texts.dictionary().iter().nth(1), Some("b"));
        assert_eq!((texts.dictionary().find("b"), texts.dictionary().find("c")), (Some(1), None));
        columns.clear();
        assert!(columns.is_empty());
    }
}

#[test]
fn codes_take_as_few_bytes_as_there_are_texts() {
    let mut columns = Columns::new(&[Type::Text]);
    for (texts, form) in [(256, "byte"), (257, "short"), (65_536, "short"), (65_537, "wide")] {
        for at in columns.len()..texts {
            let mut row = Row::new(1);
            row.set(0, Value::Text(&at.to_string()));
            columns.push(&row);
        }
        let Values::Text(column) = columns.column(0).unwrap().values() else { panic!() };
        let found = match column.codes() {
            Codes::Byte(_) => "byte",
            Codes::Short(_) => "short",
            Codes::Wide(_) => "wide",
        };
        assert_eq!((column.codes().len(), found), (texts, form));
        for at in [0, 255, texts - 1] {
            assert_eq!(columns.get(0, at), Value::Text(&at.to_string()));
        }
    }
    columns.clear();
    let Values::Text(column) = columns.column(0).unwrap().values() else { panic!() };
    assert!(column.codes().is_empty());
}

#[test]
fn a_value_of_another_family_is_unreadable() {
    let mut columns = Columns::new(&[Type::Number, Type::Text]);
    let mut row = Row::new(1);
    row.set(0, Value::Text("1"));
    columns.push(&row);
    assert_eq!((columns.get(0, 0), columns.get(1, 0)), (Value::Unreadable, Value::Unreadable));
}
