//! The kinds of the rows that reach a guard: the `when` of a row's kind is true.

use std::sync::Arc;

use lang::analysis::{Field, Over, fields};
use lang::ast::StepKind;
use lang::{Compiled, Position, Root, Scope};
use vm::Reading;

use crate::resolve::scope::condition::When;
use crate::station;

/// The maximum number of kinds to analyse; a row of one kind is enough for a finding.
const MOST: usize = 64;

/// The rows of a kind, as a guard reads them.
#[derive(Debug)]
pub(crate) struct Sorted {
    compiled: Compiled,
    fields: Vec<Field>,
    /// The presented fields that the `when` reads, by their numbers.
    reads: Vec<usize>,
}

/// The kinds that rows are of; none where any row may come.
pub(crate) type KindRows = Arc<[Sorted]>;

/// The rows of some kinds; any rows if a kind has no `when`, or one that was refused.
pub(crate) fn rows(
    kinds: impl IntoIterator<Item = usize>,
    when: &[When],
    present: &[station::Field],
    reading: &Reading,
) -> KindRows {
    let mut found = Vec::new();
    for number in kinds {
        let Some(Some(Some(compiled))) = when.get(number) else { return KindRows::default() };
        if found.len() == MOST {
            continue;
        }
        let Some(sorted) = Sorted::of(compiled, present, reading) else {
            return KindRows::default();
        };
        found.push(sorted);
    }
    found.into()
}

impl Sorted {
    /// Recompiles the `when` over its own fields; `None` if it has patterns, which are compiled only once.
    fn of(when: &Compiled, present: &[station::Field], reading: &Reading) -> Option<Sorted> {
        if when.program.pattern_bytes() > 0 {
            return None;
        }
        let ast = lang::parse(&when.source).ast?;
        let (mut scope, mut item) = (Scope::new(Position::Kind), Scope::new(Position::Select));
        // The scope starts with a slot for `$now`, which no kind reads.
        let before = item.types().len();
        let mut reads = Vec::new();
        for (reference, _) in lang::references(&ast) {
            let [step] = reference.steps.as_slice() else { return None };
            let StepKind::Name(name) = &step.kind else { return None };
            let number = present.iter().position(|field| field.name == *name)?;
            let ty = present.get(number)?.ty;
            scope.declare(Root::Fields, None, None, name, ty)?;
            item.declare(Root::Item, None, None, name, ty)?;
            reads.push(number);
        }
        let compiled = lang::compile(&when.source, &scope, reading).ok()?;
        let fields = fields(&item).into_iter().skip(before).collect();
        Some(Sorted { compiled, fields, reads })
    }

    /// Returns the `when` with its fields.
    pub(crate) fn over(&self) -> Over<'_> {
        (&self.compiled, &self.fields)
    }

    /// Returns whether the `when` reads one of some fields, by their numbers.
    pub(crate) fn reads(&self, mut any: impl FnMut(usize) -> bool) -> bool {
        self.reads.iter().any(|number| any(*number))
    }
}
