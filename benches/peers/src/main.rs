//! Runs the same work on this workspace, on its peers and on hand-written limits, in one process and one thread.
//!
//! All sides of all works must count the same, row by row for kinds, before a time is printed. Times are processor
//! times of the thread, medians of interleaved rounds.

#![forbid(unsafe_code)]

mod bars;
mod batch;
mod columnar;
mod compile;
mod json;
mod limit;
mod merged;
mod page;
mod peer;
mod plot;
mod race;
mod report;
mod row;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::menu::{self, Dish};
use clap::Parser;

use race::{Fault, Table};

/// Races this workspace against its peers, and prints what each took.
#[derive(Parser)]
struct Options {
    /// Only the works whose name has this word
    #[arg(long, default_value = "")]
    only: String,
    /// Rows
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    /// Rounds that are timed; without any, the sides only have to agree
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// A file of results from `peers.py`
    #[arg(long, value_name = "FILE")]
    merge: Option<PathBuf>,
    /// Write the figures into this page, and their plot next to it
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Writes the rows as lines of JSON for `peers.py`, their prices as numbers, and does nothing else
    #[arg(long, value_name = "FILE")]
    write_rows: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("peers: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Fault> {
    if let Some(file) = &options.write_rows {
        let fault = |said| Fault::File(format!("{}: {said}", file.display()));
        return write_rows(file, options.rows).map_err(fault);
    }
    let load = page::load();
    let mut table = Table::new(options.only.clone(), options.rounds);
    row::measure(&mut table, options.rows)?;
    row::beside(&mut table, options.rows)?;
    row::growth(&mut table)?;
    batch::measure(&mut table, options.rows)?;
    json::measure(&mut table, options.rows / 5)?;
    compile::measure(&mut table)?;
    let merged = options.merge.as_ref().map(|file| merged::merge(file, &mut table)).transpose()?;
    if options.rounds == 0 {
        println!("{} works: all sides agree", table.works().len());
        return Ok(());
    }
    println!("{}\n{}", report::markdown(table.works()), bars::markdown(table.works()));
    let Some(page) = &options.page else { return Ok(()) };
    let elsewhere = merged.as_ref().map_or(&[][..], |merged| &merged.versions);
    page::Run { works: table.works(), rounds: options.rounds, load, elsewhere }.write(page)
}

fn write_rows(file: &Path, rows: usize) -> std::io::Result<()> {
    let mut out = BufWriter::new(std::fs::File::create(file)?);
    for dish in menu::rows(1).take(rows) {
        writeln!(out, "{}", Dish { price_as_text: false, ..dish }.json())?;
    }
    out.flush()
}
