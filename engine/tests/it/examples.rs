//! The examples of codes that the analysis gives of a guard's condition: the bad one earns its code, the good one does not.

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
