//! The pattern of a sentence: Fluent, with variables and selections and nothing else.

use std::collections::BTreeSet;
use std::ops::Range;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::{ErrorKind, ParserError, parse};

use crate::limits::MAX_PLACEABLES;

/// The name of the message that holds a pattern.
pub(super) const NAME: &str = "m";

/// The text that precedes a pattern in its message.
const HEAD: &str = "m = ";

/// The indentation of every further line of a pattern. It prevents the line from starting a message.
const INDENT: &str = "\n    ";

/// A fault of a pattern, with its place in the pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternFault {
    pub(crate) span: Range<usize>,
    pub(crate) why: Why,
}

/// The reason why a pattern is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It is not valid Fluent.
    Syntax(String),
    /// It has something that a sentence has not.
    Foreign(&'static str),
    /// It has more braces or parentheses than a sentence has.
    TooMany,
    /// It uses a variable that the sentence does not have.
    Variable(String),
}

/// The Fluent message of a pattern.
pub(super) fn message(pattern: &str) -> String {
    format!("{HEAD}{}\n", pattern.replace('\n', INDENT))
}

/// The variables that a pattern uses, each in the order of its name; or everything that is wrong with it.
pub(crate) fn read(
    pattern: &str,
    variables: &[&str],
) -> Result<BTreeSet<String>, Vec<PatternFault>> {
    // The parser goes one call deeper for each of these, and no deeper than there are.
    if ['{', '('].into_iter().any(|open| pattern.matches(open).count() > MAX_PLACEABLES) {
        return Err(vec![PatternFault { span: 0..pattern.len(), why: Why::TooMany }]);
    }
    let source = message(pattern);
    let resource = match parse(source.as_str()) {
        Ok(resource) => resource,
        Err((_, faults)) => {
            return Err(faults.into_iter().take(1).map(|fault| syntax(fault, &source)).collect());
        }
    };
    let mut found = Found { source: &source, used: BTreeSet::new(), variables, faults: Vec::new() };
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                message.value.iter().for_each(|pattern| found.pattern(pattern));
                for attribute in &message.attributes {
                    found.foreign(attribute.id.name, "an attribute");
                }
            }
            Entry::Term(_)
            | Entry::Comment(_)
            | Entry::GroupComment(_)
            | Entry::ResourceComment(_)
            | Entry::Junk { .. } => {}
        }
    }
    if found.faults.is_empty() { Ok(found.used) } else { Err(found.faults) }
}

/// What the parser says, at its place in the pattern.
fn syntax(fault: ParserError, source: &str) -> PatternFault {
    let why = match fault.kind {
        ErrorKind::ExpectedMessageField { .. } => "there is no text".to_owned(),
        kind => kind.to_string().replace('"', "`"),
    };
    let mut letters = why.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    let why = first.into_iter().chain(letters).collect();
    PatternFault { span: within(source, fault.pos), why: Why::Syntax(why) }
}

/// A range of the message as one of the pattern.
fn within(source: &str, range: Range<usize>) -> Range<usize> {
    let length = source.len() - 1;
    let at = |offset: usize| {
        let offset = offset.min(length);
        let lines = source.bytes().take(offset).filter(|byte| *byte == b'\n').count();
        offset.saturating_sub(HEAD.len() + lines * (INDENT.len() - 1))
    };
    at(range.start)..at(range.end)
}

struct Found<'f> {
    source: &'f str,
    used: BTreeSet<String>,
    variables: &'f [&'f str],
    faults: Vec<PatternFault>,
}

impl<'f> Found<'f> {
    fn pattern(&mut self, pattern: &Pattern<&'f str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { .. } => {}
                PatternElement::Placeable { expression } => self.expression(expression),
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&'f str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                variants.iter().for_each(|variant| self.pattern(&variant.value));
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&'f str>) {
        match inline {
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
            InlineExpression::VariableReference { id } => self.variable(id.name),
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference { id, .. } => self.foreign(id.name, "a function"),
            InlineExpression::MessageReference { id, .. } => {
                self.foreign(id.name, "another message");
            }
            InlineExpression::TermReference { id, .. } => self.foreign(id.name, "a term"),
        }
    }

    fn variable(&mut self, name: &'f str) {
        if self.variables.contains(&name) {
            self.used.insert(name.to_owned());
        } else {
            self.fault(name, Why::Variable(name.to_owned()));
        }
    }

    fn foreign(&mut self, name: &'f str, what: &'static str) {
        self.fault(name, Why::Foreign(what));
    }

    /// A fault at a name, which is a part of the message.
    fn fault(&mut self, name: &'f str, why: Why) {
        let start = (name.as_ptr() as usize).saturating_sub(self.source.as_ptr() as usize);
        let span = within(self.source, start..start + name.len());
        self.faults.push(PatternFault { span, why });
    }
}
