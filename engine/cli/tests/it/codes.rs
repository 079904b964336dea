//! Tests every code of the table. Its bad example earns the code and no other, and its good example does not earn it.
//! The text and JSON output for the bad example match the code's file in `tests/codes`.
//!
//! A new row of the table needs no line here: `GOLDEN=write cargo test -p pointsman codes` writes its file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use engine::report::codes::{self, Code, Example, Subject};
use pointsman::args::{Check, Findings};
use pointsman::check;
use pointsman::outcome::Failure;
use pointsman::report::Colour;
use serde_json::Value;

use crate::program::run_in;

/// The agreed names of all codes, with their severities.
const NAMES: &str = include_str!("../codes.txt");

/// A note that accompanies a refusal: its example has that refusal too.
const BESIDE: &[(Code, Code)] = &[(codes::CONDITION_YAML_ESCAPE, codes::CONDITION_ESCAPE)];

/// An example on disk.
pub struct Station(tempfile::TempDir);

impl Station {
    pub fn new(example: Example) -> Station {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in codes::files(&example) {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Station(folder)
    }

    /// The output of `check` in the station's folder.
    pub fn check(&self, format: Findings) -> String {
        self.checked(format).0
    }

    /// The output of `check` in the station's folder, and whether the station loads.
    #[track_caller]
    pub fn checked(&self, format: Findings) -> (String, bool) {
        let (mut out, station) = (Vec::new(), self.0.path().join("station.yaml"));
        let check = Check { station, format };
        let loads = match check::print(&mut out, &check, Colour::Plain) {
            Ok(()) => true,
            Err(Failure::Refused) => false,
            Err(failure) => panic!("{failure:?}"),
        };
        let folder = format!("{}/", self.0.path().display());
        (String::from_utf8(out).unwrap().replace(&folder, ""), loads)
    }

    pub fn findings(&self) -> Vec<Value> {
        let told: Value = serde_json::from_str(&self.check(Findings::Json)).unwrap();
        told["findings"].as_array().unwrap().clone()
    }

    /// Applies an edit that a finding offers.
    fn mend(&self, finding: &Value) {
        let path = self.0.path().join(finding["file"].as_str().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        let fix = &finding["fix"];
        let byte = |line: &str, column: &str| {
            let (line, column) = (fix[line].as_u64().unwrap(), fix[column].as_u64().unwrap());
            let before: usize =
                text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
            let rest = text[before..].char_indices().nth(column as usize - 1);
            rest.map_or(text.len(), |(at, _)| before + at)
        };
        let (start, end) = (byte("line", "column"), byte("end_line", "end_column"));
        let mended = [&text[..start], fix["replace"].as_str().unwrap(), &text[end..]].concat();
        fs::write(path, mended).unwrap();
    }
}

/// The codes whose examples are stations, not calls of the registry.
pub fn shown() -> impl Iterator<Item = Code> {
    codes::all().filter(|code| code.bad().subject != Subject::Instructions)
}

fn codes(findings: &[Value]) -> BTreeSet<Code> {
    findings
        .iter()
        .map(|finding| codes::named(finding["code"].as_str().unwrap()).unwrap())
        .collect()
}

/// The faults of a code's examples.
fn faults(code: Code) -> Vec<String> {
    let mut faults = Vec::new();
    let bad = Station::new(code.bad());
    let found = bad.findings();
    let (told, notes) = (codes(&found), |code: &Code| code.severity() == lang::Severity::Note);
    if !told.contains(&code) {
        faults.push(format!("bad of {code} does not earn it"));
    }
    for other in told.iter().filter(|other| **other != code && !notes(other)) {
        if !BESIDE.contains(&(code, *other)) {
            faults.push(format!("bad of {code} earns {other} as well"));
        }
    }
    let good = Station::new(code.good());
    let left = good.findings();
    if left.iter().any(|finding| finding["severity"] == "refused") {
        faults.push(format!("good of {code} does not load: {:?}", codes(&left)));
    }
    if codes(&left).contains(&code) {
        faults.push(format!("good of {code} earns it"));
    }
    let of_code = |finding: &Value| finding["code"] == code.as_str();
    // Each edit changes the text after it: the last is applied first.
    let offered: Vec<_> = found
        .iter()
        .rev()
        .filter(|finding| of_code(finding) && !finding["fix"].is_null())
        .collect();
    if !offered.is_empty() {
        offered.iter().for_each(|finding| bad.mend(finding));
        let after = bad.findings();
        if codes(&after).contains(&code) {
            faults.push(format!("the edit of {code} does not mend it"));
        }
        if let Some(new) = codes(&after).iter().find(|new| !told.contains(new) && !notes(new)) {
            faults.push(format!("the edit of {code} earns {new}"));
        }
    }
    faults
}

#[test]
fn a_bad_example_earns_its_code_alone_and_its_remedy_mends_it() {
    let faults: Vec<_> = shown().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn golden(code: Code) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/codes");
    folder.join(format!("{}.txt", code.as_str().replace('/', "-")))
}

#[test]
fn a_code_is_shown_as_its_file_says() {
    let write = std::env::var("GOLDEN").is_ok_and(|value| value == "write");
    let mut wrong = Vec::new();
    for code in shown() {
        let bad = Station::new(code.bad());
        let shown = format!(
            "=== text\n{}=== json\n{}",
            bad.check(Findings::Text),
            bad.check(Findings::Json)
        );
        let path = golden(code);
        if fs::read_to_string(&path).is_ok_and(|expected| expected == shown) {
            continue;
        }
        if write {
            fs::write(&path, shown).unwrap();
        } else {
            wrong.push(format!("{}:\n{shown}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_program_prints_what_the_library_prints() {
    let station = Station::new(codes::KEY_UNKNOWN.bad());
    let ran = run_in(station.0.path(), &["check", "station.yaml", "--format", "json"], "");
    assert_eq!(ran.out, station.check(Findings::Json));
    assert_eq!(ran.status, 1);
}

#[test]
fn a_file_that_shows_a_code_is_of_one_that_there_is() {
    let known: BTreeSet<_> = shown().map(golden).collect();
    for entry in fs::read_dir(golden(codes::YAML_SYNTAX).parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        assert!(known.contains(&path), "{} shows no code", path.display());
    }
}

#[test]
fn the_table_has_the_codes_that_were_agreed_upon() {
    let mut agreed = BTreeSet::new();
    for line in NAMES.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let (name, severity) = (words[0], words[1]);
        assert!(agreed.insert(name), "`{name}` stands twice");
        match codes::named(name) {
            Some(code) => {
                let is = match code.severity() {
                    lang::Severity::Refused => "refused",
                    lang::Severity::Warning => "warning",
                    lang::Severity::Note => "note",
                };
                assert_eq!(is, severity, "{name}");
            }
            None => panic!("the table has no `{name}`"),
        }
    }
    for code in codes::all() {
        assert!(agreed.contains(code.as_str()), "`{code}` was not agreed upon");
    }
}
