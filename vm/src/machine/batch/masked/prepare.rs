//! Prepares tests for columns: comparisons of values become comparisons of codes and integers.

use smallvec::SmallVec;

use super::mask::States;
use super::{CodeSet, MAX_CODES, MaskTest, Wanted};
use crate::columns::{Column, Columns, Texts, Values};
use crate::machine::kernel::{Position, narrow};
use crate::op::{ListId, Operand, Place, Test};
use crate::slot::{Heap, Slot};
use crate::truth::Truth;
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// The program and the columns that tests are prepared for.
#[derive(Clone, Copy)]
pub struct Preparer<'a> {
    pub verified: &'a Verified,
    pub columns: &'a Columns,
}

impl<'a> Preparer<'a> {
    pub fn prepare(self, test: Test) -> Option<MaskTest<'a>> {
        match test {
            Test::EqText(l, r) => self.text(l, r, Wanted::Yes),
            Test::NeText(l, r) => self.text(l, r, Wanted::No),
            Test::EqNumber(l, r) => self.integer(l, r),
            Test::LtNumber(l, r) => self.less(l, r, Wanted::Yes),
            Test::GtNumber(l, r) => self.less(r, l, Wanted::Yes),
            Test::GeNumber(l, r) => self.less(l, r, Wanted::No),
            Test::LeNumber(l, r) => self.less(r, l, Wanted::No),
            Test::InText(value, list) => self.member(value, list, Wanted::Yes),
            Test::NotInText(value, list) => self.member(value, list, Wanted::No),
            Test::Yes(value) => self.boolean(value, Wanted::Yes),
            Test::No(value) => self.boolean(value, Wanted::No),
            _ => None,
        }
    }

    fn column(self, operand: Operand) -> Option<&'a Column> {
        match operand.place() {
            Place::Slot(index) => self.columns.column(index),
            Place::Constant(_) | Place::Register(_) => None,
        }
    }

    fn constant(self, operand: Operand) -> Option<Value<'a>> {
        match operand.place() {
            Place::Constant(index) => {
                self.verified.program.constants.get(index).map(Constant::value)
            }
            Place::Slot(_) | Place::Register(_) => None,
        }
    }

    fn texts(self, operand: Operand) -> Option<(&'a Column, &'a Texts)> {
        let column = self.column(operand)?;
        match column.values() {
            Values::Text(texts) => Some((column, texts)),
            Values::Number(_) | Values::Boolean(_) | Values::Datetime(_) => None,
        }
    }

    fn text(self, left: Operand, right: Operand, wanted: Wanted) -> Option<MaskTest<'a>> {
        let (operand, constant) = match self.constant(right) {
            Some(constant) => (left, constant),
            None => (right, self.constant(left)?),
        };
        let ((column, texts), Value::Text(text)) = (self.texts(operand)?, constant) else {
            return None;
        };
        let of_absent = Truth::from(wanted == Wanted::No);
        let states = States::of(column, of_absent);
        let code = texts.dictionary().find(text);
        Some(MaskTest::Codes {
            codes: texts.codes(),
            set: CodeSet::new(code.as_slice()),
            wanted,
            states,
        })
    }

    fn member(self, value: Operand, list: ListId, wanted: Wanted) -> Option<MaskTest<'a>> {
        let (column, texts) = self.texts(value)?;
        let list = self.verified.prepared.lists.get(list.index())?;
        let passes = |value: Value<'_>| {
            let mut heap = Heap::default();
            let truth = list.contains(Slot::new(value, &mut heap), &heap);
            if wanted == Wanted::Yes { truth } else { truth.not() }
        };
        let of_absent = passes(Value::Absent);
        let each = texts.dictionary().iter();
        let passes: Vec<bool> = each.map(|text| passes(Value::Text(text)) == Truth::True).collect();
        let states = States::of(column, of_absent);
        let codes = texts.codes();
        for (answer, wanted) in [(true, Wanted::Yes), (false, Wanted::No)] {
            let matching = (0..).zip(&passes).filter(|(_, passes)| **passes == answer);
            let few: SmallVec<[u32; MAX_CODES]> =
                matching.map(|(code, _)| code).take(MAX_CODES + 1).collect();
            if few.len() <= MAX_CODES {
                return Some(MaskTest::Codes { codes, set: CodeSet::new(&few), wanted, states });
            }
        }
        Some(MaskTest::ByCode { codes, passes, states })
    }

    fn integer(self, left: Operand, right: Operand) -> Option<MaskTest<'a>> {
        let (operand, constant) = match self.constant(right) {
            Some(constant) => (left, constant),
            None => (right, self.constant(left)?),
        };
        let column = self.column(operand)?;
        let ((values, scale), Value::Number(number)) = (narrow(column)?, constant) else {
            return None;
        };
        let states = States::of(column, Truth::False);
        Some(match Position::of(number, scale) {
            Position::On(at) => MaskTest::Within { values, low: at, high: at, states },
            Position::Above(_) | Position::Below => MaskTest::Never,
        })
    }

    /// Prepares `left < right`, or its opposite.
    fn less(self, left: Operand, right: Operand, wanted: Wanted) -> Option<MaskTest<'a>> {
        match (self.constant(left), self.constant(right)) {
            (None, None) => self.columns_less(left, right, wanted),
            (None, Some(Value::Number(number))) => {
                let column = self.column(left)?;
                let ((values, scale), states) = (narrow(column)?, States::of(column, Truth::False));
                // The least integer that is not below the constant.
                let bound = match Position::of(number, scale) {
                    Position::On(at) => at,
                    Position::Above(at) => at.checked_add(1)?,
                    Position::Below => return None,
                };
                Some(match wanted {
                    Wanted::Yes => MaskTest::Within {
                        values,
                        low: i64::MIN,
                        high: bound.checked_sub(1)?,
                        states,
                    },
                    Wanted::No => MaskTest::Within { values, low: bound, high: i64::MAX, states },
                })
            }
            (Some(Value::Number(number)), None) => {
                let column = self.column(right)?;
                let ((values, scale), states) = (narrow(column)?, States::of(column, Truth::False));
                let bound = match Position::of(number, scale) {
                    Position::On(at) | Position::Above(at) => at,
                    Position::Below => return None,
                };
                Some(match wanted {
                    Wanted::Yes => MaskTest::Within {
                        values,
                        low: bound.checked_add(1)?,
                        high: i64::MAX,
                        states,
                    },
                    Wanted::No => MaskTest::Within { values, low: i64::MIN, high: bound, states },
                })
            }
            _ => None,
        }
    }

    fn columns_less(self, left: Operand, right: Operand, wanted: Wanted) -> Option<MaskTest<'a>> {
        let columns = [self.column(left)?, self.column(right)?];
        let [Some((left, scale)), Some((right, other))] = columns.map(narrow) else { return None };
        let states = columns.map(|column| States::of(column, Truth::False));
        (scale == other).then_some(MaskTest::Less { left, right, wanted, states })
    }

    fn boolean(self, value: Operand, wanted: Wanted) -> Option<MaskTest<'a>> {
        let column = self.column(value)?;
        match column.values() {
            Values::Boolean(bits) => Some(MaskTest::Boolean {
                words: bits.words(),
                wanted,
                states: States::of(column, Truth::False),
            }),
            Values::Text(_) | Values::Number(_) | Values::Datetime(_) => None,
        }
    }
}
