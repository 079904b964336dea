//! Tests of malicious files: they are refused within a small stack, whatever they contain.

use engine::report::codes;
use lang::Code;

use crate::station;

/// Loads a station on a thread with a stack of 512 KiB and checks its codes.
#[track_caller]
fn check(text: String, code: Code) {
    let codes = on_small_stack(text);
    assert!(codes.contains(&code), "{codes:?} {code}");
}

fn on_small_stack(text: String) -> Vec<Code> {
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    let run =
        move || crate::load_station(&station(&text)).findings.iter().map(|f| f.code).collect();
    thread.spawn(run).unwrap().join().unwrap()
}

#[test]
fn aliases_do_not_multiply() {
    let mut bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (before, key) in ('a'..='y').zip('b'..='z') {
        bomb.push_str(&format!("{key}: &{key} [{}]\n", vec![format!("*{before}"); 9].join(",")));
    }
    check(bomb, codes::YAML_EXPANSION);
    check("skills: &a [*a]\n".to_owned(), codes::YAML_EXPANSION);
}

#[test]
fn nesting_ends_at_its_limit() {
    for unit in ["[", "{a: ", "- ", "? ", "[[{"] {
        check(unit.repeat(100_000), codes::YAML_TOO_DEEP);
    }
    check(format!("skills: {}", "[{a: ".repeat(100_000)), codes::YAML_TOO_DEEP);
}

#[test]
fn a_file_of_the_greatest_size_is_read() {
    let fill = |unit: &str| format!("skills: []\nx: {}", unit.repeat((4 << 20) / unit.len() - 16));
    for (unit, expected) in [
        ("a", vec![codes::KEY_UNKNOWN]),
        ("\"", vec![codes::YAML_SYNTAX]),
        ("a\n b", vec![codes::KEY_UNKNOWN]),
        ("&a ", vec![codes::YAML_SYNTAX]),
    ] {
        assert_eq!(on_small_stack(fill(unit)), expected, "{unit:?}");
    }
    check("a".repeat((4 << 20) + 1), codes::YAML_TOO_LARGE);
    check(format!("skills: []\n{}", "k: 1\n".repeat(1_000)), codes::YAML_DUPLICATE_KEY);
}

#[test]
fn findings_end_at_their_limit() {
    let loaded = crate::load_station(&station(&format!("skills: [{}]", "a,".repeat(100_000))));
    assert_eq!((loaded.findings.len(), loaded.more), (1_000, engine::report::More::Yes));
    assert!(loaded.station.is_none());
}

#[test]
fn a_condition_of_any_size_is_refused_in_its_place() {
    let station = |when: String| {
        format!(
            "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n- name: menu\n  invoke: {{method: getMenu}}\n  \
             kinds: {{dish: {{when: \"{when}\"}}}}\n  present: {{fields: {{x: {{type: boolean}}}}}}\n"
        )
    };
    check(station("(".repeat(100_000)), codes::CONDITION_TOO_LONG);
    check(station("(".repeat(60_000)), codes::CONDITION_TOO_DEEP);
    check(station("not ".repeat(15_000)), codes::CONDITION_TOO_DEEP);
    check(station("$fields.x < ".repeat(5_000)), codes::CONDITION_CHAINED);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let files = engine::sources::Files::new([("station.yaml", b"skills: \xff\n".as_slice())]);
    let loaded = crate::load_station(&files);
    assert_eq!(loaded.findings[0].code, codes::YAML_SYNTAX);
    assert_eq!(loaded.findings[0].at.start.column, 9);
    for text in [
        "",
        "\u{feff}",
        "\0",
        "\u{feff}\u{feff}",
        "---",
        "...",
        "%",
        "\r",
        "&",
        "*",
        "!",
        "|",
        ">",
        "- ",
    ] {
        on_small_stack(text.to_owned());
    }
}

/// Small numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Fragments that typing mistakes insert into a file.
const SLIPS: &[&str] = &[
    "", " ", "\n", "\t", "'", "\"", "\\", ": ", "- ", "[", "]", "{", "}", "#", " #", "!", "&a ",
    "*a", "$", "é", "\r\n", ",", "|", ">", "---\n", "\u{feff}", "0", "a",
];

#[test]
fn a_slip_of_the_pen_is_told_at_a_place_that_is_there() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals");
    let mut dice = Dice(7);
    let entries: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(!entries.is_empty(), "no file in the folder");
    for entry in entries {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let text = text.split("=== ").nth(1).and_then(|s| s.split_once('\n')).unwrap().1;
        for _ in 0..40 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=dice.below(3) {
                let start = dice.below(chars.len());
                let end = (start + dice.below(4)).min(chars.len());
                chars.splice(start..end, SLIPS[dice.below(SLIPS.len())].chars());
            }
            holds(&chars.into_iter().collect::<String>());
        }
    }
}

/// Checks that every place of every finding is in the file. Checks that a station loads unless it is refused.
#[track_caller]
fn holds(text: &str) {
    let loaded = crate::load_station(&station(text));
    let refused = loaded.findings.iter().any(|f| f.severity == lang::Severity::Refused);
    assert_eq!(loaded.station.is_none(), refused, "{text}");
    if loaded.station.is_some() {
        formed(text, &loaded.edits);
    }
    for finding in &loaded.findings {
        let fix = finding.fix.as_ref().map(|fix| &fix.at);
        let also = finding.also.iter().map(|(spot, _)| spot);
        for spot in [&finding.at].into_iter().chain(fix).chain(also) {
            assert!(text.get(spot.span.clone()).is_some(), "{spot:?} {finding:?}\n{text}");
            assert!(spot.start <= spot.end, "{spot:?}");
        }
    }
}

/// Checks that the canonical form is a station in canonical form; comments, anchors and aliases stay.
#[track_caller]
fn formed(text: &str, edits: &[engine::report::Edit]) {
    let mut formed = text.to_owned();
    for edit in edits.iter().rev() {
        formed.replace_range(edit.at.span.clone(), &edit.text);
    }
    let again = crate::load_station(&station(&formed));
    assert!(again.station.is_some() && again.edits.is_empty(), "{text}\n{formed}");
    for sign in ["# ", "&", "*"] {
        assert_eq!(formed.matches(sign).count(), text.matches(sign).count(), "{text}\n{formed}");
    }
}

#[test]
fn guards_over_many_fields_are_all_looked_at() {
    let guards: String =
        (0..1_500).map(|n| format!("        - require: $item.fields.f{n} > {n}\n")).collect();
    let rest = format!("    kinds: {{dish: {{}}}}\n    select:\n      guards:\n{guards}");
    let loaded = crate::load_station(&station(&wide(1_500, &rest)));
    assert_eq!(loaded.findings, []);
    assert!(loaded.station.is_some());
}

/// A skill with the integer fields `f0`, `f1` …, and the rest of its keys.
fn wide(fields: usize, rest: &str) -> String {
    let fields: String =
        (0..fields).map(|n| format!("        f{n}: {{type: integer}}\n")).collect();
    format!(
        "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n  - name: menu\n    \
         cognitive: {{objective: eat}}\n    invoke: {{method: getMenu}}\n    present:\n      \
         fields:\n{fields}{rest}"
    )
}

/// A condition has slots only for the values that it reads and `$now`, however many others are declared.
#[track_caller]
fn holds_what_it_reads(guards: &[std::sync::Arc<engine::station::Guard>], count: usize) {
    let conditions = guards.iter().filter_map(|guard| match &guard.rule {
        engine::station::Rule::Require(condition) => Some(condition),
        _ => None,
    });
    let slots: Vec<_> = conditions.map(|condition| condition.slots.len()).collect();
    assert_eq!(slots, vec![2; count]);
}

#[test]
fn a_condition_holds_what_it_reads() {
    let guards: String = (0..2_000)
        .map(|n| {
            format!(
                "        - form: {{q{n}: {{type: integer}}}}\n        - require: $form.q{n} > {n}\n"
            )
        })
        .collect();
    let rest = format!("    kinds: {{dish: {{}}}}\n    select:\n      guards:\n{guards}");
    let loaded = crate::load_station(&station(&wide(1, &rest)));
    assert_eq!(loaded.findings, []);
    let station = loaded.station.unwrap();
    holds_what_it_reads(&station.skills()[0].kinds()[0].select.guards, 2_000);
}

#[test]
fn kinds_share_what_they_read() {
    let guarded = "select: {guards: [require: $item.fields.f1 > 3]}";
    let kinds = |count: usize, rest: &str| -> String {
        let kind = |n| format!("      k{n}: {{when: $fields.f0 == {n}, {rest}}}\n");
        format!("    kinds:\n{}", (0..count).map(kind).collect::<String>())
    };
    for rest in ["", "select: {guards: {add: [require: $item.fields.f1 > 3]}}", guarded] {
        let loaded = crate::load_station(&station(&wide(500, &kinds(500, rest))));
        let weighty = loaded.findings.iter().filter(|f| f.severity != lang::Severity::Note);
        assert_eq!(weighty.count(), 0);
        let station = loaded.station.unwrap();
        for kind in station.skills()[0].kinds() {
            holds_what_it_reads(&kind.select.guards, usize::from(!rest.is_empty()));
        }
    }
}
