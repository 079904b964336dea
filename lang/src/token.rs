//! From text to tokens: every lexical refusal is told, and what was meant goes on to the parser where it is known.

mod foreign;
mod name;
mod number;
mod text;

use crate::codes;
use logos::Logos;
use unicode_ident::is_xid_start;
use vm::Decimal;

pub use self::name::name;
use crate::ast::{Reference, Span};
use crate::diagnostic::Diagnostic;

macro_rules! tokens {
    ($($fixed:ident $spelling:literal $role:ident;)* --- $($(#[doc = $doc:literal])+ $other:ident $(($value:ty))? $shown:literal $part:ident;)*) => {
        /// A token: a word, a symbol, or a form with a value.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Token {
            $(#[doc = concat!("`", $spelling, "`")] $fixed,)*
            $($(#[doc = $doc])+ $other $(($value))?,)*
        }

        impl Token {
            /// The words and symbols, as they are written.
            pub(crate) const FIXED: &'static [&'static str] = &[$($spelling),*];

            /// The word or symbol that is written so.
            fn fixed(spelling: &str) -> Option<Token> {
                match spelling { $($spelling => Some(Token::$fixed),)* _ => None }
            }

            /// What it is where tokens are counted.
            pub(crate) fn role(&self) -> Role {
                match self {
                    $(Token::$fixed => Role::$role,)*
                    $(Token::$other { .. } => Role::$part,)*
                }
            }

            /// Each token, and what the grammar calls it: nothing, where no rule takes it.
            #[cfg(test)]
            pub(crate) const SHOWN: &'static [(&'static str, &'static str)] = &[
                $((stringify!($fixed), $spelling),)* $((stringify!($other), $shown),)*
            ];
        }
    };
}

/// What a token is where tokens are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// `and`, `or`: a part ends.
    Joint,
    /// `not`, before a part or in `not in` and `is not`.
    Not,
    /// `-`, before a value or between two.
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
    /// Another value, or `known`, which ends a comparison as one does.
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
    /// A number in the range that numbers have.
    Number(Decimal) "a number" Value;
    /// A text, its escapes undone.
    Text(String) "a text" Text;
    /// A reference with its steps.
    Reference(Box<Reference>) "a reference" Value;
    /// A value whose form was refused: the parser goes on as if one stood there.
    Refused "a refused value" Value;
    /// An operator that was refused, as loose as `*`.
    RefusedOperator "a refused operator" Other;
    /// A name that is no word of the language.
    Word "" Other;
    /// Something refused that stands for nothing.
    Stray "" Other;
}

/// A token and its place: where it starts and where it ends, in bytes.
pub(crate) type Placed = (usize, Token, usize);

/// What the first characters of a token tell of its form.
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

/// The tokens of a source, with every lexical refusal.
pub(crate) fn tokens(source: &str) -> (Vec<Placed>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        source,
        shapes: Shape::lexer(source),
        tokens: Vec::new(),
        in_list: false,
        diagnostics: Vec::new(),
    };
    while let Some(shape) = lexer.shapes.next() {
        // Every character is of some shape, so none is an error.
        lexer.token(shape.unwrap_or(Shape::Other));
    }
    (lexer.tokens, lexer.diagnostics)
}

struct Lexer<'s> {
    source: &'s str,
    shapes: logos::Lexer<'s, Shape>,
    tokens: Vec<Placed>,
    /// Whether the last bracket opened a list.
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

    /// A token that begins with a character outside ASCII, or with one that begins none.
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

    /// What follows the part of the token that was taken.
    fn rest(&self) -> &'s str {
        self.shapes.remainder()
    }

    /// The next character after the part that was taken.
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes so many bytes more into the token.
    ///
    /// The count comes from walking [`Lexer::rest`], so it ends on a character.
    fn take(&mut self, bytes: usize) {
        self.shapes.bump(bytes);
    }

    /// Where the part that was taken ends.
    fn end(&self) -> usize {
        self.shapes.span().end
    }

    /// The source at a place.
    fn slice(&self, span: &Span) -> &'s str {
        self.source.get(span.clone()).unwrap_or_default()
    }

    /// Ends the token with what was taken.
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

/// The author's words in backticks, cut where they are long.
pub(crate) fn quoted(words: &str) -> String {
    match words.char_indices().nth(crate::limits::MAX_QUOTED) {
        Some((cut, _)) => format!("`{}…`", words.get(..cut).unwrap_or_default()),
        None => format!("`{words}`"),
    }
}
