//! Every file of `tests/refusals`: files of a station, and the findings of loading it.
//!
//! A file has sections, each begun by a line `=== name`. The section `findings` has the findings; `with` names files
//! of `tests/documents` that are added to the station's folder. With the environment variable `GOLDEN=write` the
//! findings are written again.

use std::fs;
use std::path::Path;

use engine::sources::Files;

use crate::shown;

#[test]
fn a_station_is_refused_as_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals");
    let write = std::env::var("GOLDEN").is_ok_and(|value| value == "write");
    let mut wrong = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(!entries.is_empty(), "no file in the folder");
    entries.sort();
    for path in entries {
        let text = fs::read_to_string(&path).unwrap();
        assert!(write || text.contains("=== findings\n"), "{}: no findings", path.display());
        let mut files = Vec::new();
        let mut expected = String::new();
        for section in text.split("=== ").skip(1) {
            let (name, body) = section.split_once('\n').unwrap();
            match name {
                "findings" => expected = body.to_owned(),
                "with" => files.extend(body.lines().map(document)),
                _ => files.push((name.to_owned(), body.to_owned())),
            }
        }
        if !files.iter().any(|(name, _)| name == "menu.json") {
            files.push(("menu.json".to_owned(), engine::report::codes::MENU.to_owned()));
        }
        let loaded = crate::load_station(&Files::new(files));
        let found: String = loaded.findings.iter().map(shown).collect();
        let refused = loaded.findings.iter().any(|f| f.severity == lang::Severity::Refused);
        assert_eq!(loaded.station.is_none(), refused, "{}", path.display());
        if found == expected {
            continue;
        }
        if write {
            let kept = text.split("=== findings\n").next().unwrap();
            fs::write(&path, format!("{kept}=== findings\n{found}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A file of `tests/documents`, with its name.
fn document(name: &str) -> (String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    (name.to_owned(), fs::read_to_string(folder.join(name)).unwrap())
}
