//! Tests that several kinds need, so that each is asked once for all of them.

use std::mem::Discriminant;

use hashbrown::HashMap;

use crate::op::{Field, Op, Place, Target, Test};
use crate::program::{Code, Form, List, Program};
use crate::value::Constant;
use crate::verify::{Verified, verify};

/// The number of a test, the same in all kinds that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId(u32);

/// A test that has to be known true for a kind to hold: which instruction it is, and which test.
pub type Needed = (usize, TestId);

/// A test identified by its operands' meaning, independent of how a program stores them.
#[derive(PartialEq, Eq, Hash)]
struct Told {
    test: Discriminant<Test>,
    of: Vec<Of>,
}

#[derive(PartialEq, Eq, Hash)]
enum Of {
    Slot(usize),
    Constant(Constant),
    List(List),
    Pattern(String),
}

/// For each kind the slow tests that it needs: those without a step of the row machine.
pub fn needed(kinds: &[Verified]) -> Vec<Vec<Needed>> {
    let mut numbers: HashMap<Told, TestId> = HashMap::new();
    let of = |kind| {
        let mut needed = Vec::new();
        for (at, test) in conjuncts(kind) {
            let Some(told) = told(kind.program(), test) else { continue };
            let next = TestId(numbers.len() as u32);
            needed.push((at, *numbers.entry(told).or_insert(next)));
        }
        needed
    };
    kinds.iter().map(of).collect()
}

/// The tests that a kind begins with and that must all be known true, without those that have a step.
fn conjuncts(kind: &Verified) -> Vec<(usize, Test)> {
    let ops = kind.program().ops(Form::Decide);
    let (mut at, mut tests) = (0, Vec::new());
    while let Some(Op::Jump { test, yes, no: Target::NO }) = ops.get(at) {
        if kind.takes_a_while(at) {
            tests.push((at, *test));
        }
        let Some(next) = yes.index() else { break };
        at = next;
    }
    tests
}

/// The identity of a test; `None` if an operand is computed.
fn told(program: &Program, test: Test) -> Option<Told> {
    let mut of = Vec::new();
    let mut plain = true;
    test.walk(|_, field| {
        let part = match field {
            Field::Value(operand) => match operand.place() {
                Place::Slot(index) => Some(Of::Slot(index)),
                Place::Constant(index) => program.constants.get(index).cloned().map(Of::Constant),
                Place::Register(_) => None,
            },
            Field::List(list) => program.lists.get(list.index()).cloned().map(Of::List),
            Field::Pattern(pattern) => {
                program.patterns.get(pattern.index()).cloned().map(Of::Pattern)
            }
            Field::Truth(_) => None,
        };
        plain &= part.is_some();
        of.extend(part);
    });
    plain.then_some(Told { test: std::mem::discriminant(&test), of })
}

/// A program that asks one test of a kind and nothing else.
pub fn alone(kind: &Verified, at: usize) -> Option<Verified> {
    let Op::Jump { test, .. } = *kind.program().ops(Form::Decide).get(at)? else { return None };
    let ops = vec![Op::Jump { test, yes: Target::YES, no: Target::NO }];
    let program = Program { decide: Code { ops, registers: 0 }, ..kind.program().clone() };
    verify(program, kind.prepared.patterns.clone()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KindSet;
    use crate::kinds::index::{ROOT, Split};
    use crate::kinds::residual::Residual;
    use crate::program::ProgramBuilder;
    use crate::reading::Reading;
    use crate::types::Type;

    /// `name contains part and stock == number`.
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
        let root = set.index.node(ROOT).unwrap();
        assert!(root.candidates.is_empty());
        let [Split::Ask(_, below)] = root.splits().collect::<Vec<_>>()[..] else { panic!() };
        let below = set.index.node(*below).unwrap();
        assert_eq!(below.candidates.iter().map(|c| c.kind).collect::<Vec<_>>(), [0, 1]);
        for candidate in &below.candidates {
            assert!(matches!(candidate.left, Residual::Step(1, _)), "{candidate:?}");
        }
    }
}
