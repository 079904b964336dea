//! Tests of the program's output, its streams and its exit status.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The result of a run.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program at the root of the project.
pub fn run(args: &[&str], input: &str) -> Ran {
    run_in(Path::new(ROOT), args, input)
}

pub fn run_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pointsman"));
    command.current_dir(folder).args(args).env_remove("TENANT_URL").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // The program may close its input without reading it, which is not a fault of the test.
        scope.spawn(move || drop(stdin.write_all(input.as_bytes())));
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

#[track_caller]
fn check(args: &[&str], input: &str, status: i32, out: &str) {
    let ran = run(args, input);
    assert_eq!((ran.status, ran.out.as_str()), (status, out), "{args:?}\n{}", ran.err);
}

/// A temporary folder with some files in it.
pub fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let path = folder.path().to_owned();
    (folder, path)
}

const STATION: &str = r#"global: {currency: EUR}
apis: [{name: shop, rows: {list: rows.jsonl}}]
skills:
  - name: menu
    cognitive: {objective: eat}
    invoke: {method: list}
    kinds:
      dear:  {when: "$fields.price >= 10"}
      cheap: {when: "$fields.price < 10"}
    present:
      fields:
        name: {type: text, role: title}
        price: {type: price, role: billed}
"#;

const ROWS: &str = "{\"id\":1,\"name\":\"Tea\",\"price\":\"2.50\"}\n\n{\"id\":2,\"name\":\"Wine\",\"price\":10.0}\n";

#[test]
fn a_condition_is_answered_a_line_a_row() {
    let price = ["eval", "--field", "price=price"];
    let with = |more: &[&'static str]| [&price, more].concat();
    check(&with(&["--row", r#"{"price":"12.50"}"#, "--", "$fields.price > 10"]), "", 0, "true\n");
    check(&with(&["--", "$fields.price > 10"]), "", 0, "indeterminate\n");
    let rows = "{\"price\":1}\n{\"price\":11}\n{\"price\":\"x\"}\n";
    check(
        &with(&["--rows", "-", "--", "$fields.price > 10"]),
        rows,
        0,
        "false\ntrue\nindeterminate\n",
    );
    let form =
        ["eval", "--position", "select", "--field", "amount=price", "--param", "max=price:50"];
    let form =
        [&form[..], &["--row", r#"{"amount":50}"#, "--", "$item.fields.amount <= $params.max"]]
            .concat();
    check(&form, "", 0, "true\n");
    let zone = [
        "eval",
        "--field",
        "at=datetime",
        "--timezone",
        "Europe/Paris",
        "--row",
        r#"{"at":"2026-07-01T02:00"}"#,
    ];
    check(&[&zone[..], &["--", "$fields.at == '2026-07-01T00:00:00Z'"]].concat(), "", 0, "true\n");
}

#[test]
fn a_bad_row_is_told_with_its_line_and_the_rest_goes_on() {
    let ran = run(
        &["eval", "--field", "n=number", "--rows", "-", "--", "$fields.n > 1"],
        "{\"n\":2}\n{\"n\":NaN}\n{\"n\":3}\n",
    );
    assert_eq!((ran.status, ran.out.as_str()), (0, "true\nbad row\ntrue\n"));
    assert!(ran.err.contains("standard input: row 2, line 2"), "{}", ran.err);
}

#[test]
fn a_refused_condition_is_shown_with_its_place_and_its_remedy() {
    let ran = run(&["eval", "--field", "category=text", "--", "$fields.category == 149"], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    for part in ["error[condition/literal-type]", "condition:1:21", "^^^ help: write '149'"] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    let ran = run(&["eval", "--field", "x=text", "--format", "json", "--", "$fields.x = 'a'"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let finding = &told["findings"][0];
    assert_eq!(
        (&told["ok"], &finding["code"]),
        (&Value::Bool(false), &Value::from("condition/foreign-spelling"))
    );
    assert_eq!(
        (&finding["line"], &finding["column"], &finding["end_column"]),
        (&1.into(), &11.into(), &12.into())
    );
    assert_eq!(
        (&finding["severity"], &finding["fix"]["replace"]),
        (&"refused".into(), &"==".into())
    );
}

#[test]
fn a_flood_of_refusals_ends() {
    let ran = run(&["fmt", "-"], &"$".repeat(60_000));
    assert_eq!(ran.status, 1);
    assert!(ran.err.len() < 1_000_000 && ran.err.ends_with("more findings were left out\n"));
}

#[test]
fn wrong_usage_exits_with_two_and_what_fails_outside_with_three() {
    for (args, status) in [
        (&["eval", "--field", "x=prise", "--", "$fields.x > 1"][..], 2),
        (&["eval", "--field", "x", "--", "$fields.x > 1"], 2),
        (&["eval", "--position", "nowhere", "--", "$fields.x > 1"], 2),
        (&["eval", "--timezone", "Nowhere/Else", "--", "$now > '2026-01-01'"], 2),
        (&["eval", "--field", "x=text", "--row", "[1]", "--", "$fields.x == 'a'"], 2),
        (&["eval"], 2),
        (&["eval", "--field", "2nd=text", "--", "$now is known"], 2),
        (&["eval", "--field", "x=text", "--field", "x=number", "--", "$fields.x == 'a'"], 2),
        (&["explain-code", "condition/litteral-type"], 2),
        (&["new", "../elsewhere"], 2),
        (&["check", "nothing/here.yaml"], 3),
        (&["conformance", "nothing.jsonl"], 3),
        (&["classify", "examples/shop/shop.yaml", "--skill", "none"], 2),
        (
            &[
                "classify",
                "examples/shop/shop.yaml",
                "--skill",
                "products",
                "--rows",
                "nothing.jsonl",
            ],
            3,
        ),
        (
            &["classify", "examples/refunds/refunds.yaml", "--skill", "refund", "--param", "max=3"],
            2,
        ),
    ] {
        let ran = run(args, "");
        assert_eq!(ran.status, status, "{args:?}\n{}{}", ran.out, ran.err);
        assert!(
            !ran.err.is_empty() && ran.out.is_empty(),
            "{args:?} says what is wrong, on standard error"
        );
    }
}

#[test]
fn rows_become_items_and_what_is_dropped_is_counted() {
    let (_keep, at) = folder(&[("s.yaml", STATION), ("rows.jsonl", ROWS)]);
    let ran = run_in(&at, &["classify", "s.yaml", "--skill", "menu"], "");
    let tea = r#"{"kind":"cheap","ref":"1","title":"Tea","price":{"amount":2.5,"currency":"EUR","cadence":"one_time"},"fields":{"name":"Tea","price":2.5}}"#;
    let wine = r#"{"kind":"dear","ref":"2","title":"Wine","price":{"amount":10,"currency":"EUR","cadence":"one_time"},"fields":{"name":"Wine","price":10}}"#;
    assert_eq!((ran.status, ran.out), (0, format!("{tea}\n{wine}\n")));

    let rows = "[{\"id\":1,\"price\":1},{\"id\":2},{\"price\":3},{\"id\":4,\"price\":\"4,0\"},{\"id\":1,\"price\":50}]";
    let summary = [
        "classify",
        "s.yaml",
        "--skill",
        "menu",
        "--rows",
        "-",
        "--summary",
        "--format",
        "json",
        "--unique-refs",
    ];
    let ran = run_in(&at, &summary, rows);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["kinds"], serde_json::json!({"dear": 1, "cheap": 1}));
    assert_eq!(told["dropped"], serde_json::json!({"no-kind": 2, "no-reference": 1}));
    assert_eq!(
        (&told["rows"], &told["items"], &told["repeated_refs"]),
        (&5.into(), &2.into(), &1.into())
    );
    assert_eq!(told["unreadable"], serde_json::json!({"price": 1}));
    let ran =
        run_in(&at, &["classify", "s.yaml", "--skill", "menu", "--rows", "-", "--dropped"], rows);
    assert!(ran.err.contains("row 2, line 1: not offered: no-kind"), "{}", ran.err);
    assert!(ran.err.contains("row 3, line 1: not offered: no-reference"), "{}", ran.err);
}

#[test]
fn a_bad_line_is_passed_over_unless_it_must_not_be() {
    let (_keep, at) = folder(&[("s.yaml", STATION), ("rows.jsonl", ROWS)]);
    let args = ["classify", "s.yaml", "--skill", "menu", "--rows", "-"];
    let rows = "{\"id\":1,\"price\":1}\n{\"id\":2,\"price\":}\n{\"id\":3,\"price\":3}\n";
    let ran = run_in(&at, &args, rows);
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2));
    assert!(
        ran.err.contains("standard input: row 2, line 2") && ran.err.contains("1 bad row"),
        "{}",
        ran.err
    );
    let ran = run_in(&at, &[&args[..], &["--strict"]].concat(), rows);
    assert_eq!((ran.status, ran.out.lines().count()), (1, 1), "what was read before is not lost");
    for nothing in ["", "<html>", "3", "\"text\""] {
        let ran = run_in(&at, &args, nothing);
        assert_eq!((ran.status, ran.out.as_str()), (3, ""), "{nothing}: {}", ran.err);
    }
    assert_eq!(run_in(&at, &args, "[]").status, 0);
    for unread in ["{\"price\": NaN}\n", "[{\"a\": NaN}, {\"a\": -Infinity}]"] {
        let ran = run_in(&at, &args, unread);
        assert_eq!((ran.status, ran.out.as_str()), (3, ""), "no row could be read: {unread}");
        let eval = ["eval", "--field", "price=price", "--rows", "-", "--", "$fields.price > 1"];
        assert_eq!(run(&eval, unread).status, 3);
    }
}

#[test]
fn several_cores_write_what_one_core_writes() {
    let (_keep, at) = folder(&[("s.yaml", STATION), ("rows.jsonl", ROWS)]);
    let rows = |last: &str| -> String {
        let row = |n: u32| match n % 1_000 {
            0 => "{\"id\": 1, \"price\":}\n".to_owned(),
            1 => format!("{{\"id\": {n}}}\n"),
            2 => "{\"id\": 7, \"price\": 1}\n".to_owned(),
            _ => format!("{{\"id\": {n}, \"name\": \"{n}\", \"price\": {}}}\n", n % 12),
        };
        (0..30_000).map(row).chain([last.to_owned()]).collect()
    };
    let args = ["classify", "s.yaml", "--skill", "menu", "--rows", "-", "--threads"];
    for (more, last) in [
        (&["--summary", "--unique-refs", "--dropped"][..], ""),
        (&["--summary", "--items", "--unique-refs"], "{\"id\": 1"),
        (&["--dropped"], "[]"),
    ] {
        let ran = |threads| run_in(&at, &[&args[..], &[threads], more].concat(), &rows(last));
        let (one, four) = (ran("1"), ran("4"));
        assert_eq!((one.status, four.status), (0, 0));
        assert!(one.out == four.out && one.err == four.err, "{more:?}");
        assert!(!one.out.is_empty() && one.err.contains("row 1, line 1"), "{more:?}: {}", one.err);
    }
    let strict = |threads| run_in(&at, &[&args[..], &[threads, "--strict"]].concat(), &rows(""));
    let (one, four) = (strict("1"), strict("4"));
    assert_eq!((one.status, &one.out, &one.err), (four.status, &four.out, &four.err));
    assert_eq!((one.status, one.out.as_str()), (1, ""), "the first row is bad");
}

#[test]
fn rows_are_found_in_an_object_and_by_path() {
    let (_keep, at) = folder(&[("s.yaml", STATION), ("rows.jsonl", ROWS)]);
    let args = ["classify", "s.yaml", "--skill", "menu", "--rows", "-"];
    let one = "{\"total\": 1, \"rows\": [{\"id\": 1, \"price\": 1}]}";
    assert_eq!(run_in(&at, &args, one).out.lines().count(), 1);
    let two = "{\"data\": {\"items\": [{\"id\": 1, \"price\": 1}]}, \"other\": []}";
    assert_eq!(
        run_in(&at, &[&args[..], &["--rows-at", "data.items"]].concat(), two).out.lines().count(),
        1
    );
    let ran = run_in(&at, &args, "{\"a\": [{\"id\": 1, \"price\": 1}], \"b\": []}");
    assert_eq!(ran.status, 3);
    assert!(ran.err.contains("rows_at"), "{}", ran.err);
}

#[test]
fn an_answer_that_was_saved_stands_for_a_call_over_the_network() {
    let skill =
        |skill: &'static str| ["classify", "examples/tickets/tickets.yaml", "--skill", skill];
    let kinds = |ran: &Ran| -> Vec<String> {
        let kind = |line: &str| {
            serde_json::from_str::<Value>(line).unwrap()["kind"].as_str().unwrap().to_owned()
        };
        ran.out.lines().map(kind).collect()
    };
    let ran = run(&[&skill("seats")[..], &["--rows", "examples/tickets/seats.json"]].concat(), "");
    assert_eq!(kinds(&ran), ["seat", "seat", "standing"], "{}", ran.err);
    // The answer has two lists, and the station names the list with the rows.
    let concerts = [&skill("concerts")[..], &["--rows", "examples/tickets/concerts.json"]].concat();
    assert_eq!(kinds(&run(&concerts, "")), ["concert", "concert"]);
    let related = [&concerts[..], &["--rows-at", "related"]].concat();
    assert_eq!(kinds(&run(&related, "")), ["concert"]);
    let asks = |skill_and: &[&str], why: &str| {
        let ran = run(skill_and, "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(why), "{}", ran.err);
    };
    asks(&[&skill("concerts")[..], &["--param", "wish=Tosca"]].concat(), "with --rows");
    asks(&[&skill("concerts")[..], &["--param", "wish=x"]].concat(), "fewer than 2 characters");
    let seats = [&skill("seats")[..], &["--param", "category=box"]].concat();
    asks(&seats, "it is one of `circle`, `gallery` and `stalls`");
}

#[test]
fn a_credential_in_the_file_is_not_printed() {
    let station = "skills: []\napis: [{name: x, openapi: x.yaml, auth: {bearer: s3cret-t0ken}}]\n";
    let (_keep, at) = folder(&[("s.yaml", station), ("x.yaml", "openapi: 3.1.0\n")]);
    for format in ["text", "json"] {
        let ran = run_in(&at, &["check", "s.yaml", "--format", format], "");
        assert_eq!(ran.status, 1);
        assert!(
            ran.out.contains("api/secret-literal") && !ran.out.contains("s3cret"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn a_call_of_a_rows_operation_filters_as_the_tenant_would() {
    let refunds = [
        "classify",
        "examples/refunds/refunds.yaml",
        "--skill",
        "refund",
        "--summary",
        "--format",
        "json",
    ];
    let rows = |more: &[&str]| -> Value {
        let ran = run(&[&refunds[..], more].concat(), "");
        serde_json::from_str::<Value>(&ran.out).unwrap()["rows"].clone()
    };
    assert_eq!(rows(&[]), 5);
    assert_eq!(rows(&["--param", "invoice=F-1002"]), 2);
    assert_eq!(rows(&["--param", "invoice=F-9"]), 0);
}

#[test]
fn explain_shows_each_part_of_each_kind() {
    let row = r#"{"amount": 5, "invoice_total": "5.00", "code": "r"}"#;
    let ran =
        run(&["explain", "examples/refunds/refunds.yaml", "--skill", "refund", "--row", row], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("false           $fields.amount < $fields.invoice_total   with 5, 5"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\"kind\":\"full\""), "{}", ran.out);
}

const OLD: &str = r#"apis: [{name: shop, rows: {list: rows.jsonl}}]
skills:
  - name: menu
    cognitive: {objective: eat}
    invoke: {method: list}
    kinds:
      few: {when: "$fields.stock > 0 and $fields.stock < 10"}
      many: {when: "$fields.stock >= 10"}
      none: {when: "$fields.stock == 0"}
      bread: {when: "$fields.category == 'bread' and $fields.stock == -1"}
      old: {when: "$fields.category == 'old' and $fields.stock == -2"}
    present: {fields: {stock: {type: integer}, category: {type: text}}}
"#;

#[test]
fn two_stations_are_held_against_each_other() {
    let new = OLD
        .replace("$fields.stock > 0 and", "$fields.stock >= 1 and")
        .replace("$fields.stock >= 10", "$fields.stock >= 12")
        .replace("stock == 0", "stock in [0, null]")
        .replace("$fields.category == 'bread'", "$fields.category == 'cake'")
        .replace("old: {when", "added: {when");
    let rows = "{\"stock\": 11}\n{\"stock\": 5}\n{}\n{\"stock\": -1, \"category\": \"bread\"}\n";
    let (_kept, folder) = folder(&[("old.yaml", OLD), ("new.yaml", &new), ("rows.jsonl", rows)]);
    let args = ["diff", "old.yaml", "new.yaml"];
    let told = r#"menu few: same
menu many: stricter
  no longer: {"stock": 11}
menu none: looser
  now: {}
menu bread: different
  no longer: {"category": "bread", "stock": -1}
  now: {"category": "cake", "stock": -1}
menu old: removed
menu added: added
"#;
    let ran = run_in(&folder, &args, "");
    assert_eq!((ran.status, ran.out.as_str()), (0, told), "{}", ran.err);
    let ran = run_in(&folder, &[&args[..], &["--rows", "rows.jsonl"]].concat(), "");
    assert!(
        ran.out.contains("menu none: looser\n  now: {}\n  rows: 0 no longer, 1 now\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("3 of 4 rows change\n"), "{}", ran.out);
    let ran = run_in(&folder, &[&args[..], &["--skill", "menu", "--format", "json"]].concat(), "");
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(object["kinds"][1]["no_longer"], "{\"stock\": 11}");
    assert_eq!(run_in(&folder, &[&args[..], &["--skill", "menus"]].concat(), "").status, 2);
}

#[test]
fn guards_of_two_stations_are_held_against_each_other() {
    let guards = |rest: &str| {
        let kinds = OLD.split("    present").next().unwrap();
        let present = OLD.split_once("    present").unwrap().1;
        format!("{kinds}    present{present}    select:\n      guards:\n{rest}")
    };
    let old = guards(
        "        - {name: stocked, require: \"$item.fields.stock > 0\"}\n        - require: \"$item.fields.stock < 50\"\n",
    );
    let new = guards(
        "        - require: \"$item.fields.stock < 50\"\n        - {name: stocked, require: \"$item.fields.stock > 2\"}\n        \
         - require: \"$item.fields.category is known\"\n",
    );
    let rows = "{\"data\": [{\"stock\": 5}]}";
    let (_kept, folder) = folder(&[("old.yaml", &old), ("new.yaml", &new), ("rows.jsonl", rows)]);
    let args = ["diff", "old.yaml", "new.yaml", "--rows", "rows.jsonl", "--rows-at", "data"];
    let ran = run_in(&folder, &args, "");
    let told = "menu few, stocked: stricter\n  lets through no longer: {\"item\": {\"fields\": {\"stock\": 1}}}\n\
                menu few, require: $item.fields.category is known: added\n";
    assert!(ran.out.contains(told), "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with("5 guards the same\n0 of 1 rows change\n"), "{}", ran.out);
    let ran = run_in(&folder, &[&args[..3], &["--format", "json"]].concat(), "");
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    let stocked = &object["guards"][0];
    assert_eq!((&stocked["kind"], &stocked["change"]), (&"few".into(), &"stricter".into()));
    assert_eq!(stocked["no_longer"], "{\"item\": {\"fields\": {\"stock\": 1}}}");
}

#[test]
fn a_witness_is_shown_and_stands_in_the_object() {
    let (_kept, folder) =
        folder(&[("old.yaml", &OLD.replace("stock == 0", "stock <= 3")), ("rows.jsonl", "{}")]);
    let ran = run_in(&folder, &["check", "old.yaml"], "");
    assert!(ran.out.contains("warning[kinds/overlap]"), "{}", ran.out);
    assert!(ran.out.contains("= witness: {\"stock\": 1}"), "{}", ran.out);
    let ran = run_in(&folder, &["check", "old.yaml", "--format", "json"], "");
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    let findings = object["findings"].as_array().unwrap();
    let overlap = findings.iter().find(|finding| finding["code"] == "kinds/overlap").unwrap();
    let witness = overlap["witness"].as_str().unwrap();
    let ran = run_in(&folder, &["explain", "old.yaml", "--skill", "menu", "--row", witness], "");
    assert!(ran.out.ends_with("not offered: several-kinds\n"), "{}", ran.out);
}

#[test]
fn a_station_of_ten_mistakes_is_refused_with_ten_places() {
    let station = r#"global: {currency: EURO}
apis: [{name: shop, rows: {list: rows.jsonl}}]
skils: []
skills:
  - name: menu
    invoke: {method: lists}
    kinds:
      a: {when: "$fields.pric > 0"}
      b: {when: "$fields.price > 'x'"}
      c: {when: "$fields.name = 'x'"}
      d: {when: yes}
      e: {whn: "$fields.price > 0"}
    present:
      fields:
        name: {type: txt}
        code: {type: text}
        price: {type: price, role: biled}
"#;
    let (_keep, at) = folder(&[("s.yaml", station), ("rows.jsonl", ROWS)]);
    let ran = run_in(&at, &["check", "s.yaml"], "");
    assert_eq!(ran.status, 1);
    let places = [
        "1:20", "3:1", "6:22", "8:26", "9:34", "10:31", "11:17", "12:11", "15:22", "16:9", "17:36",
    ];
    for place in places {
        assert!(ran.out.contains(&format!("s.yaml:{place}\n")), "{place}: {}", ran.out);
    }
    assert!(ran.out.matches("help: ").count() >= 10, "{}", ran.out);
    assert!(!ran.out.contains("kind/when-missing"), "it only follows from the misspelt key");
    let ran = run_in(&at, &["check", "s.yaml", "--format", "json"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let refused =
        told["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == "refused");
    assert_eq!((ran.status, &told["ok"]), (1, &Value::Bool(false)));
    assert!(refused.count() >= 10);
}

#[test]
fn a_profile_sees_what_it_is_granted() {
    let station = r#"
profiles: {customer: {grants: [getMenu]}, clerk: {grants: "*"}}
auth: {default: customer, identify_by: {type: email}}
apis: [{name: shop, rows: {getMenu: rows.jsonl, getOrders: rows.jsonl}}]
skills:
  - name: menu
    cognitive: {objective: show the menu, diagnose: [for how many]}
    params:
      id: {type: id, set_by: [llm]}
      name: {type: text}
      price: {type: price, set_by: [read, person]}
    invoke: {method: getMenu, args: {id: $params.id, name: $params.name, price: $params.price}}
  - name: orders
    cognitive: {objective: show the orders}
    params: {name: {type: email, set_by: [identity]}}
    invoke: {method: getOrders, args: {name: $params.name}}
global: {currency: EUR}
"#;
    let row = r#"{"id": "a", "name": "b", "price": 1}"#;
    let (_keep, at) = folder(&[("s.yaml", station), ("rows.jsonl", row)]);
    let ran = run_in(&at, &["skills", "s.yaml"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in [
        "customer: 1 skill; ",
        "clerk: 2 skills; ",
        "id*: id",
        "name: text",
        "price: price of a row",
    ] {
        assert!(ran.out.contains(line), "{line}: {}", ran.out);
    }
    let ran = run_in(&at, &["skills", "s.yaml", "--profile", "customer", "--format", "json"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["profiles"].as_array().unwrap().len(), 1);
    let tool = &told["profiles"][0]["skills"][0];
    assert_eq!(tool["description"], "show the menu\n- for how many");
    let schema = &tool["inputSchema"];
    assert_eq!(schema["required"], serde_json::json!(["id"]));
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["properties"]["price"]["type"], "string", "a reference to a row is text");
    let ran = run_in(&at, &["check", "s.yaml"], "");
    assert!(ran.out.contains("\n  customer: 1 skill; "), "{}", ran.out);
    assert_eq!(run_in(&at, &["skills", "s.yaml", "--profile", "cook"], "").status, 2);
}

#[test]
fn the_schema_of_a_station_is_one_object_of_json() {
    let ran = run(&["schema"], "");
    let schema: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["$defs"]["Skill"]["additionalProperties"], false);
}

#[test]
fn what_new_makes_loads_and_sorts() {
    let (_keep, at) = folder(&[]);
    assert_eq!(run_in(&at, &["new", "teashop"], "").status, 0);
    let ran = run_in(&at, &["check", "teashop/teashop.yaml"], "");
    assert_eq!(ran.status, 0, "{}", ran.out);
    let ran = run_in(&at, &["classify", "teashop/teashop.yaml", "--skill", "menu"], "");
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    assert_eq!(run_in(&at, &["new", "teashop"], "").status, 3, "nothing is written over");
}

#[test]
fn every_stage_is_shown() {
    let ran = run(&["disasm", "$fields.price > 10", "--fields", r#"{"price": "price"}"#], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for stage in ["; tokens", "; ast", "; hir", "; code", "gt.number"] {
        assert!(ran.out.contains(stage), "{stage}: {}", ran.out);
    }
    let one = run(
        &[
            "disasm",
            "$fields.price > 10",
            "--fields",
            r#"{"price": {"type": "price"}}"#,
            "--stage",
            "hir",
        ],
        "",
    );
    assert_eq!(one.out, "(gt $0 10)\n");
}

#[test]
fn conformance_counts_and_tells_what_differs() {
    let good = r#"{"id":"1","fields":{"n":"number"},"condition":"$fields.n > 1","row":{"n":2},"expect":"true"}"#;
    let bad = good.replace(r#""expect":"true""#, r#""expect":"false""#);
    let (_keep, at) = folder(&[("cases.jsonl", &format!("{good}\n\n{bad}\n"))]);
    let ran = run_in(&at, &["conformance", "cases.jsonl"], "");
    assert_eq!((ran.status, ran.out.lines().last()), (1, Some("1 passed, 1 failed")));
    assert!(ran.out.contains("cases.jsonl:3: 1: "), "{}", ran.out);
}

#[test]
fn a_condition_is_written_in_the_canonical_form() {
    check(&["fmt", "-"], "not   ( $fields.x==\"a\" )\n", 0, "not ($fields.x == 'a')\n");
    assert_eq!(run(&["fmt", "-"], "$fields.x ==").status, 1);
}

#[test]
fn a_station_is_written_in_the_canonical_form_in_place() {
    let station = STATION
        .replace("$fields.price >= 10", "$fields.price>=10  # no comment")
        .replace("  # no", "");
    let station = station.replace(" comment", "");
    let (_keep, at) = folder(&[("s.yaml", &station), ("rows.jsonl", ROWS)]);
    assert_eq!(run_in(&at, &["fmt", "s.yaml", "--check"], "").status, 1);
    assert_eq!(
        std::fs::read_to_string(at.join("s.yaml")).unwrap(),
        station,
        "--check changes nothing"
    );
    assert_eq!(run_in(&at, &["fmt", "s.yaml"], "").status, 0);
    assert_eq!(std::fs::read_to_string(at.join("s.yaml")).unwrap(), STATION);
    assert_eq!(run_in(&at, &["fmt", "s.yaml", "--check"], "").status, 0);
}

#[test]
fn help_has_an_example_for_each_command() {
    let ran = run(&["--help"], "");
    let listed = ran.out.lines().skip_while(|line| !line.starts_with("Commands")).skip(1);
    let named = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names: Vec<_> = named.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 8, "{}", ran.out);
    for name in names.iter().filter(|name| **name != "help") {
        let ran = run(&[name, "--help"], "");
        assert!(ran.out.contains("Example"), "{name}: {}", ran.out);
    }
    assert!(run(&["completions", "bash"], "").out.contains("_pointsman"));
    assert!(run(&["man"], "").out.contains(".TH pointsman"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pointsman"))
        .current_dir(ROOT)
        .args(["classify", "examples/shop/shop.yaml", "--skill", "products"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn sentences_are_listed_and_said() {
    let own = format!("{STATION}sentences: {{max-items: \"Pas plus de {{ $max }}.\"}}\n")
        .replace("global: {", "global: {locale: fr, ");
    let (_keep, at) = folder(&[("s.yaml", &own), ("rows.jsonl", ROWS)]);
    let ran = run_in(&at, &["sentences", "s.yaml", "--format", "json"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["locale"], "fr");
    let sentences = told["sentences"].as_array().unwrap();
    let of = |name: &str| sentences.iter().find(|sentence| sentence["name"] == name).unwrap();
    assert_eq!(of("max-items")["text"], "Pas plus de { $max }.");
    assert_eq!(of("max-items")["replaced"], true);
    assert_eq!(of("form-declined")["replaced"], false);
    let ran = run_in(&at, &["sentences", "s.yaml", "--say", "max-items", "--with", "max=3"], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, "Pas plus de 3.\n"), "{}", ran.err);
    let ran = run(&["sentences"], "");
    assert!(ran.out.contains("At most { $max } can be chosen here."), "{}", ran.out);
    for (args, told) in [
        (&["sentences", "--say", "max-item"][..], "did you mean `max-items`?"),
        (
            &["sentences", "--say", "max-items", "--with", "mx=3"],
            "no variable `mx`; `max-items` has max",
        ),
        (&["sentences", "--say", "max-items", "--with", "max"], "`max` is not NAME=VALUE"),
    ] {
        let ran = run(args, "");
        assert!(ran.status == 2 && ran.err.contains(told), "{}", ran.err);
    }
}

const GUIDE: &str =
    "\u{feff}---\r\nname: refunds\r\ndescription: when: money goes back\r\n---\r\nAsk first.\r\n";

#[test]
fn instruction_skills_are_shown_as_a_call_gets_them() {
    let own = format!("{STATION}instructions: [guides]\n");
    let (_keep, at) = folder(&[
        ("s.yaml", &own),
        ("rows.jsonl", ROWS),
        ("guides/refunds/SKILL.md", GUIDE),
        ("guides/refunds/more.md", "more"),
        ("guides/bad/SKILL.md", "---\nname: bad\n---\n"),
        ("guides/empty/note.txt", ""),
    ]);
    let listed = "Skills — load one with dyna_aigw_load_skill when the task needs it:\n- refunds: when: money goes back\n";
    for path in ["s.yaml", "guides", "./guides/"] {
        let ran = run_in(&at, &["instructions", path], "");
        assert_eq!((ran.status, ran.out.as_str()), (0, listed), "{path}: {}", ran.err);
        assert_eq!(ran.err.matches("instructions/file").count(), 2, "{}", ran.err);
        assert!(ran.err.contains("guides/bad/SKILL.md:1:1"), "{}", ran.err);
    }
    let ran = run_in(&at, &["instructions", "guides", "--inline"], "");
    assert_eq!(
        ran.out, "Skills — instructions for this call:\n\n## refunds\nAsk first.\n",
        "{}",
        ran.err
    );
    let ran = run_in(&at, &["instructions", "s.yaml", "--format", "json"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["tool"]["inputSchema"]["properties"]["name"]["enum"][0], "refunds");
    assert_eq!(told["skills"][0]["body"], "Ask first.\n");
    let ran = run_in(&at, &["instructions", "check", "guides", "--format", "json"], "");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(ran.status, 1);
    assert_eq!(told["findings"][0]["file"], "guides/bad/SKILL.md");
    assert_eq!(
        (&told["findings"][0]["line"], &told["findings"][0]["column"]),
        (&1.into(), &1.into())
    );
    let ran = run_in(&at, &["instructions", "check", "guides/refunds"], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let ran = run_in(&at, &["instructions", "guides", "guides/refunds"], "");
    assert!(ran.status == 1 && ran.err.contains("error[instructions/names]"), "{}", ran.err);
    let ran = run_in(&at, &["instructions", "check", "nothing"], "");
    assert_eq!(ran.status, 3, "{}", ran.err);
}
