//! The batch machine: it runs one program over columns of many rows, instruction by instruction.
//!
//! Jumps go forwards only, so one pass over the code is enough. An instruction runs for the rows that reach it, and is
//! skipped if no row does. The results equal those of the row machine.

mod column_tests;
mod input;
mod instructions;
mod masked;
mod row_list;

use std::rc::Rc;

use hashbrown::HashMap;

use crate::columns::{Bits, Columns};
use crate::dispatch;
use crate::machine::batch::input::{Lowered, Register};
use crate::machine::batch::masked::MaskProgram;
use crate::machine::selection::Selection;
use crate::op::{Field, Op, Operand, Part, Place, Target};
use crate::program::Code;
use crate::truth::Truth;
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

    fn truths(&self, part: Part) -> &[Truth] {
        self.parts.get(part.index()).map_or(&[], Vec::as_slice)
    }
}
