//! Parses JSON into the tree. The VM's row reader validates the text first, so the cutting here relies on valid JSON.

use vm::{BadRowKind, Layout, Reading};

use super::{Map, Node, NodeId, Tree};
use crate::text::json::{string, unescaped};

/// A list or map that is still open.
enum Open<'a> {
    List(Vec<NodeId>),
    Map(Vec<(Box<str>, NodeId)>, Option<&'a str>),
}

pub(super) fn read(text: &str) -> Result<Tree, String> {
    let layout = Layout::new(&[], Reading::default());
    layout.read(text.as_bytes(), &mut layout.row()).map_err(|bad| {
        let before = text.get(..bad.offset).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let words = match bad.kind {
            BadRowKind::Trailing => "text follows its end",
            kind => kind.words(),
        };
        format!("line {line}: {words}")
    })?;
    let mut builder = Builder { nodes: Vec::new(), open: Vec::new(), root: None };
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        at = builder.token(text, byte, at)?;
    }
    let root = builder.root.ok_or("it ends before it is complete")?;
    Ok(Tree { nodes: builder.nodes, root })
}

struct Builder<'a> {
    nodes: Vec<Node>,
    open: Vec<Open<'a>>,
    root: Option<NodeId>,
}

impl<'a> Builder<'a> {
    /// Takes the token that begins at `at`; where the next may begin.
    fn token(&mut self, text: &'a str, byte: u8, at: usize) -> Result<usize, String> {
        match byte {
            b'"' => {
                let rest = text.as_bytes().get(at + 1..).unwrap_or_default();
                let end = at + 1 + string(rest);
                let raw = text.get(at + 1..end).unwrap_or_default();
                self.string(raw)?;
                Ok(end + 1)
            }
            b'{' => {
                self.open.push(Open::Map(Vec::new(), None));
                Ok(at + 1)
            }
            b'[' => {
                self.open.push(Open::List(Vec::new()));
                Ok(at + 1)
            }
            b'}' | b']' => {
                let node = match self.open.pop() {
                    Some(Open::Map(entries, _)) => {
                        let twice = |key: String| {
                            format!("a map has the key {} twice", crate::text::file::quote(&key))
                        };
                        Node::Map(Map::new(entries).map_err(twice)?)
                    }
                    Some(Open::List(items)) => Node::List(items.into()),
                    None => Node::Null,
                };
                self.add(node)?;
                Ok(at + 1)
            }
            b't' => self.word(Node::Boolean(true), at + 4),
            b'f' => self.word(Node::Boolean(false), at + 5),
            b'n' => self.word(Node::Null, at + 4),
            b'-' | b'0'..=b'9' => {
                let rest = text.get(at..).unwrap_or_default();
                let end = rest.find([',', ']', '}', ' ', '\n', '\r', '\t']).unwrap_or(rest.len());
                let number = rest.get(..end).unwrap_or_default();
                self.word(Node::Number(number.into()), at + end)
            }
            _ => Ok(at + 1),
        }
    }

    fn word(&mut self, node: Node, next: usize) -> Result<usize, String> {
        self.add(node)?;
        Ok(next)
    }

    /// A text, or the key of the map that is open.
    fn string(&mut self, raw: &'a str) -> Result<(), String> {
        if let Some(Open::Map(_, key @ None)) = self.open.last_mut() {
            *key = Some(raw);
            return Ok(());
        }
        self.add(Node::Text(plain(raw).into()))
    }

    fn add(&mut self, node: Node) -> Result<(), String> {
        let number = u32::try_from(self.nodes.len()).map_err(|_| "it has too many nodes")?;
        let id = NodeId(number);
        self.nodes.push(node);
        match self.open.last_mut() {
            Some(Open::List(items)) => items.push(id),
            Some(Open::Map(entries, key)) => {
                entries.push((plain(key.take().unwrap_or_default()).into(), id));
            }
            None => self.root = Some(id),
        }
        Ok(())
    }
}

/// The text of a string; a lone surrogate becomes the replacement character.
fn plain(raw: &str) -> String {
    unescaped(raw.as_bytes()).unwrap_or_else(|| char::REPLACEMENT_CHARACTER.to_string())
}
