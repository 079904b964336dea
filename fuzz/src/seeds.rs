//! The seeds of a fuzz run: the project's conditions, rows, stations and examples, in the form of each oracle.

use std::fs;
use std::io;
use std::path::Path;

use arbitrary::Unstructured;
use engine::report::codes::{self, Subject};
use sha2::{Digest, Sha256};
use vm::{Feed, Layout, Reading, Shape, Type, Value};

use crate::oracle::{ORACLES, unchanged};

/// The largest seed, in bytes.
const LARGEST: usize = 4 << 10;

/// The number of seeds for an oracle that reads its bytes as choices.
const CHOICES: u8 = 24;

/// A first input of an oracle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The oracle's name.
    pub oracle: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Seed {
    /// The seed for the combined oracle: the byte that chooses this oracle, then its bytes.
    pub fn of_all(&self) -> Vec<u8> {
        let number = ORACLES.iter().position(|(name, _)| *name == self.oracle).unwrap_or_default();
        [&[u8::try_from(number).unwrap_or_default()], self.bytes.as_slice()].concat()
    }
}

/// Every seed from the project's folder, without duplicates.
///
/// # Errors
/// If a folder or file of the project cannot be read.
pub fn seeds(project: &Path) -> io::Result<Vec<Seed>> {
    let mut seeds = Seeds::default();
    for text in texts(&project.join("lang/conformance"))? {
        text.lines().for_each(|line| seeds.case(line));
    }
    for code in codes::all() {
        for example in [code.bad(), code.good()] {
            match example.subject {
                Subject::Condition(_) | Subject::Require(_) => seeds.condition(&example.text()),
                Subject::Station => seeds.add("station", example.text()),
                // No oracle reads such calls.
                Subject::Instructions => {}
            }
        }
    }
    for text in texts(&project.join("engine/tests/refusals"))? {
        let files = text.split("=== station.yaml\n").skip(1);
        files
            .for_each(|file| seeds.add("station", file.split("\n=== ").next().unwrap_or_default()));
    }
    for text in texts(&project.join("engine/tests/rules"))? {
        seeds.file(&text);
    }
    for example in fs::read_dir(project.join("examples"))? {
        for text in texts(&example?.path())? {
            seeds.file(&text);
        }
    }
    seeds.choices();
    let mut seeds = seeds.0;
    seeds.retain(|seed| seed.bytes.len() <= LARGEST);
    seeds.sort_unstable();
    seeds.dedup();
    Ok(seeds)
}

#[derive(Default)]
struct Seeds(Vec<Seed>);

impl Seeds {
    fn add(&mut self, oracle: &'static str, bytes: impl Into<Vec<u8>>) {
        self.0.push(Seed { oracle, bytes: bytes.into() });
    }

    fn condition(&mut self, text: &str) {
        self.add("parse", text);
        self.add("format", text);
    }

    /// A file of rows, for several locations of the rows.
    fn rows(&mut self, file: &str) {
        for shape in [0, 3, 7] {
            self.add("feed", [&[shape, 2], file.as_bytes()].concat());
        }
    }

    /// A line of conformance: its condition, its rows, and the line as a row.
    fn case(&mut self, line: &str) {
        let condition = vm::Path::parse("condition").map(|path| (path, Type::Text));
        let layout = Layout::new(&Vec::from_iter(condition), Reading::default());
        let mut row = layout.row();
        if layout.read(line.as_bytes(), &mut row).is_ok()
            && let Value::Text(condition) = row.get(0)
        {
            self.condition(condition);
        }
        self.add("row", line);
        let rows = vm::Path::parse("rows").map_or(Shape::Auto, Shape::rows_at);
        let mut feed = Feed::new(line.as_bytes(), rows);
        while let Some(next) = feed.next() {
            if let Ok(row) = next {
                self.add("row", row.bytes);
            }
        }
        self.add("feed", [&[0, 1], line.as_bytes()].concat());
    }

    /// A file of an example: either rows, or a station whose rows come from the oracle's only file.
    fn file(&mut self, text: &str) {
        if text.trim_start().starts_with(['{', '[']) {
            let head: Vec<&str> = text.lines().take(8).collect();
            self.rows(&head.join("\n"));
            head.iter().for_each(|row| self.add("row", *row));
            return;
        }
        let words = text.split_inclusive(' ').map(|word| {
            let end = [".jsonl", ".json"].iter().find_map(|end| Some(word.find(end)? + end.len()));
            end.map_or_else(
                || word.to_owned(),
                |end| ["menu.json", word.get(end..).unwrap_or("")].concat(),
            )
        });
        self.add("station", words.collect::<String>());
    }

    /// Random bytes for the oracles that read choices, and the programs that some bytes choose.
    fn choices(&mut self) {
        for number in 0..CHOICES {
            let bytes = noise(number, 16 << (number % 6));
            for oracle in ["agree", "mutate", "format", "station"] {
                self.add(oracle, bytes.clone());
            }
            if let Ok(program) = unchanged(&mut Unstructured::new(&bytes)) {
                // The oracle writes the version itself.
                self.add("program", program.get(2..).unwrap_or_default());
            }
        }
    }
}

/// Pseudorandom bytes, the same in every run.
fn noise(number: u8, length: usize) -> Vec<u8> {
    let blocks = (0..=u8::MAX).flat_map(|block| Sha256::digest([number, block]).to_vec());
    blocks.take(length).collect()
}

/// The texts of a folder's files, by name.
fn texts(folder: &Path) -> io::Result<Vec<String>> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort_unstable();
    files.iter().filter(|path| path.is_file()).map(fs::read_to_string).collect()
}
