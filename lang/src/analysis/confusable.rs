//! Finds literals that look like another text.

use regex_syntax::hir::{Class, HirKind};
use unicode_normalization::is_nfc;
use vm::Type;

use crate::ast::{Expr, Function, Literal, Node, Span, Text};
use crate::check::ungrouped;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::scope::Scope;

/// The bidirectional control characters.
const DIRECTIONS: &[(char, &str)] = &[
    ('\u{061c}', "ARABIC LETTER MARK"),
    ('\u{200e}', "LEFT-TO-RIGHT MARK"),
    ('\u{200f}', "RIGHT-TO-LEFT MARK"),
    ('\u{202a}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202b}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202c}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202d}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202e}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
];

/// The scripts that are distinguished.
const SCRIPTS: &[&str] = &[
    "Latin",
    "Greek",
    "Cyrillic",
    "Armenian",
    "Hebrew",
    "Arabic",
    "Devanagari",
    "Bengali",
    "Tamil",
    "Thai",
    "Lao",
    "Georgian",
    "Cherokee",
    "Coptic",
    "Ethiopic",
    "Khmer",
    "Hangul",
    "Hiragana",
    "Katakana",
    "Bopomofo",
    "Han",
];

/// Scripts that are used together in one language.
const TOGETHER: &[&[&str]] = &[
    &["Latin", "Han", "Hiragana", "Katakana"],
    &["Latin", "Han", "Hangul"],
    &["Latin", "Han", "Bopomofo"],
];

/// Checks the text literals of a condition.
pub(super) fn look(ast: &Expr, scope: &Scope, found: &mut Vec<Diagnostic>) {
    let mut pending = vec![ast];
    while let Some(expr) = pending.pop() {
        match &expr.node {
            Node::Or(parts) | Node::And(parts) | Node::Product(parts) | Node::Refused(parts) => {
                pending.extend(parts);
            }
            Node::Sum(terms) => pending.extend(terms.iter().map(|(_, term)| term)),
            Node::Compare(_, left, right) => {
                let ty = ty(left, scope).or_else(|| ty(right, scope));
                for side in [left, right] {
                    if let Node::Literal(Literal::Text(text)) = &ungrouped(side).node {
                        literal(&text.value, &text.span, ty, found);
                    }
                }
                pending.extend([&**left, &**right]);
            }
            Node::In { item, list, .. } => {
                let ty = ty(item, scope);
                for member in list {
                    if let Literal::Text(Text { value, .. }) = &member.value {
                        literal(value, &member.span, ty, found);
                    }
                }
                pending.push(item);
            }
            Node::Matches(inner, pattern) => {
                literal(&pattern.value, &pattern.span, None, found);
                pending.push(inner);
            }
            Node::Not(inner)
            | Node::Negative(inner)
            | Node::Group(inner)
            | Node::Call(_, inner)
            | Node::Is { item: inner, .. } => pending.push(inner),
            Node::Literal(_) | Node::Reference(_) => {}
        }
    }
}

/// The type under which a text literal compared with the expression is read.
fn ty(expr: &Expr, scope: &Scope) -> Option<Type> {
    match &ungrouped(expr).node {
        Node::Reference(reference) => scope.resolve(reference).ok().map(|resolved| resolved.ty),
        Node::Call(Function::Lower, inner) => ty(inner, scope),
        _ => None,
    }
}

fn literal(text: &str, span: &Span, ty: Option<Type>, found: &mut Vec<Diagnostic>) {
    if text.is_ascii() {
        return;
    }
    let message = turned(text)
        .or_else(|| mixed(text))
        .or_else(|| (ty == Some(Type::Id)).then(|| decomposed(text)).flatten());
    if let Some((message, help)) = message {
        found.push(Diagnostic::new(codes::CONDITION_CONFUSABLE, span.clone(), message).help(help));
    }
}

fn turned(text: &str) -> Option<(String, &'static str)> {
    let (c, name) = DIRECTIONS.iter().find(|(c, _)| text.contains(*c))?;
    let message = format!("the literal holds U+{:04X} {name}, which nobody sees", u32::from(*c));
    Some((message, "delete it, or write it as `\\u{…}`"))
}

fn decomposed(text: &str) -> Option<(String, &'static str)> {
    if is_nfc(text) {
        return None;
    }
    let marks = text.chars().filter(|c| !c.is_ascii());
    let marks: Vec<String> = marks.take(4).map(|c| format!("U+{:04X}", u32::from(c))).collect();
    let message = format!(
        "the literal is not in NFC ({}), and an `id` is compared byte for byte",
        marks.join(" ")
    );
    Some((message, "write it with composed letters, unless the tenant does not"))
}

/// The letters of a text, if they mix scripts that are not used together.
fn mixed(text: &str) -> Option<(String, &'static str)> {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    // All letters below this code point are Latin.
    if letters.iter().all(|c| *c < '\u{0250}') {
        return None;
    }
    let scripts: Vec<(&str, Vec<(char, char)>)> =
        SCRIPTS.iter().filter_map(|name| Some((*name, ranges(name)?))).collect();
    let of = |c: char| -> Vec<&str> {
        let has = |ranges: &[(char, char)]| ranges.iter().any(|(a, b)| *a <= c && c <= *b);
        scripts.iter().filter(|(_, ranges)| has(ranges)).map(|(name, _)| *name).collect()
    };
    let letters: Vec<(char, Vec<&str>)> =
        letters.into_iter().map(|c| (c, of(c))).filter(|(_, of)| !of.is_empty()).collect();
    let covered = |set: &[&str]| letters.iter().all(|(_, of)| of.iter().any(|s| set.contains(s)));
    if SCRIPTS.iter().any(|script| covered(&[script])) || TOGETHER.iter().any(|set| covered(set)) {
        return None;
    }
    let (first, its) = letters.first()?;
    let (other, others) =
        letters.iter().find(|(_, of)| !of.iter().any(|script| its.contains(script)))?;
    let told = |c: &char, of: &[&str]| {
        format!("`{c}` (U+{:04X}, {})", u32::from(*c), of.first().unwrap_or(&"another script"))
    };
    let message =
        format!("the literal mixes scripts: {} beside {}", told(first, its), told(other, others));
    Some((message, "write it in one script"))
}

/// The character ranges of a script.
fn ranges(script: &str) -> Option<Vec<(char, char)>> {
    let hir = regex_syntax::parse(&format!("\\p{{scx={script}}}")).ok()?;
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(class)) => {
            Some(class.iter().map(|range| (range.start(), range.end())).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, ty: Type, right: Option<&str>) {
        let mut found = Vec::new();
        literal(text, &(0..0), Some(ty), &mut found);
        let told = found.first().map(|finding| finding.message.as_str());
        assert!(
            match (told, right) {
                (None, None) => true,
                (Some(told), Some(right)) => told.contains(right),
                _ => false,
            },
            "{text}: {told:?}"
        );
    }

    #[test]
    fn literals_that_are_not_what_they_look_like() {
        check("paypal", Type::Text, None);
        check("épuisé", Type::Text, None);
        check("p\u{0430}ypal", Type::Text, Some("U+0430, Cyrillic"));
        check("ΑBC", Type::Text, Some("Greek"));
        check("привет", Type::Text, None);
        check("Tシャツ", Type::Text, None);
        check("日本語", Type::Text, None);
        check("149 €", Type::Text, None);
        check("a\u{202e}b", Type::Text, Some("RIGHT-TO-LEFT OVERRIDE"));
        check("e\u{0301}", Type::Text, None);
        check("e\u{0301}", Type::Id, Some("U+0301"));
        check("\u{e9}", Type::Id, None);
    }
}
