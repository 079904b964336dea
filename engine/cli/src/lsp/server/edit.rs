//! Handles the notifications of a client: files that it opens, changes, closes.

use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;

use gen_lsp_types as lsp;
use lsp_server::Notification;
use serde::de::DeserializeOwned;

use super::{Server, Stage};
use crate::lsp::text::Text;
use crate::lsp::uri;
use crate::lsp::workspace::{OpenFile, is_yaml};

impl<W: Write> Server<W> {
    /// Handles a notification. An invalid notification is ignored, since notifications have no answers.
    pub(super) fn notified(&mut self, notification: Notification) -> io::Result<()> {
        if self.stage != Stage::Serving {
            return Ok(());
        }
        match notification.method.as_str() {
            "initialized" => return self.watch(),
            "textDocument/didOpen" => self.opened(params(notification)),
            "textDocument/didChange" => self.changed(params(notification)),
            "textDocument/didClose" => self.closed(params(notification)),
            "textDocument/didSave" => self.saved(params(notification)),
            "workspace/didChangeWatchedFiles" => self.watched(params(notification)),
            _ => {}
        }
        Ok(())
    }

    fn opened(&mut self, params: Option<lsp::DidOpenTextDocumentParams>) {
        let Some(document) = params.map(|params| params.text_document) else { return };
        let Some(path) = uri::to_path(&document.uri.0) else { return };
        let is_yaml = document.language_id == lsp::LanguageKind::YAML || is_yaml(&path);
        let text = Rc::new(Text::new(document.text));
        let open = OpenFile { uri: document.uri.0, version: document.version, text, is_yaml };
        self.workspace.set(path, open);
    }

    fn changed(&mut self, params: Option<lsp::DidChangeTextDocumentParams>) {
        let Some(params) = params else { return };
        let document = params.text_document;
        let Some(path) = uri::to_path(&document.text_document_identifier.uri.0) else { return };
        let Some(open) = self.workspace.open(&path) else { return };
        let mut open = open.clone();
        let text = Rc::make_mut(&mut open.text);
        for change in params.content_changes {
            match change {
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    text.replace(&part.range, &part.text, self.encoding);
                }
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(
                    whole,
                ) => {
                    *text = Text::new(whole.text);
                }
            }
        }
        open.version = document.version;
        self.workspace.set(path, open);
    }

    fn closed(&mut self, params: Option<lsp::DidCloseTextDocumentParams>) {
        if let Some(path) = self.named(params.map(|params| params.text_document)) {
            self.workspace.close(&path);
        }
    }

    fn saved(&mut self, params: Option<lsp::DidSaveTextDocumentParams>) {
        if let Some(path) = self.named(params.map(|params| params.text_document)) {
            self.workspace.mark_changed(&path);
        }
    }

    fn watched(&mut self, params: Option<lsp::DidChangeWatchedFilesParams>) {
        for event in params.map(|params| params.changes).into_iter().flatten() {
            if let Some(path) = uri::to_path(&event.uri.0)
                && self.workspace.open(&path).is_none()
            {
                self.workspace.mark_changed(&path);
            }
        }
    }

    fn named(&self, document: Option<lsp::TextDocumentIdentifier>) -> Option<PathBuf> {
        uri::to_path(&document?.uri.0)
    }
}

fn params<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}
