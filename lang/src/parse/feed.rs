//! Tokens on their way to the parser, counted: no tree deeper than the limit is ever built.

use crate::codes;
use std::collections::BTreeSet;
use std::vec::IntoIter;

use super::TooDeep;
use crate::ast::Span;
use crate::diagnostic::Diagnostic;
use crate::limits::MAX_DEPTH;
use crate::token::{Placed, Role};

/// What stood before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing, or what a value may follow.
    Start,
    /// `is`, after which `not` is no operator before a part.
    Is,
    /// A text.
    Text,
    /// Another value, or the end of one.
    Value,
}

/// One pair of parentheses, or the whole.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// Where it was opened.
    open: Span,
    /// `not`s over the next place.
    nots: usize,
    /// Unary minuses over the next place.
    minuses: usize,
    /// The comparisons since the last `and` or `or`: the first, and whether there was a second.
    first: Option<Span>,
    second: bool,
}

/// Where the tokens come from.
pub(super) struct Feed {
    tokens: IntoIter<Placed>,
    frames: Vec<Frame>,
    depth: usize,
    in_list: bool,
    /// What stands before the last token that was read, and before the next.
    before: Before,
    after: Before,
    end: usize,
    /// Second comparisons, each with the first.
    chained: Vec<(Span, Span)>,
}

impl Feed {
    pub(super) fn new(tokens: Vec<Placed>) -> Feed {
        Feed {
            tokens: tokens.into_iter(),
            frames: vec![Frame::default()],
            depth: 0,
            in_list: false,
            before: Before::Start,
            after: Before::Start,
            end: 0,
            chained: Vec::new(),
        }
    }

    /// Where the last token that was read ends.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// What stood before the last token that was read.
    pub(super) fn before(&self) -> Before {
        self.before
    }

    /// The parentheses that are open, outermost first.
    pub(super) fn open(&self) -> impl DoubleEndedIterator<Item = &Span> {
        self.frames.iter().skip(1).map(|frame| &frame.open)
    }

    /// Whether a comparison stands since the last `and`, `or` or parenthesis.
    pub(super) fn is_compared(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.first.is_some())
    }

    /// The second comparisons that the parser did not come to build.
    pub(super) fn chained(&self, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let of_chains = found.iter().filter(|d| d.code == codes::CONDITION_CHAINED);
        let told: BTreeSet<usize> = of_chains.map(|d| d.span.start).collect();
        let rest = self.chained.iter().filter(|(_, second)| !told.contains(&second.start));
        rest.map(|(first, second)| chained(first.clone(), second.clone())).collect()
    }

    /// Counts a token in, or refuses it as too deep. Answers what it is to the next.
    fn count(&mut self, role: Role, span: &Span) -> Result<Before, TooDeep> {
        let after_value = matches!(self.after, Before::Value | Before::Text);
        match role {
            Role::Open => {
                self.deeper(span)?;
                self.frames.push(Frame { open: span.clone(), ..Frame::default() });
            }
            Role::Close => {
                self.close();
                return Ok(Before::Value);
            }
            Role::Not if !after_value && self.after != Before::Is => {
                self.deeper(span)?;
                self.frame(|frame| frame.nots += 1);
            }
            Role::Minus if !after_value && !self.in_list => {
                self.deeper(span)?;
                self.frame(|frame| frame.minuses += 1);
            }
            Role::Joint => self.part_ends(),
            Role::Comma if !self.in_list => self.part_ends(),
            Role::ListOpen => self.in_list = true,
            Role::ListClose => {
                self.in_list = false;
                return Ok(self.value_ends(Before::Value));
            }
            Role::Text => return Ok(self.value_ends(Before::Text)),
            Role::Value => return Ok(self.value_ends(Before::Value)),
            Role::Comparison => self.compare(span),
            Role::Is => {
                self.compare(span);
                return Ok(Before::Is);
            }
            Role::Not | Role::Minus | Role::Comma | Role::Other => {}
        }
        Ok(Before::Start)
    }

    fn deeper(&mut self, span: &Span) -> Result<(), TooDeep> {
        if self.depth >= MAX_DEPTH {
            return Err(TooDeep(span.clone()));
        }
        self.depth += 1;
        Ok(())
    }

    fn frame(&mut self, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.frames.last_mut() {
            change(frame);
        }
    }

    /// A closing parenthesis; one that closes nothing is the parser's to refuse.
    fn close(&mut self) {
        if self.frames.len() > 1 {
            self.part_ends();
            self.frames.pop();
            self.depth = self.depth.saturating_sub(1);
            self.value_ends(Before::Value);
        }
    }

    /// The unary minuses over a value end with it.
    fn value_ends(&mut self, before: Before) -> Before {
        let mut minuses = 0;
        self.frame(|frame| minuses = std::mem::take(&mut frame.minuses));
        self.depth = self.depth.saturating_sub(minuses);
        before
    }

    /// A part of an `and` or `or` ends, with every `not` over it.
    fn part_ends(&mut self) {
        self.value_ends(Before::Start);
        let mut nots = 0;
        self.frame(|frame| {
            nots = std::mem::take(&mut frame.nots);
            (frame.first, frame.second) = (None, false);
        });
        self.depth = self.depth.saturating_sub(nots);
    }

    fn compare(&mut self, span: &Span) {
        let mut chained = None;
        self.frame(|frame| match &frame.first {
            None => frame.first = Some(span.clone()),
            Some(first) if !frame.second => {
                chained = Some((first.clone(), span.clone()));
                frame.second = true;
            }
            Some(_) => {}
        });
        self.chained.extend(chained);
    }
}

impl Iterator for Feed {
    type Item = Result<Placed, TooDeep>;

    fn next(&mut self) -> Option<Self::Item> {
        let (start, token, end) = self.tokens.next()?;
        self.before = self.after;
        match self.count(token.role(), &(start..end)) {
            Ok(before) => self.after = before,
            Err(fault) => return Some(Err(fault)),
        }
        self.end = end;
        Some(Ok((start, token, end)))
    }
}

/// A comparison after a comparison.
pub(super) fn chained(first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(codes::CONDITION_CHAINED, second, "a comparison cannot follow a comparison")
        .help("join them with `and`: for `a < b < c` write `a < b and b < c`")
        .also(first, "the comparison before it")
}
