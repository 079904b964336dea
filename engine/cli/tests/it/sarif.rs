//! Tests `check --format sarif`: it matches the schema of SARIF 2.1.0, and the content of `--format json`.

use pointsman::args::Findings;
use serde_json::{Map, Value, json};

use crate::codes::{Station, shown};
use crate::program::{folder, run_in};

/// The schema of SARIF 2.1.0, published by OASIS.
const SCHEMA: &str = include_str!("../sarif-2.1.0.json");

/// A place of `--format json` as a region.
fn region(place: &Value) -> Value {
    let keys = ["line", "column", "end_line", "end_column"];
    let ours = ["startLine", "startColumn", "endLine", "endColumn"];
    let parts = ours.iter().zip(keys).map(|(ours, key)| ((*ours).to_owned(), place[key].clone()));
    Value::Object(parts.collect::<Map<_, _>>())
}

fn location(place: &Value) -> Value {
    json!({
        "artifactLocation": {"uri": place["file"], "uriBaseId": "STATION"},
        "region": region(place),
    })
}

/// A finding of `--format json` as a result without its rule index.
fn result(finding: &Value) -> Value {
    let mut text = finding["message"].as_str().unwrap().to_owned();
    for key in ["help", "witness"] {
        if let Some(words) = finding[key].as_str() {
            text.push_str(&format!("\n{key}: {words}"));
        }
    }
    let level = if finding["severity"] == "refused" {
        "error"
    } else {
        finding["severity"].as_str().unwrap()
    };
    let mut result = json!({
        "ruleId": finding["code"],
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": location(finding)}],
    });
    let also = finding["also"].as_array().cloned().unwrap_or_default();
    let related: Vec<_> = (1..).zip(&also).map(|(id, also)| {
        json!({"id": id, "physicalLocation": location(also), "message": {"text": also["message"]}})
    }).collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::from(related);
    }
    if let Some(fix) = finding.get("fix") {
        let mut mend = json!({"artifactChanges": [{
            "artifactLocation": {"uri": finding["file"], "uriBaseId": "STATION"},
            "replacements": [{"deletedRegion": region(fix), "insertedContent": {"text": fix["replace"]}}],
        }]});
        if let Some(help) = finding.get("help") {
            mend["description"] = json!({"text": help});
        }
        result["fixes"] = json!([mend]);
    }
    result
}

/// The only run of a log; checks the rule number of each result and removes it.
#[track_caller]
fn run_of(text: &str) -> Value {
    let mut run = serde_json::from_str::<Value>(text).unwrap()["runs"][0].take();
    let rules = run["tool"]["driver"]["rules"].clone();
    for result in run["results"].as_array_mut().unwrap() {
        let number = result.as_object_mut().unwrap().remove("ruleIndex").unwrap();
        let rule = &rules[number.as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
    }
    run
}

#[test]
fn sarif_says_of_every_code_what_json_says() {
    // The schema's pattern for languages has an extra bracket; the output has no language.
    let schema = SCHEMA.replace(r"{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", r"{2}(-[a-zA-Z]{2})?$");
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let (mut fixes, mut related) = (0, 0);
    for code in shown() {
        let station = Station::new(code.bad());
        let (sarif, loads) = station.checked(Findings::Sarif);
        assert_eq!(loads, station.checked(Findings::Json).1);
        let log: Value = serde_json::from_str(&sarif).unwrap();
        let faults: Vec<_> = schema.iter_errors(&log).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}: {sarif}");
        let run = run_of(&sarif);
        let expected: Vec<_> = station.findings().iter().map(result).collect();
        assert_eq!(run["results"], Value::from(expected));
        let results = run["results"].as_array().unwrap();
        fixes += results.iter().filter(|result| result.get("fixes").is_some()).count();
        related += results.iter().filter(|result| result.get("relatedLocations").is_some()).count();
    }
    assert!(fixes > 40 && related > 15, "{fixes} {related}");
}

#[test]
fn places_are_relative_to_the_folder_and_count_characters() {
    let station =
        "include: [\"ma carte/plats é.yaml\"]\napis: [{name: shop, rows: {list: rows.jsonl}}]\n";
    let dishes =
        "skills:\n  - {name: menu, cognitive: {objective: \"é𝄞\"}, invoke: {method: lits}}\n";
    let (_kept, path) = folder(&[("b.yaml", station), ("rows.jsonl", "{\"id\":1}\n")]);
    std::fs::create_dir(path.join("ma carte")).unwrap();
    std::fs::write(path.join("ma carte/plats é.yaml"), dishes).unwrap();
    let ran = run_in(&path, &["check", "b.yaml", "--format", "sarif"], "");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let run = run_of(&ran.out);
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let base = run["originalUriBaseIds"]["STATION"]["uri"].as_str().unwrap();
    assert!(base.starts_with("file:///") && base.ends_with('/'), "{base}");
    let results = run["results"].as_array().unwrap();
    let missing =
        results.iter().find(|result| result["ruleId"] == "api/operation-missing").unwrap();
    let place = &missing["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "ma%20carte/plats%20%C3%A9.yaml");
    let column = dishes.lines().nth(1).unwrap().chars().take_while(|c| *c != 'é').count();
    let column = column + "é𝄞\"}, invoke: {method: ".chars().count() + 1;
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["startColumn"]),
        (&json!(2), &json!(column))
    );
    assert_eq!(
        missing["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"],
        "list"
    );
}
