//! The schema against stations: it accepts what loads, and rejects values of another form.

use lang::Severity;
use serde_json::{Map, Value, json};

use super::station_schema;
use crate::raw::keys::condition_keys;
use crate::report::codes::{self, Example, Subject};
use crate::text::file::{File, View};
use crate::text::source::Source;
use crate::text::yaml::{self, Style};

/// A file as an editor's YAML reads it.
fn editor(text: &str) -> Option<Value> {
    let source = Source::new("station.yaml", text.to_owned());
    let (document, faults) = yaml::read(&source, &condition_keys());
    let document = document.filter(|_| faults.is_empty())?;
    let file = File { number: 0, source, document };
    file.root().map(value)
}

fn value(view: View<'_>) -> Value {
    if let Some(map) = view.map() {
        let entries = map.map(|(key, under)| (key.text().unwrap().to_owned(), value(under)));
        return Value::Object(entries.collect::<Map<_, _>>());
    }
    if let Some(list) = view.list() {
        return Value::Array(list.map(value).collect());
    }
    match view.scalar().unwrap() {
        ("" | "null", Style::Plain) => Value::Null,
        (text, Style::Plain) => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
        (text, _) => json!(text),
    }
}

fn station(example: Example) -> Option<Value> {
    (example.subject == Subject::Station).then(|| editor(&example.text())).flatten()
}

#[test]
fn what_loads_is_of_the_schemas_form() {
    let schema = jsonschema::validator_for(&station_schema()).unwrap();
    let mut checked = 0;
    let warned = codes::all().filter(|code| code.severity() != Severity::Refused);
    let good = codes::all().map(|code| code.good()).chain(warned.map(|code| code.bad()));
    let files = [
        include_str!("../../../../examples/bistro/bistro.yaml"),
        include_str!("../../../../examples/caterer/caterer.yaml"),
        include_str!("../../../../examples/noodles/noodles.yaml"),
        include_str!("../../../../examples/refunds/refunds.yaml"),
        include_str!("../../../../examples/shop/shop.yaml"),
        include_str!("../../../../examples/tickets/tickets.yaml"),
    ];
    for station in files.iter().filter_map(|text| editor(text)).chain(good.filter_map(station)) {
        let faults: Vec<_> = schema.iter_errors(&station).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{station}: {faults:?}");
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn what_is_of_another_form_is_told() {
    let schema = jsonschema::validator_for(&station_schema()).unwrap();
    let told = [
        "key/unknown",
        "value/type",
        "api/access",
        "auth/type",
        "param/type",
        "param/set-by",
        "present/type",
        "present/role",
        "present/class",
        "render/component",
        "filter/reduce-unknown",
        "skill/read-only-key",
        "skill/native-unknown",
        "guard/shape",
    ];
    for code in told {
        let station = station(codes::named(code).unwrap().bad()).unwrap();
        assert!(!schema.is_valid(&station), "{code}: {station}");
    }
}

/// A station with a guard.
fn guarded(guard: &str) -> Value {
    editor(&format!("skills: [{{name: menu, select: {{guards: [{guard}]}}}}]")).unwrap()
}

#[test]
fn a_guard_is_one_of_nine_with_what_it_needs() {
    let schema = jsonschema::validator_for(&station_schema()).unwrap();
    let good = [
        "{require: $now is known, when: $now is known, message: no}",
        "{approval: {role: chief}}",
        "{permission: {profiles: [guest]}, name: who}",
        "{budget: {max: 5, per: day, of: person}}",
        "{check: isFree}",
        "{check: {method: isFree, pass: $output.ok}}",
        "{update: {price: priceOf}}",
        "{update: {price: {method: priceOf, from: $output.price}}}",
        "{submitted_by: [person]}",
        "{policy: open}",
    ];
    for guard in good {
        assert!(schema.is_valid(&guarded(guard)), "{guard}");
    }
    let bad = [
        "{message: no}",
        "{}",
        "{require: $now is known, policy: open}",
        "{approval: chief}",
        "{approval: {}}",
        "{permission: [guest]}",
        "{permission: {}}",
        "{budget: {max: 5}}",
        "{budget: {max: 5, per: day}}",
        "{check: {pass: $output.ok}}",
        "{update: {price: {from: $output.price}}}",
    ];
    for guard in bad {
        assert!(!schema.is_valid(&guarded(guard)), "{guard}");
    }
}
