use super::*;
use crate::documents::document::Node;

/// The shapes of the schema under `s`, `#` being the whole document, in short.
#[track_caller]
fn check(text: &str, found: &str) {
    let tree = Tree::read(text.as_bytes()).unwrap();
    let schema = Schema::of(tree.get(tree.root(), "s").unwrap_or(tree.root()));
    let seen = Seen::default();
    let schemas = Schemas { tree: &tree, base: tree.root(), seen: &seen };
    let shown = match schemas.shapes(&schema) {
        Ok(shapes) => shapes.iter().map(|shape| short(shape)).collect::<Vec<_>>().join(" | "),
        Err(fault) => fault.to_string(),
    };
    assert_eq!(shown, found, "{text}");
    assert!(matches!(tree.node(tree.root()), Node::Map(_)));
}

fn short(shape: &Shape) -> String {
    let mut text = shape.kinds.describe().replace("a ", "");
    if shape.kinds == Kinds::ALL {
        text = "anything".to_owned();
    }
    if shape.nullable == Says::Yes {
        text.push('?');
    }
    let bounds = [(shape.minimum, ">"), (shape.maximum, "<")];
    for (bound, sign) in bounds {
        if let Some(bound) = bound {
            let end = if bound.closed == Says::Yes { "=" } else { "" };
            text.push_str(&format!(" {sign}{end}{}", bound.value));
        }
    }
    if let Some(choices) = &shape.choices {
        text.push_str(&format!(" of {}", choices.len()));
    }
    let names: Vec<_> = shape
        .properties
        .iter()
        .map(|(name, _)| {
            let mark = if shape.required.contains(name) { "!" } else { "" };
            format!("{name}{mark}")
        })
        .collect();
    if !names.is_empty() {
        text.push_str(&format!(" {{{}}}", names.join(" ")));
    }
    text
}

#[test]
fn null_is_said_in_both_dialects() {
    check("s: {type: string, nullable: true}", "text?");
    check("s: {type: [string, 'null']}", "text?");
    check("s: {type: ['null', number]}", "number?");
    check("s: {oneOf: [{type: string}, {type: 'null'}]}", "text?");
    check("s: {anyOf: [{$ref: '#/t'}, {enum: [null]}]}\nt: {type: integer}", "whole number?");
    check("s: {type: ['null']}", "nothing but `null`?");
    check("s: {type: [string, integer]}", "text or whole number");
    check("s: {}", "anything");
    check("s: true", "anything");
}

#[test]
fn a_bound_is_open_in_both_dialects() {
    check("s: {type: integer, minimum: 1, exclusiveMinimum: true}", "whole number >1");
    check("s: {type: integer, exclusiveMinimum: 1}", "whole number >1");
    check("s: {minimum: 1, exclusiveMinimum: 0.5, maximum: 9}", "anything >=1 <=9");
    check("s: {maximum: 9, exclusiveMaximum: 9}", "anything <9");
    check("s: {maximum: 5, allOf: [{maximum: 4}, {minimum: 0}]}", "anything >=0 <=4");
    check("s: {maximum: 1e999}", "anything");
}

#[test]
fn parts_are_one_schema() {
    check(
        "s: {allOf: [{$ref: '#/t'}, {properties: {b: {}}, required: [b]}], properties: {c: {}}}\nt: {type: object, properties: {a: {}}, required: [a]}",
        "map {c a! b!}",
    );
    check("s: {$ref: '#/t', maximum: 3}\nt: {type: integer}", "whole number <=3");
    check("s: {properties: {a: {}}}", "map {a}");
    check("s: {items: {}}", "list");
    check("s: {enum: [1, 2]}", "whole number of 2");
    check("s: {const: x}", "text of 1");
    check("s: {enum: [a, b, c], allOf: [{enum: [b, c, d]}]}", "text of 2");
}

#[test]
fn alternatives_are_told_apart() {
    check("s: {oneOf: [{type: string}, {type: integer}]}", "text | whole number");
    check(
        "s: {type: object, oneOf: [{properties: {a: {}}}, {$ref: '#/t'}]}\nt: {anyOf: [{properties: {b: {}}}, {properties: {c: {}}}]}",
        "map {a} | map {b} | map {c}",
    );
    let many: Vec<_> = (0..300).map(|n| format!("{{const: {n}}}")).collect();
    check(&format!("s: {{oneOf: [{}]}}", many.join(",")), "anything");
    // Ten lists of ten alternatives each would be ten thousand million.
    let ten =
        |n: usize| format!("{{oneOf: [{}]}}", vec![format!("{{minimum: {n}}}"); 10].join(","));
    let lists: Vec<_> = (0..10).map(ten).collect();
    check(&format!("s: {{allOf: [{}]}}", lists.join(",")), "anything");
}

#[test]
fn a_schema_that_consists_of_itself_is_none() {
    check("s: {allOf: [{$ref: '#/s'}]}", "a schema consists of itself");
    check("s: {$ref: '#/t'}\nt: {$ref: '#/s'}", "a schema consists of itself");
    check("s: {oneOf: [{$ref: '#/s'}, {type: string}, {type: integer}]}", "text | whole number");
    check("s: {type: object, properties: {parent: {$ref: '#/s'}}}", "map {parent}");
    check("s: {allOf: [{$ref: '#/t'}, {$ref: '#/t'}]}\nt: {type: string}", "text");
    check("s: {$ref: '#/u'}", "the `$ref` `#/u` leads to nothing");
    check("s: {$ref: 'u.yaml'}", "the `$ref` `u.yaml` leads out of the document");
    let parts: Vec<_> = (0..2_000).map(|n| format!("{{minimum: {n}}}")).collect();
    check(&format!("s: {{allOf: [{}]}}", parts.join(",")), "a schema has too many parts");
}

#[test]
fn types_go_where_the_table_says() {
    let takes = |kinds: Kinds| {
        let shape = Shape { kinds, ..Shape::anything() };
        let types = Type::ALL.iter().filter(|ty| shape.takes(**ty)).map(|ty| ty.name());
        types.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(takes(Kinds::STRING), "text email phone id url image price datetime");
    assert_eq!(takes(Kinds::NUMBER), "number integer price quantity");
    assert_eq!(takes(Kinds::INTEGER), "id integer quantity");
    assert_eq!(takes(Kinds::BOOLEAN), "boolean");
    assert_eq!(takes(Kinds::ARRAY.or(Kinds::OBJECT)), "");
    assert_eq!(takes(Kinds::ALL).split(' ').count(), Type::ALL.len());
}
