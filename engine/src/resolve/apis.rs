//! The operations of a station.

use std::collections::HashMap;

use lang::Code;

use super::field::path;
use super::rows::{self, Rows};
use crate::file::{Place, told};
use crate::finding::{Remark, Report};
use crate::keys::{Given, listed};
use crate::load::{Sources, beside, unread};
use crate::raw::{ListState, Named, OtherSource, RawApi, RawOperation, RawStation, Word, scalar};
use crate::station::{Access, Operation, RowsAt};
use vm::Path;

/// How many unused operations a note names.
const NAMED: usize = 5;

/// The operations while the skills are resolved.
#[derive(Debug, Default)]
pub(super) struct Operations<'a> {
    entries: Vec<Declared<'a>>,
    numbers: HashMap<&'a str, usize>,
    state: ListState,
}

#[derive(Debug)]
struct Declared<'a> {
    operation: Operation,
    api: usize,
    name: Word<'a>,
    /// The file of its rows, as it is named; nothing where that is refused.
    file: Option<Word<'a>>,
    used: Use,
    /// What its rows are; nothing where they could not be read, which is told.
    rows: Option<Rows>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Unused,
    Used,
}

pub(super) fn resolve<'a>(
    raw: &RawStation<'a>,
    sources: &dyn Sources,
    report: &mut Report,
) -> Operations<'a> {
    let mut operations = Operations { state: raw.apis_state, ..Operations::default() };
    let mut names: HashMap<&str, Place> = HashMap::new();
    for (number, api) in raw.apis.iter().enumerate() {
        if let Some(name) = api.name {
            if let Some(&first) = names.get(name.text) {
                let message = format!("two entries of `apis` are called {}", told(name.text));
                let remark = Remark::new(Code::ApiDuplicate, name.place, message);
                report.add(remark.help("rename one").also(first, "the first stands here"));
            } else {
                names.insert(name.text, name.place);
            }
        }
        operations.api(api, number, sources, report);
    }
    operations
}

impl<'a> Operations<'a> {
    fn api(&mut self, api: &RawApi<'a>, number: usize, sources: &dyn Sources, report: &mut Report) {
        if api.other_source == OtherSource::Yes || matches!(api.rows, Given::Refused) {
            self.state = ListState::Refused;
        } else if api.rows.is_absent() {
            let place = api.name.map_or(api.place, |name| name.place);
            let message = "the entry has no source";
            let remark = Remark::new(Code::ApiSource, place, message);
            report.add(remark.help("write `rows: {<operation>: <file>}`"));
            self.state = ListState::Refused;
        }
        for named in api.rows.value().into_iter().flatten() {
            self.declare(named, api, number);
            let Some(at) = self.numbers.get(named.name.text).copied() else { continue };
            if self.entries.get(at).is_some_and(|entry| entry.name.place != named.name.place) {
                self.duplicate(at, &named.name, report);
                continue;
            }
            let file = scalar(named.value, "the name of a file of rows", report);
            if let Some(entry) = self.entries.get_mut(at) {
                entry.file = file;
            }
        }
        for said in &api.operations {
            self.refine(said, number, report);
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.api == number) {
            entry.read(sources, report);
        }
    }

    fn declare(&mut self, named: &Named<'a>, api: &RawApi<'a>, number: usize) {
        if self.numbers.contains_key(named.name.text) {
            return;
        }
        let operation = Operation {
            name: named.name.text.to_owned(),
            api: api.name.map_or("", |name| name.text).to_owned(),
            access: Access::Read,
            file: String::new(),
            rows_at: RowsAt::Only,
        };
        self.numbers.insert(named.name.text, self.entries.len());
        self.entries.push(Declared {
            operation,
            api: number,
            name: named.name,
            file: None,
            used: Use::Unused,
            rows: None,
        });
    }

    fn duplicate(&self, at: usize, name: &Word<'_>, report: &mut Report) {
        let message = format!("two operations are called {}", told(name.text));
        let mut remark = Remark::new(Code::ApiOperationDuplicate, name.place, message);
        if let Some(first) = self.entries.get(at) {
            remark = remark.also(first.name.place, "the first stands here");
        }
        report.add(remark.help("rename one"));
    }

    /// Takes in what `operations` says of one.
    fn refine(&mut self, said: &RawOperation<'a>, number: usize, report: &mut Report) {
        let access = said.access.and_then(|word| access(&word, report));
        let rows_at = match &said.rows_at {
            Given::Value(word) if word.text == "." => Some(RowsAt::Whole),
            Given::Value(word) => path(word, Code::ValueType, report)
                .and_then(|path| Path::parse(&path).ok())
                .map(RowsAt::Path),
            Given::Absent | Given::Refused => None,
        };
        let found = self.find(said.name.text).and_then(|at| self.entries.get_mut(at));
        let Some(entry) = found.filter(|entry| entry.api == number) else {
            self.missing(&said.name, report);
            return;
        };
        entry.operation.access = access.unwrap_or(entry.operation.access);
        if let Some(rows_at) = rows_at {
            entry.operation.rows_at = rows_at;
        }
    }

    /// The operation of a name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Tells that there is no operation of a name, where all are known.
    pub(super) fn missing(&self, name: &Word<'_>, report: &mut Report) {
        if self.state == ListState::Refused || report.is_full() {
            return;
        }
        let names = || self.entries.iter().map(|entry| entry.operation.name.as_str());
        let message = format!("there is no operation {}", told(name.text));
        let remark = Remark::new(Code::ApiOperationMissing, name.place, message);
        report.add(remark.near(name.text, names(), || {
            format!("the operations are {}", listed(names().take(10)))
        }));
    }

    pub(super) fn used(&mut self, number: usize) {
        if let Some(entry) = self.entries.get_mut(number) {
            entry.used = Use::Used;
        }
    }

    pub(super) fn access(&self, number: usize) -> Option<Access> {
        self.entries.get(number).map(|entry| entry.operation.access)
    }

    /// What the rows of an operation are, where they could be read.
    pub(super) fn rows(&self, number: usize) -> Option<&Rows> {
        self.entries.get(number)?.rows.as_ref()
    }

    /// A note on each entry some of whose operations nothing uses.
    pub(super) fn unused(&self, raw: &RawStation<'_>, report: &mut Report) {
        if raw.skills_state == ListState::Refused {
            return;
        }
        for (number, api) in raw.apis.iter().enumerate() {
            let of_api = |entry: &&Declared<'_>| entry.api == number && entry.used == Use::Unused;
            let unused: Vec<_> = self.entries.iter().filter(of_api).collect();
            if unused.is_empty() {
                continue;
            }
            let names = listed(unused.iter().take(NAMED).map(|entry| entry.name.text));
            let (count, plural) = (unused.len(), if unused.len() == 1 { "" } else { "s" });
            let message = format!("nothing uses {count} operation{plural}: {names}");
            let place = api.name.map_or(api.place, |name| name.place);
            report.add(Remark::new(Code::OperationUnused, place, message));
        }
    }

    pub(super) fn finish(self) -> Vec<Operation> {
        self.entries.into_iter().map(|entry| entry.operation).collect()
    }
}

impl Declared<'_> {
    /// Reads the file of its rows.
    fn read(&mut self, sources: &dyn Sources, report: &mut Report) {
        let Some(word) = self.file else { return };
        self.operation.file = beside(word.view.file.source.name(), word.text);
        let reader = match sources.open(&self.operation.file) {
            Ok(reader) => reader,
            Err(fault) => {
                report.add(unread(&self.operation.file, word.place, fault, sources));
                return;
            }
        };
        match rows::read(reader, &self.operation.rows_at) {
            Ok(rows) => self.rows = Some(rows),
            Err(why) => {
                let message = format!("{} holds no rows: {why}", told(word.text));
                let remark = Remark::new(Code::ApiDocument, word.place, message);
                report.add(remark.help(
                    "rows are JSON: an object a line, an array of objects, or an object with one such array",
                ));
            }
        }
    }
}

fn access(word: &Word<'_>, report: &mut Report) -> Option<Access> {
    match word.text {
        "read" => Some(Access::Read),
        "write" => Some(Access::Write),
        other => {
            let message = format!("{} is no access", told(other));
            let remark = Remark::new(Code::ApiAccess, word.place, message);
            report.add(
                remark.near(other, ["read", "write"], || "write `read` or `write`".to_owned()),
            );
            None
        }
    }
}
