//! *Decide* prepared for one row: each test of a slot against a constant, with the constant's bytes in the step.
//!
//! PERF: half of the time of a short condition went into finding operands. With two targets a step, and no distinction
//! between the truths that are not known true, a test costs one load, one compare and one jump.

use crate::machine::row::asks::{Asked, Asks};
use crate::op::{Op, Target};
use crate::program::Program;
use crate::slot::Slot;
use crate::swar::SPREAD;

/// The steps of a program that is made of jumps alone, one for each instruction.
#[derive(Clone, Debug)]
pub struct Quick {
    steps: Vec<Step>,
    /// A copy of the first step, in a fixed position.
    first: Step,
    /// The steps once more by what they ask, where all of them have to hold.
    all: Option<All>,
    /// The members of all steps that test for one of several values. Each has a separate position.
    members: Vec<[u64; 2]>,
}

/// A test of a slot, with the targets for known true and for everything else.
///
/// PERF: two of them fill a cache line. The next step is found by counting and not through loaded data, so that the
/// machine can run ahead.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    ask: Ask,
    /// Whether to go on is to be known true, or not to be.
    on: bool,
    then: Then,
    /// How many steps further it goes on.
    next: u8,
    slot: u32,
    /// Where it leads if it does not go on.
    leave: Target,
    /// What it is asked against.
    low: u64,
    high: u64,
}

/// A few steps, all of which must be known true for the answer true.
///
/// PERF: for unpredictable tests, a few extra tests cost less than one misprediction, and tests of one form need no
/// dispatch.
#[derive(Clone, Debug, Default)]
struct All {
    is: Vec<Step>,
    within: Vec<Step>,
    /// Those that ask for one of several, or for none of them.
    among: Vec<Step>,
}

/// What to go on means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// Known true gives the answer true; everything else gives not true.
    Answer,
    /// It goes on, or leaves.
    Branch,
}

/// A test of a slot: whether it is known true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// Its bytes are `low` and `high`.
    Is,
    /// It is readable and has other bytes.
    Differs,
    /// Its number, in fixed units, is at least `low` and at most `high`.
    Within,
    /// Its number is less than that of slot `low`.
    Less,
    /// Its number is known not to be less than that of slot `low`.
    NotLess,
    /// It has the bytes of one of the members. Eight bits of `low` say how many bits a place's number has, the others
    /// where the places begin, and `high` is the factor that spreads members over them.
    Among,
    /// It is readable and has the bytes of none of them.
    NotAmong,
    /// What the instruction asks.
    Other,
}

/// How many steps are asked together, at least and at most.
const ALL: std::ops::RangeInclusive<usize> = 2..=4;

impl Quick {
    /// The steps of *decide*, if it has only jumps; `constants` are the program's.
    pub fn new(program: &Program, constants: &[Slot]) -> Option<Quick> {
        let mut asked = Vec::new();
        for op in &program.decide.ops {
            let Op::Jump { test, yes, no } = *op else { return None };
            let asks = Asks::of(test, program, constants).unwrap_or(Asks::Other);
            asked.push(Asked { asks, yes, no, instructions: 1 });
        }
        // From the last one, so that a step can absorb the steps that the next one absorbed.
        for at in (0..asked.len()).rev() {
            let joined = asked.get(at).zip(asked.get(at + 1)).and_then(|(a, b)| a.join(at, b));
            if let (Some(joined), Some(place)) = (joined, asked.get_mut(at)) {
                *place = joined;
            }
        }
        let mut quick =
            Quick { steps: Vec::new(), first: Step::OTHER, all: None, members: Vec::new() };
        for (at, asked) in asked.into_iter().enumerate() {
            let step = quick.step(at, asked);
            quick.steps.push(step.unwrap_or(Step::OTHER));
        }
        quick.first = *quick.steps.first()?;
        quick.all = All::of(&quick.steps);
        Some(quick)
    }

    /// Whether the answer is true, if the first step decides; else the step to continue with.
    ///
    /// PERF: the first step decides most rows. It is small enough to be inlined into the loop over rows, and its
    /// row-independent part is then done once.
    #[inline(always)]
    pub fn first(&self, slots: &[Slot]) -> Result<bool, usize> {
        match self.first.known_true(slots).map(|known_true| known_true == self.first.on) {
            Some(on) if self.first.then == Then::Answer => Ok(on),
            Some(false) if self.first.leave == Target::NO => Ok(false),
            Some(true) => Err(usize::from(self.first.next)),
            _ => Err(0),
        }
    }

    /// Whether a step is left to its instruction.
    pub fn is_other(&self, at: usize) -> bool {
        self.steps.get(at).is_some_and(|step| step.ask == Ask::Other)
    }

    /// The step at a position, if it gives the answer and reads only slots.
    pub fn last(&self, at: usize) -> Option<Step> {
        let step = self.steps.get(at)?;
        let alone = matches!(step.ask, Ask::Is | Ask::Within | Ask::Less | Ask::NotLess);
        (alone && step.then == Then::Answer).then_some(*step)
    }

    /// Whether the answer true is reached from a step on; `other` answers where an instruction leads that has no quick
    /// way.
    #[inline(always)]
    pub fn from(&self, from: usize, slots: &[Slot], other: impl Fn(usize) -> Target) -> bool {
        if from == 0
            && let Some(all) = &self.all
            && let Some(answer) = self.hold_all(all, slots)
        {
            return answer;
        }
        let mut at = from;
        while let Some(step) = self.steps.get(at) {
            // PERF: the most common one first, by a predicted branch instead of a jump table.
            let known_true = match slots.get(step.slot as usize) {
                Some(slot) if step.ask == Ask::Is => Some(step.is(slot)),
                Some(slot) => self.known_true(step, slot, slots),
                None => None,
            };
            let leads = match (known_true.map(|known_true| known_true == step.on), step.then) {
                (Some(on), Then::Answer) => return on,
                (Some(true), Then::Branch) => {
                    at += usize::from(step.next);
                    continue;
                }
                (Some(false), Then::Branch) => step.leave,
                (None, _) => other(at),
            };
            match leads.index() {
                Some(index) => at = index,
                None => return leads == Target::YES,
            }
        }
        false
    }

    /// Whether all of them are known true; `None` if an instruction itself must answer.
    #[inline(always)]
    fn hold_all(&self, all: &All, slots: &[Slot]) -> Option<bool> {
        let mut hold = true;
        for step in &all.is {
            hold &= step.is(slots.get(step.slot as usize)?);
        }
        for step in &all.within {
            hold &= step.within(slots.get(step.slot as usize)?)?;
        }
        for step in &all.among {
            let slot = slots.get(step.slot as usize)?;
            let none = step.ask == Ask::NotAmong;
            hold &= (self.among(step, slot) != none) & !(none & slot.is_unreadable());
        }
        Some(hold)
    }

    /// The result of a step; `None` if the instruction itself must answer.
    #[inline(always)]
    fn known_true(&self, step: &Step, slot: &Slot, slots: &[Slot]) -> Option<bool> {
        match step.ask {
            Ask::Is => Some(step.is(slot)),
            Ask::Differs => Some(!slot.is_unreadable() & !step.is(slot)),
            Ask::Within => step.within(slot),
            Ask::Less | Ask::NotLess => step.order(slot, slots),
            Ask::Among => Some(self.among(step, slot)),
            Ask::NotAmong => Some(!slot.is_unreadable() & !self.among(step, slot)),
            Ask::Other => None,
        }
    }

    /// PERF: a single position is compared, so that no branch is predicted.
    #[inline(always)]
    fn among(&self, step: &Step, slot: &Slot) -> bool {
        let place = (step.low >> 8) + spread(slot.halves(), step.high, step.low as u8);
        self.members.get(place as usize).is_some_and(|member| *member == slot.halves())
    }

    /// The step for an instruction; `None` if the instruction has no fast path or no target.
    fn step(&mut self, at: usize, asked: Asked) -> Option<Step> {
        let next = u32::try_from(at).ok()?.checked_add(u32::from(asked.instructions))?;
        let (on, then, leave) = match (asked.yes, asked.no) {
            (Target::YES, Target::NO) => (true, Then::Answer, Target::NO),
            (Target::NO, Target::YES) => (false, Then::Answer, Target::NO),
            (yes, no) if yes.0 == next => (true, Then::Branch, no),
            (yes, no) if no.0 == next => (false, Then::Branch, yes),
            _ => return None,
        };
        let (ask, slot, low, high) = match asked.asks {
            Asks::Is(slot, bytes) => (Ask::Is, slot, bytes.low_half(), bytes.wide_half()),
            Asks::Differs(slot, bytes) => (Ask::Differs, slot, bytes.low_half(), bytes.wide_half()),
            Asks::Within(slot, low, high) => {
                (Ask::Within, slot, low.cast_unsigned(), high.cast_unsigned())
            }
            Asks::Less(left, right) => (Ask::Less, left, right as u64, 0),
            Asks::NotLess(left, right) => (Ask::NotLess, left, right as u64, 0),
            Asks::Among(slot, members) => {
                let (places, factor) = self.hold(&members)?;
                (Ask::Among, slot, places, factor)
            }
            Asks::NotAmong(slot, members) => {
                let (places, factor) = self.hold(&members)?;
                (Ask::NotAmong, slot, places, factor)
            }
            Asks::Other => return None,
        };
        let slot = u32::try_from(slot).ok()?;
        Some(Step { ask, on, then, next: asked.instructions, slot, leave, low, high })
    }

    /// Gives each member a separate position, if some factor does.
    fn hold(&mut self, members: &[[u64; 2]]) -> Option<(u64, u64)> {
        let bits = (4 * members.len()).next_power_of_two().trailing_zeros() as u8;
        let factors = (1..256u64).map(|n| n.wrapping_mul(SPREAD) | 1);
        let (places, factor) = factors.into_iter().find_map(|factor| {
            let mut places = vec![NOTHING; 1 << bits];
            for member in members {
                let place = places.get_mut(spread(*member, factor, bits) as usize)?;
                if *place != NOTHING && place != member {
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

/// What no slot has.
const NOTHING: [u64; 2] = [u64::MAX; 2];

/// A number of so many bits, one to eight, for the bytes of a slot.
#[inline(always)]
fn spread([low, high]: [u64; 2], factor: u64, bits: u8) -> u64 {
    (low ^ high.rotate_left(29)).wrapping_mul(factor) >> ((64 - bits) % 64)
}

impl All {
    /// These steps together, if they are few, have the right forms and must all be known true.
    fn of(steps: &[Step]) -> Option<All> {
        let (mut all, mut at, mut count) = (All::default(), 0, 0);
        loop {
            let step = *steps.get(at)?;
            match step.ask {
                Ask::Is => all.is.push(step),
                Ask::Within => all.within.push(step),
                Ask::Among | Ask::NotAmong => all.among.push(step),
                Ask::Differs | Ask::Less | Ask::NotLess | Ask::Other => return None,
            }
            count += 1;
            match step.then {
                _ if !step.on || step.leave != Target::NO => return None,
                Then::Answer => return ALL.contains(&count).then_some(all),
                Then::Branch => at += usize::from(step.next),
            }
        }
    }
}

impl Step {
    const OTHER: Step = Step {
        ask: Ask::Other,
        on: false,
        then: Then::Branch,
        next: 0,
        slot: 0,
        leave: Target::NO,
        low: 0,
        high: 0,
    };

    /// The result; `None` if the instruction itself must answer.
    #[inline(always)]
    fn known_true(&self, slots: &[Slot]) -> Option<bool> {
        match slots.get(self.slot as usize) {
            Some(slot) if self.ask == Ask::Is => Some(self.is(slot)),
            Some(slot) if self.ask == Ask::Within => self.within(slot),
            Some(slot) if matches!(self.ask, Ask::Less | Ask::NotLess) => self.order(slot, slots),
            _ => None,
        }
    }

    /// The answer of a step that gives it.
    #[inline(always)]
    pub fn answer(&self, slots: &[Slot]) -> Option<bool> {
        Some(self.known_true(slots)? == self.on)
    }

    #[inline(always)]
    fn is(&self, slot: &Slot) -> bool {
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
        Some((slot.as_fixed()? < right.as_fixed()?) == (self.ask == Ask::Less))
    }
}
