//! Tests what `docs/LANGUAGE.md` says on values: how they are read, and the effect of absent and unreadable values.

use serde_json::json;
use vm::{Reading, Scalar, Truth, Type};

use super::ask::answer;
use super::page::{Page, TableRow};

fn page() -> Page {
    Page::read("LANGUAGE.md")
}

/// Checks how a value is read: as one of three states, or as equal to a literal.
fn reads(ty: &str, json: &str, expected: &str) -> Result<(), String> {
    let frame = json!({"fields": {"x": ty}, "country": "FR"});
    let row = format!(r#"{{"x":{json}}}"#);
    let (null, known) = match expected {
        "absent" => (Truth::True, Truth::False),
        "unreadable" => (Truth::Indeterminate, Truth::False),
        literal => {
            let literal = literal.trim_matches('`');
            let equal = answer(&frame, &format!("$fields.x == {literal}"), &row)?;
            if equal != Truth::True {
                return Err(format!("`== {literal}` is {}", equal.word()));
            }
            (Truth::False, Truth::True)
        }
    };
    let is =
        (answer(&frame, "$fields.x == null", &row)?, answer(&frame, "$fields.x is known", &row)?);
    if is == (null, known) { Ok(()) } else { Err(format!("`== null` and `is known` are {is:?}")) }
}

#[test]
fn values_read_as_the_examples_show() {
    let page = page();
    let rows = &page.table("values").rows;
    for row in rows {
        reads(row.code(0), row.code(1), row.cell(2))
            .unwrap_or_else(|fault| panic!("{}: {fault}", row.place));
    }
    for ty in Type::ALL.iter().filter(|ty| !matches!(ty, Type::Image)) {
        assert!(rows.iter().any(|row| row.code(0) == ty.name()), "no example of {}", ty.name());
    }
}

#[test]
fn values_read_from_the_forms_of_json_that_the_table_says() {
    let page = page();
    let table = page.table("reading");
    let types: Vec<_> = table.rows.iter().map(|row| row.code(0)).collect();
    assert_eq!(types, Type::ALL.iter().map(|ty| ty.name()).collect::<Vec<_>>());
    for row in &table.rows {
        let ty = row.code(0);
        let text = match ty {
            "email" => r#""ann@example.org""#,
            "boolean" => r#""true""#,
            "datetime" => r#""2026-03-01""#,
            _ => r#""142685300""#,
        };
        for (column, values) in
            [(1, &[text][..]), (2, &["142685300"]), (3, &["true", "false"]), (4, &["{}", "[]"])]
        {
            for value in values {
                let unreadable = reads(ty, value, "unreadable").is_ok();
                assert_eq!(unreadable, row.cell(column) == "unreadable", "{}: {value}", row.place);
            }
        }
    }
}

#[test]
fn absent_and_unreadable_do_what_the_table_says() {
    for row in &page().table("states").rows {
        let frame = json!({"fields": {"x": row.code(0), "y": row.code(0)}});
        for (column, json) in
            [(2, "{}"), (2, r#"{"x":null}"#), (3, r#"{"x":[]}"#), (3, r#"{"x":{}}"#)]
        {
            let is = answer(&frame, row.code(1), json)
                .unwrap_or_else(|fault| panic!("{}: {fault}", row.place));
            assert_eq!(is.word(), row.cell(column), "{}: {json}", row.place);
        }
    }
}

#[test]
fn answers_are_taken_as_the_table_says() {
    let reading = Reading::default();
    for row in &page().table("strict").rows {
        let ty = Type::named(row.code(0)).unwrap();
        let sent = row.code(1);
        let scalar = match sent {
            "null" => Scalar::Null,
            "true" => Scalar::Boolean(true),
            _ if sent.starts_with('"') => Scalar::Text(sent.trim_matches('"')),
            number => Scalar::Number(number),
        };
        let taken = reading.strict(ty, scalar);
        match row.cell(2) {
            "absent" => assert_eq!(taken, Ok(None), "{}", row.place),
            "refused" => assert!(taken.is_err(), "{}: {taken:?}", row.place),
            literal => {
                let constant = reading.constant(ty, literal.trim_matches('`').trim_matches('\''));
                assert!(constant.is_some(), "{}", row.place);
                assert_eq!(taken, Ok(constant), "{}", row.place);
            }
        }
    }
}

const STATES: [(&str, &str); 3] = [("true", "true"), ("false", "false"), ("indeterminate", "null")];

#[track_caller]
fn boolean(row: &TableRow, word: &str) -> &'static str {
    let state = STATES.iter().find(|(name, _)| *name == word);
    state.unwrap_or_else(|| panic!("{}: `{word}` is no truth", row.place)).1
}

#[test]
fn the_truth_tables_are_the_languages() {
    let page = page();
    let frame = json!({"fields": {"a": "boolean", "b": "boolean"}});
    let check = |row: &TableRow, condition: &str, json: &str, cell: &str| {
        let is = answer(&frame, condition, json)
            .unwrap_or_else(|fault| panic!("{}: {fault}", row.place));
        assert_eq!(is.word(), cell, "{}: {condition} of {json}", row.place);
    };
    for word in ["and", "or"] {
        let table = page.table(word);
        assert_eq!((table.rows.len(), table.head.len()), (3, 4), "{}", table.place);
        for row in &table.rows {
            for (column, head) in table.head.iter().enumerate().skip(1) {
                let json =
                    format!(r#"{{"a":{},"b":{}}}"#, boolean(row, row.bold(0)), boolean(row, head));
                check(row, &format!("$fields.a {word} $fields.b"), &json, row.cell(column));
            }
        }
    }
    let table = page.table("not");
    assert_eq!(table.rows.len(), 3, "{}", table.place);
    for row in &table.rows {
        check(
            row,
            "not $fields.a",
            &format!(r#"{{"a":{}}}"#, boolean(row, row.bold(0))),
            row.cell(1),
        );
    }
}
