//! Compiles source text to a verified program by running every stage in order, and collects the diagnostics of all
//! stages.

use vm::{Fault, Part, Reading, Verified};

use crate::ast::Span;
use crate::check::{Checked, check};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::hir::Condition;
use crate::lower::lower;
use crate::parse::{Parsed, parse};
use crate::scope::Scope;

/// A compiled condition, with the spans that map its parts back to the source.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The source text.
    pub source: String,
    /// The verified program.
    pub program: Verified,
    /// The span of each part that the author wrote, by part number; part 0 is the whole condition. The program can
    /// have more parts, because lowering splits n-ary connectives; those have no span.
    pub parts: Vec<Span>,
    /// The typed condition.
    pub condition: Condition,
}

impl Compiled {
    /// The span of a part in the source; `None` if lowering generated the part.
    pub fn span(&self, part: Part) -> Option<Span> {
        self.parts.get(part.index()).cloned()
    }
}

/// Compiles a condition in `scope`, for rows that are read with `reading`.
///
/// On failure, returns all diagnostics in source order: those of the lexer and parser, and, if the source parses, those
/// of the checker.
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

/// The diagnostic for a program that exceeds a limit of the virtual machine.
fn too_large(source: &str, fault: &Fault) -> Diagnostic {
    let message = format!("no program can hold the condition: {fault}");
    Diagnostic::new(codes::CONDITION_TOO_MANY_ATOMS, 0..source.len(), message)
        .help("split it into several conditions")
}
