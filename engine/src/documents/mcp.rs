//! A saved answer of an MCP server to `tools/list`: its tools, as operations.

use crate::documents::document::{NodeId, Tree};
use crate::documents::schema::{Says, Schema};
use crate::documents::signature::{Body, Signature};
use crate::station::Access;

/// A tool of a saved list.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) access: Access,
    pub(crate) summary: Option<String>,
    /// The node that `#` names in its schemas, if they are those of its input.
    pub(crate) input: Option<NodeId>,
    /// The same of its answer's.
    pub(crate) output: Option<NodeId>,
}

/// The tools of a list; the error is the reason why it cannot be read.
pub(crate) fn read(tree: &Tree) -> Result<Vec<Tool>, String> {
    let root = tree.root();
    // The whole answer may have been saved, or only its result.
    let (holder, place) = match tree.get(root, "result") {
        Some(result) => (result, "#/result/tools"),
        None => (root, "#/tools"),
    };
    let tools = tree.get(holder, "tools").ok_or_else(|| format!("`{place}` is missing"))?;
    let tools = tree.list(tools).ok_or_else(|| format!("`{place}` is not a list of tools"))?;
    let mut read = Vec::with_capacity(tools.len());
    for (number, id) in tools.iter().enumerate() {
        let name = tree.text_at(*id, "name").filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| format!("`{place}/{number}/name` is not a name"))?;
        let hints = tree.get(*id, "annotations");
        let reads = hints.is_some_and(|hints| tree.says(hints, "readOnlyHint"));
        read.push(Tool {
            name: name.to_owned(),
            access: if reads { Access::Read } else { Access::Write },
            summary: tree.text_at(*id, "description").map(str::to_owned),
            input: tree.get(*id, "inputSchema"),
            output: tree.get(*id, "outputSchema"),
        });
    }
    Ok(read)
}

impl Tool {
    /// What the tool takes and answers.
    pub(crate) fn signature(&self) -> Signature {
        let body = self.input.map(|id| Body { required: Says::Yes, schema: Schema::of(id) });
        Signature { parameters: Vec::new(), body, answer: self.output.map(Schema::of) }
    }
}
