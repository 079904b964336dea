//! Completion where something is known in one place alone, and where an operation takes a few literals.

use super::{DESK, STATION, analysis, at, of};

/// A station in which kinds, a profile and tasks have separate names.
const OWN: &str = r#"apis: [{name: desk, openapi: desk.json}]
profiles:
  guest: {grants: "*"}
  clerk: {grants: "*", roles: [chief]}
policies:
  asked: {require: "$form.all is known"}
skills:
  - name: person
    cognitive: {objective: See who wrote}
    invoke: {method: listTickets, args: {query.state: open}}
  - name: first
    cognitive: {objective: See the first tickets}
    params: {state: {type: text, default: open}}
    invoke: {method: listTickets, args: {query.state: $params.state}}
    kinds:
      late:
        when: "$fields.days > 3"
        fields: {note: {type: text}, both: {type: text}}
        select: {guards: {add: [{form: {of_late: {type: text}}}, {require: "$form.of_late is known or $item.fields.note is known"}]}}
      fresh: {when: "$fields.days <= 3", fields: {both: {type: text}}}
    present: {fields: {days: {type: integer}}}
    select:
      guards:
        - form: {all: {type: text}}
        - policy: asked
        - require: "$item.fields.both is known"
    per_profile:
      clerk:
        select:
          guards:
            - form: {of_clerk: {type: text}}
            - require: "$form.of_clerk is known"
    submit:
      - name: answer
        tool: answerTicket
        args: {body.text: $form.all}
        output: {id: {type: id}}
        ok: $output.id is known
      - {name: go, mode: handover, url: "https://go.example/?t=$submitted[answer].id"}
  - name: second
    cognitive: {objective: See more}
    invoke: {method: listTickets, args: {query.state: open}}
    kinds: {any: {when: "$fields.days > 1"}}
    present: {fields: {days: {type: integer}}}
    depends_on: first
playbooks:
  - name: round
    tasks:
      - {name: who, skill: person}
      - {name: look, skill: first, after: [who], params: {state: closed}}
      - {name: more, skill: second, after: [look]}
"#;

/// Checks what is offered in that station with one part replaced.
#[track_caller]
fn own(part: &str, with: &str, has: &[&str], lacks: &[&str]) -> Vec<String> {
    assert!(OWN.contains(part), "{part}");
    let (_, text, offset) = at(&OWN.replacen(part, with, 1));
    let known = analysis(OWN);
    let now = of(&[("s.yaml", &text), ("desk.json", DESK)], Some(&known));
    let found = now.completion(0, &text, offset).items;
    let labels: Vec<_> = found.into_iter().map(|item| item.label).collect();
    for wanted in has {
        assert!(labels.iter().any(|label| label == wanted), "{wanted} of {labels:?}");
    }
    for other in lacks {
        assert!(labels.iter().all(|label| label != other), "{other} of {labels:?}");
    }
    labels
}

#[test]
fn what_one_kind_or_profile_has_alone_is_offered_there_alone() {
    let loaded = analysis(OWN).loaded;
    assert!(loaded.station.is_some(), "{:?}", loaded.findings);
    let (of_late, of_clerk) = ("$form.of_late", "$form.of_clerk");
    let (note, both) = ("$item.fields.note", "$item.fields.both");
    own(
        "\"$item.fields.both is known\"",
        "\"$0\"",
        &["$form.all", both, "$item.fields.days"],
        &[of_late, of_clerk, note],
    );
    own(
        "\"$form.of_late is known or $item.fields.note is known\"",
        "\"$0\"",
        &["$form.all", of_late, both, note],
        &[of_clerk],
    );
    own("\"$form.of_clerk is known\"", "\"$0\"", &["$form.all", of_clerk, both], &[of_late, note]);
    own("\"$form.all is known\"", "\"$0\"", &["$form.all", both], &[of_late, of_clerk, note]);
    own(
        "{body.text: $form.all}",
        "{body.text: $0}",
        &["$form.all", "$line.fields.both", "$line.form.all"],
        &[of_late, of_clerk, "$line.fields.note", "$line.form.of_clerk"],
    );
}

#[test]
fn a_skill_depends_on_another_that_chooses_and_a_task_comes_after_others() {
    own("depends_on: first", "depends_on: $0", &["first"], &["person", "second"]);
    own("after: [who]", "after: [$0]", &["who"], &["look", "more"]);
    own("after: [look]", "after: [$0]", &["who", "look"], &["more"]);
    own(
        "{name: who, skill: person}",
        "{name: who, skill: person, after: [$0]}",
        &[],
        &["who", "look", "more"],
    );
}

#[test]
fn what_a_value_may_be_is_what_its_operation_takes() {
    let document = DESK.replacen(
        r#"{"type": "string"}"#,
        r#"{"type": "string", "enum": ["open", "closed for good"]}"#,
        1,
    );
    let ask = |part: &str, with: &str| {
        let marked = OWN.replacen(part, with, 1);
        let offset = marked.find("$0").unwrap();
        let text = marked.replacen("$0", "", 1);
        let known = of(&[("s.yaml", OWN), ("desk.json", &document)], None);
        let now = of(&[("s.yaml", &text), ("desk.json", &document)], Some(&known));
        now.completion(0, &text, offset).items
    };
    let items = ask("params: {state: closed}", "params: {state: $0}");
    let texts: Vec<_> = items.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(texts[..2], ["open", "'closed for good'"]);
    // Those that come after it and itself are not known yet.
    let (read, own) = ("\"$submitted[look.answer].id\"", "\"$read[look].days\"");
    assert!(!texts.contains(&read) && !texts.contains(&own), "{texts:?}");
    let items = ask("args: {query.state: open}", "args: {query.state: $0}");
    assert_eq!(items[0].label, "open");
    let items = ask("args: {query.state: open}", "args: {state: open, $0}");
    let labels: Vec<_> = items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["query.limit"]);
}

#[test]
fn the_files_beside_the_station_are_offered_where_one_is_named() {
    own("openapi: desk.json", "openapi: $0", &["desk.json"], &["s.yaml"]);
    assert!(own("apis:", "include: [$0]\napis:", &[], &["s.yaml"]).is_empty());
    let text = "include: [more]\n";
    let now = of(&[("s.yaml", text), ("more parts.yaml", ""), ("desk.json", DESK)], None);
    let read = STATION.replace("desk.json", "desk.yaml");
    let read = format!("include: [more]\n{read}");
    let known = of(&[("s.yaml", &read), ("more.yaml", ""), ("desk.yaml", DESK)], None);
    // A document that the station reads does not belong to the station.
    let items = known.completion(0, &read, read.find(']').unwrap()).items;
    assert_eq!(items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["more.yaml"]);
    let items = now.completion(0, text, text.find(']').unwrap()).items;
    let told: Vec<_> = items.iter().map(|item| (item.label.as_str(), item.text.as_str())).collect();
    assert_eq!(told, [("more parts.yaml", "'more parts.yaml'")]);
}

#[test]
fn the_paths_of_an_answer_are_offered_where_one_is_named() {
    let answer = |schema: &str| {
        format!(
            r#""responses": {{"200": {{"description": "x", "content": {{"application/json": {{"schema": {schema}}}}}}}}}, "#
        )
    };
    let rows = r##"{"type": "object", "properties": {"total": {"type": "integer"}, "tickets": {"type": "array", "items":
        {"type": "object", "properties": {"age": {"type": "integer"}, "by": {"type": "object", "properties": {"name": {"type": "string"}}},
        "files": {"type": "array", "items": {"type": "object", "properties": {"url": {"type": "string"}}}}}}}}}"##;
    let made = r#"{"type": "object", "properties": {"ticket": {"type": "object", "properties": {"id": {"type": "string"}}}}}"#;
    let document = DESK
        .replacen("\"summary\"", &format!("{}\"summary\"", answer(rows)), 1)
        .replacen("\"requestBody\"", &format!("{}\"requestBody\"", answer(made)), 1);
    let ask = |part: &str, with: &str| {
        let (_, text, offset) = at(&OWN.replacen(part, with, 1));
        let known = of(&[("s.yaml", OWN), ("desk.json", &document)], None);
        let now = of(&[("s.yaml", &text), ("desk.json", &document)], Some(&known));
        let found = now.completion(0, &text, offset).items;
        found.into_iter().map(|item| item.text).collect::<Vec<_>>()
    };
    let days = "{days: {type: integer}}";
    let row = ["age", "by.name", "files.0.url"];
    assert_eq!(ask(days, "{days: {type: integer, from: $0}}"), row);
    assert_eq!(ask("present: {fields", "present: {ref: $0, fields"), row);
    let report = "    render: {component: report, report: {headline: $0}}\n    depends_on: first\n";
    assert_eq!(ask("    depends_on: first\n", report)[0], "total");
    assert_eq!(ask("{id: {type: id}}", "{id: {type: id, from: $0}}"), ["$output.ticket.id"]);
}

#[test]
fn an_address_takes_references_in_its_query() {
    let (id, all) = ("$submitted[answer].id", "$form.all");
    own("?t=$submitted[answer].id", "?t=$$0", &[id, all, "$params.state"], &["$lines"]);
    assert!(own("?t=$submitted[answer].id", "?t=$0", &[], &[]).is_empty());
}
