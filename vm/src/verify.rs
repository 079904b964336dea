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
    kind: FaultKind,
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultKind {
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
        FaultKind::TooLarge.whole()
    }
}

impl FaultKind {
    fn whole(self) -> Fault {
        Fault { at: None, kind: self }
    }

    fn message(self) -> &'static str {
        match self {
            FaultKind::Version => "the program is for another version of the language",
            FaultKind::TooLarge => "the program is too large",
            FaultKind::Constant => "a constant has a value that no literal can have",
            FaultKind::List => "a list must be sorted, without duplicates, and of one family",
            FaultKind::Pattern => "a pattern does not compile or exceeds the size limit",
            FaultKind::Missing => "an operand does not exist",
            FaultKind::OperandType => {
                "an operand does not have the type that the instruction requires"
            }
            FaultKind::Target => "a jump must lead to a later instruction",
            FaultKind::JumpInWeigh => "a jump in the form that must have none",
            FaultKind::Unreached => "an instruction is unreachable",
            FaultKind::NoEnd => "a path ends without an answer",
            FaultKind::Unset => "a register or part is read before it is set",
            FaultKind::SetTwice => "a register or part is set twice or out of order",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((form, at)) = self.at {
            write!(f, "{form} {at}: ")?;
        }
        f.write_str(self.kind.message())
    }
}

impl std::error::Error for Fault {}

/// Compiles the patterns of a program and verifies it.
pub(crate) fn verify_sources(program: Program) -> Result<Verified, Fault> {
    let mut left = MAX_PATTERN_BYTES;
    let mut patterns = Vec::new();
    for source in &program.patterns {
        let pattern = Pattern::new(source, left).map_err(|_| FaultKind::Pattern.whole())?;
        left = left.saturating_sub(pattern.size());
        patterns.push(pattern);
    }
    verify(program, patterns)
}

/// Verifies a program with its compiled patterns, in the order of the program.
pub(crate) fn verify(program: Program, patterns: Vec<Pattern>) -> Result<Verified, Fault> {
    if program.version != LANGUAGE_VERSION {
        return Err(FaultKind::Version.whole());
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
        return Err(FaultKind::TooLarge.whole());
    }
    let same = patterns.iter().map(Pattern::source).eq(program.patterns.iter());
    if !same || pattern_bytes > MAX_PATTERN_BYTES {
        return Err(FaultKind::Pattern.whole());
    }
    if !program.constants.iter().all(is_literal) {
        return Err(FaultKind::Constant.whole());
    }
    for list in &program.lists {
        let sorted = list.members.is_sorted_by(|a, b| a < b && a.family() == b.family());
        let few = list.members.len() <= MAX_MEMBERS;
        if !sorted || !few || !list.members.iter().all(is_literal) {
            return Err(FaultKind::List.whole());
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
        check.op().map_err(|kind| Fault { at: Some((form, at)), kind })?;
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
    fn op(&mut self) -> Result<(), FaultKind> {
        let op = *self.code.ops.get(self.at).ok_or(FaultKind::Missing)?;
        let entry = self.entries.get(self.at).copied().unwrap_or(Entry::None);
        match entry {
            Entry::After(parent) => self.dominators.push(Some(parent)),
            Entry::None if self.at == 0 => self.dominators.push(None),
            Entry::None => return Err(FaultKind::Unreached),
        }
        match op {
            Op::Jump { test, yes, no } => {
                if self.form == Form::Weigh {
                    return Err(FaultKind::JumpInWeigh);
                }
                self.fields(|each| test.walk(each))?;
                self.jump_to(yes)?;
                self.jump_to(no)
            }
            Op::Weigh { test, into } => {
                self.fields(|each| test.walk(each))?;
                self.set(into)?;
                self.fall_through()
            }
            Op::Compute { value, into } => {
                self.fields(|each| value.walk(each))?;
                // Registers are numbered in the order in which they are set.
                if into.index() != self.registers.len() {
                    return Err(FaultKind::SetTwice);
                }
                self.registers.push((value.gives(), self.at));
                self.fall_through()
            }
        }
    }

    fn end(self) -> Result<(), Fault> {
        if self.registers.len() != usize::from(self.code.registers) {
            return Err(FaultKind::Missing.whole());
        }
        match self.form {
            Form::Decide if self.code.ops.is_empty() => Err(FaultKind::NoEnd.whole()),
            Form::Decide => Ok(()),
            Form::Weigh => match self.parts.get(self.program.answer.index()) {
                None => Err(FaultKind::Missing.whole()),
                Some(None) => Err(FaultKind::Unset.whole()),
                Some(Some(_)) => Ok(()),
            },
        }
    }

    fn fall_through(&mut self) -> Result<(), FaultKind> {
        let next = self.at + 1;
        if next == self.code.ops.len() {
            return if self.form == Form::Weigh { Ok(()) } else { Err(FaultKind::NoEnd) };
        }
        self.enter(next)
    }

    fn jump_to(&mut self, target: Target) -> Result<(), FaultKind> {
        match target.index() {
            None => Ok(()),
            Some(index) if index > self.at => self.enter(index),
            Some(_) => Err(FaultKind::Target),
        }
    }

    fn enter(&mut self, index: usize) -> Result<(), FaultKind> {
        let entry = self.entries.get_mut(index).ok_or(FaultKind::Target)?;
        *entry = Entry::After(match *entry {
            Entry::None => self.at,
            Entry::After(other) => self.dominators.common(other, self.at),
        });
        Ok(())
    }

    fn set(&mut self, part: Part) -> Result<(), FaultKind> {
        let place = self.parts.get_mut(part.index()).ok_or(FaultKind::Missing)?;
        match place.replace(self.at) {
            None => Ok(()),
            Some(_) => Err(FaultKind::SetTwice),
        }
    }

    fn fields(&self, walk: impl FnOnce(&mut dyn FnMut(Kind, Field))) -> Result<(), FaultKind> {
        let mut result = Ok(());
        walk(&mut |kind, field| {
            if result.is_ok() {
                result = self.field(kind, field);
            }
        });
        result
    }

    fn field(&self, kind: Kind, field: Field) -> Result<(), FaultKind> {
        let fits = match field {
            Field::Value(operand) => {
                let found = self.family(operand)?;
                wanted(kind).is_none_or(|family| family == found)
            }
            Field::List(list) => {
                let list = self.program.lists.get(list.index()).ok_or(FaultKind::Missing)?;
                let found = list.members.first().map(Constant::family);
                found.is_none() || found == wanted(kind)
            }
            Field::Pattern(pattern) => {
                self.program.patterns.get(pattern.index()).ok_or(FaultKind::Missing)?;
                true
            }
            Field::Truth(part) => {
                let set = self.parts.get(part.index()).ok_or(FaultKind::Missing)?;
                self.is_set(set.ok_or(FaultKind::Unset)?)?;
                true
            }
        };
        if fits { Ok(()) } else { Err(FaultKind::OperandType) }
    }

    fn family(&self, operand: Operand) -> Result<Family, FaultKind> {
        if !operand.is_canonical() {
            return Err(FaultKind::Missing);
        }
        match operand.place() {
            Place::Slot(index) => {
                self.program.slots.get(index).map(|ty| ty.family()).ok_or(FaultKind::Missing)
            }
            Place::Constant(index) => {
                self.program.constants.get(index).map(Constant::family).ok_or(FaultKind::Missing)
            }
            Place::Register(index) => {
                let &(family, set) = self.registers.get(index).ok_or(FaultKind::Unset)?;
                self.is_set(set)?;
                Ok(family)
            }
        }
    }

    /// Succeeds if the setter dominates the current instruction.
    fn is_set(&self, setter: usize) -> Result<(), FaultKind> {
        if self.dominators.common(setter, self.at) == setter {
            Ok(())
        } else {
            Err(FaultKind::Unset)
        }
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
