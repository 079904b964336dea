//! The one table of types: how each is compared, shown, asked for and described.
//!
//! Everything that needs a property of a type asks this table; nothing else in the product lists the types.

use serde::{Deserialize, Serialize};

/// How values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Family {
    /// Equality, `in`, text predicates, `lower`, `length`.
    Text,
    /// Equality, order, `in`, arithmetic.
    Number,
    /// Equality and `in`; a condition by itself.
    Boolean,
    /// Equality, order, `in`.
    Datetime,
}

impl Family {
    /// The family's name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Family::Text => "text",
            Family::Number => "number",
            Family::Boolean => "boolean",
            Family::Datetime => "datetime",
        }
    }

    /// Whether `<`, `<=`, `>` and `>=` are of this family.
    pub fn has_order(self) -> bool {
        matches!(self, Family::Number | Family::Datetime)
    }
}

/// The shape of a type in a JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The JSON type.
    pub json: &'static str,
    /// The `format`, where one is announced.
    pub format: Option<&'static str>,
    /// The least value, if there is one.
    pub minimum: Option<i64>,
}

macro_rules! types {
    ($($variant:ident $name:literal family $family:ident schema $json:literal $($format:literal)? $(minimum $min:literal)?, told $told:literal, widget $widget:literal $(, identifies $who:literal)?;)*) => {
        /// A declared type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Type {
            $(#[doc = concat!("`", $name, "`: ", $told, ".")] $variant,)*
        }

        impl Type {
            /// Every type, in the table's order.
            pub const ALL: &'static [Type] = &[$(Type::$variant),*];

            /// The name that a station writes.
            pub fn name(self) -> &'static str {
                match self { $(Type::$variant => $name,)* }
            }

            /// The type of this name.
            pub fn named(name: &str) -> Option<Type> {
                match name { $($name => Some(Type::$variant),)* _ => None }
            }

            /// How its values are compared.
            pub fn family(self) -> Family {
                match self { $(Type::$variant => Family::$family,)* }
            }

            /// Its shape in a JSON Schema.
            pub fn schema(self) -> Schema {
                match self { $(Type::$variant => Schema {
                    json: $json, format: None$(.or(Some($format)))?, minimum: None$(.or(Some($min)))?,
                },)* }
            }

            /// The description for a model.
            pub fn told(self) -> &'static str {
                match self { $(Type::$variant => $told,)* }
            }

            /// What a page asks for it with.
            pub fn widget(self) -> &'static str {
                match self { $(Type::$variant => $widget,)* }
            }

            /// Whether a verified value of it may identify a room.
            pub fn identifies(self) -> bool {
                match self { $(Type::$variant => false $(|| $who)?,)* }
            }
        }
    };
}

types! {
    Text "text" family Text schema "string", told "text", widget "text", identifies true;
    Email "email" family Text schema "string" "email", told "an email address", widget "email", identifies true;
    Phone "phone" family Text schema "string", told "a phone number", widget "telephone", identifies true;
    Id "id" family Text schema "string", told "an identifier", widget "text";
    Url "url" family Text schema "string" "uri", told "an address", widget "address";
    Image "image" family Text schema "string" "uri", told "an image's address", widget "address";
    Number "number" family Number schema "number", told "a number", widget "numeric";
    Integer "integer" family Number schema "integer", told "a whole number", widget "numeric, whole";
    Price "price" family Number schema "number", told "a number, in the station's currency", widget "numeric";
    Quantity "quantity" family Number schema "integer" minimum 0, told "a whole number", widget "numeric, whole";
    Boolean "boolean" family Boolean schema "boolean", told "yes or no", widget "a choice";
    Datetime "datetime" family Datetime schema "string", told "a date, or a date and a time, ISO 8601", widget "date and time";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_type_and_no_other() {
        for &ty in Type::ALL {
            assert_eq!(Type::named(ty.name()), Some(ty));
        }
        assert_eq!(Type::ALL.len(), 12);
        assert_eq!(Type::named("Text"), None);
    }

    #[test]
    fn only_three_identify_a_room() {
        let who: Vec<_> = Type::ALL.iter().filter(|t| t.identifies()).map(|t| t.name()).collect();
        assert_eq!(who, ["text", "email", "phone"]);
    }

    #[test]
    fn a_quantity_is_a_whole_number_from_zero() {
        assert_eq!(
            Type::Quantity.schema(),
            Schema { json: "integer", format: None, minimum: Some(0) }
        );
        assert_eq!(Type::Email.schema().format, Some("email"));
    }
}
