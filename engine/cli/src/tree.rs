//! Draws the parts of a condition, with the truth of each, as a tree.

use std::fmt::Write as _;

use lang::Compiled;
use vm::{Part, Row, Value};

/// The most characters of a part or a value that are shown.
const MAX_SHOWN: usize = 100;

/// Draws the truth of each part of a condition for a row, one part per line, the whole condition first.
pub fn draw(compiled: &Compiled, row: &Row) -> String {
    let weighed = compiled.program.weigh(row);
    let mut out = String::new();
    let mut open: Vec<usize> = Vec::new();
    for (number, span) in compiled.parts.iter().enumerate() {
        let Some(part) = Part::new(number) else { break };
        while open.last().is_some_and(|&end| end < span.end) {
            open.pop();
        }
        let words = shortened(compiled.source.get(span.clone()).unwrap_or_default());
        let values: Vec<String> = weighed.operands(part).map(shown).collect();
        let values = if values.is_empty() {
            String::new()
        } else {
            format!("   with {}", values.join(", "))
        };
        let truth = weighed.part(part).word();
        let _ = writeln!(out, "{truth:<14}{:indent$}{words}{values}", "", indent = open.len() * 2);
        open.push(span.end);
    }
    out
}

/// A value in words; a text is quoted.
pub fn shown(value: Value<'_>) -> String {
    match value {
        Value::Absent => "absent".to_owned(),
        Value::Unreadable => "unreadable".to_owned(),
        Value::Text(text) => format!("'{}'", shortened(text)),
        Value::Number(number) => number.to_string(),
        Value::Boolean(known) => known.to_string(),
        Value::Datetime(instant) => instant.to_string(),
    }
}

/// A text on one line, shortened if it is long.
fn shortened(text: &str) -> String {
    let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((at, _)) = line.char_indices().nth(MAX_SHOWN) {
        line.truncate(at);
        line.push('…');
    }
    line.replace(|c: char| c.is_control(), "�")
}
