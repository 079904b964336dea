//! Benchmarks of compilation: one condition, and a station with hundreds of kinds.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use pointsman_benches::conditions::{SINGLE, by_category, scope};
use pointsman_benches::{market, station};
use vm::Reading;

fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    let (scope, reading) = (scope(), Reading::default());
    for (name, condition) in SINGLE {
        group.throughput(Throughput::Bytes(condition.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| lang::compile(black_box(condition), &scope, &reading));
        });
    }
    group.finish();
}

fn load(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load");
    for kinds in [20, 500] {
        let text = station::text(&by_category(kinds));
        group.throughput(Throughput::Elements(kinds as u64));
        group.bench_function(format!("{kinds} kinds"), |bencher| {
            bencher.iter(|| station::loaded(black_box(&text)));
        });
    }
    let market = market::market(1);
    group.sample_size(20).throughput(Throughput::Elements(market::KINDS as u64));
    group.bench_function("a market", |bencher| {
        bencher.iter(|| station::loaded_market(black_box(&market)));
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    compile(&mut criterion);
    load(&mut criterion);
    criterion.final_summary();
}
