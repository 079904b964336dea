//! Findings as SARIF 2.1.0, the format of code scanners: each finding with its rule, places and edit.

use std::path::Path;

use engine::report::More;
use engine::text::Position;
use lang::Code;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use crate::explain_code;
use crate::report::{Finding, Fix};

/// The name of the station's folder in addresses, which are relative to it.
const FOLDER: &str = "STATION";

/// The characters that are percent-encoded in one part of an address's path.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A whole SARIF file.
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
    original_uri_base_ids: Bases,
    column_kind: &'static str,
    results: Vec<Found<'a>>,
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

/// A code, with its row of the table.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text<'static>,
    default_configuration: Weight,
    help: Help,
}

#[derive(Serialize)]
struct Weight {
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

/// The base of all URIs.
#[derive(Serialize)]
struct Bases {
    #[serde(rename = "STATION")]
    folder: Base,
}

#[derive(Serialize)]
struct Base {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Words,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Mend<'a>>,
}

#[derive(Serialize)]
struct Words {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
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
struct Mend<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Text<'a>>,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: [Replacement<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Text<'a>,
}

/// The log of the findings of a station; `folder` is the absolute path of its folder.
pub fn log<'a>(folder: &Path, findings: &'a [Finding<'a>], more: More) -> Log<'a> {
    let mut codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results = findings.iter().map(|finding| found(finding, &codes)).collect();
    let unsaid = match more {
        More::Yes => Some("there is more, which is not told"),
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
                tool_execution_notifications: unsaid.map(notice).into_iter().collect(),
            }],
            original_uri_base_ids: Bases { folder: Base { uri: folder_address(folder) } },
            column_kind: "unicodeCodePoints",
            results,
        }],
    }
}

fn rule(code: Code) -> Rule {
    Rule {
        id: code.as_str(),
        short_description: Text { text: code.when() },
        default_configuration: Weight { level: code.severity().word() },
        help: Help {
            text: format!("remedy: {}", code.remedy()),
            markdown: explain_code::row(code),
        },
    }
}

fn found<'a>(finding: &Finding<'a>, codes: &[Code]) -> Found<'a> {
    let mut text = finding.message.to_owned();
    let parts = [("help", finding.help), ("witness", finding.witness)];
    for (what, words) in parts {
        if let Some(words) = words {
            text.push_str(&format!("\n{what}: {words}"));
        }
    }
    let related = (1..).zip(&finding.also).map(|(id, also)| Location {
        id: Some(id),
        physical_location: place(also.file, also.start, also.end),
        message: Some(Text { text: also.what }),
    });
    Found {
        rule_id: finding.code.as_str(),
        rule_index: codes.partition_point(|code| *code < finding.code),
        level: finding.severity.word(),
        message: Words { text },
        locations: [Location {
            id: None,
            physical_location: place(finding.file, finding.start, finding.end),
            message: None,
        }],
        related_locations: related.collect(),
        fixes: finding.fix.iter().map(|fix| mend(fix, finding.help)).collect(),
    }
}

fn mend<'a>(fix: &Fix<'a>, help: Option<&'a str>) -> Mend<'a> {
    let Place { artifact_location, region } = place(fix.file, fix.start, fix.end);
    Mend {
        description: help.map(|text| Text { text }),
        artifact_changes: [Change {
            artifact_location,
            replacements: [Replacement {
                deleted_region: region,
                inserted_content: Text { text: fix.text },
            }],
        }],
    }
}

fn place(file: &str, start: Position, end: Position) -> Place {
    Place {
        artifact_location: Artifact { uri: address(file.split('/')), uri_base_id: FOLDER },
        region: Region {
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
        },
    }
}

/// Joins names to a URI path.
fn address<'p>(parts: impl Iterator<Item = &'p str>) -> String {
    let encoded: Vec<_> = parts.map(|part| utf8_percent_encode(part, PART).to_string()).collect();
    encoded.join("/")
}

/// A folder as a URI with a final slash.
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
    fn an_address_is_of_a_folder() {
        let check = |path: &str, expected: &str| {
            assert_eq!(folder_address(Path::new(path)), expected);
        };
        check("/srv/my stations/é", "file:///srv/my%20stations/%C3%A9/");
        check("/", "file:///");
    }
}
