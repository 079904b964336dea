//! The batch machine: it runs one program over columns of many rows, instruction by instruction.
//!
//! Jumps go forwards only, so one pass over the code is enough. An instruction runs for the rows that reach it, and is
//! skipped if no row does. The results equal those of the row machine.

mod alike;
mod input;
mod masked;
mod row_list;
mod visit;

use std::rc::Rc;

use hashbrown::HashMap;

use crate::columns::{Bits, Column, Columns, Integers, Values};
use crate::decimal::Decimal;
use crate::dispatch;
use crate::machine::batch::input::{Input, Lowered, Register};
use crate::machine::batch::masked::MaskProgram;
use crate::machine::kernel::{self, Position};
use crate::machine::selection::{SPARSE, Selection};
use crate::op::{Field, ListId, Op, Operand, Part, Place, Target};
use crate::program::Code;
use crate::semantics;
use crate::slot::{Heap, Slot};
use crate::spelling::lowered;
use crate::truth::Truth;
use crate::value::{Constant, Value};
use crate::verify::Verified;

impl Verified {
    /// Returns for each row whether the condition is known true.
    pub fn decide_batch(&self, columns: &Columns) -> Vec<bool> {
        let bits = self.decide_bits(columns);
        let mut yes = Vec::with_capacity(columns.len().next_multiple_of(64));
        for word in bits.words() {
            yes.extend((0..64).map(|at| word >> at & 1 == 1));
        }
        yes.truncate(columns.len());
        yes
    }

    /// Returns the rows for which the condition is known true.
    pub fn decide_bits(&self, columns: &Columns) -> Bits {
        let words = match MaskProgram::new(self, columns) {
            Some(masked) => dispatch::widest(masked),
            None => {
                let code = &self.program.decide;
                Batch::new(self, code, columns).decide(&code.ops).into_words()
            }
        };
        Bits::new(words, columns.len())
    }

    /// Returns the truth of the condition for each row.
    pub fn weigh_batch(&self, columns: &Columns) -> Vec<Truth> {
        let code = &self.program.weigh;
        let mut batch = Batch::new(self, code, columns);
        batch.keep(self.program.answer);
        for op in &code.ops {
            batch.step(*op);
        }
        batch.truths(self.program.answer).to_vec()
    }
}

/// The state of one run.
struct Batch<'a> {
    verified: &'a Verified,
    columns: &'a Columns,
    registers: Vec<Register>,
    parts: Vec<Vec<Truth>>,
    /// The remaining reads of each register and part; the last read frees it.
    reads: Reads,
    lowered: HashMap<Operand, Rc<Lowered>>,
    /// The rows that the current instruction runs for.
    selection: Selection,
}

#[derive(Default)]
struct Reads {
    registers: Vec<u32>,
    parts: Vec<u32>,
}

impl Reads {
    fn of(&mut self, field: Field) -> Option<&mut u32> {
        match field {
            Field::Value(operand) => match operand.place() {
                Place::Register(index) => self.registers.get_mut(index),
                Place::Slot(_) | Place::Constant(_) => None,
            },
            Field::Truth(part) => self.parts.get_mut(part.index()),
            Field::List(_) | Field::Pattern(_) => None,
        }
    }

    fn count(&mut self, field: Field) {
        if let Some(reads) = self.of(field) {
            *reads += 1;
        }
    }
}

fn walk(op: Op, mut each: impl FnMut(Field)) {
    match op {
        Op::Jump { test, .. } | Op::Weigh { test, .. } => test.walk(|_, field| each(field)),
        Op::Compute { value, .. } => value.walk(|_, field| each(field)),
    }
}

impl<'a> Batch<'a> {
    fn new(verified: &'a Verified, code: &Code, columns: &'a Columns) -> Batch<'a> {
        let (registers, parts) = (usize::from(code.registers), verified.program.parts());
        let mut reads = Reads { registers: vec![0; registers], parts: vec![0; parts] };
        for op in &code.ops {
            walk(*op, |field| reads.count(field));
        }
        Batch {
            verified,
            columns,
            registers: vec![Register::Empty; registers],
            parts: vec![Vec::new(); parts],
            reads,
            lowered: HashMap::new(),
            selection: Selection::all(columns.len()),
        }
    }

    /// Keeps a part until the end.
    fn keep(&mut self, part: Part) {
        self.reads.count(Field::Truth(part));
    }

    /// Runs *decide*; returns the rows that reach the answer true.
    fn decide(mut self, ops: &[Op]) -> Selection {
        let empty = Selection::empty(self.columns.len());
        let mut pending = HashMap::new();
        pending.insert(0, self.selection.clone());
        let mut answer = empty.clone();
        for (at, &op) in ops.iter().enumerate() {
            let Some(selection) = pending.remove(&at).filter(|selection| !selection.is_empty())
            else {
                self.release(op);
                continue;
            };
            self.selection = selection;
            let Op::Jump { test, yes, no } = op else {
                self.step(op);
                pending.entry(at + 1).or_insert_with(|| empty.clone()).union_with(&self.selection);
                continue;
            };
            let truths = test.visit(&mut self);
            let (known, others) = self.selection.split(&truths);
            for (target, rows) in [(yes, known), (no, others)] {
                match target.index() {
                    Some(index) => {
                        pending.entry(index).or_insert_with(|| empty.clone()).union_with(&rows);
                    }
                    None if target == Target::YES => answer.union_with(&rows),
                    None => {}
                }
            }
            self.release(op);
        }
        answer
    }

    fn step(&mut self, op: Op) {
        match op {
            // INVARIANT: *weigh* has no jump, and *decide* handles its jumps itself.
            Op::Jump { .. } => {}
            Op::Weigh { test, into } => {
                let truths = test.visit(self);
                if let Some(part) = self.parts.get_mut(into.index()) {
                    *part = truths;
                }
            }
            Op::Compute { value, into } => {
                let values = value.visit(self);
                if let Some(register) = self.registers.get_mut(into.index()) {
                    *register = values;
                }
            }
        }
        self.release(op);
    }

    /// Frees registers and parts that the instruction read for the last time.
    fn release(&mut self, op: Op) {
        walk(op, |field| {
            let Some(reads) = self.reads.of(field) else { return };
            *reads = reads.saturating_sub(1);
            if *reads > 0 {
                return;
            }
            match field {
                Field::Value(operand) => {
                    if let Place::Register(index) = operand.place()
                        && let Some(register) = self.registers.get_mut(index)
                    {
                        *register = Register::Empty;
                    }
                }
                Field::Truth(part) => {
                    if let Some(truths) = self.parts.get_mut(part.index()) {
                        *truths = Vec::new();
                    }
                }
                Field::List(_) | Field::Pattern(_) => {}
            }
        });
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

    /// Evaluates a test on each selected row.
    fn each(&self, truth_of: impl Fn(usize) -> Truth) -> Vec<Truth> {
        let mut truths = vec![Truth::Indeterminate; self.columns.len()];
        for row in self.selection.rows() {
            if let Some(truth) = truths.get_mut(row) {
                *truth = truth_of(row);
            }
        }
        truths
    }

    fn pairs(
        &self,
        l: Operand,
        r: Operand,
        truth_of: impl Fn(Value, Value) -> Truth,
    ) -> Vec<Truth> {
        let (left, right) = (self.input(l), self.input(r));
        self.each(|row| truth_of(left.get(row), right.get(row)))
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

    /// Evaluates a test on each selected row; in a column of texts, once per distinct text.
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

    fn truths(&self, part: Part) -> &[Truth] {
        self.parts.get(part.index()).map_or(&[], Vec::as_slice)
    }

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
    instants: fn(&crate::value::Instant, &crate::value::Instant) -> bool,
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
