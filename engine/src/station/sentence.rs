//! Sentences for people and models: Fluent messages. Each language has built-in ones, and a station can replace any.
//!
//! A sentence takes texts and exact decimals as they are: nothing is rounded, grouped or put between marks of
//! direction. An unknown variable is the text `none`, so that a pattern can select on it.

pub(crate) mod pattern;
mod table;

use std::collections::BTreeMap;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use vm::Decimal;

pub use self::table::Sentence;
use crate::station::Locale;

/// The value of an unknown variable.
const NONE: &str = "none";

/// The longest whole number, in digits, that a selection can count: `[one]` and `[other]` are looked up in a plural
/// rule that holds no longer one exactly.
const COUNTED: usize = 15;

/// The sentences of a station.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentences {
    locale: Locale,
    replaced: BTreeMap<Sentence, String>,
}

/// The value of a variable of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filler<'a> {
    /// This text.
    Text(&'a str),
    /// This number, in its shortest decimal form.
    Number(Decimal),
}

impl Sentences {
    /// Those that are built in.
    pub fn built_in(locale: Locale) -> Sentences {
        Sentences { locale, replaced: BTreeMap::new() }
    }

    /// The same with some in place of others.
    pub(crate) fn replacing(locale: Locale, replaced: BTreeMap<Sentence, String>) -> Sentences {
        Sentences { locale, replaced }
    }

    /// Their language.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// The pattern of a sentence: the station's, else the built-in one.
    pub fn pattern(&self, sentence: Sentence) -> &str {
        self.own(sentence).unwrap_or_else(|| sentence.built_in(self.locale))
    }

    /// The pattern of a sentence where the station has its own.
    pub fn own(&self, sentence: Sentence) -> Option<&str> {
        self.replaced.get(&sentence).map(String::as_str)
    }

    /// The text of a sentence for these variables, given by their names without `$`. Variables that the sentence does
    /// not have are ignored; a variable that is not given is the text `none`.
    pub fn say(&self, sentence: Sentence, fillers: &[(&str, Filler<'_>)]) -> String {
        let source = pattern::message(self.pattern(sentence));
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(source);
        let language = self.locale.word().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![language]);
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(&resource);
        let mut args = FluentArgs::new();
        for variable in sentence.variables() {
            let given = fillers.iter().find(|(name, _)| name == variable);
            args.set(
                *variable,
                given.map_or(FluentValue::from(NONE), |(_, filler)| filler.value()),
            );
        }
        let pattern = bundle.get_message(pattern::NAME).and_then(|message| message.value());
        // INVARIANT: every pattern was parsed before, and uses only the variables that are set above.
        pattern
            .map(|pattern| {
                bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
            })
            .unwrap_or_default()
    }
}

impl<'a> Filler<'a> {
    fn value(self) -> FluentValue<'a> {
        match self {
            Filler::Text(text) => FluentValue::from(text),
            Filler::Number(number) => {
                let text = number.to_string();
                match text.parse::<i64>() {
                    Ok(whole) if text.len() <= COUNTED => FluentValue::from(whole),
                    Ok(_) | Err(_) => FluentValue::from(text),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
