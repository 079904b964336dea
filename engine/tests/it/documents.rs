//! Tests of malicious OpenAPI documents: a station over them is answered within a small stack.

use engine::report::codes;
use engine::sources::Files;
use lang::Code;

/// Loads a station over a document on a thread with a stack of 512 KiB, and returns the codes.
fn codes(document: String, call: &str) -> Vec<Code> {
    let station = format!(
        "apis: [{{name: desk, openapi: desk, operations: {{o: {{access: read}}}}}}]\nskills: [{{name: s, cognitive: \
         {{objective: x}}, kinds: {{k: {{}}}}, present: {{fields: {{f: {{from: a.b.c, type: text}}}}}}, output_filters: {{drop: [iban, a.b.c]}}, \
         invoke: {{method: o, args: {call}}}}}]\n"
    );
    let files = Files::new([("station.yaml", station), ("desk", document)]);
    let run = move || crate::load_station(&files).findings.iter().map(|f| f.code).collect();
    std::thread::Builder::new().stack_size(512 * 1024).spawn(run).unwrap().join().unwrap()
}

#[track_caller]
fn check(document: String, call: &str, code: Code) {
    let found = codes(document, call);
    assert!(found.contains(&code), "{found:?} {code}");
}

/// A document with one operation, whose body and answer have the schema `s`.
fn over(schemas: &str) -> String {
    format!(
        "openapi: 3.1.0\npaths: {{/: {{post: {{operationId: o, requestBody: {{$ref: '#/components/b'}}, responses: {{'200': {{$ref: \
         '#/components/b'}}}}}}}}}}\ncomponents:\n  b: {{required: true, content: {{application/json: {{schema: {{$ref: \
         '#/components/s'}}}}}}}}\n{schemas}"
    )
}

#[test]
fn a_document_nests_and_grows_to_its_limits() {
    for unit in ["[", "{\"a\":", "- ", "a: ["] {
        check(unit.repeat(200_000), "{}", codes::API_DOCUMENT);
    }
    check(format!("{{\"a\":{}", "[".repeat(200_000)), "{}", codes::API_DOCUMENT);
    check(format!("openapi: 3.1.0\n#{}", "x".repeat(16 << 20)), "{}", codes::API_DOCUMENT);
    let mut bomb = "openapi: 3.1.0\na: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (before, key) in ('a'..='y').zip('b'..='z') {
        bomb.push_str(&format!("{key}: &{key} [{}]\n", vec![format!("*{before}"); 9].join(",")));
    }
    check(bomb, "{}", codes::API_DOCUMENT);
    for text in
        ["", "\u{feff}", "{", "{}", "[]", "null", "\0", "openapi: 3.1.0\npaths: {/: ", "<html>"]
    {
        check(text.to_owned(), "{}", codes::API_DOCUMENT);
    }
}

#[test]
fn a_reference_that_goes_round_ends() {
    let long: String =
        (0..1_000).map(|n| format!("  r{n}: {{$ref: '#/components/r{}'}}\n", n + 1)).collect();
    check(over("  s: {$ref: '#/components/s'}\n"), "{a: 1}", codes::API_DOCUMENT);
    check(over("  s: {allOf: [{$ref: '#/components/s'}]}\n"), "{a: 1}", codes::API_DOCUMENT);
    check(
        over(&format!("  s: {{$ref: '#/components/r0'}}\n{long}")),
        "{a: 1}",
        codes::API_DOCUMENT,
    );
    let body = over("  s: {}\n").replace("b: {required", "b: {$ref: '#/components/b', required");
    check(body, "{a: 1}", codes::API_DOCUMENT);
    // A recursive schema is walked only to the depth of a path.
    let comment = "  s: {properties: {text: {type: string}, parent: {$ref: '#/components/s'}, replies: {type: array, items: {$ref: '#/components/s'}}}}\n";
    let deep = format!("{{body.{}text: 5}}", "parent.".repeat(100));
    assert!(!codes(over(comment), &deep).contains(&codes::PARAM_ARGUMENT_UNKNOWN));
    let deeper = format!("{{body.{}text: 5}}", "parent.".repeat(10_000));
    check(over(comment), &deeper, codes::PARAM_ARGUMENT_UNKNOWN);
    let nested = format!("{{body: {}x{}}}", "{parent: ".repeat(20), "}".repeat(20));
    check(over(comment), &nested, codes::PARAM_ARGUMENT_TYPE);
    let nested = format!("{{body: {}x{}}}", "{parent: ".repeat(90), "}".repeat(90));
    check(over(comment), &nested, codes::VALUE_TYPE);
}

#[test]
fn parts_and_alternatives_do_not_multiply() {
    // Thirty levels, each with two references to the next: as parts, as alternatives, as both.
    for keys in [["allOf", "allOf"], ["oneOf", "anyOf"], ["allOf", "oneOf"]] {
        let levels: String = (0..30)
            .map(|n| {
                let (key, next) = (keys[n % 2], n + 1);
                format!(
                    "  l{n}: {{{key}: [{{$ref: '#/components/l{next}'}}, {{$ref: '#/components/l{next}'}}]}}\n"
                )
            })
            .collect();
        let found = codes(
            over(&format!("  s: {{$ref: '#/components/l0'}}\n{levels}  l30: {{type: object}}\n")),
            "{a.b: {c: [1]}}",
        );
        assert!(!found.is_empty());
    }
    // Nested properties, each a schema with more parts.
    let wide = "  s: {allOf: [{$ref: '#/components/p'}, {$ref: '#/components/q'}]}\n  \
                p: {properties: {a: {allOf: [{$ref: '#/components/s'}, {$ref: '#/components/q'}]}}}\n  \
                q: {properties: {a: {allOf: [{$ref: '#/components/s'}, {$ref: '#/components/p'}]}}}\n";
    let call = format!("{{body.{}a: x}}", "a.".repeat(300));
    assert!(!codes(over(wide), &call).contains(&codes::PARAM_ARGUMENT_UNKNOWN));
}

#[test]
fn many_of_anything_is_answered() {
    let paths: String =
        (0..5_000).map(|n| format!("  /p{n}: {{get: {{}}, put: {{}}}}\n")).collect();
    check(format!("openapi: 3.0.0\npaths:\n{paths}"), "{}", codes::API_OPERATION_UNNAMED);
    let same: String =
        (0..3_000).map(|n| format!("  /p{n}: {{get: {{operationId: o}}}}\n")).collect();
    check(format!("openapi: 3.0.0\npaths:\n{same}"), "{}", codes::API_OPERATION_DUPLICATE);
    let parameters: Vec<_> = (0..2_000).map(|n| format!("{{in: query, name: p{n}}}")).collect();
    let operation = format!("{{operationId: o, parameters: [{}]}}", parameters.join(","));
    check(
        format!("openapi: 3.0.0\npaths: {{/: {{get: {operation}}}}}\n"),
        "{p: 1}",
        codes::API_DOCUMENT,
    );
    let properties: Vec<_> = (0..10_000).map(|n| format!("p{n}: {{type: array}}")).collect();
    let wide = over(&format!("  s: {{properties: {{{}}}}}\n", properties.join(",")));
    check(wide.clone(), "{q: 1}", codes::PARAM_ARGUMENT_UNKNOWN);
    check(wide, "{p1: [1], p2: [2]}", codes::API_ROWS_AMBIGUOUS);
}
