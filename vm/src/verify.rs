//! The verifier: it checks everything that the machines rely on.
//!
//! A verified program reads only existing operands, of the types that its instructions require. Jumps go forwards
//! only. Every register and part is set once, and on every path before it is read. Every instruction is reachable.

use std::fmt;

use crate::dominators::Dominators;
use crate::limits::{
    MAX_CONSTANTS, MAX_MEMBERS, MAX_OPS, MAX_PATTERN_BYTES, MAX_PATTERNS, MAX_SLOTS, MAX_TEXT,
};
use crate::op::{Field, Kind, Op, Operand, Part, Place, Target};
use crate::pattern::Pattern;
use crate::prepared::Prepared;
use crate::program::{Code, Form, LANGUAGE_VERSION, Program};
use crate::types::Family;
use crate::value::Constant;

/// A program that the machines may run.
#[derive(Clone, Debug)]
pub struct Verified {
    pub(crate) program: Program,
    pub(crate) prepared: Prepared,
}

impl Verified {
    /// Returns the size of the compiled patterns in bytes, including their lazy tables.
    pub fn pattern_bytes(&self) -> usize {
        self.prepared.patterns.iter().map(Pattern::size).sum()
    }

    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.program
    }
}

/// Compares the programs; the prepared tables follow from them.
impl PartialEq for Verified {
    fn eq(&self, other: &Verified) -> bool {
        self.program == other.program
    }
}

/// The reason why the verifier rejects a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    at: Option<(Form, usize)>,
    what: What,
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Version,
    TooLarge,
    Constant,
    List,
    Pattern,
    Missing,
    OperandType,
    Target,
    JumpInWeigh,
    Unreached,
    NoEnd,
    Unset,
    SetTwice,
}

impl Fault {
    pub(crate) fn too_large() -> Fault {
        What::TooLarge.whole()
    }
}

impl What {
    fn whole(self) -> Fault {
        Fault { at: None, what: self }
    }

    fn told(self) -> &'static str {
        match self {
            What::Version => "the program is for another version of the language",
            What::TooLarge => "the program is too large",
            What::Constant => "a constant that no literal can have",
            What::List => "a list must be sorted, without duplicates, and of one family",
            What::Pattern => "a pattern does not compile or exceeds the size limit",
            What::Missing => "an operand does not exist",
            What::OperandType => "an operand does not have the type that the instruction requires",
            What::Target => "a jump must lead to a later instruction",
            What::JumpInWeigh => "a jump in *weigh*, which has none",
            What::Unreached => "an instruction is unreachable",
            What::NoEnd => "a path ends without an answer",
            What::Unset => "a register or part is read before it is set",
            What::SetTwice => "a register or part is set twice or out of order",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((form, at)) = self.at {
            write!(f, "{form} {at}: ")?;
        }
        f.write_str(self.what.told())
    }
}

impl std::error::Error for Fault {}

/// Compiles the patterns of a program and verifies it.
pub(crate) fn verify_sources(program: Program) -> Result<Verified, Fault> {
    let mut left = MAX_PATTERN_BYTES;
    let mut patterns = Vec::new();
    for source in &program.patterns {
        let pattern = Pattern::new(source, left).map_err(|_| What::Pattern.whole())?;
        left = left.saturating_sub(pattern.size());
        patterns.push(pattern);
    }
    verify(program, patterns)
}

/// Verifies a program with its compiled patterns, in the order of the program.
pub(crate) fn verify(program: Program, patterns: Vec<Pattern>) -> Result<Verified, Fault> {
    if program.version != LANGUAGE_VERSION {
        return Err(What::Version.whole());
    }
    check_data(&program, &patterns)?;
    for form in [Form::Decide, Form::Weigh] {
        check_code(&program, form)?;
    }
    let prepared = Prepared::new(&program, patterns);
    Ok(Verified { program, prepared })
}

fn check_data(program: &Program, patterns: &[Pattern]) -> Result<(), Fault> {
    let ops = program.decide.ops.len().max(program.weigh.ops.len());
    let pattern_bytes: usize = patterns.iter().map(Pattern::size).sum();
    let constants = program.constants.len().max(program.lists.len());
    if program.slots.len() > MAX_SLOTS
        || constants > MAX_CONSTANTS
        || program.patterns.len() > MAX_PATTERNS
        || ops > MAX_OPS
    {
        return Err(What::TooLarge.whole());
    }
    let same = patterns.iter().map(Pattern::source).eq(program.patterns.iter());
    if !same || pattern_bytes > MAX_PATTERN_BYTES {
        return Err(What::Pattern.whole());
    }
    if !program.constants.iter().all(is_literal) {
        return Err(What::Constant.whole());
    }
    for list in &program.lists {
        let sorted = list.members.is_sorted_by(|a, b| a < b && a.family() == b.family());
        let few = list.members.len() <= MAX_MEMBERS;
        if !sorted || !few || !list.members.iter().all(is_literal) {
            return Err(What::List.whole());
        }
    }
    Ok(())
}

/// Returns whether a literal can have this value.
fn is_literal(constant: &Constant) -> bool {
    match constant {
        Constant::Text(text) => text.len() <= MAX_TEXT,
        Constant::Datetime(instant) => instant.nanoseconds < 1_000_000_000,
        Constant::Number(_) | Constant::Boolean(_) => true,
    }
}

fn check_code(program: &Program, form: Form) -> Result<(), Fault> {
    let code = program.code(form);
    let mut check = Checker {
        program,
        code,
        form,
        dominators: Dominators::default(),
        entries: vec![Entry::None; code.ops.len()],
        registers: Vec::new(),
        parts: vec![None; program.parts()],
        at: 0,
    };
    for at in 0..code.ops.len() {
        check.at = at;
        check.op().map_err(|what| Fault { at: Some((form, at)), what })?;
    }
    check.end()
}

/// The check of one form, in one pass.
struct Checker<'a> {
    program: &'a Program,
    code: &'a Code,
    form: Form,
    dominators: Dominators,
    /// For each instruction, the nearest common dominator of the jumps to it so far.
    entries: Vec<Entry>,
    /// The family of each register, and the instruction that sets it.
    registers: Vec<(Family, usize)>,
    /// For each part, the instruction that sets it.
    parts: Vec<Option<usize>>,
    at: usize,
}

/// How the verified instructions reach an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    None,
    /// The immediate dominator so far.
    After(usize),
}

impl Checker<'_> {
    fn op(&mut self) -> Result<(), What> {
        let op = *self.code.ops.get(self.at).ok_or(What::Missing)?;
        let entry = self.entries.get(self.at).copied().unwrap_or(Entry::None);
        match entry {
            Entry::After(parent) => self.dominators.push(Some(parent)),
            Entry::None if self.at == 0 => self.dominators.push(None),
            Entry::None => return Err(What::Unreached),
        }
        match op {
            Op::Jump { test, yes, no } => {
                if self.form == Form::Weigh {
                    return Err(What::JumpInWeigh);
                }
                self.fields(|each| test.walk(each))?;
                self.go(yes)?;
                self.go(no)
            }
            Op::Weigh { test, into } => {
                self.fields(|each| test.walk(each))?;
                self.set(into)?;
                self.go_on()
            }
            Op::Compute { value, into } => {
                self.fields(|each| value.walk(each))?;
                // Registers are numbered in the order in which they are set.
                if into.index() != self.registers.len() {
                    return Err(What::SetTwice);
                }
                self.registers.push((value.gives(), self.at));
                self.go_on()
            }
        }
    }

    fn end(self) -> Result<(), Fault> {
        if self.registers.len() != usize::from(self.code.registers) {
            return Err(What::Missing.whole());
        }
        match self.form {
            Form::Decide if self.code.ops.is_empty() => Err(What::NoEnd.whole()),
            Form::Decide => Ok(()),
            Form::Weigh => match self.parts.get(self.program.answer.index()) {
                None => Err(What::Missing.whole()),
                Some(None) => Err(What::Unset.whole()),
                Some(Some(_)) => Ok(()),
            },
        }
    }

    fn go_on(&mut self) -> Result<(), What> {
        let next = self.at + 1;
        if next == self.code.ops.len() {
            return if self.form == Form::Weigh { Ok(()) } else { Err(What::NoEnd) };
        }
        self.enter(next)
    }

    fn go(&mut self, target: Target) -> Result<(), What> {
        match target.index() {
            None => Ok(()),
            Some(index) if index > self.at => self.enter(index),
            Some(_) => Err(What::Target),
        }
    }

    fn enter(&mut self, index: usize) -> Result<(), What> {
        let entry = self.entries.get_mut(index).ok_or(What::Target)?;
        *entry = Entry::After(match *entry {
            Entry::None => self.at,
            Entry::After(other) => self.dominators.common(other, self.at),
        });
        Ok(())
    }

    fn set(&mut self, part: Part) -> Result<(), What> {
        let place = self.parts.get_mut(part.index()).ok_or(What::Missing)?;
        match place.replace(self.at) {
            None => Ok(()),
            Some(_) => Err(What::SetTwice),
        }
    }

    fn fields(&self, walk: impl FnOnce(&mut dyn FnMut(Kind, Field))) -> Result<(), What> {
        let mut result = Ok(());
        walk(&mut |kind, field| {
            if result.is_ok() {
                result = self.field(kind, field);
            }
        });
        result
    }

    fn field(&self, kind: Kind, field: Field) -> Result<(), What> {
        let fits = match field {
            Field::Value(operand) => {
                let found = self.family(operand)?;
                wanted(kind).is_none_or(|family| family == found)
            }
            Field::List(list) => {
                let list = self.program.lists.get(list.index()).ok_or(What::Missing)?;
                let found = list.members.first().map(Constant::family);
                found.is_none() || found == wanted(kind)
            }
            Field::Pattern(pattern) => {
                self.program.patterns.get(pattern.index()).ok_or(What::Missing)?;
                true
            }
            Field::Truth(part) => {
                let set = self.parts.get(part.index()).ok_or(What::Missing)?;
                self.is_set(set.ok_or(What::Unset)?)?;
                true
            }
        };
        if fits { Ok(()) } else { Err(What::OperandType) }
    }

    fn family(&self, operand: Operand) -> Result<Family, What> {
        if !operand.is_canonical() {
            return Err(What::Missing);
        }
        match operand.place() {
            Place::Slot(index) => {
                self.program.slots.get(index).map(|ty| ty.family()).ok_or(What::Missing)
            }
            Place::Constant(index) => {
                self.program.constants.get(index).map(Constant::family).ok_or(What::Missing)
            }
            Place::Register(index) => {
                let &(family, set) = self.registers.get(index).ok_or(What::Unset)?;
                self.is_set(set)?;
                Ok(family)
            }
        }
    }

    /// Succeeds if the setter dominates the current instruction.
    fn is_set(&self, setter: usize) -> Result<(), What> {
        if self.dominators.common(setter, self.at) == setter { Ok(()) } else { Err(What::Unset) }
    }
}

/// Returns the family that an operand must have; `None` if any family is allowed.
fn wanted(kind: Kind) -> Option<Family> {
    match kind {
        Kind::Text | Kind::Texts => Some(Family::Text),
        Kind::Number | Kind::Numbers => Some(Family::Number),
        Kind::Boolean | Kind::Booleans => Some(Family::Boolean),
        Kind::Datetime | Kind::Datetimes => Some(Family::Datetime),
        Kind::Any | Kind::Pattern | Kind::Truth => None,
    }
}
