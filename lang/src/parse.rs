//! Parses tokens into a syntax tree with the generated parser, and words its errors.

pub(crate) mod build;
mod refusal;
mod stream;

use lalrpop_util::{ParseError, lalrpop_mod};

use self::build::Build;
use self::stream::TokenStream;
use crate::ast::{Expr, Span};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::limits::{MAX_DEPTH, MAX_SOURCE};
use crate::token::{Token, tokens};

lalrpop_mod!(
    #[allow(
        missing_docs,
        clippy::all,
        clippy::unwrap_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::too_many_lines,
        unused_imports,
        reason = "INVARIANT: generated; its tables are indexed by the states and tokens they were made from"
    )]
    grammar
);

/// The result of parsing: a tree if one could be built, and the diagnostics.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree; `None` if no tree could be built. If there are diagnostics, an invalid part is
    /// [`crate::ast::Node::Refused`] or the repaired form.
    pub ast: Option<Expr>,
    /// The diagnostics, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a condition. Every error is a diagnostic, and the tree never exceeds the depth limit.
pub fn parse(source: &str) -> Parsed {
    if source.len() > MAX_SOURCE {
        return Parsed { ast: None, diagnostics: vec![too_long(source)] };
    }
    let (tokens, lexical) = tokens(source);
    if tokens.is_empty() {
        let empty = Diagnostic::new(
            codes::CONDITION_EMPTY,
            0..source.len(),
            "nothing but white space stands where a condition should",
        );
        let empty = empty.help("write a condition, or delete the key");
        return Parsed { ast: None, diagnostics: in_order(lexical, [empty]) };
    }
    let mut build = Build::new(source);
    let mut stream = TokenStream::new(tokens);
    let parsed = grammar::ConditionParser::new().parse(&mut build, stream.by_ref());
    let mut found = build.into_diagnostics();
    let chained = stream.chained(&found);
    found.extend(chained);
    let ast = match parsed {
        Ok(ast) => Some(ast),
        Err(fault) => {
            found.extend(refused(source, &stream, fault).filter(|diagnostic| {
                diagnostic.code != codes::CONDITION_SYNTAX || !is_reported(&lexical, diagnostic)
            }));
            None
        }
    };
    Parsed { ast, diagnostics: in_order(lexical, found) }
}

/// A token that is nested too deeply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooDeep(Span);

fn refused<'a>(
    source: &'a str,
    stream: &'a TokenStream,
    fault: ParseError<usize, Token, TooDeep>,
) -> impl Iterator<Item = Diagnostic> + use<'a> {
    let refusal = match fault {
        ParseError::User { error: TooDeep(span) } => Some(too_deep(source, span)),
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            // The lexer has reported stray characters.
            (token != Token::Stray)
                .then(|| refusal::token(source, stream, &token, start..end, &expected))
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            Some(refusal::token(source, stream, &token, start..end, &[]))
        }
        ParseError::UnrecognizedEof { expected, .. } => Some(refusal::end(stream, &expected)),
        ParseError::InvalidToken { location } => {
            Some(Diagnostic::new(codes::CONDITION_SYNTAX, location..location, "this is no token"))
        }
    };
    refusal.into_iter()
}

/// Whether the lexer has reported the token that the syntax error is about.
fn is_reported(lexical: &[Diagnostic], syntax: &Diagnostic) -> bool {
    let (start, end) = (syntax.span.start, syntax.span.end);
    lexical.iter().any(|told| {
        let swallowed = told.code == codes::CONDITION_UNCLOSED_TEXT && start >= told.span.start;
        swallowed || (told.span.start < end && start < told.span.end)
    })
}

fn in_order(
    lexical: Vec<Diagnostic>,
    more: impl IntoIterator<Item = Diagnostic>,
) -> Vec<Diagnostic> {
    let mut all = lexical;
    all.extend(more);
    all.sort_by_key(|diagnostic| diagnostic.span.start);
    all
}

fn too_long(source: &str) -> Diagnostic {
    let message =
        format!("the condition is {} bytes long, and may be {MAX_SOURCE} (64 KiB)", source.len());
    Diagnostic::new(codes::CONDITION_TOO_LONG, 0..source.len(), message)
        .help("write a list of literals (`in [...]`), or several guards")
}

fn too_deep(source: &str, span: Span) -> Diagnostic {
    let typed = source.get(span.clone()).unwrap_or_default();
    let message =
        format!("`{typed}` is nested over {MAX_DEPTH} levels of parentheses, `not` and unary `-`");
    Diagnostic::new(codes::CONDITION_TOO_DEEP, span, message)
        .help("use fewer parentheses; a chain of `and`, `or`, `+` or `*` is one level")
}

#[cfg(test)]
mod tests {
    use crate::token::Token;

    #[test]
    fn the_grammar_takes_the_tokens_that_there_are() {
        let grammar = include_str!("grammar.lalrpop");
        let taken: Vec<_> = Token::SHOWN.iter().filter(|(_, shown)| !shown.is_empty()).collect();
        for (token, shown) in &taken {
            assert!(grammar.contains(&format!("        \"{shown}\" => Token::{token}")), "{token}");
        }
        assert_eq!(grammar.matches("=> Token::").count(), taken.len());
    }
}
