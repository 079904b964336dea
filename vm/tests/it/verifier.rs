//! What the verifier refuses.

use vm::{
    Compute, Constant, Decimal, Form, Nullable, Part, ProgramBuilder, Reading, Target, Test, Type,
};

/// Writes *decide* with a valid *weigh*, and compares what the verifier reports.
#[track_caller]
fn check(write: impl FnOnce(&mut ProgramBuilder), wanted: &str) {
    let mut program = ProgramBuilder::new(&[Type::Text, Type::Price], &Reading::default());
    let answer = program.part();
    let text = program.slot(0);
    program.weigh(Form::Weigh, Test::Null(text), answer);
    write(&mut program);
    let said = program.finish(answer).err().map(|fault| fault.to_string());
    assert_eq!(said.unwrap_or("fits".into()), wanted);
}

/// A test that is in order, between two targets.
fn jump(p: &mut ProgramBuilder, yes: Target, no: Target) {
    let text = p.slot(0);
    p.jump(Test::Null(text), yes, no);
}

#[test]
fn operands_are_there_and_of_the_type() {
    let test = |make: fn(&mut ProgramBuilder) -> Test| {
        move |p: &mut ProgramBuilder| {
            let test = make(p);
            p.jump(test, Target::YES, Target::NO);
        }
    };
    check(test(|p| Test::Known(p.slot(1))), "fits");
    let type_fault = "decide 0: an operand does not have the type that the instruction requires";
    check(test(|p| Test::EqText(p.slot(0), p.slot(1))), type_fault);
    check(test(|p| Test::EqNumber(p.slot(1), p.constant(Constant::Boolean(true)))), type_fault);
    let member = || Constant::Number(Decimal::ZERO);
    check(test(|p| Test::InText(p.slot(0), p.list(vec![], Nullable::WithNull))), "fits");
    check(
        move |p| {
            let test = Test::InText(p.slot(0), p.list(vec![member()], Nullable::WithNull));
            p.jump(test, Target::YES, Target::NO);
        },
        type_fault,
    );
    let missing = "decide 0: an operand does not exist";
    check(test(|p| Test::Known(p.slot(2))), missing);
    check(test(|_| Test::Is(Part::new(7).unwrap())), missing);
    check(
        test(|_| Test::Is(Part::new(0).unwrap())),
        "decide 0: a register or part is read before it is set",
    );
}

#[test]
fn ways_go_forwards_and_end() {
    check(|_| {}, "a path ends without an answer");
    check(|p| jump(p, Target::YES, Target::NO), "fits");
    check(
        |p| {
            let start = p.label();
            p.place(start);
            jump(p, start, Target::NO);
        },
        "decide 0: a jump must lead to a later instruction",
    );
    check(
        |p| {
            let never = p.label();
            jump(p, never, Target::NO);
        },
        "decide 0: a jump must lead to a later instruction",
    );
    check(
        |p| {
            jump(p, Target::YES, Target::NO);
            jump(p, Target::YES, Target::NO);
        },
        "decide 1: an instruction is unreachable",
    );
    check(
        |p| {
            let part = p.part();
            let text = p.slot(0);
            p.weigh(Form::Decide, Test::Null(text), part);
        },
        "decide 0: a path ends without an answer",
    );
}

#[test]
fn what_is_read_is_set_on_every_way() {
    // One branch computes, the other does not: an instruction after both may not read the result.
    let write = |join: bool| {
        move |p: &mut ProgramBuilder| {
            let (price, compute, after) = (p.slot(1), p.label(), p.label());
            jump(p, compute, if join { after } else { Target::NO });
            p.place(compute);
            let double = p.compute(Form::Decide, Compute::Add(price, price));
            jump(p, after, Target::NO);
            p.place(after);
            p.jump(Test::Known(double), Target::YES, Target::NO);
        }
    };
    check(write(false), "fits");
    check(write(true), "decide 3: a register or part is read before it is set");
}

#[test]
fn a_part_is_set_once() {
    check(
        |p| {
            let (text, part) = (p.slot(0), Part::new(0).unwrap());
            p.weigh(Form::Weigh, Test::Null(text), part);
            jump(p, Target::YES, Target::NO);
        },
        "weigh 1: a register or part is set twice or out of order",
    );
}

#[test]
fn a_program_of_the_largest_condition_is_verified_in_time() {
    check(
        |p| {
            for _ in 0..20_000 {
                let next = p.label();
                jump(p, Target::YES, next);
                p.place(next);
            }
            jump(p, Target::YES, Target::NO);
        },
        "fits",
    );
}
