//! Tests that `skills` describes a parameter like the arguments that it is passed to.

use serde_json::{Value, json};

use crate::program::{Ran, folder, run_in};

/// Runs a command over a station whose skill calls an operation of an OpenAPI document.
fn over(params: &str, args: &str, command: &[&str]) -> Ran {
    let station = format!(
        "apis: [{{name: desk, openapi: desk.yaml}}]\nskills:\n  - name: tickets\n    cognitive: {{objective: See what \
         people wrote}}\n    params: {params}\n    invoke: {{method: listTickets, args: {args}}}\n"
    );
    let (_keep, at) = folder(&[("s.yaml", &station), ("desk.yaml", engine::report::codes::DESK)]);
    run_in(&at, command, "")
}

#[test]
fn a_tool_takes_over_what_every_argument_of_a_parameter_takes() {
    let params = "{count: {type: integer, set_by: [llm]}, state: {type: text}, row: {type: text, set_by: [read]}}";
    let args = "{shop: $params.row, limit: $params.count, state: $params.state}";
    let ran = over(params, args, &["skills", "s.yaml", "--format", "json"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let schema = &told["profiles"][0]["skills"][0]["inputSchema"];
    let expected =
        json!({"type": "integer", "description": "a whole number", "minimum": 1, "maximum": 50});
    assert_eq!(schema["properties"]["count"], expected);
    let expected = json!({"type": "string", "description": "text", "enum": ["closed", "open"]});
    assert_eq!(schema["properties"]["state"], expected);
    let validator = jsonschema::validator_for(schema).unwrap();
    for (call, holds) in [
        (json!({"count": 50, "state": "open"}), true),
        (json!({"count": 51}), false),
        (json!({"count": 1, "state": "opened"}), false),
    ] {
        assert_eq!(validator.is_valid(&call), holds, "{call}");
    }
    let ran = over(params, args, &["skills", "s.yaml"]);
    for line in ["count*: integer, from 1, up to 50", "state: text, one of `closed` and `open`"] {
        assert!(ran.out.contains(line), "{line}: {}", ran.out);
    }
}

#[test]
fn a_parameter_of_two_arguments_takes_what_both_take() {
    let args = "{shop: $params.state, state: $params.state}";
    let ran = over("{state: {type: text}}", args, &["skills", "s.yaml", "--format", "json"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let schema = &told["profiles"][0]["skills"][0]["inputSchema"];
    assert_eq!(schema["properties"]["state"]["enum"], json!(["closed", "open"]));
}

#[test]
fn a_guard_that_reads_a_parameter_narrows_it() {
    let station = "apis:\n  - {name: shop, rows: {getMenu: menu.json}}\n  - {name: desk, openapi: desk.yaml}\nskills:\n  - \
                   name: menu\n    cognitive: {objective: Choose what to eat}\n    params: {state: {type: text}}\n    \
                   invoke: {method: getMenu}\n    kinds: {dish: {}}\n    select: {guards: [check: {method: listTickets, \
                   args: {shop: $item.ref, state: $params.state}}]}\n";
    let menu = ("menu.json", engine::report::codes::MENU);
    let (_keep, at) =
        folder(&[("s.yaml", station), menu, ("desk.yaml", engine::report::codes::DESK)]);
    let ran = run_in(&at, &["skills", "s.yaml", "--format", "json"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let schema = &told["profiles"][0]["skills"][0]["inputSchema"];
    assert_eq!(schema["properties"]["state"]["enum"], json!(["closed", "open"]), "{}", ran.err);
}
