//! The declarations and names in a station's files, each with its place.

mod context;
mod reference;
mod symbol;
mod walk;

use std::collections::HashMap;
use std::ops::Range;

use engine::syntax::{Section, Tree};

pub use self::context::{Context, of_call, of_skill};
pub use self::symbol::{Symbol, Thing, keys_name, names, names_file};
pub use self::walk::{Probe, Stands, probe};

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the file.
    pub file: usize,
    /// The byte range in the file.
    pub span: Range<usize>,
}

/// An occurrence of something in a file.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The range in which a cursor points at it.
    pub at: Place,
    /// The thing that occurs there.
    pub what: What,
}

/// The kind of an occurrence.
#[derive(Clone, Debug)]
pub enum What {
    /// A key of a section.
    Key(Section, String),
    /// A value under a key that takes a word of a fixed list: section, key, word.
    Word(Section, String, String),
    /// The declaration of a name.
    Declares(Symbol),
    /// A use of a name, with the place of the bare name in the file.
    Names(Symbol, Range<usize>),
    /// An argument of an operation.
    Argument(String, String),
    /// A reference that reads no name of the station, without its `$`.
    Reads(String),
    /// The name of a file, relative to the file that contains it.
    File(String),
}

/// A declaration, with its value.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The place of the name.
    pub at: Place,
    /// The value of the declaration; `None` if only the name is written.
    pub value: Option<Place>,
    /// The texts in the value, by their keys.
    pub said: Vec<(String, String)>,
    /// The scope of the declaration.
    pub within: Within,
}

/// The declarations around a place that limit which names are known there; empty at the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Within {
    /// The skill.
    pub skill: String,
    /// The kind.
    pub kind: String,
    /// The profile.
    pub profile: String,
}

/// A parameter that is passed to an argument.
#[derive(Clone, Debug)]
pub struct Handed {
    /// The parameter.
    pub param: Symbol,
    /// The operation.
    pub operation: String,
    /// The argument, as it is written.
    pub argument: String,
}

impl Declared {
    /// The text under a key.
    pub fn said(&self, key: &str) -> Option<&str> {
        self.said.iter().find(|(said, _)| said == key).map(|(_, text)| text.as_str())
    }
}

/// The declarations and uses in all files of a station.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The occurrences, in no particular order.
    pub marks: Vec<Mark>,
    /// The declarations of each name: several if it is declared twice.
    pub declared: HashMap<Symbol, Vec<Declared>>,
    /// The declared names in file order.
    pub order: Vec<Symbol>,
    /// The contexts in which each policy is evaluated.
    pub policies: HashMap<String, Vec<std::rc::Rc<Context>>>,
    /// The parameters that are passed to arguments unchanged.
    pub handed: Vec<Handed>,
}

impl Index {
    /// Builds the index of some files, the station's first file first.
    pub fn of(trees: &[&Tree]) -> Index {
        let mut index = Index::default();
        for (file, tree) in trees.iter().enumerate() {
            walk::walk(tree, file, &mut index);
        }
        index.settle();
        index
    }

    /// The smallest occurrence that contains a byte of a file.
    pub fn at(&self, file: usize, offset: usize) -> Option<&Mark> {
        let over = |mark: &&Mark| {
            let Place { file: of, span } = &mark.at;
            *of == file && span.start <= offset && offset <= span.end
        };
        let found = self.marks.iter().filter(over);
        found.min_by_key(|mark| (mark.at.span.len(), matches!(mark.what, What::Key(..))))
    }

    /// The names of one thing and owner, in file order.
    pub fn names<'i>(&'i self, thing: Thing, owner: &'i str) -> impl Iterator<Item = &'i Symbol> {
        self.order.iter().filter(move |symbol| symbol.thing == thing && symbol.owner == owner)
    }

    /// The names of a thing and owner that are known in a context: a name of only one kind or profile is known only
    /// there.
    pub fn known<'i>(
        &'i self,
        thing: Thing,
        owner: &'i str,
        context: &'i Context,
    ) -> impl Iterator<Item = &'i Symbol> {
        self.names(thing, owner).filter(move |symbol| self.reaches(symbol, context))
    }

    fn reaches(&self, symbol: &Symbol, context: &Context) -> bool {
        let declared = self.declared.get(symbol).into_iter().flatten();
        let within: Vec<_> = declared
            .map(|declared| &declared.within)
            .filter(|within| within.profile.is_empty() || within.profile == context.profile)
            .collect();
        let of_kind =
            |kind: &str| within.iter().any(|within| within.kind.is_empty() || within.kind == kind);
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
            declared.into_iter().any(|declared| declared.within.skill == skill)
        };
        self.names(Thing::Kind, "").filter(of)
    }

    /// A task and every task that follows it.
    pub fn behind<'i>(&'i self, task: &Symbol) -> Vec<&'i Symbol> {
        let all = self.order.iter();
        let tasks: Vec<&Symbol> =
            all.filter(|other| other.thing == Thing::Task && other.owner == task.owner).collect();
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

    /// The first declaration of a name.
    pub fn declaration(&self, symbol: &Symbol) -> Option<&Declared> {
        self.declared.get(symbol).and_then(|declared| declared.first())
    }

    /// The value of a key in the declaration of a name.
    pub fn said<'i>(&'i self, symbol: &Symbol, key: &str) -> Option<&'i str> {
        self.declaration(symbol).and_then(|declared| declared.said(key))
    }

    fn declare(&mut self, symbol: Symbol, declared: Declared) {
        let known = self.declared.entry(symbol.clone()).or_default();
        if known.is_empty() {
            self.order.push(symbol.clone());
        }
        // A declaration that several aliases refer to counts once.
        if known.iter().all(|other| other.at != declared.at) {
            self.marks.push(Mark { at: declared.at.clone(), what: What::Declares(symbol) });
            known.push(declared);
        }
    }
}
