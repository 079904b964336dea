//! The form of a value: what a station may write after a key.

use vm::Type;

use super::Section;
use crate::text::words::{either, listed};

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any value: its reader depends on the operation.
    Any,
    /// A text, a number or a date, which is read from its letters.
    Text,
    /// `true` or `false`.
    Switch,
    /// The name of a type.
    Type,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A condition.
    Condition,
    /// A map with the keys of a section.
    Section(Section),
    /// A list.
    List(&'static Form),
    /// A map whose keys the author chooses.
    Map(&'static Form),
    /// A map whose keys are some of these names.
    Named(&'static [&'static str], &'static Form),
    /// A map whose keys the author chooses, with at least one entry.
    Some(&'static Form),
    /// One of several forms.
    Either(&'static [Form]),
}

impl Form {
    /// The words that a value of this form may be; `None` if the form is not one of words.
    pub fn words(self) -> Option<Vec<&'static str>> {
        match self {
            Form::Type => Some(Type::ALL.iter().map(|ty| ty.name()).collect()),
            Form::Words(words) => Some(words.to_vec()),
            Form::Switch => Some(vec!["true", "false"]),
            Form::Any
            | Form::Text
            | Form::Condition
            | Form::Section(_)
            | Form::List(_)
            | Form::Map(_)
            | Form::Named(..)
            | Form::Some(_)
            | Form::Either(_) => None,
        }
    }

    /// The expected value, as messages call it.
    pub(super) fn phrase(self) -> String {
        match self {
            Form::Any => "a value".to_owned(),
            Form::Text => "a text".to_owned(),
            Form::Switch => either(["true", "false"]),
            Form::Type => "a type".to_owned(),
            Form::Words(words) => either(words.iter().copied()),
            Form::Condition => "a condition".to_owned(),
            Form::Section(section) => format!("a map of {}", listed(section.names())),
            Form::List(_) => "a list".to_owned(),
            Form::Map(_) | Form::Named(..) | Form::Some(_) => "a map".to_owned(),
            Form::Either(forms) => {
                forms.iter().map(|form| form.phrase()).collect::<Vec<_>>().join(", or ")
            }
        }
    }
}
