//! The checker: resolves names, checks types, and converts literals to values, from syntax tree to typed condition.
//!
//! It reports all diagnostics in source order. A comparison with several faults gets one code, the first of this list:
//! operand, constant, datetime literal, literal or reference of another family, form of a literal, order. A rejected
//! part causes no further diagnostics in the parts that contain it.

mod comparison;
mod condition;
mod list;
mod literal;
mod operand;
mod predicate;
mod words;

use vm::{Part, Reading};

pub(crate) use self::operand::ungrouped;
use self::predicate::Patterns;
use crate::ast::{Expr, Node, Reference, Span};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::Condition;
use crate::limits::MAX_ATOMS;
use crate::scope::{Advice, Resolved, Scope};
use crate::token::quoted;

/// The result of a successful check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The typed condition.
    pub condition: Condition,
    /// The spans of the parts, by part number.
    pub parts: Vec<Span>,
}

/// Checks a condition, parsed from `source`, against its scope.
///
/// Returns the condition, or all diagnostics in source order.
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

/// The most unresolved references that get a suggestion; each suggestion costs time for every declared name.
const ADVISED: usize = 20;

/// The state of one check.
struct Checker<'a> {
    source: &'a str,
    scope: &'a Scope,
    reading: &'a Reading,
    findings: Vec<Diagnostic>,
    parts: Vec<Span>,
    atoms: usize,
    /// The number of unresolved references.
    unresolved: usize,
    patterns: Patterns,
    /// Conditions in the place of a value. They are checked last, which bounds the recursion: conditions nest in
    /// conditions and values in values, but never one in the other.
    misplaced: Vec<&'a Expr>,
}

impl<'a> Checker<'a> {
    /// Reports the faults inside conditions in the place of a value.
    fn misplaced(&mut self) {
        while let Some(expr) = self.misplaced.pop() {
            self.condition(expr);
        }
    }

    /// Resolves the references of an invalid expression, which itself has no type.
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

    /// Resolves a reference, or reports it.
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

    /// Reports a diagnostic and returns `None`.
    fn refuse<T>(&mut self, finding: Diagnostic) -> Option<T> {
        self.findings.push(finding);
        None
    }

    /// Allocates a part number for a span.
    fn part(&mut self, span: &Span) -> Option<Part> {
        let Some(part) = Part::new(self.parts.len()) else {
            return self.refuse(too_many_atoms(span.clone()));
        };
        self.parts.push(span.clone());
        Some(part)
    }

    /// Allocates a part number for an atom, and counts the atom.
    fn atom(&mut self, span: &Span) -> Option<Part> {
        self.atoms += 1;
        if self.atoms == MAX_ATOMS + 1 {
            self.findings.push(too_many_atoms(span.clone()));
        }
        self.part(span)
    }

    /// The source text of a span.
    fn words(&self, span: &Span) -> &'a str {
        self.source.get(span.clone()).unwrap_or_default()
    }

    /// The source text of a span, quoted for a message.
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
