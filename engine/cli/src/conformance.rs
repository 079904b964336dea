//! `conformance`: runs files of cases on both machines and the reference evaluator.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use crate::args::Conformance;
use crate::outcome::{Failure, Outcome};

/// Runs files of cases, and prints each difference.
///
/// # Errors
/// `Refused` if a case failed, `Outside` if a file cannot be read.
pub fn run(conformance: &Conformance) -> Outcome {
    let (mut passed, mut failed) = (0u64, 0u64);
    let mut out = io::stdout().lock();
    for path in &conformance.files {
        let file = File::open(path).map_err(|fault| Failure::file(path, fault))?;
        for (at, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|fault| Failure::file(path, fault))?;
            if line.trim().is_empty() {
                continue;
            }
            let outcome = lang::conformance::run(&line);
            if outcome.passed() {
                passed += 1;
                continue;
            }
            failed += 1;
            for failure in &outcome.failures {
                writeln!(out, "{}:{}: {}: {failure}", path.display(), at + 1, outcome.id)?;
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if failed == 0 { Ok(()) } else { Err(Failure::Refused) }
}
