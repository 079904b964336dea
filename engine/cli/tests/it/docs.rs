//! The pages for users, run: what they show is what the product does.

mod ask;
mod language;
mod page;
mod station;
mod values;

use lang::Code;
use page::Page;

/// Every code that a page names is one, and every code is on one of the two pages.
#[test]
fn the_pages_name_every_code_and_no_other() {
    let pages = [Page::read("LANGUAGE.md"), Page::read("STATION.md")];
    let mut named = Vec::new();
    for page in &pages {
        let words = page.text.split(['`', '=', '"', '\n', ' ', ')', '(']);
        let areas = |word: &&str| {
            Code::ALL.iter().any(|code| area(code.as_str()) == area(word) && word.contains('/'))
        };
        named.extend(words.filter(areas));
    }
    for word in &named {
        assert!(Code::named(word).is_some(), "a page names `{word}`, which is no code");
    }
    let silent: Vec<_> =
        Code::ALL.iter().map(|code| code.as_str()).filter(|code| !named.contains(code)).collect();
    assert!(silent.is_empty(), "no page names {silent:?}");
}

fn area(code: &str) -> &str {
    code.split('/').next().unwrap_or_default()
}
