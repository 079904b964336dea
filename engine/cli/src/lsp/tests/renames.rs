//! Renames, after which the station says the same.

use super::{DESK, STATION, analysis, of, station};

/// The station after a rename at the cursor.
fn renamed(part: &str, with: &str, new: &str) -> Result<String, String> {
    let (analysis, text, offset) = station(part, with);
    let changes = analysis.rename(0, offset, new)?;
    let mut after = text;
    for change in changes.iter().rev() {
        after.replace_range(change.at.span.clone(), &change.text);
    }
    Ok(after)
}

#[track_caller]
fn check(part: &str, with: &str, new: &str, edits: &[(&str, &str)]) {
    let after = renamed(part, with, new).unwrap();
    let wanted = edits.iter().fold(STATION.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    assert_eq!(after, wanted);
    let (before, after) = (analysis(STATION).loaded, analysis(&after).loaded);
    let codes =
        |loaded: &engine::Loaded| loaded.findings.iter().map(|f| f.code).collect::<Vec<_>>();
    assert_eq!(codes(&before), codes(&after));
    assert!(after.station.is_some());
}

#[test]
fn a_field_wherever_it_is_read() {
    let edits = [
        ("days: {from", "age: {from"),
        ("$fields.days", "$fields.age"),
        ("$item.fields.days", "$item.fields.age"),
        ("$read[look].days", "$read[look].age"),
        // The filter named the field alone: it goes on to match the row's own key of that name.
        ("drop: [days]", "drop: [days, age]"),
    ];
    check("\"$fields.days > 3\"", "\"$fields.da$0ys > 3\"", "age", &edits);
    check("days: {from: age", "da$0ys: {from: age", "age", &edits);
}

#[test]
fn a_field_that_is_read_at_its_own_name_goes_on_being_read_there() {
    let edits = [
        ("state: {type: text, class", "status: {from: state, type: text, class"),
        ("$item.fields.state", "$item.fields.status"),
    ];
    check("$item.fields.state", "$item.fields.st$0ate", "status", &edits);
    let block = STATION.replace(
        "        state: {type: text, class: internal}\n",
        "        state:\n          type: text\n          class: internal\n",
    );
    let analysis = analysis(&block);
    let at = block.find("state:\n").unwrap();
    let changes = analysis.rename(0, at, "status").unwrap();
    let mut after = block.clone();
    changes.iter().rev().for_each(|c| after.replace_range(c.at.span.clone(), &c.text));
    assert!(
        after.contains("        status:\n          from: state\n          type: text\n"),
        "{after}"
    );
}

#[test]
fn a_parameter_wherever_it_is_read_or_bound() {
    let edits = [
        ("      state: {type: text, set_by", "      status: {type: text, set_by"),
        ("\"$params.state\"", "\"$params.status\""),
        ("$params.state is", "$params.status is"),
        ("$params[look].state", "$params[look].status"),
        ("params: {state: closed}", "params: {status: closed}"),
    ];
    check("\"$params.state\"", "\"$params.st$0ate\"", "status", &edits);
    check("params: {state: closed}", "params: {sta$0te: closed}", "status", &edits);
}

#[test]
fn a_skill_and_a_task() {
    let edits = [("- name: tickets", "- name: letters"), ("skill: tickets", "skill: letters")];
    check("skill: tickets,", "skill: tic$0kets,", "letters", &edits);
    let edits = [("name: look", "name: see"), ("[look]", "[see]")];
    check("$params[look].state", "$params[lo$0ok].state", "see", &edits);
}

#[test]
fn what_cannot_be_renamed_is_refused_with_why() {
    let refused = |part: &str, with: &str, new: &str| renamed(part, with, new).unwrap_err();
    let field = |new| refused("\"$fields.days > 3\"", "\"$fields.da$0ys > 3\"", new);
    assert_eq!(field("state"), "a field `state` exists already");
    assert_eq!(field("note"), "a line field `note` exists already");
    for new in ["", "2nd", "a b", "a.b", "-a", "$x"] {
        assert!(field(new).contains("is not a name"), "{new}");
    }
    assert_eq!(refused("present:", "pre$0sent:", "x"), "the station does not declare a name here");
    assert_eq!(
        refused("method: listTickets", "method: list$0Tickets", "x"),
        "an operation cannot be renamed"
    );
    assert!(refused("skills:", "$0 skills: [", "x").contains("not valid YAML"));
}

#[test]
fn every_file_of_the_station() {
    let first = "include: [more.yaml]\napis: [{name: desk, openapi: desk.json}]\nplaybooks: [{name: round, tasks: [{name: look, skill: tickets}]}]\n";
    let more = "skills:\n  - name: tickets\n    invoke: {method: listTickets, args: {query.state: open}}\n";
    let analysis = of(&[("s.yaml", first), ("more.yaml", more), ("desk.json", DESK)], None);
    let changes = analysis.rename(1, more.find("tickets").unwrap(), "letters").unwrap();
    let told: Vec<_> =
        changes.iter().map(|c| (c.at.path.to_str().unwrap(), c.text.as_str())).collect();
    assert_eq!(told, [("/desk/s.yaml", "letters"), ("/desk/more.yaml", "letters")]);
}
