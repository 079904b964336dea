use super::*;
use crate::document::Tree;
use crate::schema::{Schema, Schemas, Seen};

/// What is said of a value where a parameter of a type feeds arguments of these schemas.
#[track_caller]
fn check(schemas: &[&str], ty: Type, value: &str, why: Option<&str>) {
    let mut limits = Limits::default();
    for text in schemas {
        let tree = Tree::read(text.as_bytes()).unwrap();
        let seen = Seen::default();
        let all = Schemas { tree: &tree, base: tree.root(), seen: &seen };
        limits.take_over(ty, &all.shapes(&Schema::of(tree.root())).unwrap());
    }
    let value = vm::Reading::default().typed(ty, value).unwrap();
    let found = limits.admit(&value).err().map(|outside| outside.to_string());
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
    check(
        &["type: integer\nexclusiveMaximum: 5"],
        Type::Integer,
        "5",
        Some("it is above the bound of 5"),
    );
    check(
        &["maximum: 5", "exclusiveMaximum: 5"],
        Type::Number,
        "5",
        Some("it is above the bound of 5"),
    );
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
