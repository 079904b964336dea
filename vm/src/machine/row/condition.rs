//! The conditions of fast steps: tests of one slot, with constants in slot representation.

use crate::machine::kernel::Position;
use crate::op::{ListId, Operand, Place, Target, Test};
use crate::program::{Nullable, Program};
use crate::slot::{Heap, SCALE, Slot};
use crate::value::Constant;

/// The most members of a list in a fast step.
const MAX_MEMBERS: usize = 8;

/// A jump with its condition, before it becomes a step.
#[derive(Clone)]
pub struct ConditionalJump {
    pub condition: Condition,
    pub yes: Target,
    pub no: Target,
    /// The number of consecutive instructions that the jump replaces.
    pub instructions: u8,
}

/// A condition on a slot; `Other` has no fast form.
#[derive(Clone, PartialEq)]
pub enum Condition {
    Equal(usize, Slot),
    NotEqual(usize, Slot),
    Within(usize, i64, i64),
    Less(usize, usize),
    NotLess(usize, usize),
    In(usize, Vec<[u64; 2]>),
    NotIn(usize, Vec<[u64; 2]>),
    Other,
}

impl ConditionalJump {
    /// Merges two successive jumps into one, if together they are one condition on the same slot.
    pub fn merge(&self, at: usize, next: &ConditionalJump) -> Option<ConditionalJump> {
        let falls_through = |target: Target| target.index() == Some(at + 1);
        let condition = match (&self.condition, &next.condition) {
            (Condition::Within(a, low, high), Condition::Within(b, b_low, b_high))
                if a == b && falls_through(self.yes) && self.no == next.no =>
            {
                Condition::Within(*a, *low.max(b_low), *high.min(b_high))
            }
            (Condition::Equal(a, bytes), Condition::Equal(b, other))
                if a == b && falls_through(self.no) && self.yes == next.yes =>
            {
                Condition::In(*a, vec![bytes.halves(), other.halves()])
            }
            (Condition::Equal(a, bytes), Condition::In(b, others))
                if a == b
                    && falls_through(self.no)
                    && self.yes == next.yes
                    && others.len() < MAX_MEMBERS =>
            {
                Condition::In(*a, [&[bytes.halves()], &others[..]].concat())
            }
            _ => return None,
        };
        let instructions = next.instructions.checked_add(1)?;
        Some(ConditionalJump { condition, yes: next.yes, no: next.no, instructions })
    }
}

impl Condition {
    /// Returns the condition of a test; `None` if it has no fast form.
    pub fn of(test: Test, program: &Program, constants: &[Slot]) -> Option<Condition> {
        let slot = |operand: Operand| match operand.place() {
            Place::Slot(index) => Some(index),
            Place::Constant(_) | Place::Register(_) => None,
        };
        let bytes = |operand: Operand| match operand.place() {
            Place::Constant(index) => constants.get(index).copied().filter(|c| !c.is_outside()),
            Place::Slot(_) | Place::Register(_) => None,
        };
        let against = |condition: fn(usize, Slot) -> Condition, left, right| match (
            slot(left),
            slot(right),
        ) {
            (Some(slot), _) => Some(condition(slot, bytes(right)?)),
            (_, Some(slot)) => Some(condition(slot, bytes(left)?)),
            (None, None) => None,
        };
        Some(match test {
            Test::EqText(l, r)
            | Test::EqNumber(l, r)
            | Test::EqBoolean(l, r)
            | Test::EqDatetime(l, r) => against(Condition::Equal, l, r)?,
            Test::NeText(l, r)
            | Test::NeNumber(l, r)
            | Test::NeBoolean(l, r)
            | Test::NeDatetime(l, r) => against(Condition::NotEqual, l, r)?,
            Test::Yes(value) => Condition::Equal(slot(value)?, Slot::YES),
            Test::No(value) => Condition::Equal(slot(value)?, Slot::NO),
            Test::Null(value) => Condition::Equal(slot(value)?, Slot::ABSENT),
            Test::NotNull(value) | Test::Known(value) => {
                Condition::NotEqual(slot(value)?, Slot::ABSENT)
            }
            Test::InText(value, list)
            | Test::InNumber(value, list)
            | Test::InBoolean(value, list)
            | Test::InDatetime(value, list) => Condition::In(slot(value)?, members(program, list)?),
            Test::NotInText(value, list)
            | Test::NotInNumber(value, list)
            | Test::NotInBoolean(value, list)
            | Test::NotInDatetime(value, list) => {
                Condition::NotIn(slot(value)?, members(program, list)?)
            }
            Test::LtNumber(l, r) => order(program, l, r, Relation::Less)?,
            Test::GtNumber(l, r) => order(program, r, l, Relation::Less)?,
            Test::GeNumber(l, r) => order(program, l, r, Relation::NotLess)?,
            Test::LeNumber(l, r) => order(program, r, l, Relation::NotLess)?,
            _ => return None,
        })
    }
}

/// Returns the members of a list as slot bytes; `None` if there are many or if a slot cannot store some member itself.
fn members(program: &Program, list: ListId) -> Option<Vec<[u64; 2]>> {
    let list = program.lists.get(list.index()).filter(|list| list.members.len() <= MAX_MEMBERS)?;
    let mut scratch = Heap::default();
    let slot = |member: &Constant| Slot::new(member.value(), &mut scratch);
    let slots: Vec<Slot> = list.members.iter().map(slot).collect();
    let null = (list.null == Nullable::WithNull).then_some(Slot::ABSENT);
    let members: Vec<_> = slots.iter().chain(&null).map(Slot::halves).collect();
    let whole = slots.iter().all(|slot| !slot.is_outside());
    (whole && (1..=MAX_MEMBERS).contains(&members.len())).then_some(members)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    NotLess,
}

/// Returns the condition `left < right`, or its opposite.
fn order(
    program: &Program,
    left: Operand,
    right: Operand,
    relation: Relation,
) -> Option<Condition> {
    let number = |index: usize| match program.constants.get(index)? {
        Constant::Number(number) => Some(*number),
        Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
    };
    Some(match (left.place(), right.place(), relation) {
        (Place::Slot(left), Place::Slot(right), Relation::Less) => Condition::Less(left, right),
        (Place::Slot(left), Place::Slot(right), Relation::NotLess) => {
            Condition::NotLess(left, right)
        }
        (Place::Slot(value), Place::Constant(bound), relation) => {
            let from = match Position::of(number(bound)?, SCALE) {
                Position::On(at) => at,
                Position::Above(at) => at.checked_add(1)?,
                Position::Below => return None,
            };
            match relation {
                Relation::Less => Condition::Within(value, i64::MIN, from.checked_sub(1)?),
                Relation::NotLess => Condition::Within(value, from, i64::MAX),
            }
        }
        (Place::Constant(bound), Place::Slot(value), relation) => {
            let (Position::On(to) | Position::Above(to)) = Position::of(number(bound)?, SCALE)
            else {
                return None;
            };
            match relation {
                Relation::Less => Condition::Within(value, to.checked_add(1)?, i64::MAX),
                Relation::NotLess => Condition::Within(value, i64::MIN, to),
            }
        }
        _ => return None,
    })
}
