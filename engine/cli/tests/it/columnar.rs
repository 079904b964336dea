//! Tests that rows of CSV, Parquet and Arrow files are sorted like the same rows in JSON.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Decimal128Array, DictionaryArray, Int64Array, RecordBatch, StringArray, StructArray,
    TimestampSecondArray,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::Field;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::program::{ROOT, Ran, folder, run_in};

const STATION: &str = r#"global: {currency: EUR, timezone: Europe/Paris}
apis: [{name: shop, rows: {list: rows.jsonl}}]
skills:
  - name: menu
    cognitive: {objective: eat}
    invoke: {method: list}
    kinds:
      dear:  {when: "$fields.price >= 10 and $fields.shelf == 'food'"}
      cheap: {when: "$fields.price < 10 and $fields.shelf == 'food'"}
    present:
      fields:
        name: {type: text, role: title}
        price: {from: prix.ttc, type: price, role: billed}
        shelf: {type: text}
        since: {type: datetime}
"#;

const ROWS: &str = r#"{"id":1,"name":"Tea","prix":{"ttc":2.50},"shelf":"food","since":"2026-07-01T10:00:00"}
{"id":2,"name":"Wine","prix":{"ttc":10.00},"shelf":"food","since":"2026-01-01T00:00:00"}
{"id":3,"name":"Chair","prix":{"ttc":49.00},"shelf":"home","since":null}
{"id":null,"name":"Crumb","prix":{"ttc":0.10},"shelf":"food","since":"1970-01-01T00:00:00"}
{"id":5,"name":"Salt","prix":null,"shelf":"food","since":null}
"#;

/// The same rows, repeated.
fn batch(times: usize) -> RecordBatch {
    fn again<T: Clone>(cells: [T; 5], times: usize) -> Vec<T> {
        cells.iter().cloned().cycle().take(5 * times).collect()
    }
    let ids: ArrayRef =
        Arc::new(Int64Array::from(again([Some(1), Some(2), Some(3), None, Some(5)], times)));
    let names: ArrayRef =
        Arc::new(StringArray::from(again(["Tea", "Wine", "Chair", "Crumb", "Salt"], times)));
    let prices = again([Some(250), Some(1000), Some(4900), Some(10), None], times);
    let valid: Vec<_> = prices.iter().map(Option::is_some).collect();
    let prices = Decimal128Array::from(prices).with_precision_and_scale(10, 2).unwrap();
    let field = Field::new("ttc", arrow_array::Array::data_type(&prices).clone(), true);
    let prices: ArrayRef =
        Arc::new(StructArray::new(vec![field].into(), vec![Arc::new(prices)], Some(valid.into())));
    let shelves = again(["food", "food", "home", "food", "food"], times);
    let shelves: ArrayRef = Arc::new(shelves.into_iter().collect::<DictionaryArray<Int32Type>>());
    // 2026-07-01T10:00:00 and 2026-01-01T00:00:00, civil.
    let since = again([Some(1_782_900_000), Some(1_767_225_600), None, Some(0), None], times);
    let since: ArrayRef = Arc::new(TimestampSecondArray::from(since));
    let columns =
        [("id", ids), ("name", names), ("prix", prices), ("shelf", shelves), ("since", since)];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))
        .unwrap()
}

fn parquet(path: &Path, batch: &RecordBatch, compression: Compression) {
    let properties = WriterProperties::builder().set_compression(compression).build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

fn arrow(path: &Path, batch: &RecordBatch) {
    let mut writer = FileWriter::try_new(File::create(path).unwrap(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
}

fn stream(path: &Path, batch: &RecordBatch) {
    let mut writer = StreamWriter::try_new(File::create(path).unwrap(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
}

fn classify(folder: &Path, more: &[&str]) -> Ran {
    let args = [&["classify", "station.yaml", "--skill", "menu"], more].concat();
    run_in(folder, &args, "")
}

#[test]
fn rows_are_sorted_alike_whatever_file_they_are_in() {
    let (_kept, folder) = folder(&[("station.yaml", STATION), ("rows.jsonl", ROWS)]);
    let right = classify(&folder, &["--rows", "rows.jsonl"]);
    assert_eq!(right.status, 0, "{}", right.err);
    assert_eq!(right.out.lines().count(), 2);
    assert_eq!(right.err, "5 rows: 2 items, 3 not offered\n");
    let batch = batch(1);
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let codecs = [
        ("plain", Compression::UNCOMPRESSED),
        ("snappy", Compression::SNAPPY),
        ("zstd", zstd),
        ("lz4", Compression::LZ4_RAW),
        ("gzip", Compression::GZIP(Default::default())),
    ];
    for (name, codec) in codecs {
        parquet(&folder.join(format!("{name}.parquet")), &batch, codec);
    }
    arrow(&folder.join("rows.arrow"), &batch);
    stream(&folder.join("stream.arrow"), &batch);
    let files = ["plain.parquet", "snappy.parquet", "zstd.parquet", "lz4.parquet", "gzip.parquet"];
    for file in files.into_iter().chain(["rows.arrow", "stream.arrow"]) {
        let ran = classify(&folder, &["--rows", file]);
        assert_eq!((ran.status, &ran.out, &ran.err), (0, &right.out, &right.err), "{file}");
        // The same file through a pipe.
        let format = if file.ends_with("parquet") { "parquet" } else { "arrow" };
        let piped = Command::new(env!("CARGO_BIN_EXE_pointsman"))
            .args(["classify", "station.yaml", "--skill", "menu", "--rows", "-"])
            .args(["--rows-format", format])
            .current_dir(&folder)
            .stdin(Stdio::from(File::open(folder.join(file)).unwrap()))
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(piped.stdout).unwrap(), right.out, "{file}");
    }
}

#[test]
fn many_rows_stand_in_their_order_whoever_sorts_them() {
    let (_kept, folder) = folder(&[("station.yaml", STATION), ("rows.jsonl", ROWS)]);
    parquet(&folder.join("rows.parquet"), &batch(5_000), Compression::SNAPPY);
    stream(&folder.join("rows.arrow"), &batch(5_000));
    let one = classify(&folder, &["--rows", "rows.parquet", "--threads", "1", "--dropped"]);
    assert_eq!((one.status, one.out.lines().count()), (0, 10_000));
    assert!(one.err.starts_with("row 3: not offered: no-kind\nrow 4: not offered: no-reference\n"));
    assert!(one.err.contains("\nrow 24998: not offered: no-kind\n"));
    for file in ["rows.parquet", "rows.arrow"] {
        let several = classify(&folder, &["--rows", file, "--threads", "4", "--dropped"]);
        assert_eq!((&several.out, &several.err), (&one.out, &one.err), "{file}");
    }
    let summary = classify(&folder, &["--rows", "rows.parquet", "--summary", "--unique-refs"]);
    assert!(summary.out.contains("9998 items with a repeated reference"), "{}", summary.out);
}

fn csv(text: &[u8], more: &[&str]) -> Ran {
    let (_kept, folder) = folder(&[("station.yaml", STATION), ("rows.jsonl", ROWS)]);
    std::fs::write(folder.join("rows.csv"), text).unwrap();
    classify(&folder, &[&["--rows", "rows.csv"], more].concat())
}

/// The titles of the items.
fn titles(ran: &Ran) -> Vec<String> {
    let title =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["title"].clone();
    ran.out.lines().map(|line| title(line).as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_cell_of_csv_is_a_text() {
    let text = "\u{feff}id,name,prix.ttc,shelf,since\r\n1,\"Tea, \"\"green\"\"\r\nor black\", 2.50 ,food,2026-07-01\r\n\r\n2,Wine,,food,\r\n";
    let ran = csv(text.as_bytes(), &["--dropped"]);
    assert_eq!(titles(&ran), ["Tea, \"green\"\r\nor black"], "{}", ran.err);
    assert!(ran.out.contains(r#""price":2.5"#) && ran.out.contains(r#""since":"2026-07-01""#));
    // An empty cell is the empty text, which is an unreadable price and not an absent price.
    assert!(ran.err.starts_with("row 2, line 5: not offered: no-kind\n"), "{}", ran.err);
    let summary = csv(text.as_bytes(), &["--summary", "--format", "json"]);
    assert!(summary.out.contains(r#""unreadable":{"price":1,"since":1}"#), "{}", summary.out);
}

#[test]
fn a_line_of_another_length_is_a_bad_row() {
    let text = b"id,name,prix.ttc,shelf\n1,Tea,2.50,food\n2,Wine,10\n3,Beer,3,food,more\n\n\"4\",\xff,1,food\n5,Gin,20,food\n6,Rum,\"9,food\n";
    let ran = csv(text, &[]);
    assert_eq!((ran.status, titles(&ran)), (0, vec!["Tea".to_owned(), "Gin".to_owned()]));
    let right = "\
rows.csv: row 2, line 3: it has 3 cells, and the header has 4
rows.csv: row 3, line 4: it has 5 cells, and the header has 4
rows.csv: row 4, line 6: it is not UTF-8
rows.csv: row 6, line 8: it has 3 cells, and the header has 4
2 rows: 2 items, 0 not offered; 4 bad rows skipped
";
    assert_eq!(ran.err, right);
    let strict = csv(text, &["--strict"]);
    assert_eq!((strict.status, titles(&strict).len()), (1, 1));
    let open = csv(b"id,name,prix.ttc,shelf\n1,Tea,2.50,\"food\n2,Wine,10,food\n", &[]);
    assert_eq!(open.status, 3);
    assert!(open.err.contains("row 1, line 2: a quote does not end\n"), "{}", open.err);
}

#[test]
fn csv_has_a_header_and_a_delimiter() {
    let semicolons = b"id;name;prix.ttc;shelf;shelf\n1;Tea;2.50;home;food\n";
    let ran = csv(semicolons, &["--csv-delimiter", ";"]);
    // If two columns have the same name, the last one counts.
    assert_eq!((ran.status, titles(&ran)), (0, vec!["Tea".to_owned()]), "{}", ran.err);
    let guessed = csv(semicolons, &[]);
    assert_eq!(guessed.status, 3);
    assert!(guessed.err.contains("is --csv-delimiter ';' meant?"), "{}", guessed.err);
    let tabs = csv(b"id\tname\tprix.ttc\tshelf\n1\tTea\t2.50\tfood", &["--csv-delimiter", "tab"]);
    assert_eq!((tabs.status, titles(&tabs).len()), (0, 1), "{}", tabs.err);
    for (text, right) in [(&b""[..], "the file is empty"), (b"\n\n", "the file is empty")] {
        let ran = csv(text, &[]);
        assert_eq!(ran.status, 3);
        assert!(ran.err.contains(right), "{}", ran.err);
    }
    let nothing = csv(b"id,name\n", &[]);
    assert_eq!((nothing.status, nothing.err.as_str()), (0, "0 rows: 0 items, 0 not offered\n"));
    let other = csv(b"id,name\n1,Tea\n", &["--csv-delimiter", "é"]);
    assert_eq!(other.status, 2);
}

#[test]
fn a_quote_that_does_not_end_takes_no_more_than_a_row_may() {
    let mut text = b"id,name,prix.ttc,shelf\n1,Tea,2.50,food\n2,\"".to_vec();
    text.resize(20 << 20, b'x');
    let ran = csv(&text, &[]);
    assert_eq!((ran.status, titles(&ran).len()), (3, 1));
    assert!(ran.err.contains("line 3: a row that is longer than 16 MiB"), "{}", ran.err);
}

#[test]
fn a_broken_file_is_told_and_is_no_empty_one() {
    let (_kept, folder) = folder(&[("station.yaml", STATION), ("rows.jsonl", ROWS)]);
    parquet(&folder.join("whole.parquet"), &batch(50), Compression::SNAPPY);
    arrow(&folder.join("whole.arrow"), &batch(50));
    stream(&folder.join("stream.arrow"), &batch(50));
    for (file, ends) in
        [("whole.parquet", "parquet"), ("whole.arrow", "arrow"), ("stream.arrow", "arrow")]
    {
        let whole = std::fs::read(folder.join(file)).unwrap();
        let broken = format!("broken.{ends}");
        let status = |bytes: &[u8]| {
            std::fs::write(folder.join(&broken), bytes).unwrap();
            let ran = classify(&folder, &["--rows", &broken]);
            assert!([0, 3].contains(&ran.status), "{file}: {} {}", ran.status, ran.err);
            ran.status
        };
        assert_eq!(status(b""), 3, "{file}");
        assert_eq!(status(b"{}\n"), 3, "{file}");
        assert_eq!(status(&whole[..whole.len() / 2]), 3, "{file}");
        for at in (0..whole.len()).step_by(whole.len() / 12) {
            let mut other = whole.clone();
            other[at] ^= 0x55;
            status(&other);
        }
    }
    let usage = classify(&folder, &["--rows", "whole.parquet", "--rows-at", "a"]);
    assert_eq!(usage.status, 2);
}

/// The commands of the page print the output that it shows. Its Rust examples run as tests of the library.
#[test]
fn the_page_of_columns_shows_what_is_printed() {
    let page = std::fs::read_to_string(crate::docs::page::folder().join("COLUMNS.md")).unwrap();
    let mut shown = 0;
    for part in page.split("```sh\n").skip(1) {
        let (command, rest) = part.split_once("\n```\n").unwrap();
        let printed = rest.trim_start().strip_prefix("```text\n").unwrap();
        let printed = printed.split_once("```").unwrap().0;
        let words: Vec<_> = command.split_whitespace().skip(1).collect();
        assert_eq!(run_in(Path::new(ROOT), &words, "").out, printed, "{command}");
        shown += 1;
    }
    assert_eq!(shown, 1);
}
