//! A chunk of rows sorted by one core.

use std::time::{Duration, Instant};

use engine::{Classifier, Sorted};
use vm::Row;

use super::chunk::{Chunk, Raw};
use super::times::Times;
use crate::args::Classify;
use crate::items;
use crate::outcome::Failure;
use crate::summary::{Counts, References, why};

/// Of how many rows one is timed.
///
/// PERF: to read a clock takes a tenth of the time that a short row takes.
const TIMED: usize = 64;

/// What sorts chunks, with room for one row at a time.
pub struct Sort<'a> {
    classify: &'a Classify,
    classifier: &'a Classifier<'a>,
    call: Option<&'a engine::Call<'a>>,
    path: &'a str,
    row: Row,
    asked: Row,
    /// The rows of the chunk, where they are cells.
    #[cfg(feature = "columnar")]
    cells: Option<vm::BatchRows>,
}

/// What became of a chunk.
pub struct Done {
    /// The items as JSON lines.
    pub out: Vec<u8>,
    /// What is to be told of rows, in their order.
    pub told: Vec<String>,
    /// How many of each.
    pub counts: Counts,
    /// Why nothing may follow.
    pub end: Option<Failure>,
    /// Where the time went.
    pub times: Times,
}

impl<'a> Sort<'a> {
    /// What sorts the rows of a file as a command says; of a call, those that it answers.
    pub fn new(
        classify: &'a Classify,
        classifier: &'a Classifier<'a>,
        call: Option<&'a engine::Call<'a>>,
        path: &'a str,
    ) -> Sort<'a> {
        let asked = call.map(engine::Call::row).unwrap_or_default();
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
        let mut shares = [Duration::ZERO; 3];
        for (at, row) in chunk.rows().enumerate() {
            let told = match row {
                Ok(raw) => {
                    let timed = at.is_multiple_of(TIMED).then_some(&mut shares);
                    self.row(&raw, &mut done, timed).err().map(|bad| raw.fault(bad))
                }
                Err(fault) => Some(fault.clone()),
            };
            let Some(fault) = told else { continue };
            done.counts.bad += 1;
            done.told.push(format!("{}: {}", self.path, fault.told));
            if self.classify.strict {
                done.end = Some(Failure::Refused);
            } else if fault.ends {
                done.end = Some(Failure::Outside(format!("{}: the rows end here", self.path)));
            }
            if done.end.is_some() {
                break;
            }
        }
        done.times.sorted(started.elapsed(), shares);
        done
    }

    /// One row; its parts are timed where that is wanted.
    fn row(
        &mut self,
        raw: &Raw<'_>,
        done: &mut Done,
        timed: Option<&mut [Duration; 3]>,
    ) -> Result<(), vm::BadRow> {
        let clock = || timed.is_some().then(Instant::now);
        let started = clock();
        if self.read(raw, done)? == Answer::No {
            return Ok(());
        }
        let read = clock();
        let sorted = self.classifier.classify(&self.row);
        let decided = clock();
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
        let written = clock();
        let moments = [started, read, decided, written];
        if let (Some(shares), [Some(started), Some(read), Some(decided), Some(written)]) =
            (timed, moments)
        {
            let parts = [read - started, decided - read, written - decided];
            for (share, part) in shares.iter_mut().zip(parts) {
                *share += part;
            }
        }
        Ok(())
    }

    /// Reads a row; says whether the call answers it.
    fn read(&mut self, raw: &Raw<'_>, done: &mut Done) -> Result<Answer, vm::BadRow> {
        match raw {
            Raw::Json(raw) => {
                done.counts.bytes += raw.bytes.len() as u64 + 1;
                let answer = match self.call {
                    Some(call) if !call.answers(raw.bytes, &mut self.asked)? => Answer::No,
                    Some(_) | None => Answer::Yes,
                };
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

/// Whether a row is one that the call answers.
#[derive(PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

/// Whether the references of the items are wanted.
pub fn references(classify: &Classify) -> References {
    if classify.unique_refs { References::Unique } else { References::Any }
}
