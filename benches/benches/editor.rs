//! Benchmark of the time from a keystroke to its diagnostics, with 40 skills, 200 kinds and 300 operations.
#![allow(clippy::expect_used, reason = "a bench that cannot go on stops")]

use std::fs;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::thread;

use criterion::Criterion;
use pointsman_benches::market::{DOCUMENT, market};
use serde_json::{Value, json};

/// An editor that talks to a server in this process, with the same bytes as to the program.
struct Editor {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    uri: String,
    version: u64,
}

impl Editor {
    /// Opens the station of a folder.
    fn open(folder: &std::path::Path, text: &str) -> Editor {
        let (input, to) = pipe().expect("a pipe");
        let (from, output) = pipe().expect("a pipe");
        thread::spawn(move || pointsman::lsp::serve(BufReader::new(input), output));
        let uri = format!("file://{}", folder.join("market.yaml").display());
        let mut editor = Editor { to, from: BufReader::new(from), uri, version: 1 };
        editor.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}));
        let document = json!({"uri": editor.uri, "languageId": "yaml", "version": 1, "text": text});
        editor.told("textDocument/didOpen", json!({"textDocument": document}));
        editor.published();
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a server");
    }

    fn told(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Replaces a digit at the end of a line.
    fn key(&mut self, line: usize, character: usize, text: &str) {
        self.version += 1;
        let place = |character| json!({"line": line, "character": character});
        let range = json!({"start": place(character), "end": place(character + 1)});
        let document = json!({"uri": self.uri, "version": self.version});
        let change = json!({"range": range, "text": text});
        self.told(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [change]}),
        );
    }

    /// Waits until the findings of this version are published.
    fn published(&mut self) {
        loop {
            let mut header = String::new();
            self.from.read_line(&mut header).expect("a server");
            let Some(length) = header.strip_prefix("Content-Length: ") else { continue };
            let length: usize = length.trim().parse().expect("a length");
            let mut rest = vec![0; length + 2];
            self.from.read_exact(&mut rest).expect("a message");
            let message: Value = serde_json::from_slice(&rest).expect("a message");
            if message.pointer("/params/version") == Some(&json!(self.version)) {
                return;
            }
        }
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let folder = tempfile::tempdir().expect("a folder");
    let market = market(1);
    for (name, text) in [("market.yaml", &market.station), (DOCUMENT, &market.document)] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    // In the middle of the file, the last digit of a price in a guard's condition.
    let mut guards =
        (0..).zip(market.station.lines()).filter(|(_, text)| text.contains("approval"));
    let (line, text) = guards.nth(20).expect("a guard");
    let character = text.rfind(|c: char| c.is_ascii_digit()).expect("a price");
    let mut editor = Editor::open(folder.path(), &market.station);
    let mut group = criterion.benchmark_group("editor");
    group.bench_function("a keystroke", |bencher| {
        bencher.iter(|| {
            editor.key(line, character, if editor.version.is_multiple_of(2) { "1" } else { "0" });
            editor.published();
        });
    });
    group.finish();
    criterion.final_summary();
}
