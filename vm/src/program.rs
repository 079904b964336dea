//! Programs: typed instructions over slots, and the builder for the compiler.

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

/// The version of the language that programs are compiled for.
pub const LANGUAGE_VERSION: u16 = 1;

/// The time zone, country and Unicode version under which rows are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    pub(crate) zone: String,
    pub(crate) country: Option<String>,
    pub(crate) unicode: (u8, u8, u8),
}

impl Context {
    /// Returns the context of a reading.
    pub fn of(reading: &Reading) -> Context {
        Context {
            zone: reading.zone().to_owned(),
            country: reading.country().map(str::to_owned),
            unicode: unicode_normalization::UNICODE_VERSION,
        }
    }
}

/// The members of an `in` list, sorted, without duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct List {
    #[serde(deserialize_with = "at_most::<_, _, MAX_MEMBERS>")]
    pub(crate) members: Vec<Constant>,
    pub(crate) null: Nullable,
}

/// Whether a list contains `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Nullable {
    /// The list contains `null`: an absent value is a member.
    WithNull,
    /// The list does not contain `null`.
    WithoutNull,
}

/// The two forms of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// Decides whether the condition is known true, by jumps.
    Decide,
    /// Evaluates the truth of every part, without jumps.
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
    /// The number of registers.
    pub(crate) registers: u16,
}

impl Code {
    /// Returns whether the code stores the truth of any part.
    pub(crate) fn weighs(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Weigh { .. }))
    }
}

/// A compiled condition. The machines run it once it is [`Verified`].
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
    /// The number of parts.
    pub(crate) parts: u16,
    /// The part that holds the truth of the condition.
    pub(crate) answer: Part,
}

impl Program {
    /// Returns the types of the slots that the program reads.
    pub fn slots(&self) -> &[Type] {
        &self.slots
    }

    /// Returns the context under which the rows are read.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        usize::from(self.parts)
    }

    /// Returns the instructions of a form.
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

/// Builds both forms of a program.
///
/// [`ProgramBuilder::finish`] reports an index that does not fit, so the other methods return no results.
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
    /// The instruction of each label, once it is placed.
    labels: Vec<Option<u32>>,
    overflow: bool,
}

/// Targets from this value up to the answers are labels.
const LABEL: u32 = 1 << 31;

impl ProgramBuilder {
    /// Starts a program over slots of these types, for rows of this reading.
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

    /// Returns the operand of a slot.
    pub fn slot(&mut self, index: usize) -> Operand {
        self.operand(Place::Slot(index))
    }

    /// Returns the operand of a constant; equal constants share an entry.
    pub fn constant(&mut self, constant: Constant) -> Operand {
        if let Some(&operand) = self.constants.get(&constant) {
            return operand;
        }
        let operand = self.operand(Place::Constant(self.program.constants.len()));
        self.program.constants.push(constant.clone());
        self.constants.insert(constant, operand);
        operand
    }

    /// Returns a list for `in`, from constants of one family in any order; equal lists share an entry.
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

    /// Returns a pattern for `matches`; equal patterns share an entry.
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

    /// Returns a new part, which both forms use as the register of its truth.
    pub fn part(&mut self) -> Part {
        let part = Part(self.program.parts);
        match self.program.parts.checked_add(1) {
            Some(parts) => self.program.parts = parts,
            None => self.overflow = true,
        }
        part
    }

    /// Adds a computation to a form and returns the operand of its result.
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

    /// Adds an instruction that stores the truth of a test in a part. *Decide* needs it for `is known` of a condition.
    pub fn weigh(&mut self, form: Form, test: Test, into: Part) {
        self.code(form).ops.push(Op::Weigh { test, into });
    }

    /// Adds a jump to *decide*: to `yes` if the test is known true, otherwise to `no`. Each is an answer or a label.
    pub fn jump(&mut self, test: Test, yes: Target, no: Target) {
        self.program.decide.ops.push(Op::Jump { test, yes, no });
    }

    /// Returns a new label, which jumps can name before it is placed.
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

    /// Verifies the program; the part `answer` holds the truth of the condition.
    ///
    /// Fails if an index does not fit or if the verifier rejects the program.
    pub fn finish(mut self, answer: Part) -> Result<Verified, Fault> {
        if self.overflow {
            return Err(Fault::too_large());
        }
        self.program.answer = answer;
        let labels = self.labels;
        let resolve = |target: &mut Target| {
            if target.index().is_some_and(|i| i >= LABEL as usize) {
                let index = (target.0 & !LABEL) as usize;
                // A label that was never placed remains out of bounds, and the verifier rejects it.
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
