//! The one spelling of a text: composed, an email address, a phone number; and what an address is.

use phonenumber::country;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::limits::MAX_PHONE;

/// The text in NFC. It is copied only if it is not in NFC already.
pub(crate) fn composed<'a>(text: &'a str, room: &'a mut String) -> &'a str {
    if is_composed(text) {
        return text;
    }
    room.clear();
    room.extend(text.nfc());
    room
}

/// The lower case of a text, in NFC.
pub(crate) fn lowered(text: &str) -> String {
    let lower = text.to_lowercase();
    if is_composed(&lower) { lower } else { lower.nfc().collect() }
}

/// Whether a text is certainly in NFC.
fn is_composed(text: &str) -> bool {
    text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes
}

/// A text without the blanks around it.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(' ')
}

/// An email address in its one spelling: composed, its domain's ASCII letters in lower case.
pub(crate) fn email<'a>(text: &'a str, room: &'a mut String) -> Option<&'a str> {
    let (local, domain) = trimmed(text).split_once('@')?;
    if local.is_empty() || domain.is_empty() || domain.contains('@') {
        return None;
    }
    if text.is_ascii() && !domain.bytes().any(|b| b.is_ascii_uppercase()) {
        return Some(trimmed(text));
    }
    room.clear();
    room.extend(local.nfc());
    room.push('@');
    room.extend(domain.nfc().map(|c| c.to_ascii_lowercase()));
    Some(room)
}

/// A phone number in its one spelling, E.164 by the numbering plan.
pub(crate) fn phone(text: &str, country: Option<country::Id>) -> Option<String> {
    let number = text.strip_prefix("tel:").unwrap_or(text);
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b"+()-./ ".contains(&b));
    if !plain || text.len() > MAX_PHONE {
        return None;
    }
    let number = match international(number, country) {
        Some(international) => phonenumber::parse(None, international).ok()?,
        None => phonenumber::parse(country, number).ok()?,
    };
    let valid = number.extension().is_none() && phonenumber::is_valid(&number);
    valid.then(|| format!("+{}{}", number.code().value(), number.national()))
}

/// The number from its `+` on, if it has one or begins with the country's prefix for calls abroad.
///
/// Such a number belongs to the numbering plan of the country that it names. The plan of another country would drop a
/// digit as a national prefix: `+49 1512 3456789` differs from `+49 512 3456789` in every country.
fn international(text: &str, country: Option<country::Id>) -> Option<String> {
    let text = text.trim_start_matches(|c: char| c != '+' && !c.is_ascii_digit());
    if text.starts_with('+') {
        return Some(text.to_owned());
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let plan = phonenumber::metadata::DATABASE.by_id(country?.as_ref())?;
    let prefix = plan.international_prefix()?.find(&digits).filter(|prefix| prefix.start() == 0)?;
    let rest = digits.get(prefix.end()..).filter(|rest| !rest.starts_with('0'))?;
    (prefix.end() > 0).then(|| format!("+{rest}"))
}

/// Whether a text is an absolute http or https address: a scheme, a host, nothing that has to be escaped first.
pub(crate) fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return false;
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, ""),
    };
    let plain = !text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
    plain && !name.is_empty() && port.bytes().all(|b| b.is_ascii_digit())
}
