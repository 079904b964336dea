//! Over columns of many rows.

use benches::conditions::{
    SINGLE, by_band, by_category, columns as read_columns, kind_set, program,
};
use benches::menu;
use vm::{Columns, KindSet, Kinds};

use crate::limit::batch::{self as limit, Bits, Plates};
use crate::race::{Disagreement, Side, Table, Unit, side};

/// The conditions and sets of kinds.
pub fn measure(table: &mut Table, count: usize) -> Result<(), Disagreement> {
    if !table.wants("batch") {
        return Ok(());
    }
    let (columns, plates) = (read_columns(count), Plates::new(menu::rows(1).take(count)));
    let unit = Unit::Each(count);
    for (name, condition) in SINGLE {
        let Some(program) = program(condition) else { continue };
        let ours = side("pointsman", || program.decide_bits(&columns).count() as u64);
        table.race(&format!("batch {name}"), unit, vec![ours, limit_of(name, &plates)])?;
    }
    let (Some(c5), Some(c6)) = (kind_set(&by_category(20)), kind_set(&by_band())) else {
        return Ok(());
    };
    let (mut small, mut large) = (Vec::new(), Vec::new());
    limit::c5(&plates, &mut small);
    limit::c6(&plates, &mut large);
    // What the kinds come to is compared here, beside what is timed: a limit sums nothing either.
    let wanted = [
        small.iter().copied().map(u64::from).sum::<u64>(),
        large.iter().copied().map(u64::from).sum(),
    ];
    let sides = vec![
        classified(&c5, &columns),
        side("limit-batch", || {
            limit::c5(&plates, std::hint::black_box(&mut small));
            small.len() as u64
        }),
    ];
    table.agree("batch C5", [sum(&c5, &columns), wanted[0]])?;
    table.race("batch C5", unit, sides)?;
    let sides = vec![
        classified(&c6, &columns),
        side("limit-batch", || {
            limit::c6(&plates, std::hint::black_box(&mut large));
            large.len() as u64
        }),
    ];
    table.agree("batch C6", [sum(&c6, &columns), wanted[1]])?;
    table.race("batch C6", unit, sides)?;
    Ok(())
}

fn limit_of<'a>(name: &str, plates: &'a Plates) -> Side<'a> {
    let condition: fn(&Plates, &mut Bits) -> u64 = match name {
        "C1" => limit::c1,
        "C2" => limit::c2,
        "C3" => limit::c3,
        _ => limit::c4,
    };
    let mut bits = Bits::default();
    side("limit-batch", move || condition(plates, &mut bits))
}

fn classified<'a>(set: &'a KindSet, columns: &'a Columns) -> Side<'a> {
    side("pointsman", || std::hint::black_box(set.classify_batch(columns)).len() as u64)
}

/// What a set answers of all rows, as one number.
fn sum(set: &KindSet, columns: &Columns) -> u64 {
    let number = |kinds: Kinds| match kinds {
        Kinds::One(kind) => u64::from(kind) + 1,
        Kinds::None | Kinds::Several(_) => 0,
    };
    set.classify_batch(columns).iter().map(number).sum()
}
