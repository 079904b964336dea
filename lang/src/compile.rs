//! From a line of text to a program: every stage in turn, and every finding of all of them.

use crate::codes;
use vm::{Fault, Part, Reading, Verified};

use crate::ast::Span;
use crate::check::{Checked, check};
use crate::diagnostic::Diagnostic;
use crate::hir::Condition;
use crate::lower::lower;
use crate::parse::{Parsed, parse};
use crate::scope::Scope;

/// A condition that the machines can run, and what leads back from it to the author's words.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The author's text.
    pub source: String,
    /// The program.
    pub program: Verified,
    /// Where each part of the program that the author typed stands in the source, by the part's number. The whole is
    /// the first. The program has more parts where it joins more than two: they are of nobody's typing.
    pub parts: Vec<Span>,
    /// What the condition means.
    pub condition: Condition,
}

impl Compiled {
    /// Where a part that the author typed stands in the source.
    pub fn span(&self, part: Part) -> Option<Span> {
        self.parts.get(part.index()).cloned()
    }
}

/// Compiles a condition that stands in `scope`, of rows that are read with `reading`.
///
/// All findings are told, in the order of their places: what is refused in its words, and then, where it can be parsed
/// at all, in its meaning.
///
/// ```
/// # use pointsman_lang as lang;
/// use lang::{Position, Root, Scope, compile};
/// use vm::{Reading, Row, Type, Value};
///
/// let mut scope = Scope::new(Position::Kind);
/// scope.declare(Root::Fields, None, None, "category", Type::Text);
/// let compiled = compile("$fields.category == '149'", &scope, &Reading::default()).unwrap();
///
/// let mut row = Row::new(1);
/// row.set(0, Value::Text("149"));
/// assert!(compiled.program.decide(&row));
///
/// let refused = compile("$fields.category == 149", &scope, &Reading::default()).unwrap_err();
/// assert_eq!(refused[0].message, "`category` is declared text, `149` is a number");
/// assert_eq!(refused[0].span, 20..23);
/// ```
pub fn compile(
    source: &str,
    scope: &Scope,
    reading: &Reading,
) -> Result<Compiled, Vec<Diagnostic>> {
    let Parsed { ast, mut diagnostics } = parse(source);
    let Some(ast) = ast else { return Err(diagnostics) };
    let checked = match check(&ast, source, scope, reading) {
        Ok(checked) if diagnostics.is_empty() => checked,
        Ok(_) => return Err(diagnostics),
        Err(findings) => {
            diagnostics.extend(findings);
            diagnostics.sort_by_key(|finding| finding.span.start);
            return Err(diagnostics);
        }
    };
    let Checked { condition, parts } = checked;
    match lower(&condition, parts.len(), &scope.types(), reading) {
        Ok(program) => Ok(Compiled { source: source.to_owned(), program, parts, condition }),
        Err(fault) => Err(vec![too_large(source, &fault)]),
    }
}

/// What the limits of a condition leave no room for, said all the same.
fn too_large(source: &str, fault: &Fault) -> Diagnostic {
    let message = format!("no program can hold the condition: {fault}");
    Diagnostic::new(codes::CONDITION_TOO_MANY_ATOMS, 0..source.len(), message)
        .help("split it into several conditions")
}
