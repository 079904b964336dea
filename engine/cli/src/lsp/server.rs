//! The main loop of the server: handles messages in order, then publishes the findings of changed stations.

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
use super::wire::{self, Converter};
use super::workspace::Workspace;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client sent `shutdown`, then `exit`.
    Orderly,
    /// The client sent `exit` without `shutdown`, or closed its output.
    Abrupt,
}

/// The stage of the session, which decides the requests that the client may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Only `initialize`.
    Uninitialized,
    /// All requests.
    Serving,
    /// Only `exit`.
    ShutDown,
}

/// A server of one client.
pub struct Server<W> {
    out: W,
    stage: Stage,
    encoding: Encoding,
    /// `Some` if the client can report changes of files on disk and was not asked to yet.
    can_watch: Option<()>,
    workspace: Workspace,
    /// The diagnostics that were last published for each file.
    published: BTreeMap<PathBuf, Vec<lsp::Diagnostic>>,
    /// The stations that were loaded for an answer and whose findings are not published yet.
    unpublished: BTreeSet<PathBuf>,
}

impl<W: Write> Server<W> {
    /// A server that writes to `out`.
    pub fn new(out: W) -> Server<W> {
        Server {
            out,
            stage: Stage::Uninitialized,
            encoding: Encoding::default(),
            can_watch: None,
            workspace: Workspace::default(),
            published: BTreeMap::new(),
            unpublished: BTreeSet::new(),
        }
    }

    /// Serves until the client leaves.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn serve(&mut self, receiver: &Receiver<Incoming>) -> io::Result<End> {
        while let Ok(first) = receiver.recv() {
            // Waiting messages are handled together, so that a station is loaded once for many keystrokes.
            let waiting: Vec<_> = std::iter::once(first).chain(receiver.try_iter()).collect();
            let cancelled = cancelled(&waiting);
            for incoming in waiting {
                if let Some(end) = self.handle(incoming, &cancelled)? {
                    return Ok(end);
                }
            }
            self.publish()?;
        }
        Ok(End::Abrupt)
    }

    fn handle(
        &mut self,
        incoming: Incoming,
        cancelled: &HashSet<String>,
    ) -> io::Result<Option<End>> {
        match incoming {
            Incoming::Broken(answer) => frame::write(&mut self.out, &answer)?,
            Incoming::Message(message) => match *message {
                Message::Request(request) => self.request(request, cancelled)?,
                Message::Notification(notification) if notification.method == "exit" => {
                    let orderly = self.stage == Stage::ShutDown;
                    return Ok(Some(if orderly { End::Orderly } else { End::Abrupt }));
                }
                Message::Notification(notification) => self.notified(notification)?,
                // The answers to the server's own requests do not matter.
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
            (Stage::Uninitialized, "initialize") => self.initialize(id, &request.params),
            (Stage::Uninitialized, _) => {
                self.refuse(id, ErrorCode::ServerNotInitialized, "send `initialize` first")
            }
            (Stage::ShutDown, _) => {
                self.refuse(id, ErrorCode::InvalidRequest, "send `exit` after `shutdown`")
            }
            (Stage::Serving, "initialize") => {
                self.refuse(id, ErrorCode::InvalidRequest, "send `initialize` once only")
            }
            (Stage::Serving, "shutdown") => {
                self.stage = Stage::ShutDown;
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
        self.can_watch = (params.pointer(watched) == Some(&Value::Bool(true))).then_some(());
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
        if self.can_watch.take().is_none() {
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

    /// Loads changed stations and publishes the diagnostics of their files.
    fn publish(&mut self) -> io::Result<()> {
        let mut loaded = std::mem::take(&mut self.unpublished);
        loaded.extend(self.workspace.refresh());
        let files = self.workspace.files();
        let before = self.published.keys().filter(|path| !files.contains(*path)).cloned();
        let mut touched: BTreeSet<PathBuf> = before.collect();
        for root in &loaded {
            let files = self.workspace.station(root).into_iter();
            touched.extend(files.flat_map(super::analysis::Analysis::files));
        }
        for path in touched {
            let diagnostics = self.diagnostics(&path);
            let open = self.workspace.open(&path);
            let before = self.published.get(&path);
            if open.is_none()
                && before.map_or(diagnostics.is_empty(), |before| *before == diagnostics)
            {
                continue;
            }
            let converter = Converter { workspace: &self.workspace, encoding: self.encoding };
            let params = lsp::PublishDiagnosticsParams {
                uri: converter.uri(&path),
                version: open.map(|open| open.version),
                diagnostics: diagnostics.clone(),
            };
            if diagnostics.is_empty() {
                self.published.remove(&path);
            } else {
                self.published.insert(path, diagnostics);
            }
            self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params))?;
        }
        Ok(())
    }

    /// The diagnostics of a file from all its stations, without duplicates.
    fn diagnostics(&self, path: &std::path::Path) -> Vec<lsp::Diagnostic> {
        let converter = Converter { workspace: &self.workspace, encoding: self.encoding };
        let mut all: Vec<lsp::Diagnostic> = Vec::new();
        for analysis in self.workspace.stations_with(path) {
            for diagnostic in converter.diagnostics(analysis, path) {
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

/// The ids of the requests that the client cancelled.
fn cancelled(waiting: &[Incoming]) -> HashSet<String> {
    let id = |incoming: &Incoming| match incoming {
        Incoming::Message(message) => match &**message {
            Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                let id = notification.params.get("id")?.clone();
                serde_json::from_value::<RequestId>(id).ok().map(|id| id.to_string())
            }
            _ => None,
        },
        Incoming::Broken(_) => None,
    };
    waiting.iter().filter_map(id).collect()
}
