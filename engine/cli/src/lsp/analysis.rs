//! The analysis of a station for an editor: findings, completion, hover, definitions, renaming.

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

/// A loaded station, with the index of its files.
pub struct Analysis {
    /// The folder of the station.
    folder: PathBuf,
    /// The result of loading.
    pub loaded: Loaded,
    /// The operations as of the last load in which every file was valid YAML.
    operations: Rc<OperationIndex>,
    /// The texts of the files, in the order of `loaded.sources`.
    texts: Vec<Text>,
    /// The names of all files in the folder.
    files_in_folder: Vec<String>,
    index: Rc<Index>,
    /// The index as of the last load in which every file was valid YAML.
    known: Rc<Index>,
}

/// A range of bytes in a file, by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    /// The range, in bytes.
    pub span: std::ops::Range<usize>,
}

/// An edit: a new text for a range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The replaced range.
    pub at: Target,
    /// The new text.
    pub text: String,
}

impl Analysis {
    /// Loads a station. While a file is broken, names and operations of the analysis `before` are kept.
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
        let complete = trees.iter().all(|tree| tree.readable() == Readable::Yes);
        let known = match before {
            Some(before) if !complete => Rc::clone(&before.known),
            Some(_) | None => Rc::clone(&index),
        };
        let operations = match before {
            Some(before) if !complete => Rc::clone(&before.operations),
            Some(_) | None => Rc::new(std::mem::take(&mut loaded.operations)),
        };
        let (folder, files_in_folder) = (folder.to_owned(), sources.names());
        Analysis { folder, loaded, operations, texts, files_in_folder, index, known }
    }

    /// The path of a file, by its name in the station.
    pub fn path(&self, name: &str) -> PathBuf {
        super::uri::normalized(&self.folder.join(name))
    }

    /// The paths of the station's own files: its first file, then the included files.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.loaded.sources.iter().map(|source| self.path(source.name()))
    }

    /// The paths of all files that were read: the station's own files, documents and rows.
    pub fn files_read(&self) -> impl Iterator<Item = PathBuf> {
        self.files().chain(self.operations.files().map(|name| self.path(name)))
    }

    /// The loaded text of one of the station's own files, by its name in the station.
    pub fn text(&self, name: &str) -> Option<&Text> {
        let number = self.loaded.sources.iter().position(|source| source.name() == name)?;
        self.texts.get(number)
    }

    /// The index of one of the station's own files.
    pub fn number(&self, path: &Path) -> Option<usize> {
        self.files().position(|file| file == path)
    }

    /// Converts a range in one of the station's own files.
    fn target(&self, place: &super::index::FileSpan) -> Option<Target> {
        let source = self.loaded.sources.get(place.file)?;
        Some(Target { path: self.path(source.name()), span: place.span.clone() })
    }

    /// Whether every file is valid YAML, so that the index is complete.
    fn is_complete(&self) -> bool {
        self.loaded.trees.iter().all(|tree| tree.readable() == Readable::Yes)
    }
}
