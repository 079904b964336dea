//! Every file of `tests/items`: files of a station, rows, and the result for each row.
//!
//! A file has sections, each begun by a line `=== name`; `rows` has a row a line, `items` the results. With the
//! environment variable `GOLDEN=write` that section is written again.

use std::fs;
use std::path::Path;

use engine::classify::{Cadenced, Classifier, Item, Sorted};
use engine::sources::Files;
use vm::{Feed, Shape, Value};

use crate::shown;

#[test]
fn a_row_becomes_what_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/items");
    let write = std::env::var("GOLDEN").is_ok_and(|value| value == "write");
    let mut wrong = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(!entries.is_empty(), "no file in the folder");
    entries.sort();
    for path in entries {
        let text = fs::read_to_string(&path).unwrap();
        assert!(write || text.contains("=== items\n"), "{}: no items", path.display());
        let (mut files, mut rows, mut expected) = (Vec::new(), String::new(), String::new());
        for section in text.split("=== ").skip(1) {
            let (name, body) = section.split_once('\n').unwrap();
            match name {
                "rows" => rows = body.to_owned(),
                "items" => expected = body.to_owned(),
                _ => files.push((name.to_owned(), body.to_owned())),
            }
        }
        files.push(("rows.jsonl".to_owned(), rows.clone()));
        let found = sorted(&Files::new(files), &rows);
        if found == expected {
            continue;
        }
        if write {
            let kept = text.split("=== items\n").next().unwrap();
            fs::write(&path, format!("{kept}=== items\n{found}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The outcome of each row for the station's only skill.
fn sorted(files: &Files, rows: &str) -> String {
    let loaded = crate::load_station(files);
    let Some(station) = &loaded.station else {
        return loaded.findings.iter().map(shown).collect();
    };
    let classifier = station.classifier(&station.skills()[0]).unwrap();
    let mut feed = Feed::new(rows.as_bytes(), Shape::auto());
    let mut row = classifier.row();
    let mut text = String::new();
    while let Some(next) = feed.next() {
        match next {
            Ok(raw) => match classifier.read(raw.bytes, &mut row) {
                Ok(()) => text.push_str(&outcome(&classifier, &row)),
                Err(bad) => text.push_str(&format!("{}\n", raw.fault(bad))),
            },
            Err(fault) => text.push_str(&format!("{fault}\n")),
        }
    }
    text
}

fn outcome(classifier: &Classifier<'_>, row: &vm::Row) -> String {
    match classifier.classify(row) {
        Sorted::Dropped(drop) => format!("- {}\n", drop.word()),
        Sorted::Item(item) => card(&item),
    }
}

fn card(item: &Item<'_>) -> String {
    let mut text = format!("{} {:?} {:?}", item.kind().name, item.reference(), item.title());
    if let Some(price) = item.price() {
        let amount = price.amount.map_or("no price".to_owned(), |amount| amount.to_string());
        let cadence = match price.cadence {
            Cadenced::Known(cadence) => cadence.word().to_owned(),
            Cadenced::Other(other) => format!("{other:?}"),
        };
        text.push_str(&format!(" {amount} {} {cadence}", item.currency().unwrap()));
    }
    text.push_str(&item.image().map_or(String::new(), |image| format!(" image {image}")));
    text.push_str(&item.link().map_or(String::new(), |link| format!(" link {link}")));
    for shown in item.fields() {
        let value = match shown.value {
            Value::Absent => "absent".to_owned(),
            Value::Unreadable => "unreadable".to_owned(),
            Value::Text(text) => format!("{text:?}"),
            Value::Number(number) => number.to_string(),
            Value::Boolean(known) => known.to_string(),
            Value::Datetime(_) => shown.spelling.unwrap().to_owned(),
        };
        text.push_str(&format!("\n  {}: {value}", shown.field.name));
    }
    text.push('\n');
    text
}

#[test]
fn one_kind_of_many_answers() {
    let kinds: String = (0..500)
        .map(|n| {
            format!("      k{n}: {{when: \"$fields.category == '{n}' and $fields.price > 0\"}}\n")
        })
        .collect();
    let text = format!(
        "global: {{currency: EUR}}\napis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n  - name: menu\n    \
         cognitive: {{objective: x}}\n    invoke: {{method: getMenu}}\n    present: {{fields: {{category: {{type: text}}, \
         price: {{type: price, role: billed}}}}}}\n    kinds:\n{kinds}"
    );
    let loaded = crate::load_station(&crate::station(&text));
    let station = loaded.station.unwrap();
    let classifier = station.classifier(&station.skills()[0]).unwrap();
    let mut row = classifier.row();
    classifier.read(br#"{"id": 1, "category": "321", "price": 2}"#, &mut row).unwrap();
    let Sorted::Item(item) = classifier.classify(&row) else { panic!("no item") };
    assert_eq!(item.kind().name, "k321");
}
