//! Expensive tests that several kinds require: each runs once for all of these kinds.

use std::mem::Discriminant;

use hashbrown::HashMap;

use crate::op::{Field, Op, Place, Target, Test};
use crate::program::{Code, Form, List, Program};
use crate::value::Constant;
use crate::verify::{Verified, verify};

/// Identifies a test, across all kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId(u32);

/// A test that must be known true for a kind to match: its instruction and its identity.
pub type Needed = (usize, TestId);

/// The identity of a test: its operands by content, not by their index in one program.
#[derive(PartialEq, Eq, Hash)]
struct TestKey {
    test: Discriminant<Test>,
    of: Vec<OperandKey>,
}

#[derive(PartialEq, Eq, Hash)]
enum OperandKey {
    Slot(usize),
    Constant(Constant),
    List(List),
    Pattern(String),
}

/// Returns the expensive tests that each kind requires: those without a fast step in the row machine.
pub fn needed(kinds: &[Verified]) -> Vec<Vec<Needed>> {
    let mut numbers: HashMap<TestKey, TestId> = HashMap::new();
    let of = |kind| {
        let mut needed = Vec::new();
        for (at, test) in conjuncts(kind) {
            let Some(key) = key(kind.program(), test) else { continue };
            let next = TestId(numbers.len() as u32);
            needed.push((at, *numbers.entry(key).or_insert(next)));
        }
        needed
    };
    kinds.iter().map(of).collect()
}

/// Returns the expensive tests among the conjuncts at the start of a kind.
fn conjuncts(kind: &Verified) -> Vec<(usize, Test)> {
    let ops = kind.program().ops(Form::Decide);
    let (mut at, mut tests) = (0, Vec::new());
    while let Some(Op::Jump { test, yes, no: Target::NO }) = ops.get(at) {
        if kind.is_expensive(at) {
            tests.push((at, *test));
        }
        let Some(next) = yes.index() else { break };
        at = next;
    }
    tests
}

/// Returns the identity of a test; `None` if the test reads a register or a part.
fn key(program: &Program, test: Test) -> Option<TestKey> {
    let mut of = Vec::new();
    let mut plain = true;
    test.walk(|_, field| {
        let part = match field {
            Field::Value(operand) => match operand.place() {
                Place::Slot(index) => Some(OperandKey::Slot(index)),
                Place::Constant(index) => {
                    program.constants.get(index).cloned().map(OperandKey::Constant)
                }
                Place::Register(_) => None,
            },
            Field::List(list) => program.lists.get(list.index()).cloned().map(OperandKey::List),
            Field::Pattern(pattern) => {
                program.patterns.get(pattern.index()).cloned().map(OperandKey::Pattern)
            }
            Field::Truth(_) => None,
        };
        plain &= part.is_some();
        of.extend(part);
    });
    plain.then_some(TestKey { test: std::mem::discriminant(&test), of })
}

/// Returns a program that consists of one test of a kind.
pub fn single_test(kind: &Verified, at: usize) -> Option<Verified> {
    let Op::Jump { test, .. } = *kind.program().ops(Form::Decide).get(at)? else { return None };
    let ops = vec![Op::Jump { test, yes: Target::YES, no: Target::NO }];
    let program = Program { decide: Code { ops, registers: 0 }, ..kind.program().clone() };
    verify(program, kind.prepared.patterns.clone()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KindSet;
    use crate::kinds::residual::Residual;
    use crate::kinds::tree::{ROOT, Split};
    use crate::program::ProgramBuilder;
    use crate::reading::Reading;
    use crate::types::Type;

    /// The condition `name contains part and stock >= number`.
    fn kind(part: &str, number: i128) -> Verified {
        let mut b = ProgramBuilder::new(&[Type::Text, Type::Number], &Reading::default());
        let (name, stock) = (b.slot(0), b.slot(1));
        let part = b.constant(Constant::Text(part.to_owned()));
        let number = crate::decimal::Decimal::new(number, 0).unwrap();
        let number = b.constant(Constant::Number(number));
        let next = b.label();
        let tests = [Test::Contains(name, part), Test::GeNumber(stock, number)];
        b.jump(tests[0], next, Target::NO);
        b.place(next);
        b.jump(tests[1], Target::YES, Target::NO);
        let parts = tests.map(|test| {
            let part = b.part();
            b.weigh(Form::Weigh, test, part);
            part
        });
        let all = b.part();
        b.weigh(Form::Weigh, Test::And(parts[0], parts[1]), all);
        b.finish(all).unwrap()
    }

    #[test]
    fn a_test_that_kinds_share_is_asked_once_for_all() {
        let set = KindSet::new(vec![kind("hot", 1), kind("hot", 2)]);
        let root = set.tree.node(ROOT).unwrap();
        assert!(root.candidates.is_empty());
        let [Split::Test(_, below)] = root.splits().collect::<Vec<_>>()[..] else { panic!() };
        let below = set.tree.node(*below).unwrap();
        assert_eq!(below.candidates.iter().map(|c| c.kind).collect::<Vec<_>>(), [0, 1]);
        for candidate in &below.candidates {
            assert!(matches!(candidate.residual, Residual::Step(1, _)), "{candidate:?}");
        }
    }
}
