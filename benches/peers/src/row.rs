//! Races row by row: one condition, and sets of kinds.

use std::hint::black_box;

use benches::conditions::{
    FIELDS, SINGLE, by_band, by_category, by_range, kind_set, program, rows as read_rows,
};
use benches::menu;
use vm::{KindSet, Kinds, RowView, Rows, Verified};

use crate::limit::row::{Ifs, Plate};
use crate::peer::{self, Band, Store};
use crate::race::{Fault, OURS, Side, Table, Unit, side};

/// Number of rows that stay in the nearest cache.
const HOT: usize = 1 << 10;

/// Rows for single conditions in races with peers.
const BESIDE: usize = 20_000;

/// Rows that are sorted into kinds in races with peers, which evaluate up to 200 conditions for each.
const BESIDE_KINDS: usize = 1_000;

fn plates(count: usize) -> Vec<Plate> {
    let plates: Vec<Plate> = menu::rows(1).take(count).map(Plate::from).collect();
    // Keeps the fields that no condition reads, as in a real row.
    black_box(plates.first().map(|plate| (&plate.name, plate.stock)));
    plates
}

/// How rows are visited.
trait Way {
    /// The index of the row to read at a step.
    fn row(at: usize) -> usize;
}

/// Every row, one after the other.
struct Streamed;

/// Visits the same few rows repeatedly, each looked up again, so that neighbours are not decided together.
struct Hot;

impl Way for Streamed {
    #[inline(always)]
    fn row(at: usize) -> usize {
        at
    }
}

impl Way for Hot {
    #[inline(always)]
    fn row(at: usize) -> usize {
        black_box(at)
    }
}

/// The sum over a number of rows.
#[inline(always)]
fn total<W: Way>(rows: usize, of: impl Fn(usize) -> u64) -> u64 {
    (0..rows).map(|at| of(W::row(at))).sum()
}

/// Measures the conditions and sets of kinds, streamed and hot.
pub fn measure(table: &mut Table, count: usize) -> Result<(), Fault> {
    conditions_and_kinds::<Streamed>(table, "row streamed", count)?;
    conditions_and_kinds::<Hot>(table, "row hot", HOT)
}

fn conditions_and_kinds<W: Way>(table: &mut Table, work: &str, count: usize) -> Result<(), Fault> {
    if !table.wants(work) {
        return Ok(());
    }
    let (rows, plates) = (read_rows(count), plates(count));
    for (name, condition) in SINGLE {
        let Some(program) = program(condition) else { continue };
        let sides = vec![ours::<W>(&program, &rows), limit_of::<W>(name, &plates)];
        table.race(&format!("{work} {name}"), Unit::Each(rows.len()), sides)?;
    }
    sets::<W>(table, work, &rows, &plates)
}

fn ours<'a, W: Way>(program: &'a Verified, rows: &'a Rows) -> Side<'a> {
    side(OURS, move || {
        let rows = black_box(rows);
        total::<W>(rows.len(), |at| rows.get(at).map_or(0, |row| u64::from(program.decide(&row))))
    })
}

/// Each condition inlined into a separate loop.
fn limit_of<'a, W: Way>(name: &str, plates: &'a [Plate]) -> Side<'a> {
    #[inline(always)]
    fn count<W: Way>(plates: &[Plate], test: impl Fn(&Plate) -> bool) -> u64 {
        kinds::<W>(plates, |plate| u64::from(test(plate)))
    }
    match name {
        "C1" => side("limit-row", move || count::<W>(plates, Plate::c1)),
        "C2" => side("limit-row", move || count::<W>(plates, Plate::c2)),
        "C3" => side("limit-row", move || count::<W>(plates, Plate::c3)),
        _ => side("limit-row", move || count::<W>(plates, Plate::c4)),
    }
}

/// The number of a row's only kind, from 1; 0 if there is none or several.
fn number(set: &KindSet, row: RowView<'_>) -> u64 {
    match set.classify(&row) {
        Kinds::One(kind) => u64::from(kind) + 1,
        Kinds::None | Kinds::Several(_) => 0,
    }
}

/// The sum of the kinds of all rows.
fn sum<W: Way>(set: &KindSet, rows: &Rows) -> u64 {
    let rows = black_box(rows);
    total::<W>(rows.len(), |at| rows.get(at).map_or(0, |row| number(set, row)))
}

fn numbers(set: &KindSet, rows: &Rows) -> Vec<u64> {
    rows.iter().map(|row| number(set, row)).collect()
}

#[inline(always)]
fn kinds<W: Way>(plates: &[Plate], of: impl Fn(&Plate) -> u64) -> u64 {
    let plates = black_box(plates);
    total::<W>(plates.len(), |at| plates.get(at).map_or(0, &of))
}

fn ifs(bands: &[Band]) -> Ifs {
    Ifs::new(bands.iter().map(|band| (band.category, band.above, band.most.unwrap_or(u32::MAX))))
}

fn sets<W: Way>(table: &mut Table, work: &str, rows: &Rows, plates: &[Plate]) -> Result<(), Fault> {
    let (Some(c5), Some(c6)) = (kind_set(&by_category(20)), kind_set(&by_band())) else {
        return Ok(());
    };
    let unit = Unit::Each(rows.len());
    let each = |of: &dyn Fn(&Plate) -> u64| plates.iter().map(of).collect::<Vec<u64>>();
    let small = ifs(&peer::c5());
    let name = format!("{work} C5");
    table.agree(
        &name,
        &[
            (OURS, numbers(&c5, rows)),
            ("limit-row, match", each(&Plate::c5)),
            ("limit-row, ifs", each(&|plate| small.of(plate))),
        ],
    )?;
    let sides = vec![
        side(OURS, || sum::<W>(&c5, rows)),
        side("limit-row, match", || kinds::<W>(plates, Plate::c5)),
        side("limit-row, ifs", || kinds::<W>(plates, |plate| small.of(plate))),
    ];
    table.race(&name, unit, sides)?;
    let large = ifs(&peer::c6());
    let name = format!("{work} C6");
    let said = [(OURS, numbers(&c6, rows)), ("limit-row, ifs", each(&|plate| large.of(plate)))];
    table.agree(&name, &said)?;
    let sides = vec![
        side(OURS, || sum::<W>(&c6, rows)),
        side("limit-row, ifs", || kinds::<W>(plates, |plate| large.of(plate))),
    ];
    table.race(&name, unit, sides)
}

/// The races with peers. Many are slow, so they use few rows and several rounds.
pub fn beside(table: &mut Table, count: usize) -> Result<(), Fault> {
    if !table.wants("row beside peers") {
        return Ok(());
    }
    let count = count.min(BESIDE);
    let (rows, plates) = (read_rows(count), plates(count));
    let dishes: Vec<_> = menu::rows(1).take(count).collect();
    let store = Store::default();
    let peers = peer::all(&dishes, &store);
    for (at, (name, condition)) in SINGLE.into_iter().enumerate() {
        let Some(program) = program(condition) else { continue };
        let work = format!("row beside peers {name}");
        let mut sides =
            vec![ours::<Streamed>(&program, &rows), limit_of::<Streamed>(name, &plates)];
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
            side(OURS, || sum::<Streamed>(&set, &rows)),
            side("limit-row, ifs", || kinds::<Streamed>(plates, |plate| ifs.of(plate))),
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

/// Twenty kinds against twenty thousand, with as many candidates for each row.
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
        // Keeps the rows with a candidate in the small set, so that both sides do the same work for each row.
        let mut candidates = Rows::new(FIELDS.len());
        for row in rows.iter().filter(|row| matches!(small.classify(row), Kinds::One(_))) {
            if candidates.push(&row).is_err() {
                break;
            }
        }
        let sides = vec![
            side(OURS, || sum::<Hot>(&large, &candidates)),
            side("limit: 20 kinds", || sum::<Hot>(&small, &candidates)),
        ];
        table.race(&format!("growth {name}"), Unit::Each(candidates.len()), sides)?;
    }
    Ok(())
}
