//! The row machine: it runs one program on one row.

mod condition;
pub(crate) mod fast_path;
mod view;

use smallvec::SmallVec;

use crate::machine::row::fast_path::Step;
use crate::machine::row::view::{Computed, View};
use crate::op::{Field, Op, Operand, Part, Target};
use crate::program::Code;
use crate::row::{RowView, Slots};
use crate::slot::{Heap, Slot};
use crate::truth::Truth;
use crate::value::Value;
use crate::verify::Verified;

/// The result of *weigh* on a row: the truth of each part, with access to its operand values.
#[derive(Clone, Debug)]
pub struct Evaluation<'a> {
    verified: &'a Verified,
    row: RowView<'a>,
    scratch: Scratch,
}

impl Verified {
    /// Returns whether the condition is known true for the row. Allocates only for computed texts and numbers.
    #[inline]
    pub fn decide(&self, row: &(impl Slots + ?Sized)) -> bool {
        self.decide_view(row.view())
    }

    #[inline(always)]
    pub(crate) fn decide_view(&self, row: RowView<'_>) -> bool {
        let first = self.prepared.fast_path.as_ref().map_or(Err(0), |path| path.first(row.slots));
        // PERF: slots and heap are passed separately, so that no `RowView` is written to memory.
        first.unwrap_or_else(|from| self.decide_from(from, row.slots, row.heap))
    }

    /// Returns whether the instruction has no fast step, which makes it expensive.
    pub(crate) fn is_expensive(&self, at: usize) -> bool {
        self.prepared.fast_path.as_ref().is_some_and(|path| path.needs_instruction(at))
    }

    /// Returns the fast step of an instruction, if the step alone gives the answer.
    pub(crate) fn final_step(&self, at: usize) -> Option<Step> {
        self.prepared.fast_path.as_ref()?.final_step(at)
    }

    /// Decides from this instruction on. `from` must be 0 unless all instructions are jumps.
    #[inline(never)]
    pub(crate) fn decide_from(&self, from: usize, slots: &[Slot], heap: &Heap) -> bool {
        let row = RowView { slots, heap };
        match &self.prepared.fast_path {
            Some(path) => path.from(from, row.slots, |at| self.target_of(at, row)),
            None => self.decide_with_scratch(row),
        }
    }

    /// Returns the target of a jump.
    #[inline(never)]
    pub(crate) fn target_of(&self, at: usize, row: RowView<'_>) -> Target {
        // PERF: without scratch memory, whose setup and release would take half of the time of a short condition.
        let mut view = View { verified: self, row, scratch: None };
        match self.program.decide.ops.get(at) {
            Some(Op::Jump { test, yes, no }) => {
                if test.visit(&mut view) == Truth::True {
                    *yes
                } else {
                    *no
                }
            }
            Some(Op::Weigh { .. } | Op::Compute { .. }) | None => Target::NO,
        }
    }

    #[inline(never)]
    fn decide_with_scratch(&self, row: RowView<'_>) -> bool {
        let code = &self.program.decide;
        let mut scratch = Scratch::new(code, self.prepared.decide_parts);
        run(&code.ops, |op| scratch.step(op, self, row))
    }

    /// Evaluates the condition on the row and keeps the truth of every part that the author typed.
    pub fn weigh<'a>(&'a self, row: &'a (impl Slots + ?Sized)) -> Evaluation<'a> {
        let row = row.view();
        let code = &self.program.weigh;
        let mut scratch = Scratch::new(code, self.program.parts());
        for op in &code.ops {
            scratch.step(*op, self, row);
        }
        Evaluation { verified: self, row, scratch }
    }
}

/// Runs *decide*. The answers are targets beyond the code.
#[inline(always)]
fn run(ops: &[Op], mut step: impl FnMut(Op) -> Truth) -> bool {
    let mut at = 0;
    while let Some(&op) = ops.get(at) {
        let truth = step(op);
        at = match op {
            Op::Jump { yes, no, .. } => (if truth == Truth::True { yes } else { no }).0 as usize,
            Op::Weigh { .. } | Op::Compute { .. } => at + 1,
        };
    }
    at == Target::YES.0 as usize
}

impl Evaluation<'_> {
    /// Returns the truth of the whole condition.
    pub fn truth(&self) -> Truth {
        self.part(self.verified.program.answer)
    }

    /// Returns the truth of a part; a part that *weigh* does not set is indeterminate.
    pub fn part(&self, part: Part) -> Truth {
        self.view().truth(part)
    }

    /// Returns the operand values of a part, in order; empty if the part combines other parts.
    pub fn operands(&self, part: Part) -> impl Iterator<Item = Value<'_>> {
        let setter = self.verified.prepared.setters.get(part.index());
        let op = setter.and_then(|&at| self.verified.program.weigh.ops.get(at));
        let mut operands: SmallVec<[Operand; 2]> = SmallVec::new();
        if let Some(Op::Weigh { test, .. }) = op {
            test.walk(|_, field| {
                if let Field::Value(operand) = field {
                    operands.push(operand);
                }
            });
        }
        let view = self.view();
        operands.into_iter().map(move |operand| view.value(operand))
    }

    fn view(&self) -> View<'_> {
        View { verified: self.verified, row: self.row, scratch: Some(&self.scratch) }
    }
}

/// The least length of a text whose lowercase form is cached.
const LONG_TEXT: usize = 1 << 10;

/// The memory of a run: registers and the truths of parts.
#[derive(Clone, Debug, Default)]
struct Scratch {
    registers: SmallVec<[Slot; 4]>,
    heap: Heap,
    parts: SmallVec<[Truth; 16]>,
    /// The long texts that are already lowercased.
    lowered: Vec<(Operand, Slot)>,
}

impl Scratch {
    fn new(code: &Code, parts: usize) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.registers.resize(usize::from(code.registers), Slot::UNREADABLE);
        scratch.parts.resize(parts, Truth::Indeterminate);
        scratch
    }

    /// Runs an instruction; returns the truth of its test.
    fn step(&mut self, op: Op, verified: &Verified, row: RowView<'_>) -> Truth {
        let mut view = View { verified, row, scratch: Some(self) };
        match op {
            Op::Jump { test, .. } => test.visit(&mut view),
            Op::Weigh { test, into } => {
                let truth = test.visit(&mut view);
                if let Some(part) = self.parts.get_mut(into.index()) {
                    *part = truth;
                }
                truth
            }
            Op::Compute { value, into } => {
                let computed = value.visit(&mut view);
                let slot = self.hold(computed);
                if let Some(register) = self.registers.get_mut(into.index()) {
                    *register = slot;
                }
                Truth::Indeterminate
            }
        }
    }

    /// Returns the slot of a computed value; a value that does not fit is unreadable.
    fn hold(&mut self, computed: Computed) -> Slot {
        match computed {
            Computed::Unreadable => Slot::UNREADABLE,
            Computed::Number(number) => Slot::number(number, &mut self.heap),
            Computed::Existing(slot) => slot,
            Computed::Lower(of, text) => {
                let slot = Slot::text(&text, &mut self.heap);
                if text.len() >= LONG_TEXT {
                    self.lowered.push((of, slot));
                }
                slot
            }
        }
    }
}
