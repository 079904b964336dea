//! Sorts a chunk of rows into kinds, on one core.

use std::time::{Duration, Instant};

use engine::classify::{Classifier, Sorted};
use vm::{RawRow, Row};

use super::chunk::{Chunk, Raw};
use super::reader::Fault;
use super::timings::Timings;
use crate::args::Classify;
use crate::items;
use crate::outcome::Failure;
use crate::summary::{Counts, References, why};

/// One row out of this many is timed.
///
/// PERF: reading the clock costs a tenth of sorting a short row.
const TIMED_EVERY: usize = 64;

/// A sorter of chunks, with buffers for one row.
pub struct Sorter<'a> {
    classify: &'a Classify,
    classifier: &'a Classifier<'a>,
    call: Option<&'a engine::classify::Call<'a>>,
    path: &'a str,
    row: Row,
    /// The buffer for the fields that the call selects by.
    call_row: Row,
    /// The rows of the chunk if it is a table.
    #[cfg(feature = "columnar")]
    cells: Option<vm::BatchRows>,
}

/// The result of sorting a chunk.
pub struct SortedChunk {
    /// The items as JSON lines.
    pub items: Vec<u8>,
    /// The messages about rows, in row order.
    pub messages: Vec<String>,
    /// The counts of rows by result.
    pub counts: Counts,
    /// The reason why no chunk may follow.
    pub failure: Option<Failure>,
    /// The time spent on each stage.
    pub timings: Timings,
}

impl<'a> Sorter<'a> {
    /// A sorter for a command. With a call, it sorts only the rows that the call selects.
    pub fn new(
        classify: &'a Classify,
        classifier: &'a Classifier<'a>,
        call: Option<&'a engine::classify::Call<'a>>,
        path: &'a str,
    ) -> Sorter<'a> {
        let call_row = call.map(engine::classify::Call::row).unwrap_or_default();
        let call = call.filter(|call| call.filters());
        Sorter {
            classify,
            classifier,
            call,
            path,
            row: classifier.row(),
            call_row,
            #[cfg(feature = "columnar")]
            cells: None,
        }
    }

    /// Sorts a chunk.
    pub fn sort(&mut self, chunk: &Chunk) -> SortedChunk {
        let started = Instant::now();
        let mut sorted = SortedChunk {
            items: Vec::new(),
            messages: Vec::new(),
            counts: Counts::new(self.classifier.skill(), references(self.classify)),
            failure: None,
            timings: Timings::default(),
        };
        #[cfg(feature = "columnar")]
        {
            let table = chunk.table();
            self.cells = table.map(|table| self.classifier.bind(&table.batch, table.naming));
            sorted.counts.bytes += table.map_or(0, |table| table.bytes);
        }
        let mut watch = Stopwatch::default();
        self.rows(chunk, &mut sorted, &mut watch);
        if sorted.failure.is_none() {
            self.lines(chunk, &mut sorted, &mut watch);
        }
        sorted.timings.add_sorting(started.elapsed(), watch.shares);
        sorted
    }

    /// Sorts the rows that the chunk holds one by one.
    fn rows(&mut self, chunk: &Chunk, sorted: &mut SortedChunk, watch: &mut Stopwatch) {
        for row in chunk.rows() {
            watch.start();
            let fault = match row {
                Ok(raw) => match self.read(&raw, sorted) {
                    Ok(selection) => {
                        self.row(&raw, selection, sorted, watch);
                        continue;
                    }
                    Err(bad) => raw.fault(bad),
                },
                Err(fault) => fault,
            };
            self.report(fault, sorted);
            if sorted.failure.is_some() {
                return;
            }
        }
    }

    /// Sorts the lines that are not split into rows yet.
    fn lines(&mut self, chunk: &Chunk, sorted: &mut SortedChunk, watch: &mut Stopwatch) {
        let mut lines = chunk.lines();
        sorted.counts.bytes += chunk.lines_len() as u64;
        loop {
            watch.start();
            let Some(read) = self.classifier.read_line(&mut lines, &mut self.row) else { return };
            let fault = match read.map_err(Fault::from).and_then(|raw| {
                let selection = self.select(&raw).map_err(|bad| Fault::from(raw.fault(bad)))?;
                Ok((raw, selection))
            }) {
                Ok((raw, selection)) => {
                    self.row(&Raw::Json(raw), selection, sorted, watch);
                    continue;
                }
                Err(fault) => fault,
            };
            self.report(fault, sorted);
            if sorted.failure.is_some() {
                return;
            }
        }
    }

    /// Reports a fault of a row or of the file.
    #[cold]
    fn report(&self, fault: Fault, sorted: &mut SortedChunk) {
        sorted.counts.bad += 1;
        sorted.messages.push(format!("{}: {}", self.path, fault.message));
        if self.classify.strict {
            sorted.failure = Some(Failure::Refused);
        } else if fault.ends {
            sorted.failure = Some(Failure::Outside(format!(
                "{}: the rows after this fault cannot be read",
                self.path
            )));
        }
    }

    /// Sorts one row, whose fields are in `self.row`.
    fn row(
        &mut self,
        raw: &Raw<'_>,
        selection: Selection,
        sorted: &mut SortedChunk,
        watch: &mut Stopwatch,
    ) {
        if selection == Selection::Skipped {
            return;
        }
        watch.lap(Stage::Reading);
        let result = self.classifier.classify(&self.row);
        watch.lap(Stage::Deciding);
        sorted.counts.read(&self.row);
        match result {
            Sorted::Dropped(drop) => {
                sorted.counts.dropped(&drop);
                if self.classify.dropped {
                    let why = why(self.classifier.skill(), &drop);
                    sorted.messages.push(format!("{}: not offered: {why}", raw.place()));
                }
            }
            Sorted::Item(item) => {
                sorted.counts.item(&item);
                if !self.classify.summary || self.classify.items {
                    items::write(&item, &mut sorted.items);
                }
            }
        }
        watch.lap(Stage::Writing);
    }

    /// Whether the call, if there is one, selects a row.
    #[inline]
    fn select(&mut self, raw: &RawRow<'_>) -> Result<Selection, vm::BadRow> {
        match self.call {
            Some(call) if !call.answers(raw.bytes, &mut self.call_row)? => Ok(Selection::Skipped),
            Some(_) | None => Ok(Selection::Selected),
        }
    }

    /// Reads the fields of a row into `self.row`; returns whether the call selects the row.
    fn read(&mut self, raw: &Raw<'_>, sorted: &mut SortedChunk) -> Result<Selection, vm::BadRow> {
        match raw {
            Raw::Json(raw) => {
                sorted.counts.bytes += raw.bytes.len() as u64 + 1;
                let selection = self.select(raw)?;
                self.classifier.read(raw.bytes, &mut self.row)?;
                Ok(selection)
            }
            #[cfg(feature = "columnar")]
            Raw::Cells { index, .. } => {
                if let Some(cells) = &self.cells {
                    cells.read(*index, &mut self.row);
                }
                Ok(Selection::Selected)
            }
        }
    }
}

/// A timed stage of sorting a row.
#[derive(Clone, Copy)]
enum Stage {
    Reading,
    Deciding,
    Writing,
}

/// A stopwatch that times a sample of the rows.
#[derive(Default)]
struct Stopwatch {
    rows: usize,
    /// When the current stage started; `None` if the row is not timed.
    since: Option<Instant>,
    shares: [Duration; 3],
}

impl Stopwatch {
    /// Starts a row.
    #[inline]
    fn start(&mut self) {
        self.since = self.rows.is_multiple_of(TIMED_EVERY).then(Instant::now);
        self.rows += 1;
    }

    /// Ends a stage of the row.
    #[inline]
    fn lap(&mut self, stage: Stage) {
        if let Some(since) = self.since {
            let now = Instant::now();
            if let Some(share) = self.shares.get_mut(stage as usize) {
                *share += now - since;
            }
            self.since = Some(now);
        }
    }
}

/// Whether the call selects a row.
#[derive(PartialEq, Eq)]
enum Selection {
    Selected,
    Skipped,
}

/// Whether the references of the items are kept.
pub fn references(classify: &Classify) -> References {
    if classify.unique_refs { References::Unique } else { References::Any }
}
