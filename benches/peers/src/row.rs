//! Row by row: one condition, and sets of kinds.

use std::hint::black_box;

use benches::conditions::{
    FIELDS, SINGLE, by_band, by_category, by_range, kind_set, program, rows as read_rows,
};
use benches::menu;
use vm::{KindSet, Kinds, RowView, Rows, Verified};

use crate::limit::row::{Ifs, Plate};
use crate::peer::{self, Band, Store};
use crate::race::{Fault, OURS, Side, Table, Unit, side};

/// Rows that stay in the nearest cache.
const HOT: usize = 1 << 10;

/// Rows that single conditions are decided of beside peers.
const BESIDE: usize = 20_000;

/// Rows that are sorted into kinds beside peers, which go through up to 200 conditions for each.
const BESIDE_KINDS: usize = 1_000;

fn plates(count: usize) -> Vec<Plate> {
    let plates: Vec<Plate> = menu::rows(1).take(count).map(Plate::from).collect();
    // The fields that no condition reads are there like those of a row.
    black_box(plates.first().map(|plate| (&plate.name, plate.stock)));
    plates
}

/// The conditions and sets of kinds, streamed and hot.
pub fn measure(table: &mut Table, count: usize) -> Result<(), Fault> {
    for (way, count) in [("streamed", count), ("hot", HOT)] {
        if !table.wants(&format!("row {way}")) {
            continue;
        }
        let (rows, plates) = (read_rows(count), plates(count));
        single(table, way, &rows, &plates)?;
        sets(table, way, &rows, &plates)?;
    }
    Ok(())
}

type Condition = fn(&Plate) -> bool;

const LIMITS: [Condition; 4] = [Plate::c1, Plate::c2, Plate::c3, Plate::c4];

fn single(table: &mut Table, way: &str, rows: &Rows, plates: &[Plate]) -> Result<(), Fault> {
    for ((name, condition), limit) in SINGLE.into_iter().zip(LIMITS) {
        let Some(program) = program(condition) else { continue };
        let sides = vec![ours(&program, rows), limit_of(name, plates, limit)];
        table.race(&format!("row {way} {name}"), Unit::Each(rows.len()), sides)?;
    }
    Ok(())
}

fn ours<'a>(program: &'a Verified, rows: &'a Rows) -> Side<'a> {
    side(OURS, move || black_box(rows).iter().filter(|row| program.decide(row)).count() as u64)
}

/// Each condition inlined into a loop of its own.
fn limit_of<'a>(name: &str, plates: &'a [Plate], other: Condition) -> Side<'a> {
    fn count(plates: &[Plate], test: impl Fn(&Plate) -> bool) -> u64 {
        black_box(plates).iter().filter(|plate| test(plate)).count() as u64
    }
    match name {
        "C1" => side("limit-row", || count(plates, Plate::c1)),
        "C2" => side("limit-row", || count(plates, Plate::c2)),
        "C3" => side("limit-row", || count(plates, Plate::c3)),
        "C4" => side("limit-row", || count(plates, Plate::c4)),
        _ => side("limit-row", move || count(plates, other)),
    }
}

/// The kind of a row that is of one alone, from 1.
fn number(set: &KindSet, row: RowView<'_>) -> u64 {
    match set.classify(&row) {
        Kinds::One(kind) => u64::from(kind) + 1,
        Kinds::None | Kinds::Several(_) => 0,
    }
}

/// What a set answers of all rows, as one number.
fn sum(set: &KindSet, rows: &Rows) -> u64 {
    black_box(rows).iter().map(|row| number(set, row)).sum()
}

fn numbers(set: &KindSet, rows: &Rows) -> Vec<u64> {
    rows.iter().map(|row| number(set, row)).collect()
}

fn ifs(bands: &[Band]) -> Ifs {
    Ifs::new(bands.iter().map(|band| (band.category, band.above, band.most.unwrap_or(u32::MAX))))
}

fn sets(table: &mut Table, way: &str, rows: &Rows, plates: &[Plate]) -> Result<(), Fault> {
    let (Some(c5), Some(c6)) = (kind_set(&by_category(20)), kind_set(&by_band())) else {
        return Ok(());
    };
    let unit = Unit::Each(rows.len());
    let all = |of: &dyn Fn(&Plate) -> u64| black_box(plates).iter().map(of).sum::<u64>();
    let each = |of: &dyn Fn(&Plate) -> u64| plates.iter().map(of).collect::<Vec<u64>>();
    let small = ifs(&peer::c5());
    let work = format!("row {way} C5");
    table.agree(
        &work,
        &[
            (OURS, numbers(&c5, rows)),
            ("limit-row, match", each(&Plate::c5)),
            ("limit-row, ifs", each(&|plate| small.of(plate))),
        ],
    )?;
    let sides = vec![
        side(OURS, || sum(&c5, rows)),
        side("limit-row, match", || black_box(plates).iter().map(Plate::c5).sum()),
        side("limit-row, ifs", || all(&|plate| small.of(plate))),
    ];
    table.race(&work, unit, sides)?;
    let large = ifs(&peer::c6());
    let work = format!("row {way} C6");
    let said = [(OURS, numbers(&c6, rows)), ("limit-row, ifs", each(&|plate| large.of(plate)))];
    table.agree(&work, &said)?;
    let sides = vec![
        side(OURS, || sum(&c6, rows)),
        side("limit-row, ifs", || all(&|plate| large.of(plate))),
    ];
    table.race(&work, unit, sides)
}

/// The same beside peers, of which many are slow: over so few rows that each has many rounds.
pub fn beside(table: &mut Table, count: usize) -> Result<(), Fault> {
    if !table.wants("row beside peers") {
        return Ok(());
    }
    let count = count.min(BESIDE);
    let (rows, plates) = (read_rows(count), plates(count));
    let dishes: Vec<_> = menu::rows(1).take(count).collect();
    let store = Store::default();
    let peers = peer::all(&dishes, &store);
    for (at, ((name, condition), limit)) in SINGLE.into_iter().zip(LIMITS).enumerate() {
        let Some(program) = program(condition) else { continue };
        let work = format!("row beside peers {name}");
        let mut sides = vec![ours(&program, &rows), limit_of(name, &plates, limit)];
        for peer in peers.iter().filter(|peer| !peer::cannot(peer.name(), name)) {
            sides.push(peer.counts(at, count).ok_or_else(|| missing(&work, peer.name()))?);
        }
        table.race(&work, Unit::Each(count), sides)?;
    }
    let few = count.min(BESIDE_KINDS);
    let (rows, plates) = (read_rows(few), plates.get(..few).unwrap_or_default());
    for (name, conditions, bands) in
        [("C5", by_category(20), peer::c5()), ("C6", by_band(), peer::c6())]
    {
        let Some(set) = kind_set(&conditions) else { continue };
        let (work, ifs) = (format!("row beside peers {name}"), ifs(&bands));
        let mut said = vec![
            (OURS, numbers(&set, &rows)),
            ("limit-row, ifs", plates.iter().map(|plate| ifs.of(plate)).collect()),
        ];
        let mut sides = vec![
            side(OURS, || sum(&set, &rows)),
            side("limit-row, ifs", || black_box(plates).iter().map(|plate| ifs.of(plate)).sum()),
        ];
        for peer in &peers {
            let lacks = || missing(&work, peer.name());
            said.push((peer.name(), peer.numbers(&bands, few).ok_or_else(lacks)?));
            sides.push(peer.sums(&bands, few).ok_or_else(lacks)?);
        }
        table.agree(&work, &said)?;
        table.race(&work, Unit::Each(few), sides)?;
    }
    Ok(())
}

fn missing(work: &str, side: &str) -> Fault {
    Fault::Missing { work: work.to_owned(), side: side.to_owned() }
}

/// Twenty kinds against twenty thousand, of which each row has as many candidates.
pub fn growth(table: &mut Table) -> Result<(), Fault> {
    if !table.wants("growth") {
        return Ok(());
    }
    let rows = read_rows(HOT);
    type Conditions = fn(usize) -> Vec<String>;
    let makes = [("categories", by_category as Conditions), ("ranges", by_range)];
    for (name, conditions) in makes {
        let few = 20;
        let (Some(large), Some(small)) =
            (kind_set(&conditions(20_000)), kind_set(&conditions(few)))
        else {
            continue;
        };
        // The rows that the small set has a candidate for, so that both sides do the same for each.
        let mut candidates = Rows::new(FIELDS.len());
        for row in rows.iter().filter(|row| matches!(small.classify(row), Kinds::One(_))) {
            if candidates.push(&row).is_err() {
                break;
            }
        }
        let sides = vec![
            side(OURS, || sum(&large, &candidates)),
            side("limit: 20 kinds", || sum(&small, &candidates)),
        ];
        table.race(&format!("growth {name}"), Unit::Each(candidates.len()), sides)?;
    }
    Ok(())
}
