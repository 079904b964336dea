//! Tests every station of `tests/rules`: the smallest station that breaks one rule, refused for only that reason.
//!
//! It begins with the rule, in words, and with a line ``# earns CODE at `TEXT` ``: the code and the text that the
//! finding points at. The other files of the folder are available to every station.

use std::fs;
use std::path::Path;

use engine::report::codes;
use engine::sources::Files;
use lang::{Code, Severity};

use crate::shown;

/// A file of the folder.
struct Member {
    name: String,
    text: String,
}

impl Member {
    fn is_station(&self) -> bool {
        self.name.ends_with(".yaml")
    }
}

#[track_caller]
fn folder() -> Vec<Member> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let member = |entry: fs::DirEntry| Member {
        name: entry.file_name().into_string().unwrap(),
        text: fs::read_to_string(entry.path()).unwrap(),
    };
    let mut members: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| member(entry.unwrap())).collect();
    assert!(!members.is_empty(), "no file in the folder");
    members.sort_by(|one, other| one.name.cmp(&other.name));
    members
}

/// The code that a station declares, and the text that the finding must point at.
fn earns(station: &str) -> Option<(Code, &str)> {
    let line = station.lines().find_map(|line| line.strip_prefix("# earns "))?;
    let (code, at) = line.strip_suffix('`')?.split_once(" at `")?;
    Some((codes::named(code)?, at))
}

#[test]
fn a_station_that_breaks_a_rule_is_refused_for_that_reason() {
    let members = folder();
    let (stations, beside): (Vec<_>, Vec<_>) =
        members.iter().partition(|member| member.is_station());
    let mut wrong = Vec::new();
    for Member { name, text } in &stations {
        let Some((code, at)) = earns(text) else { panic!("{name} does not say what it earns") };
        let beside = beside.iter().map(|member| (member.name.as_str(), member.text.as_str()));
        let loaded =
            crate::load_station(&Files::new(beside.chain([("station.yaml", text.as_str())])));
        let weighty = loaded.findings.iter().filter(|finding| finding.severity != Severity::Note);
        let weighty: Vec<_> = weighty.collect();
        let alone = match weighty.as_slice() {
            [only] => {
                let under = text.get(only.at.span.clone()).unwrap_or_default();
                only.code == code && under.trim_matches('"') == at
            }
            _ => false,
        };
        let loads = loaded.station.is_some() == (code.severity() != Severity::Refused);
        if !alone || !loads {
            let told: String = weighty.into_iter().map(shown).collect();
            wrong.push(format!("{name} should earn {code} at `{at}` alone:\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(stations.len() > 100, "{}", stations.len());
}
