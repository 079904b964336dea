//! Races from lines of JSON to the truth of a condition, and to items.

mod serde;
mod simd;
mod sonic;
mod typed;

use std::hint::black_box;

use benches::conditions::{SINGLE, by_category, layout_of, program_over};
use benches::{menu, station};
use engine::classify::{Classifier, Sorted};
use vm::{Layout, Lines, Verified};

use crate::race::{Fault, OURS, Table, Unit, side};

/// The fields that `C2` reads.
const TWO: [&str; 2] = ["category", "price"];

fn file(lines: impl Iterator<Item = String>, count: usize) -> Vec<u8> {
    lines.take(count).flat_map(|line| (line + "\n").into_bytes()).collect()
}

/// Measures two fields and a condition, in order and shuffled, and all fields and twenty kinds.
pub fn measure(table: &mut Table, count: usize) -> Result<(), Fault> {
    if !table.wants("JSON") {
        return Ok(());
    }
    let files = [
        ("in order", file(menu::lines(1), count)),
        ("shuffled", file(menu::shuffled_lines(1), count)),
    ];
    let layout = layout_of(&TWO);
    for (order, file) in &files {
        let Some(program) = SINGLE.get(1).and_then(|(_, text)| program_over(text, &TWO)) else {
            continue;
        };
        let text = std::str::from_utf8(file).unwrap_or_default();
        let sides = vec![
            side(OURS, || decided(&layout, &program, file)),
            side("sonic-rs, typed", || sonic::two(file)),
            side("sonic-rs, lazy get", || sonic::lazy(text)),
            side("simd-json, typed", || simd::two(file)),
            side("serde_json, typed", || serde::two(file)),
            side("serde_json, Value", || serde::value(file)),
        ];
        table.race(&format!("JSON {order} C2"), Unit::Bytes(file.len()), sides)?;
    }
    for (order, file) in &files {
        let loaded = station::loaded(&station::text(&by_category(20)));
        let Some(station) = &loaded.station else { continue };
        let classifier = station.skill("menu").and_then(|skill| station.classifier(skill));
        let Some(classifier) = classifier else { continue };
        let sides = vec![
            side(OURS, || items(&classifier, file)),
            side("sonic-rs, typed", || sonic::eight(file)),
            side("simd-json, typed", || simd::eight(file)),
            side("serde_json, typed", || serde::eight(file)),
        ];
        table.race(&format!("JSON {order} items"), Unit::Bytes(file.len()), sides)?;
    }
    Ok(())
}

/// The number of rows that pass among the readable ones, row by row.
fn count(mut next: impl FnMut() -> Option<bool>) -> u64 {
    let mut count = 0;
    while let Some(passes) = next() {
        count += u64::from(passes);
    }
    count
}

fn decided(layout: &Layout, program: &Verified, file: &[u8]) -> u64 {
    let (mut lines, mut row) = (Lines::new(black_box(file)), layout.row());
    count(|| Some(lines.read(layout, &mut row)?.is_ok() && program.decide(&row)))
}

fn items(classifier: &Classifier<'_>, file: &[u8]) -> u64 {
    let (mut lines, mut row) = (Lines::new(black_box(file)), classifier.row());
    count(|| {
        let read = classifier.read_line(&mut lines, &mut row)?.is_ok();
        Some(
            read && match classifier.classify(&row) {
                Sorted::Item(item) => {
                    item.fields().for_each(|shown| {
                        black_box(shown.value);
                    });
                    true
                }
                Sorted::Dropped(_) => false,
            },
        )
    })
}
