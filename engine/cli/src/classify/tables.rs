//! Rows of files that have columns: CSV, Parquet and Arrow, as record batches in bounded memory.

mod arrow;
mod csv;
mod read;

use std::collections::VecDeque;
use std::path::Path;

use arrow_array::{Array, RecordBatch};
use engine::classify::Classifier;
use vm::Naming;

use self::read::Reader;
use super::source::Fault;
use crate::args::{Classify, RowsFormat};
use crate::outcome::Failure;

/// How many rows a table has at most.
const ROWS: usize = 8 << 10;

/// Some rows of a file, together.
pub struct Table {
    /// The columns that are read.
    pub batch: RecordBatch,
    /// What the names of the columns are.
    pub naming: Naming,
    /// The rows, in their order, with what stands between them that is none.
    pub entries: Vec<Entry>,
    /// How many bytes the rows take.
    pub bytes: u64,
}

/// A row of a table, or what stands in its place.
pub enum Entry {
    /// The next row of the batch.
    Row {
        /// Which row of the file it is, from 1.
        number: u64,
        /// The line that it begins on, from 1, where there are lines.
        line: Option<u64>,
    },
    /// A row that is none, or the end of what can be read.
    Fault(Fault),
}

/// The tables of a file.
pub struct Tables {
    batches: Batches,
    waiting: VecDeque<RecordBatch>,
    rows: u64,
}

/// What a file's rows come from.
enum Batches {
    Csv(Box<csv::Csv>),
    Read(Reader),
    Ended,
}

impl Tables {
    /// Opens a file of a format that has columns.
    ///
    /// # Errors
    /// `Outside` where it cannot be opened or is none of its format.
    pub fn open(
        classify: &Classify,
        classifier: &Classifier<'_>,
        path: &Path,
        format: RowsFormat,
        input: super::Opened,
    ) -> Result<Tables, Failure> {
        let batches = match format {
            RowsFormat::Csv | RowsFormat::Json => {
                let cells = csv::Csv::open(classify.csv_delimiter, path, classifier, input.reader);
                Batches::Csv(Box::new(cells.map_err(|why| failed(path, why))?))
            }
            RowsFormat::Parquet => Batches::Read(
                Reader::parquet(path, input, classifier).map_err(|why| failed(path, why))?,
            ),
            RowsFormat::Arrow => {
                Batches::Read(Reader::arrow(input).map_err(|why| failed(path, why))?)
            }
        };
        Ok(Tables { batches, waiting: VecDeque::new(), rows: 0 })
    }

    /// The next rows.
    pub fn take(&mut self) -> Option<Table> {
        loop {
            if let Some(batch) = self.waiting.pop_front() {
                return Some(self.table(batch));
            }
            let next = match &mut self.batches {
                Batches::Csv(csv) => return csv.table(),
                Batches::Read(reader) => reader.next(),
                Batches::Ended => return None,
            };
            match next {
                None => self.batches = Batches::Ended,
                Some(Ok(batch)) => self.waiting.extend(parts(&batch)),
                Some(Err(why)) => {
                    self.batches = Batches::Ended;
                    let told = match self.rows {
                        0 => Fault::end(why),
                        rows => Fault::end(format!("behind row {rows}: {why}")),
                    };
                    return Some(Table {
                        batch: RecordBatch::new_empty(arrow_schema::Schema::empty().into()),
                        naming: Naming::Keys,
                        entries: vec![Entry::Fault(told)],
                        bytes: 0,
                    });
                }
            }
        }
    }

    fn table(&mut self, batch: RecordBatch) -> Table {
        let before = self.rows;
        self.rows += batch.num_rows() as u64;
        let entries = (before + 1..=self.rows).map(|number| Entry::Row { number, line: None });
        let bytes = batch.columns().iter().filter_map(|column| {
            let bytes = column.to_data().get_slice_memory_size().ok()?;
            u64::try_from(bytes).ok()
        });
        Table { entries: entries.collect(), naming: Naming::Keys, bytes: bytes.sum(), batch }
    }
}

/// A batch in parts for several cores; one that has no row has no part.
fn parts(batch: &RecordBatch) -> impl Iterator<Item = RecordBatch> {
    let rows = batch.num_rows();
    let part = move |start: usize| batch.slice(start, ROWS.min(rows - start));
    (0..rows).step_by(ROWS).map(part)
}

fn failed(path: &Path, why: String) -> Failure {
    Failure::Outside(format!("{}: {why}", crate::input::called(path)))
}
