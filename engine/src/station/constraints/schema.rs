//! Describes the constraints of a parameter to callers: as a JSON Schema, and in words.

use serde_json::{Map, Number, Value, json};
use vm::{Decimal, Family, Type};

use super::{Constraints, End, Limit, Patterns};
use crate::text::words::listed;

/// How many choices are named in words.
const NAMED: usize = 10;

impl Constraints {
    /// Adds to the schema of a value of a type what else the value has to be.
    ///
    /// A number that no double is is not announced, and held all the same.
    pub(crate) fn announce(&self, ty: Type, schema: &mut Map<String, Value>) {
        let mut put = |key: &str, value: Value| schema.insert(key.to_owned(), value);
        if self.choices.is_some() {
            let patterns = Patterns::default();
            let choices = self.choices_of(ty, &patterns).filter_map(|text| spelt(ty, text));
            let choices: Vec<_> = choices.collect();
            if !choices.is_empty() {
                put("enum", Value::Array(choices));
            }
        }
        let least = ty.schema().minimum.map(i128::from).and_then(|least| Decimal::new(least, 0));
        let narrower = |limit: &Limit| least.is_none_or(|least| limit.value >= least);
        let bounds = [
            (self.minimum.filter(narrower), ["minimum", "exclusiveMinimum"]),
            (self.maximum, ["maximum", "exclusiveMaximum"]),
        ];
        for (limit, [within, outside]) in bounds {
            let Some(limit) = limit else { continue };
            let key = if limit.end == End::Inclusive { within } else { outside };
            if let Some(value) = number(limit.value) {
                put(key, value);
            }
        }
        for (key, length) in [("minLength", self.min_length), ("maxLength", self.max_length)] {
            if let Some(length) = length {
                put(key, json!(length));
            }
        }
        match self.patterns.as_slice() {
            [] => {}
            [pattern] => {
                put("pattern", json!(pattern));
            }
            several => {
                let all = several.iter().map(|pattern| json!({"pattern": pattern})).collect();
                put("allOf", Value::Array(all));
            }
        }
    }

    /// The constraints in words; `None` if there are none.
    pub fn describe(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some(choices) = &self.choices {
            let more = if choices.len() > NAMED { " …" } else { "" };
            let named = listed(choices.iter().take(NAMED).map(String::as_str));
            parts.push(format!("one of {named}{more}"));
        }
        let bound = |limit: Limit, within: &str, outside: &str| {
            let word = if limit.end == End::Inclusive { within } else { outside };
            format!("{word} {}", limit.value)
        };
        parts.extend(self.minimum.map(|limit| bound(limit, "from", "over")));
        parts.extend(self.maximum.map(|limit| bound(limit, "up to", "below")));
        parts.extend(match (self.min_length, self.max_length) {
            (Some(low), Some(high)) => Some(format!("{low} to {high} characters")),
            (Some(low), None) => Some(format!("at least {low} characters")),
            (None, Some(high)) => Some(format!("at most {high} characters")),
            (None, None) => None,
        });
        parts.extend(self.patterns.iter().map(|pattern| format!("matching `{pattern}`")));
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// A choice as a call writes it.
fn spelt(ty: Type, text: &str) -> Option<Value> {
    match ty.family() {
        Family::Number => Decimal::parse(text).ok().and_then(number),
        Family::Boolean => Some(Value::Bool(text == "true")),
        Family::Text | Family::Datetime => Some(Value::String(text.to_owned())),
    }
}

/// A number of JSON that is exactly this one.
fn number(decimal: Decimal) -> Option<Value> {
    let text = decimal.to_string();
    if let Ok(whole) = text.parse::<i64>() {
        return Some(json!(whole));
    }
    let number = Number::from_f64(text.parse().ok()?)?;
    (Decimal::parse(&number.to_string()) == Ok(decimal)).then_some(Value::Number(number))
}
