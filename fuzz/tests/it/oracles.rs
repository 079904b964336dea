//! Every oracle over its seeds, with some bytes changed, and over random bytes.

use std::path::Path;

use pointsman_fuzz::oracle::{ORACLES, all};
use pointsman_fuzz::seeds::seeds;

use crate::Dice;

/// Fragments that an edit inserts: each has a meaning for one of the readers.
const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "\t",
    "\0",
    "'",
    "\"",
    "\\",
    "\\u00",
    "\\ud83c",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ": ",
    "- ",
    "#",
    "&a ",
    "*a",
    "|",
    ">",
    "$",
    "$fields.",
    "not ",
    " and ",
    " or ",
    " is known",
    " in [",
    "null",
    "true",
    "-",
    "0",
    "1e400",
    "9",
    ".",
    "é",
    "e\u{301}",
    "\u{feff}",
    "lower(",
    " == ",
    "< 1 <",
];

/// Runs an oracle over changed seeds and over noise.
#[track_caller]
fn check(name: &str, cases: usize, longest: usize) {
    let (number, oracle) = ORACLES
        .iter()
        .enumerate()
        .find_map(|(at, (n, o))| (*n == name).then_some((at, o)))
        .unwrap();
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds: Vec<Vec<u8>> = seeds(&project)
        .unwrap()
        .into_iter()
        .filter(|seed| seed.oracle == name)
        .map(|seed| seed.bytes)
        .collect();
    assert!(seeds.len() >= 10, "{name} has {} seeds", seeds.len());
    let mut dice = Dice::new(number as u64 + 1);
    for case in 0..cases {
        let noise = dice.bytes(longest);
        tell(name, &noise, oracle);
        let mut seed = seeds[case % seeds.len()].clone();
        tell(name, &seed, oracle);
        for _ in 0..=dice.below(4) {
            edit(&mut dice, &mut seed, &seeds);
        }
        tell(name, &seed, oracle);
    }
}

/// Runs an oracle. If it panics, prints the bytes as a line for `found.rs`.
fn tell(name: &str, bytes: &[u8], oracle: &fn(&[u8])) {
    struct Told<'a>(&'a str, &'a [u8]);

    impl Drop for Told<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("{}: b\"{}\"", self.0, self.1.escape_ascii());
            }
        }
    }

    let told = Told(name, bytes);
    oracle(bytes);
    drop(told);
}

fn edit(dice: &mut Dice, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let start = dice.below(bytes.len() + 1);
    let end = (start + dice.below(6)).min(bytes.len());
    match dice.below(6) {
        0 => bytes.truncate(start),
        1 => {
            let again = bytes[start..end].repeat(1 + dice.below(4));
            bytes.splice(start..start, again);
        }
        2 => {
            let other = &seeds[dice.below(seeds.len())];
            let from = dice.below(other.len() + 1);
            let to = (from + dice.below(40)).min(other.len());
            bytes.splice(start..end, other[from..to].iter().copied());
        }
        3 => bytes.iter_mut().skip(start).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
        _ => {
            let piece = PIECES[dice.below(PIECES.len())];
            bytes.splice(start..end, piece.bytes());
        }
    }
}

#[test]
fn any_text_is_parsed() {
    check("parse", 600, 200);
}

#[test]
fn the_canonical_text_means_the_same() {
    check("format", 600, 200);
}

#[test]
fn the_voices_agree() {
    check("agree", 800, 600);
}

#[test]
fn any_bytes_are_a_program_or_none() {
    check("program", 300, 200);
}

#[test]
fn a_changed_program_is_refused_or_runs() {
    check("mutate", 600, 300);
}

#[test]
fn both_readers_read_the_same_rows() {
    check("row", 500, 60);
}

#[test]
fn a_file_in_pieces_is_the_file() {
    check("feed", 800, 200);
}

#[test]
fn any_text_is_a_station_or_told() {
    check("station", 150, 300);
}

#[test]
fn the_first_byte_chooses() {
    let mut dice = Dice::new(9);
    all(&[]);
    for _ in 0..400 {
        all(&dice.bytes(120));
    }
}
