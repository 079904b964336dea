//! The forms of values in words, for readers: `a list of texts`.

use crate::raw::keys::form::Form;
use crate::raw::keys::{Key, Section};
use crate::text::words::listed_to;

/// The most names that a map of fixed names shows.
const SHOWN: usize = 6;

/// The value that a key takes, in Markdown. `name` prints a section's name.
pub(super) fn value(key: &Key, name: &dyn Fn(Section) -> String) -> String {
    match key.form {
        Form::Text => key.phrase().into_owned(),
        form => described(form, name),
    }
}

/// A form in words, in Markdown. `name` prints a section's name.
fn described(form: Form, name: &dyn Fn(Section) -> String) -> String {
    let inner = |form: &Form| described(*form, name);
    let code = |words: &[&str]| {
        words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    };
    match form {
        Form::Any => "a literal or a reference".to_owned(),
        Form::Text => "a text".to_owned(),
        Form::Switch => "`true` or `false`".to_owned(),
        Form::Type | Form::Words(_) => code(&form.words().unwrap_or_default()),
        Form::Condition => "a condition".to_owned(),
        Form::Section(section) => name(section),
        Form::List(Form::Text) => "a list of texts".to_owned(),
        Form::List(form) => format!("a list; each element is {}", inner(form)),
        Form::Named(names, form) => {
            format!("a map from {} to {}", listed_to(SHOWN, names.iter().copied()), inner(form))
        }
        Form::Map(form) | Form::Some(form) => format!("a map from names to {}", inner(form)),
        Form::Either(forms) => forms.iter().map(inner).collect::<Vec<_>>().join("; or "),
    }
}
