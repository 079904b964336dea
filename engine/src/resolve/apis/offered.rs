//! What the operations of a station are, whether the station loads or not.

use std::collections::HashMap;

use super::{Document, Holds, In, Operations, Rows};
use crate::contract::{Address, Contract};
use crate::openapi;
use crate::schema::{Says, Schemas, Shape};
use crate::station::{Operation, Presence};

/// The operations that the documents and the files of rows have which a station names.
#[derive(Debug, Default)]
pub struct Offered {
    entries: Vec<Entry>,
    numbers: HashMap<String, usize>,
    documents: Vec<Document>,
}

#[derive(Debug)]
struct Entry {
    operation: Operation,
    rows: Option<Rows>,
    described: Option<In>,
}

/// An argument that an operation takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its address: `query.limit`, `body.amount`; of a file of rows, a key.
    pub address: String,
    /// Whether a call has to have it.
    pub presence: Presence,
    /// What it takes, in words; nothing where the document does not say.
    pub takes: Option<String>,
}

impl Operations<'_> {
    /// The operations, apart from the station's files.
    pub(crate) fn offered(self) -> Offered {
        let entries = self.entries.into_iter().map(|entry| Entry {
            operation: entry.operation,
            rows: entry.rows,
            described: entry.described,
        });
        Offered { entries: entries.collect(), numbers: self.numbers, documents: self.documents }
    }
}

impl Offered {
    /// The operations, in the order of the file.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.entries.iter().map(|entry| &entry.operation)
    }

    /// The operation of a name.
    pub fn find(&self, name: &str) -> Option<&Operation> {
        self.entry(name).map(|entry| &entry.operation)
    }

    /// The file that describes an operation, or whose rows stand for it, by its name beside the station.
    pub fn file(&self, name: &str) -> Option<&str> {
        let entry = self.entry(name)?;
        match entry.described {
            Some(at) => self.documents.get(at.document).map(|document| document.file.as_str()),
            None => entry.operation.file(),
        }
    }

    /// The files that were read.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let documents = self.documents.iter().map(|document| document.file.as_str());
        documents.chain(self.operations().filter_map(Operation::file))
    }

    /// The arguments that an operation takes, as far as its document says.
    pub fn arguments(&self, name: &str) -> Vec<Taken> {
        let Some(entry) = self.entry(name) else { return Vec::new() };
        if let Some(rows) = &entry.rows {
            let taken = |name: &str| Taken {
                address: name.to_owned(),
                presence: Presence::Optional,
                takes: None,
            };
            return rows.names().map(taken).collect();
        }
        self.described(entry).unwrap_or_default()
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.numbers.get(name).and_then(|number| self.entries.get(*number))
    }

    fn described(&self, entry: &Entry) -> Option<Vec<Taken>> {
        let at = entry.described?;
        let Document { tree, holds, seen, .. } = self.documents.get(at.document)?;
        let (contract, schemas) = match holds {
            Holds::Api(told) => {
                (told.get(at.number)?.contract(tree).ok()?, openapi::schemas(tree, seen))
            }
            Holds::Tools(tools) => {
                let tool = tools.get(at.number)?;
                let base = tool.input.unwrap_or(tree.root());
                (tool.contract(), Schemas { tree, base, seen })
            }
        };
        let missing = contract.missing(schemas, &[], &[]).unwrap_or_default();
        let addresses = contract.addresses(schemas).ok()?;
        let needed = |address: &String| {
            let under = |needed: &String| {
                needed
                    .strip_prefix(address.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            missing.iter().any(under)
        };
        let taken = |address: String| {
            let presence = if needed(&address) { Presence::Required } else { Presence::Optional };
            Taken { presence, takes: takes(&contract, schemas, &address), address }
        };
        Some(addresses.into_iter().map(taken).collect())
    }
}

/// What an argument takes, in words.
fn takes(contract: &Contract, schemas: Schemas<'_>, address: &str) -> Option<String> {
    let Ok(Address::Found(found)) = contract.find(schemas, address) else { return None };
    let mut told: Vec<_> = found.shapes.iter().map(|shape| told(shape)).collect();
    told.dedup();
    Some(told.join(" or ")).filter(|told| !told.is_empty())
}

fn told(shape: &Shape) -> String {
    let mut told = shape.kinds.told();
    if shape.nullable == Says::Yes {
        told.push_str(" or `null`");
    }
    told
}
