//! Reads a value under its declared type, one case per sentence of the type table.

use std::fmt;

use jiff::tz::TimeZone;
use phonenumber::country;
use unicode_normalization::UnicodeNormalization;
use vm::Type;

use super::json::{Json, Value};
use super::moment::{Moment, moment};
use super::number::Number;

/// The longest text that a condition reads, in bytes.
const TEXT: usize = 1 << 20;

/// The longest phone number, in characters as typed.
const PHONE: usize = 32;

/// The time zone for civil times and the country for national phone numbers.
pub(crate) struct Place {
    pub(crate) zone: TimeZone,
    pub(crate) country: Option<country::Id>,
}

impl Place {
    /// The place for a zone and a country; `None` if either is unknown.
    pub(crate) fn new(zone: &str, country: Option<&str>) -> Option<Place> {
        let zone = TimeZone::get(zone).ok()?;
        let country = match country {
            Some(country) => Some(country.parse().ok()?),
            None => None,
        };
        Some(Place { zone, country })
    }
}

/// The result of reading a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Read {
    /// Missing, or `null`.
    Absent,
    /// A value that is invalid for the type.
    Unreadable,
    /// A normalised text.
    Text(String),
    Number(Number),
    Boolean(bool),
    Datetime(Moment),
}

impl fmt::Display for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Read::Absent => f.write_str("absent"),
            Read::Unreadable => f.write_str("unreadable"),
            Read::Text(text) => write!(f, "'{text}'"),
            Read::Number(number) => number.fmt(f),
            Read::Boolean(known) => known.fmt(f),
            Read::Datetime(at) => at.fmt(f),
        }
    }
}

/// The value at a path of a row.
enum Found<'a> {
    Nothing,
    /// A step into a value that has no children.
    Blocked,
    Json(&'a Json),
}

/// Reads the field at a dotted path of a row.
pub(crate) fn field(row: &Json, path: &str, ty: Type, place: &Place) -> Read {
    match walk(row, path) {
        Found::Nothing => Read::Absent,
        Found::Blocked => Read::Unreadable,
        Found::Json(json) => value(json, ty, place),
    }
}

/// In an object a step is a key, in an array it is an index; a `null` on the way makes the value absent.
fn walk<'a>(row: &'a Json, path: &str) -> Found<'a> {
    let mut here = row;
    for step in path.split('.') {
        let next = match &here.value {
            Value::Null => return Found::Nothing,
            Value::Object(_) => here.get(step),
            Value::Array(elements) => match position(step) {
                Some(position) => elements.get(position),
                None => return Found::Blocked,
            },
            Value::Boolean(_) | Value::Number(_) | Value::Text(_) | Value::Broken => {
                return Found::Blocked;
            }
        };
        match next {
            Some(json) => here = json,
            None => return Found::Nothing,
        }
    }
    Found::Json(here)
}

/// The index in a step without leading zeros; past every end if it is too large.
fn position(step: &str) -> Option<usize> {
    let digits = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    let leading = step.len() > 1 && step.starts_with('0');
    (digits && !leading).then(|| step.parse().unwrap_or(usize::MAX))
}

/// Reads a value under its type.
pub(crate) fn value(json: &Json, ty: Type, place: &Place) -> Read {
    let known = match &json.value {
        Value::Null => return Read::Absent,
        Value::Array(_) | Value::Object(_) | Value::Broken => None,
        Value::Text(text) if text.len() > TEXT => None,
        Value::Text(text) => of_text(text, ty, place),
        Value::Number(spelling) => of_number(spelling, ty, place),
        Value::Boolean(known) => (ty == Type::Boolean).then_some(Read::Boolean(*known)),
    };
    known.unwrap_or(Read::Unreadable)
}

/// Reads a JSON string under a type.
pub(crate) fn of_text(text: &str, ty: Type, place: &Place) -> Option<Read> {
    match ty {
        Type::Email => email(text).map(Read::Text),
        Type::Phone => phone(text, place).map(Read::Text),
        Type::Text | Type::Url | Type::Image => Some(Read::Text(nfc(text))),
        Type::Id => Some(Read::Text(text.to_owned())),
        Type::Number | Type::Price => Number::spelled(unblanked(text)).map(Read::Number),
        Type::Integer | Type::Quantity => whole(unblanked(text)).map(Read::Number),
        Type::Boolean => match text {
            "true" => Some(Read::Boolean(true)),
            "false" => Some(Read::Boolean(false)),
            _ => None,
        },
        Type::Datetime => moment(text, &place.zone).map(Read::Datetime),
    }
}

/// Reads a JSON number under a type.
fn of_number(spelling: &str, ty: Type, place: &Place) -> Option<Read> {
    match ty {
        Type::Phone => phone(&Number::spelled(spelling)?.to_string(), place).map(Read::Text),
        Type::Text | Type::Url | Type::Image => {
            Some(Read::Text(Number::spelled(spelling)?.to_string()))
        }
        Type::Id => Some(Read::Text(whole(spelling)?.to_string())),
        Type::Number | Type::Price => Number::spelled(spelling).map(Read::Number),
        Type::Integer | Type::Quantity => whole(spelling).map(Read::Number),
        Type::Email | Type::Boolean | Type::Datetime => None,
    }
}

fn whole(spelling: &str) -> Option<Number> {
    Number::spelled(spelling).filter(Number::is_whole)
}

/// Normalises a text to NFC.
pub(crate) fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Strips the blanks around a text.
fn unblanked(text: &str) -> &str {
    text.trim_matches(' ')
}

/// Normalises an email address: the domain in lower case, the local part unchanged.
fn email(text: &str) -> Option<String> {
    let text = nfc(unblanked(text));
    let (local, domain) = text.split_once('@')?;
    let sound = !local.is_empty() && !domain.is_empty() && !domain.contains('@');
    sound.then(|| format!("{local}@{}", domain.to_ascii_lowercase()))
}

/// Normalises a phone number to E.164, if the numbering plan has it.
fn phone(text: &str, place: &Place) -> Option<String> {
    let digits = text.strip_prefix("tel:").unwrap_or(text);
    let typed = digits.chars().all(|c| c.is_ascii_digit() || "+()-./ ".contains(c));
    if !typed || text.chars().count() > PHONE {
        return None;
    }
    // The numbering plan of the number's country applies, not that of the reader's country.
    let number = match international(digits, place.country) {
        Some(number) => phonenumber::parse(None, number).ok()?,
        None => phonenumber::parse(place.country, digits).ok()?,
    };
    if number.extension().is_some() || !number.is_valid() {
        return None;
    }
    Some(format!("+{}{}", number.code().value(), number.national()))
}

/// The international form of a number that starts with `+` or with the country's international prefix.
fn international(typed: &str, country: Option<country::Id>) -> Option<String> {
    let start = typed.find(|c: char| c == '+' || c.is_ascii_digit())?;
    let (_, number) = typed.split_at_checked(start)?;
    if number.starts_with('+') {
        return Some(number.to_owned());
    }
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let plan = phonenumber::metadata::DATABASE.by_id(country?.as_ref())?;
    let prefix = plan.international_prefix()?.find(&digits)?;
    let (before, rest) = digits.split_at_checked(prefix.end())?;
    (prefix.start() == 0 && !before.is_empty() && !rest.starts_with('0'))
        .then(|| format!("+{rest}"))
}

#[cfg(test)]
mod tests {
    use super::super::json::{NESTING, parse};
    use super::*;

    fn place() -> Place {
        Place::new("UTC", Some("GB")).unwrap()
    }

    /// Describes a reading, for tests.
    fn describe(read: Read) -> String {
        match read {
            Read::Absent => "absent".into(),
            Read::Unreadable => "unreadable".into(),
            Read::Text(text) => format!("'{text}'"),
            Read::Number(number) => number.to_string(),
            Read::Boolean(known) => known.to_string(),
            Read::Datetime(_) => "datetime".into(),
        }
    }

    #[track_caller]
    fn check(types: &str, json: &str, expected: &str) {
        for name in types.split(' ') {
            let json = parse(json.as_bytes(), NESTING).unwrap();
            let read = value(&json, Type::named(name).unwrap(), &place());
            assert_eq!(describe(read), expected, "{name} {json:?}");
        }
    }

    #[track_caller]
    fn walks(row: &str, path: &str, expected: &str) {
        let json = parse(row.as_bytes(), NESTING).unwrap();
        assert_eq!(describe(field(&json, path, Type::Text, &place())), expected, "{path} of {row}");
    }

    #[test]
    fn numbers_and_texts() {
        for spelling in ["149", "149.0", "1.49e2"] {
            check("text url image id", spelling, "'149'");
            check("number price integer quantity", spelling, "149");
        }
        check("text id", "-0", "'0'");
        check("text", "90.750", "'90.75'");
        check("id integer quantity", "90.750", "unreadable");
        check("id", "1e5", "'100000'");
        check("integer quantity", "3.0", "3");
        check("quantity", "-3", "-3");
        check("text id number price integer quantity", "1e400", "unreadable");
        check("number price integer quantity", "\" 12 \"", "12");
        check("number", "\"12.50\"", "12.5");
        for text in ["12,50", "12\\t", "€12.50", "1 234", "１２", "NaN", "", "+1", "\u{a0}12", "01"]
        {
            check("number price integer quantity", &format!("\"{text}\""), "unreadable");
        }
        check("email boolean datetime", "1", "unreadable");
    }

    #[test]
    fn texts_as_themselves() {
        check("text url image", "\"e\\u0301\"", "'é'");
        check("id", "\"e\\u0301\"", "'e\u{301}'");
        check("text id", "\"\"", "''");
        check("text id", "\" a \"", "' a '");
        check("text id email phone number boolean datetime", "\"\\ud83c\"", "unreadable");
        check("text id number datetime boolean", "[1]", "unreadable");
        check("text id number datetime boolean", "{}", "unreadable");
        check("text id number datetime boolean", "null", "absent");
        check("text id", &format!("\"{}\"", "a".repeat(TEXT + 1)), "unreadable");
        check("text id", &format!("\"{}\"", "a".repeat(TEXT)), &format!("'{}'", "a".repeat(TEXT)));
    }

    #[test]
    fn booleans() {
        check("boolean", "true", "true");
        check("boolean", "\"false\"", "false");
        for json in ["\"True\"", "\"yes\"", "\" true\"", "\"1\"", "0"] {
            check("boolean", json, "unreadable");
        }
        check("text id number datetime email phone", "true", "unreadable");
    }

    #[test]
    fn emails() {
        check("email", "\" a.b+Tag@Example.COM \"", "'a.b+Tag@example.com'");
        check("email", "\"x@BÜCHER.example\"", "'x@bÜcher.example'");
        for text in ["", "@", "a@", "@b", "a@b@c", "ab"] {
            check("email", &format!("\"{text}\""), "unreadable");
        }
    }

    #[test]
    fn phones() {
        for text in [
            "0044 20 7946 0000",
            "020 7946 0000",
            "+44 (0)20 7946-0000",
            "tel:+44-20-7946-0000",
            "+442079460000",
        ] {
            check("phone", &format!("\"{text}\""), "'+442079460000'");
        }
        check("phone", "2079460000", "'+442079460000'");
        for text in ["+39 06 6982 0000", "0039 06 6982 0000", "(+39) 06.6982.0000"] {
            check("phone", &format!("\"{text}\""), "'+390669820000'");
        }
        for text in [
            "",
            "12",
            "020 7946 0000 ext. 5",
            "020 7946 0000x5",
            "CALL ME",
            "０20 7946 0000",
            "tel:tel:020",
        ] {
            check("phone", &format!("\"{text}\""), "unreadable");
        }
        check("phone", "\"020 7946 0000                    \"", "unreadable");
        let nowhere = Place::new("UTC", None).unwrap();
        assert_eq!(phone("020 7946 0000", &nowhere), None);
        assert_eq!(phone("+44 20 7946 0000", &nowhere).unwrap(), "+442079460000");
    }

    #[test]
    fn paths() {
        walks(r#"{"a":{"b":"x"}}"#, "a.b", "'x'");
        walks(r#"{"a":null}"#, "a.b", "absent");
        walks(r#"{"a":{}}"#, "a.b", "absent");
        walks(r#"{}"#, "a.b.c", "absent");
        walks(r#"{"a":"none"}"#, "a.b", "unreadable");
        walks(r#"{"a":[{"b":"x"}]}"#, "a.b", "unreadable");
        walks(r#"{"a":[{"b":"x"}]}"#, "a.0.b", "'x'");
        walks(r#"{"a":["x"]}"#, "a.1", "absent");
        walks(r#"{"a":["x"]}"#, "a.99999999999999999999999", "absent");
        walks(r#"{"a":["x"]}"#, "a.00", "unreadable");
        walks(r#"{"a":["x"]}"#, "a.-1", "unreadable");
        walks(r#"{"a":{"0":"x"}}"#, "a.0", "'x'");
        walks(r#"{"a.b":"x","a":{"b":"y"}}"#, "a.b", "'y'");
        walks(r#"{"a":{"b":"x"},"a":{}}"#, "a.b", "absent");
        walks(r#"{"a":"\ud83c"}"#, "a.b", "unreadable");
    }

    #[test]
    fn a_place_is_known_or_none() {
        assert!(Place::new("Europe/Nowhere", None).is_none());
        assert!(Place::new("UTC", Some("XX")).is_none());
        assert!(Place::new("Europe/Paris", Some("FR")).is_some());
    }
}
