//! What an author is told about a condition: a code, a place, words, and the remedy where one is known.

use crate::ast::Span;
use crate::codes::{Code, Severity};

/// An edit that would mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes of the source to replace; empty where the text is to be put in.
    pub span: Span,
    /// What to write there.
    pub text: String,
}

/// One finding in a condition.
///
/// Message and help are lower case, without full stop; the author's words stand in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its row in the table of codes.
    pub code: Code,
    /// The bytes of the source that it is about.
    pub span: Span,
    /// What is wrong, naming the thing.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The remedy as one edit, where one is known.
    pub fix: Option<Fix>,
    /// Other places that belong to it, each with what it is.
    pub also: Vec<(Span, String)>,
    /// A row that shows it, as JSON, confirmed by the machine.
    pub witness: Option<String>,
}

impl Diagnostic {
    /// A finding without remedy.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            span,
            message: message.into(),
            help: None,
            fix: None,
            also: Vec::new(),
            witness: None,
        }
    }

    /// With what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// With the edit that mends it.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// With another place and what it is.
    #[must_use]
    pub fn also(mut self, span: Span, what: impl Into<String>) -> Diagnostic {
        self.also.push((span, what.into()));
        self
    }

    /// With a row that shows it.
    #[must_use]
    pub fn witness(mut self, row: impl Into<String>) -> Diagnostic {
        self.witness = Some(row.into());
        self
    }

    /// How much it weighs: its code's severity.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
