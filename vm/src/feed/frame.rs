//! The frame around the rows: the objects and arrays that a path leads through.

use std::io::Read;

use super::fault::{FeedFault, FeedFaultKind};
use super::source::{Extent, Source};
use crate::json::{Scanner, unescape};
use crate::limits::MAX_ROW;
use crate::path::{self, Path};

/// The open objects and arrays around the rows' array, outermost first.
#[derive(Debug, Default)]
pub(super) struct Frame {
    levels: Vec<Level>,
}

#[derive(Debug)]
enum Level {
    /// An object, entered by a key.
    Object { key: Box<str>, others: Others },
    /// An array.
    Array,
}

/// What a second array in the same object means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    Fine,
    Ambiguous,
}

/// Whether an object contains an array; false if it is not JSON, which its reader reports.
pub(super) fn has_array(object: &[u8]) -> bool {
    let search = || -> Option<bool> {
        let mut scan = Scanner::new(object);
        scan.expect(b'{').ok()?;
        loop {
            if scan.peek().ok()? == b'}' {
                return Some(false);
            }
            scan.key().ok()?;
            if scan.peek().ok()? == b'[' {
                return Some(true);
            }
            scan.skip(1).ok()?;
            if scan.peek().ok()? == b',' {
                scan.step();
            }
        }
    };
    search().unwrap_or(false)
}

impl Frame {
    /// Steps into the array at a path.
    pub fn at_path<R: Read>(source: &mut Source<R>, path: &Path) -> Result<Frame, FeedFault> {
        let mut frame = Frame::default();
        let missing = || FeedFaultKind::NotFound(path.to_string().into());
        for step in path.steps() {
            let found = match (source.skip_blanks()?, path::index(step)) {
                (Some(b'{'), _) => {
                    source.consume(1);
                    frame.levels.push(Level::Object { key: step.clone(), others: Others::Fine });
                    to_key(source, step)?
                }
                (Some(b'['), Some(index)) => {
                    source.consume(1);
                    frame.levels.push(Level::Array);
                    to_element(source, index)?
                }
                _ => false,
            };
            if !found {
                return Err(source.fault(missing()));
            }
        }
        if source.skip_blanks()? != Some(b'[') {
            return Err(source.fault(FeedFaultKind::NotAnArray(path.to_string().into())));
        }
        source.consume(1);
        Ok(frame)
    }

    /// Steps into the first array of the object that begins here.
    pub fn only_array<R: Read>(source: &mut Source<R>) -> Result<Frame, FeedFault> {
        source.consume(1);
        loop {
            let key = member(source)?;
            if source.skip_blanks()? == Some(b'[') {
                source.consume(1);
                let level = Level::Object { key, others: Others::Ambiguous };
                return Ok(Frame { levels: vec![level] });
            }
            value(source)?;
            if source.skip_blanks()? == Some(b'}') {
                // Only an object that is too long for a row comes here without an array.
                return Err(source.fault(FeedFaultKind::TooLong));
            }
            source.expect(b',')?;
        }
    }

    /// Steps over all that follows the rows, which must be JSON and hold nothing that could be rows as well.
    pub fn finish<R: Read>(mut self, source: &mut Source<R>) -> Result<(), FeedFault> {
        while let Some(level) = self.levels.pop() {
            let close = if matches!(level, Level::Array) { b']' } else { b'}' };
            while source.skip_blanks()? != Some(close) {
                source.expect(b',')?;
                if let Level::Object { key, others } = &level {
                    let other = member(source)?;
                    if other == *key {
                        return Err(source.fault(FeedFaultKind::RepeatedKey(other)));
                    }
                    if *others == Others::Ambiguous && source.skip_blanks()? == Some(b'[') {
                        let both = FeedFaultKind::SeveralArrays(key.clone(), other);
                        return Err(source.fault(both));
                    }
                }
                value(source)?;
            }
            source.consume(1);
        }
        Ok(())
    }
}

/// Steps over members up to the value of a key; answers whether it is there.
fn to_key<R: Read>(source: &mut Source<R>, wanted: &str) -> Result<bool, FeedFault> {
    if source.skip_blanks()? == Some(b'}') {
        return Ok(false);
    }
    loop {
        if *member(source)? == *wanted {
            return Ok(true);
        }
        value(source)?;
        if source.skip_blanks()? == Some(b'}') {
            return Ok(false);
        }
        source.expect(b',')?;
    }
}

/// Steps over elements up to one; answers whether it is there.
fn to_element<R: Read>(source: &mut Source<R>, index: usize) -> Result<bool, FeedFault> {
    if source.skip_blanks()? == Some(b']') {
        return Ok(false);
    }
    for _ in 0..index {
        value(source)?;
        if source.skip_blanks()? == Some(b']') {
            return Ok(false);
        }
        source.expect(b',')?;
    }
    Ok(true)
}

/// Takes a key and its colon. A key with a lone surrogate is read as empty, since no path can name it.
fn member<R: Read>(source: &mut Source<R>) -> Result<Box<str>, FeedFault> {
    match source.skip_blanks()? {
        Some(b'"') => {}
        Some(_) => return Err(source.fault(FeedFaultKind::Unexpected)),
        None => return Err(source.fault(FeedFaultKind::Unfinished)),
    }
    let length = whole(source)?;
    let key = match Scanner::new(source.ahead(length)).string() {
        Ok(raw) => unescape(raw.text(), &mut String::new()).unwrap_or_default().into(),
        Err(_) => return Err(source.fault(FeedFaultKind::Unexpected)),
    };
    source.consume(length);
    source.expect(b':')?;
    Ok(key)
}

/// Steps over a value that must be JSON.
fn value<R: Read>(source: &mut Source<R>) -> Result<(), FeedFault> {
    if source.skip_blanks()?.is_none() {
        return Err(source.fault(FeedFaultKind::Unfinished));
    }
    let length = whole(source)?;
    let mut scan = Scanner::new(source.ahead(length));
    if scan.skip(0).and_then(|()| scan.end()).is_err() {
        return Err(source.fault(FeedFaultKind::Unexpected));
    }
    source.consume(length);
    Ok(())
}

/// How long the value is that begins here.
fn whole<R: Read>(source: &mut Source<R>) -> Result<usize, FeedFault> {
    match source.extent(MAX_ROW)? {
        Extent::Whole(length) => Ok(length),
        Extent::TooLong => Err(source.fault(FeedFaultKind::TooLong)),
        Extent::Cut(fault) => Err(fault),
    }
}
