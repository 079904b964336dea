//! The lexer: turns source text into tokens, reports every lexical error, and passes on the intended token if it is
//! known.

mod foreign;
mod name;
mod number;
mod text;

use logos::Logos;
use unicode_ident::is_xid_start;
use vm::Decimal;

pub use self::name::name;
use crate::ast::{Reference, Span};
use crate::codes;
use crate::diagnostic::Diagnostic;

macro_rules! tokens {
    ($($fixed:ident $spelling:literal $role:ident;)* --- $($(#[doc = $doc:literal])+ $other:ident $(($value:ty))? $shown:literal $part:ident;)*) => {
        /// A token: a keyword, a symbol, or a form with a value.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Token {
            $(#[doc = concat!("`", $spelling, "`")] $fixed,)*
            $($(#[doc = $doc])+ $other $(($value))?,)*
        }

        impl Token {
            /// The keywords and symbols, as written in source.
            pub(crate) const FIXED: &'static [&'static str] = &[$($spelling),*];

            /// The keyword or symbol with this spelling.
            fn fixed(spelling: &str) -> Option<Token> {
                match spelling { $($spelling => Some(Token::$fixed),)* _ => None }
            }

            /// The role of the token when nesting is counted.
            pub(crate) fn role(&self) -> Role {
                match self {
                    $(Token::$fixed => Role::$role,)*
                    $(Token::$other { .. } => Role::$part,)*
                }
            }

            /// Each token with its terminal in the grammar; the terminal is empty if no rule uses the token.
            #[cfg(test)]
            pub(crate) const SHOWN: &'static [(&'static str, &'static str)] = &[
                $((stringify!($fixed), $spelling),)* $((stringify!($other), $shown),)*
            ];
        }
    };
}

/// The role of a token when nesting is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// `and`, `or`: ends an operand.
    Joint,
    /// `not`, as a prefix or in `not in` and `is not`.
    Not,
    /// `-`, unary or binary.
    Minus,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    ListOpen,
    /// `]`
    ListClose,
    /// `,`
    Comma,
    /// A comparison, or `in`.
    Comparison,
    /// `is`
    Is,
    /// A text.
    Text,
    /// Any other value, or `known`, which ends a comparison as a value does.
    Value,
    /// Anything else.
    Other,
}

tokens! {
    And "and" Joint; Or "or" Joint; Not "not" Not; In "in" Comparison; Is "is" Is; Known "known" Value;
    Null "null" Value; True "true" Value; False "false" Value;
    Contains "contains" Comparison; Starts "starts" Comparison; Ends "ends" Comparison; With "with" Other;
    Matches "matches" Comparison; Lower "lower" Other; Length "length" Other;
    Equal "==" Comparison; NotEqual "!=" Comparison; Less "<" Comparison; LessOrEqual "<=" Comparison;
    Greater ">" Comparison; GreaterOrEqual ">=" Comparison;
    Plus "+" Other; Minus "-" Minus; Times "*" Other;
    Open "(" Open; Close ")" Close; ListOpen "[" ListOpen; ListClose "]" ListClose; Comma "," Comma;
    ---
    /// A number in the supported range.
    Number(Decimal) "a number" Value;
    /// A text, with escapes resolved.
    Text(String) "a text" Text;
    /// A reference with its steps.
    Reference(Box<Reference>) "a reference" Value;
    /// A malformed value; the parser treats it as a value.
    Refused "a refused value" Value;
    /// An invalid operator, with the precedence of `*`.
    RefusedOperator "a refused operator" Other;
    /// A name that is not a keyword.
    Word "" Other;
    /// Invalid characters that the parser skips.
    Stray "" Other;
}

/// A token with its start and end offsets, in bytes.
pub(crate) type Placed = (usize, Token, usize);

/// The form of a token, as its first characters show it.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
enum Shape {
    #[regex("[A-Za-z_]")]
    Name,
    #[regex(r"[0-9]|\.[0-9]")]
    Digit,
    #[token("$")]
    Dollar,
    #[regex(r#"['"]"#)]
    Quote,
    #[regex(r"==|!=|<=|>=|[<>+*()\[\],-]")]
    Symbol,
    #[regex(r"&&?|\|\|?|!|=|===|!==|<>|=>|=<|=~|!~|~|\?[?:.]?|:|%|//?|\*\*|\^")]
    Foreign,
    #[regex(r"[^ \t\r\n]", priority = 0)]
    Other,
}

/// Lexes a source; returns the tokens and the diagnostics.
pub(crate) fn tokens(source: &str) -> (Vec<Placed>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        source,
        shapes: Shape::lexer(source),
        tokens: Vec::new(),
        in_list: false,
        diagnostics: Vec::new(),
    };
    while let Some(shape) = lexer.shapes.next() {
        // Some shape matches every character, so this is never an error.
        lexer.token(shape.unwrap_or(Shape::Other));
    }
    (lexer.tokens, lexer.diagnostics)
}

struct Lexer<'s> {
    source: &'s str,
    shapes: logos::Lexer<'s, Shape>,
    tokens: Vec<Placed>,
    /// Whether the innermost open bracket opened a list.
    in_list: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Lexer<'s> {
    fn token(&mut self, shape: Shape) {
        match shape {
            Shape::Name => self.name(),
            Shape::Digit => self.number(),
            Shape::Dollar => self.reference(),
            Shape::Quote => self.text(),
            Shape::Symbol => {
                let token = Token::fixed(self.shapes.slice()).unwrap_or(Token::Stray);
                self.push(token);
            }
            Shape::Foreign => self.foreign_operator(),
            Shape::Other => self.other(),
        }
    }

    /// Reads a token that starts with a character outside ASCII, or with an unexpected one.
    fn other(&mut self) {
        let Some(first) = self.shapes.slice().chars().next() else { return };
        if is_xid_start(first) {
            self.name();
        } else if first.is_numeric() && !first.is_ascii() {
            self.number();
        } else if !(self.foreign_space(first) || self.foreign_quote(first) || self.foreign_sign()) {
            let message = format!("{} has no place in a condition", quoted(self.shapes.slice()));
            let diagnostic = Diagnostic::new(codes::CONDITION_SYNTAX, self.shapes.span(), message);
            let diagnostic = match first {
                '{' | '}' => diagnostic.help("a list stands in brackets, `[` and `]`"),
                '.' => diagnostic.help("write a reference without blanks: `$fields.price`"),
                '€' | '£' | '¥' => {
                    diagnostic.help("an amount is a number alone, without its currency")
                }
                '#' => diagnostic.help("a condition has no comments; a text stands in quotes"),
                _ => diagnostic.help("a text stands in quotes"),
            };
            self.refuse(diagnostic);
            self.push(Token::Stray);
        }
    }

    /// The source after the consumed part of the token.
    fn rest(&self) -> &'s str {
        self.shapes.remainder()
    }

    /// The next character after the consumed part.
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes more bytes of the token.
    ///
    /// The count comes from walking [`Lexer::rest`], so it ends on a character.
    fn take(&mut self, bytes: usize) {
        self.shapes.bump(bytes);
    }

    /// The end offset of the consumed part.
    fn end(&self) -> usize {
        self.shapes.span().end
    }

    /// The source text of a span.
    fn slice(&self, span: &Span) -> &'s str {
        self.source.get(span.clone()).unwrap_or_default()
    }

    /// Pushes a token that covers the consumed part.
    fn push(&mut self, token: Token) {
        let Span { start, end } = self.shapes.span();
        if matches!(token, Token::ListOpen | Token::ListClose) {
            self.in_list = token == Token::ListOpen;
        }
        self.tokens.push((start, token, end));
    }

    fn refuse(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// Quotes source text in backticks, shortened if it is long.
pub(crate) fn quoted(words: &str) -> String {
    match words.char_indices().nth(crate::limits::MAX_QUOTED) {
        Some((cut, _)) => format!("`{}…`", words.get(..cut).unwrap_or_default()),
        None => format!("`{words}`"),
    }
}
