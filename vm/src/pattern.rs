//! Patterns of `matches`: bounded in size before they are built, linear in the text when they run.

use std::fmt;
use std::sync::Arc;

use regex_automata::meta::{self, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_syntax::ast::{self, Ast, ClassSetItem};
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::limits::{MAX_PATTERN_CLASSES, MAX_PATTERN_NESTING, PATTERN_TABLE_BYTES};

/// A compiled pattern: unanchored, Unicode, in the syntax of the `regex` crate.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: Arc<str>,
    regex: Regex,
    size: usize,
}

/// Why a pattern is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternFault {
    /// It is not of the syntax.
    Syntax {
        /// Where in the pattern, in bytes.
        offset: usize,
        /// What is wrong there.
        message: String,
    },
    /// Compiled, it would pass what is left of the budget.
    Size,
}

impl Pattern {
    /// Compiles a pattern into at most `budget` bytes.
    ///
    /// What is counted are the automata, the caches of one thread and the tables that are filled as texts are searched.
    /// A pattern far too large is refused before anything is built.
    pub fn new(source: &str, budget: usize) -> Result<Pattern, PatternFault> {
        let Some(left) = budget.checked_sub(Pattern::tables()) else {
            return Err(PatternFault::Size);
        };
        let hir = translated(source)?;
        if least_bytes(&hir) > left {
            return Err(PatternFault::Size);
        }
        let config = meta::Config::new()
            .nfa_size_limit(Some(left))
            .hybrid_cache_capacity(PATTERN_TABLE_BYTES)
            .which_captures(WhichCaptures::None)
            .onepass(false)
            .backtrack(false);
        let regex = meta::Builder::new()
            .configure(config)
            .build_from_hir(&hir)
            .map_err(|_| PatternFault::Size)?;
        let size = regex.memory_usage() + regex.create_cache().memory_usage() + Pattern::tables();
        if size > budget {
            return Err(PatternFault::Size);
        }
        Ok(Pattern { source: source.into(), regex, size })
    }

    /// The pattern as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How many bytes it takes, at most, on one thread.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether it is found in the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The tables that fill while texts are searched, forwards and backwards.
    fn tables() -> usize {
        2 * PATTERN_TABLE_BYTES
    }
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternFault::Syntax { message, .. } => f.write_str(message),
            PatternFault::Size => f.write_str("the pattern is too large when compiled"),
        }
    }
}

impl std::error::Error for PatternFault {}

/// Parses a pattern; its tree is checked before it is translated, since a class is written in two bytes and
/// translated into thousands.
fn translated(source: &str) -> Result<Hir, PatternFault> {
    let ast = ast::parse::ParserBuilder::new()
        .nest_limit(MAX_PATTERN_NESTING)
        .build()
        .parse(source)
        .map_err(|e| syntax(e.span().start.offset, e.kind()))?;
    ast::visit(&ast, Classes(0)).map_err(|TooMany| PatternFault::Size)?;
    regex_syntax::hir::translate::Translator::new()
        .translate(source, &ast)
        .map_err(|e| syntax(e.span().start.offset, e.kind()))
}

fn syntax(offset: usize, message: &impl ToString) -> PatternFault {
    PatternFault::Syntax { offset, message: message.to_string() }
}

/// Counts the classes and ranges that may stand for many characters.
struct Classes(usize);

struct TooMany;

impl Classes {
    fn count(&mut self) -> Result<(), TooMany> {
        self.0 += 1;
        if self.0 > MAX_PATTERN_CLASSES { Err(TooMany) } else { Ok(()) }
    }
}

impl ast::Visitor for Classes {
    type Output = ();
    type Err = TooMany;

    fn finish(self) -> Result<(), TooMany> {
        Ok(())
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), TooMany> {
        match ast {
            Ast::ClassUnicode(_) | Ast::ClassPerl(_) | Ast::ClassBracketed(_) => self.count(),
            _ => Ok(()),
        }
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), TooMany> {
        match item {
            ClassSetItem::Unicode(_) | ClassSetItem::Perl(_) | ClassSetItem::Bracketed(_) => {
                self.count()
            }
            ClassSetItem::Range(range) if !range.end.c.is_ascii() => self.count(),
            _ => Ok(()),
        }
    }
}

/// The fewest bytes that the automaton can take: never more than it does take, so that what is refused for it would
/// have been refused when built.
fn least_bytes(hir: &Hir) -> usize {
    const STATE: usize = 16;
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 0,
        HirKind::Literal(literal) => literal.0.len().saturating_mul(STATE),
        HirKind::Class(Class::Unicode(class)) => STATE.max(class.ranges().len()),
        HirKind::Class(Class::Bytes(_)) => STATE,
        HirKind::Repetition(repeated) => {
            let times = repeated.max.unwrap_or(repeated.min) as usize;
            least_bytes(&repeated.sub).saturating_mul(times)
        }
        HirKind::Capture(capture) => least_bytes(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(least_bytes).fold(0, usize::saturating_add),
        HirKind::Alternation(parts) => parts.iter().map(least_bytes).max().unwrap_or(0),
    }
}
