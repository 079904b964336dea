//! The answers at a cursor: `$0` in a text is its place.

mod answers;
mod completion;
mod protocol;
mod renames;
mod stations;

use std::path::Path;

use engine::sources::Files;

use super::analysis::Analysis;

/// The document of a desk.
pub const DESK: &str = r#"{"openapi": "3.1.0", "info": {"title": "Desk", "version": "1"}, "paths": {
  "/tickets": {
    "get": {"operationId": "listTickets", "summary": "All tickets", "parameters": [
      {"name": "state", "in": "query", "required": true, "schema": {"type": "string"}},
      {"name": "limit", "in": "query", "schema": {"type": "integer"}}]},
    "post": {"operationId": "answerTicket", "requestBody": {"required": true, "content": {"application/json": {"schema":
      {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}, "ticket": {"type": "string"}}}}}}}}}}"#;

/// A station over the desk.
pub const STATION: &str = r#"apis: [{name: desk, openapi: desk.json}]
profiles:
  everyone: {grants: "*"}
policies:
  open: {require: "$item.fields.state == 'open' and $params.state is known"}
skills:
  - name: tickets
    cognitive: {objective: See what people wrote}
    params:
      state: {type: text, set_by: [llm, person], default: open}
    invoke:
      method: listTickets
      args: {query.state: "$params.state"}
    kinds:
      late: {when: "$fields.days > 3"}
      fresh: {when: "$fields.days <= 3", fields: {note: {type: text}}}
    present:
      fields:
        title: {type: text, role: title}
        days: {from: age, type: integer}
        state: {type: text, class: internal}
    output_filters: {drop: [days]}
    select:
      guards:
        - policy: open
        - form: {text: {type: text, required: true}}
        - require: "$item.fields.days is known"
    submit:
      - name: answer
        tool: answerTicket
        args: {body.text: $form.text, body.ticket: $item.ref}
        output: {id: {from: $output.id, type: id}}
        ok: $output.id is known
playbooks:
  - name: round
    tasks:
      - {name: look, skill: tickets, params: {state: closed}}
    submit_guard:
      guards:
        - require: "$params[look].state is known and $read[look].days is known"
"#;

/// The station with one part replaced, and the place of the cursor in it.
pub fn station(part: &str, with: &str) -> (Analysis, String, usize) {
    assert!(STATION.contains(part), "{part}");
    at(&STATION.replacen(part, with, 1))
}

/// A station over the desk, and the place of the cursor in it.
pub fn at(marked: &str) -> (Analysis, String, usize) {
    let offset = marked.find("$0").expect("a cursor");
    let text = marked.replacen("$0", "", 1);
    (analysis(&text), text, offset)
}

/// A station over the desk.
pub fn analysis(text: &str) -> Analysis {
    of(&[("s.yaml", text), ("desk.json", DESK)], None)
}

pub fn of(files: &[(&str, &str)], before: Option<&Analysis>) -> Analysis {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Analysis::new(Path::new("/desk"), "s.yaml", &Files::new(files), before)
}

#[test]
fn the_station_of_these_tests_loads() {
    let loaded = analysis(STATION).loaded;
    let refused = loaded.findings.iter().filter(|f| f.severity == lang::Severity::Refused);
    assert!(loaded.station.is_some(), "{:?}", refused.collect::<Vec<_>>());
}
