//! Benchmarks of programs over rows: one condition and sets of kinds, by rows and by columns.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use pointsman_benches::conditions::{
    SINGLE, by_band, by_category, by_range, by_share, columns, kind_set, program, rows,
};
use vm::Kinds;

/// Number of rows that stay in the nearest cache.
const HOT: usize = 1 << 10;

/// Number of rows that come from memory.
const STREAMED: usize = 1 << 20;

fn decide(criterion: &mut Criterion) {
    for (way, count) in [("hot", HOT), ("streamed", STREAMED)] {
        let rows = rows(count);
        let mut group = criterion.benchmark_group(format!("decide {way}"));
        group.sample_size(20).throughput(Throughput::Elements(rows.len() as u64));
        for (name, condition) in SINGLE {
            let Some(program) = program(condition) else { continue };
            group.bench_function(name, |bencher| {
                bencher.iter(|| black_box(&rows).iter().filter(|row| program.decide(row)).count());
            });
        }
        group.finish();
    }
}

/// The sets of kinds with their names; the growth sets range from `C5` to a thousand times its size.
fn sets() -> [(&'static str, Vec<String>); 8] {
    [
        ("C5", by_category(20)),
        ("C6", by_band()),
        ("50 categories", by_category(50)),
        ("20000 categories", by_category(20_000)),
        ("20 ranges", by_range(20)),
        ("20000 ranges", by_range(20_000)),
        ("1 that shares a test", by_share(1)),
        ("20 that share a test", by_share(20)),
    ]
}

fn classify(criterion: &mut Criterion) {
    let rows = rows(HOT);
    let mut group = criterion.benchmark_group("classify");
    group.sample_size(20).throughput(Throughput::Elements(rows.len() as u64));
    for (name, conditions) in sets() {
        let Some(set) = kind_set(&conditions) else { continue };
        group.bench_function(name, |bencher| {
            let of_one = |row: &vm::RowView<'_>| matches!(set.classify(row), Kinds::One(_));
            bencher.iter(|| black_box(&rows).iter().filter(of_one).count());
        });
    }
    group.finish();
}

fn batch(criterion: &mut Criterion) {
    let columns = columns(STREAMED);
    let mut group = criterion.benchmark_group("batch");
    group.sample_size(10).throughput(Throughput::Elements(columns.len() as u64));
    for (name, condition) in SINGLE {
        let Some(program) = program(condition) else { continue };
        group.bench_function(name, |bencher| bencher.iter(|| program.decide_batch(&columns)));
    }
    for (name, conditions) in sets() {
        let Some(set) = kind_set(&conditions) else { continue };
        group.bench_function(name, |bencher| bencher.iter(|| set.classify_batch(&columns)));
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    decide(&mut criterion);
    classify(&mut criterion);
    batch(&mut criterion);
    criterion.final_summary();
}
