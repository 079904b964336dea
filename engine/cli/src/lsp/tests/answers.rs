//! Hover, definition, remedies, formatting.

use super::{DESK, STATION, analysis, of, station};

#[track_caller]
fn hover(part: &str, with: &str, parts: &[&str]) {
    let (analysis, _, offset) = station(part, with);
    let found = analysis.hover(0, offset).expect("a hover").text;
    for wanted in parts {
        assert!(found.contains(wanted), "{wanted} of {found}");
    }
}

#[test]
fn hover_over_a_key_says_what_it_holds() {
    hover("present:", "pre$0sent:", &["`present` of a skill", "Takes a map of `fields`, `ref`"]);
    hover("- name: tickets", "- na$0me: tickets", &["`name` of a skill, required"]);
    hover("role: title", "ro$0le: title", &["`role` of a presented field", "`billed`"]);
    hover("role: title", "role: ti$0tle", &["`title`", "`role`"]);
    hover(
        "days: {from: age, type: integer}",
        "days: {from: age, type: in$0teger}",
        &["a whole number", "`<`"],
    );
}

#[test]
fn hover_over_a_name_says_what_it_is() {
    let field = [
        "field `days` of the skill `tickets`: `integer`",
        "read from `age`",
        "class `public`",
        "line 20",
    ];
    hover("\"$fields.days > 3\"", "\"$fields.da$0ys > 3\"", &field);
    hover("\"$fields.days > 3\"", "\"$fie$0lds.days > 3\"", &field);
    hover("$read[look].days is", "$read[look].da$0ys is", &field);
    hover("$read[look].days is", "$read[lo$0ok].days is", &["task `look`", "`tickets`"]);
    hover(
        "method: listTickets",
        "method: list$0Tickets",
        &["`GET /tickets` of `desk`, reads", "All tickets", "`query.state`: a text, required"],
    );
    hover(
        "tool: answerTicket",
        "tool: answer$0Ticket",
        &["`POST /tickets`", "writes", "`body.text`: a text, required"],
    );
    hover(
        "{query.state:",
        "{query.st$0ate:",
        &["argument `query.state` of `listTickets`: a text, required"],
    );
    hover("- policy: open", "- policy: op$0en", &["policy `open`", "require: `$item.fields.state"]);
    hover("skill: tickets,", "skill: tick$0ets,", &["skill `tickets`", "See what people wrote"]);
    hover("$form.text,", "$form.te$0xt,", &["form field `text`: `text`"]);
    hover("{state: closed}", "{sta$0te: closed}", &["parameter `state`", "set_by: `llm, person`"]);
}

#[test]
fn hover_over_a_reference_without_a_name_says_what_it_reads() {
    hover("body.ticket: $item.ref", "body.ticket: $item.r$0ef", &["`$item.ref`", "`present.ref`"]);
    hover("body.ticket: $item.ref", "body.ticket: $line.quan$0tity", &["the quantity of the line"]);
    hover("body.ticket: $item.ref", "body.ticket: $action.k$0ey", &["the same at each attempt"]);
    hover("body.ticket: $item.ref", "body.ticket: $lin$0es", &["all lines"]);
    hover("$item.fields.days is known", "$no$0w > $no", &["`$now`", "`datetime`"]);
    hover(
        "\"*\"}",
        "\"*\", roles: [ch$0ief]}",
        &["role `chief`", "given by the profile `everyone`"],
    );
    hover("- policy: open", "- approval: {role: bo$0ss}", &["role `boss`", "no profile gives it"]);
}

#[test]
fn hover_over_an_argument_says_its_literals_and_bounds() {
    let document = DESK
        .replacen(r#"{"type": "string"}"#, r#"{"type": "string", "enum": ["open", "done"]}"#, 1)
        .replacen(r#""integer"}"#, r#""integer", "minimum": 1, "maximum": 50}"#, 1);
    let analysis = of(&[("s.yaml", STATION), ("desk.json", &document)], None);
    let at = |part: &str| STATION.find(part).unwrap() + 2;
    let told = analysis.hover(0, at("query.state:")).unwrap().text;
    assert!(told.ends_with("a text, one of `open`, `done`, required"), "{told}");
    let told = analysis.hover(0, at("listTickets")).unwrap().text;
    assert!(told.contains("`query.limit`: a whole number, at least 1, at most 50"), "{told}");
}

#[test]
fn hover_over_a_skill_does_not_list_its_calls() {
    let at = STATION.find("tickets\n").unwrap();
    let told = analysis(STATION).hover(0, at).unwrap().text;
    assert!(told.contains("skill `tickets`") && !told.contains("submit"), "{told}");
}

/// Checks the file, line and text of a declaration.
#[track_caller]
fn definition(part: &str, with: &str, wanted: &str) {
    let (analysis, text, offset) = station(part, with);
    let found = analysis.definition(0, offset, &|_| Some(DESK.to_owned()));
    let of = |path: &std::path::Path| {
        if path.ends_with("s.yaml") { text.clone() } else { DESK.to_owned() }
    };
    let told: Vec<_> = found
        .iter()
        .map(|target| {
            let text = of(&target.path);
            let line = text[..target.span.start].matches('\n').count() + 1;
            format!("{}:{line}:{}", target.path.display(), &text[target.span.clone()])
        })
        .collect();
    assert_eq!(told, [wanted]);
}

#[test]
fn a_name_leads_to_its_declaration() {
    definition("\"$fields.days > 3\"", "\"$fields.da$0ys > 3\"", "/desk/s.yaml:20:days");
    definition("\"$item.fields.days is", "\"$item.fields.da$0ys is", "/desk/s.yaml:20:days");
    definition("$item.fields.state ==", "$item.fields.st$0ate ==", "/desk/s.yaml:21:state");
    definition("$params[look].state", "$params[look].st$0ate", "/desk/s.yaml:10:state");
    definition("$params[look].state", "$params[lo$0ok].state", "/desk/s.yaml:37:look");
    definition("skill: tickets,", "skill: $0tickets,", "/desk/s.yaml:7:tickets");
    definition("- policy: open", "- policy: open$0", "/desk/s.yaml:5:open");
    definition("{state: closed}", "{st$0ate: closed}", "/desk/s.yaml:10:state");
    definition("ok: $output.id", "ok: $output.i$0d", "/desk/s.yaml:32:id");
    definition("body.text: $form.text", "body.text: $form.te$0xt", "/desk/s.yaml:26:text");
    definition("method: listTickets", "method: $0listTickets", "/desk/desk.json:3:listTickets");
    definition("tool: answerTicket", "tool: answerTicke$0t", "/desk/desk.json:6:answerTicket");
    definition("openapi: desk.json", "openapi: de$0sk.json", "/desk/desk.json:1:");
}

#[test]
fn a_name_leads_into_an_included_file() {
    let first = "include: [more.yaml]\napis: [{name: desk, openapi: desk.json}]\nplaybooks: [{name: round, tasks: [{name: look, skill: tickets}]}]\n";
    let more = "skills:\n  - name: tickets\n    invoke: {method: listTickets, args: {query.state: open}}\n";
    let analysis = of(&[("s.yaml", first), ("more.yaml", more), ("desk.json", DESK)], None);
    assert!(analysis.loaded.station.is_some(), "{:?}", analysis.loaded.findings);
    let at = first.rfind("tickets").unwrap();
    let [found] = analysis.definition(0, at, &|_| None).try_into().unwrap();
    assert_eq!((found.path.to_str(), &more[found.span]), (Some("/desk/more.yaml"), "tickets"));
}

#[test]
fn a_remedy_is_an_edit() {
    let text = STATION
        .replace("role: title", "role: titel")
        .replace("$fields.days > 3", "$fields.dais > 3");
    let analysis = analysis(&text);
    let at = text.find("titel").unwrap();
    let actions = analysis.actions(0, &(at..at));
    let told: Vec<_> = actions.iter().map(|action| action.title.as_str()).collect();
    assert_eq!(told[0], "write `title` in place of `titel`");
    assert_eq!(told.last(), Some(&"fix every refusal in this file that has a remedy"));
    let mut fixed = text.clone();
    for change in actions.last().unwrap().changes.iter().rev() {
        fixed.replace_range(change.at.span.clone(), &change.text);
    }
    assert_eq!(fixed, STATION);
    assert!(analysis.actions(0, &(0..0)).is_empty());
}

#[test]
fn a_station_is_formatted_as_fmt_does() {
    let text = STATION.replace("$fields.days > 3", "($fields.days   >  3)");
    let changes = analysis(&text).format(0);
    let mut formatted = text.clone();
    for change in changes.iter().rev() {
        formatted.replace_range(change.at.span.clone(), &change.text);
    }
    assert_eq!(formatted, STATION.replace("$fields.days > 3", "($fields.days > 3)"));
    assert!(analysis("skills: [").format(0).is_empty());
}
