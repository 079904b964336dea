//! What a client asks, and the answers.

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
use crate::lsp::wire::Wire;

/// Why a request has no answer.
type Refusal = (ErrorCode, String);

/// What a place in a file is to a server: the file, its station, its number there, its text, the byte.
struct Asked<'a> {
    root: &'a Path,
    analysis: &'a Analysis,
    path: PathBuf,
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
            method => Err((ErrorCode::MethodNotFound, format!("there is no `{method}` here"))),
        }
    }

    /// Answers a completion request. It comes while something is typed, so files that were loaded before are not
    /// loaded again.
    fn completion(&mut self, params: &lsp::CompletionParams) -> Result<Value, Refusal> {
        if self.asked(&params.text_document_position_params).is_none() {
            self.workspace_is_fresh();
        }
        let Some(asked) = self.asked(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let found = asked.analysis.completion(asked.file, asked.text.text(), asked.offset);
        Ok(json!(self.wire().completion(found, &asked.text)))
    }

    fn hover(&mut self, params: &lsp::HoverParams) -> Result<Value, Refusal> {
        self.workspace_is_fresh();
        let Some(asked) = self.asked(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let found = asked.analysis.hover(asked.file, asked.offset);
        Ok(found.map_or(Value::Null, |hover| json!(self.wire().hover(hover, &asked.text))))
    }

    fn definition(&mut self, params: &lsp::DefinitionParams) -> Result<Value, Refusal> {
        self.workspace_is_fresh();
        let Some(asked) = self.asked(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let text = |name: &str| {
            let text = self.workspace.text(&asked.analysis.path(name))?;
            Some(text.text().to_owned())
        };
        let wire = self.wire();
        let found = asked.analysis.definition(asked.file, asked.offset, &text);
        let found: Vec<_> = found.iter().filter_map(|target| wire.location(target)).collect();
        Ok(json!(found))
    }

    fn prepare_rename(&mut self, params: &lsp::PrepareRenameParams) -> Result<Value, Refusal> {
        self.workspace_is_fresh();
        let Some(asked) = self.asked(&params.text_document_position_params) else {
            return Ok(Value::Null);
        };
        let (symbol, span) = asked.analysis.renamable(asked.file, asked.offset).map_err(failed)?;
        let range = asked.text.span(&span, self.encoding);
        Ok(json!(lsp::PrepareRenamePlaceholder { range, placeholder: symbol.name }))
    }

    fn rename(&mut self, params: &lsp::RenameParams) -> Result<Value, Refusal> {
        self.workspace_is_fresh();
        let Some(asked) = self.asked(&params.text_document_position_params) else {
            return Err(failed("the file belongs to no station".to_owned()));
        };
        let analysis = asked.analysis;
        let changes =
            analysis.rename(asked.file, asked.offset, &params.new_name).map_err(failed)?;
        self.is_same(&asked, &changes)?;
        Ok(json!(self.wire().workspace_edit(&changes)))
    }

    /// Whether a station says the same of itself after some changes: as many findings, of the same codes.
    fn is_same(&self, asked: &Asked<'_>, changes: &[Change]) -> Result<(), Refusal> {
        let after = self.workspace.after(asked.root, changes);
        let after = after.ok_or_else(|| failed("a file cannot be read".to_owned()))?;
        let mut left: Vec<_> =
            asked.analysis.loaded.findings.iter().map(|finding| finding.code).collect();
        for finding in &after.loaded.findings {
            match left.iter().position(|code| *code == finding.code) {
                Some(at) => {
                    left.swap_remove(at);
                }
                None => {
                    let message = &finding.message;
                    return Err(failed(format!("the station would not say the same: {message}")));
                }
            }
        }
        if left.is_empty() {
            return Ok(());
        }
        Err(failed("the station would not say the same".to_owned()))
    }

    fn actions(&mut self, params: &lsp::CodeActionParams) -> Result<Value, Refusal> {
        self.workspace_is_fresh();
        let place = lsp::TextDocumentPositionParams {
            text_document: params.text_document.clone(),
            position: params.range.start,
        };
        let Some(asked) = self.asked(&place) else { return Ok(json!([])) };
        let range = asked.text.range(&params.range, self.encoding);
        let only = params.context.only.as_deref();
        let wants = |kind: &str| {
            let told = |only: &lsp::CodeActionKind| {
                let only = json!(only);
                let only = only.as_str().unwrap_or_default().to_owned();
                only.is_empty() || kind == only || kind.starts_with(&format!("{only}."))
            };
            only.is_none_or(|only| only.iter().any(told))
        };
        let mut answers = Vec::new();
        if wants("quickfix") {
            let found = asked.analysis.actions(asked.file, &range);
            answers.extend(found.iter().map(|action| self.action(asked.analysis, action)));
        }
        if only.is_some() && wants("source.fixAll") {
            let name = asked.analysis.loaded.sources.get(asked.file).map_or("", |s| s.name());
            let changes = asked.analysis.all(name);
            if !changes.is_empty() {
                answers.push(lsp::CodeAction {
                    title: "mend every refusal that has a remedy".to_owned(),
                    kind: Some(lsp::CodeActionKind::SourceFixAll),
                    edit: Some(self.wire().workspace_edit(&changes)),
                    ..Default::default()
                });
            }
        }
        Ok(json!(answers))
    }

    fn action(&self, analysis: &Analysis, action: &Action) -> lsp::CodeAction {
        let finding = action.finding.and_then(|number| analysis.loaded.findings.get(number));
        let wire = self.wire();
        lsp::CodeAction {
            title: action.title.clone(),
            kind: Some(lsp::CodeActionKind::QuickFix),
            is_preferred: finding.map(|_| true),
            diagnostics: finding.map(|finding| vec![wire.diagnostic(analysis, finding)]),
            edit: Some(wire.workspace_edit(&action.changes)),
            ..Default::default()
        }
    }

    fn formatting(&mut self, params: &lsp::DocumentFormattingParams) -> Result<Value, Refusal> {
        self.workspace_is_fresh();
        let place = lsp::TextDocumentPositionParams {
            text_document: params.text_document.clone(),
            position: lsp::Position::default(),
        };
        let Some(asked) = self.asked(&place) else { return Ok(Value::Null) };
        let mut changes = asked.analysis.format(asked.file);
        changes.retain(|change| change.at.path == asked.path);
        Ok(json!(self.wire().edits(&changes)))
    }

    fn wire(&self) -> Wire<'_> {
        Wire { workspace: &self.workspace, encoding: self.encoding }
    }

    /// Loads what changed, so that places are those of the texts; what there is to say of it is said after the answers.
    fn workspace_is_fresh(&mut self) {
        let loaded = self.workspace.refresh();
        self.unsaid.extend(loaded);
    }

    /// The place of a request; `None` if no loaded station contains it.
    fn asked(&self, place: &lsp::TextDocumentPositionParams) -> Option<Asked<'_>> {
        let path = uri::path(&place.text_document.uri.0)?;
        let (root, analysis) = self.workspace.of(&path)?;
        let analysis = analysis?;
        let file = analysis.number(&path)?;
        let text = self.workspace.text(&path)?;
        let offset = text.offset(place.position, self.encoding);
        Some(Asked { root, analysis, path, file, text, offset })
    }
}

fn failed(why: String) -> Refusal {
    (ErrorCode::RequestFailed, why)
}

fn params<P: DeserializeOwned>(request: &Request) -> Result<P, Refusal> {
    serde_json::from_value(request.params.clone())
        .map_err(|fault| (ErrorCode::InvalidParams, fault.to_string()))
}
