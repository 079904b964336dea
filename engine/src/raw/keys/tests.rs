//! The table of keys against the code that reads keys.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::{Need, Section};
use crate::report::codes::{self, Subject};
use crate::sources::Files;
use crate::{Deployment, load};

thread_local! {
    static ASKED: RefCell<BTreeSet<(String, String)>> = RefCell::default();
}

/// Notes that a key of a section is read.
pub(crate) fn ask(section: Section, key: &str) {
    ASKED.with_borrow_mut(|asked| asked.insert((format!("{section:?}"), key.to_owned())));
}

/// A station with every section.
const RARE: &str = include_str!("tests/rare.yaml");

#[test]
fn every_key_of_the_table_is_read() {
    let examples = codes::all().flat_map(|code| [code.good(), code.bad()]);
    let examples = examples.filter(|example| example.subject == Subject::Station);
    for text in examples.map(|example| example.text()).chain([RARE.to_owned()]) {
        let files = [("station.yaml", text.as_str()), ("more.yaml", "skills: []\n")];
        load("station.yaml", &Files::new(files), &Deployment::default());
    }
    let all = Section::ALL.iter().flat_map(|section| {
        section.names().map(move |key| (format!("{section:?}"), key.to_owned()))
    });
    // Files are gathered by `include` before any key is read.
    let all = all.filter(|(_, key)| key != "include");
    let unread: Vec<_> =
        ASKED.with_borrow(|asked| all.filter(|key| !asked.contains(key)).collect());
    assert!(unread.is_empty(), "no code reads {unread:?}");
}

#[test]
fn every_key_has_a_description_of_its_own() {
    for section in Section::ALL {
        let mut said = BTreeSet::new();
        for key in section.keys() {
            let of = format!("{section:?}.{}: {}", key.name, key.says);
            assert!(key.says.len() > 8 && !key.says.ends_with('.'), "{of}");
            assert!(key.says.starts_with(|c: char| c.is_uppercase()), "{of}");
            assert!(said.insert(key.says), "{of}: another key of the section says the same");
            assert!(!key.phrase().is_empty(), "{of}");
        }
    }
}

#[test]
fn a_guard_alone_has_a_choice_of_keys() {
    let with = |section: &&Section| section.keys().iter().any(|key| key.need == Need::OneOf);
    assert_eq!(Section::ALL.iter().filter(with).collect::<Vec<_>>(), [&Section::Guard]);
    assert_eq!(Section::Guard.one_of().count(), 9);
}
