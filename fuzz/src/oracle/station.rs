//! Oracle for any text as a station, with rows to sort.

use arbitrary::Unstructured;
use engine::classify::Sorted;
use engine::report::Spot;
use engine::sources::Files;
use engine::station::Station;
use engine::{Deployment, Loaded, load};
use lang::Severity;
use vm::{Feed, Kinds, Shape};

use crate::generate;

/// The limit on the length of findings, in bytes for each byte of the files and one more.
const SAID: usize = 1 << 12;

/// The byte that separates a station's text from its rows in the fuzzer's bytes.
const PART: u8 = 0;

/// Loading ends, and its findings have valid places; a station that loads sorts rows.
///
/// The bytes are a station, optionally followed by a zero byte and the file `menu.json`; they also choose a generated
/// station.
pub fn station(bytes: &[u8]) {
    let (text, rows) = match bytes.iter().position(|byte| *byte == PART) {
        Some(at) => (bytes.get(..at), bytes.get(at + 1..)),
        None => (Some(bytes), Some(engine::report::codes::MENU.as_bytes())),
    };
    sort_files(text.unwrap_or_default(), rows.unwrap_or_default());
    if let Ok((text, rows)) = generate::station(&mut Unstructured::new(bytes)) {
        sort_files(text.as_bytes(), rows.as_bytes());
    }
}

/// Loads a station with a file of rows and sorts them; returns the number of items, or `None` if the station does not
/// load.
pub fn sort_files(text: &[u8], rows: &[u8]) -> Option<usize> {
    let files = files(text, rows);
    let loaded = load("station.yaml", &files, &Deployment::default());
    hold(&loaded, text.len() + rows.len());
    formatted(&loaded, rows);
    loaded.station.map(|station| sort(&station, rows))
}

/// A station loads exactly if it is not refused, and findings have places in its files.
fn hold(loaded: &Loaded, size: usize) {
    let refused = loaded.findings.iter().any(|f| f.severity == Severity::Refused);
    assert_eq!(loaded.station.is_none(), refused, "{:?}", loaded.findings);
    let mut said = 0;
    for finding in &loaded.findings {
        let fix = finding.fix.as_ref().map(|fix| &fix.at);
        let also = finding.also.iter().map(|(spot, _)| spot);
        for spot in [&finding.at].into_iter().chain(fix).chain(also) {
            within(loaded, spot);
        }
        let also: usize = finding.also.iter().map(|(_, what)| what.len()).sum();
        said += finding.message.len() + finding.help.as_ref().map_or(0, String::len) + also;
    }
    assert!(said <= SAID * (size + 1), "{said} bytes are said of {size}");
}

/// With every condition in canonical form, the station loads as before, and no edit remains.
fn formatted(loaded: &Loaded, rows: &[u8]) {
    loaded.edits.iter().for_each(|edit| within(loaded, &edit.at));
    let (Some(source), false) = (loaded.sources.first(), loaded.edits.is_empty()) else { return };
    let mut text = source.text().to_owned();
    for edit in loaded.edits.iter().rev().filter(|edit| edit.at.file == source.name()) {
        text.replace_range(edit.at.span.clone(), &edit.text);
    }
    let files = files(text.as_bytes(), rows);
    let again = load("station.yaml", &files, &Deployment::default());
    assert_eq!(again.station.is_some(), loaded.station.is_some(), "{}\n{text}", source.text());
    assert!(again.edits.is_empty(), "{:?}\n{}\n{text}", again.edits, source.text());
}

fn within(loaded: &Loaded, spot: &Spot) {
    let source = loaded.sources.iter().find(|source| source.name() == spot.file);
    let text = source.and_then(|source| source.text().get(spot.span.clone()));
    assert!(text.is_some(), "{spot:?} is no place");
    assert!(spot.start <= spot.end, "{spot:?} ends before it begins");
}

fn sort(station: &Station, rows: &[u8]) -> usize {
    let mut items = 0;
    for skill in station.skills() {
        let Some(classifier) = station.classifier(skill) else { continue };
        let mut feed = Feed::new(rows, Shape::auto());
        let mut row = classifier.row();
        while let Some(next) = feed.next() {
            let Ok(raw) = next else { continue };
            if classifier.read(raw.bytes, &mut row).is_err() {
                continue;
            }
            let kinds = classifier.kinds(&row);
            match classifier.classify(&row) {
                Sorted::Item(item) => {
                    items += 1;
                    assert!(matches!(kinds, Kinds::One(_)), "an item of {kinds:?}");
                    assert!(!item.reference().is_empty() && !item.title().is_empty());
                    assert_eq!(item.fields().count(), skill.present().fields.len());
                    let _ = (item.price(), item.currency(), item.image(), item.link());
                }
                Sorted::Dropped(drop) => assert!(!drop.word().is_empty()),
            }
        }
    }
    items
}

/// A station, its rows, and a file of two lists.
fn files(station: &[u8], rows: &[u8]) -> Files {
    let board = engine::report::codes::BOARD.as_bytes();
    Files::new([("station.yaml", station), ("menu.json", rows), ("board.json", board)])
}
