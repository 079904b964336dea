//! Completion at a cursor, in a file that is often broken.
//!
//! A unique word replaces the word at the cursor. The file is then parsed in several ways until parsing succeeds: the
//! word as a key, the word as a value, with the open brackets of the line closed, and cut off after the line. The
//! role of the unique word in the tree decides the items.

mod arguments;
mod conditions;
mod cursor;
mod values;

use std::ops::Range;
use std::rc::Rc;

use engine::station::Presence;
use engine::syntax::{Form, Key, Need, Section, Tree};

use self::cursor::Cursor;
use super::Analysis;
use super::hover::{key_text, operation_source};
use crate::lsp::index::{Context, Index, Probe, ProbeRole, Symbol, SymbolKind};

/// A completion answer.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The range of the word that an item replaces, in bytes.
    pub span: Range<usize>,
    /// The items, the best first.
    pub items: Vec<Item>,
}

/// An item of a completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text in the list.
    pub label: String,
    /// The text that is inserted.
    pub text: String,
    /// Its kind.
    pub kind: ItemKind,
    /// A short description.
    pub detail: Option<String>,
    /// A longer description, as Markdown.
    pub doc: Option<String>,
}

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A key.
    Key,
    /// A value out of a fixed set of words.
    Word,
    /// A word of the condition language.
    Operator,
    /// The name of a file.
    File,
    /// A reference.
    Reference,
    /// A declared name.
    Name,
    /// An operation.
    Operation,
    /// An argument of an operation.
    Argument,
}

impl Analysis {
    /// The completion at a byte of a file. `text` is the current text, which may be newer than the loaded one.
    pub fn completion(&self, file: usize, text: &str, offset: usize) -> Completion {
        let cursor = Cursor::of(text, offset);
        if file >= self.loaded.trees.len() {
            return Completion::default();
        }
        for candidate in cursor.candidates(text) {
            let name = self.loaded.sources.get(file).map_or("", engine::text::Source::name);
            let tree = Tree::read(engine::text::Source::new(name, candidate.text));
            let probes = crate::lsp::index::probe(&tree, file, cursor::CURSOR);
            if probes.is_empty() {
                continue;
            }
            let index = match candidate.extent {
                cursor::Extent::Whole => Rc::new(self.with(file, &tree)),
                cursor::Extent::CutOff => Rc::clone(&self.known),
            };
            let mut collector = Collector {
                analysis: self,
                file,
                index: &index,
                cursor: &cursor,
                items: Vec::new(),
            };
            probes.iter().for_each(|probe| collector.probe(probe));
            // The unique word is not offered.
            collector.items.retain(|item| !item.label.contains(cursor::CURSOR));
            if !collector.items.is_empty() {
                let items = collector.items;
                return Completion { span: cursor.span, items };
            }
        }
        Completion { span: cursor.span, items: Vec::new() }
    }

    /// The index with another tree for one file.
    fn with(&self, file: usize, tree: &Tree) -> Index {
        let own = self.loaded.trees.iter().enumerate();
        let trees: Vec<_> = own.map(|(at, own)| if at == file { tree } else { own }).collect();
        Index::of(&trees)
    }
}

/// A collector of completion items.
struct Collector<'a> {
    analysis: &'a Analysis,
    file: usize,
    index: &'a Index,
    cursor: &'a Cursor,
    items: Vec<Item>,
}

impl Collector<'_> {
    fn probe(&mut self, probe: &Probe) {
        match &probe.role {
            ProbeRole::Key(section, siblings) => self.keys(*section, siblings),
            ProbeRole::Name(section, key, siblings) => {
                self.map_keys(*section, key, siblings, &probe.context);
            }
            ProbeRole::Value(section, key, form, before) => {
                self.value((*section, key), form, before, &probe.context);
            }
        }
    }

    /// Adds the missing keys of a section, required keys first.
    fn keys(&mut self, section: Section, siblings: &[String]) {
        let free = |key: &&Key| !siblings.iter().any(|there| there == key.name);
        let (needed, others): (Vec<&Key>, Vec<&Key>) =
            section.keys().iter().filter(free).partition(|key| key.need == Need::Required);
        for key in needed.into_iter().chain(others) {
            self.items.push(Item {
                label: key.name.to_owned(),
                text: self.cursor.key(key.name),
                kind: ItemKind::Key,
                detail: (key.need == Need::Required).then(|| "required".to_owned()),
                doc: Some(key_text(section, key.name)),
            });
        }
    }

    /// Adds the keys of a map whose keys are names.
    fn map_keys(&mut self, section: Section, key: &str, siblings: &[String], context: &Context) {
        if key == "args" {
            return self.arguments(siblings, context);
        }
        if let Some(Form::Named(names, _)) = section.key(key).map(|key| key.form) {
            let free = names.iter().filter(|name| !siblings.iter().any(|there| there == *name));
            self.items.extend(free.map(|name| Item {
                label: (*name).to_owned(),
                text: self.cursor.key(name),
                kind: ItemKind::Key,
                detail: None,
                doc: None,
            }));
            return;
        }
        let Some(kind) = crate::lsp::index::keys_name(section, key) else { return };
        for symbol in self.named(kind, context) {
            if !siblings.contains(&symbol.name) {
                let text = self.cursor.key(&symbol.name);
                let item = self.name(&symbol, text);
                self.items.push(item);
            }
        }
    }

    fn arguments(&mut self, siblings: &[String], context: &Context) {
        let Some(operation) = &context.operation else { return };
        let mut all = self.analysis.operations.arguments(operation);
        all.sort_by_key(|taken| taken.presence == Presence::Optional);
        let given = |taken: &&engine::load::ArgumentInfo| {
            siblings.iter().any(|sibling| taken.is_meant_by(sibling))
        };
        for taken in all.iter().filter(|taken| !given(taken)) {
            let needed = if taken.presence == Presence::Required { "required" } else { "optional" };
            let limits = super::hover::argument_limits(taken);
            let takes = if limits.is_empty() { limits } else { format!(", {limits}") };
            self.items.push(Item {
                label: taken.address.clone(),
                text: self.cursor.key(&taken.address),
                kind: ItemKind::Argument,
                detail: Some(format!("{needed}{takes}")),
                doc: None,
            });
        }
    }

    fn value(
        &mut self,
        (section, key): (Section, &str),
        form: &Form,
        before: &str,
        context: &Context,
    ) {
        match form {
            Form::Condition if cursor::is_in_text(before) => return,
            Form::Condition => return self.condition(section, key, context),
            Form::Words(_) | Form::Type | Form::Switch => {
                form.words().unwrap_or_default().iter().for_each(|word| self.word(word));
            }
            Form::Either(forms) => {
                for form in *forms {
                    // Without a bracket, a value that may be a list or a text is a text.
                    if !matches!(form, Form::List(_)) {
                        self.value((section, key), form, before, context);
                    }
                }
                return;
            }
            Form::Any
            | Form::Text
            | Form::Section(_)
            | Form::List(_)
            | Form::Map(_)
            | Form::Named(..)
            | Form::Some(_) => {}
        }
        if matches!(form, Form::Text)
            && let Some(kind) = crate::lsp::index::names(section, key)
        {
            for symbol in self.named(kind, context) {
                if self.fits(section, key, &symbol, context) {
                    let item = self.name(&symbol, symbol.name.clone());
                    self.items.push(item);
                }
            }
        }
        if crate::lsp::index::names_file(section, key) {
            self.files(section, key);
        }
        self.paths(section, key, context);
        self.choices(section, key, context).iter().for_each(|word| self.literal(word));
        // In an address, only the values of a query are references.
        if (section, key) != (Section::Call, "url") || self.cursor.prefix.starts_with('$') {
            let taken = arguments::arguments(section, key, context, self.index);
            self.references(taken);
        }
    }

    fn condition(&mut self, section: Section, key: &str, context: &Context) {
        let readable = conditions::readable(section, key, context, self.index);
        self.references(readable);
        if !self.cursor.prefix.starts_with('$') {
            for word in conditions::WORDS {
                self.items.push(Item {
                    label: (*word).to_owned(),
                    text: (*word).to_owned(),
                    kind: ItemKind::Operator,
                    detail: None,
                    doc: None,
                });
            }
        }
    }

    fn references(&mut self, references: Vec<(String, Option<Symbol>)>) {
        for (text, symbol) in references {
            let doc = symbol.as_ref().and_then(|symbol| self.analysis.symbol_text(symbol));
            let ty = symbol.as_ref().and_then(|symbol| self.index.declared_value(symbol, "type"));
            self.items.push(Item {
                text: self.cursor.reference(&text),
                label: text,
                kind: ItemKind::Reference,
                detail: ty.map(str::to_owned),
                doc,
            });
        }
    }

    fn literal(&mut self, literal: &str) {
        self.items.push(Item {
            label: literal.to_owned(),
            text: self.cursor.literal(literal),
            kind: ItemKind::Word,
            detail: None,
            doc: None,
        });
    }

    fn word(&mut self, word: &str) {
        // YAML takes a bare `*` for an alias.
        let text = if word == "*" { "\"*\"" } else { word };
        self.items.push(Item {
            label: word.to_owned(),
            text: text.to_owned(),
            kind: ItemKind::Word,
            detail: vm::Type::named(word).map(|ty| ty.told().to_owned()),
            doc: None,
        });
    }

    fn name(&self, symbol: &Symbol, text: String) -> Item {
        let operation = (symbol.kind == SymbolKind::Operation)
            .then(|| self.analysis.operations.find(&symbol.name))
            .flatten();
        Item {
            label: symbol.name.clone(),
            text,
            kind: if symbol.kind == SymbolKind::Operation {
                ItemKind::Operation
            } else {
                ItemKind::Name
            },
            detail: Some(operation.map_or_else(|| symbol.kind.word().to_owned(), operation_source)),
            doc: self.analysis.symbol_text(symbol),
        }
    }
}
