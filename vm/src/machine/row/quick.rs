//! *Decide* made ready for one row: each test of a slot against a constant with the constant's bytes beside it.
//!
//! PERF: half of the time of a short condition went into finding operands. Two targets a step, and no truth that is
//! not known true, leave one load, one compare and one jump a test.

use crate::decimal::{Decimal, order_small};
use crate::op::{Op, Operand, Place, Target, Test};
use crate::program::Program;
use crate::slot::Slot;
use crate::value::Constant;

/// Up to which scale a number is compared with a constant by one compare of 64 bits.
const SCALES: usize = 8;

/// The steps of a program that is made of jumps alone, one for each instruction.
#[derive(Clone, Debug)]
pub struct Quick {
    steps: Vec<Step>,
    bounds: Vec<Bounds>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    ask: Ask,
    slot: u32,
    yes: u32,
    no: u32,
}

/// What is asked of a slot: whether it is known true.
#[derive(Clone, Copy, Debug)]
enum Ask {
    /// It has these bytes.
    Is(u128),
    /// It is readable and has other bytes.
    Differs(u128),
    /// Its number is above a bound, by its index.
    Above(u32),
    /// Its number is below a bound, by its index.
    Below(u32),
    /// Its number is less than another slot's.
    Less(u32),
    /// Its number is known not to be less than another slot's.
    NotLess(u32),
    /// What the instruction asks.
    Other,
}

/// A bound as the mantissas that it lies at, for each scale that a number may have.
type Bounds = [i64; SCALES];

impl Quick {
    /// The steps of *decide*, where it is made of jumps alone; `constants` are the program's.
    pub fn new(program: &Program, constants: &[Slot]) -> Option<Quick> {
        let mut quick = Quick { steps: Vec::new(), bounds: Vec::new() };
        for op in &program.decide.ops {
            let Op::Jump { test, yes, no } = *op else { return None };
            let (slot, ask) = quick.ask(test, program, constants).unwrap_or((0, Ask::Other));
            quick.steps.push(Step { ask, slot, yes: yes.0, no: no.0 });
        }
        Some(quick)
    }

    /// Whether the answer true is reached; `other` answers the instructions that have no quick way.
    #[inline]
    pub fn decide(&self, slots: &[Slot], other: impl Fn(usize) -> bool) -> bool {
        let mut at = 0usize;
        while let Some(step) = self.steps.get(at) {
            let slot = slots.get(step.slot as usize).copied().unwrap_or(Slot::UNREADABLE);
            let known_true = match step.ask {
                Ask::Is(bits) => slot.bits() == bits,
                Ask::Differs(bits) => !slot.is_unreadable() && slot.bits() != bits,
                Ask::Above(bound) => match self.bound(bound, slot) {
                    Some((mantissa, bound)) => mantissa > bound,
                    None => slot.is_outside_or_fine() && other(at),
                },
                Ask::Below(bound) => match self.bound(bound, slot) {
                    Some((mantissa, bound)) => mantissa < bound,
                    None => slot.is_outside_or_fine() && other(at),
                },
                Ask::Less(right) => match small_order(slot, slots, right) {
                    Some(order) => order.is_lt(),
                    None => other(at),
                },
                Ask::NotLess(right) => match small_order(slot, slots, right) {
                    Some(order) => order.is_ge(),
                    None => other(at),
                },
                Ask::Other => other(at),
            };
            at = (if known_true { step.yes } else { step.no }) as usize;
        }
        at == Target::YES.0 as usize
    }

    /// A slot's mantissa and the bound at its scale, where it is a number of few decimals in 64 bits.
    #[inline]
    fn bound(&self, bound: u32, slot: Slot) -> Option<(i64, i64)> {
        let (mantissa, scale) = slot.as_small()?;
        let bounds = self.bounds.get(bound as usize)?;
        Some((mantissa, *bounds.get(usize::from(scale))?))
    }

    fn ask(&mut self, test: Test, program: &Program, constants: &[Slot]) -> Option<(u32, Ask)> {
        let slot = |operand: Operand| match operand.place() {
            Place::Slot(index) => u32::try_from(index).ok(),
            Place::Constant(_) | Place::Register(_) => None,
        };
        let bytes = |operand: Operand| match operand.place() {
            Place::Constant(index) => constants.get(index).filter(|c| !c.is_outside()),
            Place::Slot(_) | Place::Register(_) => None,
        };
        let against = |left: Operand, right: Operand| match (slot(left), slot(right)) {
            (Some(slot), _) => Some((slot, bytes(right)?.bits())),
            (_, Some(slot)) => Some((slot, bytes(left)?.bits())),
            (None, None) => None,
        };
        match test {
            Test::EqText(l, r)
            | Test::EqNumber(l, r)
            | Test::EqBoolean(l, r)
            | Test::EqDatetime(l, r) => against(l, r).map(|(slot, bits)| (slot, Ask::Is(bits))),
            Test::NeText(l, r)
            | Test::NeNumber(l, r)
            | Test::NeBoolean(l, r)
            | Test::NeDatetime(l, r) => {
                against(l, r).map(|(slot, bits)| (slot, Ask::Differs(bits)))
            }
            Test::Yes(value) => Some((slot(value)?, Ask::Is(Slot::YES.bits()))),
            Test::No(value) => Some((slot(value)?, Ask::Is(Slot::NO.bits()))),
            Test::Null(value) => Some((slot(value)?, Ask::Is(Slot::ABSENT.bits()))),
            Test::NotNull(value) | Test::Known(value) => {
                Some((slot(value)?, Ask::Differs(Slot::ABSENT.bits())))
            }
            Test::LtNumber(l, r) => self.order(program, l, r, Relation::Less),
            Test::GtNumber(l, r) => self.order(program, r, l, Relation::Less),
            Test::GeNumber(l, r) => self.order(program, l, r, Relation::NotLess),
            Test::LeNumber(l, r) => self.order(program, r, l, Relation::NotLess),
            _ => None,
        }
    }

    /// `left < right`, or the contrary of it.
    fn order(
        &mut self,
        program: &Program,
        left: Operand,
        right: Operand,
        relation: Relation,
    ) -> Option<(u32, Ask)> {
        let slot = |index: usize| u32::try_from(index).ok();
        let number = |index: usize| match program.constants.get(index)? {
            Constant::Number(number) => Some(*number),
            Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
        };
        match (left.place(), right.place(), relation) {
            (Place::Slot(left), Place::Slot(right), Relation::Less) => {
                Some((slot(left)?, Ask::Less(slot(right)?)))
            }
            (Place::Slot(left), Place::Slot(right), Relation::NotLess) => {
                Some((slot(left)?, Ask::NotLess(slot(right)?)))
            }
            (Place::Slot(value), Place::Constant(bound), Relation::Less) => {
                Some((slot(value)?, Ask::Below(self.bounds(number(bound)?, Edge::Ceiling, 0)?)))
            }
            (Place::Slot(value), Place::Constant(bound), Relation::NotLess) => {
                Some((slot(value)?, Ask::Above(self.bounds(number(bound)?, Edge::Ceiling, -1)?)))
            }
            (Place::Constant(bound), Place::Slot(value), Relation::Less) => {
                Some((slot(value)?, Ask::Above(self.bounds(number(bound)?, Edge::Floor, 0)?)))
            }
            (Place::Constant(bound), Place::Slot(value), Relation::NotLess) => {
                Some((slot(value)?, Ask::Below(self.bounds(number(bound)?, Edge::Floor, 1)?)))
            }
            _ => None,
        }
    }

    /// Adds the bounds of a number, moved by so many; none where 64 bits do not hold them.
    fn bounds(&mut self, number: Decimal, edge: Edge, moved: i128) -> Option<u32> {
        let mut bounds = [0; SCALES];
        for (scale, bound) in (0u8..).zip(&mut bounds) {
            let exact = match scale.checked_sub(number.scale()) {
                Some(finer) => {
                    number.mantissa().checked_mul(10i128.checked_pow(u32::from(finer))?)?
                }
                None => {
                    let power = 10i128.checked_pow(u32::from(number.scale() - scale))?;
                    let floor = number.mantissa().div_euclid(power);
                    let whole = number.mantissa().rem_euclid(power) == 0;
                    floor + i128::from(edge == Edge::Ceiling && !whole)
                }
            };
            *bound = i64::try_from(exact + moved).ok()?;
        }
        let index = u32::try_from(self.bounds.len()).ok()?;
        self.bounds.push(bounds);
        Some(index)
    }
}

#[derive(Clone, Copy)]
enum Relation {
    Less,
    NotLess,
}

/// Which integer stands for a bound that lies between two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Floor,
    Ceiling,
}

#[inline]
fn small_order(left: Slot, slots: &[Slot], right: u32) -> Option<std::cmp::Ordering> {
    order_small(left.as_small()?, slots.get(right as usize)?.as_small()?)
}
