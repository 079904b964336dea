//! Oracles for conditions as texts: parse, check, print.

use std::ops::Range;
use std::sync::LazyLock;

use lang::limits::MAX_SOURCE;
use lang::{Diagnostic, Position, Root, Scope};
use vm::{Reading, Type};

/// The limit on the length of findings, in bytes for each byte of the source and one more: growth is at most linear.
const SAID: usize = 1 << 11;

/// Any text can be parsed and checked, and the findings have valid places.
pub fn parse(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let parsed = lang::parse(&text);
    hold(&text, &parsed.diagnostics);
    lang::print_tokens(&text);
    if let Some(ast) = &parsed.ast {
        lang::print_tree(ast);
        within(&text, &ast.span);
    }
    let further = Position::ALL.iter().cycle().nth(text.len()).copied();
    for position in [Position::Kind].into_iter().chain(further) {
        let Some((_, scope)) = SCOPES.iter().find(|(of, _)| *of == position) else { continue };
        match lang::compile(&text, scope, &READING) {
            Ok(compiled) => {
                assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
                compiled.parts.iter().for_each(|part| within(&text, part));
                compiled.program.program().to_string();
                compiled.condition.to_string();
            }
            Err(found) => {
                assert!(!found.is_empty(), "refused without a word: {text}");
                hold(&text, &found);
            }
        }
    }
}

/// The canonical text of a tree parses to that tree, and means the same.
pub fn format(bytes: &[u8]) {
    canonical(&String::from_utf8_lossy(bytes));
    if let Ok(case) = crate::generate::case(&mut arbitrary::Unstructured::new(bytes)) {
        canonical(&case.condition);
    }
}

fn canonical(text: &str) {
    let parsed = lang::parse(text);
    let Some(ast) = parsed.ast else { return };
    let once = lang::format(&ast);
    // A refused part has no text. An escape may need more bytes than its character.
    if !parsed.diagnostics.is_empty() || once.len() > MAX_SOURCE {
        return;
    }
    let again = lang::parse(&once);
    assert!(again.diagnostics.is_empty(), "{text}\n{once}\n{:?}", again.diagnostics);
    assert_eq!(again.ast.as_ref(), Some(&ast), "{text}\n{once}");
    assert_eq!(again.ast.as_ref().map(lang::format).as_ref(), Some(&once), "{text}");
    let Some((_, scope)) = SCOPES.first() else { return };
    let meaning = |text: &str| lang::compile(text, scope, &READING).map(|it| it.program);
    match (meaning(text), meaning(&once)) {
        (Ok(typed), Ok(canonical)) => assert!(typed == canonical, "{text}\n{once}"),
        (Err(typed), Err(canonical)) => {
            let codes = |found: Vec<Diagnostic>| found.iter().map(|d| d.code).collect::<Vec<_>>();
            assert_eq!(codes(typed), codes(canonical), "{text}\n{once}");
        }
        (typed, canonical) => {
            assert_eq!(typed.is_ok(), canonical.is_ok(), "{text}\n{once}");
        }
    }
}

fn hold(text: &str, found: &[Diagnostic]) {
    let mut said = 0;
    for finding in found {
        within(text, &finding.span);
        finding.fix.iter().for_each(|fix| within(text, &fix.span));
        finding.also.iter().for_each(|(span, _)| within(text, span));
        let also: usize = finding.also.iter().map(|(_, what)| what.len()).sum();
        said += finding.message.len() + finding.help.as_ref().map_or(0, String::len) + also;
    }
    assert!(said <= SAID * (text.len() + 1), "{said} bytes are said of {}", text.len());
    assert!(found.is_sorted_by_key(|finding| finding.span.start), "findings out of order: {text}");
}

fn within(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?} is no place in {text:?}");
}

/// The scope of each position; a kind's is first. PERF: declaring takes longer than parsing.
static SCOPES: LazyLock<Vec<(Position, Scope)>> =
    LazyLock::new(|| Position::ALL.iter().map(|position| (*position, scope(*position))).collect());

static READING: LazyLock<Reading> = LazyLock::new(Reading::default);

/// Names of every family under every root, including the names of the language's examples.
fn scope(position: Position) -> Scope {
    let mut scope = Scope::new(position);
    let named = [
        ("category", Type::Text),
        ("name", Type::Text),
        ("n", Type::Number),
        ("x", Type::Number),
        ("amount", Type::Number),
        ("active", Type::Boolean),
        ("at", Type::Datetime),
    ];
    let types = Type::ALL.iter().map(|ty| (ty.name(), *ty));
    for (name, ty) in named.into_iter().chain(types) {
        for root in Root::ALL.iter().filter(|root| **root != Root::Now) {
            scope.declare(*root, None, None, name, ty);
            scope.declare(*root, Some("task"), None, name, ty);
            scope.declare(*root, Some("task"), Some("call"), name, ty);
        }
    }
    scope
}
