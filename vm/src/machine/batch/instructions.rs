//! The batch machine's implementation of each instruction.

use std::borrow::Cow;
use std::rc::Rc;

use hashbrown::HashMap;

use crate::columns::{Column, Integers, Values};
use crate::decimal::Decimal;
use crate::machine::batch::Batch;
use crate::machine::batch::column_tests::ColumnTests;
use crate::machine::batch::input::{Input, Lowered, Register};
use crate::machine::kernel::{self, Position};
use crate::machine::selection::SPARSE;
use crate::op::{ComputeVisitor, ListId, Operand, Part, Place};
use crate::semantics;
use crate::slot::{Heap, Slot};
use crate::spelling::lowered;
use crate::truth::Truth;
use crate::value::{Constant, Instant, Value};
use crate::verify::Verified;

impl Batch<'_> {
    /// Returns a column and a constant; `None` for other operands, or if the selection is too sparse for a loop over
    /// all rows.
    fn with_constant(&self, column: Operand, constant: Operand) -> Option<(&Column, Value<'_>)> {
        if self.selection.len() < self.columns.len() / SPARSE {
            return None;
        }
        match (self.input(column), self.input(constant)) {
            (Input::Column(column), Input::Constant(value)) => Some((column, value)),
            _ => None,
        }
    }
}

impl ColumnTests for Batch<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn input(&self, operand: Operand) -> Input<'_> {
        let found = match operand.place() {
            Place::Slot(index) => self.columns.column(index).map(Input::Column),
            Place::Constant(index) => {
                let constant = self.verified.program.constants.get(index).map(Constant::value);
                constant.map(Input::Constant)
            }
            Place::Register(index) => self.registers.get(index).map(Input::Register),
        };
        found.unwrap_or(Input::Constant(Value::Unreadable))
    }

    fn each(&self, mut truth_of: impl FnMut(usize) -> Truth) -> Vec<Truth> {
        let mut truths = vec![Truth::Indeterminate; self.columns.len()];
        for row in self.selection.rows() {
            if let Some(truth) = truths.get_mut(row) {
                *truth = truth_of(row);
            }
        }
        truths
    }

    fn each_text(
        &self,
        operand: Operand,
        absent: Truth,
        truth_of: impl Fn(Value<'_>) -> Truth,
    ) -> Vec<Truth> {
        let input = self.input(operand);
        if let Input::Column(column) = input
            && let Values::Text(texts) = column.values()
        {
            let mut truths =
                kernel::by_text(texts, &self.selection, |text| truth_of(Value::Text(text)));
            kernel::overlay(&mut truths, column, absent, Truth::Indeterminate);
            return truths;
        }
        self.each(|row| truth_of(input.get(row)))
    }

    fn part(&self, part: Part) -> Cow<'_, [Truth]> {
        Cow::Borrowed(self.truths(part))
    }

    fn equal(&self, left: Operand, right: Operand) -> Vec<Truth> {
        let fast = self.with_constant(left, right).or_else(|| self.with_constant(right, left));
        let fast = fast.and_then(|(column, constant)| {
            let mut truths = equal_to(column, constant)?;
            kernel::overlay(&mut truths, column, Truth::False, Truth::Indeterminate);
            Some(truths)
        });
        fast.unwrap_or_else(|| self.pairs(left, right, semantics::equal))
    }

    fn less(&self, left: Operand, right: Operand) -> Vec<Truth> {
        let fast = match (self.with_constant(left, right), self.with_constant(right, left)) {
            (Some((column, constant)), _) => {
                compared(column, constant, kernel::less, |value, constant| value < constant)
            }
            (_, Some((column, constant))) => {
                compared(column, constant, kernel::greater, |value, constant| value > constant)
            }
            (None, None) => None,
        };
        let slow = |l: Value<'_>, r: Value<'_>| {
            semantics::ordered(semantics::order(l, r), std::cmp::Ordering::is_lt)
        };
        fast.unwrap_or_else(|| self.pairs(left, right, slow))
    }

    fn member(&self, value: Operand, list: ListId) -> Vec<Truth> {
        let Some(list) = self.verified.prepared.lists.get(list.index()) else {
            return self.each(|_| Truth::Indeterminate);
        };
        self.each_text(value, list.contains(Slot::ABSENT, &Heap::default()), |value| {
            let mut heap = Heap::default();
            list.contains(Slot::new(value, &mut heap), &heap)
        })
    }

    fn texts(
        &self,
        text: Operand,
        other: Operand,
        test: impl Fn(&str, &str) -> bool + Copy,
    ) -> Vec<Truth> {
        match self.input(other) {
            Input::Constant(other) => self
                .each_text(text, Truth::Indeterminate, |text| semantics::texts(text, other, test)),
            Input::Column(_) | Input::Register(_) => {
                self.pairs(text, other, |text, other| semantics::texts(text, other, test))
            }
        }
    }

    fn is_null(&self, value: Operand) -> Vec<Truth> {
        let input = self.input(value);
        let Input::Column(column) = input else {
            return self.each(|row| semantics::null(input.get(row)));
        };
        let mut truths = vec![Truth::False; self.columns.len()];
        kernel::overlay(&mut truths, column, Truth::True, Truth::Indeterminate);
        truths
    }

    fn is_known(&self, value: Operand) -> Vec<Truth> {
        let input = self.input(value);
        let Input::Column(column) = input else {
            return self.each(|row| semantics::known(input.get(row)));
        };
        let mut truths = vec![Truth::True; self.columns.len()];
        kernel::overlay(&mut truths, column, Truth::False, Truth::False);
        truths
    }
}

impl Batch<'_> {
    fn numbers(&self, l: Operand, r: Operand, op: Arithmetic) -> Register {
        let (left, right) = (self.input(l), self.input(r));
        self.compute(|row| match (left.get(row), right.get(row)) {
            (Value::Number(left), Value::Number(right)) => op(left, right),
            _ => None,
        })
    }

    fn compute(&self, value: impl Fn(usize) -> Option<Decimal>) -> Register {
        let mut numbers = vec![None; self.columns.len()];
        for row in self.selection.rows() {
            if let Some(number) = numbers.get_mut(row) {
                *number = value(row);
            }
        }
        Register::Numbers(numbers)
    }

    /// Lowercases the texts of an operand for all rows, so that later instructions can reuse them.
    fn lower_all(&self, text: Operand) -> Lowered {
        let input = self.input(text);
        let (mut known, mut texts) = (HashMap::new(), Vec::new());
        let codes = (0..self.columns.len()).map(|row| {
            let Value::Text(text) = input.get(row) else { return None };
            let next = u32::try_from(texts.len()).ok()?;
            Some(*known.entry(text).or_insert_with(|| {
                texts.push(lowered(text));
                next
            }))
        });
        Lowered { codes: codes.collect(), texts }
    }
}

impl ComputeVisitor for Batch<'_> {
    type Value = Register;

    fn add(&mut self, left: Operand, right: Operand) -> Register {
        self.numbers(left, right, Decimal::add)
    }

    fn sub(&mut self, left: Operand, right: Operand) -> Register {
        self.numbers(left, right, Decimal::sub)
    }

    fn mul(&mut self, left: Operand, right: Operand) -> Register {
        self.numbers(left, right, Decimal::mul)
    }

    fn neg(&mut self, number: Operand) -> Register {
        let input = self.input(number);
        self.compute(|row| match input.get(row) {
            Value::Number(number) => Some(number.neg()),
            _ => None,
        })
    }

    fn lower(&mut self, text: Operand) -> Register {
        let lowered = match self.lowered.get(&text) {
            Some(lowered) => Rc::clone(lowered),
            None => Rc::new(self.lower_all(text)),
        };
        self.lowered.insert(text, Rc::clone(&lowered));
        Register::Texts(lowered)
    }

    fn length(&mut self, text: Operand) -> Register {
        let input = self.input(text);
        self.compute(|row| match input.get(row) {
            Value::Text(text) => i64::try_from(text.chars().count()).ok().map(Decimal::from),
            _ => None,
        })
    }
}

type Arithmetic = fn(Decimal, Decimal) -> Option<Decimal>;

fn equal_to(column: &Column, constant: Value<'_>) -> Option<Vec<Truth>> {
    match (column.values(), constant) {
        (Values::Text(texts), Value::Text(text)) => Some(kernel::equal_code(texts, text)),
        (Values::Datetime(values), Value::Datetime(at)) => {
            Some(kernel::instants(values, |value| *value == at))
        }
        (Values::Number(_), Value::Number(number)) => {
            let (values, scale) = kernel::narrow(column)?;
            Some(kernel::equal(values, Position::of(number, scale)))
        }
        _ => None,
    }
}

fn compared(
    column: &Column,
    constant: Value<'_>,
    numbers: fn(Integers<'_>, Position) -> Vec<Truth>,
    instants: fn(&Instant, &Instant) -> bool,
) -> Option<Vec<Truth>> {
    let mut truths = match (column.values(), constant) {
        (Values::Datetime(values), Value::Datetime(at)) => {
            kernel::instants(values, |value| instants(value, &at))
        }
        (Values::Number(_), Value::Number(number)) => {
            let (values, scale) = kernel::narrow(column)?;
            numbers(values, Position::of(number, scale))
        }
        _ => return None,
    };
    kernel::overlay(&mut truths, column, Truth::Indeterminate, Truth::Indeterminate);
    Some(truths)
}
