//! Lexes words and references. A name is read first and then looked up.

use unicode_ident::{is_xid_continue, is_xid_start};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::{Lexer, Token, foreign, quoted};
use crate::ast::{Reference, Span, Step, StepKind};
use crate::codes;
use crate::diagnostic::Diagnostic;

/// All roots of the language, whichever position may read them.
const ROOTS: [&str; 8] = ["fields", "item", "form", "params", "read", "submitted", "output", "now"];

impl Lexer<'_> {
    /// Reads a keyword, a foreign word, or a reference without its `$`.
    pub(super) fn name(&mut self) {
        let start = self.shapes.span().start;
        let length = name_length(self.slice(&(start..self.source.len())));
        self.take((start + length).saturating_sub(self.end()));
        let typed = self.shapes.slice();
        let fixed = Token::fixed(typed);
        if self.goes_on_like_a_reference() || ROOTS.contains(&typed) {
            return self.bare_reference(start);
        }
        match fixed {
            Some(token) => self.push(token),
            None => self.word(typed),
        }
        self.dash_at_the_end();
    }

    /// Whether `.name` or `[name` follows directly. After a keyword, a bracket opens a list.
    fn goes_on_like_a_reference(&self) -> bool {
        let mut next = self.rest().chars();
        match next.next() {
            Some('.') => next.next().is_some_and(is_name_character),
            Some('[') => {
                foreign::word(self.shapes.slice()).is_none()
                    && next.next().is_some_and(|c| is_xid_start(c) || c == '_')
            }
            _ => false,
        }
    }

    fn word(&mut self, typed: &str) {
        let Some(foreign) = foreign::word(typed) else { return self.push(Token::Word) };
        self.refuse_foreign(foreign);
    }

    /// Reports `fields.x` without `$`; the first name has been read.
    fn bare_reference(&mut self, start: usize) {
        let root = self.shapes.slice();
        let (steps, soundness) = self.steps();
        let span = start..self.end();
        let typed = self.slice(&span);
        let text = format!("${typed}");
        let message = format!("{} is a reference without its `$`", quoted(typed));
        self.refuse(
            Diagnostic::new(codes::CONDITION_FOREIGN_SPELLING, span.clone(), message)
                .help(format!("write {}", quoted(&text)))
                .fix(start..start, "$"),
        );
        self.push_reference(root, start..start + root.len(), steps, soundness);
    }

    /// Reads a reference after its `$`.
    pub(super) fn reference(&mut self) {
        let start = self.shapes.span().start;
        let length = name_length(self.rest());
        if length == 0 && self.braced_reference(start) {
            return;
        }
        if length == 0 {
            self.refuse(
                Diagnostic::new(
                    codes::CONDITION_SYNTAX,
                    start..self.end(),
                    "`$` begins a reference, and no name follows it",
                )
                .help("write the root and the name together: `$fields.price`"),
            );
            return self.push(Token::Refused);
        }
        self.take(length);
        let root_span = start..self.end();
        let root = self.slice(&(start + 1..self.end()));
        let (steps, soundness) = self.steps();
        self.push_reference(root, root_span, steps, soundness);
    }

    /// Reports `${fields.x}`; the `$` has been read.
    fn braced_reference(&mut self, start: usize) -> bool {
        let Some(inner) = self.rest().strip_prefix('{') else { return false };
        let is_part = |c: char| is_name_character(c) || matches!(c, '.' | '[' | ']');
        let length = inner.find(|c: char| !is_part(c)).unwrap_or(inner.len());
        let Some((inner, "}")) = inner.get(..=length).and_then(|i| i.split_at_checked(length))
        else {
            return false;
        };
        if name_length(inner) == 0 {
            return false;
        }
        self.take(inner.len() + 2);
        let span = start..self.end();
        let text = format!("${inner}");
        let message = format!("{} is the spelling of another language", quoted(self.slice(&span)));
        self.refuse(
            Diagnostic::new(codes::CONDITION_FOREIGN_SPELLING, span.clone(), message)
                .help(format!("write {}", quoted(&text)))
                .fix(span, text),
        );
        self.push(Token::Refused);
        true
    }

    fn push_reference(&mut self, root: &str, root_span: Span, steps: Vec<Step>, sound: Soundness) {
        self.push(match sound {
            Soundness::Sound => {
                Token::Reference(Box::new(Reference { root: nfc(root), root_span, steps }))
            }
            Soundness::Refused => Token::Refused,
        });
        self.dash_at_the_end();
    }

    /// Reads the steps that follow directly.
    fn steps(&mut self) -> (Vec<Step>, Soundness) {
        let (mut steps, mut soundness) = (Vec::new(), Soundness::Sound);
        // A `-` that follows a name is not part of a step.
        while let Some(mark @ ('.' | '[')) = self.peek() {
            self.take(1);
            let step = if mark == '.' { self.dotted_step() } else { self.bracketed_step() };
            match step {
                Some(step) => steps.push(step),
                None => soundness = Soundness::Refused,
            }
        }
        (steps, soundness)
    }

    fn dotted_step(&mut self) -> Option<Step> {
        let start = self.end();
        let length = name_length(self.rest());
        if length == 0 {
            self.refuse_name(start);
            return None;
        }
        self.take(length);
        let span = start..self.end();
        Some(Step { kind: StepKind::Name(nfc(self.slice(&span))), span })
    }

    fn bracketed_step(&mut self) -> Option<Step> {
        let start = self.end();
        let first = self.key()?;
        let kind = if self.peek() == Some('.') {
            self.take(1);
            StepKind::Keys(first, self.key()?)
        } else {
            StepKind::Key(first)
        };
        let span = start..self.end();
        if self.peek() == Some(']') {
            self.take(1);
            return Some(Step { kind, span });
        }
        let at = self.end();
        self.skip_to_bracket();
        let end = at + self.peek_length(at);
        self.refuse(
            Diagnostic::new(codes::CONDITION_SYNTAX, at..end, "the brackets of a reference do not end here")
                .help("in them stand a name, or two with a point between: `$params[task].name`, `$submitted[task.call].output`"),
        );
        None
    }

    /// Reads a name between brackets.
    fn key(&mut self) -> Option<String> {
        let start = self.end();
        let length = name_length(self.rest());
        if length == 0 {
            self.refuse_name(start);
            self.skip_to_bracket();
            return None;
        }
        self.take(length);
        Some(nfc(self.slice(&(start..start + length))))
    }

    /// Reports an invalid name, and reads it as a name if it resembles one.
    fn refuse_name(&mut self, start: usize) {
        let like = self.rest().chars().take_while(|c| is_name_character(*c));
        self.take(like.map(char::len_utf8).sum());
        let typed = self.slice(&(start..self.end()));
        let help =
            "a name begins with a letter or `_`, and goes on with letters, digits, `_` and `-`";
        self.refuse(if typed.is_empty() {
            let mark = start.saturating_sub(1)..start;
            let message = format!("no name follows {}", quoted(self.slice(&mark)));
            Diagnostic::new(codes::CONDITION_SYNTAX, mark, message).help(help)
        } else {
            let message = format!("{} is no name", quoted(typed));
            Diagnostic::new(codes::CONDITION_SYNTAX, start..start + typed.len(), message).help(help)
        });
    }

    /// Skips to a closing bracket and over it, if one precedes the next blank or reference.
    fn skip_to_bracket(&mut self) {
        // PERF: an opening bracket ends the search, so that a row of brackets is read once.
        let ends = |c: char| matches!(c, ']' | '[' | '$') || c.is_whitespace();
        let Some(at) = self.rest().find(ends) else { return };
        if self.rest().as_bytes().get(at) == Some(&b']') {
            self.take(at + 1);
        }
    }

    /// The length of the character at an offset; zero at the end.
    fn peek_length(&self, at: usize) -> usize {
        self.slice(&(at..self.source.len())).chars().next().map_or(0, char::len_utf8)
    }

    /// Reports a `-` directly after a name: names may contain one but not end in one.
    fn dash_at_the_end(&mut self) {
        let at = self.end();
        if self.rest().starts_with('-') {
            let typed = format!("{}-", self.shapes.slice());
            let message = format!("the name in {} ends in `-`", quoted(&typed));
            self.refuse(
                Diagnostic::new(codes::CONDITION_SYNTAX, at..at + 1, message)
                    .help("write spaces around a minus")
                    .fix(at..at + 1, " - "),
            );
        }
    }
}

/// Whether every step of a reference was well formed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Soundness {
    Sound,
    Refused,
}

fn is_name_character(c: char) -> bool {
    c == '-' || is_xid_continue(c)
}

/// The length of the name at the start of a text, without a trailing `-`, in bytes.
pub(super) fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c == '_' || is_xid_start(c)) {
        return 0;
    }
    let end = text.find(|c: char| !is_name_character(c)).unwrap_or(text.len());
    text.get(..end).map_or(0, |name| name.trim_end_matches('-').len())
}

/// Normalises a name to NFC, the spelling in which names are compared; `None` if it is not a valid name.
pub fn name(text: &str) -> Option<String> {
    (!text.is_empty() && name_length(text) == text.len()).then(|| nfc(text))
}

/// Normalises a name to NFC.
fn nfc(name: &str) -> String {
    match is_nfc_quick(name.chars()) {
        IsNormalized::Yes => name.to_owned(),
        IsNormalized::No | IsNormalized::Maybe => name.nfc().collect(),
    }
}
