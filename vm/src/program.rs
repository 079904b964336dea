//! Programs: typed instructions over slots, and the builder that the compiler writes them with.

use std::fmt;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use crate::code::at_most;
use crate::limits::{MAX_CONSTANTS, MAX_MEMBERS, MAX_OPS, MAX_PATTERNS, MAX_SLOTS};
use crate::op::{Compute, ListId, Op, Operand, Part, PatternId, Place, Register, Target, Test};
use crate::pattern::Pattern;
use crate::reading::Reading;
use crate::types::Type;
use crate::value::Constant;
use crate::verify::{Fault, Verified, verify};

/// The version of the language whose meaning a program has.
pub const LANGUAGE_VERSION: u16 = 1;

/// Under which time zone, country and Unicode version rows are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    pub(crate) zone: String,
    pub(crate) country: Option<String>,
    pub(crate) unicode: (u8, u8, u8),
}

impl Context {
    /// The context of a reading.
    pub fn of(reading: &Reading) -> Context {
        Context {
            zone: reading.zone().to_owned(),
            country: reading.country().map(str::to_owned),
            unicode: unicode_normalization::UNICODE_VERSION,
        }
    }
}

/// The members of an `in`, sorted and each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct List {
    #[serde(deserialize_with = "at_most::<_, _, MAX_MEMBERS>")]
    pub(crate) members: Vec<Constant>,
    pub(crate) null: Nullable,
}

/// Whether `null` is among the members of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Nullable {
    /// It is: an absent value is of the list.
    WithNull,
    /// It is not.
    WithoutNull,
}

/// The two forms of one condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// Is it known true: jumps on two values.
    Decide,
    /// All three values, of every part: no jump.
    Weigh,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Decide => "decide",
            Form::Weigh => "weigh",
        })
    }
}

/// The instructions of one form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    #[serde(deserialize_with = "at_most::<_, _, MAX_OPS>")]
    pub(crate) ops: Vec<Op>,
    /// How many registers it has.
    pub(crate) registers: u16,
}

impl Code {
    /// Whether it keeps the truth of any part.
    pub(crate) fn weighs(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Weigh { .. }))
    }
}

/// A condition as the machines run it, once it is [`Verified`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub(crate) version: u16,
    pub(crate) context: Context,
    #[serde(deserialize_with = "at_most::<_, _, MAX_SLOTS>")]
    pub(crate) slots: Vec<Type>,
    #[serde(deserialize_with = "at_most::<_, _, MAX_CONSTANTS>")]
    pub(crate) constants: Vec<Constant>,
    #[serde(deserialize_with = "at_most::<_, _, MAX_CONSTANTS>")]
    pub(crate) lists: Vec<List>,
    #[serde(deserialize_with = "at_most::<_, _, MAX_PATTERNS>")]
    pub(crate) patterns: Vec<String>,
    pub(crate) decide: Code,
    pub(crate) weigh: Code,
    /// How many parts it has.
    pub(crate) parts: u16,
    /// The part whose truth is the condition's.
    pub(crate) answer: Part,
}

impl Program {
    /// The types of the slots that it reads.
    pub fn slots(&self) -> &[Type] {
        &self.slots
    }

    /// The context under which its rows are read.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// How many parts it has.
    pub fn parts(&self) -> usize {
        usize::from(self.parts)
    }

    /// The instructions of a form.
    pub fn ops(&self, form: Form) -> &[Op] {
        &self.code(form).ops
    }

    pub(crate) fn code(&self, form: Form) -> &Code {
        match form {
            Form::Decide => &self.decide,
            Form::Weigh => &self.weigh,
        }
    }
}

/// Builds a program, with both forms side by side.
///
/// [`ProgramBuilder::finish`] reports an index that does not fit, so that the other methods need no results.
///
/// ```
/// # use pointsman_vm as vm;
/// use vm::{Constant, Form, ProgramBuilder, Reading, Target, Test, Truth, Type};
///
/// let mut program = ProgramBuilder::new(&[Type::Text], &Reading::default());
/// let (category, wanted) = (program.slot(0), program.constant(Constant::Text("149".into())));
/// let test = Test::EqText(category, wanted);
/// program.jump(test, Target::YES, Target::NO);
/// let part = program.part();
/// program.weigh(Form::Weigh, test, part);
/// let program = program.finish(part).unwrap();
///
/// let mut row = vm::Row::new(1);
/// assert_eq!(program.weigh(&row).truth(), Truth::False);
/// row.set(0, vm::Value::Text("149"));
/// assert!(program.decide(&row));
/// ```
#[derive(Clone, Debug)]
pub struct ProgramBuilder {
    program: Program,
    patterns: Vec<Pattern>,
    constants: HashMap<Constant, Operand>,
    lists: HashMap<List, ListId>,
    /// The position of each label, once it is placed.
    labels: Vec<Option<u32>>,
    overflow: bool,
}

/// Targets from here up to the answers are labels that are still to be placed.
const LABEL: u32 = 1 << 31;

impl ProgramBuilder {
    /// A program over slots of these types, for rows read so.
    pub fn new(slots: &[Type], reading: &Reading) -> ProgramBuilder {
        ProgramBuilder {
            program: Program {
                version: LANGUAGE_VERSION,
                context: Context::of(reading),
                slots: slots.to_vec(),
                constants: Vec::new(),
                lists: Vec::new(),
                patterns: Vec::new(),
                decide: Code::default(),
                weigh: Code::default(),
                parts: 0,
                answer: Part(0),
            },
            patterns: Vec::new(),
            constants: HashMap::new(),
            lists: HashMap::new(),
            labels: Vec::new(),
            overflow: false,
        }
    }

    /// The operand that reads a slot.
    pub fn slot(&mut self, index: usize) -> Operand {
        self.operand(Place::Slot(index))
    }

    /// The operand that reads a constant; the same constant is held once.
    pub fn constant(&mut self, constant: Constant) -> Operand {
        if let Some(&operand) = self.constants.get(&constant) {
            return operand;
        }
        let operand = self.operand(Place::Constant(self.program.constants.len()));
        self.program.constants.push(constant.clone());
        self.constants.insert(constant, operand);
        operand
    }

    /// A list for `in`, of constants of one family in any order; the same list is held once.
    pub fn list(&mut self, mut members: Vec<Constant>, null: Nullable) -> ListId {
        members.sort_unstable();
        members.dedup();
        let list = List { members, null };
        if let Some(&id) = self.lists.get(&list) {
            return id;
        }
        let id = ListId::new(self.program.lists.len());
        let id = self.counted(id, ListId(0));
        self.program.lists.push(list.clone());
        self.lists.insert(list, id);
        id
    }

    /// A pattern for `matches`; the same pattern is held once.
    pub fn pattern(&mut self, pattern: &Pattern) -> PatternId {
        let sources = &self.program.patterns;
        if let Some(at) = sources.iter().position(|s| s == pattern.source()) {
            return PatternId::new(at).unwrap_or(PatternId(0));
        }
        let id = PatternId::new(sources.len());
        self.program.patterns.push(pattern.source().to_owned());
        self.patterns.push(pattern.clone());
        self.counted(id, PatternId(0))
    }

    /// A new part. In both forms it is the register that holds the part's truth.
    pub fn part(&mut self) -> Part {
        let part = Part(self.program.parts);
        match self.program.parts.checked_add(1) {
            Some(parts) => self.program.parts = parts,
            None => self.overflow = true,
        }
        part
    }

    /// Computes a value in a form; the operand reads it from there on.
    pub fn compute(&mut self, form: Form, value: Compute) -> Operand {
        let code = self.code(form);
        let into = Register(code.registers);
        code.ops.push(Op::Compute { value, into });
        match code.registers.checked_add(1) {
            Some(registers) => code.registers = registers,
            None => self.overflow = true,
        }
        self.operand(Place::Register(into.index()))
    }

    /// Puts the truth of a test into a part. In *decide* it is for `is known` over a condition.
    pub fn weigh(&mut self, form: Form, test: Test, into: Part) {
        self.code(form).ops.push(Op::Weigh { test, into });
    }

    /// Jumps in *decide*: to `yes` where the test is known true, else to `no`. Either is an answer or a label.
    pub fn jump(&mut self, test: Test, yes: Target, no: Target) {
        self.program.decide.ops.push(Op::Jump { test, yes, no });
    }

    /// A new label, to be jumped to and then placed.
    pub fn label(&mut self) -> Target {
        let index = u32::try_from(self.labels.len()).ok().filter(|&i| i < LABEL - 2);
        let index = self.counted(index, 0);
        self.labels.push(None);
        Target(LABEL | index)
    }

    /// Places a label before the next instruction of *decide*.
    pub fn place(&mut self, label: Target) {
        let here = u32::try_from(self.program.decide.ops.len()).ok();
        let index = (label.0 & !LABEL) as usize;
        if let (Some(place), Some(here)) = (self.labels.get_mut(index), here) {
            *place = Some(here);
        }
    }

    /// The verified program, whose truth is that of the part `answer`.
    ///
    /// It fails where the verifier refuses what was written, or where an index does not fit.
    pub fn finish(mut self, answer: Part) -> Result<Verified, Fault> {
        if self.overflow {
            return Err(Fault::too_large());
        }
        self.program.answer = answer;
        let labels = self.labels;
        let resolve = |target: &mut Target| {
            if target.index().is_some_and(|i| i >= LABEL as usize) {
                let index = (target.0 & !LABEL) as usize;
                // A label that was never placed stays beyond the code, where the verifier refuses it.
                target.0 = labels.get(index).copied().flatten().unwrap_or(target.0);
            }
        };
        for op in &mut self.program.decide.ops {
            if let Op::Jump { yes, no, .. } = op {
                resolve(yes);
                resolve(no);
            }
        }
        verify(self.program, self.patterns)
    }

    fn code(&mut self, form: Form) -> &mut Code {
        match form {
            Form::Decide => &mut self.program.decide,
            Form::Weigh => &mut self.program.weigh,
        }
    }

    fn operand(&mut self, place: Place) -> Operand {
        let fallback = Operand::FIRST_SLOT;
        self.counted(Operand::new(place), fallback)
    }

    fn counted<T>(&mut self, index: Option<T>, fallback: T) -> T {
        self.overflow |= index.is_none();
        index.unwrap_or(fallback)
    }
}
