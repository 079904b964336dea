//! Tests of stations, from files to findings and items.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on fails"
)]

// The name that every other crate uses.
extern crate pointsman_engine as engine;

mod adversarial;
#[cfg(feature = "arrow")]
mod arrow;
mod diff;
mod documents;
mod effective;
mod examples;
mod items;
mod layers;
mod places;
mod refusals;
mod rules;
mod scalars;
mod spelled;

use engine::report::Finding;
use engine::sources::Files;
use engine::{Deployment, Loaded, load};

/// Loads `station.yaml`.
pub fn load_station(files: &Files) -> Loaded {
    load("station.yaml", files, &Deployment::default())
}

/// A station over one file of rows.
pub fn station(text: &str) -> Files {
    Files::new([("station.yaml", text), ("menu.json", engine::report::codes::MENU)])
}

/// A finding as text: its place, its code, its message.
pub fn shown(finding: &Finding) -> String {
    let at = &finding.at;
    let mut text = format!(
        "{}:{}:{}-{}:{} {}[{}] {}\n",
        at.file,
        at.start.line,
        at.start.column,
        at.end.line,
        at.end.column,
        finding.severity.word(),
        finding.code,
        finding.message
    );
    if let Some(help) = &finding.help {
        text.push_str(&format!("  help: {help}\n"));
    }
    if let Some(fix) = &finding.fix {
        let (start, end) = (fix.at.start, fix.at.end);
        let place = format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column);
        text.push_str(&format!("  fix: {place} {}\n", fix.text));
    }
    for (spot, what) in &finding.also {
        text.push_str(&format!(
            "  also: {}:{}:{} {what}\n",
            spot.file, spot.start.line, spot.start.column
        ));
    }
    if let Some(witness) = &finding.witness {
        text.push_str(&format!("  witness: {witness}\n"));
    }
    text
}
