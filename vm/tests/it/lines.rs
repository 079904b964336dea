//! Rows read line by line out of memory, as they are one by one.

use std::io::Read;

use proptest::prelude::*;
use proptest::sample::select;
use vm::{Block, Feed, FeedFault, Layout, Lines, RawRow, Row, Shape};

use crate::feed::Drip;
use crate::layout::{layout, layouts, line, slots};

/// A row with its place and values, or a fault.
type Event = Result<(String, u64, u64, u64, u64, String), FeedFault>;

fn event(read: Result<RawRow<'_>, FeedFault>, row: &Row) -> Event {
    let RawRow { bytes, number, line, column, offset } = read?;
    Ok((String::from_utf8_lossy(bytes).into_owned(), number, line, column, offset, slots(row)))
}

fn one_by_one(feed: &mut Feed<impl Read>, layout: &Layout, events: &mut Vec<Event>) {
    if let Some(next) = feed.next() {
        // No key was learned by this row.
        let mut row = layout.row();
        let read = next.and_then(|raw| match layout.read(raw.bytes, &mut row) {
            Ok(()) => Ok(raw),
            Err(bad) => Err(raw.fault(bad)),
        });
        events.push(event(read, &row));
    }
}

#[track_caller]
fn all(mut lines: Lines<'_>, layout: &Layout, row: &mut Row, events: &mut Vec<Event>) {
    while let Some(read) = lines.read(layout, row) {
        if read.is_err() {
            assert!((0..row.len()).all(|slot| row.get(slot) == vm::Value::Absent));
        }
        events.push(event(read, row));
    }
}

/// All rows of a feed, and how many of them were taken together.
fn taken(feed: &mut Feed<impl Read>, layout: &Layout, row: &mut Row) -> (Vec<Event>, usize) {
    let (mut events, mut together, mut block) = (Vec::new(), 0, Block::default());
    loop {
        let before = events.len();
        match feed.take(&mut block) {
            Ok(true) => {
                all(block.rows(), layout, row, &mut events);
                together += events.len() - before;
            }
            Ok(false) => one_by_one(feed, layout, &mut events),
            Err(fault) => events.push(Err(fault)),
        }
        if events.len() == before {
            return (events, together);
        }
    }
}

#[track_caller]
fn check(file: &[u8], layout: &Layout, row: &mut Row) {
    let (mut feed, mut right) = (Feed::new(file, Shape::auto()), Vec::new());
    loop {
        let before = right.len();
        one_by_one(&mut feed, layout, &mut right);
        if right.len() == before {
            break;
        }
    }
    let mut told = Vec::new();
    all(Lines::new(file), layout, row, &mut told);
    assert_eq!(told, right, "{}", String::from_utf8_lossy(file));
    for bytes in [1, 7, 1 << 20] {
        let (told, _) = taken(&mut Feed::new(Drip(file, bytes), Shape::auto()), layout, row);
        assert_eq!(told, right, "{} by {bytes}", String::from_utf8_lossy(file));
    }
}

#[test]
fn lines_as_they_are() {
    let layout = layout("a text, b number");
    let mut row = layout.row();
    for file in [
        "{\"a\":\"x\"}\n{\"a\":\"y\",\"b\":1e3}\n\n \t\n  {\"b\":2}  \r\n\r\n{\"b\":3}\r\n{\"a\":",
        "{}\n{\"a\":\n1}\n{\"a\":1\n,\"b\":2}\n{\"a\":1,\n\"b\":2}\nx\n[]\n{}}\n\"",
        "\u{feff} {\"a\":\"x\"}\n\u{feff}{}\n\u{feff}{}\n{}",
        "{\"b\":1}\n{\"b\":1\r\n}\n{\"b\":1\r}\n{\"b\":1}\r\r\n{\"b\":12",
    ] {
        check(file.as_bytes(), &layout, &mut row);
        // The keys of a row that stood on many lines are not those of a line.
        layout.read(b"{\"a\":1,\n\"b\":2}", &mut row).unwrap();
        check(file.as_bytes(), &layout, &mut row);
    }
}

#[test]
fn many_lines_are_taken_together() {
    let layout = layout("a number");
    let file: String = (0..50_000).map(|at| format!("{{\"a\":{at}}}\n")).collect();
    let mut feed = Feed::new(file.as_bytes(), Shape::auto());
    let (events, together) = taken(&mut feed, &layout, &mut layout.row());
    assert_eq!((events.len(), together), (50_000, 49_999));
    assert!(events.iter().all(Result::is_ok));
}

#[test]
fn lines_before_a_failure_are_taken() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    let layout = layout("a number");
    let mut feed = Feed::new(Drip(b"{}\n{}\n{}\n{", 4).chain(Broken), Shape::auto());
    let (events, together) = taken(&mut feed, &layout, &mut layout.row());
    assert_eq!((events.len(), together), (4, 2));
    let fault = events[3].as_ref().unwrap_err().to_string();
    assert_eq!(fault, "line 4, byte 1: reading failed: connection reset");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn lines_are_read_as_one_by_one(lines in proptest::collection::vec((line(), select(&["\n", "\n", "\n", "\r\n", "\n\n", "\n \t\n ", " \n"][..])), 1..12)) {
        let mut file = b"{\"a\":1}\n".to_vec();
        for (line, end) in &lines {
            file.extend_from_slice(line);
            file.extend_from_slice(end.as_bytes());
        }
        for layout in layouts() {
            let mut row = layout.row();
            // Once more with all keys learned, and with no end of the last line.
            check(&file, &layout, &mut row);
            check(&file[..file.len() - 1], &layout, &mut row);
        }
    }
}
