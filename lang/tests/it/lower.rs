//! Tests the programs of conditions, instruction by instruction.

use lang::compile;
use vm::{Form, Reading};

/// Checks both forms; instructions are separated by `; `.
#[track_caller]
fn check(source: &str, decide: &str, weigh: &str) {
    let compiled = compile(source, &crate::check::fields(), &Reading::default()).unwrap();
    let program = compiled.program.program();
    let listed = |form| program.ops(form).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(listed(Form::Decide).join("; "), decide, "{source}");
    assert_eq!(listed(Form::Weigh).join("; "), weigh, "{source}");
}

#[test]
fn parts_are_jumped_between_and_joined_two_by_two() {
    check(
        "$fields.category == '149' and $fields.price > 0",
        "eq.text s2, c0 ? 1 : false; gt.number s7, c1 ? true : false",
        "p1 = eq.text s2, c0; p2 = gt.number s7, c1; p0 = and p1, p2",
    );
    check(
        "$fields.active or $fields.sold_out or $fields.stock in [1, null] or $fields.name != null",
        "yes s0 ? true : 1; yes s1 ? true : 2; in.number s8, l0 ? true : 3; not_null s3 ? true : false",
        "p1 = yes s0; p2 = yes s1; p3 = in.number s8, l0; p4 = not_null s3; p5 = or p1, p2; p6 = or p5, p3; p0 = or p6, p4",
    );
}

#[test]
fn not_is_pushed_to_the_tests_of_decide_alone() {
    check(
        "not ($fields.category == '149' and not ($fields.price > 0 or $fields.active))",
        "ne.text s2, c0 ? true : 1; gt.number s7, c1 ? true : 2; yes s0 ? true : false",
        "p2 = eq.text s2, c0; p5 = gt.number s7, c1; p6 = yes s0; p4 = or p5, p6; p3 = not p4; p1 = and p2, p3; p0 = not p1",
    );
    check(
        "not (not $fields.active)",
        "yes s0 ? true : false",
        "p2 = yes s0; p1 = not p2; p0 = not p1",
    );
    check(
        "not ($fields.name matches 'a' or $fields.name is null or $fields.name is not known or $fields.stock not in [1])",
        "not_matches s3, m0 ? 1 : false; not_null s3 ? 2 : false; known s3 ? 3 : false; in.number s8, l0 ? true : false",
        "p2 = matches s3, m0; p3 = null s3; p4 = unknown s3; p5 = not_in.number s8, l0; p6 = or p2, p3; p7 = or p6, p4; p1 = or p7, p5; p0 = not p1",
    );
}

#[test]
fn is_known_over_a_condition_weighs_it_once() {
    check(
        "($fields.active or $fields.price < 1) is known and $fields.sold_out",
        "p3 = yes s0; p4 = lt.number s7, c0; p2 = or p3, p4; settled p2 ? 4 : false; yes s1 ? true : false",
        "p3 = yes s0; p4 = lt.number s7, c0; p2 = or p3, p4; p1 = settled p2; p5 = yes s1; p0 = and p1, p5",
    );
    check(
        "not (($fields.active and ($fields.price < 1) is not known) is not known)",
        "p3 = yes s0; p5 = lt.number s7, c0; p4 = unsettled p5; p2 = and p3, p4; settled p2 ? true : false",
        "p3 = yes s0; p5 = lt.number s7, c0; p4 = unsettled p5; p2 = and p3, p4; p1 = unsettled p2; p0 = not p1",
    );
}

#[test]
fn values_are_computed_before_their_test() {
    check(
        "$fields.price * 2 - $fields.stock + 1 > -$fields.price",
        "r0 = mul s7, c0; r1 = sub r0, s8; r2 = add r1, c1; r3 = neg s7; gt.number r2, r3 ? true : false",
        "r0 = mul s7, c0; r1 = sub r0, s8; r2 = add r1, c1; r3 = neg s7; p0 = gt.number r2, r3",
    );
    check(
        "not (lower($fields.name) contains 'a') and length($fields.name) == 3",
        "r0 = lower s3; not_contains r0, c0 ? 2 : false; r1 = length s3; eq.number r1, c1 ? true : false",
        "r0 = lower s3; p2 = contains r0, c0; p1 = not p2; r1 = length s3; p3 = eq.number r1, c1; p0 = and p1, p3",
    );
}
