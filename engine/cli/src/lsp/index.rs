//! What is declared and what is named in a station's files, each with its place.

mod context;
mod reference;
mod symbol;
mod walk;

use std::collections::HashMap;
use std::ops::Range;

use engine::syntax::{Section, Tree};

pub use self::context::{Context, of_call, of_skill};
pub use self::symbol::{Symbol, Thing, keys_name, names};
pub use self::walk::{Probe, Stands, probe};

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number of the file.
    pub file: usize,
    /// The bytes of it.
    pub span: Range<usize>,
}

/// Something that stands in a file.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Where a cursor means it.
    pub at: Place,
    /// What it is.
    pub what: What,
}

/// What stands in a file.
#[derive(Clone, Debug)]
pub enum What {
    /// A key of a section.
    Key(Section, String),
    /// A text under a key that takes one of a few words.
    Word(Section, String, String),
    /// A name where it is declared.
    Declares(Symbol),
    /// A name where it is used, and where in the file it stands without what is round it.
    Names(Symbol, Range<usize>),
    /// An argument of an operation.
    Argument(String, String),
    /// The name of a file beside the one that it stands in.
    File(String),
}

/// Where something is declared, and what is said of it.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub at: Place,
    /// All that stands under it; nothing where its name alone is written.
    pub value: Option<Place>,
    /// The texts that are said of it, by their keys.
    pub said: Vec<(String, String)>,
}

impl Declared {
    /// The text under a key.
    pub fn said(&self, key: &str) -> Option<&str> {
        self.said.iter().find(|(said, _)| said == key).map(|(_, text)| text.as_str())
    }
}

/// What is declared and named in all files of a station.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// What stands in the files, in no order.
    pub marks: Vec<Mark>,
    /// Where each name is declared: in several places where it is declared twice.
    pub declared: HashMap<Symbol, Vec<Declared>>,
    /// The declared names in the order of the files.
    pub order: Vec<Symbol>,
    /// The skills that a policy is weighed for.
    pub policies: HashMap<String, Vec<std::rc::Rc<Context>>>,
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

    /// What a cursor means that stands at a byte of a file: the smallest of what reaches over it.
    pub fn at(&self, file: usize, offset: usize) -> Option<&Mark> {
        let over = |mark: &&Mark| {
            let Place { file: of, span } = &mark.at;
            *of == file && span.start <= offset && offset <= span.end
        };
        let found = self.marks.iter().filter(over);
        found.min_by_key(|mark| (mark.at.span.len(), matches!(mark.what, What::Key(..))))
    }

    /// The names of one thing and owner, in the order of the files.
    pub fn names<'i>(&'i self, thing: Thing, owner: &'i str) -> impl Iterator<Item = &'i Symbol> {
        self.order.iter().filter(move |symbol| symbol.thing == thing && symbol.owner == owner)
    }

    /// Where a name is declared first.
    pub fn declaration(&self, symbol: &Symbol) -> Option<&Declared> {
        self.declared.get(symbol).and_then(|declared| declared.first())
    }

    /// What is written of a declared name.
    pub fn said<'i>(&'i self, symbol: &Symbol, key: &str) -> Option<&'i str> {
        self.declaration(symbol).and_then(|declared| declared.said(key))
    }

    fn declare(&mut self, symbol: Symbol, declared: Declared) {
        let known = self.declared.entry(symbol.clone()).or_default();
        if known.is_empty() {
            self.order.push(symbol.clone());
        }
        // What several aliases name is declared once.
        if known.iter().all(|other| other.at != declared.at) {
            self.marks.push(Mark { at: declared.at.clone(), what: What::Declares(symbol) });
            known.push(declared);
        }
    }
}
