//! Tests over columns: machines implement one method per operation, and this module maps every instruction to these.

use std::borrow::Cow;

use crate::machine::batch::input::Input;
use crate::op::{ListId, Operand, Part, PatternId, TestVisitor};
use crate::semantics;
use crate::truth::Truth;
use crate::value::Value;
use crate::verify::Verified;

/// A machine that evaluates tests over columns. The operations are the same for every family of values.
///
/// Each method returns one truth per row of the machine, in order.
pub(super) trait ColumnTests {
    /// Returns the program.
    fn verified(&self) -> &Verified;

    /// Returns the values of an operand.
    fn input(&self, operand: Operand) -> Input<'_>;

    /// Evaluates a test on each row.
    fn each(&self, truth_of: impl FnMut(usize) -> Truth) -> Vec<Truth>;

    /// Evaluates a test on each row; if possible, once per distinct text. `absent` is the truth for absent values.
    fn each_text(
        &self,
        text: Operand,
        absent: Truth,
        truth_of: impl Fn(Value<'_>) -> Truth,
    ) -> Vec<Truth>;

    /// Returns the truths of a part.
    fn part(&self, part: Part) -> Cow<'_, [Truth]>;

    /// Evaluates `left == right`.
    fn equal(&self, left: Operand, right: Operand) -> Vec<Truth>;

    /// Evaluates `left < right`.
    fn less(&self, left: Operand, right: Operand) -> Vec<Truth>;

    /// Evaluates `value in list`.
    fn member(&self, value: Operand, list: ListId) -> Vec<Truth>;

    /// Evaluates a test on two texts.
    fn texts(
        &self,
        left: Operand,
        right: Operand,
        test: impl Fn(&str, &str) -> bool + Copy,
    ) -> Vec<Truth> {
        self.pairs(left, right, |left, right| semantics::texts(left, right, test))
    }

    /// Evaluates a test on one value.
    fn values(&self, value: Operand, truth_of: impl Fn(Value<'_>) -> Truth) -> Vec<Truth> {
        let input = self.input(value);
        self.each(|row| truth_of(input.get(row)))
    }

    /// Evaluates a test on two values.
    fn pairs(
        &self,
        left: Operand,
        right: Operand,
        truth_of: impl Fn(Value<'_>, Value<'_>) -> Truth,
    ) -> Vec<Truth> {
        let (left, right) = (self.input(left), self.input(right));
        self.each(|row| truth_of(left.get(row), right.get(row)))
    }

    /// Evaluates `value is null`.
    fn is_null(&self, value: Operand) -> Vec<Truth> {
        self.values(value, semantics::null)
    }

    /// Evaluates `value is known`.
    fn is_known(&self, value: Operand) -> Vec<Truth> {
        self.values(value, semantics::known)
    }
}

impl<T: ColumnTests> TestVisitor for T {
    type Truth = Vec<Truth>;

    fn negate(&mut self, mut truths: Vec<Truth>) -> Vec<Truth> {
        truths.iter_mut().for_each(|truth| *truth = truth.not());
        truths
    }

    fn eq_text(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.equal(left, right)
    }

    fn eq_number(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.equal(left, right)
    }

    fn eq_boolean(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.equal(left, right)
    }

    fn eq_datetime(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.equal(left, right)
    }

    fn lt_number(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.less(left, right)
    }

    fn gt_number(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.less(right, left)
    }

    fn lt_datetime(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.less(left, right)
    }

    fn gt_datetime(&mut self, left: Operand, right: Operand) -> Vec<Truth> {
        self.less(right, left)
    }

    fn in_text(&mut self, value: Operand, list: ListId) -> Vec<Truth> {
        self.member(value, list)
    }

    fn in_number(&mut self, value: Operand, list: ListId) -> Vec<Truth> {
        self.member(value, list)
    }

    fn in_boolean(&mut self, value: Operand, list: ListId) -> Vec<Truth> {
        self.member(value, list)
    }

    fn in_datetime(&mut self, value: Operand, list: ListId) -> Vec<Truth> {
        self.member(value, list)
    }

    fn contains(&mut self, text: Operand, within: Operand) -> Vec<Truth> {
        self.texts(text, within, semantics::contains)
    }

    fn starts(&mut self, text: Operand, with: Operand) -> Vec<Truth> {
        self.texts(text, with, |text, with| text.starts_with(with))
    }

    fn ends(&mut self, text: Operand, with: Operand) -> Vec<Truth> {
        self.texts(text, with, |text, with| text.ends_with(with))
    }

    fn matches(&mut self, text: Operand, pattern: PatternId) -> Vec<Truth> {
        let pattern = self.verified().prepared.patterns.get(pattern.index());
        self.each_text(text, Truth::Indeterminate, |text| match (text, pattern) {
            (Value::Text(text), Some(pattern)) => Truth::from(pattern.is_match(text)),
            _ => Truth::Indeterminate,
        })
    }

    fn null(&mut self, value: Operand) -> Vec<Truth> {
        self.is_null(value)
    }

    fn known(&mut self, value: Operand) -> Vec<Truth> {
        self.is_known(value)
    }

    fn yes(&mut self, value: Operand) -> Vec<Truth> {
        self.values(value, semantics::yes)
    }

    fn is(&mut self, part: Part) -> Vec<Truth> {
        self.part(part).into_owned()
    }

    fn settled(&mut self, part: Part) -> Vec<Truth> {
        self.part(part).iter().map(|truth| truth.is_known()).collect()
    }

    fn and(&mut self, left: Part, right: Part) -> Vec<Truth> {
        let (left, right) = (self.part(left), self.part(right));
        left.iter().zip(right.iter()).map(|(left, right)| left.and(*right)).collect()
    }

    fn or(&mut self, left: Part, right: Part) -> Vec<Truth> {
        let (left, right) = (self.part(left), self.part(right));
        left.iter().zip(right.iter()).map(|(left, right)| left.or(*right)).collect()
    }
}
