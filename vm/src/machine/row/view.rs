//! The row machine's implementation of each instruction.

use std::cmp::Ordering;

use crate::decimal::{Decimal, order_small};
use crate::machine::row::Scratch;
use crate::op::{ComputeVisitor, ListId, Operand, Part, PatternId, Place, TestVisitor};
use crate::row::RowView;
use crate::semantics::{self, ordered};
use crate::slot::{Heap, Slot};
use crate::spelling::lowered;
use crate::truth::Truth;
use crate::value::Value;
use crate::verify::Verified;

/// The result of a computation.
pub enum Computed {
    /// An operand is absent or unreadable, or the result does not fit.
    Unreadable,
    Number(Decimal),
    /// A slot that already exists.
    Existing(Slot),
    /// The lowercase form of an operand.
    Lower(Operand, String),
}

impl From<Option<Decimal>> for Computed {
    fn from(number: Option<Decimal>) -> Computed {
        number.map_or(Computed::Unreadable, Computed::Number)
    }
}

/// The inputs of a run.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub verified: &'a Verified,
    pub row: RowView<'a>,
    /// The registers and parts; `None` if the program sets none.
    pub scratch: Option<&'a Scratch>,
}

impl<'a> View<'a> {
    #[inline]
    pub fn truth(&self, part: Part) -> Truth {
        self.scratch
            .and_then(|scratch| scratch.parts.get(part.index()))
            .copied()
            .unwrap_or(Truth::Indeterminate)
    }

    /// Returns the slot of an operand; its value may be stored in the heap.
    #[inline(always)]
    fn slot(&self, operand: Operand) -> Slot {
        let (slots, index) = match operand.place() {
            Place::Slot(index) => (self.row.slots, index),
            Place::Constant(index) => (self.verified.prepared.constants.as_slice(), index),
            Place::Register(index) => (self.registers(), index),
        };
        slots.get(index).copied().unwrap_or(Slot::UNREADABLE)
    }

    /// Returns the heap with the values that the operand's slot does not store itself.
    #[inline]
    fn heap_of(&self, operand: Operand) -> &'a Heap {
        match operand.place() {
            Place::Slot(_) => self.row.heap,
            Place::Constant(_) => &self.verified.prepared.heap,
            Place::Register(_) => self.scratch_heap(),
        }
    }

    pub fn value(&self, operand: Operand) -> Value<'a> {
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

    /// Returns the heap of the registers; without registers, no operand needs it.
    #[inline]
    fn scratch_heap(&self) -> &'a Heap {
        self.scratch.map_or(self.row.heap, |scratch| &scratch.heap)
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
        // A value in the heap is too large for a slot, so the two are never equal.
        Truth::from(a.bits() == b.bits())
    }

    #[cold]
    #[inline(never)]
    fn equal_outside(&self, left: Operand, right: Operand) -> Truth {
        semantics::equal(self.value(left), self.value(right))
    }

    #[inline(always)]
    fn order_numbers(&self, left: Operand, right: Operand) -> Option<Ordering> {
        if let (Some(a), Some(b)) = (self.slot(left).as_small(), self.slot(right).as_small())
            && let Some(order) = order_small(a, b)
        {
            return Some(order);
        }
        self.order(left, right)
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
        lists.get(list.index()).map_or(Truth::Indeterminate, |list| {
            list.contains(self.slot(value), self.heap_of(value))
        })
    }

    fn texts(&self, left: Operand, right: Operand, test: impl Fn(&str, &str) -> bool) -> Truth {
        semantics::texts(self.value(left), self.value(right), test)
    }
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
            return Computed::Existing(slot);
        }
        let Some(source) = self.text(text) else { return Computed::Unreadable };
        let lower = lowered(source);
        match text.place() {
            Place::Register(_) if lower == source => Computed::Existing(self.slot(text)),
            _ => Computed::Lower(text, lower),
        }
    }

    fn length(&mut self, text: Operand) -> Computed {
        let length = self.text(text).and_then(|text| i64::try_from(text.chars().count()).ok());
        length.map(Decimal::from).into()
    }
}
