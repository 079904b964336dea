//! The declarations and names in a station's files, each with its place.

mod context;
mod reference;
mod symbol;
mod walk;

use std::collections::HashMap;
use std::ops::Range;

use engine::syntax::{Section, Tree};

pub use self::context::{Context, of_call, of_skill};
pub use self::symbol::{Symbol, SymbolKind, keys_name, names, names_file};
pub use self::walk::{Probe, ProbeRole, probe};

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileSpan {
    /// The number of the file.
    pub file: usize,
    /// The bytes of it.
    pub span: Range<usize>,
}

/// An occurrence of something in a file.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// Where a cursor means it.
    pub at: FileSpan,
    /// What it is.
    pub kind: OccurrenceKind,
}

/// The kind of an occurrence.
#[derive(Clone, Debug)]
pub enum OccurrenceKind {
    /// A key of a section.
    Key(Section, String),
    /// A text under a key that takes one of a few words.
    Word(Section, String, String),
    /// The declaration of a name.
    Declares(Symbol),
    /// A use of a name, with the place of the bare name in the file.
    Names(Symbol, Range<usize>),
    /// An argument of an operation.
    Argument(String, String),
    /// A reference that reads nothing that has a name in the station, without its `$`.
    Reads(String),
    /// The name of a file, relative to the file that contains it.
    File(String),
}

/// A declaration, with its value.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name.
    pub at: FileSpan,
    /// The value of the declaration; `None` if only the name is written.
    pub value: Option<FileSpan>,
    /// The texts that are said of it, by their keys.
    pub said: Vec<(String, String)>,
    /// Within what it is declared.
    pub enclosing: Enclosing,
}

/// The declarations around a place that limit which names are known there; empty at the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enclosing {
    /// The skill.
    pub skill: String,
    /// The kind.
    pub kind: String,
    /// The profile.
    pub profile: String,
}

/// An argument that a parameter is handed to.
#[derive(Clone, Debug)]
pub struct ArgumentBinding {
    /// The parameter.
    pub param: Symbol,
    /// The operation.
    pub operation: String,
    /// The argument, as it is written.
    pub argument: String,
}

impl Declaration {
    /// The text under a key.
    pub fn said(&self, key: &str) -> Option<&str> {
        self.said.iter().find(|(said, _)| said == key).map(|(_, text)| text.as_str())
    }
}

/// The declarations and uses in all files of a station.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The occurrences, in no particular order.
    pub occurrences: Vec<Occurrence>,
    /// The declarations of each name: several if it is declared twice.
    pub declared: HashMap<Symbol, Vec<Declaration>>,
    /// The declared names in the order of the files.
    pub order: Vec<Symbol>,
    /// The skills that a policy is weighed for.
    pub policies: HashMap<String, Vec<std::rc::Rc<Context>>>,
    /// Which parameters are handed to which arguments as they are.
    pub bindings: Vec<ArgumentBinding>,
}

impl Index {
    /// The index of some files, the station's own first.
    pub fn of(trees: &[&Tree]) -> Index {
        let mut index = Index::default();
        for (file, tree) in trees.iter().enumerate() {
            walk::walk(tree, file, &mut index);
        }
        index.settle();
        index
    }

    /// The occurrence at a byte of a file: the smallest one that contains it.
    pub fn at(&self, file: usize, offset: usize) -> Option<&Occurrence> {
        let over = |occurrence: &&Occurrence| {
            let FileSpan { file: of, span } = &occurrence.at;
            *of == file && span.start <= offset && offset <= span.end
        };
        let found = self.occurrences.iter().filter(over);
        found.min_by_key(|occurrence| {
            (occurrence.at.span.len(), matches!(occurrence.kind, OccurrenceKind::Key(..)))
        })
    }

    /// The names of one thing and owner, in the order of the files.
    pub fn names<'i>(
        &'i self,
        kind: SymbolKind,
        owner: &'i str,
    ) -> impl Iterator<Item = &'i Symbol> {
        self.order.iter().filter(move |symbol| symbol.kind == kind && symbol.owner == owner)
    }

    /// The names of a thing and owner that are known in a context: a name of only one kind or profile is known only
    /// there.
    pub fn known<'i>(
        &'i self,
        kind: SymbolKind,
        owner: &'i str,
        context: &'i Context,
    ) -> impl Iterator<Item = &'i Symbol> {
        self.names(kind, owner).filter(move |symbol| self.reaches(symbol, context))
    }

    fn reaches(&self, symbol: &Symbol, context: &Context) -> bool {
        let declared = self.declared.get(symbol).into_iter().flatten();
        let enclosing: Vec<_> = declared
            .map(|declared| &declared.enclosing)
            .filter(|enclosing| {
                enclosing.profile.is_empty() || enclosing.profile == context.profile
            })
            .collect();
        let of_kind = |kind: &str| {
            enclosing.iter().any(|enclosing| enclosing.kind.is_empty() || enclosing.kind == kind)
        };
        if of_kind(&context.kind) {
            return true;
        }
        let mut kinds = self.kinds(&context.skill).peekable();
        context.kind.is_empty() && kinds.peek().is_some() && kinds.all(|kind| of_kind(&kind.name))
    }

    /// The kinds of a skill.
    pub fn kinds<'i>(&'i self, skill: &'i str) -> impl Iterator<Item = &'i Symbol> {
        let of = move |symbol: &&Symbol| {
            let declared = self.declared.get(*symbol).into_iter().flatten();
            declared.into_iter().any(|declared| declared.enclosing.skill == skill)
        };
        self.names(SymbolKind::Kind, "").filter(of)
    }

    /// A task and those that follow it.
    pub fn followers<'i>(&'i self, task: &Symbol) -> Vec<&'i Symbol> {
        let all = self.order.iter();
        let tasks: Vec<&Symbol> = all
            .filter(|other| other.kind == SymbolKind::Task && other.owner == task.owner)
            .collect();
        let mut found: Vec<&Symbol> =
            tasks.iter().copied().filter(|other| *other == task).collect();
        let mut at = 0;
        while let Some(before) = found.get(at).copied() {
            at += 1;
            let follows = |other: &&Symbol| {
                let after = self.said(other, "after").unwrap_or_default();
                after.split(", ").any(|name| context::name(name) == before.name)
            };
            for other in tasks.iter().copied().filter(follows) {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// Where a name is declared first.
    pub fn declaration(&self, symbol: &Symbol) -> Option<&Declaration> {
        self.declared.get(symbol).and_then(|declared| declared.first())
    }

    /// The value of a key in the declaration of a name.
    pub fn said<'i>(&'i self, symbol: &Symbol, key: &str) -> Option<&'i str> {
        self.declaration(symbol).and_then(|declared| declared.said(key))
    }

    fn declare(&mut self, symbol: Symbol, declared: Declaration) {
        let known = self.declared.entry(symbol.clone()).or_default();
        if known.is_empty() {
            self.order.push(symbol.clone());
        }
        // What several aliases name is declared once.
        if known.iter().all(|other| other.at != declared.at) {
            self.occurrences.push(Occurrence {
                at: declared.at.clone(),
                kind: OccurrenceKind::Declares(symbol),
            });
            known.push(declared);
        }
    }
}
