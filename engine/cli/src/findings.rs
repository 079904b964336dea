//! Prints findings in file order, as text, JSON or SARIF.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use engine::Loaded;
use engine::instruction::Guides;
use engine::report::{Finding, More, codes};
use engine::station::Station;
use engine::text::Source;
use lang::{Diagnostic, Severity};
use serde::Serialize;

use crate::args::Format;
use crate::outcome::{Failure, Outcome};
use crate::report::{self, Also, Colour, Fix, Object};
use crate::{guards, sarif};

/// The object of `--format json`.
#[derive(Serialize)]
struct Checked<'a> {
    station: &'a str,
    ok: bool,
    findings: Vec<Object<'a>>,
    /// Whether findings were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
    /// The effective lists of guards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effective: Vec<serde_json::Value>,
    /// The number of lists that were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_effective: Option<usize>,
}

/// The most refusals of one condition that are printed.
const MAX_REFUSALS: usize = 1_000;

/// Prints the refusals of one condition.
///
/// # Errors
/// If the output cannot be written.
pub fn of_condition(
    out: &mut impl Write,
    source: &Source,
    refused: &[Diagnostic],
    format: Format,
    colour: Colour,
) -> Outcome {
    let shown: Vec<_> = refused
        .iter()
        .take(MAX_REFUSALS)
        .map(|diagnostic| of_diagnostic(source, diagnostic))
        .collect();
    let more = if refused.len() > MAX_REFUSALS { More::Yes } else { More::No };
    print(out, (source.name(), None), (&shown, more), format, colour)
}

/// Prints the findings of a station.
///
/// # Errors
/// If the output cannot be written.
pub fn of_station(
    out: &mut impl Write,
    station: &str,
    loaded: &Loaded,
    format: Format,
    colour: Colour,
) -> Outcome {
    let sources = without_secrets(loaded);
    let shown: Vec<_> =
        loaded.findings.iter().map(|finding| of_finding(finding, &sources)).collect();
    print(out, (station, loaded.station.as_ref()), (&shown, loaded.more), format, colour)
}

/// Prints the findings of a station as SARIF; `folder` is the station's folder.
///
/// # Errors
/// If the output cannot be written, or the folder has no absolute path.
pub fn as_sarif(out: &mut impl Write, folder: &Path, loaded: &Loaded) -> Outcome {
    let folder = std::path::absolute(folder).map_err(|fault| Failure::file(folder, fault))?;
    // SARIF contains no lines of the files, so no credential has to be masked.
    let shown: Vec<_> =
        loaded.findings.iter().map(|finding| of_finding(finding, &loaded.sources)).collect();
    let log = sarif::log(&folder, &shown, loaded.more);
    let text =
        serde_json::to_string_pretty(&log).map_err(|fault| Failure::Outside(fault.to_string()))?;
    Ok(writeln!(out, "{text}")?)
}

/// Prints the findings of folders of instruction skills.
///
/// # Errors
/// If the output cannot be written.
pub fn of_guides(
    out: &mut impl Write,
    folders: &str,
    guides: &Guides,
    format: Format,
    colour: Colour,
) -> Outcome {
    let printed = |finding| of_finding(finding, &guides.sources);
    let shown: Vec<_> = guides.findings.iter().map(printed).collect();
    print(out, (folders, None), (&shown, More::No), format, colour)
}

/// The files with their credentials masked, since the output may be stored.
fn without_secrets(loaded: &Loaded) -> Cow<'_, [Source]> {
    let mut sources = Cow::Borrowed(loaded.sources.as_slice());
    let secrets =
        loaded.findings.iter().filter(|finding| finding.code == codes::API_SECRET_LITERAL);
    for finding in secrets {
        let file = sources.iter().position(|source| source.name() == finding.at.file);
        let Some(file) = file.and_then(|file| sources.to_mut().get_mut(file)) else { continue };
        let mut text = file.text().to_owned();
        if text.get(finding.at.span.clone()).is_some() {
            let mask = "*".repeat(finding.at.span.len());
            text.replace_range(finding.at.span.clone(), &mask);
            *file = Source::new(file.name(), text);
        }
    }
    sources
}

fn print(
    out: &mut impl Write,
    (name, station): (&str, Option<&Station>),
    (shown, more): (&[report::Finding<'_>], More),
    format: Format,
    colour: Colour,
) -> Outcome {
    match format {
        Format::Json => {
            let ok = shown.iter().all(|finding| finding.severity != Severity::Refused);
            let findings = shown.iter().map(report::object).collect();
            let more = (more == More::Yes).then_some(true);
            let (effective, rest) = station.map(guards::object).unwrap_or_default();
            let more_effective = (rest > 0).then_some(rest);
            let checked = Checked { station: name, ok, findings, more, effective, more_effective };
            let text = serde_json::to_string_pretty(&checked)
                .map_err(|fault| Failure::Outside(fault.to_string()))?;
            writeln!(out, "{text}")?;
        }
        Format::Text => {
            for finding in shown {
                writeln!(out, "{}", report::text(finding, colour))?;
            }
            if more == More::Yes {
                writeln!(out, "more findings were left out")?;
            }
        }
    }
    Ok(())
}

/// The printed form of a condition's diagnostic.
fn of_diagnostic<'a>(source: &'a Source, diagnostic: &'a Diagnostic) -> report::Finding<'a> {
    report::Finding {
        code: diagnostic.code,
        severity: diagnostic.severity(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(|fix| Fix {
            file: source.name(),
            text: &fix.text,
            start: source.position(fix.span.start),
            end: source.position(fix.span.end),
        }),
        file: source.name(),
        source: source.text(),
        span: diagnostic.span.clone(),
        start: source.position(diagnostic.span.start),
        end: source.position(diagnostic.span.end),
        also: diagnostic
            .also
            .iter()
            .map(|(at, what)| Also {
                file: source.name(),
                what,
                start: source.position(at.start),
                end: source.position(at.end),
            })
            .collect(),
        witness: diagnostic.witness.as_deref(),
    }
}

/// The printed form of a finding.
fn of_finding<'a>(finding: &'a Finding, sources: &'a [Source]) -> report::Finding<'a> {
    let source = sources.iter().find(|source| source.name() == finding.at.file);
    report::Finding {
        code: finding.code,
        severity: finding.severity,
        message: &finding.message,
        help: finding.help.as_deref(),
        fix: finding.fix.as_ref().map(|fix| Fix {
            file: &fix.at.file,
            text: &fix.text,
            start: fix.at.start,
            end: fix.at.end,
        }),
        file: &finding.at.file,
        source: source.map_or("", Source::text),
        span: finding.at.span.clone(),
        start: finding.at.start,
        end: finding.at.end,
        also: finding
            .also
            .iter()
            .map(|(at, what)| Also { file: &at.file, what, start: at.start, end: at.end })
            .collect(),
        witness: finding.witness.as_deref(),
    }
}
