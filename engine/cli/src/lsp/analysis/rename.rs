//! Renames a name of the station at all its uses, so that the meaning of the station stays the same.

use std::ops::Range;

use engine::syntax::{Node, Tree};

use super::{Analysis, Change};
use crate::lsp::index::{Declaration, FileSpan, Occurrence, OccurrenceKind, Symbol, SymbolKind};

impl Analysis {
    /// The name at a byte of a file, and its range, if it can be renamed.
    ///
    /// # Errors
    /// With the reason if it cannot be renamed.
    pub fn renamable(&self, file: usize, offset: usize) -> Result<(Symbol, Range<usize>), String> {
        if !self.is_complete() {
            return Err("a file of the station is not valid YAML: fix it first".to_owned());
        }
        let occurrence = self.index.at(file, offset).ok_or("there is no name here")?;
        let (symbol, span) = match &occurrence.kind {
            OccurrenceKind::Declares(symbol) => (symbol, occurrence.at.span.clone()),
            OccurrenceKind::Names(symbol, span) => (symbol, span.clone()),
            OccurrenceKind::Key(..)
            | OccurrenceKind::Word(..)
            | OccurrenceKind::Argument(..)
            | OccurrenceKind::Reads(_)
            | OccurrenceKind::File(_) => {
                return Err("the station does not declare a name here".to_owned());
            }
        };
        match symbol.kind {
            SymbolKind::Skill
            | SymbolKind::Field
            | SymbolKind::Param
            | SymbolKind::LineField
            | SymbolKind::Task => {}
            kind => return Err(format!("{} cannot be renamed", kind.article())),
        }
        if !self.index.declared.contains_key(symbol) {
            return Err(format!("`{}` is not declared", symbol.name));
        }
        Ok((symbol.clone(), span))
    }

    /// The edits that rename the name at a byte of a file.
    ///
    /// # Errors
    /// With the reason if the name cannot be renamed, or the new name is invalid or taken.
    pub fn rename(&self, file: usize, offset: usize, new: &str) -> Result<Vec<Change>, String> {
        let (symbol, _) = self.renamable(file, offset)?;
        let Some(new) = lang::name(new) else {
            return Err(format!(
                "`{new}` is not a name: start with a letter or `_`, continue with letters, digits, `_` and `-`"
            ));
        };
        if new == symbol.name {
            return Ok(Vec::new());
        }
        self.check_free(&symbol, &new)?;
        let mut changes: Vec<(FileSpan, String)> = Vec::new();
        for occurrence in &self.index.occurrences {
            changes.extend(self.at_mark(occurrence, &symbol, &new));
        }
        for declared in self.index.declared.get(&symbol).into_iter().flatten() {
            if symbol.kind == SymbolKind::Field {
                changes.extend(self.keep_source(&symbol, declared));
            }
        }
        changes.sort_by_key(|(at, _)| (at.file, at.span.start, at.span.end));
        changes.dedup();
        let change = |(at, text): (FileSpan, String)| Some(Change { at: self.target(&at)?, text });
        Ok(changes.into_iter().filter_map(change).collect())
    }

    /// Checks that no other declaration of the same kind and owner has the name.
    fn check_free(&self, symbol: &Symbol, new: &str) -> Result<(), String> {
        // References to presented fields and line fields look the same, so the two share names.
        let alike: &[SymbolKind] = match symbol.kind {
            SymbolKind::Field | SymbolKind::LineField => {
                &[SymbolKind::Field, SymbolKind::LineField]
            }
            ref kind => std::slice::from_ref(kind),
        };
        for kind in alike {
            let other = Symbol { kind: *kind, owner: symbol.owner.clone(), name: new.to_owned() };
            if self.index.declared.contains_key(&other) {
                return Err(format!("{} `{new}` exists already", kind.article()));
            }
        }
        Ok(())
    }

    fn at_mark(
        &self,
        occurrence: &Occurrence,
        symbol: &Symbol,
        new: &str,
    ) -> Option<(FileSpan, String)> {
        let file = occurrence.at.file;
        match &occurrence.kind {
            OccurrenceKind::Declares(found) if found == symbol => {
                Some((occurrence.at.clone(), new.to_owned()))
            }
            OccurrenceKind::Names(found, span) if found == symbol => {
                let source = self.loaded.sources.get(file)?;
                let at = FileSpan { file, span: span.clone() };
                // A filter also matches keys of the row by this name. It keeps the old name and gets the new one.
                match self.filtered(symbol, &at) {
                    Some(_) if self.is_read_from(symbol, &symbol.name) => None,
                    Some(entry) => Some(entry.with_sibling(source.text(), file, new)),
                    None => Some((at, new.to_owned())),
                }
            }
            _ => None,
        }
    }

    /// Whether a field is read from this path, so that a filter of that name still matches it.
    fn is_read_from(&self, symbol: &Symbol, path: &str) -> bool {
        let from = self.index.declared_value(symbol, "from").unwrap_or(&symbol.name);
        from == path
    }

    /// The entry of `drop` or `reduce` whose name is in a range; `None` if the symbol is not a field.
    fn filtered(&self, symbol: &Symbol, at: &FileSpan) -> Option<Entry> {
        if symbol.kind != SymbolKind::Field {
            return None;
        }
        self.loaded.trees.get(at.file).and_then(|tree| entry(tree, &at.span))
    }

    /// The edit that adds `from` to a field that is read by its own name, so that its source stays the same.
    fn keep_source(&self, symbol: &Symbol, declared: &Declaration) -> Option<(FileSpan, String)> {
        if declared.value_of("from").is_some() {
            return None;
        }
        let value = declared.value.as_ref()?;
        let text = self.loaded.sources.get(value.file)?.text();
        let start = value.span.start;
        let is_flow = text.get(start..)?.starts_with('{');
        let (at, written) = if is_flow {
            let rest = text.get(start + 1..)?.trim_start();
            let more = if rest.starts_with('}') { "" } else { ", " };
            (start + 1, format!("from: {}{more}", symbol.name))
        } else {
            let before = text.get(..start)?;
            let line = before.rfind('\n').map_or(0, |at| at + 1);
            let indent = before.get(line..)?;
            // Only indentation precedes the first key of a block map on its line.
            (start, format!("from: {}\n{}", symbol.name, " ".repeat(indent.chars().count())))
        };
        Some((FileSpan { file: value.file, span: at..at }, written))
    }
}

/// An entry of a filter, with the text that adds another entry after it.
struct Entry {
    span: Range<usize>,
    /// The separator before the added entry.
    before: Separator,
    /// The range of the entry after its name.
    after: Range<usize>,
}

enum Separator {
    Comma,
    /// A new line with this indentation and lead.
    Line(usize, &'static str),
}

impl Entry {
    fn with_sibling(&self, text: &str, file: usize, new: &str) -> (FileSpan, String) {
        let before = match &self.before {
            Separator::Comma => ", ".to_owned(),
            Separator::Line(indent, lead) => format!("\n{}{lead}", " ".repeat(*indent)),
        };
        let after = text.get(self.after.clone()).unwrap_or_default();
        let end = self.span.end;
        (FileSpan { file, span: end..end }, format!("{before}{new}{after}"))
    }
}

/// The entry of `drop` or `reduce` whose name has a given range.
fn entry(tree: &Tree, at: &Range<usize>) -> Option<Entry> {
    let mut pending = vec![(tree.root()?, None::<&str>)];
    while let Some((node, under)) = pending.pop() {
        let is_drop = under == Some("drop") && node.is_list();
        let is_reduce = under == Some("reduce") && node.is_map();
        if is_drop {
            let found = node.list().find(|item| item.span() == *at);
            if let Some(item) = found {
                let end = item.span().end;
                return Some(Entry {
                    span: item.span(),
                    before: before(tree, node, at, "- "),
                    after: end..end,
                });
            }
        }
        if is_reduce {
            let found = node.map().find(|(key, _)| key.span() == *at);
            if let Some((key, value)) = found {
                let end = value.span().end;
                return Some(Entry {
                    span: key.span().start..end,
                    before: before(tree, node, at, ""),
                    after: key.span().end..end,
                });
            }
        }
        // A YAML alias is visited at each use; its entries have the same ranges.
        let inside = |inner: Node<'_>| inner.span().start <= at.start;
        pending.extend(node.list().filter(|item| inside(*item)).map(|item| (item, None)));
        let entries = node.map().filter(|(_, value)| inside(*value));
        pending.extend(entries.map(|(key, value)| (value, key.text())));
    }
    None
}

fn before(tree: &Tree, holder: Node<'_>, at: &Range<usize>, lead: &'static str) -> Separator {
    let text = tree.source().text();
    let starts = text.get(holder.span().start..).unwrap_or_default();
    if starts.starts_with(['[', '{']) {
        return Separator::Comma;
    }
    let before = text.get(..at.start).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let indent = before.get(line..).unwrap_or_default();
    Separator::Line(indent.chars().count().saturating_sub(lead.len()), lead)
}
