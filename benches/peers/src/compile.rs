//! Races from the text of a condition to its program.

use std::hint::black_box;

use benches::conditions::{SINGLE, scope};
use vm::Reading;

use crate::race::{Fault, OURS, Table, Unit, side};

/// Measures each single condition.
pub fn measure(table: &mut Table) -> Result<(), Fault> {
    let (scope, reading) = (scope(), Reading::default());
    for (name, condition) in SINGLE {
        let compiled = || u64::from(lang::compile(black_box(condition), &scope, &reading).is_ok());
        table.race(&format!("compile {name}"), Unit::Each(1), vec![side(OURS, compiled)])?;
    }
    Ok(())
}
