//! Runs the conformance cases on both machines and on the reference evaluator.

use std::fs;
use std::path::{Path, PathBuf};

use lang::conformance::run;
use proptest::prelude::*;

#[track_caller]
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty(), "no file in the folder");
    files.sort();
    files
}

#[test]
fn all_agree_on_every_case() {
    let mut shown = Vec::new();
    let mut passed = 0;
    for file in files() {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let outcome = run(line);
            passed += usize::from(outcome.passed());
            for failure in outcome.failures {
                shown.push(format!("{} {}: {failure}", file.display(), outcome.id));
            }
        }
    }
    assert!(shown.is_empty(), "{passed} passed\n{}", shown.join("\n"));
    assert!(passed > 300, "{passed} passed");
}

#[test]
fn what_is_no_case_fails() {
    for (line, failure) in [
        ("", "the case is no JSON: no value at byte 0"),
        (r#"{"id":"1"}"#, "the case has no `condition`"),
        (r#"{"condition":"$fields.a","fields":{"a":"bool"},"expect":"true"}"#, "`bool` is no type"),
        (r#"{"condition":"$fields.a","expects":"true"}"#, "a case has no `expects`"),
        (r#"{"condition":"$fields.a","fields":{"a":"boolean"}}"#, "the case has no `expect`"),
        (
            r#"{"condition":"$fields.a","fields":{"a":"boolean"},"rows":[{},{}],"expect":["true"]}"#,
            "2 rows, and 1 answers are expected",
        ),
        (
            r#"{"condition":"$fields.a","position":"where","expect":"true"}"#,
            "`where` is no position",
        ),
        (
            r#"{"condition":"$fields.a","fields":{"a":"boolean"},"timezone":"Mars","expect":"true"}"#,
            "the time zone or the country is unknown",
        ),
        (
            r#"{"condition":"$fields.a","fields":{"a":"boolean"},"row":[],"expect":"true"}"#,
            "row 1: bad row at byte 1: it is no object",
        ),
    ] {
        assert_eq!(run(line).failures, [failure], "{line}");
    }
}

/// Returns the failures of a condition that must be true for a row, or rejected with a code.
#[track_caller]
fn check(condition: &str, expect: &str) {
    let line = format!(
        r#"{{"fields":{{"b":"boolean","n":"number"}},"condition":"{condition}","row":{{"b":true,"n":1}},"expect":{expect}}}"#
    );
    assert_eq!(run(&line).failures, [""; 0]);
}

#[test]
fn limits_stand_at_their_figures() {
    let refused = |code: &str| format!(r#"{{"refused":"condition/{code}"}}"#);
    let atoms = |count| vec!["$fields.b"; count].join(" or ");
    let members = |count| format!("$fields.n in [{}]", vec!["1"; count].join(","));
    let long = |bytes: usize| " ".repeat(bytes - 9) + "$fields.b";
    check(&atoms(4_096), r#""true""#);
    check(&atoms(4_097), &refused("too-many-atoms"));
    check(&members(10_000), r#""true""#);
    check(&members(10_001), &refused("too-many-members"));
    check(&long(64 * 1024), r#""true""#);
    check(&long(64 * 1024 + 1), &refused("too-long"));
}

/// Runs on the smallest stack that the language supports.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 * 1024).spawn(run).unwrap().join().unwrap();
}

/// Checks that a condition over three fields is true for the case's row.
#[track_caller]
fn passes(condition: String) {
    on_a_small_stack(move || {
        let line = format!(
            r#"{{"fields":{{"b":"boolean","n":"number","t":"text"}},"condition":"{condition}","row":{{"b":true,"n":1,"t":"A"}},"expect":"true"}}"#
        );
        assert_eq!(run(&line).failures, [""; 0], "{condition}");
    });
}

#[test]
fn the_deepest_conditions_fit_a_small_stack() {
    let nested = |open: &str, inner: &str, close: &str, levels| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    passes(nested("($fields.b and ", "$fields.b", ")", 64));
    passes(nested("($fields.b and $fields.b or ", "$fields.b", " and $fields.b)", 64));
    passes(nested("not (not ($fields.b and ", "$fields.b", " or $fields.b))", 16));
    passes(nested("(", "$fields.b", ") is known", 64));
    passes(format!("{} == 65", nested("($fields.n + 1 * ", "$fields.n", ")", 64)));
    passes(format!("{} == 1", nested("(1 - 1 + 1 * ", "$fields.n", " * 1 - 0)", 64)));
    passes(format!("{} == 1", nested("- -", "$fields.n", "", 32)));
    passes(nested("lower(", "$fields.t", ")", 64) + " == 'a'");
}

#[test]
fn the_deepest_row_fits_a_small_stack() {
    on_a_small_stack(|| {
        for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
            let (open, close) = (open.repeat(127), close.repeat(127));
            let line = format!(
                r#"{{"fields":{{"b":"boolean"}},"condition":"$fields.b is null","row":{{"c":{open}1{close}}},"expect":"true"}}"#
            );
            assert_eq!(run(&line).failures, [""; 0]);
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_line_panics(case in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), put in ".{0,3}", cut in 0usize..4) {
        let lines: Vec<String> =
            files().iter().flat_map(|file| fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()).collect();
        let line: Vec<char> = case.get(&lines).chars().collect();
        let at = at.index(line.len());
        let rest = line.iter().skip(at + cut);
        let spoiled: String = line.iter().take(at).copied().chain(put.chars()).chain(rest.copied()).collect();
        run(&spoiled);
    }
}
