//! Tests `docs/STATION.md`: its stations load, its refusals are refused, its rows are sorted.

use std::collections::BTreeSet;

use engine::classify::{Cadenced, Item, Sorted};
use engine::report::{Finding, codes};
use engine::sources::{Files, Sources};
use engine::station::{
    Class, Component, Grants, NativeKind, Passage, Profile, Reducer, Role, Sink,
};
use engine::{Deployment, Loaded};
use lang::{Code, Severity};
use serde_json::{Value, json};

use super::page::{Block, Page, PageLine, Part};
use crate::program::{folder, run_in};

/// The name of the station file in every example.
const OWN: &str = "station.yaml";

/// The files of an example.
#[derive(Clone, Default)]
struct Example(Files);

impl Example {
    /// The files that the page shows.
    fn of(page: &Page) -> Example {
        let kinds = ["json file=", "yaml file=", "markdown file="];
        let blocks = kinds.into_iter().flat_map(|kind| page.blocks(kind));
        Example(Files::new(blocks.map(|block| (block.value("file").unwrap(), block.text.as_str()))))
    }

    /// The files' names and texts.
    fn texts(&self) -> Vec<(String, String)> {
        let text = |name: &String| String::from_utf8(self.0.read(name).unwrap()).unwrap();
        self.0.names().into_iter().map(|name| (name.clone(), text(&name))).collect()
    }

    fn load(&self, station: &str) -> Loaded {
        let mut files = self.clone();
        files.0.insert(OWN, station);
        engine::load(OWN, &files.0, &Deployment::default())
    }

    /// Loads a station that must not be refused.
    #[track_caller]
    fn loads(&self, place: PageLine, station: &str) -> Loaded {
        let loaded = self.load(station);
        let refusals = refusals(&loaded);
        assert!(
            refusals.is_empty() && loaded.station.is_some(),
            "{place}: {refusals:?}\n{station}"
        );
        loaded
    }

    /// Loads a station that must be refused for exactly one reason.
    #[track_caller]
    fn refuses(&self, place: PageLine, code: &str, station: &str) {
        let loaded = self.load(station);
        let refusals = refusals(&loaded);
        let alone = !refusals.is_empty() && refusals.iter().all(|(refused, _)| *refused == code);
        assert!(
            alone && loaded.station.is_none(),
            "{place}: not {code} alone: {refusals:?}\n{station}"
        );
    }
}

/// The codes and messages of a station's refusals.
fn refusals(loaded: &Loaded) -> Vec<(&'static str, &str)> {
    let refused = |finding: &&Finding| finding.severity == Severity::Refused;
    loaded
        .findings
        .iter()
        .filter(refused)
        .map(|finding| (finding.code.as_str(), finding.message.as_str()))
        .collect()
}

fn page() -> Page {
    Page::read("STATION.md")
}

#[test]
fn every_block_and_table_is_run() {
    page().has_only(
        &[
            "yaml station",
            "yaml refused=",
            "yaml file=",
            "json file=",
            "markdown file=",
            "jsonl sorted",
            "text skills=",
            "console",
        ],
        &[
            "keys", "refused", "roles", "reserved", "dropped", "told", "limits", "classes",
            "words", "goes",
        ],
    );
}

#[test]
fn stations_load_and_refusals_refuse() {
    let page = page();
    let files = Example::of(&page);
    for block in page.blocks("yaml station") {
        files.loads(block.place, &block.text);
    }
    for block in page.blocks("yaml station") {
        files.loads(block.place, &format!("\u{feff}{}", block.text.replace('\n', "\r\n")));
    }
    for block in page.blocks("yaml refused=") {
        files.refuses(block.place, block.value("refused").unwrap(), &block.text);
    }
}

/// Each command of a block follows a `$ ` and is followed by its output.
#[test]
fn commands_print_what_the_page_shows() {
    let page = page();
    let files = Example::of(&page);
    for block in page.blocks("console") {
        let texts = files.texts();
        let own: Vec<_> = texts.iter().map(|(name, text)| (&**name, &**text)).collect();
        let (_keep, folder) = folder(&own);
        for command in block.text.split("$ pointsman ").skip(1) {
            let (line, printed) = command.split_once('\n').unwrap();
            let args: Vec<_> = line.split_whitespace().collect();
            let ran = run_in(&folder, &args, "");
            assert_eq!(ran.out, printed, "{}: {line}: {}", block.place, ran.err);
        }
    }
}

#[test]
fn tables_of_refusals_refuse_and_their_remedies_load() {
    let page = page();
    let files = Example::of(&page);
    let mut frames = Vec::new();
    for table in page.tables("refused") {
        frames.push(table.mark.as_str());
        for row in &table.rows {
            files.refuses(row.place, row.code(0), &framed(&table.mark, row.code(1)));
            files.loads(row.place, &framed(&table.mark, row.code(2)));
        }
    }
    for frame in [
        "refused top",
        "refused skill",
        "refused call",
        "refused fields",
        "refused when",
        "refused select",
        "refused submit",
    ] {
        assert!(frames.contains(&frame), "no table `{frame}`");
    }
}

const APIS: &str = "apis: [{name: shop, rows: {getMenu: menu.json, order: order.json}, operations: {order: {access: write}}}]\n";
const HEAD: &str = "name: menu, cognitive: {objective: eat}";

/// The skills of the page's playbook.
const TASKED: &str = "\
skills:
  - name: guest
    cognitive: {objective: say who eats}
    invoke: {method: getMenu}
    kinds: {guest: {}}
    present: {fields: {table: {type: integer}, dish: {from: category, type: text}}}
    submit: [{name: come, mode: self}]
  - name: menu
    cognitive: {objective: order something to eat}
    params: {dish: {type: text, set_by: [person, read]}, note: {type: text, set_by: [person]}}
    invoke: {method: getMenu, args: {category: $params.dish, name: $params.note}}
    kinds: {dish: {}}
";

/// A whole station that contains the fragment of a table.
#[track_caller]
fn framed(mark: &str, piece: &str) -> String {
    let has = |key: &str| piece.trim_start().starts_with(key);
    match mark {
        "refused top" => {
            let apis = if has("apis:") { "" } else { APIS };
            let skills = format!("skills: [{{{HEAD}, invoke: {{method: getMenu}}}}]\n");
            let skills = match (has("skills:"), has("playbooks:")) {
                (true, _) => "",
                (_, true) => TASKED,
                (false, false) => &skills,
            };
            format!("{piece}\n{apis}{skills}")
        }
        "refused call" => format!(
            "apis: [{{name: orders, openapi: orders.yaml, operations: {{findOrders: {{access: read, rows_at: orders}}}}}}]\nskills: \
             [{{{HEAD}, {piece}}}]\n"
        ),
        "refused skill" => format!("{APIS}skills: [{{{HEAD}, {piece}}}]\n"),
        "refused catalog" => {
            let (catalog, find) = piece.split_once(", find: ").unwrap();
            let catalog = if has("catalog: none") { "" } else { catalog };
            let fields = "present: {fields: {price: {type: price, role: billed}}}";
            format!(
                "global: {{currency: EUR}}\n{catalog}\n{APIS}skills: [{{{HEAD}, invoke: {{method: getMenu}}, kinds: \
                 {{dish: {{}}}}, {fields}}}, {{name: find, cognitive: {{objective: find}}, invoke: {find}}}]\n"
            )
        }
        "refused fields" => format!(
            "global: {{currency: EUR}}\ntenant_url: https://bakery.example\n{APIS}skills: [{{{HEAD}, invoke: {{method: \
             getMenu}}, present: {{fields: {{{piece}}}}}}}]\n"
        ),
        "refused when" => format!(
            "{APIS}skills:\n  - name: menu\n    cognitive: {{objective: eat}}\n    invoke: {{method: getMenu}}\n    \
             present: {{fields: {{category: {{type: text}}}}}}\n    kinds:\n      bread:\n        when: {piece}\n"
        ),
        "refused select" => format!(
            "global: {{currency: EUR}}\n{APIS}skills: [{{{HEAD}, invoke: {{method: getMenu}}, kinds: {{dish: {{}}}}, \
             present: {{fields: {{price: {{type: price, role: billed}}}}}}, select: {{{piece}}}}}]\n"
        ),
        "refused submit" => format!(
            "{APIS}skills: [{{{HEAD}, invoke: {{method: getMenu}}, kinds: {{dish: {{}}}}, submit: [{piece}]}}]\n"
        ),
        other => panic!("`{other}` has no frame"),
    }
}

#[test]
fn warnings_and_notes_are_told_of_what_loads() {
    let page = page();
    let files = Example::of(&page);
    let mut told = BTreeSet::new();
    for row in &page.table("told").rows {
        let piece = row.code(2);
        let whole =
            if piece.starts_with('{') { piece.to_owned() } else { framed("refused top", piece) };
        let loaded = files.loads(row.place, &whole);
        let finding = loaded.findings.iter().find(|finding| finding.code.as_str() == row.code(0));
        let weight = finding.map(|finding| finding.severity.word());
        assert_eq!(weight, Some(row.cell(1)), "{}: {:?}", row.place, loaded.findings);
        told.insert(row.code(0));
    }
    // The warning needs a long list of tools, and so does its example.
    let loads = |code: &Code| {
        code.severity() != Severity::Refused
            && !code.as_str().starts_with("condition/")
            && *code != codes::DOOR_LIST_SIZE
    };
    let all = codes::all().filter(loads).map(|code| code.as_str()).collect();
    assert_eq!(told, all);
}

/// A station with a key in the section that a table names.
#[track_caller]
fn with_key(files: &mut Example, section: &str, key: &str) -> String {
    let (before, after) = match section {
        "the top level" => ("", ""),
        "an included file" => {
            files.0.insert("included.yaml".to_owned(), format!("{key}: x\n"));
            return "include: [included.yaml]\n".to_owned();
        }
        "`global`" => ("global: {", "}"),
        "a profile" => ("profiles: {p: {", "}}"),
        "`auth`" => ("auth: {", "}"),
        "`identify_by`" => ("auth: {identify_by: {", "}}"),
        "a token" => ("auth: {tokens: [{", "}]}"),
        "`jwt`" => ("auth: {jwt: {", "}}"),
        "an entry of `apis`" => ("apis: [{", "}]"),
        "an operation" => {
            ("apis: [{name: shop, rows: {getMenu: menu.json}, operations: {getMenu: {", "}}}]")
        }
        "`mcp`" => ("apis: [{mcp: {", "}}]"),
        "`agent`" => ("apis: [{agent: {", "}}]"),
        "`auth` of an entry" => ("apis: [{auth: {", "}}]"),
        "a skill" => ("skills: [{", "}]"),
        "`catalog`" => ("catalog: {", "}"),
        "`render`" => ("skills: [{render: {", "}}]"),
        "`report`" => ("skills: [{render: {component: report, report: {", "}}}]"),
        "`output_filters`" => ("skills: [{output_filters: {", "}}]"),
        "an entry of `per_profile`" => ("skills: [{per_profile: {everyone: {", "}}}]"),
        "a profile's `select`" => ("skills: [{per_profile: {everyone: {select: {", "}}}}]"),
        "a profile's `invoke`" => ("skills: [{per_profile: {everyone: {invoke: {", "}}}}]"),
        "`cognitive`" => ("skills: [{cognitive: {", "}}]"),
        "`invoke`" => ("skills: [{invoke: {", "}}]"),
        "a parameter" => ("skills: [{params: {p: {", "}}}]"),
        "a kind" => ("skills: [{kinds: {k: {", "}}}]"),
        "`present`" => ("skills: [{present: {", "}}]"),
        "a presented field" => {
            ("skills: [{present: {fields: {f: {type: price, role: billed, ", "}}}}]")
        }
        "`select`" => ("skills: [{select: {", "}}]"),
        "`quantity`" => ("skills: [{select: {quantity: {", "}}}]"),
        "`unique`" => ("skills: [{select: {unique: {", "}}}]"),
        "`check`" => ("skills: [{kinds: {k: {}}, select: {guards: [check: {", "}]}}]"),
        "an output" => {
            ("skills: [{kinds: {k: {}}, select: {guards: [check: {output: {o: {", "}}}]}}]")
        }
        "a form field" => ("submit_guard: {form: {f: {", "}}}"),
        "a policy" => ("policies: {p: {", "}}"),
        "a call of `submit`" => ("skills: [{submit: [{", "}]}]"),
        "`submit_guard`" => ("submit_guard: {", "}"),
        "a playbook" => ("playbooks: [{", "}]"),
        "a task" => ("playbooks: [{tasks: [{", "}]}]"),
        "`cadence`" => {
            ("skills: [{present: {fields: {f: {type: price, role: billed, cadence: {", "}}}}}]")
        }
        other => panic!("no section {other}"),
    };
    format!("{before}{key}: x{after}\n")
}

/// The finding about a key in a section: its code, and every text in backticks of its help.
fn told_of_key(section: &str, key: &str) -> Option<(Code, Vec<String>)> {
    let mut files = Example::of(&page());
    let station = with_key(&mut files, section, key);
    let found = files.load(&station).findings;
    let of_key = |finding: &&Finding| finding.code == codes::KEY_UNKNOWN;
    let finding = found.iter().find(of_key)?;
    let help = finding.help.as_deref().unwrap_or_default();
    // The help may also name the section in backticks.
    let help = help.split_once(" knows ").map_or(help, |(_, keys)| keys);
    Some((finding.code, help.split('`').skip(1).step_by(2).map(str::to_owned).collect()))
}

#[test]
fn the_tables_of_keys_are_whole() {
    let page = page();
    let tables = page.tables("keys");
    for table in &tables {
        let section = table.mark.strip_prefix("keys ").unwrap();
        let mut keys: Vec<_> = table.rows.iter().map(|row| row.code(0)).collect();
        for key in &keys {
            let told = told_of_key(section, key);
            assert!(told.is_none(), "{}: `{key}` is refused: {told:?}", table.place);
        }
        keys.sort_unstable();
        let (code, mut known) = told_of_key(section, "zzzzzzzz").unwrap();
        known.sort_unstable();
        assert_eq!(
            (code, keys),
            (codes::KEY_UNKNOWN, known.iter().map(String::as_str).collect()),
            "{}",
            table.place
        );
    }
}

#[test]
fn a_type_goes_where_the_table_says() {
    let page = page();
    let table = page.table("goes");
    let mut types = BTreeSet::new();
    for row in &table.rows {
        for ty in row.codes(0) {
            types.insert(ty);
            for (column, name) in table.head.iter().enumerate().skip(1) {
                let schema = match name.as_str() {
                    "no schema" => String::new(),
                    name => format!("type: {name}"),
                };
                let mut files = Example::default();
                let of = "openapi: 3.0.3\npaths: {/: {get: {operationId: o, parameters: [{name: a, in: query";
                let document = format!("{of}, schema: {{{schema}}}}}]}}}}}}\n");
                files.0.insert("o.yaml".to_owned(), document);
                let station = format!(
                    "global: {{currency: EUR}}\napis: [{{name: o, openapi: o.yaml}}]\nskills: [{{{HEAD}, params: {{p: {{type: \
                     {ty}}}}}, invoke: {{method: o, args: {{a: $params.p}}}}}}]\n"
                );
                match row.cell(column) {
                    "yes" => drop(files.loads(row.place, &station)),
                    "no" => files.refuses(row.place, "param/argument-type", &station),
                    other => panic!("{}: `{other}`", row.place),
                }
            }
        }
    }
    assert_eq!(types, vm::Type::ALL.iter().map(|ty| ty.name()).collect());
}

#[test]
fn the_table_of_roles_is_the_products() {
    let page = page();
    let rows = &page.table("roles").rows;
    let shown: Vec<_> = rows.iter().map(|row| (row.code(0), row.codes(1))).collect();
    let types =
        |word: &str| Role::named(word).unwrap().types().iter().map(|ty| ty.name()).collect();
    let roles: Vec<(&str, Vec<&str>)> =
        Role::WORDS.iter().map(|word| (*word, types(word))).collect();
    assert_eq!(shown, roles);
}

#[test]
fn tables_of_words_are_the_products() {
    let page = page();
    let tables = [
        ("component", Component::WORDS),
        ("reducer", Reducer::WORDS),
        ("native", NativeKind::WORDS),
    ];
    for (name, words) in tables {
        let table = page.table(&format!("words {name}"));
        let shown: Vec<_> = table.rows.iter().map(|row| row.code(0)).collect();
        assert_eq!(shown, words, "{name}");
    }
}

#[test]
fn a_value_goes_where_the_table_of_classes_says() {
    let page = page();
    let classes: Vec<_> = Class::WORDS.iter().map(|word| Class::named(word).unwrap()).collect();
    let profile = |sees: &[Class]| Profile {
        name: "p".to_owned(),
        grants: Grants::All,
        roles: Vec::new(),
        sees: sees.to_vec(),
    };
    let rows = &page.table("classes").rows;
    assert_eq!(rows.len(), Sink::ALL.len());
    for (row, sink) in rows.iter().zip(Sink::ALL) {
        for (column, class) in classes.iter().enumerate() {
            let passes = [&[][..], &classes].map(|sees| class.passes(*sink, &profile(sees)));
            let told = match passes {
                [Passage::Yes, Passage::Yes] => "yes",
                [Passage::No, Passage::Yes] => "if it sees",
                [Passage::Hashed, Passage::Hashed] => "a keyed hash",
                _ => "no",
            };
            assert_eq!(row.cell(column + 1), told, "{}: {}", row.place, class.word());
        }
    }
}

#[test]
fn reserved_names_are_reserved() {
    let page = page();
    let files = Example::of(&page);
    let names = page
        .table("reserved")
        .rows
        .iter()
        .flat_map(|row| row.codes(0).into_iter().map(|name| (row.place, name)));
    for (place, name) in names {
        let station = format!(
            "{APIS}skills: [{{name: {name}, cognitive: {{objective: eat}}, invoke: {{method: getMenu}}}}]\n"
        );
        files.refuses(place, "skill/name-reserved", &station);
    }
}

#[test]
fn limits_of_a_file_are_where_the_page_says() {
    let page = page();
    let table = page.table("limits");
    assert_eq!(table.rows.len(), 3);
    for row in &table.rows {
        let of_size = |n: usize| match row.code(2) {
            "yaml/too-large" => format!("skills: []{}", " ".repeat(n - 10)),
            // The map of the file is the first level.
            "yaml/too-deep" => format!("skills: {}{}", "[".repeat(n - 1), "]".repeat(n - 1)),
            "yaml/expansion" => format!("station: &s x\nskills: [{}]", vec!["*s"; n].join(",")),
            other => panic!("no test for the limit `{other}`"),
        };
        for (n, passes) in [(row.figure(1), false), (row.figure(1) + 1, true)] {
            let findings = Example::default().load(&of_size(n)).findings;
            let told = findings.iter().any(|finding| finding.code.as_str() == row.code(2));
            assert_eq!(told, passes, "{}: {n}", row.place);
        }
    }
}

/// Each block that begins so, with the station that precedes it.
#[track_caller]
fn with_stations<'p>(page: &'p Page, start: &str) -> Vec<(&'p Block, &'p Block)> {
    let mut station = None;
    let mut pairs = Vec::new();
    for part in page.parts() {
        match part {
            Part::Block(block) if block.info == "yaml station" => station = Some(block),
            Part::Block(block) if block.info.starts_with(start) => {
                pairs.push((station.unwrap(), block))
            }
            Part::Block(_) | Part::Table(_) => {}
        }
    }
    assert!(!pairs.is_empty(), "no block `{start}`");
    pairs
}

#[test]
fn skills_are_printed_as_the_page_says() {
    let page = page();
    let files = Example::of(&page);
    for (station, block) in with_stations(&page, "text skills=") {
        let texts = files.texts();
        let beside = texts.iter().map(|(name, text)| (&**name, &**text));
        let own: Vec<_> = beside.chain([("station.yaml", &*station.text)]).collect();
        let (_keep, at) = folder(&own);
        let profile = block.value("skills").unwrap();
        let args = ["skills", "station.yaml", "--profile", profile];
        let ran = run_in(&at, &args, "");
        let lines = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
        let told = lines(ran.out.trim_end());
        assert_eq!((ran.status, told), (0, lines(&block.text)), "{}", block.place);
        // `check` prints the lists of everyone.
        let checked = run_in(&at, &["check", "station.yaml", "--format", "json"], "");
        let checked: Value = serde_json::from_str(&checked.out).unwrap();
        let of = |list: &Value| {
            (
                list["profiles"].clone(),
                list["guards"].as_array().map(Vec::len),
                list["kinds"].clone(),
            )
        };
        let lists: Vec<_> = checked["effective"].as_array().unwrap().iter().map(of).collect();
        let kinds = json!(["bread", "cake"]);
        assert_eq!(
            lists,
            [
                (json!(["customer", "baker"]), Some(2), kinds.clone()),
                (json!([profile]), Some(3), kinds)
            ]
        );
    }
}

#[test]
fn rows_are_sorted_as_the_page_says() {
    let page = page();
    let files = Example::of(&page);
    let mut reasons = BTreeSet::new();
    for (station, block) in with_stations(&page, "jsonl sorted") {
        let loaded = files.loads(station.place, &station.text);
        let station = loaded.station.unwrap();
        let classifier = station.classifier(&station.skills()[0]).unwrap();
        let mut row = classifier.row();
        for line in block.text.lines() {
            let case: Value = serde_json::from_str(line)
                .unwrap_or_else(|fault| panic!("{}: {fault}", block.place));
            // The row is used as it is written: the frame's reader would change its numbers.
            let (_, written) = line.split_once(r#"{"row": "#).unwrap();
            let end = written
                .rfind(r#", "kind": ""#)
                .or_else(|| written.rfind(r#", "dropped": ""#))
                .unwrap();
            classifier.read(&written.as_bytes()[..end], &mut row).unwrap();
            let shown = match classifier.classify(&row) {
                Sorted::Item(item) => shown(&item),
                Sorted::Dropped(reason) => json!({"dropped": reason.word()}),
            };
            reasons.extend(shown["dropped"].as_str().map(str::to_owned));
            for (key, expected) in case.as_object().unwrap().iter().filter(|(key, _)| *key != "row")
            {
                assert_eq!(&shown[key], expected, "{}: {key} of {line}", block.place);
            }
        }
    }
    let told = page.table("dropped").rows.iter().map(|row| row.code(0).to_owned()).collect();
    assert_eq!(reasons, told, "each reason has an example, and each example a reason");
}

/// The card of an item, in the form of the page.
fn shown(item: &Item<'_>) -> Value {
    let price = item.price().unwrap();
    let cadence = match price.cadence {
        Cadenced::Known(cadence) => cadence.word(),
        Cadenced::Other(text) => text,
    };
    json!({
        "kind": item.kind().name,
        "reference": item.reference(),
        "title": item.title(),
        "price": price.amount.map(|amount| amount.to_string()),
        "cadence": cadence,
        "image": item.image(),
        "link": item.link(),
    })
}
