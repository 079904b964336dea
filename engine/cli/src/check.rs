//! `check`: loads a station and prints its findings.

use std::io::{self, Write};

use lang::Severity;

use crate::args::{Check, Findings, Format};
use crate::outcome::{Failure, Outcome};
use crate::report::Colour;
use crate::summary::counted;
use crate::{findings, guards, skills, station};

/// Loads a station and prints its findings. The text format also lists the skills and guards of a station that loads.
///
/// # Errors
/// `Refused` if the station is refused, `Outside` if its file cannot be read.
pub fn run(check: &Check) -> Outcome {
    print(&mut io::stdout().lock(), check, Colour::of(&io::stdout()))
}

/// Loads a station and writes what [`run`] prints.
///
/// # Errors
/// As [`run`].
pub fn print(out: &mut impl Write, check: &Check, colour: Colour) -> Outcome {
    let loaded = station::load(&check.station)?;
    let name = loaded
        .station
        .as_ref()
        .map_or_else(|| check.station.display().to_string(), |s| s.name().to_owned());
    match check.format {
        Findings::Text => {
            findings::of_station(out, &name, &loaded, Format::Text, colour)?;
            writeln!(out, "{}", counts_line(&loaded))?;
            for line in loaded.station.iter().flat_map(skills::lines) {
                writeln!(out, "  {line}")?;
            }
            for line in loaded.station.iter().flat_map(|station| guards::lines(station, None)) {
                writeln!(out, "  {line}")?;
            }
        }
        Findings::Json => {
            findings::of_station(out, &name, &loaded, Format::Json, Colour::Plain)?;
        }
        Findings::Sarif => {
            findings::as_sarif(out, station::folder(&check.station).root(), &loaded)?;
        }
    }
    match loaded.station {
        Some(_) => Ok(()),
        None => Err(Failure::Refused),
    }
}

/// The number of findings per severity, in one line.
fn counts_line(loaded: &engine::Loaded) -> String {
    let of = |severity| {
        loaded.findings.iter().filter(|finding| finding.severity == severity).count() as u64
    };
    let found = [
        counted(of(Severity::Refused), "refusal"),
        counted(of(Severity::Warning), "warning"),
        counted(of(Severity::Note), "note"),
    ];
    let found = found.join(", ");
    match &loaded.station {
        None => format!("the station does not load: {found}"),
        Some(station) => {
            let kinds: u64 = station.skills().iter().map(|skill| skill.kinds().len() as u64).sum();
            let (skills, kinds) =
                (counted(station.skills().len() as u64, "skill"), counted(kinds, "kind"));
            format!("{} loads: {skills}, {kinds}; {found}", station.name())
        }
    }
}
