//! Rename: changes a name at every place at once, so that the station keeps its meaning.

use std::ops::Range;

use engine::syntax::{Node, Tree};

use super::{Analysis, Change};
use crate::lsp::index::{Declared, Mark, Place, Symbol, Thing, What};

impl Analysis {
    /// The name at a byte of a file that can be renamed, and its place.
    ///
    /// # Errors
    /// With the reason if it cannot be renamed.
    pub fn renamable(&self, file: usize, offset: usize) -> Result<(Symbol, Range<usize>), String> {
        if !self.is_whole() {
            return Err("a file of the station is no YAML: mend it first".to_owned());
        }
        let mark = self.index.at(file, offset).ok_or("there is no name here")?;
        let (symbol, span) = match &mark.what {
            What::Declares(symbol) => (symbol, mark.at.span.clone()),
            What::Names(symbol, span) => (symbol, span.clone()),
            What::Key(..)
            | What::Word(..)
            | What::Argument(..)
            | What::Reads(_)
            | What::File(_) => {
                return Err("there is no name here that the station gives".to_owned());
            }
        };
        match symbol.thing {
            Thing::Skill | Thing::Field | Thing::Param | Thing::LineField | Thing::Task => {}
            thing => return Err(format!("{} is not renamed", thing.article())),
        }
        if !self.index.declared.contains_key(symbol) {
            return Err(format!("`{}` is declared nowhere", symbol.name));
        }
        Ok((symbol.clone(), span))
    }

    /// The changes that rename the name at a byte of a file.
    ///
    /// # Errors
    /// Why the name cannot be changed to `new`.
    pub fn rename(&self, file: usize, offset: usize, new: &str) -> Result<Vec<Change>, String> {
        let (symbol, _) = self.renamable(file, offset)?;
        let Some(new) = lang::name(new) else {
            return Err(format!(
                "`{new}` is no name: it begins with a letter or `_`, and goes on with letters, digits, `_` and `-`"
            ));
        };
        if new == symbol.name {
            return Ok(Vec::new());
        }
        self.is_free(&symbol, &new)?;
        let mut changes: Vec<(Place, String)> = Vec::new();
        for mark in &self.index.marks {
            changes.extend(self.at_mark(mark, &symbol, &new));
        }
        for declared in self.index.declared.get(&symbol).into_iter().flatten() {
            if symbol.thing == Thing::Field {
                changes.extend(self.source(&symbol, declared));
            }
        }
        changes.sort_by_key(|(at, _)| (at.file, at.span.start, at.span.end));
        changes.dedup();
        let change = |(at, text): (Place, String)| Some(Change { at: self.target(&at)?, text });
        Ok(changes.into_iter().filter_map(change).collect())
    }

    /// Checks that no symbol of the same kind has the name already.
    fn is_free(&self, symbol: &Symbol, new: &str) -> Result<(), String> {
        // Fields of the row and fields of the line share one namespace.
        let alike: &[Thing] = match symbol.thing {
            Thing::Field | Thing::LineField => &[Thing::Field, Thing::LineField],
            ref thing => std::slice::from_ref(thing),
        };
        for thing in alike {
            let other = Symbol { thing: *thing, owner: symbol.owner.clone(), name: new.to_owned() };
            if self.index.declared.contains_key(&other) {
                return Err(format!("there is {} `{new}` already", thing.article()));
            }
        }
        Ok(())
    }

    fn at_mark(&self, mark: &Mark, symbol: &Symbol, new: &str) -> Option<(Place, String)> {
        let file = mark.at.file;
        match &mark.what {
            What::Declares(found) if found == symbol => Some((mark.at.clone(), new.to_owned())),
            What::Names(found, span) if found == symbol => {
                let source = self.loaded.sources.get(file)?;
                let at = Place { file, span: span.clone() };
                // A filter also matches the row's own key of this name: it keeps the old name and gets the new one too.
                match self.filtered(symbol, &at) {
                    Some(_) if self.reads(symbol, &symbol.name) => None,
                    Some(entry) => Some(entry.beside(source.text(), file, new)),
                    None => Some((at, new.to_owned())),
                }
            }
            _ => None,
        }
    }

    /// Whether a field is read from a path of this name: a filter of that name still matches it then.
    fn reads(&self, symbol: &Symbol, path: &str) -> bool {
        let from = self.index.said(symbol, "from").unwrap_or(&symbol.name);
        from == path
    }

    /// The entry of `drop` or `reduce` that names a field at a place.
    fn filtered(&self, symbol: &Symbol, at: &Place) -> Option<Entry> {
        if symbol.thing != Thing::Field {
            return None;
        }
        self.loaded.trees.get(at.file).and_then(|tree| entry(tree, &at.span))
    }

    /// Adds `from:` to a field that is read from the path of the same name.
    fn source(&self, symbol: &Symbol, declared: &Declared) -> Option<(Place, String)> {
        if declared.said("from").is_some() {
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
            // The line is blank before the first key, so this is the indentation.
            (start, format!("from: {}\n{}", symbol.name, " ".repeat(indent.chars().count())))
        };
        Some((Place { file: value.file, span: at..at }, written))
    }
}

/// An entry of a filter: its place, and how another entry is added next to it.
struct Entry {
    span: Range<usize>,
    /// The text before a further entry.
    before: Before,
    /// The text after the name in the entry.
    after: Range<usize>,
}

enum Before {
    Comma,
    /// A new line with this indentation.
    Line(usize, &'static str),
}

impl Entry {
    fn beside(&self, text: &str, file: usize, new: &str) -> (Place, String) {
        let before = match &self.before {
            Before::Comma => ", ".to_owned(),
            Before::Line(indent, lead) => format!("\n{}{lead}", " ".repeat(*indent)),
        };
        let after = text.get(self.after.clone()).unwrap_or_default();
        let end = self.span.end;
        (Place { file, span: end..end }, format!("{before}{new}{after}"))
    }
}

/// The entry of `drop` or `reduce` whose name is at a place.
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
        // An alias is visited at each of its uses: its entries have the same places.
        let inside = |inner: Node<'_>| inner.span().start <= at.start;
        pending.extend(node.list().filter(|item| inside(*item)).map(|item| (item, None)));
        let entries = node.map().filter(|(_, value)| inside(*value));
        pending.extend(entries.map(|(key, value)| (value, key.text())));
    }
    None
}

fn before(tree: &Tree, holder: Node<'_>, at: &Range<usize>, lead: &'static str) -> Before {
    let text = tree.source().text();
    let starts = text.get(holder.span().start..).unwrap_or_default();
    if starts.starts_with(['[', '{']) {
        return Before::Comma;
    }
    let before = text.get(..at.start).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let indent = before.get(line..).unwrap_or_default();
    Before::Line(indent.chars().count().saturating_sub(lead.len()), lead)
}
