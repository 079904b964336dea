//! Races over columns of many rows.

use std::hint::black_box;

use benches::conditions::{
    SINGLE, by_band, by_category, columns as read_columns, kind_set, program,
};
use benches::menu;
use vm::{Columns, KindSet, Kinds};

use crate::columnar::{self, Contestant};
use crate::limit::batch::{self as limit, Bits, Plates};
use crate::peer::{self, Band};
use crate::race::{Fault, OURS, Side, Table, Unit, side};

/// Measures the conditions and sets of kinds.
pub fn measure(table: &mut Table, count: usize) -> Result<(), Fault> {
    if !table.wants("batch") {
        return Ok(());
    }
    let (columns, plates) = (read_columns(count), Plates::new(menu::rows(1).take(count)));
    let peers = columnar::all(&menu::rows(1).take(count).collect::<Vec<_>>());
    for (at, (name, condition)) in SINGLE.into_iter().enumerate() {
        let Some(program) = program(condition) else { continue };
        let ours = side(OURS, || program.decide_bits(&columns).count() as u64);
        let mut sides = vec![ours, limit_of(name, &plates)];
        sides.extend(peers.iter().map(|peer| columnar::counts(peer.as_ref(), at)));
        table.race(&format!("batch {name}"), Unit::Each(count), sides)?;
    }
    let (mut small, mut large, mut counted) = (Vec::new(), Vec::new(), Vec::new());
    limit::c5(&plates, &mut small);
    limit::c6(&plates, &mut large);
    limit::c6_counted(&plates, &mut counted);
    let numbers = |kinds: &[u16]| kinds.iter().copied().map(u64::from).collect::<Vec<_>>();
    let wanted = small.iter().copied().map(u64::from).collect();
    let fill = side(LIMIT, || {
        limit::c5(&plates, black_box(&mut small));
        small.len() as u64
    });
    let (c5, c6) = (peer::c5(), peer::c6());
    let kinds = Sets { name: "C5", conditions: &by_category(20), bands: &c5 };
    kinds.race(table, &columns, &peers, vec![(wanted, fill)])?;
    let wanted = [numbers(&large), numbers(&counted)];
    let fill = side(LIMIT, || {
        limit::c6(&plates, black_box(&mut large));
        large.len() as u64
    });
    let count = side("limit-batch, counted", || {
        limit::c6_counted(&plates, black_box(&mut counted));
        counted.len() as u64
    });
    let kinds = Sets { name: "C6", conditions: &by_band(), bands: &c6 };
    let limits = wanted.into_iter().zip([fill, count]).collect();
    kinds.race(table, &columns, &peers, limits)
}

const LIMIT: &str = "limit-batch";

/// Kinds as conditions and as price bands.
struct Sets<'a> {
    name: &'a str,
    conditions: &'a [String],
    bands: &'a [Band],
}

impl Sets<'_> {
    /// Races all sides: each fills in a kind for each row. The results are compared outside of the timing.
    fn race(
        &self,
        table: &mut Table,
        columns: &Columns,
        peers: &[Box<dyn Contestant>],
        limits: Vec<(Vec<u64>, Side<'_>)>,
    ) -> Result<(), Fault> {
        let Some(set) = kind_set(self.conditions) else { return Ok(()) };
        let work = format!("batch {}", self.name);
        let mut said = vec![(OURS, numbers(&set, columns))];
        let mut sides = vec![side(OURS, || black_box(set.classify_batch(columns)).len() as u64)];
        for (wanted, limit) in limits {
            said.push((LIMIT, wanted));
            sides.push(limit);
        }
        for peer in peers {
            said.push((peer.name(), columnar::numbers(peer.as_ref(), self.bands)));
            sides.push(columnar::classifies(peer.as_ref(), self.bands));
        }
        table.agree(&work, &said)?;
        table.race(&work, Unit::Each(columns.len()), sides)
    }
}

fn limit_of<'a>(name: &str, plates: &'a Plates) -> Side<'a> {
    let condition: fn(&Plates, &mut Bits) -> u64 = match name {
        "C1" => limit::c1,
        "C2" => limit::c2,
        "C3" => limit::c3,
        _ => limit::c4,
    };
    let mut bits = Bits::default();
    side(LIMIT, move || condition(plates, &mut bits))
}

/// The number of the only kind of each row, from 1; 0 if there is none or several.
fn numbers(set: &KindSet, columns: &Columns) -> Vec<u64> {
    let number = |kinds: Kinds| match kinds {
        Kinds::One(kind) => u64::from(kind) + 1,
        Kinds::None | Kinds::Several(_) => 0,
    };
    set.classify_batch(columns).iter().map(number).collect()
}
