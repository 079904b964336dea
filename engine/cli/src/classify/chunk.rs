//! Chunks of rows, each sorted by one core.

use std::ops::Range;

use vm::{BadRow, Block, Feed, Lines, RawRow};

use super::Input;
use super::source::{Fault, Source};
#[cfg(feature = "columnar")]
use tables::Table;

/// How many bytes of rows a chunk takes.
const TAKEN: usize = 256 << 10;

/// The most rows that a chunk takes.
const ROWS: usize = 8 << 10;

/// Consecutive rows, with the faults between them.
#[derive(Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// Lines that were read together; they follow the entries.
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

/// One row before it is read.
#[derive(Clone, Copy, Debug)]
pub enum Raw<'a> {
    /// JSON.
    Json(RawRow<'a>),
    /// Cells of a table.
    #[cfg(feature = "columnar")]
    Cells {
        /// The index of the row in the table, from 0.
        index: usize,
        /// The number of the row in the file, from 1.
        number: u64,
        /// The line that it begins on, if the format has lines.
        line: Option<u64>,
    },
}

impl Raw<'_> {
    /// The place of the row, in words.
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
            // A row of cells has no bytes that can be bad.
            #[cfg(feature = "columnar")]
            Raw::Cells { .. } => {
                Fault { told: format!("{}: {}", self.place(), bad.kind.words()), ends: false }
            }
        }
    }
}

impl Chunk {
    /// Replaces the rows by the next rows of a file; returns whether there may be more.
    pub fn take(&mut self, source: &mut Source) -> More {
        self.bytes.clear();
        self.entries.clear();
        self.block.clear();
        match source {
            Source::Json(feed) => self.take_json(feed),
            #[cfg(feature = "columnar")]
            Source::Tables(tables) => {
                self.table = tables.take();
                if self.table.is_some() { More::Maybe } else { More::Ended }
            }
        }
    }

    fn take_json(&mut self, feed: &mut Feed<Input>) -> More {
        while self.bytes.len() < TAKEN && self.entries.len() < ROWS {
            // PERF: lines are not split into rows here, because the other cores wait for this one.
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

    /// Whether the chunk is empty.
    pub fn is_empty(&self) -> bool {
        #[cfg(feature = "columnar")]
        if self.table.is_some() {
            return false;
        }
        self.entries.is_empty() && self.block.is_empty()
    }

    /// The lines that follow the rows.
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

    /// The rows, and the faults between them; lines that were read together follow.
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

/// Whether a file has more rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// More rows can follow.
    Maybe,
    /// No row follows.
    Ended,
}
