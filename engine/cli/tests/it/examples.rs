//! The stations of `examples`: each loads, and the findings of the two widest are known.

use std::path::PathBuf;

use serde_json::Value;

use crate::program::run;

/// The stations under `examples`, as paths from the root of the project.
#[track_caller]
fn stations() -> Vec<String> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root.join("examples")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let is_station = path.extension().is_some_and(|ending| ending == "yaml")
                && std::fs::read_to_string(&path).unwrap().contains("\nskills:\n");
            if is_station {
                found.push(path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    assert!(!found.is_empty(), "no example");
    found.sort();
    found
}

/// The codes that `check` reports for a station, without notes.
#[track_caller]
fn told(station: &str) -> Vec<String> {
    let ran = run(&["check", "--format", "json", station], "");
    assert_eq!(ran.status, 0, "{station}: {}", ran.out);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    let weighty = findings.filter(|finding| finding["severity"] != "note");
    weighty.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_example_loads_and_nobody_need_look_at_it() {
    let stations = stations();
    assert!(stations.len() >= 6, "{stations:?}");
    for station in stations {
        // At the counter of the noodle bar no guard asks for a courier, which is intended.
        let meant: &[&str] = match &*station {
            "examples/noodles/noodles.yaml" => &["kind/drops-guard"],
            _ => &[],
        };
        assert_eq!(told(&station), meant, "{station}");
    }
}

/// The kind and reference of each item of a saved answer.
#[track_caller]
fn items(station: &str, skill: &str, rows: &str) -> Vec<String> {
    let ran = run(&["classify", station, "--skill", skill, "--rows", rows], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let item = |line: &str| {
        let item: Value = serde_json::from_str(line).unwrap();
        format!("{} {}", item["kind"].as_str().unwrap(), item["ref"].as_str().unwrap())
    };
    ran.out.lines().map(item).collect()
}

#[test]
fn one_answer_feeds_two_skills_by_their_kinds() {
    let (station, rows) = ("examples/noodles/noodles.yaml", "examples/noodles/menu.json");
    assert_eq!(items(station, "chooseDishes", rows), ["dish 12-1", "dish 12-7"]);
    // Tap water has no price over 0, so it is not one of the drinks.
    assert_eq!(items(station, "chooseDrinks", rows), ["drink 31-2"]);
}

#[test]
fn a_kind_compares_two_fields_of_a_row() {
    let (station, rows) = ("examples/caterer/caterer.yaml", "examples/caterer/credits.json");
    assert_eq!(items(station, "credit", rows), ["part C-1", "whole C-2"]);
}
