//! Tests the allowed dependencies between crates and the disabled features, as read from the manifests.

use std::process::Command;

use serde_json::Value;

/// Each crate of the workspace and the crates that it may depend on. Nothing may depend on `benches` and `fuzz`.
const ARROWS: &[(&str, &[&str])] = &[
    ("pointsman-vm", &[]),
    ("pointsman-lang", &["pointsman-vm"]),
    ("pointsman-engine", &["pointsman-lang", "pointsman-vm"]),
    ("pointsman-tables", &["pointsman-engine", "pointsman-vm"]),
    ("pointsman", &["pointsman-engine", "pointsman-lang", "pointsman-tables", "pointsman-vm"]),
    ("pointsman-benches", &["pointsman", "pointsman-engine", "pointsman-lang", "pointsman-vm"]),
    ("pointsman-fuzz", &["pointsman", "pointsman-engine", "pointsman-lang", "pointsman-vm"]),
];

/// The platform that the tests run on.
fn host() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("-vV").output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    told.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

fn metadata(more: &[&str]) -> Value {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let mut command = Command::new(cargo);
    command
        .args(["metadata", "--format-version=1", "--offline", "--manifest-path", manifest])
        .args(more);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn crates_depend_along_the_arrows_only() {
    let metadata = metadata(&["--no-deps"]);
    let packages = metadata["packages"].as_array().unwrap();
    assert_eq!(packages.len(), ARROWS.len(), "a crate without a row in this table");
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let (_, allowed) =
            ARROWS.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("no row for {name}"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let to = dependency["name"].as_str().unwrap();
            let ours = ARROWS.iter().any(|(n, _)| *n == to);
            assert!(!ours || allowed.contains(&to), "{name} may not depend on {to}");
        }
    }
}

#[test]
fn numbers_stay_exact_and_maps_sorted_in_the_whole_build() {
    // Packages of other platforms may not be downloaded.
    let metadata = metadata(&["--filter-platform", &host()]);
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let json = nodes.iter().filter(|n| n["id"].as_str().unwrap().contains("serde_json"));
    for node in json {
        for feature in node["features"].as_array().unwrap() {
            let name = feature.as_str().unwrap();
            assert!(
                !["arbitrary_precision", "preserve_order"].contains(&name),
                "serde_json has {name}"
            );
        }
    }
}
