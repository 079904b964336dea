//! Goes to the declaration of the name at a cursor.

use std::path::Path;

use engine::station::OperationSource;

use super::{Analysis, Target};
use crate::lsp::index::{OccurrenceKind, Symbol, SymbolKind};

impl Analysis {
    /// The declarations of the name at a byte of a file; several if it is declared twice. `text` reads a file by its
    /// name in the station.
    pub fn definition(
        &self,
        file: usize,
        offset: usize,
        text: &dyn Fn(&str) -> Option<String>,
    ) -> Vec<Target> {
        let symbol = match self.index.at(file, offset).map(|occurrence| &occurrence.kind) {
            Some(OccurrenceKind::Declares(symbol) | OccurrenceKind::Names(symbol, _)) => {
                symbol.clone()
            }
            Some(OccurrenceKind::Argument(operation, _)) => operation_of(operation),
            Some(OccurrenceKind::File(name)) => {
                let own = self.loaded.sources.get(file).map(|source| self.path(source.name()));
                let folder = own.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
                let path = crate::lsp::uri::normalized(&folder.join(name));
                // Files outside of the station's folder are ignored.
                let inside = path.starts_with(&self.folder);
                return inside.then_some(Target { path, span: 0..0 }).into_iter().collect();
            }
            Some(OccurrenceKind::Key(..) | OccurrenceKind::Word(..) | OccurrenceKind::Reads(_))
            | None => return Vec::new(),
        };
        let declared = self.index.declared.get(&symbol).into_iter().flatten();
        let places: Vec<_> = declared.filter_map(|declared| self.target(&declared.at)).collect();
        if places.is_empty() && symbol.kind == SymbolKind::Operation {
            return self.operation(&symbol.name, text).into_iter().collect();
        }
        places
    }

    /// The place in a document that describes an operation; the start of the document if it is not found.
    fn operation(&self, name: &str, text: &dyn Fn(&str) -> Option<String>) -> Option<Target> {
        let operation = self.operations.find(name)?;
        let file = self.operations.file(name)?;
        let text = text(file)?;
        let found = match &operation.source {
            OperationSource::Http(method, path, _) => {
                value(&text, "operationId", name).or_else(|| method_of(&text, path, method.word()))
            }
            OperationSource::Tool | OperationSource::Skill => value(&text, "name", name),
            OperationSource::Rows(_) => None,
        };
        Some(Target { path: self.path(file), span: found.unwrap_or(0..0) })
    }
}

fn operation_of(name: &str) -> Symbol {
    Symbol { kind: SymbolKind::Operation, owner: String::new(), name: name.to_owned() }
}

/// Finds a value under a key in the text of a JSON or YAML document.
fn value(text: &str, key: &str, value: &str) -> Option<std::ops::Range<usize>> {
    let keys = text.match_indices(key).map(|(at, _)| at + key.len());
    keys.into_iter().find_map(|end| {
        let rest = text.get(end..)?;
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let rest = rest.trim_start().strip_prefix(':')?.trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let after = rest.strip_prefix(value)?;
        let ends = after
            .chars()
            .next()
            .is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')));
        let start = text.len() - rest.len();
        ends.then(|| start..start + value.len())
    })
}

/// Finds a method of a path in the text of an OpenAPI document, for an operation without an `operationId`.
fn method_of(text: &str, path: &str, method: &str) -> Option<std::ops::Range<usize>> {
    let written = path.replace('/', "\\/");
    let start = [path, &written].into_iter().find_map(|path| {
        let ends = |at: usize| {
            let after = text.get(at + path.len()..).unwrap_or_default();
            after.trim_start_matches(['"', '\'', ' ']).starts_with(':')
        };
        text.match_indices(path).map(|(at, _)| at).find(|at| ends(*at))
    })?;
    let word = method.to_lowercase();
    let found = text.get(start..)?.match_indices(&word).map(|(at, _)| start + at).find(|at| {
        let after = text.get(at + word.len()..).unwrap_or_default();
        after.trim_start_matches(['"', '\'', ' ']).starts_with(':')
    });
    found.map(|at| at..at + word.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_found_in_json_and_in_yaml() {
        let json = r#"{"paths": {"/a": {"get": {"operationId": "listAll"}, "post": {"operationId": "list"}}}}"#;
        let at = json.rfind("list").unwrap();
        assert_eq!(value(json, "operationId", "list"), Some(at..at + 4));
        let yaml = "paths:\n  /a:\n    get:\n      operationId: list\n    post: {}\n";
        let at = yaml.find("list").unwrap();
        assert_eq!(value(yaml, "operationId", "list"), Some(at..at + 4));
        let at = yaml.find("post").unwrap();
        assert_eq!(method_of(yaml, "/a", "POST"), Some(at..at + 4));
        assert_eq!(value(yaml, "operationId", "lis"), None);
    }
}
