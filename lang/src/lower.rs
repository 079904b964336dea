//! From what is meant to a program, in both forms.
//!
//! *Decide* asks whether the condition is known true. `not` is pushed to the tests, which leaves `and`, `or` and jumps
//! of two ways: to what comes next, or to the answer itself. Only `is known` over a condition needs three values; its
//! condition is weighed once, into the same parts as in the other form. *Weigh* gives every part its truth, as typed.

mod leaf;

use vm::{Fault, Form, Part, ProgramBuilder, Reading, Target, Test, Type, Verified};

use crate::hir::{Condition, Kind, Sense};

/// The program of a condition with so many parts, over slots of these types.
///
/// It fails where a program cannot hold what the condition needs.
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

/// A program that is being written.
struct Lowering {
    builder: ProgramBuilder,
    /// For each part of three or more, the parts that hold what its first ones say together: of two, of three and so
    /// on. Both forms use the same.
    between: Vec<Vec<Part>>,
}

/// How the parts of a condition are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// By `and`.
    All,
    /// By `or`.
    Any,
}

impl Join {
    /// How they are joined where the contrary is asked.
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
    /// Goes to `yes` where the condition, or its contrary, is known true, else to `no`.
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

    /// Gives the condition's part its truth, and every part in it.
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

    /// The parts that hold what the first ones of a part say together.
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
