//! The batch machine's implementation of each instruction.

use std::rc::Rc;

use crate::decimal::Decimal;
use crate::machine::batch::Batch;
use crate::machine::batch::alike::alike;
use crate::machine::batch::input::{Input, Register};
use crate::machine::kernel;
use crate::op::{ComputeVisitor, ListId, Operand, Part, PatternId, TestVisitor};
use crate::semantics;
use crate::truth::Truth;
use crate::value::Value;

impl TestVisitor for Batch<'_> {
    type Truth = Vec<Truth>;

    alike!();

    fn null(&mut self, value: Operand) -> Vec<Truth> {
        let input = self.input(value);
        let Input::Column(column) = input else {
            return self.each(|row| semantics::null(input.get(row)));
        };
        let mut truths = vec![Truth::False; self.columns.len()];
        kernel::overlay(&mut truths, column, Truth::True, Truth::Indeterminate);
        truths
    }

    fn known(&mut self, value: Operand) -> Vec<Truth> {
        let input = self.input(value);
        let Input::Column(column) = input else {
            return self.each(|row| semantics::known(input.get(row)));
        };
        let mut truths = vec![Truth::True; self.columns.len()];
        kernel::overlay(&mut truths, column, Truth::False, Truth::False);
        truths
    }

    fn yes(&mut self, value: Operand) -> Vec<Truth> {
        let input = self.input(value);
        self.each(|row| semantics::yes(input.get(row)))
    }

    fn is(&mut self, part: Part) -> Vec<Truth> {
        self.truths(part).to_vec()
    }

    fn settled(&mut self, part: Part) -> Vec<Truth> {
        self.truths(part).iter().map(|truth| truth.is_known()).collect()
    }

    fn and(&mut self, left: Part, right: Part) -> Vec<Truth> {
        let pairs = self.truths(left).iter().zip(self.truths(right));
        pairs.map(|(left, right)| left.and(*right)).collect()
    }

    fn or(&mut self, left: Part, right: Part) -> Vec<Truth> {
        let pairs = self.truths(left).iter().zip(self.truths(right));
        pairs.map(|(left, right)| left.or(*right)).collect()
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
