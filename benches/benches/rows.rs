//! Benchmarks from bytes to rows and items.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use engine::classify::{Classifier, Sorted};
use pointsman_benches::conditions::{FIELDS, SINGLE, by_category, layout, program};
use pointsman_benches::{menu, station};
use vm::{Feed, Layout, Path, Reading, Shape};

const ROWS: usize = 100_000;

/// A file of rows whose keys are in declaration order.
fn file() -> Vec<u8> {
    menu::lines(1).take(ROWS).flat_map(|line| (line + "\n").into_bytes()).collect()
}

/// The same rows, with the keys in another order on every line.
fn shuffled_file() -> Vec<u8> {
    menu::shuffled_lines(1).take(ROWS).flat_map(|line| (line + "\n").into_bytes()).collect()
}

/// Reads all rows of a file; returns how many pass.
fn each(file: &[u8], mut test: impl FnMut(&[u8]) -> bool) -> u64 {
    let mut feed = Feed::new(file, Shape::auto());
    let mut count = 0;
    while let Some(next) = feed.next() {
        count += u64::from(next.is_ok_and(|raw| test(raw.bytes)));
    }
    count
}

fn read(criterion: &mut Criterion) {
    let two = ["category", "price"].map(|name| {
        let field = FIELDS.iter().find(|(known, _)| *known == name).copied();
        field.map(|(name, ty)| (Path::key(name), ty))
    });
    let two: Vec<_> = two.into_iter().flatten().collect();
    let layouts =
        [("two fields", Layout::new(&two, Reading::default())), ("eight fields", layout())];
    for (order, file) in [("in order", file()), ("shuffled", shuffled_file())] {
        let mut group = criterion.benchmark_group(format!("read {order}"));
        group.sample_size(20).throughput(Throughput::Bytes(file.len() as u64));
        group.bench_function("lines alone", |bencher| {
            bencher.iter(|| each(black_box(&file), |bytes| !bytes.is_empty()));
        });
        for (fields, layout) in &layouts {
            let mut row = layout.row();
            group.bench_function(*fields, |bencher| {
                bencher
                    .iter(|| each(black_box(&file), |bytes| layout.read(bytes, &mut row).is_ok()));
            });
        }
        if let Some(program) = program(SINGLE[1].1) {
            let (layout, mut row) = (layout(), layout().row());
            group.bench_function("eight fields, C2", |bencher| {
                let mut test =
                    |bytes: &[u8]| layout.read(bytes, &mut row).is_ok() && program.decide(&row);
                bencher.iter(|| each(black_box(&file), &mut test));
            });
        }
        group.finish();
    }
}

/// How many rows of a file are items.
fn items(classifier: &Classifier<'_>, file: &[u8]) -> u64 {
    let mut row = classifier.row();
    each(file, |bytes| {
        let read = classifier.read(bytes, &mut row).is_ok();
        read && matches!(classifier.classify(&row), Sorted::Item(_))
    })
}

fn classify(criterion: &mut Criterion) {
    let file = file();
    let mut group = criterion.benchmark_group("items");
    group.sample_size(20).throughput(Throughput::Bytes(file.len() as u64));
    for kinds in [20, 500] {
        let loaded = station::loaded(&station::text(&by_category(kinds)));
        let Some(station) = &loaded.station else { continue };
        let classifier = station.skill("menu").and_then(|skill| station.classifier(skill));
        let Some(classifier) = classifier else { continue };
        let name = BenchmarkId::from_parameter(format!("{kinds} kinds"));
        group.bench_with_input(name, &classifier, |bencher, classifier| {
            bencher.iter(|| items(classifier, black_box(&file)));
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    read(&mut criterion);
    classify(&mut criterion);
    criterion.final_summary();
}
