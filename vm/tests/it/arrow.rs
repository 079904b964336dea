//! Record batches read what their rows' JSON reads.

mod made;

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::{ArrowPrimitiveType, Float16Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, Decimal128Array, Float16Array, Float64Array, Int64Array,
    NullArray, RecordBatch, RecordBatchOptions, StringArray, StructArray, TimestampSecondArray,
};
use arrow_schema::{DataType, Field, Fields, Schema};
use vm::{BatchLayout, Column, Layout, Naming, Numbers, Path, Reading, Row, Type, Value, Values};

use self::made::{Made, Random};
use crate::told;

/// Paths that exist in the generated arrays, and paths next to these.
const PATHS: &[&str] = &[
    "a",
    "b",
    "c",
    "a.b",
    "a.a",
    "a.0",
    "a.1",
    "a.01",
    "a.0.b",
    "a.0.0",
    "a.b.a",
    "a.b.0",
    "b.k",
    "a.k",
    "a.0.k",
    "a.k.0",
    "a.99999999999999999999999",
    "z",
    "z.a",
];

fn fields() -> Vec<(Path, Type)> {
    let paths = PATHS.iter().map(|path| Path::parse(path).unwrap());
    paths.flat_map(|path| Type::ALL.iter().map(move |ty| (path.clone(), *ty))).collect()
}

fn batch(columns: &[(&str, ArrayRef)], rows: usize) -> RecordBatch {
    let fields: Fields = columns
        .iter()
        .map(|(name, array)| Field::new(*name, array.data_type().clone(), true))
        .collect();
    let arrays = columns.iter().map(|(_, array)| Arc::clone(array)).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options).unwrap()
}

/// Checks a batch, as columns and row by row, against the JSON of its rows; counts the known values of each type.
#[track_caller]
fn check(
    batch: &RecordBatch,
    json: &[String],
    fields: &[(Path, Type)],
    reading: &Reading,
    known: &mut BTreeMap<&str, usize>,
) {
    let layout = Layout::new(fields, reading.clone());
    let rows = BatchLayout::new(fields, reading.clone()).bind(batch, Naming::Keys);
    let columns = rows.columns();
    assert_eq!((rows.len(), columns.len()), (json.len(), json.len()));
    let (mut by_json, mut by_batch) = (layout.row(), Row::default());
    for (at, text) in json.iter().enumerate() {
        layout.read(text.as_bytes(), &mut by_json).unwrap();
        rows.read(at, &mut by_batch);
        for (slot, (path, ty)) in fields.iter().enumerate() {
            let right = by_json.get(slot);
            let is_known = !matches!(right, Value::Absent | Value::Unreadable);
            *known.entry(ty.name()).or_default() += usize::from(is_known);
            let place = || format!("{path} as {} of {text}\n{:?}", ty.name(), batch.schema());
            assert_eq!(by_batch.get(slot), right, "{}", place());
            assert_eq!(columns.get(slot, at), right, "in columns, {}", place());
            assert_eq!(by_batch.spelling(slot), by_json.spelling(slot), "{}", place());
        }
    }
    rows.read(json.len(), &mut by_batch);
    assert!((0..fields.len()).all(|slot| by_batch.get(slot) == Value::Absent));
}

#[test]
fn a_batch_reads_as_the_json_of_its_rows_does() {
    let mut known = BTreeMap::new();
    let (fields, names) = (fields(), ["a", "b", "a", "a.b", "k", "c"]);
    for (zone, country) in [("UTC", None), ("Europe/Paris", Some("FR"))] {
        let reading = Reading::new(zone, country).unwrap();
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let rows = random.below(9) as usize;
            let mut columns = Vec::new();
            for _ in 0..1 + random.below(3) {
                let name = names[random.below(names.len() as u64) as usize];
                columns.push((name, made::column(&mut random, rows, 3)));
            }
            let json: Vec<_> = (0..rows).map(|row| object(&columns, row)).collect();
            let columns: Vec<_> =
                columns.into_iter().map(|(name, made)| (name, made.array)).collect();
            check(&batch(&columns, rows), &json, &fields, &reading, &mut known);
        }
    }
    assert!(known.len() == Type::ALL.len() && known.values().all(|count| *count > 20), "{known:?}");
}

/// The JSON of a row; a name that comes again is a key that comes again.
fn object(columns: &[(&str, Made)], row: usize) -> String {
    let pairs: Vec<_> =
        columns.iter().map(|(name, made)| format!("\"{name}\":{}", made.json[row])).collect();
    format!("{{{}}}", pairs.join(","))
}

/// One array read at its name under a type, as the tests spell it.
fn read(array: ArrayRef, ty: Type) -> Vec<String> {
    let rows = array.len();
    let layout = BatchLayout::new(&[(Path::key("x"), ty)], Reading::default());
    let columns = layout.bind(&batch(&[("x", array)], rows), Naming::Keys).columns();
    (0..rows).map(|row| told(columns.get(0, row))).collect()
}

#[test]
fn numbers_are_exact_and_floats_are_what_they_print() {
    let floats = vec![0.1, 1e22, -0.0, 1e-7, f64::NAN, f64::INFINITY, 1e300, 123456789.125];
    let floats: ArrayRef = Arc::new(Float64Array::from(floats));
    let right =
        ["0.1", "10000000000000000000000", "0", "0.0000001", "?", "?", "?", "123456789.125"];
    assert_eq!(read(Arc::clone(&floats), Type::Number), right);
    assert_eq!(read(floats, Type::Integer)[..3], ["?", "10000000000000000000000", "0"]);
    let decimals =
        Decimal128Array::from(vec![1250, 100, -1]).with_precision_and_scale(38, 2).unwrap();
    let decimals: ArrayRef = Arc::new(decimals);
    assert_eq!(read(Arc::clone(&decimals), Type::Price), ["12.5", "1", "-0.01"]);
    assert_eq!(read(Arc::clone(&decimals), Type::Quantity), ["?", "1", "?"]);
    assert_eq!(read(decimals, Type::Text), ["'12.5'", "'1'", "'-0.01'"]);
    let decimals = Decimal128Array::from(vec![i128::MAX]).with_precision_and_scale(38, 0).unwrap();
    assert_eq!(read(Arc::new(decimals), Type::Number), ["?"]);
}

#[test]
fn every_float_of_16_bits_reads_back_from_five_digits() {
    type Half = <Float16Type as ArrowPrimitiveType>::Native;
    let all: Vec<_> = (0..=u16::MAX).map(Half::from_bits).collect();
    let texts = read(Arc::new(Float16Array::from(all.clone())), Type::Number);
    for (half, text) in all.iter().zip(texts) {
        if !half.is_finite() {
            assert_eq!(text, "?");
            continue;
        }
        assert_eq!(Half::from_f64(text.parse().unwrap()), *half, "{text}");
        let digits = text.trim_start_matches(['-', '0', '.']).replace('.', "");
        assert!(digits.trim_end_matches('0').len() <= 5, "{text}");
    }
    let some = [0.1, 2.5, 65504.0, 0.333].map(Half::from_f64).to_vec();
    assert_eq!(
        read(Arc::new(Float16Array::from(some)), Type::Number),
        ["0.1", "2.5", "65500", "0.333"]
    );
}

#[test]
fn moments_with_a_zone_are_instants_and_others_are_civil() {
    let reading = Reading::new("Europe/Paris", None).unwrap();
    let layout = BatchLayout::new(&[(Path::key("x"), Type::Datetime)], reading);
    // 2026-07-01T10:00:00, and a moment that does not exist.
    let moments = TimestampSecondArray::from(vec![1_782_900_000, i64::MAX]);
    let civil: ArrayRef = Arc::new(moments.clone());
    let zoned: ArrayRef = Arc::new(moments.with_timezone("America/New_York"));
    for (array, right) in [(civil, "@1782892800"), (zoned, "@1782900000")] {
        let columns = layout.bind(&batch(&[("x", array)], 2), Naming::Keys).columns();
        assert_eq!([told(columns.get(0, 0)), told(columns.get(0, 1))], [right, "?"]);
    }
}

#[test]
fn a_dictionary_is_read_once_and_its_codes_are_the_columns() {
    let mut builder = StringDictionaryBuilder::<Int32Type>::new();
    for text in ["e\u{301}", "b", "e\u{301}", "b", "b"] {
        builder.append_value(text);
    }
    builder.append_null();
    let layout = BatchLayout::new(&[(Path::key("x"), Type::Text)], Reading::default());
    let batch = batch(&[("x", Arc::new(builder.finish()))], 6);
    let columns = layout.bind(&batch, Naming::Keys).columns();
    let texts = (0..6).map(|row| told(columns.get(0, row))).collect::<Vec<_>>();
    assert_eq!(texts, ["'é'", "'b'", "'é'", "'b'", "'b'", "-"]);
    let Some(Values::Text(texts)) = columns.column(0).map(Column::values) else { panic!() };
    assert_eq!(texts.dictionary().iter().collect::<Vec<_>>(), ["é", "b"]);
}

#[test]
fn whole_columns_are_taken_over_as_they_stand() {
    let wholes: ArrayRef =
        Arc::new(Int64Array::from(vec![Some(1), None, Some(i64::MIN)]).slice(1, 2));
    let layout = BatchLayout::new(&[(Path::key("x"), Type::Number)], Reading::default());
    let columns = layout.bind(&batch(&[("x", wholes)], 2), Naming::Keys).columns();
    let column = columns.column(0).unwrap();
    assert!(matches!(column.values(), Values::Number(Numbers::Narrow { scale: 0, .. })));
    assert_eq!((told(column.get(0)), told(column.get(1))), ("-".to_owned(), i64::MIN.to_string()));
    let wholes: ArrayRef = Arc::new(Int64Array::from(vec![i64::from(i32::MIN), 7]));
    let columns = layout.bind(&batch(&[("x", wholes)], 2), Naming::Keys).columns();
    let column = columns.column(0).unwrap();
    assert!(matches!(column.values(), Values::Number(Numbers::Short { scale: 0, .. })));
    assert_eq!((told(column.get(0)), told(column.get(1))), (i32::MIN.to_string(), "7".to_owned()));
}

#[test]
fn a_flat_table_names_a_path_whole() {
    let text = |text: &str| -> ArrayRef { Arc::new(StringArray::from(vec![text])) };
    let batch = batch(&[("prix.ttc", text("1")), ("prix", text("2")), ("a.0", text("3"))], 1);
    let fields = ["prix.ttc", "prix", "prix.ht", "a.0", "b.0"];
    let fields = fields.map(|path| (Path::parse(path).unwrap(), Type::Number));
    let layout = BatchLayout::new(&fields, Reading::default());
    let told = |naming| {
        let columns = layout.bind(&batch, naming).columns();
        (0..fields.len()).map(|slot| told(columns.get(slot, 0))).collect::<Vec<_>>()
    };
    assert_eq!(told(Naming::Paths), ["1", "2", "?", "3", "-"]);
    assert_eq!(told(Naming::Keys), ["?", "2", "?", "-", "-"]);
    assert_eq!(layout.wanted(&batch.schema(), Naming::Paths), [0, 1, 2]);
    assert_eq!(layout.wanted(&batch.schema(), Naming::Keys), [1]);
}

#[test]
fn what_a_batch_does_not_have_is_absent() {
    let fields = [(Path::parse("a.b").unwrap(), Type::Text)];
    let layout = BatchLayout::new(&fields, Reading::default());
    assert!(layout.bind(&batch(&[], 0), Naming::Keys).is_empty());
    let rows = layout.bind(&batch(&[], 3), Naming::Keys);
    assert_eq!((rows.len(), told(rows.columns().get(0, 2))), (3, "-".to_owned()));
    let empty: ArrayRef = Arc::new(StructArray::new_empty_fields(2, None));
    let binary: ArrayRef = Arc::new(BinaryArray::from(vec![Some(&b"x"[..]), None]));
    let nothing: ArrayRef = Arc::new(NullArray::new(2));
    for (array, right) in [(empty, ["-", "-"]), (binary, ["?", "-"]), (nothing, ["-", "-"])] {
        assert_ne!(*array.data_type(), DataType::Utf8);
        let columns = layout.bind(&batch(&[("a", array)], 2), Naming::Keys).columns();
        assert_eq!([told(columns.get(0, 0)), told(columns.get(0, 1))], right);
    }
}
