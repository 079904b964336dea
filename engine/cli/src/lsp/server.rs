//! The protocol's loop: edits first, then the answers, then what there is to say of what changed.

mod answer;
mod edit;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use super::frame::{self, Incoming};
use super::text::Encoding;
use super::wire::{self, Wire};
use super::workspace::Workspace;

/// How a client left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It said `shutdown`, and then `exit`.
    Orderly,
    /// It said `exit` alone, or nothing.
    Abrupt,
}

/// What the client may ask by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing but `initialize`.
    Begun,
    /// Everything.
    Serving,
    /// Nothing but `exit`.
    Shut,
}

/// A server of one client.
pub struct Server<W> {
    out: W,
    stage: Stage,
    encoding: Encoding,
    /// Whether the client reports changes of files on disk if it is asked to.
    watches: Option<()>,
    workspace: Workspace,
    /// What was said last of each file.
    said: BTreeMap<PathBuf, Vec<lsp::Diagnostic>>,
    /// The stations that were loaded for an answer, and whose findings were not published since.
    unsaid: BTreeSet<PathBuf>,
}

impl<W: Write> Server<W> {
    /// A server that answers there.
    pub fn new(out: W) -> Server<W> {
        Server {
            out,
            stage: Stage::Begun,
            encoding: Encoding::default(),
            watches: None,
            workspace: Workspace::default(),
            said: BTreeMap::new(),
            unsaid: BTreeSet::new(),
        }
    }

    /// Serves until the client leaves.
    ///
    /// # Errors
    /// Where it cannot be written to.
    pub fn serve(&mut self, receiver: &Receiver<Incoming>) -> io::Result<End> {
        while let Ok(first) = receiver.recv() {
            // What waits is taken together, so that a station is loaded once for many keystrokes.
            let waiting: Vec<_> = std::iter::once(first).chain(receiver.try_iter()).collect();
            let cancelled = cancelled(&waiting);
            for incoming in waiting {
                if let Some(end) = self.take(incoming, &cancelled)? {
                    return Ok(end);
                }
            }
            self.publish()?;
        }
        Ok(End::Abrupt)
    }

    fn take(&mut self, incoming: Incoming, cancelled: &HashSet<String>) -> io::Result<Option<End>> {
        match incoming {
            Incoming::Broken(answer) => frame::write(&mut self.out, &answer)?,
            Incoming::Message(message) => match *message {
                Message::Request(request) => self.request(request, cancelled)?,
                Message::Notification(said) if said.method == "exit" => {
                    let orderly = self.stage == Stage::Shut;
                    return Ok(Some(if orderly { End::Orderly } else { End::Abrupt }));
                }
                Message::Notification(said) => self.notified(said)?,
                // Nothing is asked of the client whose answer would matter.
                Message::Response(_) => {}
            },
        }
        Ok(None)
    }

    fn request(&mut self, request: Request, cancelled: &HashSet<String>) -> io::Result<()> {
        let id = request.id.clone();
        if cancelled.contains(&id.to_string()) {
            return self.refuse(id, ErrorCode::RequestCanceled, "it was cancelled");
        }
        match (self.stage, request.method.as_str()) {
            (Stage::Begun, "initialize") => self.initialize(id, &request.params),
            (Stage::Begun, _) => {
                self.refuse(id, ErrorCode::ServerNotInitialized, "`initialize` comes first")
            }
            (Stage::Shut, _) => {
                self.refuse(id, ErrorCode::InvalidRequest, "after `shutdown` comes `exit`")
            }
            (Stage::Serving, "initialize") => {
                self.refuse(id, ErrorCode::InvalidRequest, "`initialize` comes once")
            }
            (Stage::Serving, "shutdown") => {
                self.stage = Stage::Shut;
                self.send(Response::new_ok(id, Value::Null))
            }
            (Stage::Serving, _) => match self.answer(&request) {
                Ok(value) => self.send(Response::new_ok(id, value)),
                Err((code, why)) => self.refuse(id, code, &why),
            },
        }
    }

    fn initialize(&mut self, id: RequestId, params: &Value) -> io::Result<()> {
        self.stage = Stage::Serving;
        self.encoding = wire::encoding(params);
        let watched = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
        self.watches = (params.pointer(watched) == Some(&Value::Bool(true))).then_some(());
        let result = lsp::InitializeResult {
            capabilities: wire::capabilities(self.encoding),
            server_info: Some(lsp::ServerInfo {
                name: "pointsman".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        self.send(Response::new_ok(id, json!(result)))
    }

    /// Asks the client to report changes of files on disk.
    fn watch(&mut self) -> io::Result<()> {
        if self.watches.take().is_none() {
            return Ok(());
        }
        let watchers = json!([{"globPattern": "**/*.{yaml,yml,json,jsonl}"}]);
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        });
        let params = json!({"registrations": [registration]});
        let id = RequestId::from("files".to_owned());
        self.send(Request::new(id, "client/registerCapability".to_owned(), params))
    }

    /// Loads what changed, and says of each file what there is to say.
    fn publish(&mut self) -> io::Result<()> {
        let mut loaded = std::mem::take(&mut self.unsaid);
        loaded.extend(self.workspace.refresh());
        let files = self.workspace.files();
        let before = self.said.keys().filter(|path| !files.contains(*path)).cloned();
        let mut touched: BTreeSet<PathBuf> = before.collect();
        for root in &loaded {
            let files = self.workspace.station(root).into_iter();
            touched.extend(files.flat_map(super::analysis::Analysis::files));
        }
        for path in touched {
            let diagnostics = self.diagnostics(&path);
            let open = self.workspace.open(&path);
            let before = self.said.get(&path);
            if open.is_none()
                && before.map_or(diagnostics.is_empty(), |before| *before == diagnostics)
            {
                continue;
            }
            let wire = Wire { workspace: &self.workspace, encoding: self.encoding };
            let params = lsp::PublishDiagnosticsParams {
                uri: wire.uri(&path),
                version: open.map(|open| open.version),
                diagnostics: diagnostics.clone(),
            };
            if diagnostics.is_empty() {
                self.said.remove(&path);
            } else {
                self.said.insert(path, diagnostics);
            }
            self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params))?;
        }
        Ok(())
    }

    /// What all stations say of a file, each thing once.
    fn diagnostics(&self, path: &std::path::Path) -> Vec<lsp::Diagnostic> {
        let wire = Wire { workspace: &self.workspace, encoding: self.encoding };
        let mut all: Vec<lsp::Diagnostic> = Vec::new();
        for analysis in self.workspace.with(path) {
            for diagnostic in wire.diagnostics(analysis, path) {
                if !all.contains(&diagnostic) {
                    all.push(diagnostic);
                }
            }
        }
        all
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, why: &str) -> io::Result<()> {
        self.send(Response::new_err(id, code as i32, why.to_owned()))
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        message.into().write(&mut self.out)
    }
}

/// The requests that the client does not wait for any more.
fn cancelled(waiting: &[Incoming]) -> HashSet<String> {
    let id = |incoming: &Incoming| match incoming {
        Incoming::Message(message) => match &**message {
            Message::Notification(said) if said.method == "$/cancelRequest" => {
                let id = said.params.get("id")?.clone();
                serde_json::from_value::<RequestId>(id).ok().map(|id| id.to_string())
            }
            _ => None,
        },
        Incoming::Broken(_) => None,
    };
    waiting.iter().filter_map(id).collect()
}
