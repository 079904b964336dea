//! Words the parser's errors: the unexpected token, and the tokens that are expected.

use super::stream::{Before, TokenStream};
use crate::ast::Span;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::suggest::nearest;
use crate::token::{Token, quoted};

/// The diagnostic for a condition that ends too early.
pub(super) fn end(stream: &TokenStream, expected: &[String]) -> Diagnostic {
    let expected = Expected::new(stream, expected);
    let at = stream.end()..stream.end();
    let open: Vec<&Span> = stream.open().collect();
    if let Some(last) = open.last().filter(|_| expected.has(")")) {
        let close = ")".repeat(open.len());
        return Diagnostic::new(codes::CONDITION_SYNTAX, at.clone(), "a parenthesis is not closed")
            .help(format!("close it with {}", quoted(&close)))
            .fix(at, close)
            .also((*last).clone(), "the parenthesis");
    }
    let message = format!("the condition ends, and {} should follow", expected.words());
    let diagnostic = Diagnostic::new(codes::CONDITION_SYNTAX, at.clone(), message);
    if expected.is_with() { diagnostic.help("write `with`").fix(at, " with") } else { diagnostic }
}

/// The diagnostic for an unexpected token.
pub(super) fn token(
    source: &str,
    stream: &TokenStream,
    token: &Token,
    span: Span,
    expected: &[String],
) -> Diagnostic {
    let expected = Expected::new(stream, expected);
    let typed = source.get(span.clone()).unwrap_or_default();
    let message = match token {
        Token::Word => format!("{} is no word of the language", quoted(typed)),
        _ => format!("{} cannot stand here", quoted(typed)),
    };
    let diagnostic = Diagnostic::new(codes::CONDITION_SYNTAX, span.clone(), message);
    let could = format!("here could stand {}", expected.words());
    match token {
        Token::Close if stream.open().next().is_none() && expected.has("and") => {
            diagnostic.help("delete it: no parenthesis is open").fix(span, "")
        }
        Token::Word | Token::Text(_) if stream.before() == Before::Text => diagnostic.help(format!(
            "{could}; a quote inside a text is written `\\'`, or the text stands in the other quotes"
        )),
        Token::Word => match nearest(typed, expected.spellings()) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")).fix(span, meant),
            None if expected.takes_value() => diagnostic.help(format!(
                "{could}; a text stands in quotes, and a reference begins with `$`"
            )),
            None => diagnostic.help(could),
        },
        Token::Plus if expected.takes_value() => {
            diagnostic.help("a number has no `+` before it").fix(span, "")
        }
        Token::ListOpen if expected.takes_value() => {
            diagnostic.help(format!("{could}; a list stands after `in` alone"))
        }
        _ if expected.is_with() => {
            diagnostic.help("write `with` before it").fix(span.start..span.start, "with ")
        }
        _ => diagnostic.help(could),
    }
}

/// The tokens that the grammar expects.
struct Expected<'a> {
    spellings: Vec<&'a str>,
}

/// Token groups that a message names together.
const COMPARISONS: [&str; 13] =
    ["==", "!=", "<", "<=", ">", ">=", "contains", "starts", "ends", "matches", "in", "is", "not"];

impl<'a> Expected<'a> {
    fn new(stream: &TokenStream, expected: &'a [String]) -> Expected<'a> {
        // After the parser has reduced the whole condition, the list is empty.
        if expected.is_empty() {
            return Expected { spellings: vec!["*", "and", "or"] };
        }
        let spellings = expected.iter().map(|name| name.trim_matches('"'));
        // The grammar accepts a second comparison in order to report it; the message never offers one.
        let after_value = expected.iter().any(|name| name == "\"and\"" || name == "\"*\"");
        let chained =
            |name: &str| after_value && stream.is_compared() && COMPARISONS.contains(&name);
        let refused = |name: &str| name.starts_with("a refused");
        Expected { spellings: spellings.filter(|name| !chained(name) && !refused(name)).collect() }
    }

    fn has(&self, spelling: &str) -> bool {
        self.spellings.contains(&spelling)
    }

    fn takes_value(&self) -> bool {
        self.has("a reference")
    }

    fn spellings(&self) -> impl Iterator<Item = &'a str> + use<'a, '_> {
        let word =
            |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains(' ');
        self.spellings.iter().copied().filter(word)
    }

    /// Whether `with`, the second half of `starts with` or `ends with`, is missing.
    fn is_with(&self) -> bool {
        self.spellings == ["with"]
    }

    /// The expected tokens, in words.
    fn words(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        if self.takes_value() {
            words.push(if self.has("not") { "a condition" } else { "a value" }.to_owned());
        } else if self.has("a number") {
            words.push("a literal (a number, a text, `true`, `false` or `null`)".to_owned());
        } else if self.has("a text") {
            words.push("a text".to_owned());
        }
        if self.has("==") {
            words.push("a comparison".to_owned());
        }
        if self.has("*") {
            words.push("`+`, `-`, `*`".to_owned());
        }
        let named = ["and", "or", "in", "with", "known", "(", ")", "[", "]", ","];
        let alone = named.into_iter().filter(|name| self.has(name));
        // Omit tokens that the groups above cover, and the closing bracket: a list has at least one member.
        let told = |name: &&str| match *name {
            "(" => self.takes_value(),
            "in" => self.has("=="),
            "]" => self.has("a number"),
            _ => false,
        };
        words.extend(alone.filter(|name| !told(name)).map(quoted));
        if self.has("null") && !self.has("a number") {
            words.push("`null`".to_owned());
        }
        match words.split_last() {
            None => "nothing".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }
}
