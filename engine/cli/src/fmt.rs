//! `fmt`: rewrites the conditions of a station in place, or one condition from standard input, in the canonical form.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use engine::report::Edit;

use crate::args::{Fmt, Format};
use crate::outcome::{Failure, Outcome};
use crate::report::Colour;
use crate::{eval, findings, station};

/// Writes conditions in their canonical form.
///
/// # Errors
/// `Refused` if a condition is invalid, or if `--check` finds one that is not canonical; `Outside` if a file cannot be
/// read or written.
pub fn run(fmt: &Fmt) -> Outcome {
    if fmt.file.as_os_str() == "-" { format_condition(fmt) } else { format_station(fmt) }
}

/// The longest condition that is read, in bytes. It exceeds the language's limit, so that the parser reports the excess.
const MAX_INPUT: u64 = 1 << 20;

fn format_condition(fmt: &Fmt) -> Outcome {
    let mut text = String::new();
    let read = io::stdin().lock().take(MAX_INPUT).read_to_string(&mut text);
    read.map_err(|fault| Failure::file(Path::new("-"), fault))?;
    let parsed = lang::parse(&text);
    match parsed.ast {
        Some(ast) if parsed.diagnostics.is_empty() => {
            let canonical = lang::format(&ast);
            if fmt.check {
                return if canonical == text.trim() { Ok(()) } else { Err(Failure::Refused) };
            }
            writeln!(io::stdout().lock(), "{canonical}")?;
            Ok(())
        }
        _ => Err(eval::report(&text, &parsed.diagnostics, Format::Text)),
    }
}

/// Rewrites the conditions of one file. Writes nothing if the file is not YAML or not a station.
fn format_station(fmt: &Fmt) -> Outcome {
    let loaded = station::load(&fmt.file)?;
    if loaded.station.is_none() {
        let mut out = io::stderr().lock();
        findings::of_station(&mut out, "", &loaded, Format::Text, Colour::of_stderr())?;
        return Err(Failure::Refused);
    }
    let Some(own) = loaded.sources.first() else { return Ok(()) };
    let edits: Vec<_> = loaded.edits.iter().filter(|edit| edit.at.file == own.name()).collect();
    if edits.is_empty() {
        return Ok(());
    }
    if fmt.check {
        for edit in edits {
            anstream::eprintln!(
                "{}:{}:{}: {}",
                fmt.file.display(),
                edit.at.start.line,
                edit.at.start.column,
                edit.text
            );
        }
        return Err(Failure::Refused);
    }
    replace_file(&fmt.file, &edited(own.text(), &edits))
        .map_err(|fault| Failure::file(&fmt.file, fault))
}

/// Replaces the content of a file atomically.
fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    fs::set_permissions(file.path(), fs::metadata(&path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// Applies edits to a text. They must be in order and not overlap.
fn edited(text: &str, edits: &[&Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(text.get(done..edit.at.span.start).unwrap_or_default());
        out.push_str(&edit.text);
        done = edit.at.span.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}
