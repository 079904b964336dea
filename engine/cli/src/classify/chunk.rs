//! Rows taken off a feed together, for one core to sort.

use std::io::Read;
use std::ops::Range;

use vm::{Feed, FeedFault, RawRow};

/// How many bytes of rows are taken at a time.
const TAKEN: usize = 256 << 10;

/// How many rows are taken at a time, however short they are.
const ROWS: usize = 8 << 10;

/// Some rows, in their order, with what stood between them that is none.
#[derive(Debug, Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
enum Entry {
    Row { bytes: Range<usize>, number: u64, line: u64, column: u64, offset: u64 },
    Fault(FeedFault),
}

impl Chunk {
    /// Takes the next rows of a feed in place of those that are here; answers whether there were any.
    pub fn take<R: Read>(&mut self, feed: &mut Feed<R>) -> More {
        self.bytes.clear();
        self.entries.clear();
        while self.bytes.len() < TAKEN && self.entries.len() < ROWS {
            match feed.next() {
                None => return More::Ended,
                Some(Ok(raw)) => {
                    let start = self.bytes.len();
                    self.bytes.extend_from_slice(raw.bytes);
                    let RawRow { number, line, column, offset, .. } = raw;
                    let bytes = start..self.bytes.len();
                    self.entries.push(Entry::Row { bytes, number, line, column, offset });
                }
                Some(Err(fault)) => self.entries.push(Entry::Fault(fault)),
            }
        }
        More::Maybe
    }

    /// Whether nothing was taken.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The rows, and the faults that stand among them.
    pub fn rows(&self) -> impl Iterator<Item = Result<RawRow<'_>, &FeedFault>> {
        self.entries.iter().map(|entry| match entry {
            Entry::Row { bytes, number, line, column, offset } => Ok(RawRow {
                bytes: self.bytes.get(bytes.clone()).unwrap_or_default(),
                number: *number,
                line: *line,
                column: *column,
                offset: *offset,
            }),
            Entry::Fault(fault) => Err(fault),
        })
    }
}

/// Whether a feed has more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// It may.
    Maybe,
    /// It has not.
    Ended,
}
