//! Tests for faults of similar systems that need the whole program to show that they do not occur here.

use std::process::Command;

use serde_json::{Value, json};

use crate::program::{Ran, folder, run_in};

const STATION: &str = r#"apis: [{name: shop, rows: {list: rows.json}}]
skills:
  - name: menu
    cognitive: {objective: eat}
    invoke: {method: list}
    kinds:
      apple:   {when: "$fields.brand == 'Apple'"}
      unnamed: {when: "$fields.brand is null"}
      other:   {when: "not ($fields.brand in ['Apple', null])"}
    present: {fields: {brand: {type: text}}}
"#;

/// Sorts the rows of standard input.
fn classify(input: &str, more: &[&str]) -> Ran {
    let (_keep, at) = folder(&[("s.yaml", STATION), ("rows.json", "[]")]);
    let args = ["classify", "s.yaml", "--skill", "menu", "--rows", "-"];
    run_in(&at, &[&args[..], more].concat(), input)
}

#[test]
fn the_zone_of_the_machine_decides_nothing() {
    for zone in ["UTC", "America/New_York", "Asia/Tokyo", "Pacific/Kiritimati"] {
        for (condition, answer) in [
            ("$fields.at == '2026-03-01T10:00:00Z'", "true\n"),
            ("$fields.at < '2026-03-01T10:00:00+00:01'", "false\n"),
            ("$fields.at >= '2026-03-01' and $fields.at < '2026-03-02'", "true\n"),
        ] {
            let output = Command::new(env!("CARGO_BIN_EXE_pointsman"))
                .args([
                    "eval",
                    "--field",
                    "at=datetime",
                    "--row",
                    r#"{"at":"2026-03-01T10:00:00"}"#,
                ])
                .args(["--", condition])
                .env("TZ", zone)
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), answer, "{zone} {condition}");
        }
    }
}

#[test]
fn only_an_empty_list_says_that_there_is_nothing() {
    for answer in [
        "",
        "false",
        "null",
        "[]",
        "{}",
        r#"{"data":null}"#,
        r#"{"data":{"items":null}}"#,
        r#"{"data":{"items":{}}}"#,
        r#"{"data":{"items":{"id":1}}}"#,
        r#"{"data":{"items":"none"}}"#,
        r#"{"data":[{"items":[{"id":1}]}]}"#,
        r#"{"error":"x"}"#,
        "<!doctype html><html></html>",
    ] {
        let ran = classify(answer, &["--rows-at", "data.items"]);
        assert_eq!((ran.status, ran.out.as_str()), (3, ""), "{answer}: {}", ran.err);
        assert!(ran.err.contains("standard input: line 1, byte "), "{answer}: {}", ran.err);
    }
    let ran = classify(r#"{"data":{"items":[]}}"#, &["--rows-at", "data.items"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
}

#[test]
fn an_answer_that_is_cut_or_too_deep_is_no_whole_one() {
    for (answer, told) in [
        (r#"[{"id":1}"#, "the file ends before its rows do"),
        (r#"{"items":[{"id":1}]"#, "the file ends before its rows do"),
        (r#"[{"id":1}]{}"#, "something stands behind the end of the rows"),
        (r#"{"items":[{"id":1}],"next":NaN}"#, "this is no JSON"),
        (&"[".repeat(100_000), "it is nested deeper than 128 levels"),
        (&r#"{"a":"#.repeat(100_000), "it is nested deeper than 128 levels"),
    ] {
        let ran = classify(answer, &[]);
        assert!(ran.status == 3 && ran.err.contains(told), "{told}: {}", ran.err);
    }
}

#[test]
fn a_row_that_lacks_the_field_is_on_one_side_only() {
    let brands = ["\"Apple\"", "\"Oppo\"", "\"\"", "null", "[]"].map(|b| format!(",\"brand\":{b}"));
    let rows = (0..60).map(|n| {
        let brand = brands.get(n % 6).map_or("", String::as_str);
        format!("{{\"id\":{n}{brand}}}\n")
    });
    let ran = classify(&rows.collect::<String>(), &["--summary", "--format", "json"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["kinds"], json!({"apple": 10, "unnamed": 20, "other": 20}));
    assert_eq!(told["dropped"], json!({"no-kind": 10}), "a list is no brand");
    assert_eq!(told["unreadable"], json!({"brand": 10}), "what is absent is not told");
}

#[test]
fn a_number_without_quotes_is_asked_for_as_it_is_spelt() {
    let rows = r#"[
        {"id": "018561471342", "branch": "0123", "hour": "08", "version": "1.10", "country": "NO"},
        {"id": "18561471342", "branch": 123, "hour": 8, "version": 1.1, "country": false},
        {"id": "3", "branch": 83, "hour": "8", "version": "1.1", "country": "false"}
    ]"#;
    for args in [
        "id: 018561471342",
        "branch: 0123",
        "hour: 08",
        "version: 1.10",
        "country: NO",
        "branch: 0123, hour: 08, version: 1.10, country: NO",
    ] {
        let station = format!(
            "apis: [{{name: shop, rows: {{list: rows.json}}}}]\nskills:\n  - name: menu\n    \
             cognitive: {{objective: eat}}\n    invoke: {{method: list, args: {{{args}}}}}\n    kinds: {{any: {{}}}}\n"
        );
        let (_keep, at) = folder(&[("s.yaml", &station), ("rows.json", rows)]);
        let ran = run_in(&at, &["classify", "s.yaml", "--skill", "menu"], "");
        assert_eq!(ran.status, 0, "{args}: {}{}", ran.out, ran.err);
        let mut items = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        assert_eq!(items.next().unwrap()["ref"], "018561471342", "{args}");
        assert!(items.next().is_none(), "{args}: {}", ran.out);
    }
}
