//! A plain JSON tree, which keeps every pair of an object and every number as spelled.

use std::ops::Range;

/// The deepest nesting of objects and arrays in a row.
pub(crate) const NESTING: usize = 128;

/// A JSON value and its byte offset.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json {
    pub(crate) value: Value,
    pub(crate) span: Range<usize>,
}

/// The content of a JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Boolean(bool),
    /// A number as spelled.
    Number(String),
    Text(String),
    /// A string with half of a surrogate pair, which is not a valid text.
    Broken,
    Array(Vec<Json>),
    /// All pairs, in source order; a key is `None` if it is invalid.
    Object(Vec<(Option<String>, Json)>),
}

/// The reason why a text is not JSON, and the byte offset of the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) what: &'static str,
}

impl Json {
    /// The value of a key; the last of duplicate keys wins.
    pub(crate) fn get(&self, key: &str) -> Option<&Json> {
        let Value::Object(pairs) = &self.value else { return None };
        let mut same = pairs.iter().filter(|(name, _)| name.as_deref() == Some(key));
        same.next_back().map(|(_, value)| value)
    }

    /// The text, if the value is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The pairs of an object with valid keys, in source order; empty for any other value.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &Json)> {
        let pairs: &[_] = match &self.value {
            Value::Object(pairs) => pairs,
            _ => &[],
        };
        pairs.iter().filter_map(|(key, value)| Some((key.as_deref()?, value)))
    }

    /// The elements of an array; empty for any other value.
    pub(crate) fn elements(&self) -> &[Json] {
        match &self.value {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }
}

/// Parses a whole text with at most `nesting` levels of objects and arrays.
pub(crate) fn parse(bytes: &[u8], nesting: usize) -> Result<Json, Fault> {
    let text = std::str::from_utf8(bytes)
        .map_err(|fault| Fault { offset: fault.valid_up_to(), what: "no UTF-8" })?;
    let mut reader = Reader { text, at: 0, left: nesting };
    let value = reader.value()?;
    reader.blanks();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.fault("something after the end")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The number of levels that may still be opened.
    left: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Consumes the word if it is next; returns whether it was.
    fn word(&mut self, word: &str) -> bool {
        let here = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        self.at += if here { word.len() } else { 0 };
        here
    }

    fn blanks(&mut self) {
        while let Some(' ' | '\t' | '\n' | '\r') = self.peek() {
            self.at += 1;
        }
    }

    fn fault(&self, what: &'static str) -> Fault {
        Fault { offset: self.at, what }
    }

    fn value(&mut self) -> Result<Json, Fault> {
        self.blanks();
        let start = self.at;
        let value = match self.peek() {
            Some('{') => self.object()?,
            Some('[') => self.array()?,
            Some('"') => self.string()?.map_or(Value::Broken, Value::Text),
            Some('-' | '0'..='9') => self.number()?,
            _ if self.word("null") => Value::Null,
            _ if self.word("true") => Value::Boolean(true),
            _ if self.word("false") => Value::Boolean(false),
            _ => return Err(self.fault("no value")),
        };
        Ok(Json { value, span: start..self.at })
    }

    fn open(&mut self) -> Result<(), Fault> {
        self.left = self.left.checked_sub(1).ok_or_else(|| self.fault("nested too deep"))?;
        self.at += 1;
        self.blanks();
        Ok(())
    }

    fn array(&mut self) -> Result<Value, Fault> {
        self.open()?;
        let mut elements = Vec::new();
        if !self.word("]") {
            loop {
                elements.push(self.value()?);
                if self.end("]")? {
                    break;
                }
            }
        }
        self.left += 1;
        Ok(Value::Array(elements))
    }

    fn object(&mut self) -> Result<Value, Fault> {
        self.open()?;
        let mut pairs = Vec::new();
        if !self.word("}") {
            loop {
                self.blanks();
                if self.peek() != Some('"') {
                    return Err(self.fault("no key"));
                }
                let key = self.string()?;
                self.blanks();
                if !self.word(":") {
                    return Err(self.fault("no colon"));
                }
                pairs.push((key, self.value()?));
                if self.end("}")? {
                    break;
                }
            }
        }
        self.left += 1;
        Ok(Value::Object(pairs))
    }

    /// Consumes the closing bracket, or a comma; returns whether it was the bracket.
    fn end(&mut self, bracket: &str) -> Result<bool, Fault> {
        self.blanks();
        if self.word(bracket) {
            return Ok(true);
        }
        if self.word(",") { Ok(false) } else { Err(self.fault("no comma and no end")) }
    }

    /// The content of a string; `None` if it has half of a surrogate pair.
    fn string(&mut self) -> Result<Option<String>, Fault> {
        self.at += 1;
        let mut units = Vec::new();
        loop {
            match self.peek() {
                None => return Err(self.fault("a text without end")),
                Some('\0'..='\u{1f}') => return Err(self.fault("a control character in a text")),
                Some('"') => break,
                Some('\\') => units.push(self.escape()?),
                Some(plain) => {
                    units.extend_from_slice(plain.encode_utf16(&mut [0; 2]));
                    self.at += plain.len_utf8();
                }
            }
        }
        self.at += 1;
        Ok(String::from_utf16(&units).ok())
    }

    /// The UTF-16 unit of an escape.
    fn escape(&mut self) -> Result<u16, Fault> {
        let fault = self.fault("an escape that is none");
        self.at += 1;
        let plain = match self.take() {
            Some(same @ ('"' | '\\' | '/')) => same,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unit().ok_or(fault),
            _ => return Err(fault),
        };
        u16::try_from(u32::from(plain)).map_err(|_| fault)
    }

    fn unit(&mut self) -> Option<u16> {
        (0..4)
            .try_fold(0u32, |unit, _| Some(unit * 16 + self.take()?.to_digit(16)?))?
            .try_into()
            .ok()
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        self.word("-");
        if !self.word("0") {
            self.digits()?;
        }
        if self.word(".") {
            self.digits()?;
        }
        if self.word("e") || self.word("E") {
            let _ = self.word("+") || self.word("-");
            self.digits()?;
        }
        Ok(Value::Number(self.text.get(start..self.at).unwrap_or_default().to_owned()))
    }

    /// Consumes at least one digit.
    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some('0'..='9') = self.peek() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.fault("no digit")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Value, usize>) {
        let found = parse(text.as_bytes(), NESTING).map(|json| json.value);
        assert_eq!(found.map_err(|fault| fault.offset), expected, "{text}");
    }

    fn text(text: &str) -> Result<Value, usize> {
        Ok(Value::Text(text.to_owned()))
    }

    #[test]
    fn what_is_json() {
        check(" null ", Ok(Value::Null));
        check("-0.10e+2", Ok(Value::Number("-0.10e+2".into())));
        check(r#""a\u00e9\/\n""#, text("aé/\n"));
        check(r#""\ud83c\udf55""#, text("🍕"));
        check(r#""\ud83c""#, Ok(Value::Broken));
        check(r#""\udf55\ud83c""#, Ok(Value::Broken));
        check("\"\u{7f}\"", text("\u{7f}"));
        check("[ ]", Ok(Value::Array(Vec::new())));
        check("{\t}", Ok(Value::Object(Vec::new())));
    }

    #[test]
    fn what_is_not() {
        for (bad, offset) in [
            ("", 0),
            ("NaN", 0),
            ("[1,]", 3),
            ("[1 2]", 3),
            (r#"{"a":1,}"#, 7),
            (r#"{"a" 1}"#, 5),
            ("{a:1}", 1),
            ("01", 1),
            ("1.", 2),
            (".5", 0),
            ("+1", 0),
            ("-", 1),
            ("1e", 2),
            ("\"\t\"", 1),
            (r#""\x""#, 1),
            (r#""\u12g4""#, 1),
            (r#""a"#, 2),
            ("nul", 0),
            ("{} {}", 3),
            ("\u{a0}1", 0),
        ] {
            check(bad, Err(offset));
        }
        assert_eq!(parse(b"\"caf\xe9\"", NESTING).unwrap_err().offset, 4);
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(parse(nested(128).as_bytes(), NESTING).is_ok());
        check(&nested(129), Err(128));
        check(&"[".repeat(100_000), Err(128));
        check(&r#"{"a":"#.repeat(100_000), Err(128 * 5));
    }

    #[test]
    fn the_last_of_a_repeated_key_counts() {
        let row = parse(br#"{"a":{"b":1},"pr\u0069ce":2,"a":{}}"#, NESTING).unwrap();
        assert_eq!(row.get("a").unwrap().get("b"), None);
        assert_eq!(row.get("price").unwrap().value, Value::Number("2".into()));
        assert_eq!(row.get("price").unwrap().span, 26..27);
    }
}
