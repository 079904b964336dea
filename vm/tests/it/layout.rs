//! JSON bytes to rows: paths, repeated keys, and what makes a row bad.

use proptest::prelude::*;
use proptest::sample::select;
use vm::{BadRowKind as Kind, Layout, Path, Reading, Row};

use crate::{told, ty};

/// Fields as `path type`, several between commas.
pub(crate) fn layout(fields: &str) -> Layout {
    let field = |text: &str| {
        let (path, name) = text.trim().rsplit_once(' ').unwrap();
        (Path::parse(path).unwrap(), ty(name))
    };
    Layout::new(&fields.split(',').map(field).collect::<Vec<_>>(), Reading::default())
}

pub(crate) fn slots(row: &Row) -> String {
    (0..row.len()).map(|slot| told(row.get(slot))).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(fields: &str, json: &str, right: &str) {
    let layout = layout(fields);
    let mut row = layout.row();
    layout.read(json.as_bytes(), &mut row).unwrap();
    assert_eq!(slots(&row), right, "{fields} of {json}");
    // Read again into the same row: nothing of an earlier row is left.
    layout.read(br#"{"a":"leftover leftover leftover","b":[1,{"c":2}]}"#, &mut row).unwrap();
    layout.read(json.as_bytes(), &mut row).unwrap();
    assert_eq!(slots(&row), right, "{fields} of {json}, again");
}

#[track_caller]
fn bad(json: impl AsRef<[u8]>, offset: usize, kind: Kind) {
    let layout = layout("a text, b.c number, d.0 text");
    let mut row = layout.row();
    let fault = layout.read(json.as_ref(), &mut row).unwrap_err();
    let text = String::from_utf8_lossy(json.as_ref()).into_owned();
    assert_eq!((fault.offset, fault.kind), (offset, kind), "{text:.80}");
    assert_eq!(slots(&row), "- - -");
}

#[test]
fn values_stand_where_their_paths_lead() {
    check("a text, b number", r#"{"a":"x","b":1}"#, "'x' 1");
    check("a text, b number", " { \"b\" : 1 ,\r\n\t\"a\" : \"x\" } ", "'x' 1");
    check("a text, b number", "{}", "- -");
    check("a.b.c text", r#"{"a":{"x":[{"c":0}],"b":{"c":"deep"}}}"#, "'deep'");
    check("a text, a id, a number", r#"{"a":"12"}"#, "'12' '12' 12");
    check("a text, a.b text", r#"{"a":{"b":"x"}}"#, "? 'x'");
    check("a text, a.b text", r#"{"a":"x"}"#, "'x' ?");
    check("a text, a.b text", r#"{"a":null}"#, "- -");
    check(
        "a text",
        r#"{"a":"a text that is longer than a slot"}"#,
        "'a text that is longer than a slot'",
    );
    check("a text", r#"{"a":"14 bytes long."}"#, "'14 bytes long.'");
    check("a text", r#"{"a":"15 bytes long.."}"#, "'15 bytes long..'");
    check("a text", r#"{"a":"élan","b":"a line that is long enough for a window"}"#, "'élan'");
}

#[test]
fn steps_into_what_is_no_object() {
    check("address.state text", r#"{"address":null}"#, "-");
    check("address.state text", r#"{"address":"none"}"#, "?");
    check("address.state text", r#"{"address":7}"#, "?");
    check("address.state text", r#"{"address":true}"#, "?");
    check("address.state text", r#"{"address":[{"state":"CA"}]}"#, "?");
    check("address.state text", r#"{"address":[]}"#, "?");
    check("price.amount price", r#"{"price.amount":5,"price":{"amount":7}}"#, "7");
    check("tags.0 text", r#"{"tags":["x"]}"#, "'x'");
    check("tags.1 text", r#"{"tags":["x"]}"#, "-");
    check("tags.0 text", r#"{"tags":[null]}"#, "-");
    check("tags.00 text, tags.-1 text, tags.1.a text", r#"{"tags":["x","y"]}"#, "? ? ?");
    check("by_id.1 text", r#"{"by_id":{"1":null}}"#, "-");
    check("by_id.1 text", r#"{"by_id":{"1":"x"}}"#, "'x'");
    check(
        "images.1.url url, images.0.url url",
        r#"{"images":[{"url":"a"},{"url":"b"},3]}"#,
        "'b' 'a'",
    );
    check("a.1.0 number", r#"{"a":[[1],[2,3]]}"#, "2");
}

#[test]
fn of_a_repeated_key_the_last_counts_whole() {
    check("a text", r#"{"a":"x","a":"y"}"#, "'y'");
    check("a text", r#"{"a":"x","a":null}"#, "-");
    check("a.b number", r#"{"a":{"b":1},"a":{}}"#, "-");
    check("a.b number", r#"{"a":{"b":1},"a":[]}"#, "?");
    check("a.b number", r#"{"a":{"b":1},"a":3}"#, "?");
    check("a.b number", r#"{"a":3,"a":{"b":1}}"#, "1");
    check("a.0 number", r#"{"a":[1,2],"a":[]}"#, "-");
    check("a.b number, a.c number", r#"{"a":{"b":1,"c":2},"a":{"c":3}}"#, "- 3");
    check("a datetime", r#"{"a":"2026-01-01","a":"never"}"#, "?");
}

#[test]
fn keys_compare_after_unescaping() {
    check("price number", r#"{"pr\u0069ce":1}"#, "1");
    check("price number", r#"{"price":1,"pr\u0069ce":2}"#, "2");
    check("a/b number", r#"{"a\/b":1}"#, "1");
    check("é text", "{\"e\u{301}\":\"decomposed\"}", "-");
    check("é text", r#"{"\u00e9":"x"}"#, "'x'");
    check("a text", r#"{"a\ud800":"x","a":"y"}"#, "'y'");
    check("\u{1F600} text", r#"{"\ud83d\ude00":"x"}"#, "'x'");
}

#[test]
fn texts_are_unescaped() {
    check(
        "a text",
        r#"{"a":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}"#,
        "'\"\\/\u{8}\u{c}\n\r\té\u{1F600}'",
    );
    check("a text", r#"{"a":"e\u0301"}"#, "'é'");
    check("a id", r#"{"a":"e\u0301"}"#, "'e\u{301}'");
    check("a text", r#"{"a":"\u0000"}"#, "'\0'");
    for lone in [
        r"\ud83c",
        r"x\udf55",
        r"\ud83c\ud83c\udf55",
        r"\ud83cx",
        r"\ud83c\n",
        r"\ud83cé",
        r"\udf55\ud83c",
    ] {
        check("a text, a id, b text", &format!(r#"{{"a":"{lone}","b":"x"}}"#), "? ? 'x'");
    }
}

#[test]
fn a_datetime_keeps_its_spelling() {
    let layout = layout("at datetime, until datetime, name text");
    let mut row = layout.row();
    layout
        .read(
            br#"{"at":"2026-01-01","at":"2026-03-01t09:00:00z","until":"soon","name":"x"}"#,
            &mut row,
        )
        .unwrap();
    assert_eq!(row.spelling(0), Some("2026-03-01t09:00:00z"));
    assert_eq!((row.spelling(1), row.spelling(2), row.spelling(3)), (None, None, None));
    layout.read(br#"{"at":"2026-01-01","at":null}"#, &mut row).unwrap();
    assert_eq!(row.spelling(0), None);
}

#[test]
fn a_row_is_an_object() {
    for json in ["[]", "[{}]", "1", "\"x\"", "true", "null", " -"] {
        bad(json, json.len() - json.trim_start().len(), Kind::NotAnObject);
    }
    bad("", 0, Kind::Unfinished);
    bad("  ", 2, Kind::Unfinished);
    bad("<!doctype html>", 0, Kind::Unexpected);
    bad("\u{feff}{}", 0, Kind::Unexpected);
}

#[test]
fn a_row_is_checked_whole() {
    bad(r#"{"a":1}{"b":2}"#, 7, Kind::Trailing);
    bad(r#"{"a":1},"#, 7, Kind::Trailing);
    bad(r#"{"a":NaN}"#, 5, Kind::Unexpected);
    bad(r#"{"z":NaN}"#, 5, Kind::Unexpected);
    bad(r#"{"z":[-Infinity]}"#, 7, Kind::Number);
    bad(r#"{"z":nul}"#, 8, Kind::Unexpected);
    bad(r#"{"z":tru"#, 8, Kind::Unfinished);
    bad(r#"{"z":01}"#, 6, Kind::Number);
    bad(r#"{"z":-01}"#, 7, Kind::Number);
    bad(r#"{"z":1.}"#, 7, Kind::Number);
    bad(r#"{"z":1e}"#, 7, Kind::Number);
    bad(r#"{"z":+1}"#, 5, Kind::Unexpected);
    bad(r#"{"z":.5}"#, 5, Kind::Unexpected);
    bad(r#"{"z":1"#, 6, Kind::Unfinished);
    bad(r#"{"z":1 2}"#, 7, Kind::Unexpected);
    bad(r#"{"z":1,}"#, 7, Kind::Unexpected);
    bad(r#"{"z":[1,]}"#, 8, Kind::Unexpected);
    bad(r#"{"z":[1}"#, 7, Kind::Unexpected);
    bad(r#"{"z":{"y":1]}"#, 11, Kind::Unexpected);
    bad(r#"{"z":{"y":1,}}"#, 12, Kind::Unexpected);
    bad(r#"{"z":{"y"}}"#, 9, Kind::Unexpected);
    bad(r#"{"z" 1}"#, 5, Kind::Unexpected);
    bad(r#"{z:1}"#, 1, Kind::Unexpected);
    bad(r#"{'z':1}"#, 1, Kind::Unexpected);
    bad(r#"{"z":1"b":2}"#, 6, Kind::Unexpected);
    bad(r#"{,}"#, 1, Kind::Unexpected);
    bad("{\"z\":\"a\tb\"}", 7, Kind::Control);
    bad("{\"z\":\"0123456789a\u{1f}b\"}", 17, Kind::Control);
    bad("{\"a\n\":1}", 3, Kind::Control);
    bad(r#"{"z":"\x"}"#, 6, Kind::Escape);
    bad(r#"{"z":"\u12g4"}"#, 6, Kind::Escape);
    bad(r#"{"a":"\u12"#, 10, Kind::Unfinished);
    bad(r#"{"a":"x\"#, 8, Kind::Unfinished);
    bad(r#"{"a":"x"#, 7, Kind::Unfinished);
    bad(b"{\"name\":\"caf\xe9\"}", 12, Kind::Utf8);
    bad(b"{\"\xff\":1}", 2, Kind::Utf8);
    bad(b"\xff\xfe{\x00}\x00", 0, Kind::Utf8);
    bad(b"{\"a\":\"\\n\xff\"}", 8, Kind::Utf8);
    bad(b"{\"x\":\"\\u0041 \xff\"}", 13, Kind::Utf8);
    // DEL is not a control character of JSON, and neither are characters above ASCII.
    check("a text", "{\"a\":\"\u{7f}\u{85}\u{2028}\"}", "'\u{7f}\u{85}\u{2028}'");
}

#[test]
fn nesting_has_a_bound_and_the_stack_none_to_fear() {
    let nested = |levels: usize, open: &str, close: &str, inner: &str| {
        format!("{{\"z\":{}{inner}{}}}", open.repeat(levels), close.repeat(levels))
    };
    let path = "z.".repeat(127);
    let work = move || {
        check("z.0 number", &nested(127, "[", "]", ""), "?");
        check("z.z number", &nested(127, "{\"z\":", "}", "1"), "?");
        check(&format!("{path}z number"), &nested(127, "{\"z\":", "}", "1"), "1");
        check(&format!("{path}c number"), &nested(127, "{\"z\":", "}", "1"), "-");
        bad(nested(128, "[", "]", ""), 132, Kind::Nesting);
        bad(nested(128, "{\"z\":", "}", "1"), 5 + 127 * 5, Kind::Nesting);
        bad("{\"z\":".repeat(100_000), 128 * 5, Kind::Nesting);
        bad(format!("{{\"d\":{}", "[".repeat(100_000)), 132, Kind::Nesting);
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_text_of_more_than_a_mebibyte_is_unreadable() {
    let long = "x".repeat(1 << 20);
    check("a text, b number", &format!(r#"{{"a":"{long}","b":1}}"#), &format!("'{long}' 1"));
    check("a text, a id, b number", &format!(r#"{{"a":"{long}x","b":1}}"#), "? ? 1");
}

#[test]
fn the_order_of_keys_is_learnt_and_never_trusted() {
    let layout = layout("a text, b.a number, b.c number, c text");
    let mut row = layout.row();
    let rows = [
        (r#"{"a":"x","b":{"a":1,"c":2},"c":"y"}"#, "'x' 1 2 'y'"),
        (r#"{"a":"x","b":{"a":1,"c":2},"c":"y"}"#, "'x' 1 2 'y'"),
        (r#"{"b":{"c":2},"c":"y"}"#, "- - 2 'y'"),
        (r#"{"b":{"c":2},"a":"y"}"#, "'y' - 2 -"),
        (r#"{"c":"y","b":{"c":2,"a":3},"a":"z"}"#, "'z' 3 2 'y'"),
        (r#"{ "c": "y", "b": { "a": 3, "a": 4}, "a" : "z"}"#, "'z' 4 - 'y'"),
        (r#"{ "c": "y", "b": { "a": 3, "a": 4}, "a" : "z"}"#, "'z' 4 - 'y'"),
        (
            r#"{ "c": "y", "b": { "a": 3, "a": 4}, "a" : "z", "a key that is longer than what is kept": 0, "c": "w"}"#,
            "'z' 4 - 'w'",
        ),
        (r#"{"c":"y"}"#, "- - - 'y'"),
        (r#"{"\u0063":"y"}"#, "- - - 'y'"),
        (r#"{"\u0063":"z"}"#, "- - - 'z'"),
        (r#"{"c":1}"#, "- - - '1'"),
    ];
    for (json, right) in rows.iter().chain(rows.iter().rev()) {
        layout.read(json.as_bytes(), &mut row).unwrap();
        assert_eq!(slots(&row), *right, "{json}");
    }
    let other = self::layout("c number, a number");
    for (json, right) in [(r#"{"c":1,"a":2}"#, "1 2"), (r#"{"c":3,"a":4}"#, "3 4")] {
        other.read(json.as_bytes(), &mut row).unwrap();
        assert_eq!(slots(&row), right, "{json}");
    }
    for json in [
        r#"{"c":1,"a"}"#,
        r#"{"c":1,"a":"#,
        r#"{"c":1,"a":2,}"#,
        r#"{"c":,"a":2}"#,
        r#"{"c":1"a":2}"#,
    ] {
        assert!(other.read(json.as_bytes(), &mut row).is_err(), "{json}");
    }
}

#[test]
fn more_keys_than_are_remembered() {
    let members: Vec<_> = (0..1000).map(|n| format!("\"k{n}\":{n}")).collect();
    check(
        "k0 number, k255 number, k256 number, k999 number",
        &format!("{{{}}}", members.join(",")),
        "0 255 256 999",
    );
}

#[test]
fn many_fields_are_found_by_their_keys() {
    let field = |at: usize| (Path::parse(&format!("k{at}.{at}.x")).unwrap(), ty("integer"));
    let layout = Layout::new(&(0..400).map(field).collect::<Vec<_>>(), Reading::default());
    let mut row = layout.row();
    let member = |at: usize| format!(r#""k{at}":{{"{at}":{{"x":{at}}}}}"#);
    for order in [(0..400).collect::<Vec<_>>(), (0..400).rev().collect()] {
        let members: Vec<_> = order.into_iter().map(member).collect();
        layout.read(format!("{{{}}}", members.join(",")).as_bytes(), &mut row).unwrap();
        let right: Vec<_> = (0..400).map(|at| at.to_string()).collect();
        assert_eq!(slots(&row), right.join(" "));
    }
    let layout = Layout::new(&[field(0), field(7)], Reading::default());
    layout.read(br#"{"k7":[0,1,2,3,4,5,6,{"x":7},{"x":8}]}"#, &mut row).unwrap();
    assert_eq!(slots(&row), "- 7");
}

const KEYS: [&str; 8] = [
    r#""a""#,
    r#""b""#,
    r#""c""#,
    r#""invoice_total""#,
    r#""é""#,
    r#""\u0061""#,
    r#""a key that is longer than what is kept""#,
    r#""n""#,
];

const VALUES: [&str; 31] = [
    "0",
    "-0",
    "7",
    "-12.25",
    "1.50",
    "01",
    "1.",
    ".5",
    "-",
    "1e3",
    "2.5E-1",
    "1234567",
    "12345678",
    "1234567.25",
    "0.12345678",
    "123456789012345678901",
    "true",
    "false",
    "null",
    "tru",
    r#""""#,
    r#""short""#,
    r#""fourteen bytes""#,
    r#""a text of more than fourteen bytes""#,
    r#""é""#,
    r#""a\nb""#,
    r#""12.50""#,
    "\"\t\"",
    "{\"c\":1}",
    "[1,{}]",
    "\"open",
];

/// What reads all keys, and what passes over most.
pub(crate) fn layouts() -> [Layout; 2] {
    [
        layout(
            "a text, b number, c integer, invoice_total price, n boolean, é text, a id, c.c text",
        ),
        layout("b text, n.c number"),
    ]
}

/// A row, now and then with a byte that is another.
pub(crate) fn line() -> impl Strategy<Value = Vec<u8>> {
    let member = (select(&KEYS[..]), select(&VALUES[..]), select(&["", "", "", " "][..]));
    let members = proptest::collection::vec(member, 0..9);
    let spoiled = proptest::option::weighted(0.2, (any::<prop::sample::Index>(), any::<u8>()));
    (members, spoiled, 0..20usize).prop_map(|(members, spoiled, cut)| {
        let members: Vec<_> = members
            .iter()
            .map(|(key, value, blank)| format!("{key}:{blank}{value}{blank}"))
            .collect();
        let mut line = format!("{{{}}}", members.join(",")).into_bytes();
        if let Some((at, byte)) = spoiled {
            let at = at.index(line.len());
            line[at] = byte;
        }
        if cut == 0 {
            line.truncate(line.len() / 2);
        }
        line
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The same row read as the first that there is and after others whose keys were learned.
    #[test]
    fn what_rows_before_had_changes_nothing(lines in proptest::collection::vec(line(), 1..12)) {
        for layout in layouts() {
            let mut learned = layout.row();
            for line in lines.iter().chain(&lines) {
                let mut fresh = layout.row();
                let said = layout.read(line, &mut learned);
                prop_assert_eq!(said, layout.read(line, &mut fresh), "{}", String::from_utf8_lossy(line));
                prop_assert_eq!(slots(&learned), slots(&fresh), "{}", String::from_utf8_lossy(line));
            }
        }
    }
}
