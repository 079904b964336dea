//! What is left to ask of a kind, once the way to a node has told something of a row.

use crate::decimal::Decimal;
use crate::kinds::needs::Key;
use crate::kinds::shape::of_one_slot;
use crate::kinds::shared::{Needed, TestId};
use crate::machine::row::quick::Step;
use crate::op::{Op, Target, Test};
use crate::program::{Form, Program};
use crate::row::{Row, Slots};
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// What is left to ask of a kind.
#[derive(Clone, Copy, Debug)]
pub enum Residual {
    /// Nothing: the row is of the kind.
    Nothing,
    /// One step, which is this instruction of its program.
    Step(u32, Step),
    /// Its program from this instruction on.
    From(u32),
}

/// What the way to a node tells.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Of slots.
    pub slots: Vec<Known>,
    /// Which tests are known true.
    pub tests: Vec<TestId>,
}

/// What it tells of one slot: its value is one of these.
#[derive(Clone, Debug)]
pub struct Known {
    pub slot: usize,
    pub values: Vec<Region>,
}

/// Where the value of a slot lies.
#[derive(Clone, Debug)]
pub enum Region {
    /// It is this.
    At(Key),
    /// It is a number between these two, or beyond the one that there is.
    Between(Option<Decimal>, Option<Decimal>),
}

/// Up to how many places a value may lie at for tests of it to be asked beforehand.
const FEW: usize = 32;

/// What is left of a kind where this is known; nothing where a row is not of the kind then. `needed` are the tests that
/// it needs, and `row` is room for a row of its slots.
pub fn left(kind: &Verified, needed: &[Needed], known: &Way, row: &mut Row) -> Option<Residual> {
    let program = kind.program();
    let ops = program.ops(Form::Decide);
    // Only what is made of jumps alone can be begun elsewhere than at its beginning.
    if kind.prepared.quick.is_none() {
        return Some(Residual::From(0));
    }
    let mut at = 0;
    while let Some(Op::Jump { test, yes, .. }) = ops.get(at) {
        let holds = |(of, test): &Needed| *of == at && known.tests.contains(test);
        let leads = if needed.iter().any(holds) {
            Some(*yes)
        } else {
            leads(kind, program, *test, at, &known.slots, row)
        };
        match leads {
            Some(Target::YES) => return Some(Residual::Nothing),
            Some(Target::NO) => return None,
            Some(target) => at = target.index()?,
            None => break,
        }
    }
    // A program has at most `MAX_OPS` instructions.
    let from = at as u32;
    Some(kind.last_step(at).map_or(Residual::From(from), |step| Residual::Step(from, step)))
}

/// Where an instruction leads, if it leads there wherever the value may lie.
fn leads(
    kind: &Verified,
    program: &Program,
    test: Test,
    at: usize,
    known: &[Known],
    row: &mut Row,
) -> Option<Target> {
    let (slot, constants) = of_one_slot(program, test)?;
    let known = known.iter().find(|known| known.slot == slot)?;
    let mut target = None;
    for lies in known.values.iter().take(FEW + 1) {
        row.clear();
        row.set(slot, lies.value(&constants)?);
        let leads = kind.leads(at, row.view());
        if target.is_some_and(|target| target != leads) {
            return None;
        }
        target = Some(leads);
    }
    target.filter(|_| known.values.len() <= FEW)
}

impl Region {
    /// A value that every test against these constants says the same of as of all that lie there.
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
