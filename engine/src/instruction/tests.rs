use super::*;

fn skill(name: &str, body: &str) -> Instruction {
    Instruction {
        name: name.to_owned(),
        description: format!("when {name}"),
        body: body.to_owned(),
    }
}

fn skills(names: &[&str]) -> Vec<Instruction> {
    names.iter().map(|name| skill(name, "do it")).collect()
}

/// What a list is refused with.
#[track_caller]
fn refused(registry: &Registry, bundle: &[&str], call: &[&str], code: Code, data: Value) {
    let fault = registry.resolve(&skills(bundle), &skills(call)).unwrap_err();
    assert_eq!((fault.code(), fault.data()), (code, data), "{fault}");
}

#[test]
fn a_list_is_the_bundle_then_the_call_as_given() {
    let (bundle, call) = (skills(&["b", " a "]), skills(&["A"]));
    let list = Registry::default().resolve(&bundle, &call).unwrap();
    assert_eq!(list, [bundle, call].concat());
    assert_eq!(Registry::default().resolve(&[], &[]), Ok(Vec::new()));
}

#[test]
fn names_are_compared_trimmed_and_composed_and_told_as_given() {
    let registry = Registry::default();
    let names = |bundle: &[&str], call: &[&str], data| {
        refused(&registry, bundle, call, codes::INSTRUCTIONS_NAMES, data);
    };
    names(&["a", "b"], &["a"], json!({"duplicates": ["a"], "emptyNames": 0}));
    names(
        &["é ", "x", "e\u{301}", "é"],
        &["x"],
        json!({"duplicates": ["é ", "x"], "emptyNames": 0}),
    );
    names(&["x", "y", "y"], &["x"], json!({"duplicates": ["x", "y"], "emptyNames": 0}));
    names(&["", " \t"], &["a"], json!({"duplicates": [], "emptyNames": 2}));
    names(&["", "a"], &["a", "\u{a0}"], json!({"duplicates": ["a"], "emptyNames": 2}));
}

#[test]
fn names_come_before_the_count_and_the_count_before_bodies() {
    let registry = Registry { max_skills: 2, max_body_chars: 4, ..Registry::default() };
    let names = json!({"duplicates": ["a"], "emptyNames": 0});
    refused(&registry, &["a", "b"], &["a"], codes::INSTRUCTIONS_NAMES, names);
    let count = json!({"maxSkills": 2, "count": 3});
    refused(&registry, &["a", "b"], &["c"], codes::INSTRUCTIONS_COUNT, count);
    let body = json!({"maxBodyChars": 4, "skill": "a", "length": 5});
    refused(&registry, &["a", "b"], &[], codes::INSTRUCTIONS_BODY, body);
    // Four characters, eight bytes.
    assert!(registry.upsert(&[skill("a", "éééé")]).is_ok());
}

#[test]
fn a_slot_is_lines_that_no_text_can_forge() {
    let registry = Registry::default();
    let list = [
        Instruction {
            name: "refunds".to_owned(),
            description: "when money\r\n- goes:  back\u{2028}now ".to_owned(),
            body: "one\r\ntwo\n\n".to_owned(),
        },
        skill("b\n## c", "x\n"),
    ];
    assert_eq!(
        registry.render_slot(&list, Slot::Listed),
        "Skills — load one with dyna_aigw_load_skill when the task needs it:\n\
         - refunds: when money - goes: back now\n- b ## c: when b ## c"
    );
    assert_eq!(
        registry.render_slot(&list, Slot::Inline),
        "Skills — instructions for this call:\n\n## refunds\none\ntwo\n\n## b ## c\nx"
    );
    for slot in [Slot::Listed, Slot::Inline] {
        assert_eq!(registry.render_slot(&[], slot), "");
        let named = Registry { load_tool: "load".to_owned(), ..Registry::default() };
        assert!(!named.render_slot(&list, slot).contains("dyna"));
    }
}

#[test]
fn the_tool_loads_what_it_was_made_for() {
    let registry = Registry::default();
    let list = [skill("a ", "é\"\n"), skill("b", "")];
    let tool = registry.make_load_skill_tool(&list).unwrap();
    assert_eq!(tool.json()["inputSchema"]["properties"]["name"]["enum"], json!(["a ", "b"]));
    assert_eq!(tool.json()["policy"], "ALLOW");
    assert_eq!(tool.max_output_chars, r#"{"name":"a ","body":"é\"\n"}"#.chars().count());
    let loaded = tool.load("a ").unwrap();
    assert_eq!((loaded.name, loaded.body), ("a ", "é\"\n"));
    assert_eq!(tool.load("a"), None);
    let fault = registry.make_load_skill_tool(&[]).unwrap_err();
    assert_eq!((fault.code(), fault.data()), (codes::INSTRUCTIONS_EMPTY, json!({})));
}

#[test]
fn a_call_without_tools_gets_the_bodies() {
    let registry = Registry::default();
    let (bundle, call) = (skills(&["a"]), skills(&["b"]));
    for mode in [Mode::Ask, Mode::Run, Mode::Resume] {
        let prepared = registry.prepare(&bundle, &call, mode).unwrap();
        let slot = if mode == Mode::Ask { Slot::Inline } else { Slot::Listed };
        assert_eq!(prepared.slot, registry.render_slot(&prepared.skills, slot));
        assert_eq!(prepared.tool.is_some(), mode != Mode::Ask);
        let none = registry.prepare(&[], &[], mode).unwrap();
        assert_eq!((none.slot.as_str(), none.tool), ("", None));
        assert!(registry.prepare(&bundle, &bundle, mode).is_err());
    }
}

/// What a file is read as: its name, its description, its body.
#[track_caller]
fn reads(text: &str, expected: [&str; 3]) {
    let source = crate::text::source::Source::new("SKILL.md", text.to_owned());
    let skill = file::read(&source).unwrap().instruction;
    assert_eq!([skill.name.as_str(), &skill.description, &skill.body], expected);
}

/// Where and why a file is none.
#[track_caller]
fn bad(text: &str, part: &str, why: &str) {
    let source = crate::text::source::Source::new("SKILL.md", text.to_owned());
    let bad = file::read(&source).unwrap_err();
    assert_eq!((source.slice(bad.at), bad.why.as_str()), (part, why), "{text}");
}

#[test]
fn a_file_survives_what_editors_and_authors_do() {
    let text =
        "---\nname: refunds\ndescription: when: money, goes back\nlicense: MIT\n---\nOne\n\nTwo\n";
    let expected = ["refunds", "when: money, goes back", "One\n\nTwo\n"];
    reads(text, expected);
    reads(&format!("\u{feff}{}", text.replace('\n', "\r\n")), expected);
    reads("---\nname: a\ndescription: \"b: c\"\n---", ["a", "b: c", ""]);
    reads("---\nname: a\ndescription: >\n  b: c\n  d\n---\n---\n", ["a", "b: c d", "---\n"]);
    reads(
        "---\nname: a\ndescription: b \"c\": \\d\n  e: f\nmetadata:\n  x: y\n---\n",
        ["a", "b \"c\": \\d e: f", ""],
    );
    reads("---\nname: 0123\ndescription: no\n---\n", ["0123", "no", ""]);
}

#[test]
fn a_bad_file_is_told_where_it_is_bad() {
    bad("", "", "there is no front matter: the first line is not `---`");
    bad("# Refunds\n", "# Refunds", "there is no front matter: the first line is not `---`");
    bad("---\nname: a\n", "---", "the front matter does not end: there is no second line `---`");
    bad("---\nname: a\n---\n", "---", "`description` is missing");
    bad("---\nname:\ndescription: b\n---\n", "name:", "`name` is missing");
    bad("---\nname: ' '\ndescription: b\n---\n", "' '", "`name` is missing");
    bad("---\nname: [a]\ndescription: b\n---\n", "[a]", "a list where `name` is a text");
    bad("---\n- name\n---\n", "---", "its front matter is not a map");
    bad("---\nname: a\nname: b\n---\n", "name", "it has the key `name` twice");
    let deep = format!("---\nname: {}\n---\n", "[".repeat(200_000));
    let read = move || bad(&deep, "[", "its front matter nests too deep");
    std::thread::Builder::new().stack_size(512 << 10).spawn(read).unwrap().join().unwrap();
}
