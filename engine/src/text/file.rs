//! A file that was read, and its nodes as they are looked at.

use crate::text::source::Source;
use crate::text::yaml::{Document, Kind, Node, NodeId, Style, Tagged, Text};

/// A place in one of a station's files, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// Which file, in the order in which they were read.
    pub(crate) file: usize,
    /// Its first byte.
    pub(crate) start: usize,
    /// The byte after its last.
    pub(crate) end: usize,
}

/// A file with its tree.
#[derive(Debug)]
pub(crate) struct File {
    /// Its number among the station's files.
    pub(crate) number: usize,
    /// What was given.
    pub(crate) source: Source,
    /// Its tree; empty if the file could not be read.
    pub(crate) document: Document,
}

impl File {
    /// The node that holds all others.
    pub(crate) fn root(&self) -> Option<View<'_>> {
        self.document.root().map(|id| View { file: self, id })
    }

    /// A place in this file.
    pub(crate) fn place(&self, span: std::ops::Range<usize>) -> Place {
        Place { file: self.number, start: span.start, end: span.end }
    }

    /// The first character of the file.
    pub(crate) fn start(&self) -> Place {
        let start = self.source.start();
        self.place(start..start)
    }
}

/// A node of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) file: &'a File,
    id: NodeId,
}

impl<'a> View<'a> {
    /// Its number within its document.
    pub(crate) fn id(self) -> NodeId {
        self.id
    }

    pub(crate) fn node(self) -> Option<&'a Node> {
        self.file.document.node(self.id)
    }

    /// Its place; for a list or map in block style, the place of its first line.
    pub(crate) fn place(self) -> Place {
        let Some(node) = self.node() else { return self.file.start() };
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        if start < end || matches!(node.kind, Kind::Scalar(..)) {
            return self.file.place(start..end);
        }
        let line = self.file.source.line_range(self.file.source.position(start).line);
        self.file.place(start..line.end.max(start))
    }

    /// Its text and style, if it is a scalar.
    pub(crate) fn scalar(self) -> Option<(&'a str, Style)> {
        let node = self.node()?;
        match &node.kind {
            Kind::Scalar(Text::Owned(text), style) => Some((text, *style)),
            Kind::Scalar(Text::InFile, style) => {
                let span = node.span.start as usize..node.span.end as usize;
                Some((self.file.source.slice(span), *style))
            }
            Kind::List(_) | Kind::Map(_) => None,
        }
    }

    /// Its text, if it is a scalar.
    pub(crate) fn text(self) -> Option<&'a str> {
        self.scalar().map(|(text, _)| text)
    }

    /// Its elements, if it is a list.
    pub(crate) fn list(self) -> Option<impl Iterator<Item = View<'a>>> {
        match &self.node()?.kind {
            Kind::List(items) => Some(items.iter().map(move |&id| View { id, ..self })),
            Kind::Map(_) | Kind::Scalar(..) => None,
        }
    }

    /// Its keys and values, if it is a map.
    pub(crate) fn map(self) -> Option<impl Iterator<Item = (View<'a>, View<'a>)>> {
        match &self.node()?.kind {
            Kind::Map(entries) => Some(
                entries.iter().map(move |&(k, v)| (View { id: k, ..self }, View { id: v, ..self })),
            ),
            Kind::List(_) | Kind::Scalar(..) => None,
        }
    }

    pub(crate) fn is_tagged(self) -> bool {
        self.tag().is_some()
    }

    /// The place of its tag.
    pub(crate) fn tag(self) -> Option<Place> {
        match &self.node()?.tagged {
            Tagged::Yes(tag) => Some(self.file.place(tag.start as usize..tag.end as usize)),
            Tagged::No => None,
        }
    }

    /// Its place, including the tag.
    pub(crate) fn place_with_tag(self) -> Place {
        let place = self.place();
        let start = self.tag().map_or(place.start, |tag| tag.start.min(place.start));
        Place { start, ..place }
    }

    /// Whether it is empty: a key without a value.
    pub(crate) fn is_nothing(self) -> bool {
        !self.is_tagged() && self.scalar().is_some_and(|(t, s)| t.is_empty() && s == Style::Plain)
    }

    /// What it is, in a message.
    pub(crate) fn quote(self) -> String {
        match self.node().map(|node| &node.kind) {
            Some(_) if self.is_tagged() => "a tag".to_owned(),
            Some(Kind::List(_)) => "a list".to_owned(),
            Some(Kind::Map(_)) => "a map".to_owned(),
            Some(Kind::Scalar(..)) | None if self.is_nothing() => "nothing".to_owned(),
            Some(Kind::Scalar(..)) | None => quote(self.text().unwrap_or_default()),
        }
    }
}

/// The most of an author's text that a message repeats, in characters.
const QUOTED: usize = 60;

/// Formats an author's text for a message: in backticks, on one line, shortened if it is long.
pub(crate) fn quote(text: &str) -> String {
    let one_line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut shown: String = one_line.take(QUOTED).collect();
    if text.chars().nth(QUOTED).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
