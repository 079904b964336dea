//! The JSON Schema of a station file, for editors: from the tables of keys, types and words that loading uses.
//!
//! It knows the same keys as loading. It describes the form of a value; references and the meaning of conditions are
//! checked by loading only.

mod form;

use serde_json::{Map, Value, json};

pub use self::form::Form;
pub(crate) use self::form::{of as form, required};
use crate::raw::keys::{GUARDS, Section};

/// The JSON Schema (draft 2020-12) of a station file.
pub fn station_schema() -> Value {
    let sections: Map<String, Value> =
        Section::ALL.iter().map(|section| (id(*section), definition(*section))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Pointsman station",
        "$ref": reference(Section::Station),
        "$defs": sections,
    })
}

/// A section as an object that knows its keys and no other.
fn definition(section: Section) -> Value {
    let keys: Map<String, Value> = section
        .carried()
        .iter()
        .map(|key| ((*key).to_owned(), form(section, key).map_or(json!(true), schema)))
        .collect();
    let mut definition = json!({
        "title": section.name().replace('`', ""),
        "type": "object",
        "properties": keys,
        "additionalProperties": false,
    });
    let Some(entries) = definition.as_object_mut() else { return definition };
    let required = required(section);
    if !required.is_empty() {
        entries.insert("required".to_owned(), json!(required));
    }
    if section == Section::Guard {
        // One key is the rule of a guard; the others accompany it.
        let nine = section.carried().iter().take(GUARDS);
        let one: Vec<_> = nine.map(|key| json!({"required": [key]})).collect();
        entries.insert("oneOf".to_owned(), json!(one));
    }
    definition
}

/// The name of a section's definition.
fn id(section: Section) -> String {
    format!("{section:?}")
}

fn reference(section: Section) -> String {
    format!("#/$defs/{}", id(section))
}

/// A form as a schema. A text is read from its letters, so what YAML takes for a number or a boolean is one as well.
fn schema(form: Form) -> Value {
    match form {
        Form::Any => json!(true),
        Form::Text => json!({"type": ["string", "number", "boolean"]}),
        Form::Switch => json!({"enum": [true, false, "true", "false"]}),
        Form::Words(words) => json!({"enum": words}),
        Form::Condition => json!({"type": "string", "minLength": 1}),
        Form::Named(names, form) => {
            let value = schema(*form);
            let keys: Map<String, Value> =
                names.iter().map(|name| ((*name).to_owned(), value.clone())).collect();
            json!({"type": "object", "properties": keys, "additionalProperties": false})
        }
        Form::Section(section) => json!({"$ref": reference(section)}),
        Form::List(form) => json!({"type": "array", "items": schema(*form)}),
        Form::Map(form) => json!({"type": "object", "additionalProperties": schema(*form)}),
        Form::Some(form) => {
            json!({"type": "object", "additionalProperties": schema(*form), "minProperties": 1})
        }
        Form::Either(forms) => {
            json!({"anyOf": forms.into_iter().map(schema).collect::<Vec<_>>()})
        }
    }
}

#[cfg(test)]
mod tests;
