//! The fast path of *decide* for one row: each step tests a slot against the bytes of a constant.
//!
//! PERF: finding operands took half of the time of a short condition. A step has two targets and no third truth, so a
//! test is one load, one comparison and one jump.

use crate::machine::row::condition::{Condition, ConditionalJump};
use crate::op::{Op, Target};
use crate::program::Program;
use crate::slot::Slot;
use crate::swar::SPREAD;

/// The steps of a program that contains only jumps, one step per instruction.
#[derive(Clone, Debug)]
pub struct FastPath {
    steps: Vec<Step>,
    /// A copy of the first step, for direct access.
    first: Step,
    /// The steps grouped by condition, if the program is a conjunction.
    conjunction: Option<Conjunction>,
    /// The hash tables of the members of all `in` steps.
    members: Vec<[u64; 2]>,
}

/// A condition on a slot, and the targets of its two results.
///
/// PERF: two steps fill a cache line. The offset of the next step is known, so the CPU continues before the slot is
/// loaded.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    form: StepForm,
    /// The result of the condition on which the program continues.
    on: bool,
    effect: Effect,
    /// The offset of the next step.
    next: u8,
    slot: u32,
    /// The target if the program does not continue.
    leave: Target,
    /// The operands of the condition, by its form.
    low: u64,
    high: u64,
}

/// A short conjunction of steps.
///
/// PERF: if results are unpredictable, a few more steps cost less than one mispredicted branch. Steps grouped by
/// form need no branch on their form.
#[derive(Clone, Debug, Default)]
struct Conjunction {
    equal: Vec<Step>,
    within: Vec<Step>,
    /// The steps with a list of members.
    members: Vec<Step>,
}

/// The effect of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Gives the answer: true if the result is `on`.
    Answer,
    /// Continues if the result is `on`, otherwise jumps to `leave`.
    Branch,
}

/// The form of a condition. It defines when the condition is known true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepForm {
    /// The slot has the bytes `low` and `high`.
    Equal,
    /// The slot is readable and has other bytes.
    NotEqual,
    /// The number in fixed units is at least `low` and at most `high`.
    Within,
    /// The number is less than the number in slot `low`.
    Less,
    /// The number is known to be at least the number in slot `low`.
    NotLess,
    /// The slot has the bytes of a member. The lowest eight bits of `low` give the index width of the hash table, the
    /// other bits its start in `members`. `high` is the hash factor.
    In,
    /// The slot is readable and does not have the bytes of a member.
    NotIn,
    /// The instruction itself evaluates the condition.
    Other,
}

/// The number of steps in a conjunction.
const CONJUNCTION_LENGTH: std::ops::RangeInclusive<usize> = 2..=4;

impl FastPath {
    /// Creates the fast path; `None` if *decide* contains anything but jumps. `constants` are those of the program.
    pub fn new(program: &Program, constants: &[Slot]) -> Option<FastPath> {
        let mut jumps = Vec::new();
        for op in &program.decide.ops {
            let Op::Jump { test, yes, no } = *op else { return None };
            let condition = Condition::of(test, program, constants).unwrap_or(Condition::Other);
            jumps.push(ConditionalJump { condition, yes, no, instructions: 1 });
        }
        // In reverse order, so that a merged jump can merge again.
        for at in (0..jumps.len()).rev() {
            let merged = jumps.get(at).zip(jumps.get(at + 1)).and_then(|(a, b)| a.merge(at, b));
            if let (Some(merged), Some(place)) = (merged, jumps.get_mut(at)) {
                *place = merged;
            }
        }
        let mut path = FastPath {
            steps: Vec::new(),
            first: Step::OTHER,
            conjunction: None,
            members: Vec::new(),
        };
        for (at, jump) in jumps.into_iter().enumerate() {
            let step = path.step(at, jump);
            path.steps.push(step.unwrap_or(Step::OTHER));
        }
        path.first = *path.steps.first()?;
        path.conjunction = Conjunction::of(&path.steps);
        Some(path)
    }

    /// Runs the first step. Returns the answer if it is decided, or else the step to continue from.
    ///
    /// PERF: the first step decides most rows. It is small enough to be inlined into loops over rows. Work that
    /// does not depend on the row then leaves the loop.
    #[inline(always)]
    pub fn first(&self, slots: &[Slot]) -> Result<bool, usize> {
        match self.first.known_true(slots).map(|known_true| known_true == self.first.on) {
            Some(on) if self.first.effect == Effect::Answer => Ok(on),
            Some(false) if self.first.leave == Target::NO => Ok(false),
            Some(true) => Err(usize::from(self.first.next)),
            _ => Err(0),
        }
    }

    /// Returns whether the instruction itself evaluates this step.
    pub fn needs_instruction(&self, at: usize) -> bool {
        self.steps.get(at).is_some_and(|step| step.form == StepForm::Other)
    }

    /// Returns a step that gives the answer and needs only slots and its operands.
    pub fn final_step(&self, at: usize) -> Option<Step> {
        let step = self.steps.get(at)?;
        let simple = matches!(
            step.form,
            StepForm::Equal | StepForm::Within | StepForm::Less | StepForm::NotLess
        );
        (simple && step.effect == Effect::Answer).then_some(*step)
    }

    /// Returns whether the program is known true from a step on. `other` evaluates instructions without a fast form and
    /// returns their target.
    #[inline(always)]
    pub fn from(&self, from: usize, slots: &[Slot], other: impl Fn(usize) -> Target) -> bool {
        if from == 0
            && let Some(conjunction) = &self.conjunction
            && let Some(answer) = self.run_conjunction(conjunction, slots)
        {
            return answer;
        }
        let mut at = from;
        while let Some(step) = self.steps.get(at) {
            // PERF: the most frequent form first, with a predictable branch instead of a jump table.
            let known_true = match slots.get(step.slot as usize) {
                Some(slot) if step.form == StepForm::Equal => Some(step.equals(slot)),
                Some(slot) => self.known_true(step, slot, slots),
                None => None,
            };
            let target = match (known_true.map(|known_true| known_true == step.on), step.effect) {
                (Some(on), Effect::Answer) => return on,
                (Some(true), Effect::Branch) => {
                    at += usize::from(step.next);
                    continue;
                }
                (Some(false), Effect::Branch) => step.leave,
                (None, _) => other(at),
            };
            match target.index() {
                Some(index) => at = index,
                None => return target == Target::YES,
            }
        }
        false
    }

    /// Returns whether all steps hold; `None` if an instruction itself must evaluate a step.
    #[inline(always)]
    fn run_conjunction(&self, conjunction: &Conjunction, slots: &[Slot]) -> Option<bool> {
        let mut holds = true;
        for step in &conjunction.equal {
            holds &= step.equals(slots.get(step.slot as usize)?);
        }
        for step in &conjunction.within {
            holds &= step.within(slots.get(step.slot as usize)?)?;
        }
        for step in &conjunction.members {
            let slot = slots.get(step.slot as usize)?;
            let none = step.form == StepForm::NotIn;
            holds &= (self.has_member(step, slot) != none) & !(none & slot.is_unreadable());
        }
        Some(holds)
    }

    /// Evaluates a step; `None` if the instruction itself must evaluate it.
    #[inline(always)]
    fn known_true(&self, step: &Step, slot: &Slot, slots: &[Slot]) -> Option<bool> {
        match step.form {
            StepForm::Equal => Some(step.equals(slot)),
            StepForm::NotEqual => Some(!slot.is_unreadable() & !step.equals(slot)),
            StepForm::Within => step.within(slot),
            StepForm::Less | StepForm::NotLess => step.order(slot, slots),
            StepForm::In => Some(self.has_member(step, slot)),
            StepForm::NotIn => Some(!slot.is_unreadable() & !self.has_member(step, slot)),
            StepForm::Other => None,
        }
    }

    /// PERF: one probe of a perfect hash table, so no branch can be mispredicted.
    #[inline(always)]
    fn has_member(&self, step: &Step, slot: &Slot) -> bool {
        let place = (step.low >> 8) + hash(slot.halves(), step.high, step.low as u8);
        self.members.get(place as usize).is_some_and(|member| *member == slot.halves())
    }

    /// Returns the step of a jump; `None` if it has no fast form or does not continue at the next step.
    fn step(&mut self, at: usize, jump: ConditionalJump) -> Option<Step> {
        let next = u32::try_from(at).ok()?.checked_add(u32::from(jump.instructions))?;
        let (on, effect, leave) = match (jump.yes, jump.no) {
            (Target::YES, Target::NO) => (true, Effect::Answer, Target::NO),
            (Target::NO, Target::YES) => (false, Effect::Answer, Target::NO),
            (yes, no) if yes.0 == next => (true, Effect::Branch, no),
            (yes, no) if no.0 == next => (false, Effect::Branch, yes),
            _ => return None,
        };
        let (form, slot, low, high) = match jump.condition {
            Condition::Equal(slot, bytes) => {
                (StepForm::Equal, slot, bytes.low_half(), bytes.wide_half())
            }
            Condition::NotEqual(slot, bytes) => {
                (StepForm::NotEqual, slot, bytes.low_half(), bytes.wide_half())
            }
            Condition::Within(slot, low, high) => {
                (StepForm::Within, slot, low.cast_unsigned(), high.cast_unsigned())
            }
            Condition::Less(left, right) => (StepForm::Less, left, right as u64, 0),
            Condition::NotLess(left, right) => (StepForm::NotLess, left, right as u64, 0),
            Condition::In(slot, members) => {
                let (places, factor) = self.add_table(&members)?;
                (StepForm::In, slot, places, factor)
            }
            Condition::NotIn(slot, members) => {
                let (places, factor) = self.add_table(&members)?;
                (StepForm::NotIn, slot, places, factor)
            }
            Condition::Other => return None,
        };
        let slot = u32::try_from(slot).ok()?;
        Some(Step { form, on, effect, next: jump.instructions, slot, leave, low, high })
    }

    /// Adds a perfect hash table of these members; `None` if every factor has a collision.
    fn add_table(&mut self, members: &[[u64; 2]]) -> Option<(u64, u64)> {
        let bits = (4 * members.len()).next_power_of_two().trailing_zeros() as u8;
        let factors = (1..256u64).map(|n| n.wrapping_mul(SPREAD) | 1);
        let (places, factor) = factors.into_iter().find_map(|factor| {
            let mut places = vec![UNUSED; 1 << bits];
            for member in members {
                let place = places.get_mut(hash(*member, factor, bits) as usize)?;
                if *place != UNUSED && place != member {
                    return None;
                }
                *place = *member;
            }
            Some((places, factor))
        })?;
        let first = self.members.len() as u64;
        self.members.extend(places);
        Some((first << 8 | u64::from(bits), factor))
    }
}

/// Bytes that no slot has; they mark an unused entry.
const UNUSED: [u64; 2] = [u64::MAX; 2];

/// Returns the hash of slot bytes, with this number of bits.
#[inline(always)]
fn hash([low, high]: [u64; 2], factor: u64, bits: u8) -> u64 {
    (low ^ high.rotate_left(29)).wrapping_mul(factor) >> ((64 - bits) % 64)
}

impl Conjunction {
    /// Groups the steps if they are a short conjunction of supported forms.
    fn of(steps: &[Step]) -> Option<Conjunction> {
        let (mut conjunction, mut at, mut count) = (Conjunction::default(), 0, 0);
        loop {
            let step = *steps.get(at)?;
            match step.form {
                StepForm::Equal => conjunction.equal.push(step),
                StepForm::Within => conjunction.within.push(step),
                StepForm::In | StepForm::NotIn => conjunction.members.push(step),
                StepForm::NotEqual | StepForm::Less | StepForm::NotLess | StepForm::Other => {
                    return None;
                }
            }
            count += 1;
            match step.effect {
                _ if !step.on || step.leave != Target::NO => return None,
                Effect::Answer => {
                    return CONJUNCTION_LENGTH.contains(&count).then_some(conjunction);
                }
                Effect::Branch => at += usize::from(step.next),
            }
        }
    }
}

impl Step {
    const OTHER: Step = Step {
        form: StepForm::Other,
        on: false,
        effect: Effect::Branch,
        next: 0,
        slot: 0,
        leave: Target::NO,
        low: 0,
        high: 0,
    };

    /// Evaluates the step; `None` if the instruction itself must evaluate it.
    #[inline(always)]
    fn known_true(&self, slots: &[Slot]) -> Option<bool> {
        match slots.get(self.slot as usize) {
            Some(slot) if self.form == StepForm::Equal => Some(self.equals(slot)),
            Some(slot) if self.form == StepForm::Within => self.within(slot),
            Some(slot) if matches!(self.form, StepForm::Less | StepForm::NotLess) => {
                self.order(slot, slots)
            }
            _ => None,
        }
    }

    /// Returns the answer of a step that gives the answer; `None` if the instruction itself must evaluate it.
    #[inline(always)]
    pub fn answer(&self, slots: &[Slot]) -> Option<bool> {
        Some(self.known_true(slots)? == self.on)
    }

    #[inline(always)]
    fn equals(&self, slot: &Slot) -> bool {
        ((slot.low_half() ^ self.low) | (slot.wide_half() ^ self.high)) == 0
    }

    #[inline(always)]
    fn within(&self, slot: &Slot) -> Option<bool> {
        let (low, high) = (self.low.cast_signed(), self.high.cast_signed());
        match slot.as_fixed() {
            Some(units) => Some((low <= units) & (units <= high)),
            None if slot.is_no_fixed() => None,
            None => Some(false),
        }
    }

    #[inline(always)]
    fn order(&self, slot: &Slot, slots: &[Slot]) -> Option<bool> {
        let right = slots.get(self.low as usize)?;
        Some((slot.as_fixed()? < right.as_fixed()?) == (self.form == StepForm::Less))
    }
}
