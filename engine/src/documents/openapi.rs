//! OpenAPI documents, 3.0 and 3.1, read into one form: operations with unique names.

use std::collections::{BTreeMap, HashMap};

use crate::documents::document::{Node, NodeId, Tree};
use crate::documents::schema::{Says, Schema, Schemas, Seen};
use crate::documents::signature::{Body, Location, Parameter, Signature};
use crate::limits::MAX_PARAMETERS;
use crate::station::{Access, Format, Method};

/// An operation as its document describes it.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) name: String,
    /// Whether the document gives that name.
    pub(crate) named: NameSource,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) access: Access,
    pub(crate) summary: Option<String>,
    /// The format of its body, if it has one.
    pub(crate) body: Option<Format>,
    item: NodeId,
    node: NodeId,
}

/// Where an operation's name is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameSource {
    /// Its `operationId`.
    Document,
    /// Its method and path, since it has none.
    Path,
    /// Its method and path, since another operation has its `operationId`.
    Taken,
}

/// What a document holds.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) operations: Vec<Endpoint>,
    /// Each name that two operations share, with both operations.
    pub(crate) twice: Vec<(String, String, String)>,
    /// The address of its first server, variables filled in.
    pub(crate) server: Option<String>,
}

const METHODS: &[(&str, Method)] = &[
    ("get", Method::Get),
    ("put", Method::Put),
    ("post", Method::Post),
    ("delete", Method::Delete),
    ("options", Method::Options),
    ("head", Method::Head),
    ("patch", Method::Patch),
    ("trace", Method::Trace),
];

/// The operations of a document; the error is a fault with its place in the document.
pub(crate) fn read(tree: &Tree) -> Result<Api, String> {
    let root = tree.root();
    version(tree)?;
    let mut operations = Vec::new();
    let paths = match tree.get(root, "paths") {
        Some(paths) => tree.map(paths).ok_or("`#/paths` is not a map of paths")?,
        None => &[],
    };
    for (path, item) in paths.iter().filter(|(path, _)| !path.starts_with("x-")) {
        let place = pointer(path);
        let item = tree.follow(root, *item).map_err(|fault| format!("`{place}`: {fault}"))?;
        let entries = tree.map(item).ok_or_else(|| format!("`{place}` is not a map of methods"))?;
        for (key, node) in entries {
            let Some((_, method)) = METHODS.iter().find(|(name, _)| **name == **key) else {
                continue;
            };
            if tree.map(*node).is_none() {
                return Err(format!("`{place}/{key}` is not an operation"));
            }
            operations.push(endpoint(tree, path, item, *node, *method));
        }
    }
    let twice = names(&mut operations);
    Ok(Api { operations, twice, server: server(tree) })
}

/// Whether it is a document of OpenAPI 3.0 or 3.1 at all.
fn version(tree: &Tree) -> Result<(), String> {
    let root = tree.root();
    if tree.map(root).is_none() {
        return Err("it is not a map".to_owned());
    }
    let version = tree.get(root, "openapi").map(|id| tree.node(id));
    match version {
        Some(Node::Text(text) | Node::Number(text)) => {
            let of = |version: &str| {
                text.strip_prefix(version)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            if of("3.0") || of("3.1") {
                return Ok(());
            }
            Err(format!("`#/openapi` is {}, not 3.0 or 3.1", crate::text::file::quote(text)))
        }
        Some(_) => Err("`#/openapi` is not a version".to_owned()),
        None if tree.get(root, "swagger").is_some() => {
            Err("`#/swagger` is an older form than OpenAPI 3.0".to_owned())
        }
        None => Err("`#/openapi` is missing".to_owned()),
    }
}

/// The place of a path in the document.
fn pointer(path: &str) -> String {
    let path: String = path.chars().take(80).collect();
    format!("#/paths/{}", path.replace('~', "~0").replace('/', "~1"))
}

fn endpoint(tree: &Tree, path: &str, item: NodeId, node: NodeId, method: Method) -> Endpoint {
    let id = tree.text_at(node, "operationId").filter(|id| !id.trim().is_empty());
    let text = |key| tree.text_at(node, key).filter(|text| !text.trim().is_empty());
    Endpoint {
        name: id.map_or_else(|| made_name(method, path), str::to_owned),
        named: if id.is_some() { NameSource::Document } else { NameSource::Path },
        method,
        path: path.to_owned(),
        access: match method {
            Method::Get | Method::Head => Access::Read,
            Method::Put
            | Method::Post
            | Method::Delete
            | Method::Options
            | Method::Patch
            | Method::Trace => Access::Write,
        },
        body: tree
            .get(node, "requestBody")
            .and_then(|id| tree.follow(tree.root(), id).ok())
            .and_then(|id| content(tree, id))
            .map(|(format, _)| format),
        summary: text("summary").or(text("description")).map(str::to_owned),
        item,
        node,
    }
}

/// The name of an operation that has none: `get_pets_id` of `GET /pets/{id}`.
fn made_name(method: Method, path: &str) -> String {
    let mut name = method.word().to_ascii_lowercase();
    for word in path.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        name.push('_');
        name.push_str(word);
    }
    name
}

/// Gives every operation a unique name; returns the names that the document uses twice, with both operations.
fn names(operations: &mut [Endpoint]) -> Vec<(String, String, String)> {
    let mut taken: HashMap<String, String> = HashMap::new();
    let mut twice = Vec::new();
    for told in operations.iter_mut().filter(|told| told.named == NameSource::Document) {
        let place = format!("{} {}", told.method.word(), told.path);
        match taken.get(&told.name) {
            Some(first) => {
                twice.push((told.name.clone(), first.clone(), place));
                // The station is refused; the name still has to be one.
                told.named = NameSource::Taken;
                told.name = made_name(told.method, &told.path);
            }
            None => {
                taken.insert(told.name.clone(), place);
            }
        }
    }
    let mut next: HashMap<String, usize> = HashMap::new();
    for told in operations.iter_mut().filter(|told| told.named != NameSource::Document) {
        let made = told.name.clone();
        let number = next.entry(made.clone()).or_insert(1);
        while taken.contains_key(&told.name) {
            *number += 1;
            told.name = format!("{made}_{number}");
        }
        taken.insert(told.name.clone(), String::new());
    }
    twice
}

/// The address of the first server, its variables at their defaults.
fn server(tree: &Tree) -> Option<String> {
    let server = *tree.list_at(tree.root(), "servers").first()?;
    let mut url = tree.text_at(server, "url")?.to_owned();
    for (name, variable) in tree.map_at(server, "variables").iter().take(100) {
        if let Some(value) = tree.text_at(*variable, "default") {
            url = url.replace(&format!("{{{name}}}"), value);
        }
    }
    Some(url)
}

impl Endpoint {
    /// The arguments and the answer of an operation; the error is a fault of that part of the document.
    pub(crate) fn signature(&self, tree: &Tree) -> Result<Signature, String> {
        let root = tree.root();
        let at = |fault: &dyn std::fmt::Display| {
            let method = self.method.word().to_ascii_lowercase();
            format!("`{}/{method}`: {fault}", pointer(&self.path))
        };
        let follow = |id: NodeId| tree.follow(root, id).map_err(|fault| at(&fault));
        // A parameter of the operation replaces the path's parameter with the same place and name.
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut numbers: BTreeMap<(Location, String), usize> = BTreeMap::new();
        for holder in [self.item, self.node] {
            for id in tree.list_at(holder, "parameters") {
                let Some(parameter) = parameter(tree, follow(*id)?) else { continue };
                let key = (parameter.location, parameter.name.clone());
                if let Some(number) = numbers.get(&key) {
                    if let Some(before) = parameters.get_mut(*number) {
                        *before = parameter;
                    }
                    continue;
                }
                if parameters.len() >= MAX_PARAMETERS {
                    return Err(at(&format!("it has over {MAX_PARAMETERS} parameters")));
                }
                numbers.insert(key, parameters.len());
                parameters.push(parameter);
            }
        }
        let body = match tree.get(self.node, "requestBody") {
            Some(id) => body(tree, follow(id)?),
            None => None,
        };
        let answer = match answer(tree, self.node) {
            Some(id) => content(tree, follow(id)?).map(|(_, schema)| schema),
            None => None,
        };
        Ok(Signature { parameters, body, answer })
    }
}

/// The schemas of a document.
pub(crate) fn schemas<'d>(tree: &'d Tree, seen: &'d Seen) -> Schemas<'d> {
    Schemas { tree, base: tree.root(), seen }
}

fn parameter(tree: &Tree, id: NodeId) -> Option<Parameter> {
    let location = Location::named(tree.text_at(id, "in")?)?;
    let name = tree.text_at(id, "name")?;
    // These three are said elsewhere in a document, and a description of them as parameters counts for nothing.
    let elsewhere = ["accept", "content-type", "authorization"];
    if location == Location::Header && elsewhere.contains(&name.to_ascii_lowercase().as_str()) {
        return None;
    }
    let schema = match tree.get(id, "schema") {
        Some(schema) => Schema::of(schema),
        None => content(tree, id).map(|(_, schema)| schema).unwrap_or_default(),
    };
    let required = location == Location::Path || tree.says(id, "required");
    Some(Parameter {
        location,
        name: name.to_owned(),
        required: if required { Says::Yes } else { Says::No },
        schema,
    })
}

fn body(tree: &Tree, id: NodeId) -> Option<Body> {
    let (_, schema) = content(tree, id)?;
    let required = if tree.says(id, "required") { Says::Yes } else { Says::No };
    Some(Body { required, schema })
}

/// The schema under `content`: JSON is preferred, then a form, then anything else.
fn content(tree: &Tree, id: NodeId) -> Option<(Format, Schema)> {
    let of = |word: &str| match word.split(';').next().unwrap_or_default().trim() {
        "application/json" => (0, Format::Json),
        "application/x-www-form-urlencoded" => (2, Format::Form),
        "multipart/form-data" => (3, Format::Multipart),
        other if other.ends_with("+json") || other == "*/*" => (1, Format::Json),
        _ => (4, Format::Other),
    };
    let entries = tree.map_at(id, "content").iter();
    let (media, (_, format)) =
        entries.map(|(word, media)| (*media, of(word))).min_by_key(|(_, (rank, _))| *rank)?;
    let schema = tree.get(media, "schema").map(Schema::of).unwrap_or_default();
    Some((format, schema))
}

/// The successful answer of a call: 200, else the first other success, else the default.
fn answer(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let responses = tree.map_at(node, "responses");
    let rank = |code: &str| match code {
        "200" => Some(0),
        "default" => Some(3),
        _ if code.eq_ignore_ascii_case("2xx") => Some(2),
        _ if code.len() == 3 && code.starts_with('2') => Some(1),
        _ => None,
    };
    let found = responses.iter().filter_map(|(code, id)| Some((rank(code)?, *id)));
    found.min_by_key(|(rank, _)| *rank).map(|(_, id)| id)
}

#[cfg(test)]
mod tests;
