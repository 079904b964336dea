//! *Decide* made ready for one row: each test of a slot against a constant with the constant's bytes beside it.
//!
//! PERF: half of the time of a short condition went into finding operands. Two targets a step, and no truth that is
//! not known true, leave one load, one compare and one jump a test.

use crate::decimal::{Decimal, order_small};
use crate::op::{ListId, Op, Operand, Place, Target, Test};
use crate::program::{Nullable, Program};
use crate::slot::{Heap, Slot};
use crate::value::Constant;

/// Up to which scale a number is compared with a constant by one compare of 64 bits.
const SCALES: usize = 8;

/// The steps of a program that is made of jumps alone, one for each instruction.
#[derive(Clone, Debug)]
pub struct Quick {
    steps: Vec<Step>,
    bounds: Vec<Bounds>,
    /// The members of all steps that ask for one of several.
    members: Vec<u128>,
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
    /// It has the bytes of one of these members: from the first, so many.
    Among(u32, u32),
    /// It is readable and has the bytes of none of them.
    NotAmong(u32, u32),
    /// Its number is within bounds, by their index.
    Within(u32),
    /// Its number is less than another slot's.
    Less(u32),
    /// Its number is known not to be less than another slot's.
    NotLess(u32),
    /// What the instruction asks.
    Other,
}

/// Bounds, both within, as the mantissas that they lie at for each scale that a number may have.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    within: [(i64, i64); SCALES],
    /// Where a number goes on of which the instruction itself says true: a step may stand for two.
    next: u32,
}

/// Up to how many members are compared one after the other.
const FEW: usize = 8;

impl Quick {
    /// The steps of *decide*, where it is made of jumps alone; `constants` are the program's.
    pub fn new(program: &Program, constants: &[Slot]) -> Option<Quick> {
        let mut quick = Quick { steps: Vec::new(), bounds: Vec::new(), members: Vec::new() };
        for op in &program.decide.ops {
            let Op::Jump { test, yes, no } = *op else { return None };
            let (slot, ask) = quick.ask(test, program, constants).unwrap_or((0, Ask::Other));
            if let Ask::Within(bounds) = ask
                && let Some(bounds) = quick.bounds.get_mut(bounds as usize)
            {
                bounds.next = yes.0;
            }
            quick.steps.push(Step { ask, slot, yes: yes.0, no: no.0 });
        }
        // From the last on, so that a step takes in what the one behind it took in.
        for at in (1..quick.steps.len()).rev() {
            quick.join(at);
        }
        Some(quick)
    }

    /// Whether the answer true is reached; `other` answers the instructions that have no quick way.
    #[inline]
    pub fn decide(&self, slots: &[Slot], other: impl Fn(usize) -> bool) -> bool {
        let mut at = 0usize;
        while let Some(step) = self.steps.get(at) {
            let slot = slots.get(step.slot as usize).copied().unwrap_or(Slot::UNREADABLE);
            // PERF: the commonest one first, by a jump that is guessed and not one that is looked up.
            if let Ask::Is(bits) = step.ask {
                at = (if slot.bits() == bits { step.yes } else { step.no }) as usize;
                continue;
            }
            let known_true = match step.ask {
                Ask::Is(bits) => slot.bits() == bits,
                Ask::Differs(bits) => !slot.is_unreadable() && slot.bits() != bits,
                Ask::Among(first, count) => self.among(first, count, slot),
                Ask::NotAmong(first, count) => {
                    !slot.is_unreadable() && !self.among(first, count, slot)
                }
                Ask::Within(bounds) => match self.within(bounds, slot) {
                    Some(within) => within,
                    None if slot.is_outside_or_fine() && other(at) => {
                        let next = self.bounds.get(bounds as usize).map(|bounds| bounds.next);
                        at = next.unwrap_or(Target::NO.0) as usize;
                        continue;
                    }
                    None => false,
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

    #[inline]
    fn among(&self, first: u32, count: u32, slot: Slot) -> bool {
        let members = self.members.get(first as usize..first as usize + count as usize);
        let bits = slot.bits();
        // PERF: all are compared, so that there is one jump to guess and not one a member.
        members.is_some_and(|members| members.iter().fold(false, |found, m| found | (*m == bits)))
    }

    /// Whether a slot's mantissa is within the bounds at its scale, where it is a number of few decimals in 64 bits.
    #[inline]
    fn within(&self, bounds: u32, slot: Slot) -> Option<bool> {
        let (mantissa, scale) = slot.as_small()?;
        let bounds = self.bounds.get(bounds as usize)?;
        let (low, high) = *bounds.within.get(usize::from(scale))?;
        Some((low <= mantissa) & (mantissa <= high))
    }

    /// Lets the step before one stand for both, where together they ask one thing of one slot.
    fn join(&mut self, at: usize) {
        let Some((before, step)) = at
            .checked_sub(1)
            .and_then(|before| Some((*self.steps.get(before)?, *self.steps.get(at)?)))
        else {
            return;
        };
        if before.slot != step.slot {
            return;
        }
        let joined = match (before.ask, step.ask) {
            (Ask::Within(a), Ask::Within(b))
                if before.yes as usize == at && before.no == step.no =>
            {
                let both = self.bounds.get(a as usize).copied().zip(self.bounds.get(b as usize));
                let Some((mut both, b)) = both else { return };
                for ((low, high), (b_low, b_high)) in both.within.iter_mut().zip(&b.within) {
                    (*low, *high) = ((*low).max(*b_low), (*high).min(*b_high));
                }
                if let Some(a) = self.bounds.get_mut(a as usize) {
                    *a = both;
                }
                Step { yes: step.yes, ..before }
            }
            (Ask::Is(bits), Ask::Is(_) | Ask::Among(..))
                if before.no as usize == at && before.yes == step.yes =>
            {
                let mut members = match step.ask {
                    Ask::Is(other) => vec![other],
                    Ask::Among(first, count) => {
                        let range = first as usize..first as usize + count as usize;
                        self.members.get(range).unwrap_or_default().to_vec()
                    }
                    _ => return,
                };
                members.push(bits);
                if members.len() > FEW {
                    return;
                }
                let Some((first, count)) = self.hold(&members) else { return };
                Step { ask: Ask::Among(first, count), no: step.no, ..before }
            }
            _ => return,
        };
        if let Some(place) = self.steps.get_mut(at - 1) {
            *place = joined;
        }
    }

    /// Holds members; answers where they begin, and how many they are.
    fn hold(&mut self, members: &[u128]) -> Option<(u32, u32)> {
        let first = u32::try_from(self.members.len()).ok()?;
        self.members.extend(members);
        Some((first, u32::try_from(members.len()).ok()?))
    }

    /// The members of a list of values that slots hold whole, where they are few.
    fn list(&mut self, program: &Program, list: ListId) -> Option<(u32, u32)> {
        let list = program.lists.get(list.index()).filter(|list| list.members.len() <= FEW)?;
        let mut scratch = Heap::default();
        let slot = |member: &Constant| Slot::new(member.value(), &mut scratch);
        let slots: Vec<Slot> = list.members.iter().map(slot).collect();
        let null = (list.null == Nullable::WithNull).then_some(Slot::ABSENT);
        let members: Vec<u128> = slots.iter().chain(&null).map(|slot| slot.bits()).collect();
        let whole = slots.iter().all(|slot| !slot.is_outside());
        (whole && members.len() <= FEW).then(|| self.hold(&members))?
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
            Test::InText(value, list)
            | Test::InNumber(value, list)
            | Test::InBoolean(value, list)
            | Test::InDatetime(value, list) => {
                let slot = slot(value)?;
                self.list(program, list).map(|(first, count)| (slot, Ask::Among(first, count)))
            }
            Test::NotInText(value, list)
            | Test::NotInNumber(value, list)
            | Test::NotInBoolean(value, list)
            | Test::NotInDatetime(value, list) => {
                let slot = slot(value)?;
                self.list(program, list).map(|(first, count)| (slot, Ask::NotAmong(first, count)))
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
            (Place::Slot(value), Place::Constant(bound), Relation::Less) => Some((
                slot(value)?,
                Ask::Within(self.bounds(number(bound)?, Edge::Ceiling, Side::Below)?),
            )),
            (Place::Slot(value), Place::Constant(bound), Relation::NotLess) => Some((
                slot(value)?,
                Ask::Within(self.bounds(number(bound)?, Edge::Ceiling, Side::From)?),
            )),
            (Place::Constant(bound), Place::Slot(value), Relation::Less) => Some((
                slot(value)?,
                Ask::Within(self.bounds(number(bound)?, Edge::Floor, Side::Above)?),
            )),
            (Place::Constant(bound), Place::Slot(value), Relation::NotLess) => Some((
                slot(value)?,
                Ask::Within(self.bounds(number(bound)?, Edge::Floor, Side::UpTo)?),
            )),
            _ => None,
        }
    }

    /// Adds the bounds of what lies on a side of a number; none where 64 bits do not hold them.
    fn bounds(&mut self, number: Decimal, edge: Edge, side: Side) -> Option<u32> {
        let mut within = [(0, 0); SCALES];
        for (scale, within) in (0u8..).zip(&mut within) {
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
            let at = |moved: i128| i64::try_from(exact + moved).ok();
            *within = match side {
                Side::Below => (i64::MIN, at(-1)?),
                Side::UpTo => (i64::MIN, at(0)?),
                Side::From => (at(0)?, i64::MAX),
                Side::Above => (at(1)?, i64::MAX),
            };
        }
        let index = u32::try_from(self.bounds.len()).ok()?;
        self.bounds.push(Bounds { within, next: Target::NO.0 });
        Some(index)
    }
}

/// On which side of a number a value is asked for.
#[derive(Clone, Copy)]
enum Side {
    Below,
    UpTo,
    From,
    Above,
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
