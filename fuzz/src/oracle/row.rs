//! Oracle for any bytes as a row, read by the layout and by the reference's reader, which share no code.

use lang::reference::Values;
use vm::{Columns, Layout, Path, Reading, Row, Type, Value};

const ZONE: &str = "Europe/Paris";
const COUNTRY: &str = "FR";

/// The paths that are read under every type.
const PATHS: [&str; 4] = ["a", "a.b", "b.0", "é"];

/// The paths that are read only as text.
const TEXTS: [&str; 6] = ["b", "a.b.c", "b.0.a", "b.01", "0", "a.0.0"];

/// A row that was read before.
const BEFORE: &[u8] =
    br#"{"a":{"b":"a text that is longer than a slot holds"},"b":[1e300,2],"0":0}"#;

/// Both readers accept the same rows, and read the same values.
pub fn row(bytes: &[u8]) {
    let slots: Vec<(&str, Type)> = PATHS
        .iter()
        .flat_map(|path| Type::ALL.iter().map(|ty| (*path, *ty)))
        .chain(TEXTS.iter().map(|path| (*path, Type::Text)))
        .collect();
    let fields: Vec<(Path, Type)> =
        slots.iter().filter_map(|(path, ty)| Some((Path::parse(path).ok()?, *ty))).collect();
    let reading = Reading::new(ZONE, Some(COUNTRY)).unwrap_or_default();
    let layout = Layout::new(&fields, reading);
    let mut row = layout.row();
    let by_layout = layout.read(bytes, &mut row);
    let values = Values::read(bytes, &slots, ZONE, Some(COUNTRY));
    assert_eq!(by_layout.is_ok(), values.is_ok(), "{by_layout:?}");
    if let Err(bad) = by_layout {
        assert!(bad.offset <= bytes.len(), "{bad}");
        assert!(!bad.to_string().is_empty());
    }
    let Ok(values) = values else { return };
    for (slot, field) in slots.iter().enumerate() {
        assert_eq!(Some(told(row.get(slot))), values.describe(slot), "{field:?}");
    }
    used(&layout, bytes, &row);
    columns(&slots, &row);
}

/// A reused row has the same values as a fresh row.
fn used(layout: &Layout, bytes: &[u8], fresh: &Row) {
    let mut used = layout.row();
    for before in [BEFORE, bytes, bytes] {
        assert_eq!(layout.read(before, &mut used), Ok(()));
    }
    for slot in 0..fresh.len() {
        assert_eq!(used.get(slot), fresh.get(slot), "slot {slot} of a used row");
        assert_eq!(used.spelling(slot), fresh.spelling(slot), "slot {slot} of a used row");
    }
}

/// Columns return the values that were stored.
fn columns(slots: &[(&str, Type)], row: &Row) {
    let types: Vec<Type> = slots.iter().map(|(_, ty)| *ty).collect();
    let mut columns = Columns::new(&types);
    columns.push(&Row::new(types.len()));
    columns.push(row);
    for slot in 0..types.len() {
        assert_eq!(columns.get(slot, 1), row.get(slot), "slot {slot} of columns");
    }
}

/// A value in the notation of the reference.
fn told(value: Value<'_>) -> String {
    match value {
        Value::Absent => "absent".to_owned(),
        Value::Unreadable => "unreadable".to_owned(),
        Value::Text(text) => format!("'{text}'"),
        Value::Number(number) => number.to_string(),
        Value::Boolean(known) => known.to_string(),
        Value::Datetime(at) => format!("{}s {}ns", at.seconds, at.nanoseconds),
    }
}
