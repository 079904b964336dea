//! A chunk: consecutive rows of a file, which one core sorts.

use std::ops::Range;

#[cfg(feature = "columnar")]
use tables::Table;
use vm::{BadRow, Block, Feed, Lines, RawRow};

use super::Bytes;
use super::reader::{Fault, RowReader};

/// The approximate size of a chunk's rows, in bytes.
const CHUNK_BYTES: usize = 256 << 10;

/// The most rows of a chunk that are read one by one.
const CHUNK_ROWS: usize = 8 << 10;

/// Rows in file order, with the faults between them.
#[derive(Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// The lines after `entries`, which are not split into rows yet.
    block: Block,
    /// The rows, if they are not JSON.
    #[cfg(feature = "columnar")]
    table: Option<Table>,
}

#[derive(Debug)]
enum Entry {
    Row { bytes: Range<usize>, number: u64, line: u64, column: u64, offset: u64 },
    Fault(Fault),
}

/// A row before its fields are read.
#[derive(Clone, Copy, Debug)]
pub enum Raw<'a> {
    /// The JSON text of a row.
    Json(RawRow<'a>),
    /// A row of a table.
    #[cfg(feature = "columnar")]
    Cells {
        /// The number of the row in the table, from 0.
        index: usize,
        /// The number of the row in the file, from 1.
        number: u64,
        /// The line that the row starts on, from 1; `None` if the format has no lines.
        line: Option<u64>,
    },
}

impl Raw<'_> {
    /// The row's number and line, for messages.
    pub fn place(&self) -> String {
        match self {
            Raw::Json(raw) => format!("row {}, line {}", raw.number, raw.line),
            #[cfg(feature = "columnar")]
            Raw::Cells { number, line: Some(line), .. } => format!("row {number}, line {line}"),
            #[cfg(feature = "columnar")]
            Raw::Cells { number, line: None, .. } => format!("row {number}"),
        }
    }

    /// The fault of the row, with its place.
    pub fn fault(&self, bad: BadRow) -> Fault {
        match self {
            Raw::Json(raw) => raw.fault(bad).into(),
            // Cells are decoded already, so only the row's number and line are known.
            #[cfg(feature = "columnar")]
            Raw::Cells { .. } => {
                Fault { message: format!("{}: {}", self.place(), bad.kind.words()), ends: false }
            }
        }
    }
}

impl Chunk {
    /// Replaces the rows by the next rows of a file; returns whether there may be more.
    pub fn fill(&mut self, reader: &mut RowReader) -> More {
        self.bytes.clear();
        self.entries.clear();
        self.block.clear();
        match reader {
            RowReader::Json(feed) => self.fill_json(feed),
            #[cfg(feature = "columnar")]
            RowReader::Tables(tables) => {
                self.table = tables.take();
                if self.table.is_some() { More::Maybe } else { More::Ended }
            }
        }
    }

    fn fill_json(&mut self, feed: &mut Feed<Bytes>) -> More {
        while self.bytes.len() < CHUNK_BYTES && self.entries.len() < CHUNK_ROWS {
            // PERF: JSON lines are split into rows later: here the other cores wait.
            match feed.take(&mut self.block) {
                Ok(true) => return More::Maybe,
                Ok(false) => {}
                Err(fault) => self.entries.push(Entry::Fault(fault.into())),
            }
            match feed.next() {
                None => return More::Ended,
                Some(Ok(raw)) => {
                    let start = self.bytes.len();
                    self.bytes.extend_from_slice(raw.bytes);
                    let RawRow { number, line, column, offset, .. } = raw;
                    let bytes = start..self.bytes.len();
                    self.entries.push(Entry::Row { bytes, number, line, column, offset });
                }
                Some(Err(fault)) => self.entries.push(Entry::Fault(fault.into())),
            }
        }
        More::Maybe
    }

    /// Whether the chunk has no rows and no faults.
    pub fn is_empty(&self) -> bool {
        #[cfg(feature = "columnar")]
        if self.table.is_some() {
            return false;
        }
        self.entries.is_empty() && self.block.is_empty()
    }

    /// The lines after [`Chunk::rows`].
    pub fn lines(&self) -> Lines<'_> {
        self.block.rows()
    }

    /// The size of these lines, in bytes.
    pub fn lines_len(&self) -> usize {
        self.block.len()
    }

    /// The rows as a table, if they are not JSON.
    #[cfg(feature = "columnar")]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The rows and the faults between them. [`Chunk::lines`] follow them in the file.
    pub fn rows(&self) -> impl Iterator<Item = Result<Raw<'_>, Fault>> {
        let json = self.entries.iter().map(|entry| match entry {
            Entry::Row { bytes, number, line, column, offset } => Ok(Raw::Json(RawRow {
                bytes: self.bytes.get(bytes.clone()).unwrap_or_default(),
                number: *number,
                line: *line,
                column: *column,
                offset: *offset,
            })),
            Entry::Fault(fault) => Err(fault.clone()),
        });
        #[cfg(feature = "columnar")]
        let json = json.chain(self.table.iter().flat_map(cells));
        json
    }
}

/// The rows of a table, and the faults between them.
#[cfg(feature = "columnar")]
fn cells(table: &Table) -> impl Iterator<Item = Result<Raw<'_>, Fault>> {
    let mut next = 0;
    table.entries.iter().map(move |entry| match entry {
        tables::Entry::Row { number, line } => {
            let index = next;
            next += 1;
            Ok(Raw::Cells { index, number: *number, line: *line })
        }
        tables::Entry::Fault(fault) => Err(fault.clone().into()),
    })
}

/// Whether a file may have more rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// It may have more.
    Maybe,
    /// It has no more.
    Ended,
}
