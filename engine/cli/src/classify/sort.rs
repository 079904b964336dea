//! Sorts one chunk of rows on one core.

use std::time::{Duration, Instant};

use engine::classify::{Classifier, Sorted};
use vm::{RawRow, Row};

use super::chunk::{Chunk, Raw};
use super::source::Fault;
use super::times::Times;
use crate::args::Classify;
use crate::items;
use crate::outcome::Failure;
use crate::summary::{Counts, References, why};

/// One row of this many is timed.
///
/// PERF: reading the clock takes a tenth of the time of a short row.
const TIMED: usize = 64;

/// A sorter of chunks, with buffers for one row.
pub struct Sort<'a> {
    classify: &'a Classify,
    classifier: &'a Classifier<'a>,
    call: Option<&'a engine::classify::Call<'a>>,
    path: &'a str,
    row: Row,
    asked: Row,
    /// The rows of the chunk, if they are cells.
    #[cfg(feature = "columnar")]
    cells: Option<vm::BatchRows>,
}

/// The results of a chunk.
pub struct Done {
    /// The items as JSON lines.
    pub out: Vec<u8>,
    /// The messages about rows, in row order.
    pub told: Vec<String>,
    /// The counts of rows and items.
    pub counts: Counts,
    /// The failure that ends the run, if any.
    pub end: Option<Failure>,
    /// Where the time was spent.
    pub times: Times,
}

impl<'a> Sort<'a> {
    /// A sorter for a command. If the rows answer a call, it sorts only the rows that the call selects.
    pub fn new(
        classify: &'a Classify,
        classifier: &'a Classifier<'a>,
        call: Option<&'a engine::classify::Call<'a>>,
        path: &'a str,
    ) -> Sort<'a> {
        let asked = call.map(engine::classify::Call::row).unwrap_or_default();
        let call = call.filter(|call| call.filters());
        Sort {
            classify,
            classifier,
            call,
            path,
            row: classifier.row(),
            asked,
            #[cfg(feature = "columnar")]
            cells: None,
        }
    }

    /// Sorts a chunk.
    pub fn chunk(&mut self, chunk: &Chunk) -> Done {
        let started = Instant::now();
        let mut done = Done {
            out: Vec::new(),
            told: Vec::new(),
            counts: Counts::new(self.classifier.skill(), references(self.classify)),
            end: None,
            times: Times::default(),
        };
        #[cfg(feature = "columnar")]
        {
            let table = chunk.table();
            self.cells = table.map(|table| self.classifier.bind(&table.batch, table.naming));
            done.counts.bytes += table.map_or(0, |table| table.bytes);
        }
        let mut watch = Watch::default();
        self.rows(chunk, &mut done, &mut watch);
        if done.end.is_none() {
            self.lines(chunk, &mut done, &mut watch);
        }
        done.times.sorted(started.elapsed(), watch.shares);
        done
    }

    /// Sorts the rows that were taken one by one.
    fn rows(&mut self, chunk: &Chunk, done: &mut Done, watch: &mut Watch) {
        for row in chunk.rows() {
            watch.start();
            let told = match row {
                Ok(raw) => match self.read(&raw, done) {
                    Ok(answer) => {
                        self.row(&raw, answer, done, watch);
                        continue;
                    }
                    Err(bad) => raw.fault(bad),
                },
                Err(fault) => fault,
            };
            self.bad(told, done);
            if done.end.is_some() {
                return;
            }
        }
    }

    /// Sorts the lines that were taken together.
    fn lines(&mut self, chunk: &Chunk, done: &mut Done, watch: &mut Watch) {
        let mut lines = chunk.lines();
        done.counts.bytes += chunk.lines_len() as u64;
        loop {
            watch.start();
            let Some(read) = self.classifier.read_line(&mut lines, &mut self.row) else { return };
            let told = match read.map_err(Fault::from).and_then(|raw| {
                let answer = self.answers(&raw).map_err(|bad| Fault::from(raw.fault(bad)))?;
                Ok((raw, answer))
            }) {
                Ok((raw, answer)) => {
                    self.row(&Raw::Json(raw), answer, done, watch);
                    continue;
                }
                Err(fault) => fault,
            };
            self.bad(told, done);
            if done.end.is_some() {
                return;
            }
        }
    }

    /// Reports a fault of a row or of the file.
    #[cold]
    fn bad(&self, fault: Fault, done: &mut Done) {
        done.counts.bad += 1;
        done.told.push(format!("{}: {}", self.path, fault.told));
        if self.classify.strict {
            done.end = Some(Failure::Refused);
        } else if fault.ends {
            done.end = Some(Failure::Outside(format!("{}: the rows end here", self.path)));
        }
    }

    /// Sorts one row that was read.
    fn row(&mut self, raw: &Raw<'_>, answer: Answer, done: &mut Done, watch: &mut Watch) {
        if answer == Answer::No {
            return;
        }
        watch.lap(Part::Reading);
        let sorted = self.classifier.classify(&self.row);
        watch.lap(Part::Deciding);
        done.counts.read(&self.row);
        match sorted {
            Sorted::Dropped(drop) => {
                done.counts.dropped(&drop);
                if self.classify.dropped {
                    let why = why(self.classifier.skill(), &drop);
                    done.told.push(format!("{}: not offered: {why}", raw.place()));
                }
            }
            Sorted::Item(item) => {
                done.counts.item(&item);
                if !self.classify.summary || self.classify.items {
                    items::write(&item, &mut done.out);
                }
            }
        }
        watch.lap(Part::Writing);
    }

    /// Whether the call returns a row.
    #[inline]
    fn answers(&mut self, raw: &RawRow<'_>) -> Result<Answer, vm::BadRow> {
        match self.call {
            Some(call) if !call.answers(raw.bytes, &mut self.asked)? => Ok(Answer::No),
            Some(_) | None => Ok(Answer::Yes),
        }
    }

    /// Reads a row; returns whether the call returns the row.
    fn read(&mut self, raw: &Raw<'_>, done: &mut Done) -> Result<Answer, vm::BadRow> {
        match raw {
            Raw::Json(raw) => {
                done.counts.bytes += raw.bytes.len() as u64 + 1;
                let answer = self.answers(raw)?;
                self.classifier.read(raw.bytes, &mut self.row)?;
                Ok(answer)
            }
            #[cfg(feature = "columnar")]
            Raw::Cells { index, .. } => {
                if let Some(cells) = &self.cells {
                    cells.read(*index, &mut self.row);
                }
                Ok(Answer::Yes)
            }
        }
    }
}

/// The parts of the work for a row.
#[derive(Clone, Copy)]
enum Part {
    Reading,
    Deciding,
    Writing,
}

/// Times a sample of the rows.
#[derive(Default)]
struct Watch {
    rows: usize,
    /// The start of the current part, if the row is timed.
    since: Option<Instant>,
    shares: [Duration; 3],
}

impl Watch {
    /// Begins a row.
    #[inline]
    fn start(&mut self) {
        self.since = self.rows.is_multiple_of(TIMED).then(Instant::now);
        self.rows += 1;
    }

    /// Ends a part of the work.
    #[inline]
    fn lap(&mut self, part: Part) {
        if let Some(since) = self.since {
            let now = Instant::now();
            if let Some(share) = self.shares.get_mut(part as usize) {
                *share += now - since;
            }
            self.since = Some(now);
        }
    }
}

/// Whether the call selects a row.
#[derive(PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

/// Whether the references of the items are kept.
pub fn references(classify: &Classify) -> References {
    if classify.unique_refs { References::Unique } else { References::Any }
}
