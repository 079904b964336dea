use super::*;
use crate::documents::signature::Address;

/// A document of paths, as they are written under `paths`.
fn document(paths: &str) -> Tree {
    Tree::read(format!("openapi: 3.1.0\npaths: {paths}\n").as_bytes()).unwrap()
}

#[track_caller]
fn names(paths: &str, found: &[&str]) {
    let tree = document(paths);
    let api = read(&tree).unwrap();
    assert_eq!(api.operations.iter().map(|told| told.name.as_str()).collect::<Vec<_>>(), found);
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    names(
        "{/a: {get: {operationId: x}, post: {operationId: y}, parameters: [], x-z: {}}}",
        &["x", "y"],
    );
    names("{'/pets/{id}': {get: {}}, /pets/id: {get: {}}}", &["get_pets_id", "get_pets_id_2"]);
    names("{/a: {get: {}, post: {operationId: get_a}}}", &["get_a_2", "get_a"]);
    names("{/: {get: {operationId: ''}}}", &["get"]);
    names("{/a: {get: {operationId: s}}, /b: {get: {operationId: s}}}", &["s", "get_b"]);
    let tree = document("{/a: {get: {operationId: s}}, /b: {get: {operationId: s}}}");
    let twice = ("s".to_owned(), "GET /a".to_owned(), "GET /b".to_owned());
    assert_eq!(read(&tree).unwrap().twice, [twice]);
}

#[test]
fn what_is_no_document_of_openapi_is_told_with_its_place() {
    let check = |text: &str, why: &str| {
        let found = Tree::read(text.as_bytes()).and_then(|tree| read(&tree).map(|_| ()));
        assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{text}: {found:?}");
    };
    check("swagger: '2.0'\npaths: {}", "older form");
    check("openapi: 4.0.0", "not 3.0 or 3.1");
    check("openapi: 3.01", "not 3.0 or 3.1");
    check("openapi: []", "not a version");
    check("info: {}", "`#/openapi` is missing");
    check("[]", "it is not a map");
    check("openapi: 3.0.0\npaths: []", "`#/paths` is not a map");
    check("openapi: 3.0.0\npaths: {/a/b: 5}", "`#/paths/~1a~1b` is not a map");
    check("openapi: 3.0.0\npaths: {/a: {get: 5}}", "`#/paths/~1a/get` is not an operation");
    check("openapi: 3.0.0\npaths: {/a: {$ref: '#/b'}}", "leads to nothing");
    assert!(read(&Tree::read(b"openapi: 3.1").unwrap()).unwrap().operations.is_empty());
}

const ONE: &str = "{'/u/{id}': {parameters: [{name: id, in: path, schema: {type: string}}, {name: lang, in: query, required: true}], \
    put: {parameters: [{name: lang, in: query}, {name: X-Trace, in: header, required: true}, {name: Accept, in: header}, \
    {name: s, in: cookie}, {$ref: '#/components/parameters/page'}], requestBody: {content: {application/json: {schema: {\
    $ref: '#/components/schemas/User'}}}}}}}\n\
    components: {parameters: {page: {name: page, in: query, content: {application/json: {schema: {type: integer}}}}}, \
    schemas: {User: {type: object, required: [id, a, made], properties: {id: {type: string}, made: {readOnly: true}, \
    a: {required: [b], properties: {b: {type: string}, c.d: {type: integer}, any: {additionalProperties: {type: string}}, up: {$ref: '#/components/schemas/User'}}}}}}}";

#[track_caller]
fn address(text: &str, found: &str) {
    let tree = document(ONE);
    let signature = read(&tree).unwrap().operations[0].signature(&tree).unwrap();
    let shown = match signature.find(schemas(&tree, &Seen::default()), text).unwrap() {
        Address::Found(found) => {
            let mark = if found.required == Says::Yes { "!" } else { "" };
            format!("{}{mark}", found.address)
        }
        Address::Several(several) => format!("several: {}", several.join(" ")),
        Address::Unknown(known) => format!("none of: {}", known.join(" ")),
    };
    assert_eq!(shown, found, "{text}");
}

#[test]
fn an_argument_is_addressed_by_where_it_goes() {
    let all = "path.id query.lang header.X-Trace cookie.s query.page body.id body.made body.a";
    address("path.id", "path.id!");
    address("body.id", "body.id!");
    address("id", "several: path.id body.id");
    // The operation's own parameter replaces the path's.
    address("lang", "query.lang");
    address("header.x-trace", "header.X-Trace!");
    address("x-trace", "header.X-Trace!");
    address("page", "query.page");
    address("body", "body");
    address("body.a.b", "body.a.b!");
    address("body.a.c.d", "body.a.c.d");
    address("body.a.up.a.up.id", "body.a.up.a.up.id!");
    address("b", &format!("none of: {all}"));
    address("Accept", &format!("none of: {all}"));
    address("body.a.any.x", "body.a.any.x");
    address("body.a.any.x.y", "body.a.any.x.y");
    address("a.b", &format!("none of: body.a.b {all}"));
    address("body.a.x", "none of: body.a.b body.a.c.d body.a.any body.a.up");
    address("query.id", &format!("none of: {all}"));
    address("", &format!("none of: {all}"));
    address(
        "body.",
        "none of: body.id body.made body.a path.id query.lang header.X-Trace cookie.s query.page",
    );
}

#[track_caller]
fn missing(given: &[&str], in_body: &[&[&str]], found: &[&str]) {
    let tree = document(ONE);
    let signature = read(&tree).unwrap().operations[0].signature(&tree).unwrap();
    let given: Vec<_> = given.iter().map(|&text| text.to_owned()).collect();
    let steps = |steps: &&[&str]| steps.iter().map(|&step| step.to_owned()).collect();
    let in_body: Vec<Vec<String>> = in_body.iter().map(steps).collect();
    assert_eq!(
        signature.missing(schemas(&tree, &Seen::default()), &given, &in_body).unwrap(),
        found
    );
}

#[test]
fn what_an_operation_requires_is_asked_for() {
    missing(&[], &[], &["path.id", "header.X-Trace"]);
    missing(&["path.id", "header.X-Trace"], &[], &[]);
    missing(&["path.id", "header.X-Trace"], &[&["id"]], &["body.a"]);
    missing(&["path.id", "header.X-Trace"], &[&["id"], &["a", "c.d"]], &["body.a.b"]);
    missing(&["path.id", "header.X-Trace"], &[&["id"], &["a"]], &[]);
    missing(&["path.id", "header.X-Trace"], &[&[]], &[]);
    missing(
        &["path.id", "header.X-Trace"],
        &[&["id"], &["a", "b"], &["a", "up", "id"]],
        &["body.a.up.a"],
    );
}
