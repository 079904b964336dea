//! The residual test of a kind: the tests that remain after the splits on the path to a node.

use crate::decimal::Decimal;
use crate::kinds::needs::Key;
use crate::kinds::shape::of_one_slot;
use crate::kinds::shared::{Needed, TestId};
use crate::machine::row::fast_path::Step;
use crate::op::{Op, Target, Test};
use crate::program::{Form, Program};
use crate::row::{Row, Slots};
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// The residual test of a kind at a leaf.
#[derive(Clone, Copy, Debug)]
pub enum Residual {
    /// No test remains: the row is of the kind.
    Nothing,
    /// One step remains: this instruction of the program.
    Step(u32, Step),
    /// The program remains, from this instruction on.
    From(u32),
}

/// The facts about a row that the path to a node establishes.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The possible values, per slot.
    pub slots: Vec<SlotRegions>,
    /// The tests that are known true.
    pub tests: Vec<TestId>,
}

/// One slot, and the regions that contain its value.
#[derive(Clone, Debug)]
pub struct SlotRegions {
    pub slot: usize,
    pub values: Vec<Region>,
}

/// A region of values of one slot.
#[derive(Clone, Debug)]
pub enum Region {
    /// Exactly this value.
    At(Key),
    /// Numbers between the two bounds, both excluded; `None` leaves that side unbounded.
    Between(Option<Decimal>, Option<Decimal>),
}

/// The most regions of a slot for which its tests run while the tree is built.
const MAX_REGIONS: usize = 32;

/// Returns the residual test of a kind given these facts; `None` if they rule the kind out.
///
/// `needed` holds the tests that the kind needs. `row` is scratch space with the slots of the kind.
pub fn residual(
    kind: &Verified,
    needed: &[Needed],
    facts: &Facts,
    row: &mut Row,
) -> Option<Residual> {
    let program = kind.program();
    let ops = program.ops(Form::Decide);
    // Only a program of jumps alone can start at another instruction than its first.
    if kind.prepared.fast_path.is_none() {
        return Some(Residual::From(0));
    }
    let mut at = 0;
    while let Some(Op::Jump { test, yes, .. }) = ops.get(at) {
        let holds = |(of, test): &Needed| *of == at && facts.tests.contains(test);
        let target = if needed.iter().any(holds) {
            Some(*yes)
        } else {
            common_target(kind, program, *test, at, &facts.slots, row)
        };
        match target {
            Some(Target::YES) => return Some(Residual::Nothing),
            Some(Target::NO) => return None,
            Some(target) => at = target.index()?,
            None => break,
        }
    }
    // A program has at most `MAX_OPS` instructions.
    let from = at as u32;
    Some(kind.final_step(at).map_or(Residual::From(from), |step| Residual::Step(from, step)))
}

/// Returns the target of an instruction if all possible values lead to the same one.
fn common_target(
    kind: &Verified,
    program: &Program,
    test: Test,
    at: usize,
    facts: &[SlotRegions],
    row: &mut Row,
) -> Option<Target> {
    let (slot, constants) = of_one_slot(program, test)?;
    let known = facts.iter().find(|known| known.slot == slot)?;
    let mut target = None;
    for region in known.values.iter().take(MAX_REGIONS + 1) {
        row.clear();
        row.set(slot, region.value(&constants)?);
        let next = kind.target_of(at, row.view());
        if target.is_some_and(|target| target != next) {
            return None;
        }
        target = Some(next);
    }
    target.filter(|_| known.values.len() <= MAX_REGIONS)
}

impl Region {
    /// Returns one value that represents the region for every test against these constants.
    ///
    /// `None` if a constant lies inside the region.
    fn value(&self, constants: &[&Constant]) -> Option<Value<'_>> {
        let (low, high) = match self {
            Region::At(Key::Absent) => return Some(Value::Absent),
            Region::At(Key::Constant(constant)) => return Some(constant.value()),
            Region::Between(low, high) => (*low, *high),
        };
        let parts = |constant: &&Constant| match constant {
            Constant::Number(number) => {
                low.is_none_or(|low| low < *number) && high.is_none_or(|high| *number < high)
            }
            Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => true,
        };
        if constants.iter().any(parts) {
            return None;
        }
        let half = Decimal::new(5, 1)?;
        let between = match (low, high) {
            (Some(low), Some(high)) => low.add(high)?.mul(half)?,
            (Some(low), None) => low.add(Decimal::new(1, 0)?)?,
            (None, Some(high)) => high.sub(Decimal::new(1, 0)?)?,
            (None, None) => return None,
        };
        Some(Value::Number(between))
    }
}
