//! The protocol, message by message, over files on a disk.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, sync_channel};

use serde_json::{Value, json};

use super::{DESK, STATION};
use crate::lsp::frame::{self, Incoming};
use crate::lsp::server::{End, Server};
use crate::lsp::uri;

/// What a server writes, to be read while it goes on.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A server and what it wrote.
struct Talk {
    server: Server<Shared>,
    out: Shared,
}

impl Talk {
    fn new() -> Talk {
        let out = Shared::default();
        Talk { server: Server::new(out.clone()), out }
    }

    /// What it answers to messages that come all at once, and how it ends with them.
    fn say(&mut self, messages: &[Value]) -> (Vec<Value>, End) {
        let mut framed = Vec::new();
        messages.iter().for_each(|message| frame::write(&mut framed, message).unwrap());
        let end = self.server.serve(&read(&framed)).unwrap();
        let written = std::mem::take(&mut *self.out.0.borrow_mut());
        let told = read(&written).into_iter().map(|incoming| match incoming {
            Incoming::Message(message) => json!(message),
            Incoming::Broken(broken) => broken,
        });
        (told.collect(), end)
    }
}

/// The messages in some bytes.
fn read(bytes: &[u8]) -> Receiver<Incoming> {
    let (sender, receiver) = sync_channel(1_000);
    frame::read_all(&mut &*bytes, &sender);
    receiver
}

/// What a server answers to messages that come all at once, and how it ends.
fn talk(messages: &[Value]) -> (Vec<Value>, End) {
    Talk::new().say(messages)
}

fn request(id: i32, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn said(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

fn initialize(encodings: &[&str]) -> Value {
    request(1, "initialize", json!({"capabilities": {"general": {"positionEncodings": encodings}}}))
}

fn open(path: &Path, text: &str) -> Value {
    let document =
        json!({"uri": uri::from_path(path), "languageId": "yaml", "version": 1, "text": text});
    said("textDocument/didOpen", json!({"textDocument": document}))
}

fn leave() -> [Value; 2] {
    [request(99, "shutdown", Value::Null), said("exit", Value::Null)]
}

/// The answer to a request.
#[track_caller]
fn answer(told: &[Value], id: i32) -> &Value {
    told.iter().find(|told| told["id"] == id && told.get("method").is_none()).expect("an answer")
}

#[test]
fn a_client_comes_and_goes_in_order() {
    let (told, end) = talk(&[
        request(7, "textDocument/hover", json!({})),
        said("textDocument/didOpen", json!({})),
        initialize(&[]),
        said("initialized", json!({})),
        initialize(&[]),
        request(3, "nothing", Value::Null),
        request(4, "textDocument/hover", json!({"position": []})),
        request(5, "shutdown", Value::Null),
        request(6, "textDocument/hover", json!({})),
        said("exit", Value::Null),
    ]);
    assert_eq!(end, End::Orderly);
    let code = |id: i32| answer(&told, id)["error"]["code"].as_i64();
    assert_eq!([code(7), code(3), code(4), code(6)], [-32002, -32601, -32602, -32600].map(Some));
    assert_eq!(told[1]["result"]["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(told[2]["error"]["code"], -32600);
    assert_eq!(talk(&[initialize(&[]), said("exit", Value::Null)]).1, End::Abrupt);
    assert_eq!(talk(&[initialize(&[])]).1, End::Abrupt);
}

#[test]
fn files_are_watched_where_the_client_can() {
    let capabilities =
        json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let begin = request(1, "initialize", json!({"capabilities": capabilities}));
    let (told, _) = talk(&[&[begin, said("initialized", json!({}))][..], &leave()].concat());
    assert_eq!(told[1]["method"], "client/registerCapability");
}

#[test]
fn a_request_that_is_cancelled_is_answered_so() {
    let (told, _) = talk(
        &[
            &[
                initialize(&[]),
                request(2, "textDocument/hover", json!({})),
                said("$/cancelRequest", json!({"id": 2})),
            ][..],
            &leave(),
        ]
        .concat(),
    );
    assert_eq!(answer(&told, 2)["error"]["code"], -32800);
}

#[test]
fn the_last_of_many_edits_is_told_once_and_mended_findings_go() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("desk.json"), DESK).unwrap();
    let path = folder.path().join("s.yaml");
    let change = |version: i32, text: &str| {
        let document = json!({"uri": uri::from_path(&path), "version": version});
        said(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [{"text": text}]}),
        )
    };
    let broken = STATION.replace("role: title", "role: titel");
    let (told, _) = talk(&[
        &[initialize(&["utf-8"]), open(&path, "skills: ["), change(2, STATION), change(3, &broken)][..],
        &[request(5, "textDocument/hover", json!({"textDocument": {"uri": uri::from_path(&path)}, "position": {"line": 0, "character": 1}}))],
        &[said("textDocument/didClose", json!({"textDocument": {"uri": uri::from_path(&path)}}))],
    ].concat());
    assert_eq!(told[0]["result"]["capabilities"]["positionEncoding"], "utf-8");
    assert!(answer(&told, 5)["result"]["contents"]["value"].as_str().unwrap().contains("`apis`"));
    let (told, _) = talk(&[
        initialize(&["utf-8"]),
        open(&path, "skills: ["),
        change(2, STATION),
        change(3, &broken),
    ]);
    let published: Vec<_> =
        told.iter().filter(|told| told["method"] == "textDocument/publishDiagnostics").collect();
    let [only] = published.as_slice() else { panic!("{published:?}") };
    assert_eq!(only["params"]["version"], 3);
    let diagnostics = only["params"]["diagnostics"].as_array().unwrap();
    assert!(diagnostics.iter().any(|told| told["code"] == "present/role"), "{diagnostics:?}");
}

#[test]
fn an_included_file_alone_is_told_of_by_its_station() {
    let folder = tempfile::tempdir().unwrap();
    let first = "include: [parts/more.yaml]\napis: [{name: desk, openapi: desk.json}]\n";
    let more = "skills:\n  - name: tickets\n    invoke: {method: listTicket}\n";
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    for (name, text) in [("s.yaml", first), ("parts/more.yaml", more), ("desk.json", DESK)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let path = folder.path().join("parts/more.yaml");
    let (told, _) = talk(&[initialize(&[]), open(&path, more)]);
    assert_eq!(last(&told, &path), ["skill/no-objective", "api/operation-missing"]);
}

#[test]
fn nothing_that_a_client_says_ends_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.yaml");
    let far = json!({"line": u32::MAX, "character": u32::MAX});
    let odd = [
        json!(null),
        json!({}),
        json!([]),
        json!({"textDocument": 1}),
        json!({"textDocument": {"uri": "untitled:1"}, "position": far, "newName": ""}),
        json!({"textDocument": {"uri": uri::from_path(&path)}, "position": far, "newName": "x", "range": {"start": far, "end": {"line": 0, "character": 0}}, "context": {"diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": true}, "contentChanges": [{"range": {"start": far, "end": {"line": 0, "character": 0}}, "text": "🥖"}]}),
    ];
    let methods = [
        "completion",
        "hover",
        "definition",
        "prepareRename",
        "rename",
        "codeAction",
        "formatting",
        "didChange",
        "didOpen",
        "didClose",
        "didSave",
    ];
    let mut messages = vec![initialize(&[]), open(&path, STATION)];
    let mut id = 100;
    for method in methods {
        for params in &odd {
            id += 1;
            let method = format!("textDocument/{method}");
            messages.push(request(id, &method, params.clone()));
            messages.push(said(&method, params.clone()));
        }
    }
    messages.extend([
        json!(1),
        json!({"id": 1}),
        json!({"method": 1}),
        said("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": "x", "type": 9}]})),
    ]);
    messages.extend(leave());
    assert_eq!(talk(&messages).1, End::Orderly);
}

/// The codes that were said last of a file.
#[track_caller]
fn last(told: &[Value], path: &Path) -> Vec<String> {
    let said = told.iter().rfind(|told| told["params"]["uri"] == uri::from_path(path));
    let said = said.unwrap_or_else(|| panic!("nothing said of {}", path.display()));
    let all = said["params"]["diagnostics"].as_array().unwrap();
    all.iter().map(|told| told["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_document_that_changes_on_disk_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, path) = (folder.path().join("desk.json"), folder.path().join("s.yaml"));
    std::fs::write(&desk, DESK.replace("listTickets", "listAll")).unwrap();
    let mut talk = Talk::new();
    let (told, _) = talk.say(&[initialize(&[]), open(&path, STATION)]);
    assert!(last(&told, &path).contains(&"api/operation-missing".to_owned()));
    std::fs::write(&desk, DESK).unwrap();
    let changes = json!({"changes": [{"uri": uri::from_path(&desk), "type": 2}]});
    let (told, _) = talk.say(&[said("workspace/didChangeWatchedFiles", changes)]);
    assert!(!last(&told, &path).contains(&"api/operation-missing".to_owned()));
    // Nothing changed, so nothing is said.
    assert!(talk.say(&[said("$/setTrace", json!({"value": "off"}))]).0.is_empty());
}

#[test]
fn what_was_said_of_a_file_goes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.yaml");
    let mut talk = Talk::new();
    let (told, _) = talk.say(&[initialize(&[]), open(&path, "skills: [{}]")]);
    assert!(!last(&told, &path).is_empty());
    let document = json!({"textDocument": {"uri": uri::from_path(&path)}});
    let (told, _) = talk.say(&[said("textDocument/didClose", document)]);
    assert_eq!(last(&told, &path), [""; 0]);
}

#[test]
fn a_file_that_becomes_a_part_of_a_station_is_none_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, part) = (folder.path().join("s.yaml"), folder.path().join("part.yaml"));
    let text = "skills:\n  - {name: tickets, cognitive: {objective: x}, presents: selection}\ncatalog: {}\n";
    let mut talk = Talk::new();
    let (told, _) = talk.say(&[initialize(&[]), open(&part, text)]);
    assert!(!last(&told, &part).contains(&"key/unknown".to_owned()));
    let (told, _) = talk.say(&[open(&whole, "include: [part.yaml]\n")]);
    // The catalogue is in the first file of a station.
    assert_eq!(last(&told, &part), ["key/unknown"]);
    assert_eq!(last(&told, &whole), [""; 0]);
}

/// The desk's document in YAML.
const DESK_YAML: &str = "openapi: 3.1.0\ninfo: {title: Desk, version: '1'}\npaths:\n  /tickets:\n    get: {operationId: listTickets}\n";

/// The names of the files that something was said of.
fn spoken(told: &[Value]) -> Vec<&str> {
    let said = told.iter().filter(|told| told["method"] == "textDocument/publishDiagnostics");
    said.filter_map(|told| told["params"]["uri"].as_str()?.rsplit('/').next()).collect()
}

#[test]
fn a_document_that_a_station_reads_is_no_station() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, path) = (folder.path().join("desk.yaml"), folder.path().join("s.yaml"));
    let station = STATION.replace("desk.json", "desk.yaml").replace("listTickets", "listAll");
    std::fs::write(&desk, DESK_YAML).unwrap();
    std::fs::write(&path, &station).unwrap();
    // Opened before its station, which is found next to it and reported.
    let (told, _) = talk(&[initialize(&[]), open(&desk, DESK_YAML)]);
    assert_eq!(spoken(&told), ["s.yaml"]);
    // Opened after it, so that what is typed there counts.
    let mut talk = Talk::new();
    let (told, _) = talk.say(&[initialize(&[]), open(&path, &station), open(&desk, DESK_YAML)]);
    assert_eq!(spoken(&told), ["s.yaml"]);
    assert!(last(&told, &path).contains(&"api/operation-missing".to_owned()));
    let document = json!({"uri": uri::from_path(&desk), "version": 2});
    let text = DESK_YAML.replace("listTickets", "listAll");
    let change = json!({"textDocument": document, "contentChanges": [{"text": text}]});
    let (told, _) = talk.say(&[said("textDocument/didChange", change)]);
    assert_eq!(spoken(&told), ["s.yaml"]);
}

#[test]
fn a_source_with_a_key_of_a_station_is_none_either() {
    let folder = tempfile::tempdir().unwrap();
    let (tools, path) = (folder.path().join("tools.yaml"), folder.path().join("s.yaml"));
    let text = "tools: []\nskills: []\n";
    let station = "apis: [{name: desk, mcp: {url: 'https://desk.example', tools: tools.yaml}}]\n";
    std::fs::write(&tools, text).unwrap();
    let (told, _) = talk(&[initialize(&[]), open(&path, station), open(&tools, text)]);
    assert!(!spoken(&told).contains(&"tools.yaml"), "{told:?}");
    // Files that name each other as documents end.
    let twins = [("a.yaml", "b.yaml"), ("b.yaml", "c.yaml"), ("c.yaml", "a.yaml")];
    let text = |of: &str| format!("apis: [{{name: x, openapi: {of}}}]\n");
    let all = twins.map(|(name, of)| open(&folder.path().join(name), &text(of)));
    assert!(!spoken(&talk(&[&[initialize(&[])][..], &all].concat()).0).is_empty());
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("docker-compose.yaml");
    let mut talk = Talk::new();
    let other = "services:\n  a: {image: x}\n";
    let (told, _) = talk.say(&[initialize(&[]), open(&path, other)]);
    assert!(spoken(&told).is_empty(), "{told:?}");
    let change = |version: i32, text: &str| {
        let document = json!({"uri": uri::from_path(&path), "version": version});
        let change = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        said("textDocument/didChange", change)
    };
    // A file that becomes a station gets findings, and one that stops being a station loses them.
    let (told, _) = talk.say(&[change(2, "skills: [{}]\n")]);
    assert!(!last(&told, &path).is_empty());
    let (told, _) = talk.say(&[change(3, other)]);
    assert_eq!(last(&told, &path), [""; 0]);
    let at = json!({"textDocument": {"uri": uri::from_path(&path)}, "position": {"line": 0, "character": 2}});
    let (told, _) = talk.say(&[change(4, ""), request(9, "textDocument/completion", at)]);
    assert!(answer(&told, 9)["result"]["items"].as_array().is_some_and(|items| !items.is_empty()));
}
