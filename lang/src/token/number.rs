//! Lexes numbers and reports malformed ones, with the correct spelling.

use unicode_ident::is_xid_continue;
use vm::{Decimal, NumberFault};

use super::name::name_length;
use super::{Lexer, Token, quoted};
use crate::codes;
use crate::diagnostic::Diagnostic;

impl Lexer<'_> {
    /// Reads a number, or the malformed run of characters that starts like one.
    pub(super) fn number(&mut self) {
        let start = self.shapes.span().start;
        let rest = self.slice(&(start..self.source.len()));
        if let Some(length) = unquoted_date(rest) {
            return self.refuse_date(start, length);
        }
        if let Some(length) = local(rest).filter(|_| !self.in_list) {
            return self.refuse_local(start, length);
        }
        let length = number_before_word(rest).unwrap_or_else(|| run(rest));
        self.take((start + length).saturating_sub(self.end()));
        let typed = self.shapes.slice();
        match Decimal::parse(typed) {
            Ok(number) => self.push(Token::Number(number)),
            Err(NumberFault::Range) => {
                let message = format!("{} is out of the range of numbers", quoted(typed));
                self.refuse(
                    Diagnostic::new(codes::CONDITION_NUMBER_RANGE, self.shapes.span(), message)
                        .help("a number has at most 38 digits and 38 decimals, and is below 10^38"),
                );
                self.push(Token::Refused);
            }
            Err(NumberFault::Form) => {
                self.refuse_form(typed);
                self.push(Token::Refused);
            }
        }
    }

    fn refuse_form(&mut self, typed: &str) {
        let message = format!("{} is not how a number is written", quoted(typed));
        let diagnostic = Diagnostic::new(codes::CONDITION_NUMBER_FORM, self.shapes.span(), message);
        let text = format!("'{typed}'");
        self.refuse(match respell(typed) {
            Some(number) => diagnostic
                .help(format!(
                    "write {}, or {} where an identifier is meant",
                    quoted(&number),
                    quoted(&text)
                ))
                .fix(self.shapes.span(), number),
            None => diagnostic
                .help(format!(
                    "a number is digits, maybe a fraction, maybe an exponent; an identifier stands in quotes: {}",
                    quoted(&text)
                ))
                .fix(self.shapes.span(), text),
        });
    }

    fn refuse_local(&mut self, start: usize, length: usize) {
        self.take((start + length).saturating_sub(self.end()));
        let typed = self.shapes.slice();
        let point: String = typed
            .chars()
            .filter(|c| !BLANKS.contains(c))
            .map(|c| if c == ',' { '.' } else { c })
            .collect();
        let message = format!("{} is not how a number is written", quoted(typed));
        let diagnostic = Diagnostic::new(codes::CONDITION_NUMBER_FORM, self.shapes.span(), message);
        let number = pointed(&point);
        self.refuse(if Decimal::parse(&number).is_ok() {
            diagnostic
                .help(format!(
                    "write {}: a point before the decimals, and no blanks",
                    quoted(&number)
                ))
                .fix(self.shapes.span(), number)
        } else {
            diagnostic.help("a point stands before the decimals, and no blanks between thousands")
        });
        self.push(Token::Refused);
    }

    fn refuse_date(&mut self, start: usize, length: usize) {
        self.take((start + length).saturating_sub(self.end()));
        let typed = self.shapes.slice();
        let message = format!("{} is not how a number is written", quoted(typed));
        let text = format!("'{typed}'");
        self.refuse(
            Diagnostic::new(codes::CONDITION_NUMBER_FORM, self.shapes.span(), message)
                .help(format!("a date stands in quotes: {}", quoted(&text)))
                .fix(self.shapes.span(), text),
        );
        self.push(Token::Refused);
    }
}

/// The length of a number with a decimal comma or with blanks between thousands, in bytes:
/// `30,50`, `1 000`, `1 234 567,89`. Inside a list a comma separates members instead.
fn local(rest: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(rest);
    let mut is_local = false;
    loop {
        let after = rest.get(length..)?;
        let Some(blank) = after.chars().next().filter(|c| BLANKS.contains(c)) else { break };
        if length > 3 && !is_local || digits(after.get(blank.len_utf8()..)?) != 3 {
            break;
        }
        length += blank.len_utf8() + 3;
        is_local = true;
    }
    let after = rest.get(length..)?;
    let decimals = after.get(1..).map_or(0, digits);
    if decimals > 0 && (after.starts_with(',') || is_local && after.starts_with('.')) {
        length += 1 + decimals;
        is_local = true;
    }
    let ends =
        !rest.get(length..)?.starts_with(|c: char| is_xid_continue(c) || matches!(c, ',' | '.'));
    (length > 0 && is_local && ends).then_some(length)
}

/// The blanks that people write between thousands.
const BLANKS: [char; 3] = [' ', '\u{a0}', '\u{202f}'];

/// The length of a number that a keyword follows without a space, in bytes; white space is optional there.
fn number_before_word(rest: &str) -> Option<usize> {
    let length = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, word) = rest.split_at_checked(length)?;
    let word = word.get(..name_length(word))?;
    (Token::fixed(word).is_some() && Decimal::parse(number) != Err(NumberFault::Form))
        .then_some(length)
}

/// The length of a run that looks like one number, in bytes: digits, points, name characters, and a sign after `e`.
fn run(rest: &str) -> usize {
    let mut plain = true;
    let mut after_exponent = false;
    for (at, c) in rest.char_indices() {
        let sign = matches!(c, '+' | '-')
            && after_exponent
            && rest.get(at + 1..).is_some_and(|r| r.starts_with(|d: char| d.is_ascii_digit()));
        if !(sign || c == '.' || is_xid_continue(c) || c.is_numeric()) {
            return at;
        }
        after_exponent = plain && matches!(c, 'e' | 'E');
        plain = plain && (c == '.' || c == '_' || c.is_ascii_digit());
    }
    rest.len()
}

/// The length of an unquoted date such as `2026-01-31`, with or without a time, that cannot be a difference, in bytes.
fn unquoted_date(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let date = bytes.get(..10)?;
    let shaped = date.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let padded = date.get(5) == Some(&b'0') || date.get(8) == Some(&b'0');
    let timed = matches!(bytes.get(10..12), Some([b'T' | b't', digit]) if digit.is_ascii_digit());
    let ends =
        !bytes.get(10).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_'));
    if !shaped || !(timed || padded && ends) {
        return None;
    }
    let time = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b':' | b'.' | b'+' | b'-');
    Some(10 + if timed { bytes.iter().skip(10).take_while(time).count() } else { 0 })
}

/// The intended number in the spelling of the language, if it is unambiguous.
fn respell(typed: &str) -> Option<String> {
    let ascii: String = typed.chars().map(ascii_digit).filter(|&c| c != '_').collect();
    let number = match based(&ascii) {
        Some(number) => number,
        None => pointed(&ascii),
    };
    Decimal::parse(&number).is_ok().then_some(number)
}

/// Converts a whole number in another base: `0x10`, `0o17`, `0b101`.
fn based(ascii: &str) -> Option<String> {
    let lower = ascii.to_ascii_lowercase();
    let (radix, digits) = [(16, "0x"), (8, "0o"), (2, "0b")]
        .iter()
        .find_map(|(radix, mark)| Some((*radix, lower.strip_prefix(mark)?)))?;
    u128::from_str_radix(digits, radix).ok().map(|n| n.to_string())
}

/// Drops leading zeros, adds a digit before the point, and drops a trailing point.
fn pointed(ascii: &str) -> String {
    let whole = ascii.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = ascii.split_at_checked(whole).unwrap_or((ascii, ""));
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let rest = match rest.strip_prefix('.') {
        Some(after) if !after.starts_with(|c: char| c.is_ascii_digit()) => after,
        _ => rest,
    };
    format!("{whole}{rest}")
}

/// Converts a decimal digit of another script to ASCII.
fn ascii_digit(c: char) -> char {
    const ZEROS: [u32; 6] = [0xFF10, 0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50];
    ZEROS
        .iter()
        .find_map(|zero| char::from_digit(u32::from(c).checked_sub(*zero).filter(|d| *d < 10)?, 10))
        .unwrap_or(c)
}
