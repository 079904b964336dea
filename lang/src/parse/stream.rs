//! Feeds tokens to the parser and counts nesting, so that no tree exceeds the depth limit.

use std::collections::BTreeSet;
use std::vec::IntoIter;

use super::TooDeep;
use crate::ast::Span;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::limits::MAX_DEPTH;
use crate::token::{Placed, Role};

/// The category of the preceding token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// The start, or a token that a value may follow.
    Start,
    /// `is`, after which `not` is not a prefix operator.
    Is,
    /// A text.
    Text,
    /// Any other value, or the closing bracket of one.
    Value,
}

/// The state of one pair of parentheses, or of the whole condition.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// The span of the opening parenthesis.
    open: Span,
    /// The number of pending `not`s.
    nots: usize,
    /// The number of pending unary minuses.
    minuses: usize,
    /// The first comparison since the last `and` or `or`.
    first: Option<Span>,
    second: bool,
}

/// The token stream, with the counts of open constructs.
pub(super) struct TokenStream {
    tokens: IntoIter<Placed>,
    frames: Vec<Frame>,
    depth: usize,
    in_list: bool,
    /// The categories of the tokens before the last token, and before the next.
    before: Before,
    after: Before,
    end: usize,
    /// Chained comparisons: each second comparison with its first.
    chained: Vec<(Span, Span)>,
}

impl TokenStream {
    pub(super) fn new(tokens: Vec<Placed>) -> TokenStream {
        TokenStream {
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

    /// The end offset of the last token.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The category of the token before the last one.
    pub(super) fn before(&self) -> Before {
        self.before
    }

    /// The spans of the open parentheses, outermost first.
    pub(super) fn open(&self) -> impl DoubleEndedIterator<Item = &Span> {
        self.frames.iter().skip(1).map(|frame| &frame.open)
    }

    /// Whether a comparison precedes in the current operand of `and` or `or`.
    pub(super) fn is_compared(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.first.is_some())
    }

    /// Diagnostics for the chained comparisons that the parser did not report.
    pub(super) fn chained(&self, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let of_chains = found.iter().filter(|d| d.code == codes::CONDITION_CHAINED);
        let told: BTreeSet<usize> = of_chains.map(|d| d.span.start).collect();
        let rest = self.chained.iter().filter(|(_, second)| !told.contains(&second.start));
        rest.map(|(first, second)| chained(first.clone(), second.clone())).collect()
    }

    /// Counts a token and returns its category, or rejects it if it is nested too deeply.
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

    /// Handles a closing parenthesis; the parser reports an unmatched one.
    fn close(&mut self) {
        if self.frames.len() > 1 {
            self.part_ends();
            self.frames.pop();
            self.depth = self.depth.saturating_sub(1);
            self.value_ends(Before::Value);
        }
    }

    /// Ends a value, and with it the pending unary minuses.
    fn value_ends(&mut self, before: Before) -> Before {
        let mut minuses = 0;
        self.frame(|frame| minuses = std::mem::take(&mut frame.minuses));
        self.depth = self.depth.saturating_sub(minuses);
        before
    }

    /// Ends an operand of `and` or `or`, and with it the pending `not`s.
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

impl Iterator for TokenStream {
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

/// The diagnostic for a chained comparison.
pub(super) fn chained(first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(codes::CONDITION_CHAINED, second, "a comparison cannot follow a comparison")
        .help("join them with `and`: for `a < b < c` write `a < b and b < c`")
        .also(first, "the comparison before it")
}
