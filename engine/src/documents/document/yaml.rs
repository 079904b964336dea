//! Parses YAML into the tree: plain scalars are read as JSON would read them.

use vm::Decimal;

use super::{Map, Node, NodeId, Tree};
use crate::text::source::Source;
use crate::text::yaml::{self, FaultKind, Kind, Style, Tagged, Text};

pub(super) fn read(text: &str) -> Result<Tree, String> {
    let source = Source::new("", text.to_owned());
    let document = yaml::read_plain(&source).map_err(|fault| {
        let line = source.position(fault.span.start).line;
        format!("line {line}: {}", words(&fault.kind))
    })?;
    let Some(root) = document.root() else { return Err("it is empty".to_owned()) };
    let mut nodes = Vec::with_capacity(document.len());
    for node in document.nodes() {
        nodes.push(match &node.kind {
            Kind::List(items) => Node::List(items.iter().map(|id| NodeId(id.number())).collect()),
            Kind::Map(entries) => {
                let key = |id| document.node(id).map(|node| scalar(&source, node).0);
                let entries = entries
                    .iter()
                    .filter_map(|&(name, value)| Some((key(name)?.into(), NodeId(value.number()))));
                let twice = |key: String| format!("a map has the key `{key}` twice");
                Node::Map(Map::new(entries.collect()).map_err(twice)?)
            }
            Kind::Scalar(..) => {
                let (text, style) = scalar(&source, node);
                value(text, style, &node.tagged)
            }
        });
    }
    Ok(Tree { nodes, root: NodeId(root.number()) })
}

fn scalar<'a>(source: &'a Source, node: &'a yaml::Node) -> (&'a str, Style) {
    match &node.kind {
        Kind::Scalar(Text::Owned(text), style) => (text, *style),
        Kind::Scalar(Text::InFile, style) => {
            (source.slice(node.span.start as usize..node.span.end as usize), *style)
        }
        Kind::List(_) | Kind::Map(_) => ("", Style::Plain),
    }
}

fn value(text: &str, style: Style, tagged: &Tagged) -> Node {
    if style != Style::Plain || *tagged != Tagged::No {
        return Node::Text(text.into());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Node::Null,
        "true" | "True" | "TRUE" => Node::Boolean(true),
        "false" | "False" | "FALSE" => Node::Boolean(false),
        _ if Decimal::parse(text) != Err(vm::NumberFault::Form) => Node::Number(text.into()),
        _ => Node::Text(text.into()),
    }
}

fn words(kind: &FaultKind) -> String {
    match kind {
        FaultKind::Syntax(what) => what.clone(),
        FaultKind::Escape => "a backslash begins no escape".to_owned(),
        FaultKind::Tab => "a tab in indentation".to_owned(),
        FaultKind::DuplicateKey(key, _) => format!("a map has the key `{key}` twice"),
        FaultKind::SecondDocument => "a second document begins".to_owned(),
        FaultKind::TooLarge => "it is too large".to_owned(),
        FaultKind::TooDeep => format!("it nests over {} levels", crate::limits::MAX_NESTING),
        FaultKind::Expansion => "its aliases add too many nodes".to_owned(),
        FaultKind::Circle => "an alias is inside the node that it names".to_owned(),
        FaultKind::Key => "a list or map where a key is expected".to_owned(),
        FaultKind::Quote => "text follows a closing quote".to_owned(),
    }
}
