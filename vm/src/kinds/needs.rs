//! Derives the values of a slot that a program requires to be known true, from the code of *decide*.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::op::{ListId, Op, Operand, Place, Target, Test};
use crate::program::{Form, Nullable, Program};
use crate::value::Constant;
use crate::verify::Verified;

/// A required value of a slot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The absent value.
    Absent,
    /// A known value.
    Constant(Constant),
}

/// The requirement on one slot for reaching the answer true.
#[derive(Clone)]
enum Need {
    /// No requirement: any value can lead there.
    Any,
    /// The slot must have one of these values.
    Of(Rc<BTreeSet<Key>>),
}

/// The most values that are copied for one program and slot; past this limit, no requirement is derived.
const BUDGET: usize = 1 << 16;

/// A program and one of its slots, to recognise operands.
#[derive(Clone, Copy)]
pub struct Operands<'a> {
    pub program: &'a Program,
    pub slot: usize,
}

impl<'a> Operands<'a> {
    pub fn is_slot(self, operand: Operand) -> bool {
        operand.place() == Place::Slot(self.slot)
    }

    /// Returns the constant if these two operands are the slot and a constant.
    pub fn constant_of(self, value: Operand, constant: Operand) -> Option<&'a Constant> {
        let Place::Constant(index) = constant.place() else { return None };
        self.program.constants.get(index).filter(|_| self.is_slot(value))
    }
}

/// The derivation for one program and slot, from the last instruction to the first.
pub struct Needs<'a> {
    program: &'a Program,
    slot: usize,
    /// The requirement at each instruction, the last instruction first.
    needs: Vec<Need>,
    budget: usize,
}

impl<'a> Needs<'a> {
    /// Returns the values of the slot that make the program known true; `None` if other values may as well.
    pub fn of(verified: &'a Verified, slot: usize) -> Option<Vec<Key>> {
        let program = verified.program();
        let ops = program.ops(Form::Decide);
        let mut needs =
            Needs { program, slot, needs: Vec::with_capacity(ops.len()), budget: BUDGET };
        for (at, op) in ops.iter().enumerate().rev() {
            let need = needs.op(at, *op)?;
            needs.needs.push(need);
        }
        match needs.at(0) {
            Need::Any => None,
            Need::Of(keys) => Some(keys.iter().cloned().collect()),
        }
    }

    fn op(&mut self, at: usize, op: Op) -> Option<Need> {
        match op {
            Op::Weigh { .. } | Op::Compute { .. } => Some(self.at(at + 1)),
            Op::Jump { test, yes, no } => {
                let (yes, no) = (self.target(yes), self.target(no));
                let yes = self.refined(test, yes)?;
                self.either(yes, no)
            }
        }
    }

    /// Returns the requirement at a later instruction.
    fn at(&self, index: usize) -> Need {
        let total = self.program.ops(Form::Decide).len();
        let from_end = total.checked_sub(index + 1);
        from_end.and_then(|at| self.needs.get(at)).cloned().unwrap_or(Need::Any)
    }

    fn target(&self, target: Target) -> Need {
        match target {
            Target::YES => Need::Any,
            Target::NO => Need::Of(Rc::default()),
            target => target.index().map_or(Need::Any, |index| self.at(index)),
        }
    }

    /// Adds to a requirement that the test is known true.
    fn refined(&mut self, test: Test, need: Need) -> Option<Need> {
        let Some(keys) = self.keys(test) else { return Some(need) };
        self.spend(keys.len())?;
        let keys = match need {
            Need::Any => keys.into_iter().collect(),
            Need::Of(others) => keys.into_iter().filter(|key| others.contains(key)).collect(),
        };
        Some(Need::Of(Rc::new(keys)))
    }

    fn either(&mut self, a: Need, b: Need) -> Option<Need> {
        match (a, b) {
            (Need::Any, _) | (_, Need::Any) => Some(Need::Any),
            (Need::Of(a), Need::Of(b)) if a.is_empty() || Rc::ptr_eq(&a, &b) => Some(Need::Of(b)),
            (Need::Of(a), Need::Of(b)) if b.is_empty() => Some(Need::Of(a)),
            (Need::Of(a), Need::Of(b)) => {
                self.spend(a.len() + b.len())?;
                Some(Need::Of(Rc::new(a.union(&b).cloned().collect())))
            }
        }
    }

    fn spend(&mut self, keys: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(keys)?;
        Some(())
    }

    /// Returns the values that make a test of the slot against constants known true; `None` for other tests.
    fn keys(&self, test: Test) -> Option<Vec<Key>> {
        match test {
            Test::EqText(left, right)
            | Test::EqNumber(left, right)
            | Test::EqBoolean(left, right)
            | Test::EqDatetime(left, right) => {
                self.equal(left, right).or_else(|| self.equal(right, left))
            }
            Test::InText(value, list)
            | Test::InNumber(value, list)
            | Test::InBoolean(value, list)
            | Test::InDatetime(value, list) => self.is_slot(value).then(|| self.members(list))?,
            Test::Null(value) => self.is_slot(value).then(|| vec![Key::Absent]),
            _ => None,
        }
    }

    fn is_slot(&self, operand: Operand) -> bool {
        self.operands().is_slot(operand)
    }

    fn operands(&self) -> Operands<'a> {
        Operands { program: self.program, slot: self.slot }
    }

    fn equal(&self, value: Operand, constant: Operand) -> Option<Vec<Key>> {
        let constant = self.operands().constant_of(value, constant)?;
        Some(vec![Key::Constant(constant.clone())])
    }

    fn members(&self, list: ListId) -> Option<Vec<Key>> {
        let list = self.program.lists.get(list.index())?;
        let null = (list.null == Nullable::WithNull).then_some(Key::Absent);
        Some(list.members.iter().cloned().map(Key::Constant).chain(null).collect())
    }
}

/// Returns the slots that the program tests.
pub fn tested_slots(verified: &Verified) -> Vec<usize> {
    let mut slots = Vec::new();
    for op in verified.program().ops(Form::Decide) {
        if let Op::Jump { test, .. } = op {
            test.walk(|_, field| {
                if let crate::op::Field::Value(operand) = field
                    && let Place::Slot(slot) = operand.place()
                {
                    slots.push(slot);
                }
            });
        }
    }
    slots.sort_unstable();
    slots.dedup();
    slots
}
