use super::*;

#[track_caller]
fn check(text: &str, found: Result<&str, &str>) {
    let tree = Tree::read(text.as_bytes());
    let shown = tree.as_ref().map(|tree| shown(tree, tree.root()));
    match (&shown, found) {
        (Ok(shown), Ok(found)) => assert_eq!(shown, found, "{text}"),
        (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
        other => panic!("{text}: {other:?}"),
    }
}

fn shown(tree: &Tree, id: NodeId) -> String {
    match tree.node(id) {
        Node::Null => "null".to_owned(),
        Node::Boolean(known) => known.to_string(),
        Node::Number(text) => text.to_string(),
        Node::Text(text) => format!("{text:?}"),
        Node::List(items) => {
            let items: Vec<_> = items.iter().map(|id| shown(tree, *id)).collect();
            format!("[{}]", items.join(","))
        }
        Node::Map(map) => {
            let entries: Vec<_> =
                map.entries.iter().map(|(key, id)| format!("{key}:{}", shown(tree, *id))).collect();
            format!("{{{}}}", entries.join(","))
        }
    }
}

#[test]
fn json_and_yaml_are_one_tree() {
    let found = r#"{b:{x:[1,-2.50e3,"a\"é😀",true,null]},a:{},c:[]}"#;
    check(
        "\u{feff}{\"b\": {\"x\": [1, -2.50e3, \"a\\\"\\u00e9\\ud83d\\ude00\", true, null]},\t\"a\": {}, \"c\":[]}\n",
        Ok(found),
    );
    check("b:\n  x: [1, -2.50e3, 'a\"é😀', true, ~]\na: {}\nc: []\n", Ok(found));
    check("a: &x [1]\nb: *x\n'200': no\nv: 3.0.1\n", Ok(r#"{a:[1],b:[1],200:"no",v:"3.0.1"}"#));
    check(r#"{"a": "\ud800"}"#, Ok("{a:\"\u{fffd}\"}"));
    check("{}", Ok("{}"));
}

#[test]
fn what_is_no_document_is_told_with_its_line() {
    check("", Err("it is empty"));
    check("{\n \"a\": 1,\n}", Err("line 3: this is no JSON"));
    check("{\"a\": 1, \"a\": 2}", Err("a map has the key `a` twice"));
    check("a: 1\na: 2\n", Err("line 2: a map has the key `a` twice"));
    check("a: [\n", Err("line"));
    check("a: &a [*a]\n", Err("an alias is inside the node that it names"));
    check(&"[".repeat(100_000), Err("nests over 128"));
    check(&format!("{{\"a\":{}", "[".repeat(100_000)), Err("nested deeper than 128"));
    check(&" ".repeat(MAX_DOCUMENT + 1), Err("which is the limit"));
}

#[test]
fn a_reference_leads_where_it_says() {
    let text = r##"{"a/b": {"~": [7, {"$ref": "#/x"}]}, "x": {"$ref": "#/a~1b/~0/0"}, "c": {"$ref": "#/c"}, "o": {"$ref": "p.yaml#/a"}, "n": {"$ref": "#/n/o"}}"##;
    let tree = Tree::read(text.as_bytes()).unwrap();
    let follow = |key: &str| {
        let id = tree.get(tree.root(), key).unwrap();
        tree.follow(tree.root(), id).map(|id| shown(&tree, id))
    };
    assert_eq!(follow("x"), Ok("7".to_owned()));
    assert_eq!(follow("c"), Err(RefFault::Circle("#/c".to_owned())));
    assert_eq!(follow("o"), Err(RefFault::Elsewhere("p.yaml#/a".to_owned())));
    assert_eq!(follow("n"), Err(RefFault::Nothing("#/n/o".to_owned())));
}
