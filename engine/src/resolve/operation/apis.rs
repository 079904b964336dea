//! The operations of a station.

mod agent;
mod credentials;
mod described;
mod index;
mod read;
mod refine;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

pub(crate) use described::{Described, RowsOf, Walked};
pub use index::{ArgumentInfo, OperationIndex};
use lang::Code;

use crate::documents::document::Tree;
use crate::documents::mcp::Tool;
use crate::documents::openapi::Endpoint;
use crate::documents::schema::Seen;
use crate::raw::{ListState, RawStation, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::operation::rows::RowKeys;
use crate::sources::{LinkedAgent, Sources};
use crate::station::constraints::Patterns;
use crate::station::{Access, Api, Operation, OperationId, OperationSource, Repeat, RowsAt};
use crate::text::file::{Place, quote};
use crate::text::words::{listed, listed_to};

/// The maximum number of operations that a note names.
const NAMED: usize = 5;

/// The default timeout of a call.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The operations while the skills are resolved.
#[derive(Debug, Default)]
pub(crate) struct Operations<'a> {
    entries: Vec<Declared<'a>>,
    ids: HashMap<String, OperationId>,
    apis: Vec<Api>,
    documents: Vec<Document>,
    state: ListState,
    /// The faults of the documents that were reported.
    faults: RefCell<HashSet<String>>,
    /// The compiled regular expressions of schemas.
    pub(crate) patterns: Patterns,
}

#[derive(Debug)]
struct Declared<'a> {
    operation: Operation,
    api: usize,
    /// The place of the operation's name, or of the file that declares the operation.
    place: Place,
    /// The name of its file of rows; `None` if the file is refused or the source is another.
    file: Option<Spanned<'a>>,
    is_used: bool,
    /// Its rows; `None` if they could not be read, which is reported.
    rows: Option<RowKeys>,
    /// Where it is described.
    described: Option<In>,
}

/// The index of a document and of an operation in it.
#[derive(Clone, Copy, Debug)]
struct In {
    document: usize,
    number: usize,
}

/// A document that describes operations.
#[derive(Debug)]
struct Document {
    tree: Tree,
    /// The name of the document as the station spells it.
    name: String,
    /// Its name, relative to the station's file.
    file: String,
    place: Place,
    holds: Holds,
    seen: Seen,
}

#[derive(Debug)]
enum Holds {
    Api(Vec<Endpoint>),
    Tools(Vec<Tool>),
}

/// The sources of the operations' documents.
#[derive(Clone, Copy)]
pub(crate) struct From<'s> {
    pub(crate) sources: &'s dyn Sources,
    /// The agents that are linked into the program.
    pub(crate) agents: &'s [LinkedAgent],
}

pub(crate) fn resolve<'a>(
    raw: &RawStation<'a>,
    from: From<'_>,
    report: &mut Report,
) -> Operations<'a> {
    let mut operations = Operations { state: raw.apis_state, ..Operations::default() };
    let mut names: HashMap<&str, Place> = HashMap::new();
    for (number, api) in raw.apis.iter().enumerate() {
        if let Some(name) = api.name {
            if let Some(&first) = names.get(name.text) {
                let message = format!("two entries of `apis` are called {}", quote(name.text));
                let remark = Remark::new(codes::API_DUPLICATE, name.place, message);
                report.add(remark.help("rename one").also(first, "the first stands here"));
            } else {
                names.insert(name.text, name.place);
            }
        }
        operations.api(api, number, from, report);
    }
    operations
}

/// An operation with the defaults of its source.
fn plain(name: &str, api: &str, source: OperationSource) -> Operation {
    Operation {
        name: name.to_owned(),
        api: api.to_owned(),
        summary: None,
        access: Access::Read,
        source,
        rows_at: RowsAt::Only,
        timeout: TIMEOUT,
        repeat: Repeat::Again,
    }
}

impl Operations<'_> {
    /// Tells that a name is taken.
    fn duplicate(&self, id: OperationId, name: &str, place: Place, report: &mut Report) {
        let message = format!("two operations are called {}", quote(name));
        let mut remark = Remark::new(codes::API_OPERATION_DUPLICATE, place, message);
        if let Some(first) = self.entries.get(id.index()) {
            remark = remark.also(first.place, "the first stands here");
        }
        report.add(remark.help("rename one"));
    }

    /// The operation of a name.
    pub(crate) fn find(&self, name: &str) -> Option<OperationId> {
        self.ids.get(name).copied()
    }

    /// Lists the names of all operations.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.operation.name.as_str())
    }

    /// The operation of a number.
    pub(crate) fn get(&self, id: OperationId) -> Option<&Operation> {
        self.entries.get(id.index()).map(|entry| &entry.operation)
    }

    /// The name of an operation.
    pub(crate) fn name(&self, id: OperationId) -> Option<&str> {
        self.entries.get(id.index()).map(|entry| entry.operation.name.as_str())
    }

    /// Returns whether all operations are known, so that an unknown name is an error.
    pub(crate) fn known(&self) -> bool {
        self.state != ListState::Refused
    }

    /// Reports an operation that does not exist, if all operations are known.
    pub(crate) fn missing(&self, name: &Spanned<'_>, report: &mut Report) {
        self.none(codes::API_OPERATION_MISSING, name, report);
    }

    /// Reports such a name under the code of the section that uses the name.
    pub(crate) fn none(&self, code: Code, name: &Spanned<'_>, report: &mut Report) {
        if self.state == ListState::Refused || report.is_full() {
            return;
        }
        let names = || self.entries.iter().map(|entry| entry.operation.name.as_str());
        let message = format!("there is no operation {}", quote(name.text));
        let remark = Remark::new(code, name.place, message);
        report.add(remark.near(name.text, names(), || match self.entries.is_empty() {
            true => "declare it under `apis`".to_owned(),
            false => format!("the operations are {}", listed_to(10, names())),
        }));
    }

    pub(crate) fn used(&mut self, id: OperationId) {
        if let Some(entry) = self.entries.get_mut(id.index()) {
            entry.is_used = true;
        }
    }

    pub(crate) fn access(&self, id: OperationId) -> Option<Access> {
        self.entries.get(id.index()).map(|entry| entry.operation.access)
    }

    /// The arguments that an operation takes, as far as they are known.
    pub(crate) fn arguments(&self, id: OperationId) -> Vec<String> {
        let rows = self.rows(id);
        rows.map(|rows| rows.names().map(str::to_owned).collect()).unwrap_or_default()
    }

    /// The rows of an operation, if its source is a file of rows that could be read.
    pub(crate) fn rows(&self, id: OperationId) -> Option<&RowKeys> {
        self.entries.get(id.index())?.rows.as_ref()
    }

    /// Adds a note to each entry that has unused operations.
    pub(crate) fn unused(&self, raw: &RawStation<'_>, report: &mut Report) {
        if raw.skills_state == ListState::Refused {
            return;
        }
        let mut unused: Vec<Vec<&str>> = raw.apis.iter().map(|_| Vec::new()).collect();
        for entry in self.entries.iter().filter(|entry| !entry.is_used) {
            if let Some(of_api) = unused.get_mut(entry.api) {
                of_api.push(&entry.operation.name);
            }
        }
        for (api, unused) in raw.apis.iter().zip(unused).filter(|(_, unused)| !unused.is_empty()) {
            let names = named(&unused);
            let (count, plural) = (unused.len(), if unused.len() == 1 { "" } else { "s" });
            let message = format!("nothing uses {count} operation{plural}: {names}");
            let place = api.name.map_or(api.place, |name| name.place);
            report.add(Remark::new(codes::OPERATION_UNUSED, place, message));
        }
    }

    pub(crate) fn finish(&self) -> (Vec<Api>, Vec<Operation>) {
        (self.apis.clone(), self.entries.iter().map(|entry| entry.operation.clone()).collect())
    }
}

/// Lists the first five names.
fn named(names: &[&str]) -> String {
    let first = listed(names.iter().take(NAMED).copied());
    if names.len() > NAMED { format!("{first} …") } else { first }
}
