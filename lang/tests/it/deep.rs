//! Deep and large conditions do not exhaust a stack of 512 KiB, in a debug build.

use lang::compile;
use vm::{Reading, Row};

/// Checks the result of compiling on a small stack: the number of instructions, or the codes.
#[track_caller]
fn check(source: String, expected: &'static str) {
    let run = move || match compile(&source, &crate::check::fields(), &Reading::default()) {
        Ok(compiled) => {
            let row = Row::new(11);
            assert!(!compiled.program.decide(&row));
            assert_eq!(compiled.program.weigh(&row).truth(), vm::Truth::Indeterminate);
            "ok".to_owned()
        }
        Err(findings) => {
            let mut codes: Vec<&str> = findings.iter().map(|f| f.code.as_str()).collect();
            codes.dedup();
            codes.join(" ")
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap();
    assert_eq!(thread.join().unwrap(), expected);
}

fn nested(before: &str, inner: &str, after: &str) -> String {
    format!("{}{inner}{}", before.repeat(64), after.repeat(64))
}

#[test]
fn conditions_nest_sixty_four_deep() {
    check(nested("(", "$fields.active", ")"), "ok");
    check(nested("not ", "$fields.active", ""), "ok");
    check(nested("$fields.sold_out and $fields.active or (", "$fields.active", ")"), "ok");
    check(nested("$fields.sold_out or $fields.active and (", "$fields.active", ")"), "ok");
    let known = format!(
        "{}$fields.active{}",
        "(".repeat(63),
        ") is not known and $fields.active".repeat(63)
    );
    check(known, "ok");
}

#[test]
fn values_nest_sixty_four_deep() {
    check(nested("-", "$fields.stock", "") + " < 1", "ok");
    check(nested("1 + 2 * (", "$fields.stock", ")") + " < 1", "ok");
    check(nested("lower(", "$fields.name", ")") + " contains 'a'", "ok");
}

#[test]
fn conditions_in_values_nest_sixty_four_deep() {
    check(nested("1 + 2 * (1 < ", "$fields.stock", ")") + " < 1", "condition/operand-type");
    let known = nested("$fields.active or true == (", "$fields.active", ")");
    check(known, "condition/operand-type");
}

#[test]
fn chains_do_not_nest() {
    let or = |terms: usize| vec!["$fields.active"; terms].join(" or ");
    check(or(3_600), "ok");
    let sum = vec!["$fields.stock"; 3_000].join(" + ");
    check(sum + " < 1", "ok");
}

#[test]
fn atoms_are_counted() {
    let mut scope = lang::Scope::new(lang::Position::Kind);
    scope.declare(lang::Root::Fields, None, None, "a", vm::Type::Boolean).unwrap();
    let or = |terms: usize| vec!["$fields.a"; terms].join(" or ");
    assert!(compile(&or(4_096), &scope, &Reading::default()).is_ok());
    let source = or(4_097);
    let findings = compile(&source, &scope, &Reading::default()).unwrap_err();
    assert_eq!(
        crate::check::render(&source, &findings),
        "condition/too-many-atoms at 53248 [$fields.a]: a condition has at most 4,096 atoms, this is one more | \
         write `in [...]` for a row of equalities"
    );
}

#[test]
fn names_that_are_looked_for_take_bounded_time() {
    let mut scope = lang::Scope::new(lang::Position::Kind);
    for at in 0..60_000 {
        let name = format!("field_{at}");
        scope.declare(lang::Root::Fields, None, None, &name, vm::Type::Text).unwrap();
    }
    let unknown = |at: usize| format!("$fields.feild_{at} is null");
    let source = (0..2_000).map(unknown).collect::<Vec<_>>().join(" or ");
    let findings = compile(&source, &scope, &Reading::default()).unwrap_err();
    assert_eq!(findings.len(), 2_000);
    let advised = findings.iter().take_while(|finding| finding.fix.is_some()).count();
    assert_eq!(advised, 20);
    assert!(findings.iter().skip(advised).all(|finding| finding.help.is_none()));
}
