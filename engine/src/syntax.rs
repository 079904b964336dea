//! One file of a station as it was written: its tree with places, which keys each section has, and which form a value
//! takes. It is what an editor asks about a file, whether the station loads or not.
//!
//! ```
//! use pointsman_engine::text::Source;
//! use pointsman_engine::syntax::{Form, Section, Tree};
//!
//! let tree = Tree::read(Source::new("s.yaml", "skills: [{name: menu}]".to_owned()));
//! let (key, value) = tree.root().unwrap().map().next().unwrap();
//! assert_eq!((key.text(), key.span()), (Some("skills"), 0..6));
//! assert!(matches!(Section::Station.key("skills").unwrap().form, Form::List(_)));
//! assert_eq!(value.list().count(), 1);
//! ```

mod form;
mod reference;
mod schema;

use std::ops::Range;

pub use self::reference::keys_page;
pub use self::schema::station_schema;
use crate::raw::keys::condition_keys;
pub use crate::raw::keys::form::Form;
pub use crate::raw::keys::{Key, Need, Section};
use crate::text::file::{File, View};
use crate::text::source::Source;
use crate::text::yaml::{self, NodeId, Places};

/// The tree of a file.
#[derive(Debug)]
pub struct Tree(File);

/// Whether a file could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readable {
    /// It is YAML, or was put right.
    Yes,
    /// The file is not YAML and has no tree.
    No,
}

impl Tree {
    /// Reads a file. [`load`](crate::load()) reports its faults; this repairs the ones that can be repaired.
    pub fn read(source: Source) -> Tree {
        let (document, _) = yaml::read(&source, &condition_keys());
        Tree(File { number: 0, source, document: document.unwrap_or_default() })
    }

    /// Whether it could be read.
    pub fn readable(&self) -> Readable {
        let empty = self.0.source.text().trim().is_empty();
        if empty || self.0.document.root().is_some() { Readable::Yes } else { Readable::No }
    }

    /// What was read.
    pub fn source(&self) -> &Source {
        &self.0.source
    }

    /// The node that holds all others; nothing in an empty file.
    pub fn root(&self) -> Option<Node<'_>> {
        self.0.root().map(Node)
    }
}

impl From<File> for Tree {
    fn from(file: File) -> Tree {
        Tree(file)
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a>(View<'a>);

impl<'a> Node<'a> {
    /// Its number: what an alias names has the same one.
    pub fn number(self) -> u32 {
        NodeId::number(self.0.id())
    }

    /// Its place in bytes of the file: with quotes, without anchor, tag or comment.
    pub fn span(self) -> Range<usize> {
        self.0.node().map_or(0..0, |node| node.span.start as usize..node.span.end as usize)
    }

    /// Its text, if it is a scalar.
    pub fn text(self) -> Option<&'a str> {
        self.0.text()
    }

    /// Whether it is empty: a key without a value.
    pub fn is_nothing(self) -> bool {
        self.0.is_nothing()
    }

    /// Its elements; none if it is not a list.
    pub fn list(self) -> impl Iterator<Item = Node<'a>> {
        self.0.list().into_iter().flatten().map(Node)
    }

    /// Its keys and values in file order; none if it is not a map.
    pub fn map(self) -> impl Iterator<Item = (Node<'a>, Node<'a>)> {
        self.0.map().into_iter().flatten().map(|(key, value)| (Node(key), Node(value)))
    }

    /// Whether it is a map.
    pub fn is_map(self) -> bool {
        self.0.map().is_some()
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        self.0.list().is_some()
    }

    /// The value of a key of a map.
    pub fn get(self, key: &str) -> Option<Node<'a>> {
        self.map().find(|(found, _)| found.text() == Some(key)).map(|(_, value)| value)
    }

    /// The place in the file of a part of its text; `None` if it is not a scalar.
    pub fn part(self, part: Range<usize>) -> Option<Range<usize>> {
        self.within(std::slice::from_ref(&part)).pop()
    }

    /// The places in the file of parts of its text, which YAML may have split; empty if it is not a scalar.
    pub fn within(self, parts: &[Range<usize>]) -> Vec<Range<usize>> {
        let Some((text, style)) = self.0.scalar() else { return Vec::new() };
        let places = Places::new(text, style, self.0.file.source.text(), self.span());
        parts.iter().map(|part| places.range(part)).collect()
    }
}

impl Key {
    /// The value that the key takes, in Markdown; a section is the list of its keys.
    pub fn value(&self) -> String {
        form::value(self, &|section| {
            let keys: Vec<_> = section.names().map(|key| format!("`{key}`")).collect();
            format!("a map of {}", keys.join(", "))
        })
    }
}
