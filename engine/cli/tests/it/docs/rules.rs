//! Tests the page of rules: each code on it exists, and each test that a rule names exists and covers the rule.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::report::codes;
use lang::Code;

use super::page::Page;

/// A row of a table of rules.
struct Row<'p> {
    rule: &'p str,
    codes: Vec<Code>,
    held_by: Vec<&'p str>,
}

/// The texts in backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[track_caller]
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for table in text.split("| rule | code | held by |\n").skip(1) {
        for line in table.lines().skip(1).take_while(|line| line.starts_with('|')) {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [rule, codes, held_by] = cells[..] else { panic!("{line}") };
            let codes = quoted(codes).into_iter().map(|word| {
                codes::named(word).unwrap_or_else(|| panic!("`{word}` is no code: {line}"))
            });
            let (codes, found) = (codes.collect(), quoted(held_by));
            let later = held_by == "*not carried out yet*";
            assert!(later == found.is_empty(), "what holds it? {line}");
            rows.push(Row { rule, codes, held_by: found });
        }
    }
    rows
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The file that a word of the last column refers to, and the test in it.
fn file(word: &str) -> (PathBuf, Option<&str>) {
    let folders = [
        ("rules/", "engine/tests/rules", "yaml"),
        ("codes/", "engine/cli/tests/codes", "txt"),
        ("refusals/", "engine/tests/refusals", "txt"),
        ("items/", "engine/tests/items", "txt"),
        ("conformance/", "lang/conformance", "jsonl"),
    ];
    for (start, folder, ending) in folders {
        if let Some(name) = word.strip_prefix(start) {
            return (root().join(folder).join(format!("{name}.{ending}")), None);
        }
    }
    match word.split_once('#') {
        Some((file, test)) => (root().join(file), Some(test)),
        None => (root().join(word), None),
    }
}

#[test]
fn what_holds_a_rule_is_there_and_is_about_it() {
    let page = Page::read("RULES.md");
    let rows = rows(&page.text);
    assert!(rows.len() > 150, "{}", rows.len());
    let mut wrong = Vec::new();
    for Row { rule, codes, held_by } in &rows {
        for word in held_by {
            let (path, test) = file(word);
            let Ok(text) = std::fs::read_to_string(&path) else {
                wrong.push(format!("{rule}: there is no `{word}`"));
                continue;
            };
            let is_of_it = match test {
                Some(test) => text.contains(&format!("fn {test}(")),
                None => codes.is_empty() || codes.iter().any(|code| text.contains(code.as_str())),
            };
            if !is_of_it {
                wrong.push(format!("{rule}: `{word}` is of something else"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_and_every_station_that_breaks_a_rule_is_on_the_page() {
    let page = Page::read("RULES.md");
    let rows = rows(&page.text);
    let named: BTreeSet<_> = rows.iter().flat_map(|row| &row.codes).collect();
    // Other pages describe the rules of conditions and of instruction folders.
    let others = ["condition/", "instructions/", "door/"];
    let of_a_station = |code: &Code| !others.iter().any(|other| code.as_str().starts_with(other));
    let silent: Vec<_> = codes::all()
        .filter(of_a_station)
        .filter(|code| !named.contains(&code))
        .map(|code| code.as_str())
        .collect();
    assert!(silent.is_empty(), "docs/RULES.md has no rule for {silent:?}");
    let held_by: BTreeSet<_> = rows.iter().flat_map(|row| &row.held_by).copied().collect();
    for entry in std::fs::read_dir(root().join("engine/tests/rules")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".yaml") else { continue };
        let word = format!("rules/{name}");
        assert!(held_by.contains(word.as_str()), "docs/RULES.md does not name `{word}`");
    }
}

#[test]
fn the_stations_that_the_page_names_are_there() {
    let page = Page::read("RULES.md");
    let (_, last) = page.text.rsplit_once("| what | where |").unwrap();
    let stations = quoted(last);
    assert_eq!(stations.len(), 2);
    for station in stations {
        assert!(root().join(station).is_file(), "{station}");
    }
}
