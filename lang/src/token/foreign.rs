//! Spellings from other languages, each with its spelling here.

use super::{Lexer, Token, quoted};
use crate::ast::Span;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::format::text_literal;

/// The equivalent of a foreign spelling.
#[derive(Clone, Copy)]
pub(super) enum Meant {
    /// One replacement.
    Spelt(&'static str),
    /// Advice without a fix; the parser continues as if an operator had been read.
    Operator(&'static str),
    /// Advice without a fix; the parser skips it.
    Nothing(&'static str),
}
use Meant::{Nothing, Operator, Spelt};

const NO_REMAINDER: &str = "there is no remainder: have the tenant say it in a field";
const NO_POWER: &str = "there is no power: multiply";
const NO_CHOICE: &str = "there is no choice between values: join conditions with `and` and `or`";
const NO_PATTERN: &str =
    "write `contains`, `starts with`, `ends with`, or `matches` and a regular expression";
const NO_BETWEEN: &str = "write `a >= 1 and a <= 10`";

/// Operators of other languages.
const OPERATORS: &[(&str, Meant)] = &[
    ("&&", Spelt("and")),
    ("&", Spelt("and")),
    ("∧", Spelt("and")),
    ("||", Spelt("or")),
    ("|", Spelt("or")),
    ("∨", Spelt("or")),
    ("!", Spelt("not")),
    ("¬", Spelt("not")),
    ("=", Spelt("==")),
    ("===", Spelt("==")),
    ("!==", Spelt("!=")),
    ("<>", Spelt("!=")),
    ("≠", Spelt("!=")),
    ("≤", Spelt("<=")),
    ("=<", Spelt("<=")),
    ("≥", Spelt(">=")),
    ("=>", Spelt(">=")),
    ("~", Spelt("matches")),
    ("=~", Spelt("matches")),
    ("!~", Nothing("write `not` before the value, and `matches`")),
    ("×", Spelt("*")),
    ("·", Spelt("*")),
    ("−", Spelt("-")),
    ("–", Spelt("-")),
    ("—", Spelt("-")),
    ("∈", Spelt("in")),
    ("∉", Spelt("not in")),
    ("%", Operator(NO_REMAINDER)),
    ("**", Operator(NO_POWER)),
    ("^", Operator(NO_POWER)),
    ("??", Nothing(NO_CHOICE)),
    ("?:", Nothing(NO_CHOICE)),
    ("?.", Spelt(".")),
    ("?", Nothing(NO_CHOICE)),
    (":", Nothing(NO_CHOICE)),
];

/// Words of other languages; a word of this language in another letter case is found too.
const WORDS: &[(&str, Meant)] = &[
    ("none", Spelt("null")),
    ("nil", Spelt("null")),
    ("undefined", Spelt("null")),
    ("startswith", Spelt("starts with")),
    ("starts_with", Spelt("starts with")),
    ("endswith", Spelt("ends with")),
    ("ends_with", Spelt("ends with")),
    ("includes", Spelt("contains")),
    ("equals", Spelt("==")),
    ("len", Spelt("length")),
    ("strlen", Spelt("length")),
    ("lowercase", Spelt("lower")),
    ("tolower", Spelt("lower")),
    ("tolowercase", Spelt("lower")),
    ("regexp", Spelt("matches")),
    ("rlike", Spelt("matches")),
    ("like", Nothing(NO_PATTERN)),
    ("ilike", Nothing(NO_PATTERN)),
    ("between", Nothing(NO_BETWEEN)),
    ("mod", Operator(NO_REMAINDER)),
    ("et", Spelt("and")),
    ("ou", Spelt("or")),
    ("non", Spelt("not")),
    ("dans", Spelt("in")),
    ("vrai", Spelt("true")),
    ("faux", Spelt("false")),
    ("contient", Spelt("contains")),
];

/// The equivalent of a word that belongs to another language or has the wrong letter case.
pub(super) fn word(typed: &str) -> Option<Meant> {
    // No table entry is longer, so do not lower-case a very long name.
    let lower = Some(typed).filter(|typed| typed.len() <= 16)?.to_ascii_lowercase();
    let cased = Token::FIXED.iter().find(|fixed| **fixed == lower).map(|fixed| Spelt(fixed));
    cased.or_else(|| find(WORDS, &lower))
}

fn find(table: &[(&str, Meant)], typed: &str) -> Option<Meant> {
    table.iter().find(|(spelling, _)| *spelling == typed).map(|(_, meant)| *meant)
}

impl Lexer<'_> {
    /// Reports an operator of another language; the slash has a separate code.
    pub(super) fn foreign_operator(&mut self) {
        let typed = self.shapes.slice();
        if typed.starts_with('/') {
            return self.division();
        }
        let meant = find(OPERATORS, typed).unwrap_or(Nothing("write it in words"));
        self.refuse_foreign(meant);
    }

    /// Reports a sign outside ASCII that is an operator elsewhere.
    pub(super) fn foreign_sign(&mut self) -> bool {
        let typed = self.shapes.slice();
        if typed == "÷" {
            self.division();
            return true;
        }
        let meant = find(OPERATORS, typed);
        meant.map(|meant| self.refuse_foreign(meant)).is_some()
    }

    /// Reports the foreign spelling just read, and continues with its equivalent.
    pub(super) fn refuse_foreign(&mut self, meant: Meant) {
        let span = self.shapes.span();
        let message =
            format!("{} is the spelling of another language", quoted(self.shapes.slice()));
        let diagnostic = Diagnostic::new(codes::CONDITION_FOREIGN_SPELLING, span.clone(), message);
        match meant {
            Spelt(here) => {
                let text = self.apart(&span, here);
                self.refuse(diagnostic.help(format!("write {}", quoted(here))).fix(span, text));
                here.split(' ').for_each(|word| {
                    self.push(Token::fixed(word).unwrap_or(Token::Stray));
                });
            }
            Operator(advice) => {
                self.refuse(diagnostic.help(advice));
                self.push(Token::RefusedOperator);
            }
            Nothing(advice) => {
                self.refuse(diagnostic.help(advice));
                self.push(Token::Stray);
            }
        }
    }

    /// A replacement word, with spaces added if it would join its neighbours.
    fn apart(&self, span: &Span, word: &str) -> String {
        let touches = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && c != '(');
        let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
        let before = self.slice(&(0..span.start)).chars().next_back();
        let before = if is_word && touches(before) { " " } else { "" };
        let after = if is_word && touches(self.peek()) { " " } else { "" };
        format!("{before}{word}{after}")
    }

    fn division(&mut self) {
        let message = format!("there is no division: {} has no place", quoted(self.shapes.slice()));
        self.refuse(
            Diagnostic::new(codes::CONDITION_DIVISION, self.shapes.span(), message)
                .help("multiply the other side: for `a / 2 > b` write `a > b * 2`"),
        );
        self.push(Token::RefusedOperator);
    }

    /// Reports and skips white space that the language does not accept.
    pub(super) fn foreign_space(&mut self, first: char) -> bool {
        let Some(name) = space_name(first) else { return false };
        let like = self.rest().chars().take_while(|c| space_name(*c).is_some());
        self.take(like.map(char::len_utf8).sum());
        let message = format!("{name} (U+{:04X}) is no blank here", u32::from(first));
        let diagnostic =
            Diagnostic::new(codes::CONDITION_FOREIGN_SPELLING, self.shapes.span(), message);
        let invisible = self.shapes.slice().chars().all(|c| !c.is_whitespace());
        self.refuse(if invisible {
            diagnostic.help("delete it").fix(self.shapes.span(), "")
        } else {
            diagnostic.help("write a plain blank").fix(self.shapes.span(), " ")
        });
        true
    }

    /// Reports a text in typographic quotes, up to its closing quote; without one, only the quote.
    pub(super) fn foreign_quote(&mut self, first: char) -> bool {
        let Some((plain, family)) = quotes(first) else { return false };
        let opening = self.shapes.span();
        let message = format!(
            "{} (U+{:04X}) is no quote here",
            quoted(self.shapes.slice()),
            u32::from(first)
        );
        let diagnostic =
            Diagnostic::new(codes::CONDITION_FOREIGN_SPELLING, opening.clone(), message);
        let ending = |c: char| family.contains(c);
        let rest = self.rest();
        let Some((inner, close)) = rest.find(ending).or_else(|| rest.find(plain)).and_then(|at| {
            let inner = rest.get(..at)?;
            Some((inner, rest.get(at..)?.chars().next()?))
        }) else {
            let help = format!("write `{plain}`");
            self.refuse(diagnostic.help(help).fix(opening, plain));
            self.push(Token::Stray);
            return true;
        };
        self.take(inner.len() + close.len_utf8());
        let end = self.end();
        let text = text_literal(inner);
        self.refuse(
            diagnostic
                .help(format!("write {}", quoted(&text)))
                .fix(opening.start..end, text)
                .also(end - close.len_utf8()..end, "the quote that ends it"),
        );
        self.push(Token::Text(inner.to_owned()));
        true
    }
}

/// The name of a character that is invisible or that other programs treat as white space.
fn space_name(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{A0}' | '\u{202F}' | '\u{2007}' => "a non-breaking space",
        '\u{3000}' => "a full-width space",
        '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{180E}' | '\u{200C}' | '\u{200D}' => {
            "a space without width"
        }
        '\u{AD}' => "a soft hyphen",
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            "a control of writing direction"
        }
        ' ' | '\t' | '\r' | '\n' => return None,
        c if c.is_whitespace() => "a foreign space",
        _ => return None,
    })
}

/// The plain quote for a typographic one, and the quotes that may close the text.
fn quotes(c: char) -> Option<(char, &'static str)> {
    Some(match c {
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' => ('\'', "‘’‚‛′‹›"),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => ('"', "“”„‟″«»"),
        '`' | '´' => ('\'', "`´"),
        _ => return None,
    })
}
