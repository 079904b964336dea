//! Texts in quotes and their escapes.

use super::{Lexer, Token, quoted};
use crate::ast::Span;
use crate::codes;
use crate::diagnostic::Diagnostic;

/// The escape sequences, as messages list them.
const ESCAPES: &str = r#"the escapes are `\\`, `\'`, `\"`, `\n`, `\t`, `\r` and `\u{1F600}`"#;

/// Whether all escape sequences of a text were valid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    Sound,
    Refused,
}

impl Lexer<'_> {
    /// Reads a text from its opening quote to the matching quote.
    pub(super) fn text(&mut self) {
        let quote = if self.shapes.slice() == "'" { '\'' } else { '"' };
        let mut value = String::new();
        let mut escapes = Escapes::Sound;
        while let Some(c) = self.peek() {
            self.take(c.len_utf8());
            if c == quote {
                return self.push(match escapes {
                    Escapes::Sound => Token::Text(value),
                    Escapes::Refused => Token::Refused,
                });
            }
            if c != '\\' {
                value.push(c);
            } else if self.peek().is_some() {
                match self.escape() {
                    Some(meant) => value.push(meant),
                    None => escapes = Escapes::Refused,
                }
            }
        }
        self.refuse_unclosed(quote);
    }

    fn refuse_unclosed(&mut self, quote: char) {
        let end = self.source.trim_end().len().max(self.shapes.span().start + 1);
        let span = self.shapes.span().start..end;
        let message = format!("the text {} does not end", quoted(self.slice(&span)));
        self.refuse(
            Diagnostic::new(codes::CONDITION_UNCLOSED_TEXT, span, message)
                .help(format!("close it with `{quote}`"))
                .fix(end..end, quote),
        );
        self.push(Token::Refused);
    }

    /// Reads an escape sequence after the backslash; `None` if it was invalid and has been reported.
    fn escape(&mut self) -> Option<char> {
        let start = self.end() - 1;
        let c = self.peek()?;
        self.take(c.len_utf8());
        match c {
            '\\' | '\'' | '"' => Some(c),
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'u' => self.unicode_escape(start),
            _ => {
                let span = start..self.end();
                let typed = self.slice(&span);
                let message = format!("{} is no escape", quoted(typed));
                let text = format!("\\{typed}");
                self.refuse(
                    Diagnostic::new(codes::CONDITION_ESCAPE, span.clone(), message)
                        .help(format!("{ESCAPES}; for a backslash write {}", quoted(&text)))
                        .fix(span, text),
                );
                None
            }
        }
    }

    /// Reads the braces of `\u{…}`; the `\u` has been read.
    fn unicode_escape(&mut self, start: usize) -> Option<char> {
        let Some(braced) = self.rest().strip_prefix('{') else {
            return self.refuse_bare_unicode(start);
        };
        let digits = braced.bytes().take_while(u8::is_ascii_hexdigit).count();
        let closed = braced.as_bytes().get(digits) == Some(&b'}');
        self.take(1 + digits + usize::from(closed));
        let span = start..self.end();
        let hex = braced.get(..digits).unwrap_or_default();
        let meant = Some(hex)
            .filter(|hex| closed && (1..=6).contains(&hex.len()))
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
            .and_then(char::from_u32);
        if meant.is_none() {
            let message = format!("{} is no escape", quoted(self.slice(&span)));
            self.refuse(Diagnostic::new(codes::CONDITION_ESCAPE, span, message).help(
                "between the braces stand 1 to 6 hexadecimal digits of a Unicode character: `\\u{1F600}`",
            ));
        }
        meant
    }

    /// Reports `\u` without braces; four hexadecimal digits, as in JSON, have a known meaning.
    fn refuse_bare_unicode(&mut self, start: usize) -> Option<char> {
        let digits = self.rest().bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
        let digits = if digits == 4 { 4 } else { 0 };
        self.take(digits);
        let span: Span = start..self.end();
        let typed = self.slice(&span);
        let message = format!("{} is no escape", quoted(typed));
        let diagnostic = Diagnostic::new(codes::CONDITION_ESCAPE, span.clone(), message);
        self.refuse(if digits == 4 {
            let text = format!("\\u{{{}}}", typed.get(2..).unwrap_or_default());
            diagnostic.help(format!("write {}", quoted(&text))).fix(span, text)
        } else {
            diagnostic
                .help(format!("{ESCAPES}; for a backslash write `\\\\u`"))
                .fix(span, format!("\\{typed}"))
        });
        None
    }
}
