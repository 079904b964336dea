//! Findings as SARIF 2.1.0, the format of code scanners: each finding with its rule, places and edit.

use std::path::Path;

use engine::report::More;
use engine::text::Position;
use lang::Code;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use crate::explain_code;
use crate::report::{Finding, Fix};

/// The base identifier of the station's folder: all addresses are relative to it.
const FOLDER: &str = "STATION";

/// The characters that are percent-encoded in one segment of an address's path.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A SARIF log.
#[derive(Serialize)]
pub struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    invocations: [Invocation; 1],
    original_uri_base_ids: UriBases,
    column_kind: &'static str,
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

/// A code, with its description and remedy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text<'static>,
    default_configuration: ReportingConfiguration,
    help: Help,
}

#[derive(Serialize)]
struct ReportingConfiguration {
    level: &'static str,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Text<'static>,
}

/// The bases of relative addresses: the station's folder.
#[derive(Serialize)]
struct UriBases {
    #[serde(rename = "STATION")]
    folder: UriBase,
}

#[derive(Serialize)]
struct UriBase {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: OwnedText,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
}

#[derive(Serialize)]
struct OwnedText {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Text<'a>>,
    artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: [Replacement<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Text<'a>,
}

/// The log of a station's findings; `folder` is the absolute path of its folder.
pub fn log<'a>(folder: &Path, findings: &'a [Finding<'a>], more: More) -> Log<'a> {
    let mut codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results = findings.iter().map(|finding| result(finding, &codes)).collect();
    let omitted = match more {
        More::Yes => Some("more findings were left out"),
        More::No => None,
    };
    let notice = |text| Notification { level: "note", message: Text { text } };
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "pointsman",
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    rules: codes.iter().map(|code| rule(*code)).collect(),
                },
            },
            invocations: [Invocation {
                execution_successful: true,
                tool_execution_notifications: omitted.map(notice).into_iter().collect(),
            }],
            original_uri_base_ids: UriBases { folder: UriBase { uri: folder_address(folder) } },
            column_kind: "unicodeCodePoints",
            results,
        }],
    }
}

fn rule(code: Code) -> Rule {
    Rule {
        id: code.as_str(),
        short_description: Text { text: code.when() },
        default_configuration: ReportingConfiguration { level: code.severity().word() },
        help: Help {
            text: format!("remedy: {}", code.remedy()),
            markdown: explain_code::entry(code),
        },
    }
}

fn result<'a>(finding: &Finding<'a>, codes: &[Code]) -> SarifResult<'a> {
    let mut text = finding.message.to_owned();
    let parts = [("help", finding.help), ("witness", finding.witness)];
    for (label, words) in parts {
        if let Some(words) = words {
            text.push_str(&format!("\n{label}: {words}"));
        }
    }
    let related = (1..).zip(&finding.also).map(|(id, also)| Location {
        id: Some(id),
        physical_location: physical_location(also.file, also.start, also.end),
        message: Some(Text { text: also.what }),
    });
    SarifResult {
        rule_id: finding.code.as_str(),
        rule_index: codes.partition_point(|code| *code < finding.code),
        level: finding.severity.word(),
        message: OwnedText { text },
        locations: [Location {
            id: None,
            physical_location: physical_location(finding.file, finding.start, finding.end),
            message: None,
        }],
        related_locations: related.collect(),
        fixes: finding.fix.iter().map(|fix| sarif_fix(fix, finding.help)).collect(),
    }
}

fn sarif_fix<'a>(fix: &Fix<'a>, help: Option<&'a str>) -> SarifFix<'a> {
    let PhysicalLocation { artifact_location, region } =
        physical_location(fix.file, fix.start, fix.end);
    SarifFix {
        description: help.map(|text| Text { text }),
        artifact_changes: [ArtifactChange {
            artifact_location,
            replacements: [Replacement {
                deleted_region: region,
                inserted_content: Text { text: fix.text },
            }],
        }],
    }
}

fn physical_location(file: &str, start: Position, end: Position) -> PhysicalLocation {
    PhysicalLocation {
        artifact_location: ArtifactLocation { uri: address(file.split('/')), uri_base_id: FOLDER },
        region: Region {
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
        },
    }
}

/// Joins the segments of a path into an address, percent-encoded.
fn address<'p>(segments: impl Iterator<Item = &'p str>) -> String {
    let encoded: Vec<_> =
        segments.map(|segment| utf8_percent_encode(segment, SEGMENT).to_string()).collect();
    encoded.join("/")
}

/// The address of a folder. It ends in a slash.
fn folder_address(folder: &Path) -> String {
    let path = folder.to_string_lossy().replace('\\', "/");
    let path = path.trim_matches('/');
    let slash = if path.is_empty() { "" } else { "/" };
    format!("file:///{}{slash}", address(path.split('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_folder_ends_in_a_slash() {
        let check = |path: &str, expected: &str| {
            assert_eq!(folder_address(Path::new(path)), expected);
        };
        check("/srv/my stations/é", "file:///srv/my%20stations/%C3%A9/");
        check("/", "file:///");
    }
}
