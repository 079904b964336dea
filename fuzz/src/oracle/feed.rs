//! Oracle for any bytes as a file of rows, read in pieces of any size.

use std::cell::Cell;
use std::io::{Read, Result};
use std::rc::Rc;

use vm::{
    BadRow, BadRowKind, Block, Feed, FeedFault, FeedFaultKind, Layout, Path, RawRow, Reading, Shape,
};

/// The sizes of the pieces that a reader returns, in bytes.
const PIECES: [usize; 6] = [1, 2, 3, 7, 64, 1 << 16];

/// A file gives the same rows and faults for every piece size, each at its place, in bounded memory.
///
/// The first byte chooses the location of the rows, the second byte the piece size.
pub fn feed(bytes: &[u8]) {
    let [shape, piece, file @ ..] = bytes else { return };
    let path = |text| Path::parse(text).map_or(Shape::Auto, Shape::rows_at);
    let shape = match shape % 8 {
        0..=2 => Shape::Auto,
        3 => path("a"),
        4 => path("a.0"),
        5 => path("1.b"),
        6 => path("rows.é"),
        _ => Shape::one(),
    };
    let piece = PIECES.iter().cycle().nth((*piece).into()).copied().unwrap_or(1);
    let whole = events(file, shape.clone(), file.len().max(1));
    let pieces = events(file, shape.clone(), piece);
    assert_eq!(whole, pieces, "in pieces of {piece} bytes");
    let by_row = read(file, shape.clone(), piece, By::Row);
    let by_block = read(file, shape, piece, By::Block);
    assert_eq!(by_row, by_block, "lines taken together, in pieces of {piece} bytes");
}

/// A row or fault of a feed.
#[derive(Debug, PartialEq)]
enum Event {
    Row { number: u64, line: u64, column: u64, offset: u64, length: usize },
    Fault(FeedFault),
}

impl Event {
    fn of(read: std::result::Result<RawRow<'_>, FeedFault>) -> Event {
        match read {
            Ok(RawRow { bytes, number, line, column, offset }) => {
                Event::Row { number, line, column, offset, length: bytes.len() }
            }
            Err(fault) => Event::Fault(fault),
        }
    }
}

/// The way of reading rows.
#[derive(PartialEq)]
enum By {
    Row,
    Block,
}

/// The events of reading a file.
fn read(file: &[u8], shape: Shape, piece: usize, by: By) -> Vec<Event> {
    let layout = Layout::new(&[], Reading::default());
    let mut row = layout.row();
    let mut feed = Feed::new(Pieces { file, piece, read: Rc::default() }, shape);
    let (mut block, mut events) = (Block::default(), Vec::new());
    loop {
        if by == By::Block {
            match feed.take(&mut block) {
                Ok(true) => {
                    let mut lines = block.rows();
                    while let Some(read) = lines.read(&layout, &mut row) {
                        events.push(Event::of(read));
                    }
                    continue;
                }
                Ok(false) => {}
                Err(fault) => events.push(Event::Fault(fault)),
            }
        }
        let Some(next) = feed.next() else { return events };
        let read = next.and_then(|raw| match layout.read(raw.bytes, &mut layout.row()) {
            Ok(()) => Ok(raw),
            Err(bad) => Err(raw.fault(bad)),
        });
        events.push(Event::of(read));
    }
}

fn events(file: &[u8], shape: Shape, piece: usize) -> Vec<Event> {
    let read = Rc::new(Cell::new(0));
    let pieces = Pieces { file, piece, read: Rc::clone(&read) };
    let in_frame = matches!(shape, Shape::RowsAt(_)) || starts_array(file);
    let mut feed = Feed::new(pieces, shape);
    let mut events = Vec::new();
    let mut last = 0;
    let mut end = 0;
    while let Some(event) = feed.next() {
        let event = match event {
            Ok(row) => {
                last += 1;
                assert_eq!(row.number, last, "rows are counted");
                let start = usize::try_from(row.offset).unwrap_or(usize::MAX);
                let here = file.get(start..).and_then(|rest| rest.get(..row.bytes.len()));
                assert_eq!(here, Some(row.bytes), "a row is what stands at its place");
                assert!(start >= end, "rows overlap");
                end = start + row.bytes.len();
                assert!(!in_frame || read.get() <= end + piece.max(3) + 1, "read far ahead");
                assert_eq!((row.line, row.column), place(file, start), "the place of row {last}");
                bad(file, &row);
                let length = row.bytes.len();
                Event::Row {
                    number: last,
                    line: row.line,
                    column: row.column,
                    offset: row.offset,
                    length,
                }
            }
            Err(fault) => {
                assert!(fault.offset <= file.len() as u64, "{fault:?}");
                assert!(!fault.to_string().is_empty());
                last = fault.row.unwrap_or(last);
                Event::Fault(fault)
            }
        };
        events.push(event);
        assert!(events.len() <= file.len() + 1, "more rows than bytes");
    }
    assert!(feed.next().is_none(), "a feed that ended goes on");
    assert!(!events.is_empty() || file.contains(&b'['), "a file without rows is told");
    events
}

/// The place of a fault in a row is its place in the file.
fn bad(file: &[u8], row: &vm::RawRow<'_>) {
    let layout = Layout::new(&[], Reading::default());
    let read = layout.read(row.bytes, &mut layout.row());
    let at_end = BadRow { offset: row.bytes.len(), kind: BadRowKind::Trailing };
    for bad in read.err().into_iter().chain([at_end]) {
        let fault = row.fault(bad);
        let offset = usize::try_from(fault.offset).unwrap_or(usize::MAX);
        assert_eq!((fault.line, fault.column), place(file, offset), "{fault:?}");
        assert_eq!(fault.kind, FeedFaultKind::Row(bad.kind));
    }
}

/// The line and the byte in the line, both from 1, without the byte order mark.
fn place(file: &[u8], offset: usize) -> (u64, u64) {
    let before = file.get(..offset).unwrap_or(file);
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    let mark = if file.starts_with(MARK) { MARK.len() } else { 0 };
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(mark, |at| at + 1);
    (lines as u64 + 1, (offset - start) as u64 + 1)
}

const MARK: &[u8] = b"\xef\xbb\xbf";

fn starts_array(file: &[u8]) -> bool {
    let file = file.strip_prefix(MARK).unwrap_or(file);
    file.trim_ascii_start().starts_with(b"[")
}

/// A reader that returns a file piece by piece, and counts the bytes.
struct Pieces<'a> {
    file: &'a [u8],
    piece: usize,
    read: Rc<Cell<usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let room = into.len().min(self.piece);
        let length = self.file.read(into.get_mut(..room).unwrap_or_default())?;
        self.read.set(self.read.get() + length);
        Ok(length)
    }
}
