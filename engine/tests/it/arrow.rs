//! Tests that record batches are sorted like the JSON of their rows.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Decimal128Array, RecordBatch, StringArray};
use engine::classify::Sorted;
use vm::{Naming, Row};

use crate::station;

const STATION: &str = r#"
global: {currency: EUR}
apis: [{name: shop, rows: {getMenu: menu.json}}]
skills:
  - name: menu
    cognitive: {objective: Choose what to eat}
    invoke: {method: getMenu}
    kinds:
      bread: {when: "$fields.category == 'bread' and ($fields.price > 0 or not ($fields.price > 0))"}
      loaf: {when: "$fields.category in ['bread', 'cake'] and $fields.price > 5"}
      free: {when: "$fields.category == 'bread' and not ($fields.price is known)"}
    present:
      ref: sku
      fields:
        name: {type: text, role: title}
        price: {type: price, role: billed}
        category: {type: text}
"#;

/// Sku, name, category, price in JSON, price as text.
type Line = (Option<&'static str>, &'static str, &'static str, Option<&'static str>);

const ROWS: &[Line] = &[
    (Some("1"), "Baguette", "bread", Some("1.20")),
    (Some("2"), "Brioche", "bread", Some("6")),
    (Some("3"), "Tart", "cake", Some("9.5")),
    (Some("4"), "Water", "drink", Some("1")),
    (None, "Crumb", "bread", Some("1")),
    (Some("6"), "Mystery", "bread", Some("cheap")),
    (Some(""), "Nameless", "cake", Some("8")),
];

fn text(cell: fn(&Line) -> Option<&'static str>) -> ArrayRef {
    Arc::new(ROWS.iter().map(cell).collect::<StringArray>())
}

fn batch() -> RecordBatch {
    let columns = [
        ("sku", text(|row| row.0)),
        ("name", text(|row| Some(row.1))),
        ("category", text(|row| Some(row.2))),
        ("price", text(|row| row.3)),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))
        .unwrap()
}

fn json(row: &Line) -> String {
    let cell = |cell: Option<&str>| cell.map_or("null".to_owned(), |text| format!("\"{text}\""));
    let (sku, name, category, price) =
        (cell(row.0), cell(Some(row.1)), cell(Some(row.2)), cell(row.3));
    format!(r#"{{"sku":{sku},"name":{name},"category":{category},"price":{price}}}"#)
}

/// The kind of an item, or the word for the reason why the row is not an item.
fn told(sorted: &Sorted<'_>) -> String {
    match sorted {
        Sorted::Item(item) => format!("{} {}", item.kind().name, item.reference()),
        Sorted::Dropped(drop) => drop.word().to_owned(),
    }
}

#[test]
fn a_batch_is_sorted_as_its_json_is() {
    let loaded = crate::load_station(&station(STATION));
    let station = loaded.station.unwrap_or_else(|| panic!("{:?}", loaded.findings));
    let classifier = station.classifier(station.skill("menu").unwrap()).unwrap();
    let batch = batch();
    let (rows, sorted) =
        (classifier.bind(&batch, Naming::Keys), classifier.classify_batch(&batch, Naming::Keys));
    let (mut row, mut all) = (Row::default(), Vec::new());
    for (at, line) in ROWS.iter().enumerate() {
        let mut by_json = classifier.row();
        classifier.read(json(line).as_bytes(), &mut by_json).unwrap();
        let right = told(&classifier.classify(&by_json));
        rows.read(at, &mut row);
        assert_eq!(told(&classifier.classify(&row)), right);
        let kind = sorted.kind(at).map(|kind| kind.name.as_str());
        let in_batch = match &sorted.rows()[at] {
            Ok(_) => format!("{} {}", kind.unwrap(), line.0.unwrap()),
            Err(drop) => drop.word().to_owned(),
        };
        assert_eq!(in_batch, right);
        all.push(right);
    }
    let right = [
        "bread 1",
        "several-kinds",
        "loaf 3",
        "no-kind",
        "no-reference",
        "price-unreadable",
        "no-reference",
    ];
    assert_eq!(all, right);
}

#[test]
fn what_became_of_a_row_stands_behind_its_columns() {
    let station = crate::load_station(&station(STATION)).station.unwrap();
    let classifier = station.classifier(station.skill("menu").unwrap()).unwrap();
    let out = classifier.classify_batch(&batch(), Naming::Keys).record_batch().unwrap();
    let schema = out.schema();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["sku", "name", "category", "price", "kind", "dropped"]);
    let column = |number: usize| {
        let column = out.column(number).as_any_dictionary();
        let (keys, texts) = (column.normalized_keys(), column.values().as_string::<i32>());
        let at = |row| (!column.is_null(row)).then(|| texts.value(keys[row]).to_owned());
        (0..out.num_rows()).map(at).collect::<Vec<_>>()
    };
    let (kinds, drops) = (column(4), column(5));
    assert_eq!(kinds[..3], [Some("bread".to_owned()), None, Some("loaf".to_owned())]);
    assert_eq!(drops[..3], [None, Some("several-kinds".to_owned()), None]);
    assert!(kinds.iter().zip(&drops).all(|(kind, drop)| kind.is_some() != drop.is_some()));
}

#[test]
fn only_what_is_read_need_be_decoded() {
    let station = crate::load_station(&station(STATION)).station.unwrap();
    let classifier = station.classifier(station.skill("menu").unwrap()).unwrap();
    let prices: ArrayRef =
        Arc::new(Decimal128Array::from(vec![120]).with_precision_and_scale(5, 2).unwrap());
    let other: ArrayRef = Arc::new(StringArray::from(vec!["x"]));
    let columns = [("notes", Arc::clone(&other)), ("price", prices), ("sku", other)];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    assert_eq!(classifier.wanted(&batch.schema(), Naming::Keys), [1, 2]);
}
