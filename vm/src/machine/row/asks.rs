//! What the tests of a program ask of one slot, with constants as the bytes that a slot has.

use crate::machine::kernel::Grid;
use crate::op::{ListId, Operand, Place, Target, Test};
use crate::program::{Nullable, Program};
use crate::slot::{Heap, SCALE, Slot};
use crate::value::Constant;

/// The most members that are stored in a step.
const FEW: usize = 8;

/// What an instruction asks, before it is a step.
#[derive(Clone)]
pub struct Asked {
    pub asks: Asks,
    pub yes: Target,
    pub no: Target,
    /// The number of consecutive instructions that it replaces.
    pub instructions: u8,
}

/// A test of a slot: the question, the slot and the constants.
#[derive(Clone, PartialEq)]
pub enum Asks {
    Is(usize, Slot),
    Differs(usize, Slot),
    Within(usize, i64, i64),
    Less(usize, usize),
    NotLess(usize, usize),
    Among(usize, Vec<[u64; 2]>),
    NotAmong(usize, Vec<[u64; 2]>),
    Other,
}

impl Asked {
    /// One test that replaces both, if together they ask one question about one slot.
    pub fn join(&self, at: usize, behind: &Asked) -> Option<Asked> {
        let goes_on = |target: Target| target.index() == Some(at + 1);
        let asks = match (&self.asks, &behind.asks) {
            (Asks::Within(a, low, high), Asks::Within(b, b_low, b_high))
                if a == b && goes_on(self.yes) && self.no == behind.no =>
            {
                Asks::Within(*a, *low.max(b_low), *high.min(b_high))
            }
            (Asks::Is(a, bytes), Asks::Is(b, other))
                if a == b && goes_on(self.no) && self.yes == behind.yes =>
            {
                Asks::Among(*a, vec![bytes.halves(), other.halves()])
            }
            (Asks::Is(a, bytes), Asks::Among(b, others))
                if a == b && goes_on(self.no) && self.yes == behind.yes && others.len() < FEW =>
            {
                Asks::Among(*a, [&[bytes.halves()], &others[..]].concat())
            }
            _ => return None,
        };
        let instructions = behind.instructions.checked_add(1)?;
        Some(Asked { asks, yes: behind.yes, no: behind.no, instructions })
    }
}

impl Asks {
    /// The question of a test; `None` if only the instruction itself can answer it.
    pub fn of(test: Test, program: &Program, constants: &[Slot]) -> Option<Asks> {
        let slot = |operand: Operand| match operand.place() {
            Place::Slot(index) => Some(index),
            Place::Constant(_) | Place::Register(_) => None,
        };
        let bytes = |operand: Operand| match operand.place() {
            Place::Constant(index) => constants.get(index).copied().filter(|c| !c.is_outside()),
            Place::Slot(_) | Place::Register(_) => None,
        };
        let against = |asks: fn(usize, Slot) -> Asks, left, right| match (slot(left), slot(right)) {
            (Some(slot), _) => Some(asks(slot, bytes(right)?)),
            (_, Some(slot)) => Some(asks(slot, bytes(left)?)),
            (None, None) => None,
        };
        Some(match test {
            Test::EqText(l, r)
            | Test::EqNumber(l, r)
            | Test::EqBoolean(l, r)
            | Test::EqDatetime(l, r) => against(Asks::Is, l, r)?,
            Test::NeText(l, r)
            | Test::NeNumber(l, r)
            | Test::NeBoolean(l, r)
            | Test::NeDatetime(l, r) => against(Asks::Differs, l, r)?,
            Test::Yes(value) => Asks::Is(slot(value)?, Slot::YES),
            Test::No(value) => Asks::Is(slot(value)?, Slot::NO),
            Test::Null(value) => Asks::Is(slot(value)?, Slot::ABSENT),
            Test::NotNull(value) | Test::Known(value) => Asks::Differs(slot(value)?, Slot::ABSENT),
            Test::InText(value, list)
            | Test::InNumber(value, list)
            | Test::InBoolean(value, list)
            | Test::InDatetime(value, list) => Asks::Among(slot(value)?, members(program, list)?),
            Test::NotInText(value, list)
            | Test::NotInNumber(value, list)
            | Test::NotInBoolean(value, list)
            | Test::NotInDatetime(value, list) => {
                Asks::NotAmong(slot(value)?, members(program, list)?)
            }
            Test::LtNumber(l, r) => order(program, l, r, Relation::Less)?,
            Test::GtNumber(l, r) => order(program, r, l, Relation::Less)?,
            Test::GeNumber(l, r) => order(program, l, r, Relation::NotLess)?,
            Test::LeNumber(l, r) => order(program, r, l, Relation::NotLess)?,
            _ => return None,
        })
    }
}

/// The members of a list of values that fit slots, if they are few.
fn members(program: &Program, list: ListId) -> Option<Vec<[u64; 2]>> {
    let list = program.lists.get(list.index()).filter(|list| list.members.len() <= FEW)?;
    let mut scratch = Heap::default();
    let slot = |member: &Constant| Slot::new(member.value(), &mut scratch);
    let slots: Vec<Slot> = list.members.iter().map(slot).collect();
    let null = (list.null == Nullable::WithNull).then_some(Slot::ABSENT);
    let members: Vec<_> = slots.iter().chain(&null).map(Slot::halves).collect();
    let whole = slots.iter().all(|slot| !slot.is_outside());
    (whole && (1..=FEW).contains(&members.len())).then_some(members)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    NotLess,
}

/// `left < right`, or the contrary of it.
fn order(program: &Program, left: Operand, right: Operand, relation: Relation) -> Option<Asks> {
    let number = |index: usize| match program.constants.get(index)? {
        Constant::Number(number) => Some(*number),
        Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
    };
    Some(match (left.place(), right.place(), relation) {
        (Place::Slot(left), Place::Slot(right), Relation::Less) => Asks::Less(left, right),
        (Place::Slot(left), Place::Slot(right), Relation::NotLess) => Asks::NotLess(left, right),
        (Place::Slot(value), Place::Constant(bound), relation) => {
            let from = match Grid::of(number(bound)?, SCALE) {
                Grid::On(at) => at,
                Grid::Above(at) => at.checked_add(1)?,
                Grid::Below => return None,
            };
            match relation {
                Relation::Less => Asks::Within(value, i64::MIN, from.checked_sub(1)?),
                Relation::NotLess => Asks::Within(value, from, i64::MAX),
            }
        }
        (Place::Constant(bound), Place::Slot(value), relation) => {
            let (Grid::On(to) | Grid::Above(to)) = Grid::of(number(bound)?, SCALE) else {
                return None;
            };
            match relation {
                Relation::Less => Asks::Within(value, to.checked_add(1)?, i64::MAX),
                Relation::NotLess => Asks::Within(value, i64::MIN, to),
            }
        }
        _ => return None,
    })
}
