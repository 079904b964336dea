//! The same work on this workspace, on its peers and on limits written by hand: one process, one thread, one table.
//!
//! `peers [ROWS] [WORD]` prints a Markdown table; with a word, of the work alone whose name has it. All sides of a work
//! agree on what they counted before a time is printed. Times are of the thread's processor, medians of interleaved
//! rounds.

#![forbid(unsafe_code)]

mod batch;
mod compile;
mod json;
mod limit;
mod race;
mod row;

use std::process::ExitCode;

use race::Table;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rows = words.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let only = words.iter().find(|word| word.parse::<usize>().is_err()).cloned();
    let mut table = Table::new(only.unwrap_or_default());
    let measured = row::measure(&mut table, rows)
        .and_then(|()| row::growth(&mut table))
        .and_then(|()| batch::measure(&mut table, rows))
        .and_then(|()| json::measure(&mut table, rows / 5))
        .and_then(|()| compile::measure(&mut table));
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("peers: {fault}");
            ExitCode::FAILURE
        }
    }
}
