//! Regression tests for faults that fuzz runs found.

use pointsman_fuzz::oracle::{ORACLES, sort_files};

/// Runs an oracle on bytes.
#[track_caller]
fn check(name: &str, bytes: &[u8]) {
    let (_, oracle) = ORACLES.iter().find(|(n, _)| *n == name).unwrap();
    oracle(bytes);
}

/// Regression: each read of a few bytes cost as much as a read of 64 KiB.
#[test]
fn a_file_that_comes_byte_by_byte_is_read() {
    let rows = "{\"a\":1}\n".repeat(4_000);
    check("feed", &[&[0, 0], rows.as_bytes()].concat());
}

/// Regression: dividing kinds took time for every kind and field, which was minutes for the largest station.
#[test]
fn a_thousand_kinds_over_a_thousand_fields_sort_rows() {
    let fields: String = (0..1_000).map(|at| format!("f{at}: {{type: text}}, ")).collect();
    let tests = |kind: usize| {
        let tests =
            (0..10).map(|at| format!("$fields.f{} == '{at}'", (kind * 37 + at * 91) % 1_000));
        tests.collect::<Vec<_>>().join(" and ")
    };
    let kinds: String =
        (0..1_000).map(|at| format!("    k{at}: {{when: \"{}\"}}\n", tests(at))).collect();
    let station = format!(
        "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n- name: menu\n  \
         cognitive: {{objective: Choose}}\n  invoke: {{method: getMenu}}\n  kinds:\n{kinds}  \
         present: {{fields: {{{fields}}}}}\n"
    );
    let row = |kind: usize| {
        let pairs = (0..10).map(|at| format!(",\"f{}\":{at}", (kind * 37 + at * 91) % 1_000));
        format!("{{\"id\":{kind}{}}}", pairs.collect::<String>())
    };
    let rows: Vec<String> = (0..50).map(|at| row(at * 19)).collect();
    let items = sort_files(station.as_bytes(), format!("[{}]", rows.join(",")).as_bytes());
    assert_eq!(items, Some(50));
}
