//! Handles the requests of a client.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Server;
use crate::lsp::analysis::{Action, Analysis, Change};
use crate::lsp::text::Text;
use crate::lsp::uri;
use crate::lsp::wire::Converter;

/// Why a request has no answer.
type Refusal = (ErrorCode, String);

/// The cursor of a request: a byte of a file, with the file's station.
struct Cursor<'a> {
    /// The first file of the station.
    root: &'a Path,
    analysis: &'a Analysis,
    path: PathBuf,
    /// The index of the file in the station.
    file: usize,
    text: Rc<Text>,
    offset: usize,
}

impl<W: Write> Server<W> {
    /// The answer to a request.
    pub(super) fn answer(&mut self, request: &Request) -> Result<Value, Refusal> {
        match request.method.as_str() {
            "textDocument/completion" => self.completion(&params(request)?),
            "textDocument/hover" => self.hover(&params(request)?),
            "textDocument/definition" => self.definition(&params(request)?),
            "textDocument/prepareRename" => self.prepare_rename(&params(request)?),
            "textDocument/rename" => self.rename(&params(request)?),
            "textDocument/codeAction" => self.actions(&params(request)?),
            "textDocument/formatting" => self.formatting(&params(request)?),
            method => {
                Err((ErrorCode::MethodNotFound, format!("the server does not support `{method}`")))
            }
        }
    }

    /// Answers a completion request. It arrives at every keystroke, so a loaded station is not loaded again.
    fn completion(&mut self, params: &lsp::CompletionParams) -> Result<Value, Refusal> {
        if self.cursor(&params.text_document_position_params).is_none() {
            self.refresh();
        }
        let Some(cursor) = self.cursor(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let found = cursor.analysis.completion(cursor.file, cursor.text.text(), cursor.offset);
        Ok(json!(self.converter().completion(found, &cursor.text)))
    }

    fn hover(&mut self, params: &lsp::HoverParams) -> Result<Value, Refusal> {
        self.refresh();
        let Some(cursor) = self.cursor(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let found = cursor.analysis.hover(cursor.file, cursor.offset);
        Ok(found.map_or(Value::Null, |hover| json!(self.converter().hover(hover, &cursor.text))))
    }

    fn definition(&mut self, params: &lsp::DefinitionParams) -> Result<Value, Refusal> {
        self.refresh();
        let Some(cursor) = self.cursor(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let text = |name: &str| {
            let text = self.workspace.text(&cursor.analysis.path(name))?;
            Some(text.text().to_owned())
        };
        let converter = self.converter();
        let found = cursor.analysis.definition(cursor.file, cursor.offset, &text);
        let found: Vec<_> = found.iter().filter_map(|target| converter.location(target)).collect();
        Ok(json!(found))
    }

    fn prepare_rename(&mut self, params: &lsp::PrepareRenameParams) -> Result<Value, Refusal> {
        self.refresh();
        let Some(cursor) = self.cursor(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let (symbol, span) =
            cursor.analysis.renamable(cursor.file, cursor.offset).map_err(request_failed)?;
        let range = cursor.text.span(&span, self.encoding);
        Ok(json!(lsp::PrepareRenamePlaceholder { range, placeholder: symbol.name }))
    }

    fn rename(&mut self, params: &lsp::RenameParams) -> Result<Value, Refusal> {
        self.refresh();
        let Some(cursor) = self.cursor(&params.text_document_position_params) else {
            return Err(request_failed("the file belongs to no station".to_owned()));
        };
        let analysis = cursor.analysis;
        let changes = analysis
            .rename(cursor.file, cursor.offset, &params.new_name)
            .map_err(request_failed)?;
        self.check_same_findings(&cursor, &changes)?;
        Ok(json!(self.converter().workspace_edit(&changes)))
    }

    /// Checks that a station has findings with the same codes after some changes.
    fn check_same_findings(&self, cursor: &Cursor<'_>, changes: &[Change]) -> Result<(), Refusal> {
        let after = self.workspace.analysis_after(cursor.root, changes);
        let after = after.ok_or_else(|| request_failed("a file cannot be read".to_owned()))?;
        let mut left: Vec<_> =
            cursor.analysis.loaded.findings.iter().map(|finding| finding.code).collect();
        for finding in &after.loaded.findings {
            match left.iter().position(|code| *code == finding.code) {
                Some(at) => {
                    left.swap_remove(at);
                }
                None => {
                    let message = &finding.message;
                    return Err(request_failed(format!(
                        "the renamed station would have another finding: {message}"
                    )));
                }
            }
        }
        if left.is_empty() {
            return Ok(());
        }
        Err(request_failed("the renamed station would have fewer findings".to_owned()))
    }

    fn actions(&mut self, params: &lsp::CodeActionParams) -> Result<Value, Refusal> {
        self.refresh();
        let place = lsp::TextDocumentPositionParams {
            text_document: params.text_document.clone(),
            position: params.range.start,
        };
        let Some(cursor) = self.cursor(&place) else { return Ok(json!([])) };
        let range = cursor.text.range(&params.range, self.encoding);
        let only = params.context.only.as_deref();
        let wants = |kind: &str| {
            let is_wanted = |only: &lsp::CodeActionKind| {
                let only = json!(only);
                let only = only.as_str().unwrap_or_default().to_owned();
                only.is_empty() || kind == only || kind.starts_with(&format!("{only}."))
            };
            only.is_none_or(|only| only.iter().any(is_wanted))
        };
        let mut answers = Vec::new();
        if wants("quickfix") {
            let found = cursor.analysis.actions(cursor.file, &range);
            answers.extend(found.iter().map(|action| self.action(cursor.analysis, action)));
        }
        if only.is_some() && wants("source.fixAll") {
            let name = cursor.analysis.loaded.sources.get(cursor.file).map_or("", |s| s.name());
            let changes = cursor.analysis.fix_all(name);
            if !changes.is_empty() {
                answers.push(lsp::CodeAction {
                    title: "fix every refusal that has a remedy".to_owned(),
                    kind: Some(lsp::CodeActionKind::SourceFixAll),
                    edit: Some(self.converter().workspace_edit(&changes)),
                    ..Default::default()
                });
            }
        }
        Ok(json!(answers))
    }

    fn action(&self, analysis: &Analysis, action: &Action) -> lsp::CodeAction {
        let finding = action.finding.and_then(|number| analysis.loaded.findings.get(number));
        let converter = self.converter();
        lsp::CodeAction {
            title: action.title.clone(),
            kind: Some(lsp::CodeActionKind::QuickFix),
            is_preferred: finding.map(|_| true),
            diagnostics: finding.map(|finding| vec![converter.diagnostic(analysis, finding)]),
            edit: Some(converter.workspace_edit(&action.changes)),
            ..Default::default()
        }
    }

    fn formatting(&mut self, params: &lsp::DocumentFormattingParams) -> Result<Value, Refusal> {
        self.refresh();
        let place = lsp::TextDocumentPositionParams {
            text_document: params.text_document.clone(),
            position: lsp::Position::default(),
        };
        let Some(cursor) = self.cursor(&place) else { return Ok(Value::Null) };
        let mut changes = cursor.analysis.format(cursor.file);
        changes.retain(|change| change.at.path == cursor.path);
        Ok(json!(self.converter().edits(&changes)))
    }

    fn converter(&self) -> Converter<'_> {
        Converter { workspace: &self.workspace, encoding: self.encoding }
    }

    /// Loads changed stations, so that positions match the texts. Their findings are published after the answer.
    fn refresh(&mut self) {
        let loaded = self.workspace.refresh();
        self.unpublished.extend(loaded);
    }

    /// The cursor of a request; `None` if no loaded station contains the file.
    fn cursor(&self, place: &lsp::TextDocumentPositionParams) -> Option<Cursor<'_>> {
        let path = uri::to_path(&place.text_document.uri.0)?;
        let (root, analysis) = self.workspace.station_of(&path)?;
        let analysis = analysis?;
        let file = analysis.number(&path)?;
        let text = self.workspace.text(&path)?;
        let offset = text.offset(place.position, self.encoding);
        Some(Cursor { root, analysis, path, file, text, offset })
    }
}

fn request_failed(why: String) -> Refusal {
    (ErrorCode::RequestFailed, why)
}

fn params<P: DeserializeOwned>(request: &Request) -> Result<P, Refusal> {
    serde_json::from_value(request.params.clone())
        .map_err(|fault| (ErrorCode::InvalidParams, fault.to_string()))
}
