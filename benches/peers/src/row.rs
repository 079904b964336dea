//! Row by row: one condition, and sets of kinds.

use std::hint::black_box;

use benches::conditions::{
    FIELDS, SINGLE, by_band, by_category, by_range, kind_set, program, rows as read_rows,
};
use benches::menu;
use vm::{KindSet, Kinds, RowView, Rows};

use crate::limit::row::{Ifs, Plate};
use crate::race::{Disagreement, Side, Table, Unit, geometric_mean, side};

/// Rows that stay in the nearest cache.
const HOT: usize = 1 << 10;

fn plates(count: usize) -> Vec<Plate> {
    let plates: Vec<Plate> = menu::rows(1).take(count).map(Plate::from).collect();
    // The fields that no condition reads are there like those of a row.
    black_box(plates.first().map(|plate| (&plate.name, plate.stock)));
    plates
}

/// The conditions and sets of kinds, streamed and hot.
pub fn measure(table: &mut Table, count: usize) -> Result<(), Disagreement> {
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

fn single(table: &mut Table, way: &str, rows: &Rows, plates: &[Plate]) -> Result<(), Disagreement> {
    let limits: [Condition; 4] = [Plate::c1, Plate::c2, Plate::c3, Plate::c4];
    let mut ratios = Vec::new();
    for ((name, condition), limit) in SINGLE.into_iter().zip(limits) {
        let Some(program) = program(condition) else { continue };
        let sides = vec![
            side("pointsman", || {
                black_box(rows).iter().filter(|row| program.decide(row)).count() as u64
            }),
            limit_of(name, plates, limit),
        ];
        let times = table.race(&format!("row {way} {name}"), Unit::Each(rows.len()), sides)?;
        if let [ours, limit] = times[..] {
            ratios.push(ours / limit);
        }
    }
    if ratios.len() == SINGLE.len() {
        table.note(
            &format!("row {way} C1 to C4"),
            &format!("{:.2}× (geometric mean)", geometric_mean(&ratios)),
        );
    }
    Ok(())
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

/// What a set answers of all rows, as one number.
fn sum(set: &KindSet, rows: &Rows) -> u64 {
    let number = |row: RowView<'_>| match set.classify(&row) {
        Kinds::One(kind) => u64::from(kind) + 1,
        Kinds::None | Kinds::Several(_) => 0,
    };
    black_box(rows).iter().map(number).sum()
}

fn sets(table: &mut Table, way: &str, rows: &Rows, plates: &[Plate]) -> Result<(), Disagreement> {
    let (Some(c5), Some(c6)) = (kind_set(&by_category(20)), kind_set(&by_band())) else {
        return Ok(());
    };
    let unit = Unit::Each(rows.len());
    let ifs = Ifs::new((0..20).map(|at| (100 + at, 10 + 2 * at, u32::MAX)));
    let all = |of: &dyn Fn(&Plate) -> u64| black_box(plates).iter().map(of).sum::<u64>();
    let sides = vec![
        side("pointsman", || sum(&c5, rows)),
        side("limit-row, match", || black_box(plates).iter().map(Plate::c5).sum()),
        side("limit-row, ifs", || all(&|plate| ifs.of(plate))),
    ];
    table.race(&format!("row {way} C5"), unit, sides)?;
    let bands = (0..menu::CATEGORIES).flat_map(|at| (0..4).map(move |band| (at, band)));
    let ifs = Ifs::new(bands.map(|(at, band)| (100 + at, band * 50, band * 50 + 50)));
    let sides = vec![
        side("pointsman", || sum(&c6, rows)),
        side("limit-row, ifs", || all(&|plate| ifs.of(plate))),
    ];
    table.race(&format!("row {way} C6"), unit, sides)?;
    Ok(())
}

/// Twenty kinds against twenty thousand, of which each row has as many candidates.
pub fn growth(table: &mut Table) -> Result<(), Disagreement> {
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
            side("pointsman, 20,000 kinds", || sum(&large, &candidates)),
            side("pointsman, 20 kinds", || sum(&small, &candidates)),
        ];
        table.race(&format!("growth {name}"), Unit::Each(candidates.len()), sides)?;
    }
    Ok(())
}
