//! Tests the examples of the user pages against the product.

mod ask;
mod language;
pub mod page;
mod rules;
mod station;
mod values;

use std::process::Command;

use engine::report::codes;
use page::Page;

/// Every code on a page exists, and every code is on one of the two pages.
#[test]
fn the_pages_name_every_code_and_no_other() {
    let pages = [Page::read("LANGUAGE.md"), Page::read("STATION.md")];
    let mut named = Vec::new();
    for page in &pages {
        let words = page.text.split(['`', '=', '"', '\n', ' ', ')', '(']);
        let areas = |word: &&str| {
            codes::all().any(|code| area(code.as_str()) == area(word) && word.contains('/'))
        };
        named.extend(words.filter(areas));
    }
    for word in &named {
        assert!(codes::named(word).is_some(), "a page names `{word}`, which is no code");
    }
    let silent: Vec<_> =
        codes::all().map(|code| code.as_str()).filter(|code| !named.contains(code)).collect();
    assert!(silent.is_empty(), "no page names {silent:?}");
}

fn area(code: &str) -> &str {
    code.split('/').next().unwrap_or_default()
}

/// The page of codes matches the program's output. To update: `pointsman explain-code --all > docs/CODES.md`.
#[test]
fn the_page_of_codes_is_what_the_program_prints() {
    let printed = Command::new(env!("CARGO_BIN_EXE_pointsman"))
        .args(["explain-code", "--all"])
        .output()
        .unwrap();
    let page = std::fs::read_to_string(page::folder().join("CODES.md")).unwrap();
    assert!(
        page == String::from_utf8(printed.stdout).unwrap(),
        "docs/CODES.md is not what `explain-code --all` prints"
    );
}

/// The page of keys is what the program prints. If it is not: `pointsman schema --markdown > docs/KEYS.md`.
#[test]
fn the_page_of_keys_is_what_the_program_prints() {
    let printed = Command::new(env!("CARGO_BIN_EXE_pointsman"))
        .args(["schema", "--markdown"])
        .output()
        .unwrap();
    let page = std::fs::read_to_string(page::folder().join("KEYS.md")).unwrap();
    assert!(
        page == String::from_utf8(printed.stdout).unwrap(),
        "docs/KEYS.md is not what `schema --markdown` prints"
    );
}

/// The target of every link exists: the page and its heading.
#[test]
fn links_lead_somewhere() {
    let read = |name: &str| std::fs::read_to_string(page::folder().join(name));
    let mut links = 0;
    for name in ["LANGUAGE.md", "STATION.md", "KEYS.md", "COLUMNS.md"] {
        let text = read(name).unwrap();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = read(if file.is_empty() { name } else { file });
            let target = target.unwrap_or_else(|fault| panic!("docs/{name}: `{link}`: {fault}"));
            let found = anchor.is_empty() || headings(&target).any(|heading| heading == anchor);
            assert!(found, "docs/{name}: no heading for `{link}`");
            links += 1;
        }
    }
    assert!(links > 5);
}

/// The headings of a page in the form in which links name them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix('#'));
    lines.map(|line| {
        let kept = line.trim_start_matches('#').trim().to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    })
}
