//! Prints findings: all of a file's together, in file order.

use std::io::{self, IsTerminal, Write};

use engine::{Finding, Source};
use lang::{Diagnostic, Severity};
use serde::Serialize;

use crate::args::Format;
use crate::outcome::{Failure, Outcome};
use crate::report::{self, Colour, Object};

/// The object of `--format json`.
#[derive(Serialize)]
struct Checked<'a> {
    station: &'a str,
    ok: bool,
    findings: Vec<Object<'a>>,
}

/// Prints the refusals of one condition on standard error, or as an object on standard output.
///
/// # Errors
/// Where the output cannot be written.
pub fn of_condition(source: &Source, refused: &[Diagnostic], format: Format) -> Outcome {
    let shown: Vec<_> = refused.iter().map(|diagnostic| condition(source, diagnostic)).collect();
    print(source.name(), &shown, format)
}

/// Prints the findings of a station. `sources` are its files.
///
/// # Errors
/// Where the output cannot be written.
pub fn of_station(station: &str, found: &[Finding], sources: &[Source], format: Format) -> Outcome {
    let shown: Vec<_> = found.iter().map(|finding| placed(finding, sources)).collect();
    print(station, &shown, format)
}

fn print(station: &str, shown: &[report::Finding<'_>], format: Format) -> Outcome {
    match format {
        Format::Json => {
            let ok = shown.iter().all(|finding| finding.severity != Severity::Refused);
            let checked = Checked { station, ok, findings: shown.iter().map(report::object).collect() };
            let text = serde_json::to_string_pretty(&checked).map_err(|fault| Failure::Outside(fault.to_string()))?;
            writeln!(io::stdout().lock(), "{text}")?;
        }
        Format::Text => {
            let escapes = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let colour = if escapes { Colour::Escapes } else { Colour::Plain };
            let mut out = io::stderr().lock();
            for finding in shown {
                writeln!(out, "{}", report::text(finding, colour))?;
            }
        }
    }
    Ok(())
}

fn condition<'a>(source: &'a Source, diagnostic: &'a Diagnostic) -> report::Finding<'a> {
    report::Finding {
        code: diagnostic.code.as_str(),
        severity: diagnostic.severity(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(|fix| fix.text.as_str()),
        file: source.name(),
        source: source.text(),
        span: diagnostic.span.clone(),
        start: source.position(diagnostic.span.start),
        end: source.position(diagnostic.span.end),
        also: diagnostic.also.iter().map(|(at, what)| (source.name(), source.position(at.start), what.as_str())).collect(),
    }
}

fn placed<'a>(finding: &'a Finding, sources: &'a [Source]) -> report::Finding<'a> {
    let source = sources.iter().find(|source| source.name() == finding.at.file);
    report::Finding {
        code: finding.code.as_str(),
        severity: finding.severity,
        message: &finding.message,
        help: finding.help.as_deref(),
        fix: finding.fix.as_ref().map(|fix| fix.text.as_str()),
        file: &finding.at.file,
        source: source.map_or("", Source::text),
        span: finding.at.span.clone(),
        start: finding.at.start,
        end: finding.at.end,
        also: finding.also.iter().map(|(at, what)| (at.file.as_str(), at.start, what.as_str())).collect(),
    }
}
