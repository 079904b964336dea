//! Benchmarks of record batches: classification, and conversion to rows.

use std::hint::black_box;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringArray};
use criterion::{BenchmarkId, Criterion, Throughput};
use pointsman_benches::conditions::by_category;
use pointsman_benches::{menu, station};
use serde_json::Value;
use vm::Naming;

const ROWS: usize = 100_000;

/// The array type of the texts in a batch.
#[derive(Clone, Copy)]
enum Texts {
    Plain,
    Coded,
}

/// The seeded rows as a batch of the columns that the station reads: texts, and numbers if they are whole.
fn batch(texts: Texts) -> Option<RecordBatch> {
    let rows: Vec<Value> =
        menu::lines(1).take(ROWS).filter_map(|line| serde_json::from_str(&line).ok()).collect();
    let names = rows.first()?.as_object()?.keys().cloned();
    let columns = names.map(|name| {
        let cells = || rows.iter().map(|row| row.get(&name));
        let whole = cells().all(|cell| cell.is_none_or(|cell| cell.is_i64() || cell.is_null()));
        let text = |cell: Option<&Value>| match cell? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let spelled: Vec<Option<String>> = cells().map(text).collect();
        let array: ArrayRef = match (whole, texts) {
            (true, _) => Arc::new(cells().map(|cell| cell?.as_i64()).collect::<Int64Array>()),
            (false, Texts::Plain) => Arc::new(StringArray::from(spelled)),
            (false, Texts::Coded) => {
                let coded: DictionaryArray<Int32Type> =
                    spelled.iter().map(Option::as_deref).collect();
                Arc::new(coded)
            }
        };
        (name, array, true)
    });
    RecordBatch::try_from_iter_with_nullable(columns).ok()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (name, texts) in [("plain texts", Texts::Plain), ("coded texts", Texts::Coded)] {
        let Some(batch) = batch(texts) else { continue };
        let mut group = criterion.benchmark_group(format!("record batch, {name}"));
        group.sample_size(20).throughput(Throughput::Elements(batch.num_rows() as u64));
        for kinds in [20, 500] {
            let loaded = station::loaded(&station::text(&by_category(kinds)));
            let Some(station) = &loaded.station else { continue };
            let classifier = station.skill("menu").and_then(|skill| station.classifier(skill));
            let Some(classifier) = classifier else { continue };
            group.bench_function(BenchmarkId::new("kinds", kinds), |bencher| {
                bencher.iter(|| classifier.classify_batch(black_box(&batch), Naming::Keys));
            });
            let mut row = classifier.row();
            group.bench_function(BenchmarkId::new("row by row", kinds), |bencher| {
                bencher.iter(|| {
                    let rows = classifier.bind(black_box(&batch), Naming::Keys);
                    let mut read = |at: usize| {
                        rows.read(at, &mut row);
                        classifier.kinds(&row)
                    };
                    (0..rows.len()).filter(|at| matches!(read(*at), vm::Kinds::One(_))).count()
                });
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
