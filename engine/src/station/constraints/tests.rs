use serde_json::json;

use super::*;
use crate::documents::document::Tree;
use crate::documents::schema::{Schema, Schemas, Seen};

/// The constraints of a parameter of a type that feeds arguments with these schemas.
fn constraints(schemas: &[&str], ty: Type) -> Constraints {
    let mut constraints = Constraints::default();
    for text in schemas {
        let tree = Tree::read(text.as_bytes()).unwrap();
        let seen = Seen::default();
        let all = Schemas { tree: &tree, base: tree.root(), seen: &seen };
        constraints.take_over(ty, &all.shapes(&Schema::of(tree.root())).unwrap());
    }
    constraints
}

/// Checks a value against a parameter of a type that feeds arguments with these schemas.
#[track_caller]
fn check(schemas: &[&str], ty: Type, value: &str, why: Option<&str>) {
    let constraints = constraints(schemas, ty);
    let value = vm::Reading::default().typed(ty, value).unwrap();
    let found = constraints.admit(&value).err().map(|outside| outside.to_string());
    assert_eq!(found.as_deref(), why, "{schemas:?}");
}

#[test]
fn a_value_is_within_all_that_its_arguments_take() {
    let state = r#"{"type": "string", "enum": ["open", "closed", null]}"#;
    check(&[state], Type::Text, "open", None);
    check(&[state], Type::Text, "shut", Some("it is one of `closed` and `open`"));
    check(&[state, r#"{"enum": ["open"]}"#], Type::Text, "closed", Some("it is one of `open`"));
    check(&[r#"{"enum": [1, 2.0]}"#], Type::Integer, "2", None);
    check(&[r#"{"enum": [1, 2]}"#], Type::Id, "3", Some("it is one of `1` and `2`"));
    check(&["type: integer\nminimum: 1"], Type::Integer, "0", Some("it is below the bound of 1"));
    check(&["type: integer\nexclusiveMaximum: 5"], Type::Integer, "5", Some("it is not below 5"));
    check(&["maximum: 5", "exclusiveMaximum: 5"], Type::Number, "5", Some("it is not below 5"));
    check(&["maximum: 5"], Type::Number, "5", None);
    check(&["minLength: 2"], Type::Text, "é", Some("it has fewer than 2 characters"));
    check(&["maxLength: 1"], Type::Text, "éé", Some("it has more than 1 characters"));
    check(&["pattern: ^A"], Type::Id, "B1", Some("it does not match `^A`"));
    check(&["pattern: (?!x)"], Type::Text, "B1", None);
    check(&["oneOf: [{type: string, maxLength: 1}, {type: string}]"], Type::Text, "long", None);
    check(
        &["oneOf: [{type: string, maxLength: 1}, {type: integer}]"],
        Type::Text,
        "long",
        Some("it has more than 1 characters"),
    );
}

/// Checks how a parameter of a type that feeds arguments with these schemas is described.
#[track_caller]
fn announced(schemas: &[&str], ty: Type, expected: serde_json::Value, told: Option<&str>) {
    let constraints = constraints(schemas, ty);
    let mut schema = serde_json::Map::new();
    constraints.announce(ty, &mut schema);
    assert_eq!(serde_json::Value::Object(schema), expected, "{schemas:?}");
    assert_eq!(constraints.describe().as_deref(), told, "{schemas:?}");
}

#[test]
fn what_all_arguments_take_is_announced() {
    let state = r#"{"type": "string", "enum": ["open", "closed", null]}"#;
    let told = Some("one of `closed` and `open`");
    announced(&[state], Type::Text, json!({"enum": ["closed", "open"]}), told);
    let told = Some("one of `open`");
    announced(&[state, r#"{"enum": ["open", 2]}"#], Type::Text, json!({"enum": ["open"]}), told);
    let levels = r#"{"enum": [3, 1.5, "x"], "maximum": 2}"#;
    announced(
        &[levels],
        Type::Number,
        json!({"enum": [1.5], "maximum": 2}),
        Some("one of `1.5`, `3` and `x`, up to 2"),
    );
    announced(
        &[r#"{"enum": [true]}"#],
        Type::Boolean,
        json!({"enum": [true]}),
        Some("one of `true`"),
    );
    let bounds = ["minimum: -1\nmaximum: 50", "exclusiveMaximum: 20.5"];
    let told = Some("from -1, below 20.5");
    announced(&bounds, Type::Number, json!({"minimum": -1, "exclusiveMaximum": 20.5}), told);
    announced(&bounds, Type::Quantity, json!({"exclusiveMaximum": 20.5}), told);
    let far = "maximum: 0.12345678901234567890123";
    announced(&[far], Type::Number, json!({}), Some("up to 0.12345678901234567890123"));
    announced(
        &["minLength: 2\nmaxLength: 9\npattern: ^A"],
        Type::Id,
        json!({"minLength": 2, "maxLength": 9, "pattern": "^A"}),
        Some("2 to 9 characters, matching `^A`"),
    );
    announced(
        &["pattern: ^A", "pattern: B$"],
        Type::Text,
        json!({"allOf": [{"pattern": "^A"}, {"pattern": "B$"}]}),
        Some("matching `^A`, matching `B$`"),
    );
    announced(&["type: string"], Type::Text, json!({}), None);
}

#[test]
fn where_no_value_is_left_that_is_known() {
    for (schemas, ty, open) in [
        (&["enum: [a, b]", "enum: [b, c]"][..], Type::Text, true),
        (&["enum: [a]", "enum: [b]"], Type::Text, false),
        (&["enum: [a]", "pattern: b"], Type::Text, false),
        (&["enum: [1.5]"], Type::Integer, false),
        (&["minimum: 2", "maximum: 2"], Type::Integer, true),
        (&["exclusiveMinimum: 2", "maximum: 2"], Type::Integer, false),
        (&["minimum: 3", "maximum: 2"], Type::Price, false),
        (&["minLength: 3", "maxLength: 2"], Type::Url, false),
        (&["minLength: 3", "maxLength: 2"], Type::Boolean, true),
    ] {
        assert_eq!(constraints(schemas, ty).is_open(ty, &Patterns::default()), open, "{schemas:?}");
    }
}
