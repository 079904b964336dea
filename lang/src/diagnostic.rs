//! A diagnostic: a code, a span, a message for the author, and a remedy if one is known.

use crate::ast::Span;
use crate::codes::{Code, Severity};

/// An edit that repairs the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes of the source to replace; an empty span inserts text.
    pub span: Span,
    /// The replacement text.
    pub text: String,
}

/// A finding about a condition.
///
/// Message and help are in lower case, without a full stop; source text is quoted in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The diagnostic code.
    pub code: Code,
    /// The bytes of the source that the finding is about.
    pub span: Span,
    /// The message: names the faulty part and the fault.
    pub message: String,
    /// The remedy, in words.
    pub help: Option<String>,
    /// The remedy as an edit, if one is known.
    pub fix: Option<Fix>,
    /// Related spans, each with a description.
    pub also: Vec<(Span, String)>,
    /// A witness row as JSON, confirmed by the machine.
    pub witness: Option<String>,
}

impl Diagnostic {
    /// Creates a finding without a remedy.
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

    /// Adds the remedy in words.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds the remedy as an edit.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// Adds a related span with its description.
    #[must_use]
    pub fn also(mut self, span: Span, what: impl Into<String>) -> Diagnostic {
        self.also.push((span, what.into()));
        self
    }

    /// Adds a witness row.
    #[must_use]
    pub fn witness(mut self, row: impl Into<String>) -> Diagnostic {
        self.witness = Some(row.into());
        self
    }

    /// The severity of the code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
