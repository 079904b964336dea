//! The word at a cursor, and the candidate texts that are parsed for it.

use std::ops::Range;

use unicode_ident::is_xid_continue;

use crate::lsp::text::Text;

/// The unique word that replaces the word at the cursor.
pub const CURSOR: &str = "zzPointsmanCursor";

/// A cursor, with the text around it on its line.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The range of the word at the cursor, in bytes.
    pub span: Range<usize>,
    /// The part of the word before the cursor.
    pub prefix: String,
    /// The range of the line, in bytes.
    line: Range<usize>,
    /// The brackets and quotes that close what the line opens before the word.
    closers: String,
    /// Whether the word is inside quotes.
    quoted: Quoted,
    /// Whether a colon follows the word.
    colon: Colon,
    /// Whether the word may be a key.
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

/// A candidate text to parse.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The text, which contains the unique word.
    pub text: String,
    /// Whether it contains the whole file.
    pub extent: Extent,
}

/// Whether a text contains the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The whole file.
    Whole,
    /// The file up to the end of the cursor's line.
    CutOff,
}

impl Cursor {
    /// The cursor at a byte of a text.
    pub fn of(text: &str, offset: usize) -> Cursor {
        let line = Text::new(text.to_owned()).line(offset);
        let offset = offset.clamp(line.start, line.end);
        let before = text.get(line.start..offset).unwrap_or_default();
        let after = text.get(offset..line.end).unwrap_or_default();
        let prefix = word_before(before);
        let word_len = after.find(|c: char| !is_name(c)).unwrap_or(after.len());
        let head = before.get(..before.len() - prefix.len()).unwrap_or_default();
        let tail = after.get(word_len..).unwrap_or_default();
        let open = unclosed(head);
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

    /// The candidates for a text, the likeliest first.
    pub fn candidates(&self, text: &str) -> Vec<Candidate> {
        let before = text.get(..self.span.start).unwrap_or_default();
        let after = text.get(self.span.end..).unwrap_or_default();
        let following = text.get(self.line.end..).unwrap_or_default();
        let closers = &self.closers;
        let whole = |text| Candidate { text, extent: Extent::Whole };
        let cut = |text| Candidate { text, extent: Extent::CutOff };
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

    /// The text that inserts a key here.
    pub fn key(&self, key: &str) -> String {
        let plain = key.chars().all(|c| is_name(c) || matches!(c, '.' | '/' | '$'));
        let key = if plain { key.to_owned() } else { format!("\"{key}\"") };
        match self.colon {
            Colon::There => key,
            Colon::Missing => format!("{key}: "),
        }
    }

    /// The text that inserts a literal here: quoted unless it is a plain word or already inside quotes.
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

    /// The text that inserts a reference here: quoted if it has brackets and is not inside quotes.
    pub fn reference(&self, text: &str) -> String {
        match self.quoted {
            Quoted::No if text.contains('[') => format!("\"{text}\""),
            Quoted::No | Quoted::Yes => text.to_owned(),
        }
    }
}

/// Whether a condition ends inside a text literal.
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

/// The word at the end of a text: a reference from its `$`, or the characters of a name or path.
fn word_before(text: &str) -> &str {
    let reference = |c: char| is_name(c) || matches!(c, '.' | '[' | ']' | '$');
    let start = text.rfind(|c: char| !reference(c)).map_or(0, |at| at + width_at(text, at));
    let run = text.get(start..).unwrap_or_default();
    if let Some(at) = run.rfind('$') {
        return run.get(at..).unwrap_or_default();
    }
    let start = run.rfind(['[', ']']).map_or(0, |at| at + 1);
    let word = run.get(start..).unwrap_or_default();
    // The dash of a list item is not part of a word.
    word.strip_prefix("- ").unwrap_or(if word == "-" { "" } else { word })
}

fn width_at(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

/// The brackets that a text leaves open, followed by an open quote if there is one.
fn unclosed(text: &str) -> String {
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
    fn a_text_literal_ends_at_its_quote() {
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
    fn a_word_and_the_brackets_open_before_it() {
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
