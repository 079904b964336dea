//! Tests `docs/LANGUAGE.md`: its cases, its operators, its refusals, its limits.

use std::collections::HashSet;

use engine::report::codes;
use lang::{Position, Root, Scope};
use serde_json::{Value, json};
use vm::{Family, Reading, Truth, Type};

use super::ask::{answer, compiles, is_refused};
use super::page::{Page, Table, TableRow};

fn page() -> Page {
    Page::read("LANGUAGE.md")
}

#[test]
fn every_block_and_table_is_run() {
    let marks = [
        "precedence",
        "operators",
        "types",
        "reading",
        "values",
        "states",
        "and",
        "or",
        "not",
        "positions",
        "refused",
    ];
    let infos = ["condition", "jsonl conformance", "json fields", "text"];
    page().has_only(&infos, &[&marks[..], &["limits", "format", "strict"]].concat());
}

#[test]
fn cases_hold_in_row_batch_and_reference() {
    let page = page();
    let mut ids = HashSet::new();
    for block in page.blocks("jsonl conformance") {
        for line in block.text.lines() {
            let outcome = lang::conformance::run(line);
            assert!(outcome.passed(), "{}: {}: {:?}", block.place, outcome.id, outcome.failures);
            assert!(
                ids.insert(outcome.id.clone()),
                "{}: `{}` stands twice",
                block.place,
                outcome.id
            );
        }
    }
}

#[test]
fn conditions_are_conditions() {
    for block in page().blocks("condition") {
        for line in block.text.lines() {
            let parsed = lang::parse(line);
            assert!(
                parsed.ast.is_some() && parsed.diagnostics.is_empty(),
                "{}: {line}",
                block.place
            );
        }
    }
}

#[test]
fn the_table_of_types_is_the_products() {
    let page = page();
    let shown: Vec<_> =
        page.table("types").rows.iter().map(|row| (row.code(0), row.cell(1))).collect();
    let types: Vec<_> = Type::ALL.iter().map(|ty| (ty.name(), ty.family().name())).collect();
    assert_eq!(shown, types);
}

#[test]
fn each_family_takes_the_operators_that_it_is_said_to_take() {
    let page = page();
    let table = page.table("operators");
    assert_eq!(table.rows.len(), 4);
    for row in &table.rows {
        let family = row.cell(0);
        let literal = ["text", "number", "boolean", "datetime"]
            .iter()
            .position(|name| *name == family)
            .unwrap();
        let literal = ["'a'", "1", "true", "'2026-01-01'"][literal];
        let frame = json!({"fields": {"x": family}});
        for (column, head) in table.head.iter().enumerate().skip(1) {
            for operator in head
                .split('`')
                .skip(1)
                .step_by(2)
                .chain(head.starts_with("alone").then_some("alone"))
            {
                let condition = with_operator(operator, literal);
                match row.cell(column) {
                    "yes" => compiles(&frame, &condition)
                        .unwrap_or_else(|e| panic!("{}: {condition}: {e}", row.place)),
                    "no" => {
                        assert!(compiles(&frame, &condition).is_err(), "{}: {condition}", row.place)
                    }
                    other => panic!("{}: neither yes nor no: {other}", row.place),
                }
            }
        }
    }
}

fn with_operator(operator: &str, literal: &str) -> String {
    match operator {
        "in" => format!("$fields.x in [{literal}]"),
        "matches" => "$fields.x matches 'a'".to_owned(),
        "contains" | "starts with" | "ends with" => format!("$fields.x {operator} 'a'"),
        "lower" => format!("lower($fields.x) == {literal}"),
        "length" => "length($fields.x) == 1".to_owned(),
        "+" | "-" | "*" => format!("$fields.x {operator} $fields.x == {literal}"),
        "alone" => "$fields.x".to_owned(),
        _ => format!("$fields.x {operator} {literal}"),
    }
}

#[test]
fn operators_bind_as_the_page_says() {
    let frame = json!({"fields": {"a": "boolean", "b": "boolean", "c": "boolean", "n": "number", "m": "number"}});
    let rows = rows_of_precedence();
    let says = |condition: &str| -> Vec<_> {
        rows.iter().map(|row| answer(&frame, condition, row).ok()).collect()
    };
    for row in &page().table("precedence").rows {
        let typed = says(row.code(0));
        assert!(typed.iter().all(Option::is_some), "{}: it does not compile", row.place);
        assert_eq!(typed, says(row.code(1)), "{}", row.place);
        assert_ne!(typed, says(row.code(2)), "{}", row.place);
    }
}

fn rows_of_precedence() -> Vec<String> {
    let booleans = ["true", "false", "null"];
    let mut rows = Vec::new();
    for a in booleans {
        for b in booleans {
            for (c, n, m) in [("true", 1, 2), ("false", 3, 2), ("null", 3, 0), ("false", 0, 5)] {
                rows.push(format!(r#"{{"a":{a},"b":{b},"c":{c},"n":{n},"m":{m}}}"#));
            }
        }
    }
    rows
}

#[test]
fn a_condition_reads_what_its_place_lets_it_read() {
    let places = [
        Position::Kind,
        Position::Select,
        Position::Invoke,
        Position::Playbook,
        Position::Station,
        Position::Output,
    ];
    let page = page();
    let table = page.table("positions");
    assert_eq!(table.head.len(), places.len() + 1);
    let roots: HashSet<_> = table.rows.iter().map(|row| named(row).0).collect();
    assert_eq!(roots.len(), Root::ALL.len(), "{}: not every root", table.place);
    for row in &table.rows {
        for (column, position) in places.into_iter().enumerate() {
            let (root, task, call) = named(row);
            let mut scope = Scope::new(position);
            scope.declare(root, task, call, "x", Type::Text);
            let condition = format!("{} is known", row.code(0));
            let codes = match lang::compile(&condition, &scope, &Reading::default()) {
                Ok(_) => Vec::new(),
                Err(findings) => findings.iter().map(|finding| finding.code).collect(),
            };
            let expected = match row.cell(column + 1) {
                "yes" => vec![],
                "no" => vec![codes::CONDITION_ROOT_NOT_HERE],
                other => panic!("{}: neither yes nor no: {other}", row.place),
            };
            assert_eq!(codes, expected, "{}: in {}", row.place, position.name());
        }
    }
}

/// The root, the task and the call of a reference.
#[track_caller]
fn named(row: &TableRow) -> (Root, Option<&str>, Option<&str>) {
    let reference = row.code(0).trim_start_matches('$');
    let (root, rest) = reference.split_at(reference.find(['.', '[']).unwrap_or(reference.len()));
    let root = Root::named(root).unwrap_or_else(|| panic!("{}: `{root}` is no root", row.place));
    let Some((key, _)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return (root, None, None);
    };
    match key.split_once('.') {
        Some((task, call)) => (root, Some(task), Some(call)),
        None => (root, Some(key), None),
    }
}

#[track_caller]
fn fields(page: &Page) -> Value {
    let blocks = page.blocks("json fields");
    assert_eq!(blocks.len(), 1);
    json!({"fields": serde_json::from_str::<Value>(&blocks[0].text).unwrap()})
}

#[test]
fn what_is_refused_is_refused_and_its_remedy_is_not() {
    let page = page();
    let frame = fields(&page);
    for row in &page.table("refused").rows {
        is_refused(&frame, row.code(1), row.code(0))
            .unwrap_or_else(|fault| panic!("{}: {fault}", row.place));
        compiles(&frame, row.code(2)).unwrap_or_else(|fault| panic!("{}: {fault}", row.place));
    }
}

/// Each code of conditions has an example that runs: in the table of refusals, in that of limits, or in a case.
#[test]
fn every_code_of_conditions_has_an_example() {
    let page = page();
    let mut run: HashSet<String> =
        page.table("refused").rows.iter().map(|row| row.code(0).to_owned()).collect();
    run.extend(limits(page.table("limits")).map(|row| row.code(2).to_owned()));
    for block in page.blocks("jsonl conformance") {
        let cases = block.text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        run.extend(cases.filter_map(|case| case["expect"]["refused"].as_str().map(str::to_owned)));
    }
    let ours = |code: &&str| code.starts_with("condition/") && !code.starts_with("condition/yaml-");
    let silent: Vec<_> =
        codes::all().map(|code| code.as_str()).filter(ours).filter(|c| !run.contains(*c)).collect();
    assert!(silent.is_empty(), "no example of {silent:?}");
}

fn limits(table: &Table) -> impl Iterator<Item = &TableRow> {
    table.rows.iter().filter(|row| row.cell(2).starts_with('`'))
}

#[test]
fn limits_are_where_the_page_says() {
    let page = page();
    let table = page.table("limits");
    let frame = json!({"fields": {"b": "boolean", "n": "number", "t": "text"}});
    for row in limits(table) {
        let code = row.code(2);
        let (within, beyond) = on_both_sides(code, row.figure(1));
        for condition in within {
            compiles(&frame, &condition)
                .unwrap_or_else(|fault| panic!("{}: within: {fault}", row.place));
        }
        for condition in beyond {
            is_refused(&frame, &condition, code)
                .unwrap_or_else(|fault| panic!("{}: beyond: {fault}", row.place));
        }
    }
    let figure_of =
        |beyond: &str| table.rows.iter().find(|row| row.cell(2) == beyond).unwrap().figure(1);
    let known = |length: usize| {
        let row = format!(r#"{{"t":"{}"}}"#, "x".repeat(length));
        answer(&frame, "$fields.t is known", &row)
    };
    let longest = figure_of("unreadable");
    assert_eq!((known(longest), known(longest + 1)), (Ok(Truth::True), Ok(Truth::False)));
    let nested = |levels: usize| {
        let row = format!(r#"{{"t":{}{}}}"#, "[".repeat(levels - 1), "]".repeat(levels - 1));
        answer(&frame, "$fields.t is known", &row)
    };
    let deepest = figure_of("a bad row");
    assert_eq!(nested(deepest), Ok(Truth::False));
    assert!(nested(deepest + 1).is_err(), "a row of {} levels is read", deepest + 1);
}

/// Conditions at a limit and just above it.
#[track_caller]
fn on_both_sides(code: &str, at: usize) -> (Vec<String>, Vec<String>) {
    let sides = |of: &dyn Fn(usize) -> Vec<String>| (of(at), of(at + 1));
    match code {
        "condition/too-long" => sides(&|n| vec![format!("$fields.b{}", " ".repeat(n - 9))]),
        "condition/too-deep" => sides(&|n| {
            vec![
                format!("{}$fields.b{}", "(".repeat(n), ")".repeat(n)),
                format!("{}$fields.b", "not ".repeat(n)),
                format!("{}$fields.n == 1", "-".repeat(n)),
                format!("{}$fields.t{} == 'a'", "lower(".repeat(n), ")".repeat(n)),
            ]
        }),
        "condition/too-many-atoms" => sides(&|n| vec![vec!["$fields.b"; n].join(" or ")]),
        "condition/too-many-members" => {
            sides(&|n| vec![format!("$fields.n in [{}]", vec!["7"; n].join(","))])
        }
        "condition/number-range" => {
            let (mut within, mut beyond) = sides(&|n| {
                vec![
                    format!("$fields.n == {}", "9".repeat(n)),
                    format!("$fields.n == 0.{}1", "0".repeat(n - 1)),
                ]
            });
            within.push(format!("$fields.n == 1e{}", at - 1));
            beyond.push(format!("$fields.n == 1e{at}"));
            (within, beyond)
        }
        // The size of a compiled pattern is not visible in its text: checks the figure, a small pattern and a huge one.
        "condition/regex-size" => {
            assert_eq!(at, lang::limits::MAX_PATTERN_BYTES);
            let large = "$fields.t matches '[a-z]{1000}{1000}'".to_owned();
            (vec!["$fields.t matches '[a-z]{100}'".to_owned()], vec![large])
        }
        other => panic!("no test for the limit `{other}`"),
    }
}

#[test]
fn the_formatter_prints_one_form() {
    for row in &page().table("format").rows {
        let format = |text: &str| lang::format(&lang::parse(text).ast.unwrap());
        assert_eq!(format(row.code(0)), row.code(1), "{}", row.place);
        assert_eq!(format(row.code(1)), row.code(1), "{}", row.place);
    }
}

#[test]
fn families_are_the_four_of_the_page() {
    let page = page();
    let shown: Vec<_> = page.table("operators").rows.iter().map(|row| row.cell(0)).collect();
    let families = [Family::Text, Family::Number, Family::Boolean, Family::Datetime];
    assert_eq!(shown, families.map(Family::name));
}
