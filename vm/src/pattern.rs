//! Patterns of `matches`: bounded in size before they are built, linear in the text when they run.

use std::fmt;
use std::sync::Arc;

use regex_automata::meta::{self, Regex};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_syntax::ast::{self, Ast, ClassSetItem};
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::limits::{MAX_PATTERN_CLASSES, MAX_PATTERN_NESTING, PATTERN_TABLE, PATTERN_TABLE_STATE};

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
        /// The fault in words.
        message: String,
    },
    /// Its compiled form would exceed the rest of the budget.
    Size,
}

impl Pattern {
    /// Compiles a pattern into at most `budget` bytes.
    ///
    /// The automata, the caches of one thread and the tables that searches fill are counted. A pattern that is far too
    /// large is refused before anything is built.
    pub fn new(source: &str, budget: usize) -> Result<Pattern, PatternFault> {
        let hir = translated(source)?;
        if least_bytes(&hir) > budget {
            return Err(PatternFault::Size);
        }
        let nfa = thompson::Compiler::new()
            .configure(
                NFA::config().nfa_size_limit(Some(budget)).which_captures(WhichCaptures::None),
            )
            .build_from_hir(&hir)
            .map_err(|_| PatternFault::Size)?;
        let table = PATTERN_TABLE + PATTERN_TABLE_STATE * nfa.states().len();
        if nfa.memory_usage() + 2 * table > budget {
            return Err(PatternFault::Size);
        }
        let config = meta::Config::new()
            .nfa_size_limit(Some(budget))
            .which_captures(WhichCaptures::None)
            .onepass(false)
            .backtrack(false);
        let build = |config| {
            let regex = meta::Builder::new().configure(config).build_from_hir(&hir);
            regex.map_err(|_| PatternFault::Size)
        };
        let plain = build(config.clone().hybrid(false))?;
        let size = plain.memory_usage() + plain.create_cache().memory_usage() + 2 * table;
        if size > budget {
            return Err(PatternFault::Size);
        }
        // PERF: a table that is too small for the automaton is not used at all, at a tenth of the speed.
        let regex = build(config.hybrid_cache_capacity(table))?;
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

/// Counts the classes and ranges that can match many characters.
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

/// A lower bound of the automaton's size, in bytes: a pattern that is refused for it would be refused when built.
fn least_bytes(hir: &Hir) -> usize {
    const STATE: usize = 16;
    /// Measured: 10.6 for `\\p{Lu}` and its like, whose ranges share most, over 20 for the other classes.
    const RANGE: usize = 8;
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 0,
        HirKind::Literal(literal) => literal.0.len().saturating_mul(STATE),
        HirKind::Class(Class::Unicode(class)) => STATE.max(RANGE * class.ranges().len()),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(source: &str) -> PatternFault {
        Pattern::new(source, 1 << 20).unwrap_err()
    }

    #[test]
    fn a_pattern_is_unanchored_and_unicode() {
        let pattern = Pattern::new(r"gr\w+n", 1 << 20).unwrap();
        assert!(pattern.is_match("du grüün ici") && !pattern.is_match("gr"));
        assert!(pattern.size() < 1 << 18, "{}", pattern.size());
    }

    #[test]
    fn a_syntax_fault_tells_its_place() {
        let PatternFault::Syntax { offset, message } = fault("ab(c") else { panic!() };
        assert_eq!((offset, message.as_str()), (2, "unclosed group"));
        let PatternFault::Syntax { offset, .. } = fault(r"é\p{Nope}") else { panic!() };
        assert_eq!(offset, 2);
        let nested = format!("{}a{}", "(".repeat(17), ")".repeat(17));
        assert!(matches!(fault(&nested), PatternFault::Syntax { .. }));
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for large in [r"\w{1000}", r"(?:\p{L}{100}){100}", "(?i)[\u{80}-\u{10ffff}]{900}"] {
            assert_eq!(fault(large), PatternFault::Size, "{large}");
        }
        assert_eq!(fault(&r"(?i)\p{L}".repeat(5000)), PatternFault::Size);
        assert_eq!(Pattern::new("a", 1 << 10).unwrap_err(), PatternFault::Size);
    }

    #[test]
    fn a_score_of_small_patterns_fits_a_condition() {
        let mut left = crate::limits::MAX_PATTERN_BYTES;
        for at in 0..20 {
            left -= Pattern::new(&format!("^[a-z]{{2,8}}-{at}$"), left).unwrap().size();
        }
    }
}
