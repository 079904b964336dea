//! What an author is told.

use crate::ast::Span;
use crate::codes::Code;

/// A finding in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which rule.
    pub code: Code,
    /// Where, in bytes of the condition.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// What to do, where it is one edit.
    pub fix: Option<Fix>,
    /// Other places, and what is there.
    pub also: Vec<(Span, String)>,
}

/// A replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

impl Diagnostic {
    /// A finding without advice.
    pub fn new(code: Code, span: Span, message: String) -> Diagnostic {
        Diagnostic { code, span, message, help: None, fix: None, also: Vec::new() }
    }

    /// With what to do.
    #[must_use]
    pub fn with_help(mut self, help: String) -> Diagnostic {
        self.help = Some(help);
        self
    }

    /// With an edit.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }
}
