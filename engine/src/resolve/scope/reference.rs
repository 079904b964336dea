//! References and literals as they are written in the file.

use std::ops::Range;

use lang::ast::{Expr, Node, Reference, StepKind};

use crate::raw::keys::refuse;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::station::literal::Literal;
use crate::text::file::{Place, View, quote};
use crate::text::scalar::Untyped;
use crate::text::yaml::{Places, Style};

/// Returns the canonical spelling of a reference.
pub(crate) fn spelled(reference: &Reference) -> String {
    let mut text = format!("${}", reference.root);
    for step in &reference.steps {
        match &step.kind {
            StepKind::Name(name) => text.push_str(&format!(".{name}")),
            StepKind::Key(key) => text.push_str(&format!("[{key}]")),
            StepKind::Keys(task, call) => text.push_str(&format!("[{task}.{call}]")),
        }
    }
    text
}

/// Parses a text that is a single reference, and returns the canonical spelling.
pub(crate) fn whole(text: &str) -> Option<String> {
    let parsed = lang::parse(text);
    let Expr { node: Node::Reference(reference), span } = parsed.ast? else { return None };
    (span == (0..text.len()) && parsed.diagnostics.is_empty()).then(|| spelled(&reference))
}

/// The place of a part of a text in the file.
pub(crate) fn within(view: View<'_>, span: &Range<usize>) -> Place {
    let place = view.place();
    let Some((text, style)) = view.scalar() else { return place };
    let file = view.file.source.text();
    view.file.place(Places::new(text, style, file, place.start..place.end).range(span))
}

/// Reads a literal without declared type; lists and maps may contain more literals.
pub(crate) fn literal(view: View<'_>, report: &mut Report) -> Option<Literal> {
    if view.is_tagged() || view.is_nothing() {
        refuse(view, "a literal or a reference", report);
        return None;
    }
    if let Some(items) = view.list() {
        return items.map(|item| literal(item, report)).collect::<Option<_>>().map(Literal::List);
    }
    if let Some(entries) = view.map() {
        let entry = |(key, value): (View<'_>, View<'_>)| {
            Some((key.text()?.to_owned(), literal(value, report)?))
        };
        return entries.map(entry).collect::<Option<_>>().map(Literal::Map);
    }
    let (text, style) = view.scalar()?;
    if let Some(rest) = text.strip_prefix("$$") {
        return Some(Literal::Text(format!("${rest}")));
    }
    if text.starts_with('$') {
        refuse(view, "a literal", report);
        return None;
    }
    scalar_literal(text, style, view, report)
}

/// Reads a scalar without declared type as a literal.
pub(crate) fn scalar_literal(
    text: &str,
    style: Style,
    view: View<'_>,
    report: &mut Report,
) -> Option<Literal> {
    untyped_scalar(text, style, view, report).map(|value| match value {
        Untyped::Boolean(known) => Literal::Boolean(known),
        Untyped::Number(number) => Literal::Number(number),
        Untyped::Text(text) => Literal::Text(text.to_owned()),
    })
}

/// Reads a scalar without declared type, and reports a number with too many digits.
pub(crate) fn untyped_scalar<'t>(
    text: &'t str,
    style: Style,
    view: View<'_>,
    report: &mut Report,
) -> Option<Untyped<'t>> {
    let value = Untyped::of(text, style);
    if value.is_none() {
        let message = format!("{} has more than 38 digits or decimals", quote(text));
        let remark = Remark::new(codes::VALUE_TYPE, view.place(), message);
        report.add(remark.help("quote it where it is a text"));
    }
    value
}
