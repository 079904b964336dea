//! Analyses a single condition.

mod shorter;

use vm::{Part, Reading, Truth};

use self::shorter::without;
use super::budget::Budget;
use super::model::{Change, NodeId, values};
use super::search::{Found, Goal};
use super::truths::Truths;
use super::{Analysis, Answer, Field, Preference, Subject, confusable};
use crate::ast::{Expr, Span};
use crate::codes;
use crate::compile::Compiled;
use crate::diagnostic::Diagnostic;
use crate::hir::{Condition, Kind, Relation, Sense, Test, Value, ValueKind};
use crate::parse::parse;
use crate::scope::Scope;
use crate::token::quoted;

/// The role of a condition, which decides how a constant condition is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Selects rows of a kind, or answers: satisfied if known true, and allowed to be always true.
    Kind,
    /// The requirement of a guard: satisfied if known true.
    Require,
    /// The `when` of a guard: satisfied unless known false.
    When,
}

impl Duty {
    /// The truths that satisfy the condition.
    fn opens(self) -> Truths {
        match self {
            Duty::Kind | Duty::Require => Truths::TRUE,
            Duty::When => Truths::NOT_FALSE,
        }
    }
}

/// Analyses one condition of `scope`, whose slots are these fields.
///
/// Returns findings in source order. A finding that a row can show has a witness row.
pub fn analyze_condition(
    compiled: &Compiled,
    scope: &Scope,
    fields: &[Field],
    reading: &Reading,
    duty: Duty,
    budget: &mut Budget,
) -> Vec<Diagnostic> {
    analyze_assuming(compiled, Assumptions::default(), duty, scope, fields, reading, budget)
}

/// A condition with its fields.
pub type Over<'b> = (&'b Compiled, &'b [Field]);

/// Assumptions about every witness row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assumptions<'b> {
    /// The `when` of the guard, which must apply.
    pub when: Option<Over<'b>>,
    /// Alternatives: every row satisfies at least one, such as the row's possible kinds; empty if any row can occur.
    pub rows: &'b [Over<'b>],
}

/// Analyses one condition under assumptions, which every witness row satisfies.
pub fn analyze_assuming(
    compiled: &Compiled,
    assumed: Assumptions<'_>,
    duty: Duty,
    scope: &Scope,
    fields: &[Field],
    reading: &Reading,
    budget: &mut Budget,
) -> Vec<Diagnostic> {
    let mut analysis = Analysis::new(reading);
    let view = analysis.view(fields, reading);
    let when = assumed.when.map(|(when, fields)| (analysis.view(fields, reading), when));
    let rows = assumed.rows.iter().map(|(row, fields)| (analysis.view(fields, reading), *row));
    let rows: Vec<_> = rows.collect();
    let subject = analysis.add(view, compiled);
    let applies = when.map(|(view, when)| (analysis.add(view, when), Duty::When.opens()));
    let rows = rows.into_iter().map(|(view, row)| analysis.add(view, row)).collect();
    let found = Vec::new();
    Look { analysis, subject, applies, rows, compiled, fields, duty, found }.look(scope, budget)
}

struct Look<'a> {
    analysis: Analysis<'a>,
    subject: Subject,
    /// The truths that a witness row must give the guard's `when`.
    applies: Option<(Subject, Truths)>,
    /// Alternatives: a witness row satisfies at least one; empty if any row can occur.
    rows: Vec<Subject>,
    compiled: &'a Compiled,
    fields: &'a [Field],
    duty: Duty,
    found: Vec<Diagnostic>,
}

impl Look<'_> {
    fn look(mut self, scope: &Scope, budget: &mut Budget) -> Vec<Diagnostic> {
        let Some(ast) = parse(&self.compiled.source).ast else { return Vec::new() };
        let look = &mut self;
        confusable::look(&ast, scope, &mut look.found);
        if look.can_be_both(budget) {
            look.redundant(&ast, budget);
            look.negative(budget);
            look.absent_both(budget);
        }
        if budget.is_out() && !look.found.iter().any(|f| f.code == codes::CONDITION_UNDECIDED) {
            look.undecided("what its parts do to one another");
        }
        look.found.sort_by_key(|finding| finding.span.start);
        self.found
    }

    fn whole(&self) -> Span {
        self.compiled.parts.first().cloned().unwrap_or_default()
    }

    fn undecided(&mut self, question: &str) {
        let message = format!("it could not be decided {question}");
        let finding = Diagnostic::new(codes::CONDITION_UNDECIDED, self.whole(), message);
        self.found.push(finding.help("a simpler condition can be looked into further"));
    }

    /// Whether the condition can be both satisfied and not satisfied, or may be.
    fn can_be_both(&mut self, budget: &mut Budget) -> bool {
        let opens = self.duty.opens();
        let open = self.analysis.find(&[(self.subject, opens)], Preference::Any, budget);
        if open == Answer::None {
            if self.duty != Duty::Kind {
                self.never(budget);
            }
            return false;
        }
        if self.duty == Duty::Kind {
            return true;
        }
        let not_true = [(self.subject, Truths::NOT_TRUE)];
        let closed = self.analysis.find(&not_true, Preference::Any, budget);
        match (open, closed) {
            (_, Answer::None) => {
                let finding = Diagnostic::new(
                    codes::CONDITION_ALWAYS,
                    self.whole(),
                    "the condition can only be true",
                );
                self.found.push(finding.help("delete it"));
                false
            }
            (Answer::Undecided, _) => {
                self.undecided(match self.duty {
                    Duty::When => "whether it can be anything but false",
                    Duty::Kind | Duty::Require => "whether it can be true",
                });
                true
            }
            (_, Answer::Undecided) => {
                self.undecided("whether it can be anything but true");
                true
            }
            (_, Answer::Row(_)) => true,
        }
    }

    fn never(&mut self, budget: &mut Budget) {
        let message = match self.duty {
            Duty::When => "the condition can only be false",
            Duty::Kind | Duty::Require => "nothing makes the condition true",
        };
        let mut finding = Diagnostic::new(codes::CONDITION_NEVER, self.whole(), message)
            .help("change a part of it, or delete the guard");
        if self.duty != Duty::When {
            let parts = self.analysis.excluding(self.subject, budget);
            if parts.len() > 1 {
                for part in parts {
                    finding = finding.also(part, "this part excludes the others named");
                }
            }
        }
        self.found.push(finding);
    }

    /// Finds redundant operands of `and` and `or`, later ones first. All reported operands can be dropped together.
    fn redundant(&mut self, ast: &Expr, budget: &mut Budget) {
        let mut parts = Vec::new();
        joined(&self.compiled.condition, &mut parts);
        let mut share = budget.share(2);
        let given = share.clone();
        let mut changes: Vec<Change> = Vec::new();
        let mut gone: Vec<Part> = Vec::new();
        for siblings in parts {
            let mut left = siblings.len();
            for &part in siblings.iter().rev() {
                let inside = gone.iter().any(|&out| self.is_inside(part, out));
                if left < 2 || inside || share.is_out() {
                    continue;
                }
                share.spend(self.compiled.parts.len());
                changes.push(Change::Left(part));
                if self.same(&changes, &mut share) && self.same(&[Change::Left(part)], &mut share) {
                    left -= 1;
                    gone.push(part);
                    self.report_redundant(ast, part);
                } else {
                    changes.pop();
                }
            }
        }
        budget.used(&given, &share);
    }

    fn is_inside(&self, part: Part, other: Part) -> bool {
        match (self.compiled.span(part), self.compiled.span(other)) {
            (Some(part), Some(other)) => other.start <= part.start && part.end <= other.end,
            _ => false,
        }
    }

    /// Whether the last of the changes leaves the truth of the condition unchanged for every row.
    fn same(&mut self, changes: &[Change], budget: &mut Budget) -> bool {
        let before = changes.split_last().map_or(&[][..], |(_, before)| before);
        let Some(was) = self.analysis.changed(self.subject, before) else { return false };
        let Some(is) = self.analysis.changed(self.subject, changes) else { return false };
        Truth::ALL.into_iter().map(Truths::from).all(|one| {
            let goals = [(was, one), (is, one.others())];
            self.analysis.search(&[], &goals, Preference::Any, budget) == Found::Nothing
        })
    }

    fn report_redundant(&mut self, ast: &Expr, part: Part) {
        let Some(span) = self.compiled.span(part) else { return };
        let words = self.compiled.source.get(span.clone()).unwrap_or_default();
        let message = format!("{} changes nothing", quoted(words));
        let mut finding = Diagnostic::new(codes::CONDITION_REDUNDANT, span.clone(), message);
        if let Some(without) = without(ast, &span) {
            let text = crate::format::format(&without);
            finding = finding
                .help(format!("write {}", quoted(&text)))
                .fix(0..self.compiled.source.len(), text);
        }
        self.found.push(finding);
    }

    /// Finds a guard of inequalities alone that an omitted value satisfies.
    fn negative(&mut self, budget: &mut Budget) {
        if self.duty == Duty::Kind {
            return;
        }
        let mut slots = Vec::new();
        if negatives(&self.compiled.condition, Sense::Is, &mut slots).is_none() {
            return;
        }
        slots.retain(|slot| self.may_be_absent(*slot));
        if slots.is_empty() {
            return;
        }
        let absent: Vec<_> = slots.iter().filter_map(|slot| self.absent(*slot)).collect();
        let goals: Vec<_> = absent.into_iter().map(|node| (node, Truths::TRUE)).collect();
        let found = self.shown(Truths::TRUE, &goals, budget);
        if let Found::Something(row) = found {
            let message = "the condition is true where what it reads is absent";
            self.found.push(
                Diagnostic::new(codes::CONDITION_NEGATIVE_GUARD, self.whole(), message)
                    .help("write `… is known and …` before it")
                    .witness(row),
            );
        }
    }

    /// A row that gives the condition one of the truths, among the rows that meet the assumptions.
    fn shown(&self, truths: Truths, goals: &[Goal], budget: &mut Budget) -> Found<String> {
        let wanted = || [(self.subject, truths)].into_iter().chain(self.applies);
        if self.rows.is_empty() {
            let wanted: Vec<_> = wanted().collect();
            return self.analysis.search(&wanted, goals, Preference::Any, budget);
        }
        let mut said = Found::Nothing;
        for row in &self.rows {
            let wanted: Vec<_> = wanted().chain([(*row, Truths::TRUE)]).collect();
            match self.analysis.search(&wanted, goals, Preference::Any, budget) {
                Found::Something(row) => return Found::Something(row),
                Found::Open => said = Found::Open,
                Found::Nothing => {}
            }
        }
        said
    }

    fn may_be_absent(&self, slot: usize) -> bool {
        self.fields.get(slot).is_some_and(|field| field.states.may_be_absent())
    }

    /// The node for "this slot is absent".
    fn absent(&mut self, slot: usize) -> Option<NodeId> {
        let field = self.fields.get(slot)?;
        let value = Value::slot(crate::scope::SlotIndex::new(slot)?, field.ty);
        let test = Test::Null(Sense::Is, value);
        self.analysis.add_sibling(self.subject, &Condition::test(Part::new(0)?, test))
    }

    /// Finds equalities between two values that decide when both are absent.
    fn absent_both(&mut self, budget: &mut Budget) {
        let mut pairs = Vec::new();
        equalities(&self.compiled.condition, &mut pairs);
        for (part, relation, left, right) in pairs {
            if left == right || !self.may_be_absent(left) || !self.may_be_absent(right) {
                continue;
            }
            let contrary = Truth::from(relation != Relation::Equal);
            if let Some(row) = self.decides(part, contrary, [left, right], budget) {
                let Some(span) = self.compiled.span(part) else { continue };
                let words = self.compiled.source.get(span.clone()).unwrap_or_default();
                let message =
                    format!("both sides of {} may be absent, and are equal then", quoted(words));
                self.found.push(
                    Diagnostic::new(codes::CONDITION_ABSENT_BOTH, span, message)
                        .help("write `… is known and …` before it")
                        .witness(row),
                );
            }
        }
    }

    /// A row without two values for which negating a part would change the decision.
    fn decides(
        &mut self,
        part: Part,
        contrary: Truth,
        slots: [usize; 2],
        budget: &mut Budget,
    ) -> Option<String> {
        let opens = self.duty.opens();
        let mut goals: Vec<_> =
            slots.into_iter().filter_map(|slot| Some((self.absent(slot)?, Truths::TRUE))).collect();
        let otherwise = self.analysis.changed(self.subject, &[Change::Fixed(part, contrary)])?;
        for (is, was) in [(opens, opens.others()), (opens.others(), opens)] {
            goals.push((otherwise, was));
            let found = self.shown(is, &goals, budget);
            goals.pop();
            if let Found::Something(row) = found {
                return Some(row);
            }
        }
        None
    }
}

/// The operands of each `and` and `or`, outer ones first.
fn joined(condition: &Condition, all: &mut Vec<Vec<Part>>) {
    match condition.kind() {
        Kind::All(parts) | Kind::Any(parts) => {
            all.push(parts.iter().map(Condition::part).collect());
            parts.iter().for_each(|part| joined(part, all));
        }
        Kind::Not(inner) | Kind::Known(_, inner) => joined(inner, all),
        Kind::Test(_) => {}
    }
}

/// Collects the slots of a condition of inequalities alone; `None` if it has any other part.
fn negatives(condition: &Condition, sense: Sense, slots: &mut Vec<usize>) -> Option<()> {
    match condition.kind() {
        Kind::All(parts) | Kind::Any(parts) => {
            parts.iter().try_for_each(|part| negatives(part, sense, slots))
        }
        Kind::Not(inner) => negatives(inner, Sense::Not.under(sense), slots),
        Kind::Known(..) => None,
        Kind::Test(test) => {
            let negative = match test {
                Test::Compare(Relation::NotEqual, ..) => Sense::Is,
                Test::Compare(Relation::Equal, ..) => Sense::Not,
                Test::In(of, ..) => Sense::Not.under(*of),
                Test::Compare(..)
                | Test::Null(..)
                | Test::Known(..)
                | Test::Text(..)
                | Test::Matches(..)
                | Test::Holds(_) => return None,
            };
            if negative != sense {
                return None;
            }
            let slot = |value: &&Value| matches!(value.kind(), ValueKind::Slot(..));
            let found = values(test).into_iter().filter(slot).filter_map(slot_of);
            slots.extend(found);
            Some(())
        }
    }
}

fn slot_of(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Slot(slot, _) => Some(slot.index()),
        _ => None,
    }
}

/// Collects the equalities between two slots.
fn equalities(condition: &Condition, all: &mut Vec<(Part, Relation, usize, usize)>) {
    match condition.kind() {
        Kind::All(parts) | Kind::Any(parts) => {
            parts.iter().for_each(|part| equalities(part, all));
        }
        Kind::Not(inner) | Kind::Known(_, inner) => equalities(inner, all),
        Kind::Test(Test::Compare(relation, left, right)) if !relation.is_order() => {
            if let (Some(left), Some(right)) = (slot_of(left), slot_of(right)) {
                all.push((condition.part(), *relation, left, right));
            }
        }
        Kind::Test(_) => {}
    }
}
