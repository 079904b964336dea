//! From the parser's events to the tree.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScanError, Span, Tag};

use super::{Document, Fault, FaultKind, Kind, Node, NodeId, Style, Tagged, Text, extent};
use crate::limits::{MAX_EXPANSION, MAX_FINDINGS, MAX_NESTING};

/// What a reading of the events came to.
pub(super) enum Built {
    /// A tree and its faults.
    Whole(Document, Vec<Fault>),
    /// No tree, since a limit was passed; with what was refused before.
    Refused(Vec<Fault>),
    /// No tree, since the text is not YAML; with the byte offset and the parser's message.
    Broken(usize, String, Vec<Fault>),
}

/// A list or map that is still open.
struct Open {
    id: NodeId,
    is_map: bool,
    children: Vec<NodeId>,
    /// How many levels lie under it, as far as they are read.
    height: usize,
    /// How many nodes lie in it, aliases counted out, as far as they are read.
    size: u64,
}

/// What an anchor names.
#[derive(Clone, Copy)]
struct Anchor {
    id: NodeId,
    height: usize,
    size: u64,
    state: AnchorState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AnchorState {
    Open,
    Closed,
}

/// The tree as far as it is read.
struct Builder<'a> {
    text: &'a str,
    offsets: Offsets<'a>,
    nodes: Vec<Node>,
    root: Option<NodeId>,
    open: Vec<Open>,
    anchors: HashMap<usize, Anchor>,
    open_anchors: Vec<(usize, NodeId)>,
    added: u64,
    faults: Vec<Fault>,
}

/// Builds the tree of a text whose first byte is at `base` in its file.
pub(super) fn build(text: &str, base: usize) -> Built {
    let mut builder = Builder {
        text,
        offsets: Offsets::new(text, base),
        nodes: Vec::new(),
        root: None,
        open: Vec::new(),
        anchors: HashMap::new(),
        open_anchors: Vec::new(),
        added: 0,
        faults: Vec::new(),
    };
    let mut parser = Parser::new_from_str(text);
    let mut documents = Documents::default();
    while let Some(event) = parser.next_event() {
        let (event, span) = match event {
            Ok(found) => found,
            Err(error) => return builder.broken(&error),
        };
        match documents.take(&event, span) {
            Taken::Second(span) => {
                let span = builder.offsets.range(span);
                builder.faults.push(Fault { kind: FaultKind::SecondDocument, span });
                break;
            }
            Taken::Passed => {}
            Taken::Node => {
                if let Err(fault) = builder.event(event, span) {
                    builder.faults.push(fault);
                    return Built::Refused(builder.faults);
                }
            }
        }
    }
    let document = Document { nodes: builder.nodes, root: builder.root, mended: Vec::new() };
    Built::Whole(document, builder.faults)
}

/// How many documents have begun.
#[derive(Default)]
struct Documents {
    begun: bool,
    ended: Option<Span>,
}

enum Taken {
    Second(Span),
    Passed,
    Node,
}

impl Documents {
    fn take(&mut self, event: &Event<'_>, span: Span) -> Taken {
        match event {
            Event::DocumentStart(_) if self.begun => {
                Taken::Second(self.ended.filter(|s| !s.is_empty()).unwrap_or(span))
            }
            Event::DocumentStart(_) => {
                self.begun = true;
                Taken::Passed
            }
            Event::DocumentEnd => {
                self.ended = Some(span);
                Taken::Passed
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd => Taken::Passed,
            Event::Alias(_)
            | Event::Scalar(..)
            | Event::SequenceStart(..)
            | Event::SequenceEnd
            | Event::MappingStart(..)
            | Event::MappingEnd => Taken::Node,
        }
    }
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        let range = self.offsets.range(span);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let (start, tagged) = self.own(&range, anchor, tag.as_deref());
                let range = self.extent(&range, start, style, &text);
                let kept = self.text_of(&text, &range);
                let id = self.push(range.clone(), Kind::Scalar(kept, style), tagged, &range)?;
                self.anchor(anchor, id, 0, 1, AnchorState::Closed);
                self.add(id, 0, 1);
            }
            Event::SequenceStart(anchor, tag) => {
                let (start, tagged) = self.own(&range, anchor, tag.as_deref());
                self.start(Kind::List(Box::default()), self.opened(&range, start), anchor, tagged)?;
            }
            Event::MappingStart(anchor, tag) => {
                let (start, tagged) = self.own(&range, anchor, tag.as_deref());
                self.start(Kind::Map(Box::default()), self.opened(&range, start), anchor, tagged)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(&range),
            Event::Alias(anchor) => self.alias(anchor, range)?,
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {}
        }
        Ok(())
    }

    /// The start of a node after its anchor and tag, and the place of the tag.
    fn own(&self, told: &Range<usize>, anchor: usize, tag: Option<&Tag>) -> (usize, Tagged) {
        let count = usize::from(anchor > 0) + usize::from(tag.is_some());
        if count == 0 {
            return (told.start, Tagged::No);
        }
        let base = self.offsets.base;
        let found = extent::properties(self.text, &(told.start - base..told.end - base), count);
        let tagged = found.tag.map_or(Tagged::No, |tag| {
            let at = |at| u32::try_from(base + at).unwrap_or(u32::MAX);
            Tagged::Yes(at(tag.start)..at(tag.end))
        });
        (base + found.end, tagged)
    }

    /// The place of a scalar that begins at `start`, derived from the parser's event.
    fn extent(&self, told: &Range<usize>, start: usize, style: Style, value: &str) -> Range<usize> {
        let base = self.offsets.base;
        let (mut from, end) = (start - base, told.end - base);
        // After an anchor or tag the parser's range of a block scalar includes the header; otherwise it starts at the
        // text.
        if start > told.start && matches!(style, Style::Literal | Style::Folded) {
            from = extent::behind_header(self.text, from, end, value);
        }
        let own = extent::scalar(self.text, from, end, style, value);
        base + own.start..base + own.end
    }

    /// The place of a list or map that begins at `start`, derived from the parser's event.
    fn opened(&self, told: &Range<usize>, start: usize) -> Range<usize> {
        if start == told.start {
            return told.clone();
        }
        let base = self.offsets.base;
        let own = extent::collection(self.text, start - base, told.end - base);
        base + own.start..base + own.end
    }

    fn text_of(&self, text: &str, range: &Range<usize>) -> Text {
        let base = self.offsets.base;
        let raw = self.text.get(range.start - base..range.end - base);
        if raw == Some(text) { Text::InFile } else { Text::Owned(text.into()) }
    }

    fn push(
        &mut self,
        span: Range<usize>,
        kind: Kind,
        tagged: Tagged,
        at: &Range<usize>,
    ) -> Result<NodeId, Fault> {
        let too_large = |_| Fault { kind: FaultKind::TooLarge, span: at.clone() };
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(too_large)?);
        let start = u32::try_from(span.start).map_err(too_large)?;
        let end = u32::try_from(span.end).map_err(too_large)?;
        self.nodes.push(Node { span: start..end, kind, tagged });
        Ok(id)
    }

    fn start(
        &mut self,
        kind: Kind,
        range: Range<usize>,
        anchor: usize,
        tagged: Tagged,
    ) -> Result<(), Fault> {
        if self.open.len() >= MAX_NESTING {
            return Err(Fault { kind: FaultKind::TooDeep, span: range });
        }
        let is_map = matches!(kind, Kind::Map(_));
        let id = self.push(range.clone(), kind, tagged, &range)?;
        self.anchor(anchor, id, 0, 1, AnchorState::Open);
        if anchor > 0 {
            self.open_anchors.push((anchor, id));
        }
        self.open.push(Open { id, is_map, children: Vec::new(), height: 0, size: 1 });
        Ok(())
    }

    fn anchor(&mut self, anchor: usize, id: NodeId, height: usize, size: u64, state: AnchorState) {
        if anchor > 0 {
            self.anchors.insert(anchor, Anchor { id, height, size, state });
        }
    }

    /// Adds a node to the innermost open collection, or makes it the root.
    fn add(&mut self, id: NodeId, height: usize, size: u64) {
        match self.open.last_mut() {
            Some(open) => {
                open.children.push(id);
                open.height = open.height.max(height);
                open.size = open.size.saturating_add(size);
            }
            None => self.root = Some(id),
        }
    }

    fn alias(&mut self, anchor: usize, span: Range<usize>) -> Result<(), Fault> {
        let Some(&named) = self.anchors.get(&anchor) else {
            let kind = FaultKind::Syntax("an alias names no anchor".to_owned());
            return Err(Fault { kind, span });
        };
        if named.state == AnchorState::Open {
            return Err(Fault { kind: FaultKind::Circle, span });
        }
        self.added = self.added.saturating_add(named.size);
        if self.added > MAX_EXPANSION {
            return Err(Fault { kind: FaultKind::Expansion, span });
        }
        if self.open.len() + named.height > MAX_NESTING {
            return Err(Fault { kind: FaultKind::TooDeep, span });
        }
        self.add(named.id, named.height, named.size);
        Ok(())
    }

    fn end(&mut self, range: &Range<usize>) {
        let Some(open) = self.open.pop() else { return };
        let kind = if open.is_map {
            self.tabs(&open);
            Kind::Map(self.entries(&open.children))
        } else {
            Kind::List(open.children.into_boxed_slice())
        };
        if let Some(node) = self.nodes.get_mut(open.id.0 as usize) {
            node.kind = kind;
            if node.span.start < node.span.end {
                node.span.end = u32::try_from(range.end).unwrap_or(node.span.end);
            }
        }
        let height = open.height + 1;
        if let Some(&(anchor, id)) = self.open_anchors.last()
            && id == open.id
        {
            self.open_anchors.pop();
            self.anchor(anchor, id, height, open.size, AnchorState::Closed);
        }
        self.add(open.id, height, open.size);
    }

    /// Refuses the tabs that the parser lets pass before the keys of a map in blocks.
    fn tabs(&mut self, open: &Open) {
        let is_block = |node: &Node| node.span.start == node.span.end;
        if !self.nodes.get(open.id.0 as usize).is_some_and(is_block) {
            return;
        }
        for key in open.children.iter().step_by(2) {
            let Some(node) = self.nodes.get(key.0 as usize) else { continue };
            let before = self.offsets.slice(&(self.offsets.base..node.span.start as usize));
            let rest = before.trim_end_matches([' ', '\t']);
            let indent = before.get(rest.len()..).unwrap_or_default();
            if let Some(tab) = indent.find('\t')
                && (rest.is_empty() || rest.ends_with('\n'))
                && self.faults.len() <= MAX_FINDINGS
            {
                let at = self.offsets.base + rest.len() + tab;
                self.faults.push(Fault { kind: FaultKind::Tab, span: at..at + 1 });
            }
        }
    }

    /// The entries of a map. A repeated key is refused, and its first entry is kept.
    fn entries(&mut self, children: &[NodeId]) -> Box<[(NodeId, NodeId)]> {
        let mut entries = Vec::with_capacity(children.len() / 2);
        let mut faults: Vec<Fault> = Vec::new();
        let mut seen: HashMap<&str, Range<usize>> = HashMap::new();
        for pair in children.chunks_exact(2) {
            let &[key, value] = pair else { continue };
            let Some(node) = self.nodes.get(key.0 as usize) else { continue };
            let span = node.span.start as usize..node.span.end as usize;
            let text = match &node.kind {
                Kind::Scalar(Text::Owned(text), _) => &**text,
                Kind::Scalar(Text::InFile, _) => self.offsets.slice(&span),
                Kind::List(_) | Kind::Map(_) => {
                    faults.push(Fault { kind: FaultKind::Key, span });
                    continue;
                }
            };
            if let Some(first) = seen.get(text) {
                if faults.len() > MAX_FINDINGS {
                    continue;
                }
                let kind = FaultKind::DuplicateKey(text.to_owned(), first.clone());
                faults.push(Fault { kind, span });
                continue;
            }
            seen.insert(text, span);
            entries.push((key, value));
        }
        // One fault more than the limit shows that findings were left out.
        let room = (MAX_FINDINGS + 1).saturating_sub(self.faults.len());
        self.faults.extend(faults.into_iter().take(room));
        entries.into_boxed_slice()
    }

    fn broken(mut self, error: &ScanError) -> Built {
        if error.info() == "recursion limit exceeded" {
            let span = self.deepest();
            self.faults.push(Fault { kind: FaultKind::TooDeep, span });
            return Built::Refused(self.faults);
        }
        let at = self.offsets.byte(error.marker().index());
        Built::Broken(at, error.info().to_owned(), self.faults)
    }

    /// The place of the bracket that exceeds the limit, among those that the parser has not reported yet.
    fn deepest(&self) -> Range<usize> {
        let from = self.nodes.last().map_or(self.offsets.base, |n| n.span.end as usize);
        let rest = self.text.get(from - self.offsets.base..).unwrap_or_default();
        let mut depth = self.open.len();
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_NESTING {
                return from + at..from + at + 1;
            }
        }
        from..from
    }
}

/// How many characters lie between two known offsets.
const STRIDE: usize = 64;

/// From the parser's count of characters to bytes of the file.
struct Offsets<'a> {
    text: &'a str,
    base: usize,
    /// The byte of every 64th character; empty where every character is a byte.
    known: Vec<usize>,
}

impl<'a> Offsets<'a> {
    fn new(text: &'a str, base: usize) -> Offsets<'a> {
        let known = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect()
        };
        Offsets { text, base, known }
    }

    fn slice(&self, span: &Range<usize>) -> &'a str {
        self.text.get(span.start - self.base..span.end - self.base).unwrap_or_default()
    }

    fn byte(&self, characters: usize) -> usize {
        if self.known.is_empty() {
            return self.base + characters.min(self.text.len());
        }
        let Some(&near) = self.known.get(characters / STRIDE) else {
            return self.base + self.text.len();
        };
        let rest = self.text.get(near..).unwrap_or_default();
        let more = rest.char_indices().nth(characters % STRIDE).map_or(rest.len(), |(at, _)| at);
        self.base + near + more
    }

    fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = (self.byte(span.start.index()), self.byte(span.end.index()));
        start..end.max(start)
    }
}
