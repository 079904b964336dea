//! Evaluates a condition with both machines and the reference evaluator.

use serde_json::{Value, json};
use vm::Truth;

/// Runs a condition over one row, written as JSON. Returns the truth that the three evaluators agree on, or the
/// differences. `frame` is the rest of a conformance case.
pub fn answer(frame: &Value, condition: &str, row: &str) -> Result<Truth, String> {
    let mut failures = Vec::new();
    for truth in Truth::ALL {
        let outcome = lang::conformance::run(&case(frame, condition, row, &json!(truth.word())));
        if outcome.passed() {
            return Ok(truth);
        }
        failures = outcome.failures;
    }
    Err(failures.join("; "))
}

/// Checks that a condition is refused with a code.
pub fn is_refused(frame: &Value, condition: &str, code: &str) -> Result<(), String> {
    let outcome = lang::conformance::run(&case(frame, condition, "{}", &json!({"refused": code})));
    if outcome.passed() { Ok(()) } else { Err(outcome.failures.join("; ")) }
}

pub fn compiles(frame: &Value, condition: &str) -> Result<(), String> {
    answer(frame, condition, "{}").map(drop)
}

/// A line of a conformance file. The row is inserted as it was written.
fn case(frame: &Value, condition: &str, row: &str, expect: &Value) -> String {
    let mut case = frame.clone();
    case["id"] = json!("docs");
    case["condition"] = json!(condition);
    case["expect"] = expect.clone();
    let text = case.to_string();
    format!(r#"{},"row":{row}}}"#, text.strip_suffix('}').unwrap())
}
