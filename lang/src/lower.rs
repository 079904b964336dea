//! Lowers the typed condition to a program, which has two forms.
//!
//! *Decide* answers whether the condition is known true. It pushes `not` down to the tests (negation normal form), so
//! that only `and`, `or` and two-way jumps remain: to the next test, or to the answer. Only `is known` over a condition
//! needs three values; its condition is evaluated into the parts that the other form uses. *Weigh* computes the truth
//! of every part, as the author wrote it.

mod leaf;

use vm::{Fault, Form, Part, ProgramBuilder, Reading, Target, Test, Type, Verified};

use crate::hir::{Condition, Kind, Sense};

/// Lowers a condition with `parts` parts, over slots of the given types.
///
/// Fails if the program would exceed a limit of the virtual machine.
pub fn lower(
    condition: &Condition,
    parts: usize,
    slots: &[Type],
    reading: &Reading,
) -> Result<Verified, Fault> {
    let mut builder = ProgramBuilder::new(slots, reading);
    for _ in 0..parts {
        builder.part();
    }
    let mut lowering = Lowering { builder, between: vec![Vec::new(); parts] };
    lowering.weigh(Form::Weigh, condition);
    lowering.decide(condition, Sense::Is, Target::YES, Target::NO);
    lowering.builder.finish(condition.part())
}

/// The state of lowering one condition.
struct Lowering {
    builder: ProgramBuilder,
    /// For each connective of three or more operands, the parts that hold the truth of its first two, three … operands.
    /// Both forms share them.
    between: Vec<Vec<Part>>,
}

/// The connective of a condition's operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// By `and`.
    All,
    /// By `or`.
    Any,
}

impl Join {
    /// The connective after negation, by De Morgan's laws.
    fn under(self, sense: Sense) -> Join {
        match (self, sense) {
            (Join::All, Sense::Is) | (Join::Any, Sense::Not) => Join::All,
            (Join::Any, Sense::Is) | (Join::All, Sense::Not) => Join::Any,
        }
    }

    fn test(self, left: Part, right: Part) -> Test {
        match self {
            Join::All => Test::And(left, right),
            Join::Any => Test::Or(left, right),
        }
    }
}

impl Lowering {
    /// Emits jumps to `yes` if the condition, or its negation, is known true, and to `no` otherwise.
    fn decide(&mut self, condition: &Condition, sense: Sense, yes: Target, no: Target) {
        match condition.kind() {
            Kind::All(parts) => self.decide_each(parts, Join::All, sense, (yes, no)),
            Kind::Any(parts) => self.decide_each(parts, Join::Any, sense, (yes, no)),
            Kind::Not(inner) => self.decide(inner, Sense::Not.under(sense), yes, no),
            Kind::Known(known, inner) => {
                self.weigh(Form::Decide, inner);
                self.builder.jump(settled(known.under(sense), inner.part()), yes, no);
            }
            Kind::Test(test) => {
                let test = self.leaf(Form::Decide, test, sense);
                self.builder.jump(test, yes, no);
            }
        }
    }

    fn decide_each(
        &mut self,
        parts: &[Condition],
        join: Join,
        sense: Sense,
        (yes, no): (Target, Target),
    ) {
        let Some((last, before)) = parts.split_last() else { return };
        for part in before {
            let next = self.builder.label();
            match join.under(sense) {
                Join::All => self.decide(part, sense, next, no),
                Join::Any => self.decide(part, sense, yes, next),
            }
            self.builder.place(next);
        }
        self.decide(last, sense, yes, no);
    }

    /// Emits the evaluation of the condition and of every part in it.
    fn weigh(&mut self, form: Form, condition: &Condition) {
        let into = condition.part();
        match condition.kind() {
            Kind::All(parts) => self.weigh_each(form, parts, Join::All, into),
            Kind::Any(parts) => self.weigh_each(form, parts, Join::Any, into),
            Kind::Not(inner) => {
                self.weigh(form, inner);
                self.builder.weigh(form, Test::Not(inner.part()), into);
            }
            Kind::Known(sense, inner) => {
                self.weigh(form, inner);
                self.builder.weigh(form, settled(*sense, inner.part()), into);
            }
            Kind::Test(test) => {
                let test = self.leaf(form, test, Sense::Is);
                self.builder.weigh(form, test, into);
            }
        }
    }

    fn weigh_each(&mut self, form: Form, parts: &[Condition], join: Join, into: Part) {
        for part in parts {
            self.weigh(form, part);
        }
        let Some((first, rest)) = parts.split_first() else { return };
        let Some((last, rest)) = rest.split_last() else { return };
        let between = self.between(into, rest.len());
        let mut so_far = first.part();
        for (part, together) in rest.iter().zip(between) {
            self.builder.weigh(form, join.test(so_far, part.part()), together);
            so_far = together;
        }
        self.builder.weigh(form, join.test(so_far, last.part()), into);
    }

    /// The parts that hold the truth of a connective's leading operands.
    fn between(&mut self, of: Part, wanted: usize) -> Vec<Part> {
        let Some(between) = self.between.get_mut(of.index()) else { return Vec::new() };
        while between.len() < wanted {
            between.push(self.builder.part());
        }
        between.clone()
    }
}

fn settled(sense: Sense, part: Part) -> Test {
    match sense {
        Sense::Is => Test::Settled(part),
        Sense::Not => Test::Unsettled(part),
    }
}
