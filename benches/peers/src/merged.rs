//! The figures that a script measured for libraries with a Python interface.

use std::path::Path;

use serde::Deserialize;

use crate::race::{Fault, Table, Timed};

/// The file of the script.
#[derive(Deserialize)]
pub struct Merged {
    rows: usize,
    works: Vec<Elsewhere>,
    /// The libraries and their versions.
    pub versions: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct Elsewhere {
    work: String,
    side: String,
    counts: Vec<u64>,
    /// The times for all rows, in nanoseconds.
    times: Vec<f64>,
}

/// Adds the results of a file to the works of a table. The counts must be equal.
pub fn merge(file: &Path, table: &mut Table) -> Result<Merged, Fault> {
    let fault = |said: &dyn std::fmt::Display| Fault::File(format!("{}: {said}", file.display()));
    let bytes = std::fs::read(file).map_err(|said| fault(&said))?;
    let mut merged: Merged = serde_json::from_slice(&bytes).map_err(|said| fault(&said))?;
    for Elsewhere { work, side, counts, times } in std::mem::take(&mut merged.works) {
        table.add(&work, merged.rows, Timed::new(&side, times), counts)?;
    }
    Ok(merged)
}
