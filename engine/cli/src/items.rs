//! Writes items as JSON lines.

use std::io::Write as _;

use engine::classify::{Cadenced, Item, Price};
use vm::Value;

/// Writes an item as one line of JSON, including the line end.
///
/// Numbers are exact, a datetime is written as in the row, and an absent value is `null`. Fields whose value does not
/// have the declared type are listed under `unreadable`.
pub fn write(item: &Item<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"kind\":");
    text(&item.kind().name, out);
    out.extend_from_slice(b",\"ref\":");
    text(item.reference(), out);
    out.extend_from_slice(b",\"title\":");
    text(item.title(), out);
    if let Some(shown) = item.price() {
        out.extend_from_slice(b",\"price\":");
        price(shown, item.currency(), out);
    }
    for (name, address) in [("image", item.image()), ("link", item.link().as_deref())] {
        if let Some(address) = address {
            let _ = write!(out, ",\"{name}\":");
            text(address, out);
        }
    }
    fields(item, out);
    out.extend_from_slice(b"}\n");
}

fn price(price: Price<'_>, currency: Option<&str>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"amount\":");
    match price.amount {
        // Writing to a `Vec` cannot fail.
        Some(amount) => drop(write!(out, "{amount}")),
        None => out.extend_from_slice(b"null"),
    }
    if let Some(currency) = currency {
        out.extend_from_slice(b",\"currency\":");
        text(currency, out);
    }
    out.extend_from_slice(b",\"cadence\":");
    text(
        match price.cadence {
            Cadenced::Known(cadence) => cadence.word(),
            Cadenced::Other(other) => other,
        },
        out,
    );
    out.push(b'}');
}

fn fields(item: &Item<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"fields\":{");
    let mut unreadable = Vec::new();
    for (at, shown) in item.fields().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        text(&shown.field.name, out);
        out.push(b':');
        match (shown.value, shown.spelling) {
            (Value::Datetime(_), Some(spelling)) | (Value::Text(spelling), _) => {
                text(spelling, out)
            }
            (Value::Datetime(instant), None) => text(&instant.to_string(), out),
            (Value::Number(number), _) => drop(write!(out, "{number}")),
            (Value::Boolean(known), _) => drop(write!(out, "{known}")),
            (Value::Absent, _) => out.extend_from_slice(b"null"),
            (Value::Unreadable, _) => {
                unreadable.push(shown.field.name.as_str());
                out.extend_from_slice(b"null");
            }
        }
    }
    out.push(b'}');
    for (at, name) in unreadable.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b",\"unreadable\":[" } else { b"," });
        text(name, out);
    }
    if !unreadable.is_empty() {
        out.push(b']');
    }
}

/// Writes a text as JSON: escapes control characters, quotes and backslashes only.
fn text(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&b| b < 0x20 || b == b'"' || b == b'\\') {
        let (plain, after) = rest.split_at(at);
        out.extend_from_slice(plain);
        let Some((&byte, tail)) = after.split_first() else { break };
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => drop(write!(out, "\\u{byte:04x}")),
        }
        rest = tail;
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_is_escaped_as_json_requires() {
        for sample in ["", "plain é", "a\"b\\c\nd\u{1}\u{7f}", "\u{2028}"] {
            let mut out = Vec::new();
            super::text(sample, &mut out);
            assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), sample);
        }
    }
}
