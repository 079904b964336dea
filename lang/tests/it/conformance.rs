//! The cases of the language, put to both machines and to the reference evaluator.

use std::fs;
use std::path::{Path, PathBuf};

use lang::conformance::run;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn all_agree_on_every_case() {
    let mut told = Vec::new();
    let mut passed = 0;
    for file in files() {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let outcome = run(line);
            passed += usize::from(outcome.passed());
            for failure in outcome.failures {
                told.push(format!("{} {}: {failure}", file.display(), outcome.id));
            }
        }
    }
    assert!(told.is_empty(), "{passed} passed\n{}", told.join("\n"));
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
            "row 1: not a JSON object at byte 0",
        ),
    ] {
        assert_eq!(run(line).failures, [failure], "{line}");
    }
}
