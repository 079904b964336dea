//! Where the engine reads texts from, and what a deployment adds to a station.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use crate::report::codes;
use crate::report::finding::Remark;
use crate::text::file::{Place, quote};

/// Where texts come from: the product's own disk, a test's map.
pub trait Sources {
    /// The bytes of a file. Names are paths with `/`, relative to where the station's file is.
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault>;

    /// The same as a stream: a file of rows may be larger than memory.
    fn open(&self, name: &str) -> Result<Box<dyn Read>, SourceFault> {
        Ok(Box::new(Cursor::new(self.read(name)?)))
    }

    /// The files that there are, to suggest one where a name is not there. May be incomplete.
    fn names(&self) -> Vec<String>;

    /// The entries of a folder, in order: the names of its files, and of its folders with a `/` at the end. The
    /// default implementation uses [`Sources::names`], for sources that know all names.
    fn list(&self, folder: &str) -> Result<Vec<String>, SourceFault> {
        let names = self.names();
        let inside = names.iter().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
        let entries: BTreeSet<_> = inside
            .map(|name| match name.split_once('/') {
                Some((inner, _)) => format!("{inner}/"),
                None => name.to_owned(),
            })
            .collect();
        if entries.is_empty() {
            Err(SourceFault::Missing)
        } else {
            Ok(entries.into_iter().collect())
        }
    }
}

/// Files in memory, by name.
///
/// ```
/// # use pointsman_engine as engine;
/// use engine::sources::{Files, SourceFault, Sources};
///
/// let files = Files::new([("shop.yaml", "skills: []"), ("rows/menu.json", "[]")]);
/// assert_eq!(files.read("rows/menu.json"), Ok(b"[]".to_vec()));
/// assert_eq!(files.read("menu.json"), Err(SourceFault::Missing));
/// assert_eq!(files.list("rows"), Ok(vec!["menu.json".to_owned()]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    /// These files and no others; of two with one name, the later.
    pub fn new<N: Into<String>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (N, B)>,
    ) -> Files {
        Files(files.into_iter().map(|(name, bytes)| (name.into(), bytes.into())).collect())
    }

    /// Adds a file, or replaces the file of this name.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.into(), bytes.into());
    }
}

impl Sources for Files {
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
        self.0.get(name).cloned().ok_or(SourceFault::Missing)
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceFault {
    /// There is none of this name.
    Missing,
    /// It is there and could not be read; with why, in words.
    Unreadable(String),
}

/// What the place of deployment says.
#[derive(Clone, Debug, Default)]
pub struct Deployment {
    /// The tenant's address; it wins over the file's.
    pub tenant_url: Option<String>,
    /// The agents that are linked into the program which loads the station.
    pub agents: Vec<LinkedAgent>,
}

/// An agent that is linked into the program which loads a station: `agent: {program: …}` names it.
///
/// ```
/// # use pointsman_engine as engine;
/// use engine::sources::{Files, LinkedAgent};
/// use engine::{Deployment, load};
///
/// let station = "
/// apis: [{name: desk, agent: {program: desk}, operations: {desk.look: {access: read}}}]
/// skills: [{name: look, cognitive: {objective: see}, invoke: {method: desk.look}}]
/// ";
/// let station = Files::new([("desk.yaml", station)]);
/// let manifest = r#"{"name": "desk", "version": "1.0.0", "agent_type": "worker", "skills": [
///     {"id": "desk.look", "input_schema": {"type": "object"}, "output_schema": {"type": "object"}}
/// ]}"#;
/// let agents = vec![LinkedAgent { program: "desk".to_owned(), manifest: manifest.to_owned() }];
/// let deployment = Deployment { agents, ..Deployment::default() };
/// assert!(load("desk.yaml", &station, &deployment).station.is_some());
/// assert!(load("desk.yaml", &station, &Deployment::default()).station.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedAgent {
    /// The name that stations call it by.
    pub program: String,
    /// Its manifest, as JSON.
    pub manifest: String,
}

/// The bytes of a file, one more at most than it may have.
pub(crate) fn bounded(
    name: &str,
    limit: usize,
    sources: &dyn Sources,
) -> Result<Vec<u8>, SourceFault> {
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    let read = sources.open(name)?.take(most).read_to_end(&mut bytes);
    read.map_err(|fault| SourceFault::Unreadable(fault.to_string()))?;
    Ok(bytes)
}

/// The path of a file named in another file: relative to the folder of that file.
pub(crate) fn beside(file: &str, name: &str) -> String {
    let folder = file.rfind('/').and_then(|end| file.get(..=end)).unwrap_or_default();
    if name.starts_with('/') {
        return name.to_owned();
    }
    // One file has one name, whichever way leads to it; a way out of the folder is left for who reads it to refuse.
    let mut steps: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(name.split('/')) {
        match step {
            "" | "." => {}
            ".." if steps.last().is_some_and(|last| *last != "..") => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}

/// The finding for a file that cannot be read.
pub(crate) fn unread(
    name: &str,
    place: Place,
    fault: SourceFault,
    sources: &dyn Sources,
) -> Remark {
    match fault {
        SourceFault::Missing => {
            let names = sources.names();
            let message = format!("there is no file {}", quote(name));
            let remark = Remark::new(codes::INCLUDE_MISSING, place, message);
            match lang::nearest(name, names.iter().map(String::as_str)) {
                Some(near) => remark.help(format!("did you mean `{near}`?")),
                None => remark.help("write the path relative to the file that names it"),
            }
        }
        SourceFault::Unreadable(why) => {
            let message = format!("the file {} could not be read: {why}", quote(name));
            Remark::new(codes::INCLUDE_MISSING, place, message)
        }
    }
}
