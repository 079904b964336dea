//! YAML as a tree with places: every scalar keeps its own text, so that what it is stays its place's to say.
//!
//! Aliases share the node that they name. The tree is flat (a vector of nodes), so neither reading nor dropping it
//! depends on how deep a file nests.

mod builder;
mod extent;
mod mend;
mod places;
mod write;

use std::ops::Range;

pub(crate) use places::Places;
pub use saphyr_parser::ScalarStyle as Style;
pub(crate) use write::{scalar, within};

use crate::text::source::Source;

/// The number of a node within its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

impl NodeId {
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// A node and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its place in bytes of the file: with quotes, without anchor, tag or comment. For a list or map in block style
    /// it is the start of the first entry; for a block scalar, its text without the header and the last line end.
    pub span: Range<u32>,
    /// What it is.
    pub kind: Kind,
    /// Whether a tag (`!word`) precedes it.
    pub tagged: Tagged,
}

/// Whether YAML took a word with a leading `!` for a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tagged {
    /// A tag precedes it, at this place.
    Yes(Range<u32>),
    /// There is none.
    No,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A text, as it was written or with its style undone.
    Scalar(Text, Style),
    /// A list of nodes.
    List(Box<[NodeId]>),
    /// Keys, each once, and their values, in file order.
    Map(Box<[(NodeId, NodeId)]>),
}

/// A scalar's text.
#[derive(Clone, Debug)]
pub enum Text {
    /// Its value is in the file character by character.
    InFile,
    /// Its style was undone.
    Owned(Box<str>),
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Document {
    nodes: Vec<Node>,
    root: Option<NodeId>,
    mended: Vec<Range<u32>>,
}

impl Document {
    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Its nodes, by their numbers.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    /// The node of a number.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// The node that holds all others; none of an empty file.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Whether the reader repaired this place, so that a finding already refuses it.
    pub(crate) fn is_mended(&self, span: &Range<u32>) -> bool {
        self.mended.iter().any(|m| m.start <= span.start && span.end <= m.end)
    }
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Where, in bytes of the file.
    pub span: Range<usize>,
}

/// The faults of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It is not YAML; with what the parser met.
    Syntax(String),
    /// A backslash in double quotes begins no escape.
    Escape,
    /// The indentation contains a tab.
    Tab,
    /// A map has a key twice; with the place of the first.
    DuplicateKey(String, Range<usize>),
    /// A second document begins.
    SecondDocument,
    /// It is over the size.
    TooLarge,
    /// It nests too deep.
    TooDeep,
    /// Aliases add too many nodes.
    Expansion,
    /// An alias is inside the node that it names.
    Circle,
    /// A key is a list or a map.
    Key,
    /// A text ended at its closing quote and the condition went on.
    Quote,
}

/// Reads a file: returns its tree, if it has one, and its faults.
///
/// This takes time and memory in proportion to the length of the file, whatever the file contains.
pub fn read(source: &Source, condition_keys: &[&str]) -> (Option<Document>, Vec<Fault>) {
    if source.text().len() > crate::limits::MAX_FILE {
        return (None, vec![Fault { kind: FaultKind::TooLarge, span: source.line_range(1) }]);
    }
    mend::read(source, condition_keys)
}

/// Reads a file that is none of a station's: whatever is wrong with it refuses it, and its size is the caller's to bound.
pub(crate) fn read_plain(source: &Source) -> Result<Document, Fault> {
    let base = source.start();
    match builder::build(source.text().get(base..).unwrap_or_default(), base) {
        builder::Built::Whole(document, faults) => {
            faults.into_iter().next().map_or(Ok(document), Err)
        }
        builder::Built::Refused(faults) => {
            let start = Fault { kind: FaultKind::TooDeep, span: base..base };
            Err(faults.into_iter().next_back().unwrap_or(start))
        }
        builder::Built::Broken(at, what, _) => {
            Err(Fault { kind: FaultKind::Syntax(what), span: at..at })
        }
    }
}

#[cfg(test)]
mod tests;
