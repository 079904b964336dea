//! The examples of codes that are calls of the registry of instruction skills, and the messages of their faults.

use std::path::Path;

use engine::instruction::{Instruction, InstructionFault, Registry};
use engine::report::codes::{self, Subject};

/// The fault of a registry call, which is written as JSON.
fn called(text: &str) -> Option<InstructionFault> {
    let call: serde_json::Value = serde_json::from_str(text).unwrap();
    let list = |value: &serde_json::Value| -> Vec<Instruction> {
        let skill = |skill: &serde_json::Value| {
            let [name, description, body] =
                ["name", "description", "body"].map(|key| skill[key].as_str().unwrap().to_owned());
            Instruction { name, description, body }
        };
        value.as_array().unwrap().iter().map(skill).collect()
    };
    let mut registry = Registry::default();
    let limit = |key: &str| call[key].as_u64().map(|n| usize::try_from(n).unwrap());
    registry.max_skills = limit("max_skills").unwrap_or(registry.max_skills);
    registry.max_body_chars = limit("max_body_chars").unwrap_or(registry.max_body_chars);
    match call.get("resolve") {
        Some(lists) => registry.resolve(&list(&lists["bundle"]), &list(&lists["call"])).err(),
        None => registry.make_load_skill_tool(&list(&call["make_load_skill_tool"])).err(),
    }
}

#[test]
fn a_call_of_the_registry_earns_its_code() {
    let mut told = String::new();
    for code in codes::all().filter(|code| code.bad().subject == Subject::Instructions) {
        let fault = called(&code.bad().text()).unwrap();
        assert_eq!(fault.code(), code);
        told += &format!("{code}: {fault}\n{}\n", fault.data());
        assert_eq!(called(&code.good().text()), None, "{code}");
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/instruction-faults.txt");
    if std::env::var("GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&golden, &told).unwrap();
    }
    assert_eq!(told, std::fs::read_to_string(&golden).unwrap());
}
