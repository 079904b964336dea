//! The word at a cursor, and the ways in which the text round it may be read.

use std::ops::Range;

use unicode_ident::is_xid_continue;

use crate::lsp::text::Text;

/// The unique word that replaces the word at the cursor. No author writes it.
pub const CURSOR: &str = "zzPointsmanCursor";

/// The text around a cursor.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The bytes of the word at the cursor.
    pub span: Range<usize>,
    /// The word before the cursor.
    pub prefix: String,
    /// The bytes of the line.
    line: Range<usize>,
    /// The text that closes what is open on the line before the word.
    closers: String,
    /// Whether the word is within quotes.
    quoted: Quoted,
    /// Whether a colon follows the word.
    colon: Colon,
    /// Whether the word begins an entry and may be a key there.
    key: MayBeKey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quoted {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colon {
    There,
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MayBeKey {
    Yes,
    No,
}

/// A way to read the text.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The text, with the word in it.
    pub text: String,
    /// Whether all of the file is in it.
    pub whole: Whole,
}

/// Whether all of a file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// All of it.
    Yes,
    /// What follows the line was cut off.
    No,
}

impl Cursor {
    /// The text around a byte.
    pub fn of(text: &str, offset: usize) -> Cursor {
        let line = Text::new(text.to_owned()).line(offset);
        let offset = offset.clamp(line.start, line.end);
        let before = text.get(line.start..offset).unwrap_or_default();
        let after = text.get(offset..line.end).unwrap_or_default();
        let prefix = word_before(before);
        let word_len = after.find(|c: char| !is_name(c)).unwrap_or(after.len());
        let head = before.get(..before.len() - prefix.len()).unwrap_or_default();
        let tail = after.get(word_len..).unwrap_or_default();
        let open = open(head);
        let quoted = if open.ends_with(['"', '\'']) { Quoted::Yes } else { Quoted::No };
        let closers: String = open.chars().rev().map(closing).collect();
        let begins = head.trim_end().is_empty() || head.trim_end().ends_with(['{', ',', '-']);
        let ends = tail.trim_start().is_empty() || tail.trim_start().starts_with(['}', ',', '#']);
        let colon = if tail.starts_with(':') { Colon::There } else { Colon::Missing };
        let key = if begins && ends && quoted == Quoted::No { MayBeKey::Yes } else { MayBeKey::No };
        Cursor {
            span: offset - prefix.len()..offset + word_len,
            prefix: prefix.to_owned(),
            line,
            closers,
            quoted,
            colon,
            key,
        }
    }

    /// The ways to read a text, the likeliest first.
    pub fn candidates(&self, text: &str) -> Vec<Candidate> {
        let before = text.get(..self.span.start).unwrap_or_default();
        let after = text.get(self.span.end..).unwrap_or_default();
        let following = text.get(self.line.end..).unwrap_or_default();
        let closers = &self.closers;
        let whole = |text| Candidate { text, whole: Whole::Yes };
        let cut = |text| Candidate { text, whole: Whole::No };
        let mut candidates = Vec::new();
        if self.key == MayBeKey::Yes {
            candidates.push(whole(format!("{before}{CURSOR}: {after}")));
        }
        candidates.push(whole(format!("{before}{CURSOR}{after}")));
        candidates.push(whole(format!("{before}{CURSOR}{closers}{following}")));
        if self.key == MayBeKey::Yes {
            candidates.push(cut(format!("{before}{CURSOR}: {closers}\n")));
        }
        candidates.push(cut(format!("{before}{CURSOR}{closers}\n")));
        candidates
    }

    /// A key as it is written here.
    pub fn key(&self, key: &str) -> String {
        let plain = key.chars().all(|c| is_name(c) || matches!(c, '.' | '/' | '$'));
        let key = if plain { key.to_owned() } else { format!("\"{key}\"") };
        match self.colon {
            Colon::There => key,
            Colon::Missing => format!("{key}: "),
        }
    }

    /// A literal as it is written here: outside of quotes, a text that is not a plain word or number gets quotes.
    pub fn literal(&self, text: &str) -> String {
        let plain =
            text.chars().all(|c| is_name(c) || matches!(c, '.' | '$')) && !text.starts_with('-');
        match self.quoted {
            Quoted::No if !plain || text.is_empty() => {
                format!("'{}'", text.replace('\'', "''"))
            }
            Quoted::No | Quoted::Yes => text.to_owned(),
        }
    }

    /// A reference as it is written here: outside of quotes, brackets need them.
    pub fn reference(&self, text: &str) -> String {
        match self.quoted {
            Quoted::No if text.contains('[') => format!("\"{text}\""),
            Quoted::No | Quoted::Yes => text.to_owned(),
        }
    }
}

/// Whether a condition ends within a text literal.
pub fn is_in_text(before: &str) -> bool {
    let mut quote = None;
    let mut chars = before.chars();
    while let Some(c) = chars.next() {
        match quote {
            Some(_) if c == '\\' => {
                chars.next();
            }
            Some(of) if c == of => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            Some(_) | None => {}
        }
    }
    quote.is_some()
}

fn is_name(c: char) -> bool {
    c == '-' || c == '_' || is_xid_continue(c)
}

/// The word at the end of a text: a whole reference from its `$`, or the characters of a name or an address.
fn word_before(text: &str) -> &str {
    let reference = |c: char| is_name(c) || matches!(c, '.' | '[' | ']' | '$');
    let start = text.rfind(|c: char| !reference(c)).map_or(0, |at| at + width_at(text, at));
    let run = text.get(start..).unwrap_or_default();
    if let Some(at) = run.rfind('$') {
        return run.get(at..).unwrap_or_default();
    }
    let start = run.rfind(['[', ']']).map_or(0, |at| at + 1);
    let word = run.get(start..).unwrap_or_default();
    // The dash of a list belongs to no word.
    word.strip_prefix("- ").unwrap_or(if word == "-" { "" } else { word })
}

fn width_at(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

/// The open brackets at the end of a line's beginning, and an open quote last.
fn open(text: &str) -> String {
    let mut open = String::new();
    let mut quote: Option<char> = None;
    let mut last = ' ';
    let mut escaped = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match quote {
            Some('\'') if c == '\'' && chars.next_if_eq(&'\'').is_some() => {}
            Some('"') if c == '\\' && escaped.is_none() => {
                escaped = Some(());
                continue;
            }
            Some(of) if c == of && escaped.is_none() => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'')
                && matches!(last, ' ' | '\t' | '[' | '{' | ',' | ':') =>
            {
                quote = Some(c);
            }
            None if matches!(c, '[' | '{') => open.push(c),
            None if matches!(c, ']' | '}') => {
                open.pop();
            }
            None if c == '#' && matches!(last, ' ' | '\t') => break,
            None => {}
        }
        escaped = None;
        last = c;
    }
    open.extend(quote);
    open
}

fn closing(c: char) -> char {
    match c {
        '[' => ']',
        '{' => '}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(marked: &str, prefix: &str, closers: &str) {
        let offset = marked.find('|').unwrap();
        let cursor = Cursor::of(&marked.replacen('|', "", 1), offset);
        assert_eq!(
            (cursor.prefix.as_str(), cursor.closers.as_str()),
            (prefix, closers),
            "{marked}"
        );
    }

    #[test]
    fn a_text_of_a_condition_ends_at_its_quote() {
        for (before, is) in [
            ("$fields.a == 'vi", true),
            ("$fields.a == 'it\\'s", true),
            ("$fields.a == 'ville' and ", false),
            ("\"it's\" == ", false),
            ("", false),
        ] {
            assert_eq!(is_in_text(before), is, "{before}");
        }
    }

    #[test]
    fn a_word_and_what_is_open_before_it() {
        check("a: {type: te|xt}", "te", "}");
        check("when: \"$fields.pr|ice > 1\"", "$fields.pr", "\"");
        check("b: {when: \"$fields.|", "$fields.", "\"}");
        check("set_by: [llm, |", "", "]");
        check("set_by: [|", "", "]");
        check("x: \"$params[|", "$params[", "\"");
        check("x: \"$submitted[a.b].|\"", "$submitted[a.b].", "\"");
        check("  - |", "", "");
        check("args: {query.li|", "query.li", "}");
        check("label: it's {|", "", "}");
        check("x: 'it''s |", "", "'");
        check("é: 'ré|gion", "ré", "'");
    }
}
