//! Slips that YAML trips over and whose meaning is plain: they are put right and the file is read on, so that one
//! slip does not hide what else there is to say.

use std::ops::Range;

use super::builder::{Built, build};
use super::extent::bad_escape;
use super::{Document, Fault, FaultKind};
use crate::limits::{MAX_MENDS, MAX_REREAD};
use crate::text::source::Source;

/// Reads a file, mending what can be.
pub(super) fn read(source: &Source, condition_keys: &[&str]) -> (Option<Document>, Vec<Fault>) {
    let base = source.start();
    let mut text = source.slice(base..source.text().len()).to_owned();
    let mut told = Vec::new();
    let mut mended = Vec::new();
    let mends = (MAX_REREAD / text.len().max(1)).min(MAX_MENDS);
    for left in (0..=mends).rev() {
        let (at, info, mut faults) = match build(&text, base) {
            Built::Whole(mut document, faults) => {
                document.mended = mended;
                told.extend(faults);
                return (Some(document), told);
            }
            Built::Refused(faults) => {
                told.extend(faults);
                return (None, told);
            }
            Built::Broken(at, info, faults) => (at, info, faults),
        };
        if left > 0 && after_colon(&mut text, at - base, &info) {
            continue;
        }
        if left > 0
            && let Some(range) = after_quote(source, at, &info, condition_keys)
        {
            blank(&mut text, range.start - base..range.end - base);
            let span = |at| u32::try_from(at).unwrap_or(u32::MAX);
            mended.push(span(range.start)..span(range.end));
            told.push(Fault { kind: FaultKind::Quote, span: range });
            continue;
        }
        told.append(&mut faults);
        told.push(fault(source, at, info));
        break;
    }
    (None, told)
}

/// Whether a tab stood between a colon and its value, and is a blank now.
fn after_colon(text: &mut String, at: usize, info: &str) -> bool {
    if !info.starts_with("':' must be followed") {
        return false;
    }
    let before = text.get(..at).unwrap_or_default();
    let start = before.trim_end_matches([' ', '\t']).len();
    if start == at {
        return false;
    }
    text.replace_range(start..at, &" ".repeat(at - start));
    true
}

/// The place of a condition whose first quoted text YAML took as the whole value.
fn after_quote(
    source: &Source,
    at: usize,
    info: &str,
    condition_keys: &[&str],
) -> Option<Range<usize>> {
    if !info.starts_with("invalid trailing content") {
        return None;
    }
    let line = source.line_range(source.position(at).line);
    let before = source.slice(line.start..at);
    let (key_end, key_start) = condition_keys
        .iter()
        .filter_map(|key| {
            let start = before.rfind(&format!("{key}:"))?;
            Some((start + key.len() + 1, start))
        })
        .max()?;
    let head = before.get(..key_start)?;
    if !head.is_empty() && !head.ends_with([' ', '\t', '{', ',', '-']) {
        return None;
    }
    let value = before.get(key_end..)?;
    let mut rest = value.trim_start();
    if rest.starts_with('&') {
        rest = rest.get(rest.find([' ', '\t'])?..)?.trim_start();
    }
    let start = line.start + key_end + (value.len() - rest.len());
    if !source.slice(start..at).starts_with(['\'', '"']) {
        return None;
    }
    let rest = source.slice(start..line.end);
    let length = if head.contains('{') { flow_length(rest) } else { rest.trim_end().len() };
    Some(start..start + length)
}

/// How long a value is within braces: up to a comma or a closing brace outside its quotes and brackets.
fn flow_length(text: &str) -> usize {
    let mut quote = None;
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            (None, ',' | '}') if depth == 0 => {
                return text.get(..at).map_or(at, |t| t.trim_end().len());
            }
            (None, _) => {}
        }
    }
    text.trim_end().len()
}

/// Replaces a range by a quoted text of the same length, so that every other place stays the same.
fn blank(text: &mut String, range: Range<usize>) {
    let Some(old) = text.get(range.clone()) else { return };
    let last = old.chars().count().saturating_sub(1);
    let new: String = old
        .chars()
        .enumerate()
        .map(|(at, c)| match c {
            _ if at == 0 || at == last => '\'',
            c if c.is_ascii() => 'x',
            c => c,
        })
        .collect();
    text.replace_range(range, &new);
}

/// How the parser's words end on a backslash that begins no escape.
const ESCAPES: &[&str] = &[
    "unknown escape character",
    "did not find expected hexadecimal number",
    "invalid Unicode character escape code",
];

/// The fault of a file that is not YAML.
fn fault(source: &Source, at: usize, info: String) -> Fault {
    if let Some(span) = tab(source, at, &info) {
        return Fault { kind: FaultKind::Tab, span };
    }
    let rest = source.slice(at..source.text().len());
    if ESCAPES.iter().any(|theirs| info.ends_with(theirs))
        && let Some(escape) = bad_escape(rest)
    {
        return Fault { kind: FaultKind::Escape, span: at + escape.start..at + escape.end };
    }
    let next = rest.chars().next();
    let end = match next {
        Some(c) if c != '\n' && c != '\r' => at + c.len_utf8(),
        Some(_) | None => at,
    };
    Fault { kind: FaultKind::Syntax(worded(&info)), span: at..end }
}

/// The tab in the indentation of the line that could not be read, or of the first after it.
fn tab(source: &Source, at: usize, info: &str) -> Option<Range<usize>> {
    let first = source.position(at).line;
    let reach =
        if info.contains("tab") { source.position(source.text().len()).line } else { first };
    (first..=reach).find_map(|line| {
        let range = source.line_range(line);
        let text = source.slice(range.clone());
        let indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        let at = range.start + text.get(..indent)?.find('\t')?;
        Some(at..at + 1)
    })
}

/// The parser's words as an author reads them.
fn worded(info: &str) -> String {
    let known = [
        ("invalid trailing content", "a text goes on after its closing quote"),
        ("mapping values are not allowed", "a value contains a second `: `"),
        ("simple key expect", "a line is not `key: value`"),
        ("while parsing node, found unknown anchor", "an alias names no anchor"),
        ("':' must be followed", "a tab after a colon"),
    ];
    let found = known.iter().find(|(theirs, _)| info.starts_with(theirs));
    found.map_or_else(
        || info.trim_end_matches('.').replace("<", "`").replace(">", "`"),
        |(_, ours)| (*ours).to_owned(),
    )
}
