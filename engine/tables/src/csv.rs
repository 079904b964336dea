//! Tables of CSV files. Every cell is a text, an empty cell the empty text. A record with another number of cells than
//! the header is a bad row.

use std::io::Read;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use engine::classify::Classifier;
use vm::Naming;
use vm::limits::MAX_ROW;

use super::{Bytes, Entry, Fault, Format, OpenFault, ROWS, Table};

/// The size of the read buffer, in bytes.
const READ: usize = 64 << 10;

/// The approximate size of a table's rows, in bytes.
const TABLE_BYTES: usize = 256 << 10;

/// The most cells of a row.
const MAX_CELLS: usize = 1 << 16;

/// A CSV file after its header.
pub(crate) struct Csv {
    records: Records,
    cells: usize,
    /// The indexes of the columns that are read.
    wanted: Vec<usize>,
    schema: SchemaRef,
    number: u64,
    ended: bool,
}

impl Csv {
    /// Reads the header, which names the columns.
    ///
    /// # Errors
    /// If the file is empty, its header is not UTF-8, or the header suggests another delimiter.
    pub(crate) fn open(
        format: Format,
        classifier: &Classifier<'_>,
        input: Bytes,
    ) -> Result<Csv, OpenFault> {
        let (delimiter, byte) = match format {
            Format::Csv(Some(delimiter)) => (Some(delimiter), delimiter),
            Format::Tsv => (None, b'\t'),
            Format::Csv(None) | Format::Parquet | Format::Arrow => (None, b','),
        };
        let mut records = Records::new(input, byte);
        match records.next() {
            Ok(NextRecord::Record) => {}
            Ok(NextRecord::End) => return Err("the file is empty".to_owned().into()),
            Err(fault) => return Err(fault.into()),
        }
        let names: Option<Vec<&str>> =
            records.cells().map(|c| std::str::from_utf8(c).ok()).collect();
        let names = names.ok_or_else(|| "line 1: it is not UTF-8".to_owned())?;
        if let (None, [only]) = (delimiter, &names[..])
            && let Some(other) = only.chars().find(|c| ";\t|".contains(*c))
        {
            return Err(OpenFault::Delimiter(other));
        }
        let field = |name: &str| Arc::new(Field::new(name, DataType::Utf8, false));
        let fields: Vec<_> = names.iter().map(|name| field(name)).collect();
        let whole = Schema::new(fields);
        let wanted = classifier.wanted(&whole, Naming::Paths);
        let schema = whole.project(&wanted).map_err(|fault| fault.to_string())?;
        let cells = names.len();
        Ok(Csv { records, cells, wanted, schema: Arc::new(schema), number: 0, ended: false })
    }

    /// The next rows.
    pub(crate) fn table(&mut self) -> Option<Table> {
        if self.ended {
            return None;
        }
        let mut builders: Vec<_> = self.wanted.iter().map(|_| StringBuilder::new()).collect();
        let (mut entries, mut bytes, mut rows) = (Vec::new(), 0, 0);
        while entries.len() < ROWS && bytes < TABLE_BYTES {
            match self.records.next() {
                Ok(NextRecord::End) => {
                    self.ended = true;
                    break;
                }
                Ok(NextRecord::Record) => {
                    self.number += 1;
                    bytes += self.records.length();
                    let entry = self.row(&mut builders);
                    rows += usize::from(matches!(entry, Entry::Row { .. }));
                    entries.push(entry);
                }
                Err(why) => {
                    self.ended = true;
                    entries.push(Entry::Fault(Fault::end(why)));
                    break;
                }
            }
        }
        if entries.is_empty() {
            return None;
        }
        let columns = builders.iter_mut().map(|cells| Arc::new(cells.finish()) as ArrayRef);
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(
            Arc::clone(&self.schema),
            columns.collect(),
            &options,
        );
        match batch {
            Ok(batch) => Some(Table { batch, naming: Naming::Paths, entries, bytes: bytes as u64 }),
            // INVARIANT: every builder received one cell per row.
            Err(_) => None,
        }
    }

    /// Adds the cells of the current record, or returns the fault of the record.
    fn row(&self, builders: &mut [StringBuilder]) -> Entry {
        let (number, line) = (self.number, self.records.line);
        let bad = |why: &str| Entry::Fault(Fault::row(number, line, why));
        let count = self.records.count;
        if count != self.cells {
            let (header, cells) = (self.cells, if count == 1 { "cell" } else { "cells" });
            return bad(&format!("it has {count} {cells}, and the header has {header}"));
        }
        if self.records.is_open {
            return bad("a quote does not end");
        }
        let cells: Option<Vec<_>> =
            self.records.cells().map(|c| std::str::from_utf8(c).ok()).collect();
        let Some(cells) = cells else { return bad("it is not UTF-8") };
        for (builder, cell) in builders.iter_mut().zip(&self.wanted) {
            builder.append_value(cells.get(*cell).copied().unwrap_or_default());
        }
        Entry::Row { number, line: Some(line) }
    }
}

/// The records of a CSV file, one at a time.
struct Records {
    input: Bytes,
    parser: Reader,
    buffer: Vec<u8>,
    /// The part of the buffer that is read but not parsed.
    unread: std::ops::Range<usize>,
    /// The text of the record's cells, concatenated. Only the first `length` bytes are valid.
    text: Vec<u8>,
    length: usize,
    /// The ends of the cells in `text`. Only the first `count` entries are valid.
    ends: Vec<usize>,
    count: usize,
    /// The line that the record starts on, from 1.
    line: u64,
    /// The number of line ends consumed so far.
    lines: u64,
    /// Whether the file ended inside a quoted cell.
    is_open: bool,
}

/// The result of reading a record.
enum NextRecord {
    Record,
    End,
}

impl Records {
    fn new(input: Bytes, delimiter: u8) -> Records {
        Records {
            input,
            parser: ReaderBuilder::new().delimiter(delimiter).build(),
            buffer: vec![0; READ],
            unread: 0..0,
            text: vec![0; READ],
            length: 0,
            ends: vec![0; 64],
            count: 0,
            line: 0,
            lines: 0,
            is_open: false,
        }
    }

    /// The cells of the record.
    fn cells(&self) -> impl Iterator<Item = &[u8]> {
        let ends = self.ends.get(..self.count).unwrap_or_default();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(|(start, end)| self.text.get(start..*end).unwrap_or_default())
    }

    /// The approximate size of the record, in bytes.
    fn length(&self) -> usize {
        self.length + self.count
    }

    /// Reads the next record; the error is the reason why no record can follow.
    fn next(&mut self) -> Result<NextRecord, String> {
        self.skip_empty_lines()?;
        self.line = self.lines + 1;
        (self.length, self.count) = (0, 0);
        let mut quotes = 0;
        loop {
            if self.unread.is_empty() {
                self.fill()?;
            }
            let unread = self.buffer.get(self.unread.clone()).unwrap_or_default();
            let (result, read, wrote, ended) = self.parser.read_record(
                unread,
                self.text.get_mut(self.length..).unwrap_or_default(),
                self.ends.get_mut(self.count..).unwrap_or_default(),
            );
            let file_ended = unread.is_empty();
            let taken = unread.get(..read).unwrap_or_default();
            quotes += taken.iter().filter(|byte| **byte == b'"').count();
            self.lines += taken.iter().filter(|byte| **byte == b'\n').count() as u64;
            self.unread.start += read;
            self.length += wrote;
            self.count += ended;
            match result {
                ReadRecordResult::End => return Ok(NextRecord::End),
                ReadRecordResult::Record => {
                    self.is_open = file_ended && quotes % 2 == 1;
                    return Ok(NextRecord::Record);
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.text.resize(2 * self.text.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            }
            if self.length > MAX_ROW || self.count > MAX_CELLS {
                return Err(format!(
                    "line {}: a row that is longer than 16 MiB or has more than {MAX_CELLS} cells; a quote may be unclosed",
                    self.line
                ));
            }
        }
    }

    /// Skips empty lines, so that the record's first line is counted correctly.
    fn skip_empty_lines(&mut self) -> Result<(), String> {
        loop {
            if self.unread.is_empty() {
                self.fill()?;
            }
            let unread = self.buffer.get(self.unread.clone()).unwrap_or_default();
            let blank = unread.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            let taken = unread.get(..blank).unwrap_or_default();
            self.lines += taken.iter().filter(|byte| **byte == b'\n').count() as u64;
            self.unread.start += blank;
            if blank == 0 || !self.unread.is_empty() {
                return Ok(());
            }
        }
    }

    /// Refills the buffer, which stays empty at the end of the file. The first call skips a byte order mark.
    fn fill(&mut self) -> Result<(), String> {
        let least = if self.line == 0 { 3 } else { 1 };
        let mut filled = 0;
        while filled < least {
            let room = self.buffer.get_mut(filled..).unwrap_or_default();
            match self.input.read(room) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(fault) if fault.kind() == std::io::ErrorKind::Interrupted => {}
                Err(fault) => return Err(format!("reading failed: {}", fault.kind())),
            }
        }
        let mark = least == 3 && self.buffer.starts_with(b"\xef\xbb\xbf") && filled >= 3;
        self.unread = (if mark { 3 } else { 0 })..filled;
        Ok(())
    }
}
