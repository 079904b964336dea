//! `instructions`: prints instruction skills as a model receives them, and the faults of their files.

use std::io::{self, Write};
use std::path::Path;

use engine::instruction::{Guides, Instruction, Mode, Registry, Slot};
use engine::report::codes;
use lang::Code;
use serde_json::json;

use crate::args::{Format, Instructions, InstructionsCheck, InstructionsCommand};
use crate::outcome::{Failure, Outcome};
use crate::report::Colour;
use crate::{findings, station};

/// The findings about files that are reported even if the station loads.
const OF_FILES: [Code; 2] = [codes::INSTRUCTIONS_FILE, codes::INSTRUCTIONS_DUPLICATE];

/// Prints the instruction skills of stations and folders as one list, or the faults of the files.
///
/// # Errors
/// `Refused` if a station or the list is refused, or if `check` finds a bad file; `Outside` if something cannot be
/// read.
pub fn run(arguments: &Instructions) -> Outcome {
    if let Some(InstructionsCommand::Check(check)) = &arguments.check {
        return run_check(check);
    }
    let mut bundle = Vec::new();
    for path in &arguments.paths {
        bundle.extend(skills(path)?);
    }
    let registry = Registry::default();
    let mode = if arguments.inline { Mode::Ask } else { Mode::Run };
    let prepared = registry.prepare(&bundle, &[], mode).map_err(|fault| {
        anstream::eprintln!("error[{}]: {fault}", fault.code());
        Failure::Refused
    })?;
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Text if prepared.slot.is_empty() => {}
        Format::Text => writeln!(out, "{}", prepared.slot)?,
        Format::Json => {
            let shown = |skill: &Instruction| {
                let Instruction { name, description, body } = skill;
                json!({"name": name, "description": description, "body": body})
            };
            let object = json!({
                "skills": prepared.skills.iter().map(shown).collect::<Vec<_>>(),
                "slot": prepared.slot,
                "inline": registry.render_slot(&prepared.skills, Slot::Inline),
                "tool": prepared.tool.map(|tool| tool.json()),
            });
            let text = serde_json::to_string_pretty(&object)
                .map_err(|fault| Failure::Outside(fault.to_string()))?;
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

/// The skills of a station or of a folder. The faults of their files are printed on standard error.
fn skills(path: &Path) -> Result<Vec<Instruction>, Failure> {
    let mut errors = io::stderr().lock();
    if !path.is_dir() {
        let mut loaded = station::load(path)?;
        if loaded.station.is_some() {
            loaded.findings.retain(|finding| OF_FILES.contains(&finding.code));
        }
        findings::of_station(&mut errors, "", &loaded, Format::Text, Colour::of_stderr())?;
        let station = loaded.station.ok_or(Failure::Refused)?;
        return Ok(station.instructions().to_vec());
    }
    let guides = read(path)?;
    findings::of_guides(&mut errors, "", &guides, Format::Text, Colour::of_stderr())?;
    if refused(&guides) { Err(Failure::Refused) } else { Ok(guides.skills) }
}

/// Reads the instruction skills of a folder.
fn read(path: &Path) -> Result<Guides, Failure> {
    if !path.is_dir() {
        return Err(Failure::file(path, "it is not a folder"));
    }
    let whole = path.canonicalize().map_err(|fault| Failure::file(path, fault))?;
    let name = whole.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::file(path, "the folder has no UTF-8 name"))?;
    Ok(engine::instruction::guides(&[name], &station::folder(&whole)))
}

fn refused(guides: &Guides) -> bool {
    guides.findings.iter().any(|finding| finding.severity == lang::Severity::Refused)
}

/// Prints the faults of some folders.
fn run_check(check: &InstructionsCheck) -> Outcome {
    let mut out = io::stdout().lock();
    let mut bad = None;
    for path in &check.folders {
        let guides = read(path)?;
        let name = path.display().to_string();
        findings::of_guides(&mut out, &name, &guides, check.format, Colour::of(&io::stdout()))?;
        if !guides.findings.is_empty() {
            bad = Some(Failure::Refused);
        }
    }
    bad.map_or(Ok(()), Err)
}
