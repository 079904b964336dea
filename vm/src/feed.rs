//! Rows out of a stream of bytes, with bounded memory: lines, one array, or an array inside one object.

mod fault;
mod frame;
mod lines;
mod source;

use std::io::Read;

pub use fault::{FeedFault, FeedFaultKind};
pub use lines::{Block, Lines};

use crate::bad_row::{BadRow, BadRowKind};
use crate::limits::MAX_ROW;
use crate::path::Path;
use frame::Frame;
use source::{Extent, Source, Span};

/// Where in a file its rows are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Lines, one array, the only array of one object, or one object that has none.
    Auto,
    /// The array at a path.
    RowsAt(Path),
    /// The whole file is one row.
    One,
}

impl Shape {
    /// Detects the shape from the file.
    pub fn auto() -> Shape {
        Shape::Auto
    }

    /// The array at a path.
    pub fn rows_at(path: Path) -> Shape {
        Shape::RowsAt(path)
    }

    /// The whole file is one row, which a station writes as `.`.
    pub fn one() -> Shape {
        Shape::One
    }
}

/// One row as it is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawRow<'a> {
    /// Its bytes, which nothing has checked yet.
    pub bytes: &'a [u8],
    /// Which row it is, from 1.
    pub number: u64,
    /// The line it begins on, from 1.
    pub line: u64,
    /// The byte of that line it begins at, from 1; a byte order mark is not counted.
    pub column: u64,
    /// The byte of the file it begins at, from 0.
    pub offset: u64,
}

impl RawRow<'_> {
    /// A fault of this row, with its place in the file.
    pub fn fault(&self, bad: BadRow) -> FeedFault {
        let before = self.bytes.get(..bad.offset).unwrap_or(self.bytes);
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let last = memchr::memrchr(b'\n', before).map(|at| before.len() - at);
        FeedFault {
            row: Some(self.number),
            line: self.line + lines,
            column: last.map_or(self.column + before.len() as u64, |bytes| bytes as u64),
            offset: self.offset + before.len() as u64,
            kind: FeedFaultKind::Row(bad.kind),
        }
    }
}

/// The rows of a file, one after the other.
#[derive(Debug)]
pub struct Feed<R> {
    source: Source<R>,
    shape: Shape,
    state: State,
    number: u64,
}

#[derive(Debug)]
enum State {
    Start,
    /// A row a line.
    Lines,
    /// In an array, before an element or its end.
    Array(Frame, Element),
    /// One row, of so many bytes from here.
    One(usize),
    /// Nothing but white space may follow.
    End,
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    First,
    Later,
}

/// The result of one step: the length of the next row and its lines, no row yet, or the end.
enum Step {
    Row(usize, Span),
    Again,
    Done,
}

impl<R: Read> Feed<R> {
    /// The rows of what a reader gives. Nothing is read before the first row is asked for.
    pub fn new(reader: R, shape: Shape) -> Feed<R> {
        Feed { source: Source::new(reader), shape, state: State::Start, number: 0 }
    }

    /// The next row, or a fault. After a fault that [ends](FeedFault::ends) the feed, this returns `None`.
    #[expect(clippy::should_implement_trait, reason = "a row borrows the feed's buffer")]
    pub fn next(&mut self) -> Option<Result<RawRow<'_>, FeedFault>> {
        if matches!(self.state, State::Lines)
            && let Some(length) = self.source.next_line(MAX_ROW)
        {
            self.number += 1;
            return Some(Ok(self.source.take_row(length, Span::Line, self.number)));
        }
        loop {
            match self.step() {
                Ok(Step::Again) => {}
                Ok(Step::Done) => return None,
                Ok(Step::Row(length, span)) => {
                    self.number += 1;
                    return Some(Ok(self.source.take_row(length, span, self.number)));
                }
                Err(fault) => {
                    if fault.ends() {
                        self.state = State::Done;
                    }
                    return Some(Err(fault));
                }
            }
        }
    }

    /// Replaces the rows of a block by the next lines, as many as were read together. Returns whether there are any.
    /// There are none if the rows are not lines, at the end of the file, and if [`Feed::next`] has to find the end of
    /// a long or the last line.
    pub fn take(&mut self, block: &mut Block) -> Result<bool, FeedFault> {
        if !matches!(self.state, State::Lines) {
            return Ok(false);
        }
        self.source.drop_row();
        let taken = match self.source.skip_blanks() {
            Ok(Some(_)) => self.source.take_lines(block, self.number),
            Ok(None) => 0,
            Err(fault) => {
                self.state = State::Done;
                return Err(fault);
            }
        };
        self.number += taken;
        Ok(taken > 0)
    }

    fn step(&mut self) -> Result<Step, FeedFault> {
        self.source.drop_row();
        match std::mem::replace(&mut self.state, State::Done) {
            State::Start => {
                self.state = self.begin()?;
                Ok(Step::Again)
            }
            State::Lines => self.line(),
            State::Array(frame, element) => self.element(frame, element),
            State::One(length) => {
                self.state = State::End;
                Ok(Step::Row(length, Span::Lines))
            }
            State::End => match self.source.skip_blanks()? {
                None => Ok(Step::Done),
                Some(_) => Err(self.source.fault(FeedFaultKind::Trailing)),
            },
            State::Done => Ok(Step::Done),
        }
    }

    fn begin(&mut self) -> Result<State, FeedFault> {
        self.source.skip_mark()?;
        match (self.source.skip_blanks()?, self.shape.clone()) {
            (None, _) => Err(self.source.fault(FeedFaultKind::Empty)),
            (Some(b'{'), Shape::Auto) => self.object(),
            (Some(b'['), Shape::Auto) => {
                self.source.consume(1);
                Ok(State::Array(Frame::default(), Element::First))
            }
            (Some(b'{' | b'['), Shape::RowsAt(path)) => {
                let frame = Frame::at_path(&mut self.source, &path)?;
                Ok(State::Array(frame, Element::First))
            }
            (Some(b'{'), Shape::One) => match self.source.extent(MAX_ROW)? {
                Extent::Whole(length) => Ok(State::One(length)),
                Extent::TooLong => Err(self.source.fault(FeedFaultKind::TooLong)),
                Extent::Cut(kind) => Err(kind),
            },
            (Some(_), _) => Err(self.source.not_rows()?),
        }
    }

    /// Decides the shape of a file that begins with an object: lines, if more follows a first one-line object.
    fn object(&mut self) -> Result<State, FeedFault> {
        if let Extent::Whole(length) = self.source.extent(MAX_ROW)? {
            let object = self.source.ahead(length);
            let one_line = memchr::memchr(b'\n', object).is_none();
            let has_array = frame::has_array(object);
            if one_line && self.source.has_more(length)? {
                return Ok(State::Lines);
            }
            if !has_array {
                return Ok(State::One(length));
            }
        }
        let frame = Frame::only_array(&mut self.source)?;
        Ok(State::Array(frame, Element::First))
    }

    fn line(&mut self) -> Result<Step, FeedFault> {
        if self.source.skip_blanks()?.is_none() {
            return Ok(Step::Done);
        }
        self.state = State::Lines;
        match self.source.line(MAX_ROW)? {
            Some(length) => Ok(Step::Row(length, Span::Line)),
            None => Err(self.too_long(|source| source.drop_line())),
        }
    }

    fn element(&mut self, frame: Frame, element: Element) -> Result<Step, FeedFault> {
        let source = &mut self.source;
        match (source.skip_blanks()?, element) {
            (None, _) => return Err(source.fault(FeedFaultKind::Unfinished)),
            (Some(b']'), _) => {
                source.consume(1);
                frame.finish(source)?;
                self.state = State::End;
                return Ok(Step::Again);
            }
            (Some(b','), Element::Later) => {
                source.consume(1);
                if let Some(b']' | b',') = source.skip_blanks()? {
                    return Err(source.fault(FeedFaultKind::Unexpected));
                }
            }
            (Some(b',' | b'}' | b':'), _) | (Some(_), Element::Later) => {
                return Err(source.fault(FeedFaultKind::Unexpected));
            }
            (Some(_), Element::First) => {}
        }
        match self.source.extent(MAX_ROW)? {
            Extent::Whole(length) => {
                self.state = State::Array(frame, Element::Later);
                Ok(Step::Row(length, Span::Lines))
            }
            Extent::TooLong => {
                self.state = State::Array(frame, Element::Later);
                Err(self.too_long(|source| source.drop_value()))
            }
            Extent::Cut(kind) => Err(kind),
        }
    }

    /// Skips a row that is too long and returns the fault. If the row does not end, that is the fault.
    fn too_long(&mut self, over: fn(&mut Source<R>) -> Result<(), FeedFault>) -> FeedFault {
        self.number += 1;
        let mut fault = self.source.fault(FeedFaultKind::Row(BadRowKind::TooLong));
        fault.row = Some(self.number);
        over(&mut self.source).err().unwrap_or(fault)
    }
}
