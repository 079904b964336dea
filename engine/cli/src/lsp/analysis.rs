//! A station for an editor: its findings, and the names and values in its files.

mod action;
mod completion;
mod definition;
mod hover;
mod rename;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use engine::load::OperationIndex;
use engine::syntax::{Readable, Tree};
use engine::{Deployment, Loaded, Sources, load};

pub use self::action::Action;
pub use self::completion::{Completion, ItemKind};
pub use self::hover::Hover;

use super::index::Index;
use super::text::Text;

/// A loaded station, with what is known of its files.
pub struct Analysis {
    /// The folder of the station.
    folder: PathBuf,
    /// What loading came to.
    pub loaded: Loaded,
    /// The operations of the last time that the station's own file could be read.
    operations: Rc<OperationIndex>,
    /// The texts of its files, in the order of its sources.
    texts: Vec<Text>,
    /// The names of the files in the folder.
    siblings: Vec<String>,
    index: Rc<Index>,
    /// The same of the last time that every file could be read.
    known: Rc<Index>,
}

/// A part of a file, by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    /// The bytes of it.
    pub span: std::ops::Range<usize>,
}

/// A text that takes the place of a part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The replaced range.
    pub at: Target,
    /// The new text.
    pub text: String,
}

impl Analysis {
    /// Loads the station in a file of a folder.
    pub fn new(
        folder: &Path,
        name: &str,
        sources: &dyn Sources,
        before: Option<&Analysis>,
    ) -> Analysis {
        let tenant_url = std::env::var("TENANT_URL").ok();
        let deployment = Deployment { tenant_url, ..Deployment::default() };
        let mut loaded = load(name, sources, &deployment);
        let trees: Vec<&Tree> = loaded.trees.iter().collect();
        let index = Rc::new(Index::of(&trees));
        let texts = loaded.sources.iter().map(|source| Text::new(source.text().to_owned()));
        let texts = texts.collect();
        let whole = trees.iter().all(|tree| tree.readable() == Readable::Yes);
        let known = match before {
            Some(before) if !whole => Rc::clone(&before.known),
            Some(_) | None => Rc::clone(&index),
        };
        let operations = match before {
            Some(before) if !whole => Rc::clone(&before.operations),
            Some(_) | None => Rc::new(std::mem::take(&mut loaded.operations)),
        };
        let (folder, siblings) = (folder.to_owned(), sources.names());
        Analysis { folder, loaded, operations, texts, siblings, index, known }
    }

    /// The path of a file by the name that the station gives it.
    pub fn path(&self, name: &str) -> PathBuf {
        super::uri::plain(&self.folder.join(name))
    }

    /// The paths of the station's own files: its first, then those that it includes.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.loaded.sources.iter().map(|source| self.path(source.name()))
    }

    /// The paths of everything that was read: its files, and the documents and rows that they name.
    pub fn read(&self) -> impl Iterator<Item = PathBuf> {
        self.files().chain(self.operations.files().map(|name| self.path(name)))
    }

    /// The text of one of the station's own files as it was loaded, by the name that the station gives it.
    pub fn text(&self, name: &str) -> Option<&Text> {
        let number = self.loaded.sources.iter().position(|source| source.name() == name)?;
        self.texts.get(number)
    }

    /// The number of one of the station's own files.
    pub fn number(&self, path: &Path) -> Option<usize> {
        self.files().position(|file| file == path)
    }

    /// A place in one of the station's own files.
    fn target(&self, place: &super::index::FileSpan) -> Option<Target> {
        let source = self.loaded.sources.get(place.file)?;
        Some(Target { path: self.path(source.name()), span: place.span.clone() })
    }

    /// Whether every file could be read, so that every name is known.
    fn is_whole(&self) -> bool {
        self.loaded.trees.iter().all(|tree| tree.readable() == Readable::Yes)
    }
}
