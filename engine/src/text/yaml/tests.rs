use super::*;
use crate::text::source::Source;

fn source(text: &str) -> Source {
    Source::new("s.yaml", text.to_owned())
}

/// Checks the faults of a text, each as `line:column word`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let source = source(text);
    let faults = read(&source, &["when"]).1;
    let told: Vec<_> = faults
        .iter()
        .map(|fault| {
            let at = source.position(fault.span.start);
            let word = match &fault.kind {
                FaultKind::Syntax(what) => what.clone(),
                FaultKind::Escape => format!("escape {}", source.slice(fault.span.clone())),
                FaultKind::Tab => "tab".to_owned(),
                FaultKind::DuplicateKey(key, first) => {
                    format!("{key} again, first on line {}", source.position(first.start).line)
                }
                FaultKind::SecondDocument => "second document".to_owned(),
                FaultKind::TooLarge => "too large".to_owned(),
                FaultKind::TooDeep => "too deep".to_owned(),
                FaultKind::Expansion => "expansion".to_owned(),
                FaultKind::Circle => "circle".to_owned(),
                FaultKind::Key => "key".to_owned(),
                FaultKind::Quote => "quote".to_owned(),
            };
            format!("{}:{} {word}", at.line, at.column)
        })
        .collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn what_is_no_yaml_is_told_at_its_place() {
    check("a: [b, c\n", &["2:1 while parsing a flow sequence, expected ',' or ']'"]);
    check("a: b: c\n", &["1:5 a value contains a second `: `"]);
    check("a: 1\nb\n", &["3:1 a line is not `key: value`"]);
    check("a: *x\n", &["1:4 an alias names no anchor"]);
    check("a: 'b' c\n", &["1:8 a text goes on after its closing quote"]);
}

#[test]
fn a_tab_in_indentation_is_called_a_tab() {
    check("fields:\n\tprice: {type: price}\n  name: {type: text}\t# fine\n", &["2:1 tab"]);
    check("a:\n  b: 1\n\tc: 2\n", &["3:1 tab"]);
    check("a:\n  \tb: 1\n", &["2:3 tab"]);
    check("a: b\t# fine\nc:\td\ne: 'f\tg'\n", &[]);
}

#[test]
fn a_key_stands_once_at_every_depth() {
    check("a: 1\nb: 2\na: 3\n", &["3:1 a again, first on line 1"]);
    check("s:\n  - {a: 1, \"a\": 2}\n", &["2:12 a again, first on line 2"]);
    check("x: &x {a: 1, a: 2}\ny: *x\n", &["1:14 a again, first on line 1"]);
    check("? [a]\n: b\n", &["1:3 key"]);
}

#[test]
fn a_file_is_one_document() {
    check("---\na: 1\n...\n", &[]);
    check("\u{feff}a: 1\r\nb: {}\r\n---\r\nc: 1\r\n", &["3:1 second document"]);
    check("a: 1\n...\nb: 1\n", &["2:1 second document"]);
    check("# nothing\n", &[]);
}

#[test]
fn limits_are_told_where_they_are_passed() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    check(&deep(128), &[]);
    check(&deep(129), &["1:129 too deep"]);
    check(&deep(100_000), &["1:129 too deep"]);
    check(&"- ".repeat(500_000), &["1:257 too deep"]);
    check(&format!("a: &a {}\nb: [*a, {}]\n", deep(120), deep(127)), &["2:135 too deep"]);
    check(&format!("a: &a {}\nb: [[[[[[[[*a]]]]]]]]\n", deep(120)), &["2:12 too deep"]);
    check("a: &a [*a]\n", &["1:8 circle"]);
    check(&format!("a: {}", "b".repeat(4 << 20)), &["1:1 too large"]);
}

#[test]
fn aliases_add_a_hundred_thousand_nodes_at_most() {
    let mut bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (before, key) in ('a'..='i').zip('b'..='j') {
        let list = vec![format!("*{before}"); 9].join(",");
        bomb.push_str(&format!("{key}: &{key} [{list}]\n"));
    }
    check(&bomb, &["6:8 expansion"]);
    check(&format!("a: &a x\nb: [{}]\n", vec!["*a"; 100_000].join(",")), &[]);
    check(&format!("a: &a x\nb: [{}]\n", vec!["*a"; 100_001].join(",")), &["2:300005 expansion"]);
}

#[test]
fn a_condition_that_begins_with_a_quote_does_not_hide_the_rest() {
    check("when: '149' == $fields.a\nb: 1\nb: 2\n", &["1:7 quote", "3:1 b again, first on line 2"]);
    check("when: &y '149' == $fields.a\nb: *y\n", &["1:10 quote"]);
    check("a: {when: \"é\" == $fields.a, b: 1}\nc: 1\n", &["1:11 quote"]);
}

/// Checks the place in the file of `of`, a part of the value of the key `a`.
#[track_caller]
fn place(text: &str, of: &str, line: usize, column: usize) {
    let source = source(text);
    let document = read(&source, &["when"]).0.unwrap();
    let root = document.node(document.root().unwrap()).unwrap();
    let Kind::Map(entries) = &root.kind else { panic!("no map") };
    let node = document.node(entries[0].1).unwrap();
    let span = node.span.start as usize..node.span.end as usize;
    let Kind::Scalar(kept, style) = &node.kind else { panic!("no scalar") };
    let raw = source.slice(span.clone());
    let value = match kept {
        Text::InFile => raw,
        Text::Owned(text) => text,
    };
    let at = value.find(of).unwrap();
    let places = Places::new(value, *style, source.text(), span.clone());
    let found = places.range(&(at..at + of.len()));
    let start = source.position(found.start);
    assert_eq!((start.line, start.column), (line, column), "{text}");
    if !of.contains([' ', '\n', '\'', '\\', '"', '\t']) {
        assert_eq!(source.slice(found), of, "{text}");
    }
    assert_eq!(places.range(&(value.len()..value.len())).len(), 0);
}

#[test]
fn a_place_in_a_value_is_a_place_in_the_file() {
    place("a: one two", "two", 1, 8);
    place("a: é two", "two", 1, 6);
    place("a: one\n  two\n\n  three", "two", 2, 3);
    place("a: one\n  two\n\n  three", "three", 4, 3);
    place("a: 'it''s two'", "two", 1, 11);
    place("a: 'it''s\n   two'", "two", 2, 4);
    place("a: \"x\\ty\\u00e9 two\"", "two", 1, 16);
    place("a: \"x\\\n    two\"", "two", 2, 5);
    place("a: \"x\\\"y\"", "\"", 1, 6);
    place("a: |\n  one\n   two\n\n  three\n", "one", 2, 3);
    place("a: |\n  one\n   two\n\n  three\n", "two", 3, 4);
    place("a: |\n  one\n   two\n\n  three\n", "three", 5, 3);
    place("a: |\n\n\n  one\n  two\n", "two", 5, 3);
    place("a: >-\n  one\n  two\n\n  three\n", "two", 3, 3);
    place("a: >-\n  one\n  two\n\n  three\n", "three", 5, 3);
    place("a: >\n  one\n    two\n  three\n", "two", 3, 5);
    place("a: >\r\n  one\r\n  two\r\n  three\r\n", "three", 4, 3);
    place("a: |2\n    one\n  two\n", "one", 2, 5);
}

/// Small numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn one_of<'a>(&mut self, parts: &[&'a str]) -> &'a str {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        parts[(self.0 >> 33) as usize % parts.len()]
    }
}

const STARTS: &[&str] =
    &["'", "\"", "x", "|\n  ", ">\n  ", ">-\n  ", "|+\n  ", "|2\n", ">1-\n", "|\n\n   \n  "];
const PARTS: &[&str] = &[
    "a", "é", "bc", " ", " ", "  ", "\t", "\n  ", "\n  ", "\r\n  ", "\n", "\n    ", "''", "\\\n  ",
    "\\n", "\\u00e9", "\\x41", "\\\"", "\\ ", "\n \t ",
];
const ABOUT: &[&str] = &["", "&y ", "&y\n  ", "!t &y # c\n  ", "&y\t!<t> "];

#[test]
fn every_character_stands_where_its_place_says() {
    let mut dice = Dice(7);
    let mut seen = 0;
    for _ in 0..20_000 {
        let start = dice.one_of(STARTS);
        let mut text = format!("a: {}{start}", dice.one_of(ABOUT));
        for _ in 0..12 {
            text.push_str(dice.one_of(PARTS));
        }
        let end = if start == "'" || start == "\"" { start } else { "" };
        text.push_str(end);
        text.push_str(dice.one_of(&["", " # c", "\n", "\nb: c\n", "\n\n # c\nb: c\n"]));
        seen += usize::from(characters(&text).is_some());
    }
    assert!(seen > 5_000, "{seen}");
}

/// Holds the places of all characters of the value of `a` against the file, where this is YAML.
fn characters(text: &str) -> Option<()> {
    let source = source(text);
    let document = read(&source, &["when"]).0?;
    let root = document.node(document.root()?)?;
    let Kind::Map(entries) = &root.kind else { return None };
    let node = document.node(entries.first()?.1)?;
    let span = node.span.start as usize..node.span.end as usize;
    let Kind::Scalar(kept, style) = &node.kind else { return None };
    let raw = source.slice(span.clone());
    let value = match kept {
        Text::InFile => raw,
        Text::Owned(text) => text,
    };
    let whole = raw.trim_matches([' ', '\t', '\r', '\n']);
    assert!(
        whole.len() == raw.len() || matches!(style, Style::Literal | Style::Folded),
        "{text:?}"
    );
    let places = Places::new(value, *style, source.text(), span.clone());
    let mut before = span.start;
    for (at, c) in value.char_indices() {
        let place = places.range(&(at..at + c.len_utf8()));
        assert!(before <= place.start && place.end <= span.end.max(span.start), "{text:?} {at}");
        before = place.start;
        let there = source.slice(place);
        let holds = match c {
            _ if there.starts_with('\\') && *style == Style::DoubleQuoted => true,
            ' ' | '\t' | '\n' => there.trim().is_empty(),
            '\'' if *style == Style::SingleQuoted => there == "''",
            c => there.chars().eq([c]),
        };
        assert!(holds, "{text:?} {value:?} {at} {there:?}");
    }
    Some(())
}
