//! The row machine: one program, one row, now.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::decimal::Decimal;
use crate::op::{
    ComputeVisitor, Field, ListId, Op, Operand, Part, PatternId, Place, Target, TestVisitor,
};
use crate::program::Code;
use crate::row::Row;
use crate::semantics::{self, ordered};
use crate::slot::{Heap, Slot};
use crate::truth::Truth;
use crate::value::Value;
use crate::verify::Verified;

/// What a program says of a row, part by part, and what each part was said of.
#[derive(Clone, Debug)]
pub struct Weighed<'a> {
    verified: &'a Verified,
    row: &'a Row,
    scratch: Scratch,
}

impl Verified {
    /// Whether the condition is known true of the row. Allocates nothing, but for texts and numbers that it computes.
    #[inline]
    pub fn decide(&self, row: &Row) -> bool {
        let ops = &self.program.decide.ops;
        if self.prepared.is_plain {
            // PERF: no scratch to lay out and to free, which is half of the time of a short condition.
            let mut view = View { verified: self, row, scratch: None };
            return run(ops, |op| match op {
                Op::Jump { test, .. } => test.visit(&mut view),
                Op::Weigh { .. } | Op::Compute { .. } => Truth::Indeterminate,
            });
        }
        self.decide_with_scratch(row)
    }

    #[inline(never)]
    fn decide_with_scratch(&self, row: &Row) -> bool {
        let code = &self.program.decide;
        let mut scratch = Scratch::new(code, self.prepared.decide_parts);
        run(&code.ops, |op| scratch.step(op, self, row))
    }

    /// What the condition says of the row, with every part as the author typed it.
    pub fn weigh<'a>(&'a self, row: &'a Row) -> Weighed<'a> {
        let code = &self.program.weigh;
        let mut scratch = Scratch::new(code, self.program.parts());
        for op in &code.ops {
            scratch.step(*op, self, row);
        }
        Weighed { verified: self, row, scratch }
    }
}

/// The loop of *decide*. An answer is a target beyond the code.
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

impl Weighed<'_> {
    /// What the condition says.
    pub fn truth(&self) -> Truth {
        self.part(self.verified.program.answer)
    }

    /// What a part says; a part that *weigh* does not set is indeterminate.
    pub fn part(&self, part: Part) -> Truth {
        self.view().truth(part)
    }

    /// The values that a part was said of, in the order of its operands. A part made of parts has none.
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

/// A text from this length on is put in lower case once, however often a program asks.
const LONG_TEXT: usize = 1 << 10;

/// What a run writes: registers, and the truths of parts.
#[derive(Clone, Debug, Default)]
struct Scratch {
    registers: SmallVec<[Slot; 4]>,
    heap: Heap,
    parts: SmallVec<[Truth; 16]>,
    /// The long texts that were put in lower case already.
    lowered: Vec<(Operand, Slot)>,
}

impl Scratch {
    fn new(code: &Code, parts: usize) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.registers.resize(usize::from(code.registers), Slot::UNREADABLE);
        scratch.parts.resize(parts, Truth::Indeterminate);
        scratch
    }

    /// Runs an instruction and answers the truth of its test.
    fn step(&mut self, op: Op, verified: &Verified, row: &Row) -> Truth {
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

    /// The slot of what was computed; what does not fit is unreadable.
    fn hold(&mut self, computed: Computed) -> Slot {
        match computed {
            Computed::Nothing => Slot::UNREADABLE,
            Computed::Number(number) => Slot::number(number, &mut self.heap),
            Computed::Same(slot) => slot,
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

/// What an instruction computed.
enum Computed {
    /// An operand was absent or unreadable, or the result does not fit.
    Nothing,
    Number(Decimal),
    /// What a register holds already.
    Same(Slot),
    /// An operand in lower case.
    Lower(Operand, String),
}

impl From<Option<Decimal>> for Computed {
    fn from(number: Option<Decimal>) -> Computed {
        number.map_or(Computed::Nothing, Computed::Number)
    }
}

/// What a run reads.
#[derive(Clone, Copy)]
struct View<'a> {
    verified: &'a Verified,
    row: &'a Row,
    /// Nothing where the program writes nothing.
    scratch: Option<&'a Scratch>,
}

impl<'a> View<'a> {
    #[inline]
    fn truth(&self, part: Part) -> Truth {
        self.scratch
            .and_then(|scratch| scratch.parts.get(part.index()))
            .copied()
            .unwrap_or(Truth::Indeterminate)
    }

    /// A slot, without what it does not hold itself.
    #[inline(always)]
    fn slot(&self, operand: Operand) -> Slot {
        let (slots, index) = match operand.place() {
            Place::Slot(index) => (self.row.slots.as_slice(), index),
            Place::Constant(index) => (self.verified.prepared.constants.as_slice(), index),
            Place::Register(index) => (self.registers(), index),
        };
        slots.get(index).copied().unwrap_or(Slot::UNREADABLE)
    }

    /// What the slots of an operand do not hold themselves.
    #[inline]
    fn heap_of(&self, operand: Operand) -> &'a Heap {
        match operand.place() {
            Place::Slot(_) => &self.row.heap,
            Place::Constant(_) => &self.verified.prepared.heap,
            Place::Register(_) => self.scratch_heap(),
        }
    }

    fn value(&self, operand: Operand) -> Value<'a> {
        let prepared = &self.verified.prepared;
        match operand.place() {
            Place::Slot(index) => self.row.get(index),
            Place::Constant(index) => held(&prepared.constants, index, &prepared.heap),
            Place::Register(index) => held(self.registers(), index, self.scratch_heap()),
        }
    }

    #[inline]
    fn registers(&self) -> &'a [Slot] {
        self.scratch.map_or(&[], |scratch| &scratch.registers)
    }

    /// The heap of the registers; where there is none, no operand asks for it.
    #[inline]
    fn scratch_heap(&self) -> &'a Heap {
        self.scratch.map_or(&self.row.heap, |scratch| &scratch.heap)
    }

    fn lowered(&self) -> &'a [(Operand, Slot)] {
        self.scratch.map_or(&[], |scratch| &scratch.lowered)
    }

    fn number(&self, operand: Operand) -> Option<Decimal> {
        match self.value(operand) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn text(&self, operand: Operand) -> Option<&'a str> {
        match self.value(operand) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    #[inline(always)]
    fn equal(&self, left: Operand, right: Operand) -> Truth {
        let (a, b) = (self.slot(left), self.slot(right));
        if a.is_unreadable() || b.is_unreadable() {
            return Truth::Indeterminate;
        }
        if a.is_outside() && b.is_outside() {
            return self.equal_outside(left, right);
        }
        // A value that lies outside is too large for a slot, so it equals none that a slot holds.
        Truth::from(a.bits() == b.bits())
    }

    #[cold]
    #[inline(never)]
    fn equal_outside(&self, left: Operand, right: Operand) -> Truth {
        semantics::equal(self.value(left), self.value(right))
    }

    #[inline(always)]
    fn order_numbers(&self, left: Operand, right: Operand) -> Option<Ordering> {
        match (self.slot(left).as_small(), self.slot(right).as_small()) {
            (Some((a, a_scale)), Some((b, b_scale))) if a_scale == b_scale => Some(a.cmp(&b)),
            (Some((a, a_scale)), Some((b, b_scale))) => {
                let (a, b) = (i128::from(a), i128::from(b));
                match (power(b_scale, a_scale), power(a_scale, b_scale)) {
                    (Some(up), Some(down)) => Some((a * up).cmp(&(b * down))),
                    _ => self.order(left, right),
                }
            }
            _ => self.order(left, right),
        }
    }

    #[cold]
    #[inline(never)]
    fn order(&self, left: Operand, right: Operand) -> Option<Ordering> {
        semantics::order(self.value(left), self.value(right))
    }

    #[inline]
    fn order_datetimes(&self, left: Operand, right: Operand) -> Option<Ordering> {
        semantics::order(self.value(left), self.value(right))
    }

    #[inline]
    fn member(&self, value: Operand, list: ListId) -> Truth {
        let lists = &self.verified.prepared.lists;
        lists
            .get(list.index())
            .map_or(Truth::Indeterminate, |list| list.hold(self.slot(value), self.heap_of(value)))
    }

    fn texts(&self, left: Operand, right: Operand, test: impl Fn(&str, &str) -> bool) -> Truth {
        semantics::texts(self.value(left), self.value(right), test)
    }
}

/// The power of ten that brings a mantissa from one scale up to another, where 64 bits times it fit 128.
#[inline]
fn power(wanted: u8, scale: u8) -> Option<i128> {
    #[rustfmt::skip]
    const POWERS: [i64; 19] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ];
    POWERS.get(usize::from(wanted.saturating_sub(scale))).copied().map(i128::from)
}

fn held<'a>(slots: &'a [Slot], index: usize, heap: &'a Heap) -> Value<'a> {
    slots.get(index).map_or(Value::Unreadable, |slot| slot.value(heap))
}

impl TestVisitor for View<'_> {
    type Truth = Truth;

    #[inline]
    fn negate(&mut self, truth: Truth) -> Truth {
        truth.not()
    }

    #[inline]
    fn eq_text(&mut self, left: Operand, right: Operand) -> Truth {
        self.equal(left, right)
    }

    #[inline]
    fn eq_number(&mut self, left: Operand, right: Operand) -> Truth {
        self.equal(left, right)
    }

    #[inline]
    fn eq_boolean(&mut self, left: Operand, right: Operand) -> Truth {
        self.equal(left, right)
    }

    #[inline]
    fn eq_datetime(&mut self, left: Operand, right: Operand) -> Truth {
        self.equal(left, right)
    }

    #[inline]
    fn lt_number(&mut self, left: Operand, right: Operand) -> Truth {
        ordered(self.order_numbers(left, right), Ordering::is_lt)
    }

    #[inline]
    fn gt_number(&mut self, left: Operand, right: Operand) -> Truth {
        ordered(self.order_numbers(left, right), Ordering::is_gt)
    }

    fn lt_datetime(&mut self, left: Operand, right: Operand) -> Truth {
        ordered(self.order_datetimes(left, right), Ordering::is_lt)
    }

    fn gt_datetime(&mut self, left: Operand, right: Operand) -> Truth {
        ordered(self.order_datetimes(left, right), Ordering::is_gt)
    }

    #[inline]
    fn in_text(&mut self, value: Operand, list: ListId) -> Truth {
        self.member(value, list)
    }

    fn in_number(&mut self, value: Operand, list: ListId) -> Truth {
        self.member(value, list)
    }

    fn in_boolean(&mut self, value: Operand, list: ListId) -> Truth {
        self.member(value, list)
    }

    fn in_datetime(&mut self, value: Operand, list: ListId) -> Truth {
        self.member(value, list)
    }

    fn contains(&mut self, text: Operand, within: Operand) -> Truth {
        self.texts(text, within, semantics::contains)
    }

    fn starts(&mut self, text: Operand, with: Operand) -> Truth {
        self.texts(text, with, |text, with| text.starts_with(with))
    }

    fn ends(&mut self, text: Operand, with: Operand) -> Truth {
        self.texts(text, with, |text, with| text.ends_with(with))
    }

    fn matches(&mut self, text: Operand, pattern: PatternId) -> Truth {
        match (self.text(text), self.verified.prepared.patterns.get(pattern.index())) {
            (Some(text), Some(pattern)) => Truth::from(pattern.is_match(text)),
            _ => Truth::Indeterminate,
        }
    }

    #[inline]
    fn null(&mut self, value: Operand) -> Truth {
        let slot = self.slot(value);
        if slot.is_unreadable() { Truth::Indeterminate } else { Truth::from(slot.is_absent()) }
    }

    #[inline]
    fn known(&mut self, value: Operand) -> Truth {
        let slot = self.slot(value);
        Truth::from(!slot.is_unreadable() && !slot.is_absent())
    }

    #[inline]
    fn yes(&mut self, value: Operand) -> Truth {
        semantics::yes(self.value(value))
    }

    fn is(&mut self, part: Part) -> Truth {
        self.truth(part)
    }

    fn settled(&mut self, part: Part) -> Truth {
        self.truth(part).is_known()
    }

    fn and(&mut self, left: Part, right: Part) -> Truth {
        self.truth(left).and(self.truth(right))
    }

    fn or(&mut self, left: Part, right: Part) -> Truth {
        self.truth(left).or(self.truth(right))
    }
}

impl ComputeVisitor for View<'_> {
    type Value = Computed;

    fn add(&mut self, left: Operand, right: Operand) -> Computed {
        self.number(left).zip(self.number(right)).and_then(|(a, b)| a.add(b)).into()
    }

    fn sub(&mut self, left: Operand, right: Operand) -> Computed {
        self.number(left).zip(self.number(right)).and_then(|(a, b)| a.sub(b)).into()
    }

    fn mul(&mut self, left: Operand, right: Operand) -> Computed {
        self.number(left).zip(self.number(right)).and_then(|(a, b)| a.mul(b)).into()
    }

    fn neg(&mut self, number: Operand) -> Computed {
        self.number(number).map(Decimal::neg).into()
    }

    fn lower(&mut self, text: Operand) -> Computed {
        if let Some(&(_, slot)) = self.lowered().iter().find(|(of, _)| *of == text) {
            return Computed::Same(slot);
        }
        let Some(source) = self.text(text) else { return Computed::Nothing };
        let lower = source.to_lowercase();
        match text.place() {
            Place::Register(_) if lower == source => Computed::Same(self.slot(text)),
            _ => Computed::Lower(text, lower),
        }
    }

    fn length(&mut self, text: Operand) -> Computed {
        let length = self.text(text).and_then(|text| i64::try_from(text.chars().count()).ok());
        length.map(Decimal::from).into()
    }
}
