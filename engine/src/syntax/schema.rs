//! The JSON Schema of a station file, for editors: printed from the table of keys.
//!
//! It has the keys that loading knows, and no other. It says which form a value takes. Names and conditions are
//! checked by loading alone.

use serde_json::{Map, Value, json};

use crate::raw::keys::form::Form;
use crate::raw::keys::{Key, Need, Section};

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

/// A section as an object that has its keys and no other.
fn definition(section: Section) -> Value {
    let keys: Map<String, Value> =
        section.keys().iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let mut definition = Map::new();
    definition.insert("title".to_owned(), json!(section.name().replace('`', "")));
    definition.insert("type".to_owned(), json!("object"));
    definition.insert("properties".to_owned(), Value::Object(keys));
    definition.insert("additionalProperties".to_owned(), json!(false));
    let required = section.keys().iter().filter(|key| key.need == Need::Required);
    let required: Vec<_> = required.map(|key| key.name).collect();
    if !required.is_empty() {
        definition.insert("required".to_owned(), json!(required));
    }
    let one: Vec<_> = section.one_of().map(|key| json!({"required": [key]})).collect();
    if !one.is_empty() {
        definition.insert("oneOf".to_owned(), json!(one));
    }
    Value::Object(definition)
}

/// A key's value, with the description that editors show.
fn property(key: &Key) -> Value {
    let mut property = schema(key.form);
    property.insert("description".to_owned(), json!(key.says));
    Value::Object(property)
}

/// The name of a section's definition.
fn id(section: Section) -> String {
    format!("{section:?}")
}

fn reference(section: Section) -> String {
    format!("#/$defs/{}", id(section))
}

/// A form as a schema. A text is read from its letters, so it may be what YAML takes for a number or a boolean.
fn schema(form: Form) -> Map<String, Value> {
    let inner = |form: &Form| Value::Object(schema(*form));
    let schema = match form {
        Form::Any => json!({}),
        Form::Text => json!({"type": ["string", "number", "boolean"]}),
        Form::Switch => json!({"enum": [true, false, "true", "false"]}),
        Form::Type | Form::Words(_) => json!({"enum": form.words()}),
        Form::Condition => json!({"type": "string", "minLength": 1}),
        Form::Named(names, form) => {
            let keys: Map<String, Value> =
                names.iter().map(|name| ((*name).to_owned(), inner(form))).collect();
            json!({"type": "object", "properties": keys, "additionalProperties": false})
        }
        Form::Section(section) => json!({"$ref": reference(section)}),
        Form::List(form) => json!({"type": "array", "items": inner(form)}),
        Form::Map(form) => json!({"type": "object", "additionalProperties": inner(form)}),
        Form::Some(form) => {
            json!({"type": "object", "additionalProperties": inner(form), "minProperties": 1})
        }
        Form::Either(forms) => json!({"anyOf": forms.iter().map(inner).collect::<Vec<_>>()}),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests;
