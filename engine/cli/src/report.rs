//! The printed form of a finding: text for people, an object for programs.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity as Shade};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Config};
use engine::text::Position;
use lang::{Code, Severity};
use serde::Serialize;

/// The most characters of a line that are shown on each side of the place.
const CONTEXT: usize = 100;

/// A finding, with the text of its file.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// Its code.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// The message.
    pub message: &'a str,
    /// The remedy, in words.
    pub help: Option<&'a str>,
    /// The remedy as an edit, if it is one edit.
    pub fix: Option<Fix<'a>>,
    /// The file's name.
    pub file: &'a str,
    /// The file's text.
    pub source: &'a str,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// The position of the place's first character.
    pub start: Position,
    /// The position after the place's last character.
    pub end: Position,
    /// Other places that the finding mentions.
    pub also: Vec<Also<'a>>,
    /// A row that demonstrates the fault.
    pub witness: Option<&'a str>,
}

/// Another place that a finding mentions.
#[derive(Clone, Copy, Debug)]
pub struct Also<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The description of the place.
    pub what: &'a str,
    /// The position of the place's first character.
    pub start: Position,
    /// The position after the place's last character.
    pub end: Position,
}

/// An edit: a new text for a range of a file.
#[derive(Clone, Copy, Debug)]
pub struct Fix<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The new text.
    pub text: &'a str,
    /// The position of the first replaced character.
    pub start: Position,
    /// The position after the last replaced character.
    pub end: Position,
}

/// A finding as an object of `--format json`.
#[derive(Serialize)]
pub struct Object<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Replacement<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<Related<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<&'a str>,
}

/// Another place, with its description.
#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// An edit, with its own range, which may differ from the finding's.
#[derive(Serialize)]
struct Replacement<'a> {
    replace: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// The finding as an object.
pub fn object<'a>(finding: &Finding<'a>) -> Object<'a> {
    let (start, end) = (finding.start, finding.end);
    Object {
        code: finding.code.as_str(),
        severity: match finding.severity {
            Severity::Refused => "refused",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: finding.message,
        file: finding.file,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        help: finding.help,
        fix: finding.fix.map(|fix| Replacement {
            replace: fix.text,
            line: fix.start.line,
            column: fix.start.column,
            end_line: fix.end.line,
            end_column: fix.end.column,
        }),
        also: finding.also.iter().map(related).collect(),
        witness: finding.witness,
    }
}

fn related<'a>(also: &Also<'a>) -> Related<'a> {
    Related {
        message: also.what,
        file: also.file,
        line: also.start.line,
        column: also.start.column,
        end_line: also.end.line,
        end_column: also.end.column,
    }
}

/// The finding as text, with an excerpt of its line.
pub fn text(finding: &Finding<'_>, colour: Colour) -> String {
    let excerpt = Excerpt::new(finding);
    let shade = match finding.severity {
        Severity::Refused => Shade::Error,
        Severity::Warning => Shade::Warning,
        Severity::Note => Shade::Note,
    };
    let label = Label::primary((), excerpt.span.clone());
    let label = match finding.help {
        Some(help) => label.with_message(format!("help: {help}")),
        None => label,
    };
    let also = finding
        .also
        .iter()
        .map(|also| {
            format!("{}:{}:{}: {}", also.file, also.start.line, also.start.column, also.what)
        })
        .chain(finding.witness.map(|row| format!("witness: {row}")));
    let diagnostic = Diagnostic::new(shade)
        .with_code(finding.code.as_str())
        .with_message(finding.message)
        .with_labels(vec![label])
        .with_notes(also.collect());
    let config = Config::default();
    let mut out = String::new();
    let done = match colour {
        Colour::Plain => term::emit_to_string(&mut out, &config, &excerpt, &diagnostic),
        Colour::Escapes => escapes(&mut out, &config, &excerpt, &diagnostic),
    };
    if done.is_err() {
        // The excerpt cannot be drawn, so the finding is printed without it.
        let at = finding.start;
        let _ = writeln!(
            out,
            "{}: {} ({}:{}:{})",
            finding.code, finding.message, finding.file, at.line, at.column
        );
    }
    out
}

/// Whether text contains escape codes for colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Plain,
    /// Escape codes for a terminal.
    Escapes,
}

impl Colour {
    /// Escape codes if the stream is a terminal and `NO_COLOR` is unset.
    pub fn of(stream: &impl IsTerminal) -> Colour {
        if stream.is_terminal() && std::env::var_os("NO_COLOR").is_none() {
            Colour::Escapes
        } else {
            Colour::Plain
        }
    }

    /// The same for standard error.
    pub fn of_stderr() -> Colour {
        Colour::of(&std::io::stderr())
    }
}

fn escapes(
    out: &mut String,
    config: &Config,
    excerpt: &Excerpt<'_>,
    diagnostic: &Diagnostic<()>,
) -> Result<(), Error> {
    let mut writer = term::termcolor::Ansi::new(Vec::new());
    term::emit_to_write_style(&mut writer, config, excerpt, diagnostic)?;
    out.push_str(&String::from_utf8_lossy(&writer.into_inner()));
    Ok(())
}

/// The line that a finding shows. A long line is cut to a window around the place.
struct Excerpt<'a> {
    file: &'a str,
    line: String,
    span: Range<usize>,
    number: usize,
    /// The number of characters before the window.
    cut: usize,
}

impl<'a> Excerpt<'a> {
    fn new(finding: &Finding<'a>) -> Excerpt<'a> {
        let source = finding.source;
        let start = source.floor_char_boundary(finding.span.start);
        let end = source.floor_char_boundary(finding.span.end.max(start));
        let left = back(source, start, CONTEXT);
        let before = source.get(left..start).unwrap_or_default();
        let before = before.rsplit(['\n', '\u{feff}']).next().unwrap_or_default();
        let right = forward(source, end.min(forward(source, start, CONTEXT)), CONTEXT);
        let after = source.get(start..right).unwrap_or_default();
        let after = after.split(['\n', '\r']).next().unwrap_or_default();
        let marked = after.get(..(end - start).min(after.len())).unwrap_or(after);
        let rest = after.get(marked.len()..).unwrap_or_default();
        let (shown, marked) = (visible(before), visible(marked));
        let span = shown.len()..shown.len() + marked.len();
        Excerpt {
            file: finding.file,
            line: shown + &marked + &visible(rest),
            span,
            number: finding.start.line,
            cut: (finding.start.column - 1).saturating_sub(before.chars().count()),
        }
    }
}

/// Replaces each control character and direction mark by `�`, so that a text cannot command the terminal.
fn visible(text: &str) -> String {
    let commands = |c: char| c.is_control() && c != '\t';
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if commands(c) || turns(c) { '\u{fffd}' } else { c }).collect()
}

/// The offset that lies `characters` characters before a byte.
fn back(source: &str, byte: usize, characters: usize) -> usize {
    let before = source.get(..byte).unwrap_or_default();
    before.char_indices().rev().nth(characters.saturating_sub(1)).map_or(0, |(at, _)| at)
}

/// The offset that lies `characters` characters after a byte.
fn forward(source: &str, byte: usize, characters: usize) -> usize {
    let after = source.get(byte..).unwrap_or_default();
    after.char_indices().nth(characters).map_or(source.len(), |(at, _)| byte + at)
}

impl<'a> Files<'a> for Excerpt<'_> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.file)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.line)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(self.number)
    }

    fn column_number(&'a self, (): (), _: usize, byte: usize) -> Result<usize, Error> {
        Ok(self.cut + self.line.get(..byte).unwrap_or(&self.line).chars().count() + 1)
    }

    fn line_range(&'a self, (): (), _: usize) -> Result<Range<usize>, Error> {
        Ok(0..self.line.len())
    }
}

#[cfg(test)]
mod tests {
    use engine::report::codes;

    use super::*;

    fn finding(source: &str, span: Range<usize>) -> Finding<'_> {
        let file = engine::text::Source::new("bistro.yaml", source.to_owned());
        Finding {
            code: codes::CONDITION_LITERAL_TYPE,
            severity: Severity::Refused,
            message: "`category` is declared text, `149` is a number",
            help: Some("write '149'"),
            fix: None,
            file: "bistro.yaml",
            source,
            start: file.position(span.start),
            end: file.position(span.end),
            span,
            also: Vec::new(),
            witness: None,
        }
    }

    #[test]
    fn a_finding_shows_its_line_its_place_and_its_remedy() {
        let source = "skills:\n  when: \"é == 149\"\n";
        let at = source.find("149").unwrap();
        let shown = text(&finding(source, at..at + 3), Colour::Plain);
        assert!(
            shown.starts_with("error[condition/literal-type]: `category` is declared text"),
            "{shown}"
        );
        assert!(shown.contains("bistro.yaml:2:15"), "{shown}");
        assert!(shown.contains("^^^ help: write '149'"), "{shown}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place_and_keeps_its_column() {
        let source = format!("{}149{}", "é".repeat(60_000), "x".repeat(60_000));
        let shown = text(&finding(&source, 120_000..120_003), Colour::Plain);
        assert!(shown.contains("bistro.yaml:1:60001"), "{shown}");
        assert!(shown.len() < 2_000, "{}", shown.len());
    }

    #[test]
    fn terminal_commands_in_a_file_are_not_printed() {
        let source = "a\u{1b}[31m: \u{202e}b\tc\n";
        let shown = text(&finding(source, 11..12), Colour::Plain);
        assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown}");
    }

    #[test]
    fn a_finding_with_an_invalid_span_is_still_printed() {
        for span in [(0, 0), (5, 2), (3, 99), (99, 120)] {
            let shown = text(&finding("a\u{e9}b\n", span.0..span.1), Colour::Plain);
            assert!(shown.contains("condition/literal-type"), "{shown}");
        }
    }
}
