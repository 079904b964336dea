//! Completion, including in broken files.

use super::{DESK, STATION, analysis, at, of, station};

#[track_caller]
fn labels(part: &str, with: &str) -> Vec<String> {
    let (_, text, offset) = station(part, with);
    let known = analysis(STATION);
    let now = of(&[("s.yaml", &text), ("desk.json", DESK)], Some(&known));
    now.completion(0, &text, offset).items.into_iter().map(|item| item.label).collect()
}

/// Checks that the list has the first words and lacks the second.
#[track_caller]
fn check(part: &str, with: &str, has: &[&str], lacks: &[&str]) {
    let labels = labels(part, with);
    for wanted in has {
        assert!(labels.iter().any(|label| label == wanted), "{wanted} of {labels:?}");
    }
    for other in lacks {
        assert!(labels.iter().all(|label| label != other), "{other} of {labels:?}");
    }
}

#[test]
fn keys_those_first_that_have_to_be_there() {
    check(
        "    output_filters: {drop: [days]}\n",
        "    $0\n",
        &["render", "output_filters"],
        &["name", "kinds", "type"],
    );
    check("    output_filters: {drop: [days]}\n", "    re$0\n", &["render"], &["name"]);
    check("{type: text, role: title}", "{$0}", &["type", "role"], &["set_by"]);
    assert_eq!(labels("{type: text, role: title}", "{$0}")[0], "type");
    check("{type: text, role: title}", "{type: text, $0}", &["role", "class"], &["type"]);
    check("{type: text, role: title}", "{type: text, ro$0", &["role", "class"], &["type"]);
    check(
        "        - policy: open\n",
        "        - $0\n",
        &["require", "check", "policy"],
        &["method"],
    );
    check(
        "      method: listTickets\n",
        "      method: listTickets\n      $0\n",
        &["guards", "native"],
        &["args", "method"],
    );
    check("apis:", "sentences: {$0}\napis:", &["quantity-below-min"], &["apis"]);
    check("apis:", "$0\napis:", &["catalog", "global"], &["apis", "method"]);
}

#[test]
fn words_of_a_few() {
    check(
        "{type: text, role: title}",
        "{type: $0, role: title}",
        &["text", "price", "datetime"],
        &["title"],
    );
    check("role: title", "role: $0", &["title", "billed", "headline", "link"], &["text"]);
    check("role: title", "role: ti$0", &["title"], &[]);
    check("[llm, person]", "[llm, $0]", &["llm", "person", "identity"], &["text"]);
    check("[llm, person], default: open}", "[$0", &["llm", "person"], &["text"]);
    check(
        "- policy: open",
        "- budget: {max: 5, per: $0, of: person}",
        &["day", "week", "month"],
        &["person"],
    );
    check("- policy: open", "- submitted_by: {sources: [$0]}", &["llm", "person"], &["identity"]);
    check("class: internal", "class: $0", &["public", "secret"], &[]);
    check(
        "{name: desk, openapi: desk.json}",
        "{name: desk, openapi: desk.json, operations: {listTickets: {access: $0}}}",
        &["read", "write"],
        &[],
    );
    check("{grants: \"*\"}", "{grants: $0}", &["*"], &["read"]);
}

#[test]
fn names_of_what_is_declared() {
    check("method: listTickets", "method: $0", &["listTickets"], &["answerTicket"]);
    check("tool: answerTicket", "tool: an$0", &["listTickets", "answerTicket"], &[]);
    check("- policy: open", "- policy: $0", &["open"], &["tickets"]);
    check("- policy: open", "- check: {method: $0}", &["listTickets"], &["answerTicket"]);
    check("skill: tickets, params: {state: closed}", "skill: $0", &["tickets"], &["round", "late"]);
    check("params: {state: closed}", "params: {$0}", &["state"], &["query.state"]);
    check(
        "output_filters: {drop: [days]}",
        "output_filters: {drop: [$0]}",
        &["days", "title"],
        &[],
    );
    check("output_filters: {drop: [days]}", "per_profile: {$0}", &["everyone"], &[]);
    check("output_filters: {drop: [days]}", "auto_trigger: $0", &["round"], &["tickets"]);
    check("{grants: \"*\"}", "{grants: [$0]}", &["listTickets", "answerTicket"], &[]);
    check(
        "{grants: \"*\"}\n",
        "\n    grants:\n      - $0\n",
        &["listTickets", "answerTicket"],
        &[],
    );
}

#[test]
fn arguments_of_the_operation_beside() {
    check(
        "args: {query.state: \"$params.state\"}",
        "args: {$0}",
        &["query.state", "query.limit"],
        &["body.text"],
    );
    assert_eq!(labels("args: {query.state: \"$params.state\"}", "args: {$0}")[0], "query.state");
    check(
        "args: {query.state: \"$params.state\"}",
        "args: {query.state: open, query.l$0",
        &["query.limit"],
        &["query.state"],
    );
    check(
        "args: {query.state: \"$params.state\"}",
        "args:\n        $0",
        &["query.state"],
        &["guards"],
    );
    check(
        "args: {body.text: $form.text, body.ticket: $item.ref}",
        "args: {$0}",
        &["body.text", "body.ticket"],
        &["query.state"],
    );
}

#[test]
fn references_that_may_be_read_there() {
    check(
        "\"$fields.days > 3\"",
        "\"$0\"",
        &["$fields.days", "not", "is known"],
        &["$item.fields.days", "$now"],
    );
    check("\"$fields.days > 3\"", "\"$fi$0\"", &["$fields.days"], &["not"]);
    check(
        "\"$fields.days > 3\"",
        "\"$fields.$0 > 3\"",
        &["$fields.days", "$fields.title"],
        &["$now"],
    );
    check(
        "\"$item.fields.days is known\"",
        "\"$0\"",
        &["$item.fields.days", "$form.text", "$params.state", "$now"],
        &["$fields.days", "$item.fields.note"],
    );
    check(
        "\"$params[look].state is known and",
        "\"$params[$0 and",
        &["$params[look].state", "$read[look].days", "$submitted[look.answer].id", "$now"],
        &["$params.state"],
    );
    check(
        "\"$params[look].state is known and",
        "\"$params[look].$0 and",
        &["$params[look].state"],
        &[],
    );
    check("ok: $output.id is known", "ok: $0", &["$output.id"], &["$now", "$form.text"]);
    check(
        "\"$item.fields.state == 'open'",
        "\"$0",
        &["$item.fields.days", "$params.state", "$form.text"],
        &["$fields.days"],
    );
    check(
        "{query.state: \"$params.state\"}",
        "{query.state: $0}",
        &["$params.state"],
        &["$item.ref"],
    );
    check(
        "body.ticket: $item.ref",
        "body.ticket: $it$0",
        &["$item.ref", "$item.fields.days", "$line.quantity", "$action.key"],
        &["$fields.days"],
    );
    check(
        "params: {state: closed}}",
        "params: {state: closed}}\n      - {name: again, skill: tickets, params: {state: $0}}",
        &["$read[look].days", "$submitted[look.answer].id"],
        &["$params.state", "$read[again].days"],
    );
}

#[test]
fn a_reference_with_brackets_is_quoted_where_nothing_quotes_it() {
    let again = |state: &str| {
        format!("closed}}}}\n      - {{name: again, skill: tickets, params: {{state: {state}}}}}")
    };
    let (analysis, text, offset) = station("closed}}", &again("$0"));
    let found = analysis.completion(0, &text, offset).items;
    assert!(found.iter().any(|item| item.text == "\"$read[look].days\""));
    let (analysis, text, offset) = station("closed}}", &again("\"$0\""));
    let found = analysis.completion(0, &text, offset).items;
    assert!(found.iter().any(|item| item.text == "$read[look].days"));
}

#[test]
fn a_broken_file_does_not_hide_what_is_known() {
    // A quote and a brace that are not closed, and what follows stays broken.
    check(
        "{when: \"$fields.days > 3\"}",
        "{when: \"$fields.$0",
        &["$fields.days", "$fields.title"],
        &[],
    );
    check(
        "{when: \"$fields.days <= 3\", fields: {note: {type: text}}}",
        "{when: \"$fields.$0",
        &["$fields.days"],
        &[],
    );
    let broken = STATION.replace("$item.fields.days is known\"", "$item.fields.days is known");
    let known = analysis(STATION);
    let marked = broken.replacen("\"$fields.days > 3\"", "\"$fields.$0\"", 1);
    let offset = marked.find("$0").unwrap();
    let text = marked.replacen("$0", "", 1);
    let now = of(&[("s.yaml", &text), ("desk.json", DESK)], Some(&known));
    assert!(now.loaded.station.is_none());
    let labels: Vec<_> =
        now.completion(0, &text, offset).items.into_iter().map(|item| item.label).collect();
    assert!(labels.contains(&"$fields.title".to_owned()), "{labels:?}");
}

#[test]
fn what_gives_way_is_the_word_at_the_cursor() {
    let (analysis, text, offset) = station("$fields.days > 3", "$fields.d$0ays > 3");
    let found = analysis.completion(0, &text, offset);
    assert_eq!(&text[found.span], "$fields.days");
    let (analysis, text, offset) = at("é: 🥖\nskil$0");
    let found = analysis.completion(0, &text, offset);
    assert_eq!(&text[found.span], "skil");
    assert_eq!(
        (found.items[0].label.as_str(), found.items[0].text.as_str()),
        ("skills", "skills: ")
    );
}

#[test]
fn the_word_that_stands_for_the_cursor_is_never_offered() {
    let station = STATION
        .replace("grants: \"*\"", "grants: \"*\", roles: [chief]")
        .replace("- policy: open\n", "- policy: open\n        - approval: {role: chief}\n");
    assert_eq!(of(&[("s.yaml", &station), ("desk.json", DESK)], None).loaded.trees.len(), 1);
    let ends = |c: char| matches!(c, ',' | '}' | ']' | '\n');
    let starts = [": ", "[", "{", ", "];
    let places = starts.iter().flat_map(|start| station.match_indices(start));
    let mut asked = 0;
    for (at, start) in places {
        let from = at + start.len();
        let to = station[from..].find(ends).map_or(station.len(), |end| from + end);
        let text = format!("{}{}", &station[..from], &station[to..]);
        let now = analysis(&text);
        for item in now.completion(0, &text, from).items {
            let told = format!("{item:?}");
            assert!(!told.contains("zzPointsman"), "{told} at {}", &station[from..to]);
            asked += 1;
        }
    }
    assert!(asked > 400, "{asked}");
}

#[test]
fn within_a_text_of_a_condition_nothing_is_offered() {
    check("state == 'open'", "state == 'o$0pen'", &[], &["$item.fields.days", "and", "is known"]);
    check("state == 'open' and", "state == 'open' $0 and", &["and", "is known"], &[]);
}

#[test]
fn no_place_of_any_text_is_too_odd_to_ask_about() {
    let texts = [
        "",
        "\u{feff}",
        "a",
        "{",
        "[",
        "\"",
        "- - -",
        "? :",
        "a: &b *b",
        "\t",
        "\r\n\r\n",
        "🥖: '",
        "$[",
        "---\n...\n---",
    ];
    for text in texts.into_iter().chain([STATION]) {
        let analysis = analysis(text);
        let places = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len() + 9]);
        for at in places.step_by(if text.len() > 100 { 37 } else { 1 }) {
            let _ = analysis.completion(0, text, at);
            let _ = analysis.completion(7, text, at);
            let _ = analysis.hover(0, at);
            let _ = analysis.rename(0, at, "other");
            let _ = analysis.definition(0, at, &|_| None);
        }
    }
}
