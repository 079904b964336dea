//! `explain`: evaluates each part of each kind's condition for one row.

use std::io::{self, Write};

use engine::classify::Sorted;

use crate::args::Explain;
use crate::outcome::{Failure, Outcome};
use crate::{items, station, tree};

/// Evaluates every kind of a skill for one row, and prints the result for the row.
///
/// # Errors
/// `Refused` if the station is refused, `Usage` if the skill does not exist or the row is not valid JSON.
pub fn run(explain: &Explain) -> Outcome {
    let station = station::working(&explain.station)?;
    let skill = station::skill(&station, &explain.skill)?;
    let classifier = station
        .classifier(skill)
        .ok_or_else(|| Failure::Usage(format!("`{}` has no kinds to explain", skill.name())))?;
    let mut row = classifier.row();
    classifier
        .read(explain.row.as_bytes(), &mut row)
        .map_err(|bad| Failure::Usage(format!("--row: {bad}")))?;
    let mut out = io::stdout().lock();
    for kind in skill.kinds() {
        match &kind.when {
            Some(when) => writeln!(out, "{}:\n{}", kind.name, tree::draw(when, &row))?,
            None => writeln!(out, "{}:\nthe only kind: every row matches\n", kind.name)?,
        }
    }
    match classifier.classify(&row) {
        Sorted::Dropped(drop) => writeln!(out, "not offered: {}", drop.word())?,
        Sorted::Item(item) => {
            let mut line = Vec::new();
            items::write(&item, &mut line);
            out.write_all(&line)?;
        }
    }
    Ok(())
}
