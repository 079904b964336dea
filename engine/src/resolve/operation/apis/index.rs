//! The operations of a station, available even if the station is refused.

use std::collections::HashMap;

use crate::documents::schema::{Bound, Choice, Says, Schemas, Shape};
use crate::documents::signature::{Address, Signature};
use crate::resolve::operation::answer::{self, Answer};
use crate::resolve::operation::apis::{Document, In, Operations};
use crate::resolve::operation::rows::RowKeys;
use crate::station::{Operation, OperationId, Presence};

/// The operations in the documents and files of rows that a station names.
#[derive(Debug, Default)]
pub struct OperationIndex {
    entries: Vec<Entry>,
    ids: HashMap<String, OperationId>,
    documents: Vec<Document>,
}

#[derive(Debug)]
struct Entry {
    operation: Operation,
    rows: Option<RowKeys>,
    described: Option<In>,
}

/// An argument that an operation takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentInfo {
    /// Its address: `query.limit`, `body.amount`; of a file of rows, a key.
    pub address: String,
    /// Whether a call must set the argument.
    pub presence: Presence,
    /// The form of its value, in words; `None` if the document does not describe it.
    pub takes: Option<String>,
    /// The only literals that it takes, as a station writes them; empty if it takes others too.
    pub choices: Vec<String>,
    /// The bounds of a number or of a text's length, in words.
    pub bounds: Option<String>,
}

impl ArgumentInfo {
    /// Whether an argument that is written so is this one: by its address, or by its name alone.
    pub fn is_meant_by(&self, written: &str) -> bool {
        let name = self.address.split_once('.').map(|(_, name)| name);
        self.address == written || name == Some(written)
    }
}

impl Operations<'_> {
    /// The operations, apart from the station's files.
    pub(crate) fn into_index(self) -> OperationIndex {
        let entries = self.entries.into_iter().map(|entry| Entry {
            operation: entry.operation,
            rows: entry.rows,
            described: entry.described,
        });
        OperationIndex { entries: entries.collect(), ids: self.ids, documents: self.documents }
    }
}

impl OperationIndex {
    /// The operations, in the order of the file.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.entries.iter().map(|entry| &entry.operation)
    }

    /// Finds an operation by name.
    pub fn find(&self, name: &str) -> Option<&Operation> {
        self.entry(name).map(|entry| &entry.operation)
    }

    /// The file that describes an operation, or that contains its rows, relative to the station's file.
    pub fn file(&self, name: &str) -> Option<&str> {
        let entry = self.entry(name)?;
        match entry.described {
            Some(at) => self.documents.get(at.document).map(|document| document.file.as_str()),
            None => entry.operation.file(),
        }
    }

    /// Lists the files that were read.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let documents = self.documents.iter().map(|document| document.file.as_str());
        documents.chain(self.operations().filter_map(Operation::file))
    }

    /// The arguments that an operation takes, as far as its document says.
    pub fn arguments(&self, name: &str) -> Vec<ArgumentInfo> {
        let Some(entry) = self.entry(name) else { return Vec::new() };
        if let Some(rows) = &entry.rows {
            let taken = |name: &str| ArgumentInfo {
                address: name.to_owned(),
                presence: Presence::Optional,
                takes: None,
                choices: Vec::new(),
                bounds: None,
            };
            return rows.names().map(taken).collect();
        }
        self.described(entry).unwrap_or_default()
    }

    /// Lists the documented paths of the single values in an operation's answer.
    pub fn answered(&self, name: &str) -> Vec<String> {
        self.answer(name).map(|answer| answer.values()).unwrap_or_default()
    }

    /// Lists the paths of the single values in one row of an operation's answer.
    pub fn read(&self, name: &str) -> Vec<String> {
        let Some(entry) = self.entry(name) else { return Vec::new() };
        if let Some(rows) = &entry.rows {
            return rows.names().map(str::to_owned).collect();
        }
        let answer = self.answer(name);
        let row = answer.as_ref().and_then(|answer| answer.row(&entry.operation.rows_at));
        row.map(Answer::values).unwrap_or_default()
    }

    fn answer(&self, name: &str) -> Option<Answer> {
        let at = self.entry(name)?.described?;
        let (signature, _, schemas) = self.documents.get(at.document)?.of(at.number)?.ok()?;
        answer::of_schema(schemas, signature.answer.as_ref()?).ok()
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.ids.get(name).and_then(|id| self.entries.get(id.index()))
    }

    fn described(&self, entry: &Entry) -> Option<Vec<ArgumentInfo>> {
        let at = entry.described?;
        let (signature, schemas, _) = self.documents.get(at.document)?.of(at.number)?.ok()?;
        let missing = signature.missing(schemas, &[], &[]).unwrap_or_default();
        let addresses = signature.addresses(schemas).ok()?;
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
            taken(&signature, schemas, address, presence)
        };
        Some(addresses.into_iter().map(taken).collect())
    }
}

/// What an argument takes.
fn taken(
    signature: &Signature,
    schemas: Schemas<'_>,
    address: String,
    presence: Presence,
) -> ArgumentInfo {
    let found = match signature.find(schemas, &address) {
        Ok(Address::Found(found)) => found.shapes,
        Ok(_) | Err(_) => Vec::new(),
    };
    let joined = |mut words: Vec<String>| {
        words.dedup();
        Some(words.join(" or ")).filter(|words| !words.is_empty())
    };
    let takes = joined(found.iter().map(|shape| kinds_text(shape)).collect());
    let bounds = joined(found.iter().filter_map(|shape| bounds(shape)).collect());
    let listed = found.iter().map(|shape| shape.choices.as_deref());
    let listed: Option<Vec<_>> = listed.collect();
    let choices = listed.into_iter().flatten().flatten().filter_map(literal).collect();
    ArgumentInfo { address, presence, takes, choices, bounds }
}

/// Spells a literal of an `enum` as a station writes it.
fn literal(choice: &Choice) -> Option<String> {
    match choice {
        Choice::Text(text) => Some(text.clone()),
        Choice::Number(number) => Some(number.to_string()),
        Choice::Boolean(known) => Some(known.to_string()),
        Choice::Null | Choice::Far | Choice::Compound => None,
    }
}

/// Describes the bounds of a shape.
fn bounds(shape: &Shape) -> Option<String> {
    let bound = |bound: &Option<Bound>, closed: &str, open: &str| {
        bound.as_ref().map(|bound| {
            let word = if bound.closed == Says::Yes { closed } else { open };
            format!("{word} {}", bound.value)
        })
    };
    let length = |length: Option<u64>, word: &str| length.map(|n| format!("{word} {n} characters"));
    let bounds = [
        bound(&shape.minimum, "at least", "over"),
        bound(&shape.maximum, "at most", "below"),
        length(shape.min_length, "at least"),
        length(shape.max_length, "at most"),
    ];
    let bounds: Vec<_> = bounds.into_iter().flatten().collect();
    Some(bounds.join(", ")).filter(|bounds| !bounds.is_empty())
}

/// The kinds of a shape, in words.
fn kinds_text(shape: &Shape) -> String {
    let mut text = shape.kinds.describe();
    if shape.nullable == Says::Yes {
        text.push_str(" or `null`");
    }
    text
}
