//! Forms that people bring from other languages, each with the spelling here.

use super::{Lexer, Token, quoted};
use crate::ast::Span;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::format::text_literal;

/// What a spelling of another language is here.
#[derive(Clone, Copy)]
pub(super) enum Meant {
    /// Spelt so.
    Spelt(&'static str),
    /// No one edit: an advice. The parser goes on as after an operator between two values.
    Operator(&'static str),
    /// No one edit: an advice. It stands for nothing.
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

/// Words of other languages, beside this one's in another letter case.
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

/// What a word is here, where it is one of another language or of this one in another letter case.
pub(super) fn word(typed: &str) -> Option<Meant> {
    // No word of the tables is longer: a name without end is not lowered.
    let lower = Some(typed).filter(|typed| typed.len() <= 16)?.to_ascii_lowercase();
    let cased = Token::FIXED.iter().find(|fixed| **fixed == lower).map(|fixed| Spelt(fixed));
    cased.or_else(|| find(WORDS, &lower))
}

fn find(table: &[(&str, Meant)], typed: &str) -> Option<Meant> {
    table.iter().find(|(spelling, _)| *spelling == typed).map(|(_, meant)| *meant)
}

impl Lexer<'_> {
    /// An operator of another language; the slash is a code of its own.
    pub(super) fn foreign_operator(&mut self) {
        let typed = self.shapes.slice();
        if typed.starts_with('/') {
            return self.division();
        }
        let meant = find(OPERATORS, typed).unwrap_or(Nothing("write it in words"));
        self.refuse_foreign(meant);
    }

    /// A sign outside ASCII that is an operator elsewhere.
    pub(super) fn foreign_sign(&mut self) -> bool {
        let typed = self.shapes.slice();
        if typed == "÷" {
            self.division();
            return true;
        }
        let meant = find(OPERATORS, typed);
        meant.map(|meant| self.refuse_foreign(meant)).is_some()
    }

    /// Refuses what was taken, and goes on with what was meant.
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

    /// A word to put in a place, with blanks where it would grow into its neighbours.
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

    /// White space that is none here: it is told, and passed over.
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

    /// A text in the quotes of a word processor, to the quote that ends it; without one, the quote alone.
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

/// The name of a character that other programs take for white space, or do not show.
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

/// The plain quote for one of a word processor, and the quotes that may end what it begins.
fn quotes(c: char) -> Option<(char, &'static str)> {
    Some(match c {
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' => ('\'', "‘’‚‛′‹›"),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => ('"', "“”„‟″«»"),
        '`' | '´' => ('\'', "`´"),
        _ => return None,
    })
}
