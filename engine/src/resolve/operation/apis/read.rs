//! Reads the source of an entry of `apis`.
//!
//! The source is a file of rows, an OpenAPI document, or a saved list of tools or coded skills.

use crate::documents::document::Tree;
use crate::documents::mcp::{self, Tool};
use crate::documents::openapi::{self, Endpoint, NameSource};
use crate::documents::schema::Seen;
use crate::limits::MAX_DOCUMENT;
use crate::raw::keys::Given;
use crate::raw::{ListState, Named, RawApi, RawMcp, Spanned, scalar};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::operation::apis::{
    Declared, Document, From, Holds, In, Operations, credentials, plain,
};
use crate::resolve::operation::rows;
use crate::sources::{Sources, beside, bounded, unread};
use crate::station::template::is_absolute;
use crate::station::{Api, ApiSource, OperationId, OperationSource};
use crate::text::file::quote;
use crate::text::words::listed;

/// The possible sources of an entry of `apis`.
const FORMS: &str = "write `rows: {<operation>: <file>}`, `openapi: <file>`, `mcp: {url: …, tools: <file>}` or `agent: {url: …, manifest: <file>}`";

impl<'a> Operations<'a> {
    pub(crate) fn api(
        &mut self,
        api: &RawApi<'a>,
        number: usize,
        from: From<'_>,
        report: &mut Report,
    ) {
        let sources = from.sources;
        let place = api.name.map_or(api.place, |name| name.place);
        let refused = matches!(api.rows, Given::Refused)
            || matches!(api.openapi, Given::Refused)
            || matches!(api.mcp, Given::Refused)
            || matches!(api.agent, Given::Refused);
        if refused {
            self.state = ListState::Refused;
        } else if let Some(second) = api.sources.get(1) {
            let remark = Remark::new(codes::API_SOURCE, *second, "the entry has several sources");
            report.add(remark.help("keep one; another is an entry of its own"));
            self.state = ListState::Refused;
        } else if api.sources.is_empty() {
            let remark = Remark::new(codes::API_SOURCE, place, "the entry has no source");
            report.add(remark.help(FORMS));
            self.state = ListState::Refused;
        }
        let source = match (&api.openapi, &api.mcp, &api.agent) {
            (Given::Value(file), _, _) => {
                let server = self.openapi(file, api, number, sources, report);
                ApiSource::Http(base_url(api, report).or(server))
            }
            (_, Given::Value(mcp), _) => {
                self.tools(mcp, api, number, sources, report);
                mcp_source(mcp, report)
            }
            (_, _, Given::Value(agent)) => self.agent(agent, api, number, from, report),
            _ => ApiSource::Rows,
        };
        only_over_a_network(api, report);
        self.rows_of(api, number, report);
        for said in &api.operations {
            self.refine(said, number, report);
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.api == number) {
            entry.read(sources, report);
        }
        self.apis.push(Api {
            name: api.name.map_or("", |name| name.text).to_owned(),
            source,
            credentials: credentials::resolve(&api.auth, report),
        });
    }

    /// The operations whose sources are files of rows.
    fn rows_of(&mut self, api: &RawApi<'a>, number: usize, report: &mut Report) {
        for Named { name, value } in api.rows.value().into_iter().flatten() {
            if let Some(at) = self.find(name.text) {
                self.duplicate(at, name.text, name.place, report);
                continue;
            }
            let source = OperationSource::Rows(String::new());
            let operation = plain(name.text, api.name.map_or("", |name| name.text), source);
            self.ids.insert(name.text.to_owned(), OperationId::new(self.entries.len()));
            self.entries.push(Declared {
                operation,
                api: number,
                place: name.place,
                file: scalar(*value, "the name of a file of rows", report),
                is_used: false,
                rows: None,
                described: None,
            });
        }
    }

    /// The operations of an OpenAPI document, and its server's address if that is absolute.
    fn openapi(
        &mut self,
        file: &Spanned<'a>,
        api: &RawApi<'a>,
        number: usize,
        sources: &dyn Sources,
        report: &mut Report,
    ) -> Option<String> {
        let help = "write an OpenAPI document of 3.0 or 3.1, in JSON or YAML";
        let none = ("no OpenAPI 3.0 or 3.1 document", help);
        let tree = tree(file, sources, report);
        let read = tree.and_then(|tree| understood(file, tree, openapi::read, none, report));
        let Some((tree, read)) = read else {
            self.state = ListState::Refused;
            return None;
        };
        for (name, one, other) in &read.twice {
            let message = format!("{} calls two operations {}", quote(file.text), quote(name));
            let remark = Remark::new(codes::API_OPERATION_DUPLICATE, file.place, message);
            let help = format!("`{one}` and `{other}` are one name: rename one in the document");
            report.add(remark.help(help));
        }
        unnamed(file, &read, report);
        let document = self.documents.len();
        for (at, told) in read.operations.iter().enumerate() {
            let source = OperationSource::Http(told.method, told.path.clone(), told.body);
            let mut operation = plain(&told.name, api.name.map_or("", |name| name.text), source);
            operation.access = told.access;
            operation.summary.clone_from(&told.summary);
            self.described(operation, number, file, In { document, number: at }, report);
        }
        self.keep(file, tree, Holds::Api(read.operations));
        read.server.filter(|url| is_absolute(url))
    }

    /// Declares the tools of an MCP server, from its saved list.
    fn tools(
        &mut self,
        mcp: &RawMcp<'a>,
        api: &RawApi<'a>,
        number: usize,
        sources: &dyn Sources,
        report: &mut Report,
    ) {
        let file = match &mcp.tools {
            Given::Value(file) => file,
            Given::Absent | Given::Refused => {
                if mcp.tools.is_absent() {
                    let message = "there is no saved list of the server's tools, and this version asks no server at load";
                    let remark = Remark::new(codes::API_SOURCE, mcp.place, message);
                    report.add(remark.help(
                        "save the server's answer to `tools/list` in a file, and name it: `tools: <file>`",
                    ));
                }
                self.state = ListState::Refused;
                return;
            }
        };
        let none =
            ("no answer to `tools/list`", "save the server's answer as it is: `{\"tools\": […]}`");
        let tree = tree(file, sources, report);
        let read = tree.and_then(|tree| understood(file, tree, mcp::read, none, report));
        let Some((tree, tools)) = read else {
            self.state = ListState::Refused;
            return;
        };
        self.listed(file, (tree, tools), api, (number, OperationSource::Tool), report);
    }

    /// The operations of a list in a document that the station names.
    pub(crate) fn listed(
        &mut self,
        file: &Spanned<'a>,
        (tree, tools): (Tree, Vec<Tool>),
        api: &RawApi<'a>,
        (number, source): (usize, OperationSource),
        report: &mut Report,
    ) {
        let document = self.documents.len();
        for (at, tool) in tools.iter().enumerate() {
            let api = api.name.map_or("", |name| name.text);
            let mut operation = plain(&tool.name, api, source.clone());
            operation.access = tool.access;
            operation.summary.clone_from(&tool.summary);
            self.described(operation, number, file, In { document, number: at }, report);
        }
        self.keep(file, tree, Holds::Tools(tools));
    }

    /// Keeps a document whose operations are declared.
    fn keep(&mut self, file: &Spanned<'a>, tree: Tree, holds: Holds) {
        self.documents.push(Document {
            tree,
            name: file.text.to_owned(),
            file: beside(file.view.file.source.name(), file.text),
            place: file.place,
            holds,
            seen: Seen::default(),
        });
    }

    fn described(
        &mut self,
        operation: crate::station::Operation,
        api: usize,
        file: &Spanned<'a>,
        described: In,
        report: &mut Report,
    ) {
        if let Some(at) = self.find(&operation.name) {
            self.duplicate(at, &operation.name, file.place, report);
            return;
        }
        self.ids.insert(operation.name.clone(), OperationId::new(self.entries.len()));
        self.entries.push(Declared {
            operation,
            api,
            place: file.place,
            file: None,
            is_used: false,
            rows: None,
            described: Some(described),
        });
    }
}

/// Adds a note on the operations of a document that have no name.
fn unnamed(file: &Spanned<'_>, read: &openapi::Api, report: &mut Report) {
    let of = |endpoint: &&Endpoint| endpoint.named == NameSource::Path;
    let unnamed: Vec<_> = read.operations.iter().filter(of).collect();
    if unnamed.is_empty() {
        return;
    }
    let shown = unnamed
        .iter()
        .take(super::NAMED)
        .map(|told| format!("`{} {}` is `{}`", told.method.word(), told.path, told.name));
    let shown: Vec<_> = shown.collect();
    let more = if unnamed.len() > shown.len() { ", …" } else { "" };
    let (count, verb) = match unnamed.len() {
        1 => ("1 operation".to_owned(), "has"),
        count => (format!("{count} operations"), "have"),
    };
    let message = format!("{count} {verb} no `operationId`: {}{more}", shown.join(", "));
    let remark = Remark::new(codes::API_OPERATION_UNNAMED, file.place, message);
    report.add(remark.help("give it one in the document"));
}

/// Reads a document that a station names.
pub(crate) fn tree(file: &Spanned<'_>, sources: &dyn Sources, report: &mut Report) -> Option<Tree> {
    let name = beside(file.view.file.source.name(), file.text);
    let bytes = match bounded(&name, MAX_DOCUMENT, sources) {
        Ok(bytes) => bytes,
        Err(fault) => {
            report.add(unread(&name, file.place, fault, sources));
            return None;
        }
    };
    match Tree::read(&bytes) {
        Ok(tree) => Some(tree),
        Err(why) => {
            let help = "a document that begins with `{` is read as JSON, another as YAML";
            report.add(no_document(file, "no JSON or YAML", &why, help));
            None
        }
    }
}

/// The contents of a document. A document of another format is refused with the remedy for that format.
pub(crate) fn understood<T>(
    file: &Spanned<'_>,
    tree: Tree,
    read: fn(&Tree) -> Result<T, String>,
    (none, help): (&str, &str),
    report: &mut Report,
) -> Option<(Tree, T)> {
    match read(&tree) {
        Ok(read) => Some((tree, read)),
        Err(why) => {
            report.add(no_document(file, none, &why, help));
            None
        }
    }
}

pub(crate) fn no_document(file: &Spanned<'_>, what: &str, why: &str, help: &str) -> Remark {
    let message = format!("{} is {what}: {why}", quote(file.text));
    Remark::new(codes::API_DOCUMENT, file.place, message).help(help)
}

/// The address that replaces the document's own server.
fn base_url(api: &RawApi<'_>, report: &mut Report) -> Option<String> {
    let word = api.base_url.value()?;
    if !is_absolute(word.text) {
        let message = format!("{} is no http(s) address", quote(word.text));
        let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
        report.add(remark.help("write `https://` and the host of the API"));
        return None;
    }
    Some(word.text.strip_suffix('/').unwrap_or(word.text).to_owned())
}

/// Refuses network keys in an entry whose source is files of rows.
fn only_over_a_network(api: &RawApi<'_>, report: &mut Report) {
    let (rows, http) = (!api.rows.is_absent(), !api.openapi.is_absent());
    let linked = api.agent.value().is_some_and(|agent| agent.program_key.is_some());
    let remote = http || !api.mcp.is_absent() || (!api.agent.is_absent() && !linked);
    let keys = [
        (
            "base_url",
            api.base_url_key.filter(|_| (rows || linked || remote) && !http),
            listed(["openapi"]),
        ),
        (
            "auth",
            api.auth_key.filter(|_| (rows || linked) && !remote),
            listed(["openapi", "mcp", "agent"]),
        ),
    ];
    for (key, place, beside) in keys {
        let Some(place) = place else { continue };
        let message = format!("`{key}` says nothing here; it belongs beside {beside}");
        report.add(Remark::new(codes::KEY_UNKNOWN, place, message).help("delete it"));
    }
}

fn mcp_source(mcp: &RawMcp<'_>, report: &mut Report) -> ApiSource {
    if let (Some(_), Some(url)) = (mcp.command_key, mcp.url_key) {
        let message = "`mcp` has `command` and `url`";
        report.add(Remark::new(codes::API_SOURCE, url, message).help("delete one"));
    }
    if mcp.command_key.is_none() && mcp.url_key.is_none() {
        let both = mcp.command.is_absent() && mcp.url.is_absent();
        if both {
            let message = "`mcp` has neither `command` nor `url`";
            let remark = Remark::new(codes::API_SOURCE, mcp.place, message);
            report.add(
                remark.help("write `url:` and the server's address, or `command: [<program>]`"),
            );
        }
    }
    if let Some(url) = mcp.url.value() {
        if !is_absolute(url.text) {
            let message = format!("{} is no http(s) address", quote(url.text));
            let remark = Remark::new(codes::VALUE_TYPE, url.place, message);
            report.add(remark.help("write `https://` and where the server answers"));
        }
        return ApiSource::McpUrl(url.text.to_owned());
    }
    let program: Vec<_> =
        mcp.command.value().into_iter().flatten().map(|word| word.text.to_owned()).collect();
    if let (true, Some(place), Given::Value(_)) =
        (program.is_empty(), mcp.command_key, &mcp.command)
    {
        let message = "`command` is empty";
        let remark = Remark::new(codes::VALUE_TYPE, place, message);
        report.add(remark.help("write `[<program>, <its arguments>]`"));
    }
    ApiSource::McpProgram(program)
}

impl Declared<'_> {
    /// Reads the file that holds the operation's rows.
    fn read(&mut self, sources: &dyn Sources, report: &mut Report) {
        let Some(word) = self.file else { return };
        let file = beside(word.view.file.source.name(), word.text);
        let reader = match sources.open(&file) {
            Ok(reader) => reader,
            Err(fault) => {
                report.add(unread(&file, word.place, fault, sources));
                return;
            }
        };
        self.operation.source = OperationSource::Rows(file);
        match rows::read(reader, &self.operation.rows_at) {
            Ok(rows) => self.rows = Some(rows),
            Err(why) => {
                let message = format!("{} holds no rows: {why}", quote(word.text));
                let remark = Remark::new(codes::API_DOCUMENT, word.place, message);
                report.add(remark.help(
                    "rows are JSON: an object a line, an array of objects, or an object with one such array",
                ));
            }
        }
    }
}
