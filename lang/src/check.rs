//! From what was typed to what is meant: names resolved, families held to each other, literals brought to values.
//!
//! All findings are told, each at its place, in the order of the source. Of the codes that fit one comparison the
//! first is told of: operand, constant, datetime literal, literal or reference of another family, form of a literal,
//! order. A part that is refused is passed over by those round it, so that one fault is one finding.

mod comparison;
mod condition;
mod list;
mod literal;
mod operand;
mod predicate;
mod words;

use crate::codes;
use vm::{Part, Reading};

pub(crate) use self::operand::ungrouped;
use self::predicate::Patterns;
use crate::ast::{Expr, Node, Reference, Span};
use crate::diagnostic::Diagnostic;
use crate::hir::Condition;
use crate::limits::MAX_ATOMS;
use crate::scope::{Advice, Resolved, Scope};
use crate::token::quoted;

/// A condition that may be compiled.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What it means.
    pub condition: Condition,
    /// Where its parts stand in the source, by their numbers.
    pub parts: Vec<Span>,
}

/// Checks a condition that was parsed from `source` against what may be read where it stands.
///
/// The findings come in the order of their places. A condition is answered where there is none.
pub fn check(
    ast: &Expr,
    source: &str,
    scope: &Scope,
    reading: &Reading,
) -> Result<Checked, Vec<Diagnostic>> {
    let mut checker = Checker {
        source,
        scope,
        reading,
        findings: Vec::new(),
        parts: Vec::new(),
        atoms: 0,
        unresolved: 0,
        patterns: Patterns::default(),
        misplaced: Vec::new(),
    };
    let condition = checker.condition(ast);
    checker.misplaced();
    checker.findings.sort_by_key(|finding| finding.span.start);
    match condition {
        Some(condition) if checker.findings.is_empty() => {
            Ok(Checked { condition, parts: checker.parts })
        }
        _ => Err(checker.findings),
    }
}

/// How many references that cannot be resolved are told of with the nearest name: it is looked for among all names.
const ADVISED: usize = 20;

/// The state of one check.
struct Checker<'a> {
    source: &'a str,
    scope: &'a Scope,
    reading: &'a Reading,
    findings: Vec<Diagnostic>,
    parts: Vec<Span>,
    atoms: usize,
    /// How many references have not been resolved.
    unresolved: usize,
    patterns: Patterns,
    /// Conditions that stand where a value does. They are looked into at the end, so that how deep this goes depends
    /// on how deep conditions nest in conditions and values in values, never on one in the other.
    misplaced: Vec<&'a Expr>,
}

impl<'a> Checker<'a> {
    /// Looks into conditions that stand where a value does, for the faults in them.
    fn misplaced(&mut self) {
        while let Some(expr) = self.misplaced.pop() {
            self.condition(expr);
        }
    }

    /// Looks up the references of what the parser has refused, which has no type and is no condition.
    fn passed_over<T>(&mut self, values: &'a [Expr]) -> Option<T> {
        let mut rest: Vec<&Expr> = values.iter().rev().collect();
        while let Some(expr) = rest.pop() {
            match &expr.node {
                Node::Reference(reference) => {
                    self.resolved(reference);
                }
                Node::Or(parts)
                | Node::And(parts)
                | Node::Product(parts)
                | Node::Refused(parts) => rest.extend(parts.iter().rev()),
                Node::Sum(terms) => rest.extend(terms.iter().rev().map(|(_, term)| term)),
                Node::Compare(_, left, right) => rest.extend([&**right, &**left]),
                Node::Not(inner)
                | Node::Negative(inner)
                | Node::Group(inner)
                | Node::Matches(inner, _)
                | Node::Call(_, inner)
                | Node::In { item: inner, .. }
                | Node::Is { item: inner, .. } => rest.push(inner),
                Node::Literal(_) => {}
            }
        }
        None
    }

    /// What a reference stands for.
    fn resolved(&mut self, reference: &Reference) -> Option<Resolved> {
        let advice = if self.unresolved < ADVISED { Advice::Sought } else { Advice::Spared };
        match self.scope.resolve_with(reference, advice) {
            Ok(resolved) => Some(resolved),
            Err(finding) => {
                self.unresolved += 1;
                self.refuse(*finding)
            }
        }
    }

    /// Refuses something; there is nothing to go on with.
    fn refuse<T>(&mut self, finding: Diagnostic) -> Option<T> {
        self.findings.push(finding);
        None
    }

    /// The number of a part that stands there.
    fn part(&mut self, span: &Span) -> Option<Part> {
        let Some(part) = Part::new(self.parts.len()) else {
            return self.refuse(too_many_atoms(span.clone()));
        };
        self.parts.push(span.clone());
        Some(part)
    }

    /// The number of a part that is an atom: one of so many.
    fn atom(&mut self, span: &Span) -> Option<Part> {
        self.atoms += 1;
        if self.atoms == MAX_ATOMS + 1 {
            self.findings.push(too_many_atoms(span.clone()));
        }
        self.part(span)
    }

    /// The author's words at a place.
    fn words(&self, span: &Span) -> &'a str {
        self.source.get(span.clone()).unwrap_or_default()
    }

    /// The author's words at a place, for a message.
    fn quoted(&self, span: &Span) -> String {
        quoted(self.words(span))
    }
}

fn too_many_atoms(span: Span) -> Diagnostic {
    Diagnostic::new(
        codes::CONDITION_TOO_MANY_ATOMS,
        span,
        format!("a condition has at most {} atoms, this is one more", words::grouped(MAX_ATOMS)),
    )
    .help("write `in [...]` for a row of equalities")
}
