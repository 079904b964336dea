//! Converts answers into the types of the protocol.

use std::collections::HashMap;
use std::path::Path;

use engine::report::Finding;
use gen_lsp_types as lsp;
use lang::Severity;

use super::analysis::{Analysis, Change, Completion, Hover, ItemKind, Target};
use super::text::{Encoding, Text};
use super::uri;
use super::workspace::Workspace;

/// The unit in which columns are counted: bytes if the client supports it.
pub fn encoding(initialize: &serde_json::Value) -> Encoding {
    let offered = initialize.pointer("/capabilities/general/positionEncodings");
    let offered = offered.and_then(|units| units.as_array()).into_iter().flatten();
    match offered.into_iter().any(|word| word == "utf-8") {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    }
}

/// The features of the server.
pub fn capabilities(encoding: Encoding) -> lsp::ServerCapabilities {
    let sync = lsp::TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(lsp::TextDocumentSyncKind::Incremental),
        save: Some(lsp::Save::Bool(true)),
        ..Default::default()
    };
    let triggers = ["$", ".", "[", ":", " ", "{", ","].map(str::to_owned);
    let completion =
        lsp::CompletionOptions { trigger_characters: Some(triggers.into()), ..Default::default() };
    let actions = lsp::CodeActionOptions {
        code_action_kinds: Some(vec![
            lsp::CodeActionKind::QuickFix,
            lsp::CodeActionKind::SourceFixAll,
        ]),
        ..Default::default()
    };
    let rename = lsp::RenameOptions { prepare_provider: Some(true), ..Default::default() };
    lsp::ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => lsp::PositionEncodingKind::UTF8,
            Encoding::Utf16 => lsp::PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(lsp::TextDocumentSync::Options(sync)),
        completion_provider: Some(completion),
        hover_provider: Some(lsp::HoverProvider::Bool(true)),
        definition_provider: Some(lsp::DefinitionProvider::Bool(true)),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(rename)),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(actions)),
        document_formatting_provider: Some(lsp::DocumentFormattingProvider::Bool(true)),
        ..Default::default()
    }
}

/// A converter of answers for one client.
pub struct Converter<'w> {
    /// The open files.
    pub workspace: &'w Workspace,
    /// The unit in which the client counts columns.
    pub encoding: Encoding,
}

impl Converter<'_> {
    /// The address of a file, in the spelling with which the client opened it.
    pub fn uri(&self, path: &Path) -> lsp::Uri {
        let open = self.workspace.open(path).map(|open| open.uri.clone());
        lsp::Uri(open.unwrap_or_else(|| uri::from_path(path)))
    }

    /// The diagnostics of one of a station's files.
    pub fn diagnostics(&self, analysis: &Analysis, path: &Path) -> Vec<lsp::Diagnostic> {
        let own = |finding: &&Finding| analysis.path(&finding.at.file) == path;
        let findings = analysis.loaded.findings.iter().filter(own);
        findings.map(|finding| self.diagnostic(analysis, finding)).collect()
    }

    /// A finding as a diagnostic. Its positions refer to the loaded texts.
    pub fn diagnostic(&self, analysis: &Analysis, finding: &Finding) -> lsp::Diagnostic {
        let mut message = finding.message.clone();
        if let Some(help) = &finding.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        if let Some(witness) = &finding.witness {
            message.push_str(&format!("\nexample row: {witness}"));
        }
        let also =
            finding.also.iter().map(|(place, description)| lsp::DiagnosticRelatedInformation {
                location: lsp::Location {
                    uri: self.uri(&analysis.path(&place.file)),
                    range: self.range(analysis, &place.file, &place.span),
                },
                message: description.clone(),
            });
        let also: Vec<_> = also.collect();
        lsp::Diagnostic {
            range: self.range(analysis, &finding.at.file, &finding.at.span),
            severity: Some(match finding.severity {
                Severity::Refused => lsp::DiagnosticSeverity::Error,
                Severity::Warning => lsp::DiagnosticSeverity::Warning,
                Severity::Note => lsp::DiagnosticSeverity::Information,
            }),
            code: Some(lsp::Code::String(finding.code.as_str().to_owned())),
            code_description: None,
            source: Some("pointsman".to_owned()),
            message: lsp::Message::String(message),
            tags: None,
            related_information: (!also.is_empty()).then_some(also),
            data: None,
        }
    }

    fn range(&self, analysis: &Analysis, file: &str, span: &std::ops::Range<usize>) -> lsp::Range {
        analysis.text(file).map_or_else(lsp::Range::default, |text| text.span(span, self.encoding))
    }

    /// The location of a declaration.
    pub fn location(&self, target: &Target) -> Option<lsp::Location> {
        let text = self.workspace.text(&target.path)?;
        Some(lsp::Location {
            uri: self.uri(&target.path),
            range: text.span(&target.span, self.encoding),
        })
    }

    /// The edits of one file.
    pub fn edits(&self, changes: &[Change]) -> Vec<lsp::TextEdit> {
        let edit = |change: &Change| {
            let text = self.workspace.text(&change.at.path)?;
            let range = text.span(&change.at.span, self.encoding);
            Some(lsp::TextEdit { range, new_text: change.text.clone() })
        };
        changes.iter().filter_map(edit).collect()
    }

    /// The edits of several files.
    pub fn workspace_edit(&self, changes: &[Change]) -> lsp::WorkspaceEdit {
        let mut files: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
        for change in changes {
            let uri = self.uri(&change.at.path);
            files.entry(uri).or_default().extend(self.edits(std::slice::from_ref(change)));
        }
        lsp::WorkspaceEdit { changes: Some(files), ..Default::default() }
    }

    /// The hover answer.
    pub fn hover(&self, hover: Hover, text: &Text) -> lsp::Hover {
        lsp::Hover {
            contents: lsp::Contents::MarkupContent(markdown(hover.text)),
            range: Some(text.span(&hover.span, self.encoding)),
        }
    }

    /// The completion answer. The server sorts the items.
    pub fn completion(&self, completion: Completion, text: &Text) -> lsp::CompletionList {
        let range = text.span(&completion.span, self.encoding);
        let items = completion.items.into_iter().enumerate().map(|(number, item)| {
            let edit = lsp::TextEdit { range, new_text: item.text };
            lsp::CompletionItem {
                filter_text: Some(item.label.clone()),
                label: item.label,
                kind: Some(match item.kind {
                    ItemKind::Key => lsp::CompletionItemKind::Property,
                    ItemKind::Word => lsp::CompletionItemKind::EnumMember,
                    ItemKind::Operator => lsp::CompletionItemKind::Keyword,
                    ItemKind::File => lsp::CompletionItemKind::File,
                    ItemKind::Reference => lsp::CompletionItemKind::Variable,
                    ItemKind::Name => lsp::CompletionItemKind::Reference,
                    ItemKind::Operation => lsp::CompletionItemKind::Function,
                    ItemKind::Argument => lsp::CompletionItemKind::Field,
                }),
                detail: item.detail,
                documentation: item.doc.map(|doc| lsp::Documentation::MarkupContent(markdown(doc))),
                sort_text: Some(format!("{number:05}")),
                text_edit: Some(lsp::CompletionItemTextEdit::TextEdit(edit)),
                ..Default::default()
            }
        });
        lsp::CompletionList { is_incomplete: false, items: items.collect(), ..Default::default() }
    }
}

fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value }
}
