//! Reads rows of files of every shape, and checks the faults.

use std::io::Read;

use vm::{BadRow, BadRowKind, Feed, FeedFault, Path, Shape};

/// A reader that gives so many bytes at a time.
pub(crate) struct Drip<'a>(pub &'a [u8], pub usize);

impl Read for Drip<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(room.len()).min(self.0.len());
        let (now, later) = self.0.split_at(count);
        room[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

fn shape(text: &str) -> Shape {
    match text {
        "" => Shape::auto(),
        "." => Shape::one(),
        path => Shape::rows_at(Path::parse(path).unwrap()),
    }
}

/// Everything that a feed returns: rows as they are written, faults as they print.
fn told(mut feed: Feed<impl Read>) -> String {
    let mut all = Vec::new();
    while let Some(next) = feed.next() {
        all.push(match next {
            Ok(row) => String::from_utf8_lossy(row.bytes).into_owned(),
            Err(fault) => format!("! {fault}"),
        });
    }
    all.join(" | ")
}

#[track_caller]
fn check(at: &str, file: impl AsRef<[u8]>, right: &str) {
    let file = file.as_ref();
    for bytes in [1, 3, 1 << 20] {
        let feed = Feed::new(Drip(file, bytes), shape(at));
        assert_eq!(told(feed), right, "{:.60} by {bytes}", String::from_utf8_lossy(file));
    }
}

#[test]
fn lines() {
    check("", "{\"a\":1}\n{\"a\":2}\n", r#"{"a":1} | {"a":2}"#);
    check("", "\u{feff}{\"a\":1}\r\n\r\n \n{\"a\":2}", r#"{"a":1} | {"a":2}"#);
    check("", "\n\n{}\n[1]\nnonsense\n{\"a\":[\n{}", r#"{} | [1] | nonsense | {"a":[ | {}"#);
    check("", "{\"a\":1}{\"b\":2}\n{}", r#"{"a":1}{"b":2} | {}"#);
    check("", "{\"a\":[1]}\n{\"a\":[2]}", r#"{"a":[1]} | {"a":[2]}"#);
}

#[test]
fn one_array() {
    check("", "[]", "");
    check("", " [ ] \n", "");
    check("", "[{\"a\":1},{\"a\":2}]", r#"{"a":1} | {"a":2}"#);
    check(
        "",
        "\u{feff}[\n  {\"a\": [1]} ,\n  {\"a\": \"]}\\\"]\"}\n]\n",
        r#"{"a": [1]} | {"a": "]}\"]"}"#,
    );
    check("", "[1,\"x\",null,[2],{}]", r#"1 | "x" | null | [2] | {}"#);
    check("", "[{\"a\":NaN},{}]", r#"{"a":NaN} | {}"#);
    check("", "[{}", "{} | ! line 1, byte 4: the file ends before its rows do");
    check("", "[{},", "{} | ! line 1, byte 5: the file ends before its rows do");
    check("", "[{},\n{\"a", "{} | ! line 2, byte 4: the file ends before its rows do");
    check("", "[{}}", "{} | ! line 1, byte 4: this is no JSON");
    check("", "[{} {}]", "{} | ! line 1, byte 5: this is no JSON");
    check("", "[{},]", "{} | ! line 1, byte 5: this is no JSON");
    check("", "[,{}]", "! line 1, byte 2: this is no JSON");
    check("", "[{\"a\":[1}]", "! line 1, byte 9: this is no JSON");
    check("", "[{}]\n{}", "{} | ! line 2, byte 1: something stands behind the end of the rows");
    check("", "[{}]]", "{} | ! line 1, byte 5: something stands behind the end of the rows");
}

#[test]
fn one_object() {
    check("", r#"{"error":"x"}"#, r#"{"error":"x"}"#);
    check("", "{\n \"a\": 1\n}\n", "{\n \"a\": 1\n}");
    check("", "{}", "{}");
    check("", r#"{"total":2,"items":[{"a":1},{"a":2}],"next":null}"#, r#"{"a":1} | {"a":2}"#);
    check("", "{\"meta\":{\"x\":[1]},\n\"items\":[]}", "");
    check(
        "",
        r#"{"items":[{}],"tags":[1]}"#,
        "{} | ! line 1, byte 22: `items` and `tags` are both arrays: say by `rows_at` which holds the rows",
    );
    check(
        "",
        r#"{"items":[{}],"items":0}"#,
        "{} | ! line 1, byte 23: the key `items` stands here twice",
    );
    check("", r#"{"items":[{}]"#, "{} | ! line 1, byte 14: the file ends before its rows do");
    check("", r#"{"items":[{}],"x":NaN}"#, "{} | ! line 1, byte 19: this is no JSON");
    check("", r#"{"items":[{}],}"#, "{} | ! line 1, byte 15: this is no JSON");
    check("", r#"{"a":NaN,"b":1}"#, r#"{"a":NaN,"b":1}"#);
    check("", "{\n}\n{}", "{\n} | ! line 3, byte 1: something stands behind the end of the rows");
    check("", r#"{"a":1"#, "! line 1, byte 7: the file ends before its rows do");
    check("", r#"{"a":"#, "! line 1, byte 6: the file ends before its rows do");
    check("", "{", "! line 1, byte 2: the file ends before its rows do");
    check("", "{\"a\":]", "! line 1, byte 6: this is no JSON");
}

#[test]
fn rows_at_a_path() {
    check("data.items", r#"{"data":{"n":[1],"items":[{"id":1}],"z":[]},"y":[2]}"#, r#"{"id":1}"#);
    check("data.items", r#"{"data":{"items":[]}}"#, "");
    check("da", "{\"d\\u0061\":[{}]}", "{}");
    check("0.rows", r#"[{"rows":[{}]},2]"#, "{}");
    check("1.rows", r#"[[1],{"rows":[{}]}]"#, "{}");
    check(
        "data.items",
        r#"{"data":{"items":null}}"#,
        "! line 1, byte 18: what is at `data.items` is no array",
    );
    check(
        "data.items",
        r#"{"data":{"items":{"id":1}}}"#,
        "! line 1, byte 18: what is at `data.items` is no array",
    );
    check("data.items", r#"{"error":"x"}"#, "! line 1, byte 13: nothing is at `data.items`");
    check("data.items", r#"{"data":false}"#, "! line 1, byte 9: nothing is at `data.items`");
    check("2.rows", r#"[1,2]"#, "! line 1, byte 5: nothing is at `2.rows`");
    check("0.rows", r#"[]"#, "! line 1, byte 2: nothing is at `0.rows`");
    check("a.b", r#"{"a":{}}"#, "! line 1, byte 7: nothing is at `a.b`");
    check("a", r#"{"a":[{}],"a":[]}"#, "{} | ! line 1, byte 15: the key `a` stands here twice");
    check(
        "a",
        "{\"a\":[{}]}\n{\"a\":[{}]}",
        "{} | ! line 2, byte 1: something stands behind the end of the rows",
    );
}

#[test]
fn the_file_is_the_row() {
    check(".", r#" {"a":[1]} "#, r#"{"a":[1]}"#);
    check(".", "{}\n{}", "{} | ! line 2, byte 1: something stands behind the end of the rows");
    check(".", "[]", "! line 1, byte 1: `[]` begins neither rows nor an object that holds them");
}

#[test]
fn what_is_no_rows_is_never_none() {
    for at in ["", ".", "a"] {
        check(at, "", "! line 1, byte 1: the file is empty");
        check(at, "\u{feff} \n", "! line 2, byte 1: the file is empty");
        check(
            at,
            "false",
            "! line 1, byte 1: `false` begins neither rows nor an object that holds them",
        );
        check(
            at,
            "<!doctype html>\n<html lang=\"en\">",
            "! line 1, byte 1: `<!doctype html> <html la` begins neither rows nor an object that holds them",
        );
    }
    check(
        "",
        b"\xff\xfe{\0}\0",
        "! line 1, byte 1: `\u{fffd}\u{fffd}{ }` begins neither rows nor an object that holds them",
    );
}

/// The places of rows and of faults in them.
#[test]
fn a_row_knows_its_place() {
    let file = "\u{feff}[{},\n  {\n\"a\": NaN}]";
    let mut feed = Feed::new(file.as_bytes(), Shape::auto());
    let first = feed.next().unwrap().unwrap();
    assert_eq!((first.number, first.line, first.column, first.offset), (1, 1, 2, 4));
    let second = feed.next().unwrap().unwrap();
    assert_eq!((second.number, second.line, second.column, second.offset), (2, 2, 3, 10));
    let bad = |offset| second.fault(BadRow { offset, kind: BadRowKind::Unexpected }).to_string();
    assert_eq!(bad(7), "row 2, line 3, byte 6: this is no JSON");
    assert_eq!(bad(0), "row 2, line 2, byte 3: this is no JSON");
    assert_eq!(bad(999), "row 2, line 3, byte 10: this is no JSON");
    assert!(feed.next().is_none());
    assert!(feed.next().is_none());
}

/// A row made longer, 64 bytes at a time.
const BLANKS: &str = "                                                                ";

/// Gives parts again and again, and never keeps them.
struct Long {
    parts: std::vec::IntoIter<(&'static str, usize)>,
    now: (&'static str, usize),
}

impl Long {
    fn new(parts: &[(&'static str, usize)]) -> Long {
        Long { parts: Vec::from(parts).into_iter(), now: ("", 0) }
    }
}

impl Read for Long {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let mut filled = 0;
        while filled < room.len() {
            if self.now.1 == 0 {
                match self.parts.next() {
                    Some(part) => self.now = part,
                    None => break,
                }
                continue;
            }
            let part = self.now.0.as_bytes();
            if part.len() > room.len() - filled {
                break;
            }
            room[filled..filled + part.len()].copy_from_slice(part);
            filled += part.len();
            self.now.1 -= 1;
        }
        Ok(filled)
    }
}

fn long(parts: &[(&'static str, usize)]) -> (usize, Vec<FeedFault>) {
    let mut feed = Feed::new(Long::new(parts), Shape::auto());
    let (mut rows, mut faults) = (0, Vec::new());
    while let Some(next) = feed.next() {
        match next {
            Ok(_) => rows += 1,
            Err(fault) => faults.push(fault),
        }
    }
    (rows, faults)
}

#[test]
fn the_end_of_a_line_is_no_part_of_its_row() {
    let longest = format!("{{\"a\":\"{}\"}}", "x".repeat((16 << 20) - 8));
    assert_eq!(longest.len(), 16 << 20);
    for end in ["\n", "\r\n"] {
        let file =
            [r#"{"a":1}"#, r#"{"a":2}"#, &longest, r#"{"a":3}"#].map(|row| row.to_owned() + end);
        let mut feed = Feed::new(std::io::Cursor::new(file.concat()), Shape::auto());
        let mut lengths = Vec::new();
        while let Some(row) = feed.next() {
            lengths.push(row.unwrap().bytes.len());
        }
        assert_eq!(lengths, [7, 7, 16 << 20, 7], "{end:?}");
    }
}

#[test]
fn a_row_that_is_too_long_is_a_fault_of_that_row() {
    let blanks = (BLANKS, 17 << 14);
    for parts in [
        [("{}\n{\"a\":", 1), blanks, ("1}\n{}\n", 1)],
        [("[{},\n{\"a\":", 1), blanks, ("1},{}]", 1)],
        [("{\"rows\":[{},\n{\"a\":", 1), blanks, ("1},{}]}", 1)],
    ] {
        let (rows, faults) = long(&parts);
        assert_eq!(rows, 2);
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert_eq!(fault.to_string(), "row 2, line 2, byte 1: it is longer than 16 MiB");
        assert!(!fault.ends());
    }
    let (rows, faults) = long(&[("[{},\n{\"a\":", 1), blanks, ("", 0)]);
    assert_eq!((rows, faults.len(), faults[0].ends()), (1, 1, true));
    let (rows, faults) = long(&[("{\"a\":\"", 1), blanks, ("\"}", 1)]);
    assert_eq!((rows, faults.len(), faults[0].ends()), (0, 1, true));
}

fn told_all(faults: &[FeedFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
}

#[test]
fn depth_needs_no_stack() {
    let work = || {
        let (rows, faults) = long(&[("[", 100_000)]);
        assert_eq!(
            (rows, told_all(&faults)),
            (0, "line 1, byte 100001: it is nested deeper than 128 levels".to_owned())
        );
        let (rows, faults) = long(&[("{\"a\":", 100_000)]);
        assert_eq!(
            (rows, told_all(&faults)),
            (0, "line 1, byte 500001: it is nested deeper than 128 levels".to_owned())
        );
        let (rows, faults) = long(&[("[[", 1), ("[", 99_999), ("]", 100_000), (",{}]", 1)]);
        assert_eq!((rows, faults), (2, vec![]));
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_long_file_is_read_to_its_end() {
    let (rows, faults) =
        long(&[("[", 1), ("{\"a\":[1,2,\"x\"],\"b\":{}},\n", 200_000), ("{}]", 1)]);
    assert_eq!((rows, faults), (200_001, vec![]));
    let (rows, faults) = long(&[("{\"a\":[1,2,\"x\"],\"b\":{}}\r\n", 200_000)]);
    assert_eq!((rows, faults), (200_000, vec![]));
}

#[test]
fn a_reader_that_fails_is_a_fault() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    let both = Drip(b"{}\n{}\n{", 2).chain(Broken);
    assert_eq!(
        told(Feed::new(both, Shape::auto())),
        "{} | {} | ! line 3, byte 1: reading failed: connection reset"
    );
}
