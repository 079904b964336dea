//! Readers of CSV, Parquet and Arrow files: rows as record batches, in bounded memory.
//!
//! [`Tables::open`] reads the header of a file, [`Tables::take`] returns some thousand rows at a time. A bad row is
//! reported as a [`Fault`] between the good rows.
//!
//! ```
//! use pointsman_tables::{Entry, Format, Input, Tables};
//!
//! # let files = engine::sources::Files::new([("shop.yaml", r#"
//! # global: {currency: EUR}
//! # apis: [{name: shop, rows: {getMenu: menu.json}}]
//! # skills:
//! #   - name: menu
//! #     cognitive: {objective: Choose what to eat}
//! #     invoke: {method: getMenu}
//! #     kinds: {dish: {when: "$fields.price > 0"}}
//! #     present: {fields: {name: {type: text, role: title}, price: {type: price, role: billed}}}
//! # "#), ("menu.json", "[]")]);
//! # let station = engine::load("shop.yaml", &files, &engine::Deployment::default()).station.unwrap();
//! // The classifier of a skill, which knows the columns that its kinds and fields read.
//! let classifier = station.classifier(station.skill("menu").unwrap()).unwrap();
//!
//! let csv = "name,price\nBaguette,1.2\nCake\nSoup,4\n";
//! let input = Input { reader: Box::new(csv.as_bytes()), file: None };
//! let mut tables = Tables::open(Format::Csv(None), input, &classifier).unwrap();
//! let table = tables.take().unwrap();
//! assert_eq!(table.batch.num_rows(), 2);
//! let Entry::Fault(fault) = &table.entries[1] else { panic!() };
//! assert_eq!(fault.message, "row 2, line 3: it has 1 cell, and the header has 2");
//! assert!(tables.take().is_none());
//! ```

#![forbid(unsafe_code)]

mod arrow;
mod batches;
mod csv;
mod fault;

use std::collections::VecDeque;
use std::io::Read;
use std::path::PathBuf;

use arrow_array::{Array, RecordBatch};
use engine::classify::Classifier;
use vm::Naming;

use self::batches::Batches;
pub use self::fault::{Fault, OpenFault};

/// The most rows that a table has.
const ROWS: usize = 8 << 10;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Separated values: a header, then one row per line. `None` means a comma; a header that suggests another
    /// delimiter is an error.
    Csv(Option<u8>),
    /// Tab-separated values.
    Tsv,
    /// Apache Parquet.
    Parquet,
    /// Arrow's file format or its stream format.
    Arrow,
}

/// A stream of the bytes of a file.
type Bytes = Box<dyn Read + Send>;

/// The bytes of a file.
pub struct Input {
    /// The bytes, from the start of the file.
    pub reader: Box<dyn Read + Send>,
    /// The path of the file if it can be opened again and read at any offset; `None` for a pipe.
    pub file: Option<PathBuf>,
}

/// Consecutive rows of a file.
pub struct Table {
    /// The columns that are read.
    pub batch: RecordBatch,
    /// How the names of the columns are read: as keys or as dotted paths.
    pub naming: Naming,
    /// The rows in file order, with the faults between them.
    pub entries: Vec<Entry>,
    /// The size of the rows, in bytes.
    pub bytes: u64,
}

/// A row of a table, or a fault in its place.
pub enum Entry {
    /// The next row of the batch.
    Row {
        /// The number of the row in the file, from 1.
        number: u64,
        /// The line that the row begins on, from 1; `None` if the format has no lines.
        line: Option<u64>,
    },
    /// A bad row, or a fault after which no row can be read.
    Fault(Fault),
}

/// A reader of a file's rows.
pub struct Tables {
    decoder: Decoder,
    /// The parts of the last batch that have not been returned yet.
    pending: VecDeque<RecordBatch>,
    /// The number of rows returned so far.
    rows: u64,
}

/// The decoder of a file's format.
enum Decoder {
    Csv(Box<csv::Csv>),
    Batches(Batches),
    Ended,
}

impl Tables {
    /// Opens a file. Columns that the classifier does not read are not decoded.
    ///
    /// # Errors
    /// If the file cannot be read or has another format.
    pub fn open(
        format: Format,
        input: Input,
        classifier: &Classifier<'_>,
    ) -> Result<Tables, OpenFault> {
        let decoder = match format {
            Format::Csv(_) | Format::Tsv => {
                Decoder::Csv(Box::new(csv::Csv::open(format, classifier, input.reader)?))
            }
            Format::Parquet => Decoder::Batches(Batches::parquet(input, classifier)?),
            Format::Arrow => Decoder::Batches(Batches::arrow(input)?),
        };
        Ok(Tables { decoder, pending: VecDeque::new(), rows: 0 })
    }

    /// The next rows; `None` after the last.
    pub fn take(&mut self) -> Option<Table> {
        loop {
            if let Some(batch) = self.pending.pop_front() {
                return Some(self.table(batch));
            }
            let next = match &mut self.decoder {
                Decoder::Csv(csv) => return csv.table(),
                Decoder::Batches(reader) => reader.next(),
                Decoder::Ended => return None,
            };
            match next {
                None => self.decoder = Decoder::Ended,
                Some(Ok(batch)) => self.pending.extend(parts(&batch)),
                Some(Err(why)) => {
                    self.decoder = Decoder::Ended;
                    let fault = match self.rows {
                        0 => Fault::end(why),
                        rows => Fault::end(format!("after row {rows}: {why}")),
                    };
                    return Some(Table {
                        batch: RecordBatch::new_empty(arrow_schema::Schema::empty().into()),
                        naming: Naming::Keys,
                        entries: vec![Entry::Fault(fault)],
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

/// Splits a batch into parts of at most [`ROWS`] rows, which several cores can share.
fn parts(batch: &RecordBatch) -> impl Iterator<Item = RecordBatch> {
    let rows = batch.num_rows();
    let part = move |start: usize| batch.slice(start, ROWS.min(rows - start));
    (0..rows).step_by(ROWS).map(part)
}
