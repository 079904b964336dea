//! The examples of codes that the analysis gives of a guard's condition: the bad one earns its code, the good one does not.

use engine::{Instruction, Registry};
use lang::Code;
use lang::analysis::Budget;
use lang::codes::Subject;

/// What the analysis finds in a guard's `require` over answers to a form.
fn required(text: &str, answers: &[(&str, &str)]) -> Vec<Code> {
    let mut scope = lang::Scope::new(lang::Position::Select);
    for (name, ty) in answers {
        scope.declare(lang::Root::Form, None, None, name, vm::Type::named(ty).unwrap());
    }
    let reading = vm::Reading::default();
    let compiled = lang::compile(text, &scope, &reading).unwrap();
    let fields = lang::analysis::fields(&scope);
    let (duty, mut budget) = (lang::analysis::Duty::Require, Budget::default());
    let found = lang::analysis::alone(&compiled, &scope, &fields, &reading, duty, &mut budget);
    found.iter().map(|finding| finding.code).collect()
}

#[test]
fn a_bad_example_of_a_guard_earns_its_code_alone_and_a_good_one_none() {
    for &code in Code::ALL {
        let (Subject::Require(answers), Subject::Require(_)) =
            (code.bad().subject, code.good().subject)
        else {
            continue;
        };
        assert_eq!(required(&code.bad().text(), answers), [code]);
        assert_eq!(required(&code.good().text(), answers), []);
    }
}

/// What a call of the registry, written as JSON, is refused with.
fn called(text: &str) -> Option<Code> {
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
    let refused = match call.get("resolve") {
        Some(lists) => registry.resolve(&list(&lists["bundle"]), &list(&lists["call"])).err(),
        None => registry.make_load_skill_tool(&list(&call["make_load_skill_tool"])).err(),
    };
    refused.map(|fault| fault.code())
}

#[test]
fn a_call_of_the_registry_earns_its_code() {
    let mut looked = 0;
    for &code in Code::ALL.iter().filter(|code| code.bad().subject == Subject::Instructions) {
        assert_eq!(called(&code.bad().text()), Some(code));
        assert_eq!(called(&code.good().text()), None, "{code}");
        looked += 1;
    }
    assert_eq!(looked, 4);
}
