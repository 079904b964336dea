//! Counts what sorting a file allocates; nothing is timed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::hint::black_box;

use engine::classify::Sorted;
use pointsman_benches::conditions::{by_category, by_range};
use pointsman_benches::{menu, station};
use vm::{Feed, Shape};

/// Checks the allocations for rows that follow as many other rows.
#[track_caller]
fn check(conditions: &[String]) {
    const ROWS: usize = 4_000;
    let loaded = station::loaded(&station::text(conditions));
    let station = loaded.station.as_ref().unwrap();
    let classifier = station.classifier(station.skill("menu").unwrap()).unwrap();
    let file: String = menu::lines(1).take(2 * ROWS).map(|line| line + "\n").collect();
    let (mut feed, mut row) = (Feed::new(file.as_bytes(), Shape::auto()), classifier.row());
    let mut sort = || {
        let mut items = 0;
        for _ in 0..ROWS {
            let raw = feed.next().unwrap().unwrap();
            classifier.read(raw.bytes, &mut row).unwrap();
            items += usize::from(matches!(black_box(classifier.classify(&row)), Sorted::Item(_)));
        }
        items
    };
    sort();
    let mut items = 0;
    let counted = allocation_counter::measure(|| items = sort());
    assert!(items > 0);
    assert_eq!(counted.count_total, 0, "{} bytes", counted.bytes_total);
}

#[test]
fn a_row_is_sorted_without_allocating() {
    check(&by_category(20));
    check(&by_range(500));
    // Rows of two kinds are dropped, and the result names both kinds.
    let twice = ["$fields.price > 0", "$fields.price > 100"].map(str::to_owned);
    check(&twice);
}

#[test]
fn a_market_is_as_large_as_it_says_and_loads() {
    use pointsman_benches::market::{KINDS, OPERATIONS, SKILLS, market};
    let market = market(1);
    let loaded = station::loaded_market(&market);
    let refused: Vec<_> =
        loaded.findings.iter().filter(|f| f.severity == lang::Severity::Refused).collect();
    assert!(refused.is_empty(), "{refused:?}");
    let station = loaded.station.unwrap();
    let kinds: usize = station.skills().iter().map(|skill| skill.kinds().len()).sum();
    assert_eq!((station.skills().len(), kinds), (SKILLS, KINDS));
    assert_eq!(market.document.matches("operationId").count(), OPERATIONS);
}
