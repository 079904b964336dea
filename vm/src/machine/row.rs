//! The row machine: one program, one row, now.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use crate::decimal::Decimal;
use crate::op::{
    Compute, ComputeVisitor, Field, ListId, Op, Operand, Part, PatternId, Place, Test, TestVisitor,
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
    machine: Machine<'a>,
}

impl Verified {
    /// Whether the condition is known true of the row. Allocates nothing, but for texts and numbers that it computes.
    #[inline]
    pub fn decide(&self, row: &Row) -> bool {
        let code = &self.program.decide;
        Machine::new(self, code, self.prepared.decide_parts, row).decide(&code.ops)
    }

    /// What the condition says of the row, with every part as the author typed it.
    pub fn weigh<'a>(&'a self, row: &'a Row) -> Weighed<'a> {
        let mut machine = Machine::new(self, &self.program.weigh, self.program.parts(), row);
        for op in &self.program.weigh.ops {
            machine.step(*op);
        }
        Weighed { machine }
    }
}

impl Weighed<'_> {
    /// What the condition says.
    pub fn truth(&self) -> Truth {
        self.part(self.machine.verified.program.answer)
    }

    /// What a part says; a part that the program does not have is indeterminate.
    pub fn part(&self, part: Part) -> Truth {
        self.machine.truth(part)
    }

    /// The values that a part was said of, in the order of its operands. A part made of parts has none.
    pub fn operands(&self, part: Part) -> impl Iterator<Item = Value<'_>> {
        let verified = self.machine.verified;
        let setter = verified.prepared.setters.get(part.index());
        let op = setter.and_then(|&at| verified.program.weigh.ops.get(at));
        let mut operands: SmallVec<[Operand; 2]> = SmallVec::new();
        if let Some(Op::Weigh { test, .. }) = op {
            test.walk(|_, field| {
                if let Field::Value(operand) = field {
                    operands.push(operand);
                }
            });
        }
        operands.into_iter().map(|operand| self.machine.value(operand))
    }
}

/// A text from this length on is put in lower case once, however often a program asks.
const LONG_TEXT: usize = 1 << 10;

/// The state of one run.
#[derive(Clone, Debug)]
struct Machine<'a> {
    verified: &'a Verified,
    row: &'a Row,
    registers: SmallVec<[Slot; 4]>,
    heap: Heap,
    parts: SmallVec<[Truth; 16]>,
    /// The long texts that were put in lower case already.
    lowered: Vec<(Operand, Slot)>,
}

impl<'a> Machine<'a> {
    #[inline]
    fn new(verified: &'a Verified, code: &Code, parts: usize, row: &'a Row) -> Machine<'a> {
        Machine {
            verified,
            row,
            registers: smallvec![Slot::UNREADABLE; usize::from(code.registers)],
            heap: Heap::default(),
            parts: smallvec![Truth::Indeterminate; parts],
            lowered: Vec::new(),
        }
    }

    /// The loop of *decide*. An answer is a target beyond the code.
    #[inline]
    fn decide(mut self, ops: &[Op]) -> bool {
        let mut at = 0;
        while let Some(&op) = ops.get(at) {
            at = match op {
                Op::Jump { test, yes, no } => {
                    let truth = test.visit(&mut self);
                    (if truth == Truth::True { yes } else { no }).0 as usize
                }
                Op::Weigh { .. } | Op::Compute { .. } => {
                    self.step(op);
                    at + 1
                }
            };
        }
        at == crate::op::Target::YES.0 as usize
    }

    fn step(&mut self, op: Op) {
        match op {
            // INVARIANT: *weigh* has no jump, and *decide* takes its own.
            Op::Jump { .. } => {}
            Op::Weigh { test, into } => self.set(test, into),
            Op::Compute { value, into } => {
                let slot = self.compute(value);
                if let Some(register) = self.registers.get_mut(into.index()) {
                    *register = slot;
                }
            }
        }
    }

    fn set(&mut self, test: Test, into: Part) {
        let truth = test.visit(self);
        if let Some(part) = self.parts.get_mut(into.index()) {
            *part = truth;
        }
    }

    fn compute(&mut self, value: Compute) -> Slot {
        value.visit(self)
    }

    #[inline]
    fn truth(&self, part: Part) -> Truth {
        self.parts.get(part.index()).copied().unwrap_or(Truth::Indeterminate)
    }

    /// A slot, without what it does not hold itself.
    #[inline]
    fn slot(&self, operand: Operand) -> Slot {
        let (slots, index) = match operand.place() {
            Place::Slot(index) => (self.row.slots.as_slice(), index),
            Place::Constant(index) => (self.verified.prepared.constants.as_slice(), index),
            Place::Register(index) => (self.registers.as_slice(), index),
        };
        slots.get(index).copied().unwrap_or(Slot::UNREADABLE)
    }

    /// What the slots of an operand do not hold themselves.
    #[inline]
    fn heap_of(&self, operand: Operand) -> &Heap {
        match operand.place() {
            Place::Slot(_) => &self.row.heap,
            Place::Constant(_) => &self.verified.prepared.heap,
            Place::Register(_) => &self.heap,
        }
    }

    fn value(&self, operand: Operand) -> Value<'_> {
        let prepared = &self.verified.prepared;
        match operand.place() {
            Place::Slot(index) => self.row.get(index),
            Place::Constant(index) => held(&prepared.constants, index, &prepared.heap),
            Place::Register(index) => held(&self.registers, index, &self.heap),
        }
    }

    fn number(&self, operand: Operand) -> Option<Decimal> {
        match self.value(operand) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn text(&self, operand: Operand) -> Option<&str> {
        match self.value(operand) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The slot of a result; one that does not fit is unreadable.
    fn result(&mut self, number: Option<Decimal>) -> Slot {
        number.map_or(Slot::UNREADABLE, |number| Slot::number(number, &mut self.heap))
    }

    #[inline]
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
    fn equal_outside(&self, left: Operand, right: Operand) -> Truth {
        semantics::equal(self.value(left), self.value(right))
    }

    #[inline]
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

impl TestVisitor for Machine<'_> {
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

impl ComputeVisitor for Machine<'_> {
    type Value = Slot;

    fn add(&mut self, left: Operand, right: Operand) -> Slot {
        let sum = self.number(left).zip(self.number(right)).and_then(|(a, b)| a.add(b));
        self.result(sum)
    }

    fn sub(&mut self, left: Operand, right: Operand) -> Slot {
        let difference = self.number(left).zip(self.number(right)).and_then(|(a, b)| a.sub(b));
        self.result(difference)
    }

    fn mul(&mut self, left: Operand, right: Operand) -> Slot {
        let product = self.number(left).zip(self.number(right)).and_then(|(a, b)| a.mul(b));
        self.result(product)
    }

    fn neg(&mut self, number: Operand) -> Slot {
        let negated = self.number(number).map(Decimal::neg);
        self.result(negated)
    }

    fn lower(&mut self, text: Operand) -> Slot {
        if let Some(&(_, slot)) = self.lowered.iter().find(|(of, _)| *of == text) {
            return slot;
        }
        let Some(source) = self.text(text) else { return Slot::UNREADABLE };
        let lower = source.to_lowercase();
        if let Place::Register(_) = text.place()
            && lower == source
        {
            return self.slot(text);
        }
        let slot = Slot::text(&lower, &mut self.heap);
        if lower.len() >= LONG_TEXT {
            self.lowered.push((text, slot));
        }
        slot
    }

    fn length(&mut self, text: Operand) -> Slot {
        let length = self.text(text).and_then(|text| i64::try_from(text.chars().count()).ok());
        self.result(length.map(Decimal::from))
    }
}
