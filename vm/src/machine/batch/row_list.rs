//! *Decide* over a list of rows: each test runs for the rows that reach it, and splits them.

use std::borrow::Cow;

use crate::columns::{Bits, Columns, Integers, Texts, Values};
use crate::machine::batch::column_tests::ColumnTests;
use crate::machine::batch::input::Input;
use crate::machine::kernel::{Position, narrow};
use crate::op::{ListId, Op, Operand, Part, Place, Target};
use crate::row::Row;
use crate::semantics;
use crate::slot::{Heap, Slot};
use crate::truth::Truth;
use crate::value::{Constant, Value};
use crate::verify::Verified;

impl Verified {
    /// Returns the rows of this list for which the condition is known true, in any order.
    pub(crate) fn decide_rows(&self, columns: &Columns, rows: &[u32]) -> Vec<u32> {
        if self.prepared.fast_path.is_none() {
            return self.decide_one_by_one(columns, rows);
        }
        let ops = &self.program.decide.ops;
        let mut pending: Vec<Vec<u32>> = vec![Vec::new(); ops.len()];
        let mut answer = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            let Op::Jump { test, yes, no } = *op else { continue };
            let reached = pending.get_mut(at).map(std::mem::take).unwrap_or_default();
            let rows = if at == 0 { rows } else { reached.as_slice() };
            if rows.is_empty() {
                continue;
            }
            let truths = test.visit(&mut RowList { verified: self, columns, rows });
            for (to, wanted) in [(yes, true), (no, false)] {
                let list = match to.index() {
                    Some(index) => pending.get_mut(index),
                    None if to == Target::YES => Some(&mut answer),
                    None => None,
                };
                let Some(list) = list else { continue };
                let pairs = rows.iter().zip(&truths);
                let taken = pairs.filter(|(_, truth)| (**truth == Truth::True) == wanted);
                list.extend(taken.map(|(row, _)| *row));
            }
        }
        answer
    }

    fn decide_one_by_one(&self, columns: &Columns, rows: &[u32]) -> Vec<u32> {
        let slots = self.program.slots.len();
        let mut values = Row::new(slots);
        let known_true = |row: &&u32| {
            values.clear();
            for slot in 0..slots {
                values.set(slot, columns.get(slot, **row as usize));
            }
            self.decide(&values)
        };
        rows.iter().filter(known_true).copied().collect()
    }
}

/// The columns and the list of rows for a test.
struct RowList<'a> {
    verified: &'a Verified,
    columns: &'a Columns,
    rows: &'a [u32],
}

impl RowList<'_> {
    fn narrow(
        &self,
        column: &crate::Column,
        values: Integers<'_>,
        test: impl Fn(i64) -> bool,
    ) -> Vec<Truth> {
        let states = States { absent: column.absent(), unreadable: column.unreadable() };
        self.each(|row| {
            states.or(row, Truth::Indeterminate, || {
                values.get(row).map_or(Truth::Indeterminate, |value| Truth::from(test(value)))
            })
        })
    }
}

impl ColumnTests for RowList<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn input(&self, operand: Operand) -> Input<'_> {
        let found = match operand.place() {
            Place::Slot(index) => self.columns.column(index).map(Input::Column),
            Place::Constant(index) => {
                let constant = self.verified.program.constants.get(index);
                constant.map(|constant| Input::Constant(Constant::value(constant)))
            }
            // INVARIANT: a program with registers is decided row by row.
            Place::Register(_) => None,
        };
        found.unwrap_or(Input::Constant(Value::Unreadable))
    }

    fn each(&self, truth_of: impl FnMut(usize) -> Truth) -> Vec<Truth> {
        self.rows.iter().map(|row| *row as usize).map(truth_of).collect()
    }

    /// INVARIANT: a program that reads the truth of a part is decided row by row.
    fn part(&self, _: Part) -> Cow<'_, [Truth]> {
        Cow::Owned(self.each(|_| Truth::Indeterminate))
    }

    fn equal(&self, left: Operand, right: Operand) -> Vec<Truth> {
        match (self.input(left), self.input(right)) {
            (Input::Column(column), Input::Constant(Value::Text(text)))
            | (Input::Constant(Value::Text(text)), Input::Column(column)) => {
                if let Values::Text(texts) = column.values() {
                    let found = texts.dictionary().find(text);
                    let states =
                        States { absent: column.absent(), unreadable: column.unreadable() };
                    return self
                        .each(|row| states.or(row, Truth::False, || same(texts, row, found)));
                }
            }
            _ => {}
        }
        self.pairs(left, right, semantics::equal)
    }

    fn less(&self, left: Operand, right: Operand) -> Vec<Truth> {
        let fast =
            match (self.input(left), self.input(right)) {
                (Input::Column(column), Input::Constant(Value::Number(number))) => narrow(column)
                    .map(|(values, scale)| match Position::of(number, scale) {
                        Position::On(at) => self.narrow(column, values, |value| value < at),
                        Position::Above(at) => self.narrow(column, values, |value| value <= at),
                        Position::Below => self.narrow(column, values, |_| false),
                    }),
                (Input::Constant(Value::Number(number)), Input::Column(column)) => narrow(column)
                    .map(|(values, scale)| match Position::of(number, scale) {
                        Position::On(at) | Position::Above(at) => {
                            self.narrow(column, values, |value| value > at)
                        }
                        Position::Below => self.narrow(column, values, |_| true),
                    }),
                _ => None,
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
        let (input, mut heap) = (self.input(value), Heap::default());
        self.each(|row| {
            heap.clear();
            let slot = Slot::new(input.get(row), &mut heap);
            list.contains(slot, &heap)
        })
    }

    fn each_text(
        &self,
        text: Operand,
        _: Truth,
        truth_of: impl Fn(Value<'_>) -> Truth,
    ) -> Vec<Truth> {
        self.values(text, truth_of)
    }
}

/// The rows of a column without a value.
struct States<'a> {
    absent: &'a Bits,
    unreadable: &'a Bits,
}

impl States<'_> {
    /// Returns `absent` for an absent value, indeterminate for an unreadable value, and otherwise the given truth.
    fn or(&self, row: usize, absent: Truth, value: impl Fn() -> Truth) -> Truth {
        if self.absent.get(row) {
            absent
        } else if self.unreadable.get(row) {
            Truth::Indeterminate
        } else {
            value()
        }
    }
}

fn same(texts: &Texts, row: usize, code: Option<u32>) -> Truth {
    Truth::from(code.is_some() && texts.codes().get(row) == code)
}
