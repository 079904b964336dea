//! Texts of JSON that is known to be JSON.

/// The number of bytes before the quote that ends a string.
pub(crate) fn string(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The text of a JSON string; `None` if it has a lone surrogate.
pub(crate) fn unescaped(raw: &[u8]) -> Option<String> {
    let raw = std::str::from_utf8(raw).ok()?;
    if !raw.contains('\\') {
        return Some(raw.to_owned());
    }
    let mut units: Vec<u16> = Vec::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        let c = match (c, if c == '\\' { chars.next()? } else { c }) {
            ('\\', 'u') => {
                let digits: String = chars.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&digits, 16).ok()?);
                continue;
            }
            ('\\', 'n') => '\n',
            ('\\', 't') => '\t',
            ('\\', 'r') => '\r',
            ('\\', 'b') => '\u{8}',
            ('\\', 'f') => '\u{c}',
            (_, other) => other,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16(&units).ok()
}
