//! Tests the places of findings in files that a golden file cannot show plainly.

use crate::{shown, station};

#[track_caller]
fn check(text: &str, places: &[&str]) {
    let loaded = crate::load_station(&station(text));
    let refused = |f: &&engine::report::Finding| f.severity == lang::Severity::Refused;
    let found: Vec<_> = loaded
        .findings
        .iter()
        .filter(refused)
        .map(|f| {
            format!(
                "{}:{}-{}:{} {}",
                f.at.start.line, f.at.start.column, f.at.end.line, f.at.end.column, f.code
            )
        })
        .collect();
    let all: String = loaded.findings.iter().map(shown).collect();
    assert_eq!(found, places, "{text}\n{all}");
}

fn with_when(when: &str) -> String {
    format!(
        "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n- name: menu\n  invoke: {{method: getMenu}}\n  \
         present: {{fields: {{category: {{type: text}}, at: {{type: datetime}}}}}}\n  kinds:\n    dish:\n      when: {when}\n"
    )
}

#[test]
fn a_byte_order_mark_and_line_ends_count_as_nothing() {
    check("\u{feff}skill: []\r\nskills: []\r\n", &["1:1-1:6 key/unknown"]);
    check("\u{feff}skills: []\r\n---\r\nstation: x\r\n", &["2:1-2:4 yaml/second-document"]);
}

#[test]
fn a_place_in_a_condition_is_a_place_in_the_file() {
    let wrong = "condition/literal-type";
    check(&with_when("$fields.category == 149"), &[&format!("8:33-8:36 {wrong}")]);
    check(&with_when("'$fields.category == 149'"), &[&format!("8:34-8:37 {wrong}")]);
    check(
        &with_when("\"$fields.category == '\\u00e9' or $fields.category == 149\""),
        &[&format!("8:66-8:69 {wrong}")],
    );
    check(
        &with_when("'$fields.category == ''é'' or $fields.category == 149'"),
        &[&format!("8:63-8:66 {wrong}")],
    );
    check(
        &with_when(">-\n        $fields.category == 'a'\n        or $fields.category == 149"),
        &[&format!("10:32-10:35 {wrong}")],
    );
    check(
        &with_when("|\n        $fields.category == 'a'\n        or $fields.category == 149"),
        &[&format!("10:32-10:35 {wrong}")],
    );
    check(
        &with_when("$fields.category == 'a'\n        or $fields.category == 149"),
        &[&format!("9:32-9:35 {wrong}")],
    );
}

#[test]
fn the_end_of_a_condition_is_a_place() {
    check(&with_when("$fields.category == 'a' and"), &["8:40-8:40 condition/syntax"]);
}
