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

/// A range of bytes in one of a station's files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileSpan {
    /// The number of the file.
    pub file: usize,
    /// The range, in bytes.
    pub span: Range<usize>,
}

/// A part of a file with a separate meaning: a name, a key, a word.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The range in which a cursor selects it.
    pub at: FileSpan,
    /// Its kind.
    pub kind: OccurrenceKind,
}

/// The kind of an occurrence.
#[derive(Clone, Debug)]
pub enum OccurrenceKind {
    /// A key of a section.
    Key(Section, String),
    /// A value that is one of a fixed set of words.
    Word(Section, String, String),
    /// The declaration of a name.
    Declares(Symbol),
    /// A use of a name, with the range of the bare name.
    Names(Symbol, Range<usize>),
    /// An argument of an operation.
    Argument(String, String),
    /// A built-in reference, without its `$`.
    Reads(String),
    /// The name of a file, relative to the file that contains it.
    File(String),
}

/// A declaration, with its value.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The range of the name.
    pub at: FileSpan,
    /// The range of the declared value; `None` if the declaration is only a name.
    pub value: Option<FileSpan>,
    /// The texts in the declared value, by key.
    pub values: Vec<(String, String)>,
    /// The declarations that contain it.
    pub enclosing: Enclosing,
}

/// The skill, kind and profile that contain a declaration; each is empty if none contains it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enclosing {
    /// The skill.
    pub skill: String,
    /// The kind.
    pub kind: String,
    /// The profile.
    pub profile: String,
}

/// An argument whose value is a parameter.
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
    /// The text under a key of the declared value.
    pub fn value_of(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(other, _)| other == key).map(|(_, text)| text.as_str())
    }
}

/// The declarations and uses in all files of a station.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The occurrences, in no particular order.
    pub occurrences: Vec<Occurrence>,
    /// The declarations of each name: several if it is declared twice.
    pub declared: HashMap<Symbol, Vec<Declaration>>,
    /// The declared names in file order.
    pub order: Vec<Symbol>,
    /// The contexts in which each policy is used.
    pub policies: HashMap<String, Vec<std::rc::Rc<Context>>>,
    /// The arguments whose values are parameters.
    pub bindings: Vec<ArgumentBinding>,
}

impl Index {
    /// The index of a station's files, its first file first.
    pub fn of(trees: &[&Tree]) -> Index {
        let mut index = Index::default();
        for (file, tree) in trees.iter().enumerate() {
            walk::walk(tree, file, &mut index);
        }
        index.resolve();
        index
    }

    /// The smallest occurrence that contains a byte of a file.
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

    /// The declared names of a kind and an owner, in file order.
    pub fn names<'i>(
        &'i self,
        kind: SymbolKind,
        owner: &'i str,
    ) -> impl Iterator<Item = &'i Symbol> {
        self.order.iter().filter(move |symbol| symbol.kind == kind && symbol.owner == owner)
    }

    /// The declared names that are visible in a context. A name of one row kind or profile is visible only there.
    pub fn visible<'i>(
        &'i self,
        kind: SymbolKind,
        owner: &'i str,
        context: &'i Context,
    ) -> impl Iterator<Item = &'i Symbol> {
        self.names(kind, owner).filter(move |symbol| self.is_visible(symbol, context))
    }

    fn is_visible(&self, symbol: &Symbol, context: &Context) -> bool {
        let declared = self.declared.get(symbol).into_iter().flatten();
        let enclosing: Vec<_> = declared
            .map(|declared| &declared.enclosing)
            .filter(|outer| outer.profile.is_empty() || outer.profile == context.profile)
            .collect();
        let of_kind =
            |kind: &str| enclosing.iter().any(|outer| outer.kind.is_empty() || outer.kind == kind);
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

    /// A task and all tasks that run after it.
    pub fn task_and_followers<'i>(&'i self, task: &Symbol) -> Vec<&'i Symbol> {
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
                let after = self.declared_value(other, "after").unwrap_or_default();
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

    /// The first declaration of a name.
    pub fn declaration(&self, symbol: &Symbol) -> Option<&Declaration> {
        self.declared.get(symbol).and_then(|declared| declared.first())
    }

    /// The text under a key in the first declaration of a name.
    pub fn declared_value<'i>(&'i self, symbol: &Symbol, key: &str) -> Option<&'i str> {
        self.declaration(symbol).and_then(|declared| declared.value_of(key))
    }

    fn declare(&mut self, symbol: Symbol, declared: Declaration) {
        let known = self.declared.entry(symbol.clone()).or_default();
        if known.is_empty() {
            self.order.push(symbol.clone());
        }
        // A node that several YAML aliases name is declared once.
        if known.iter().all(|other| other.at != declared.at) {
            self.occurrences.push(Occurrence {
                at: declared.at.clone(),
                kind: OccurrenceKind::Declares(symbol),
            });
            known.push(declared);
        }
    }
}
