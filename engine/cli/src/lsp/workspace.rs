//! The files that an editor has open, and the stations that they belong to.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use engine::Sources;
use engine::sources::SourceFault;

use super::analysis::{Analysis, Change};
use super::file_kind::{self, FileKind};
use super::text::Text;
use crate::station::Folder;

/// A file that is open.
#[derive(Clone, Debug)]
pub struct Open {
    /// Its address as the client writes it.
    pub uri: String,
    /// What the client counts its changes with.
    pub version: i32,
    /// Its text.
    pub text: Rc<Text>,
    /// Whether it may be a station.
    pub is_yaml: bool,
}

/// The open files, and the analyses of their stations.
#[derive(Default)]
pub struct Workspace {
    open: BTreeMap<PathBuf, Open>,
    /// The stations, each by the path of its first file.
    stations: BTreeMap<PathBuf, Station>,
}

struct Station {
    /// Nothing before it was loaded.
    analysis: Option<Analysis>,
    fresh: Fresh,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fresh {
    Yes,
    No,
}

/// The largest file that is looked at for what it includes or reads, in bytes.
const MOST: u64 = 4 << 20;

/// The most files next to an opened one that are searched for a station that includes or reads it.
const BESIDE: usize = 200;

impl Workspace {
    /// A file was opened, or its text is another.
    pub fn set(&mut self, path: PathBuf, open: Open) {
        let is_new = !self.open.contains_key(&path);
        let is_yaml = open.is_yaml;
        self.open.insert(path.clone(), open);
        self.changed(&path);
        if is_new && is_yaml && self.of(&path).is_none() && !self.is_source(&path) {
            self.adopt(&path);
        }
    }

    /// Closes a file: the file on disk counts again. Returns the stations that no open file belongs to any more.
    pub fn close(&mut self, path: &Path) -> Vec<PathBuf> {
        self.open.remove(path);
        self.changed(path);
        let open = &self.open;
        let seen = |(root, station): &(&PathBuf, &Station)| {
            let files = station.analysis.iter().flat_map(Analysis::read);
            open.contains_key(*root) || files.into_iter().any(|file| open.contains_key(&file))
        };
        let gone: Vec<_> =
            self.stations.iter().filter(|each| !seen(each)).map(|(root, _)| root.clone()).collect();
        for root in &gone {
            self.stations.remove(root);
        }
        gone
    }

    /// A file changed, here or on disk: the stations that read it are loaded again.
    pub fn changed(&mut self, path: &Path) {
        for (root, station) in &mut self.stations {
            // What could not be read last time may be there now.
            let folder = root.parent().unwrap_or(Path::new("/"));
            let reads = station.analysis.as_ref().is_none_or(|analysis| {
                analysis.read().any(|file| file == path)
                    || analysis.loaded.station.is_none() && path.starts_with(folder)
            });
            if reads || root == path {
                station.fresh = Fresh::No;
            }
        }
    }

    /// The file that is open at a path.
    pub fn open(&self, path: &Path) -> Option<&Open> {
        self.open.get(path)
    }

    /// Loads what changed; answers the stations that were loaded.
    pub fn refresh(&mut self) -> Vec<PathBuf> {
        let mut loaded = Vec::new();
        // Files that read one another are looked at once.
        let mut tried = BTreeSet::new();
        loop {
            let stale = |(root, station): (&PathBuf, &Station)| {
                (station.fresh == Fresh::No).then(|| root.clone())
            };
            let stale: Vec<_> = self.stations.iter().filter_map(stale).collect();
            stale.iter().for_each(|root| self.load(root));
            self.stations_alone();
            // One that no station includes any more may be a station.
            let alone = |path: &PathBuf, open: &Open| {
                open.is_yaml
                    && !tried.contains(path)
                    && self.of(path).is_none()
                    && !self.is_source(path)
                    && file_kind::detect(open.text.text()) == FileKind::Station
            };
            let orphans = self.open.iter().filter(|(path, open)| alone(path, open));
            let orphans: Vec<_> = orphans.map(|(path, _)| path.clone()).collect();
            tried.extend(orphans.iter().cloned());
            orphans.iter().for_each(|path| self.adopt(path));
            loaded.extend(stale);
            if orphans.is_empty() {
                return loaded;
            }
        }
    }

    /// Removes the stations that another station includes or reads, and those whose text is not a station. If two read
    /// each other, the first stays.
    fn stations_alone(&mut self) {
        let includes = |root: &Path, file: &Path| {
            self.station(root).is_some_and(|analysis| analysis.read().any(|own| own == file))
        };
        let other = |file: &&PathBuf| {
            let text = self.open.get(*file).map(|open| file_kind::detect(open.text.text()));
            text == Some(FileKind::Other)
        };
        let roots = || self.stations.keys();
        let part = |file: &&PathBuf| {
            let whole = |root: &&PathBuf| {
                *root != *file && includes(root, file) && (!includes(file, root) || *root < *file)
            };
            other(file) || roots().any(|root| whole(&root))
        };
        let parts: Vec<_> = roots().filter(part).cloned().collect();
        for part in parts {
            self.stations.remove(&part);
        }
    }

    /// The station that a file belongs to: one that includes it is preferred over the file itself.
    pub fn of(&self, path: &Path) -> Option<(&Path, Option<&Analysis>)> {
        let includes = |station: &Station| {
            station
                .analysis
                .as_ref()
                .is_some_and(|analysis| analysis.files().any(|file| file == path))
        };
        let other = self.stations.iter().find(|(root, station)| *root != path && includes(station));
        let found = other.or_else(|| self.stations.get_key_value(path));
        found.map(|(root, station)| (root.as_path(), station.analysis.as_ref()))
    }

    /// Whether a station reads a file as a document or as rows.
    fn is_source(&self, path: &Path) -> bool {
        let mut all = self.stations.values().filter_map(|station| station.analysis.as_ref());
        all.any(|analysis| analysis.read().any(|file| file == path))
    }

    /// The stations that have a file.
    pub fn with(&self, path: &Path) -> impl Iterator<Item = &Analysis> {
        let all = self.stations.values().filter_map(|station| station.analysis.as_ref());
        all.filter(move |analysis| analysis.files().any(|file| file == path))
    }

    /// A station by the path of its first file.
    pub fn station(&self, root: &Path) -> Option<&Analysis> {
        self.stations.get(root).and_then(|station| station.analysis.as_ref())
    }

    /// The files of all stations.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let all = self.stations.values().filter_map(|station| station.analysis.as_ref());
        all.flat_map(Analysis::files).collect()
    }

    /// The text of a file: of the editor, or from disk.
    pub fn text(&self, path: &Path) -> Option<Rc<Text>> {
        if let Some(open) = self.open.get(path) {
            return Some(Rc::clone(&open.text));
        }
        let bytes = std::fs::metadata(path)
            .ok()
            .filter(|kind| kind.is_file() && kind.len() <= engine::limits::MAX_DOCUMENT as u64);
        bytes?;
        let text = String::from_utf8(std::fs::read(path).ok()?).ok()?;
        Some(Rc::new(Text::new(text)))
    }

    /// The analysis of a station after some changes.
    pub fn after(&self, root: &Path, changes: &[Change]) -> Option<Analysis> {
        let mut open = self.open.clone();
        let mut changes: Vec<_> = changes.iter().collect();
        changes.sort_by_key(|change| std::cmp::Reverse((change.at.span.start, change.at.span.end)));
        for change in changes {
            let text = match open.get(&change.at.path) {
                Some(open) => Rc::clone(&open.text),
                None => self.text(&change.at.path)?,
            };
            let mut changed = text.text().to_owned();
            changed.get(change.at.span.clone())?;
            changed.replace_range(change.at.span.clone(), &change.text);
            let text = Rc::new(Text::new(changed));
            let entry = open.entry(change.at.path.clone());
            let new =
                Open { uri: String::new(), version: 0, text: Rc::clone(&text), is_yaml: true };
            entry.or_insert(new).text = text;
        }
        load(root, &open, None)
    }

    /// Loads the station in a file.
    fn load(&mut self, root: &Path) {
        let before = self.stations.remove(root).and_then(|station| station.analysis);
        let analysis = load(root, &self.open, before.as_ref());
        self.stations.insert(root.to_owned(), Station { analysis, fresh: Fresh::Yes });
    }

    /// Finds the station of an opened file: one next to it or above it that includes or reads it, or the file itself.
    fn adopt(&mut self, path: &Path) {
        let mut folder = path.parent();
        let mut left = BESIDE;
        for _ in 0..2 {
            let Some(at) = folder else { break };
            for file in yaml_in(at, &mut left).into_iter().filter(|file| file != path) {
                if self.stations.contains_key(&file) || !mentions(&file, path) {
                    continue;
                }
                let Some(analysis) = load(&file, &self.open, None) else { continue };
                if analysis.read().any(|read| read == path) {
                    let station = Station { analysis: Some(analysis), fresh: Fresh::No };
                    self.stations.insert(file, station);
                    return;
                }
            }
            folder = at.parent();
        }
        let text = self.open.get(path).map(|open| file_kind::detect(open.text.text()));
        if text != Some(FileKind::Other) {
            self.stations.insert(path.to_owned(), Station { analysis: None, fresh: Fresh::No });
        }
    }
}

/// The YAML files of a folder, by name.
fn yaml_in(folder: &Path, left: &mut usize) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| is_yaml(path)).take(*left).collect();
    *left -= files.len();
    files.sort();
    files
}

/// Whether a file has a name of a YAML file.
pub fn is_yaml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"))
}

/// Whether a file may be a station that speaks of files that it includes, or of this one.
fn mentions(file: &Path, of: &Path) -> bool {
    let small = std::fs::metadata(file).is_ok_and(|kind| kind.is_file() && kind.len() <= MOST);
    let name = of.file_name().and_then(|name| name.to_str());
    let speaks = |text: &str| text.contains("include") || name.is_some_and(|n| text.contains(n));
    let station = |text: &str| file_kind::detect(text) == FileKind::Station && speaks(text);
    small && std::fs::read_to_string(file).is_ok_and(|text| station(&text))
}

fn load(
    root: &Path,
    open: &BTreeMap<PathBuf, Open>,
    before: Option<&Analysis>,
) -> Option<Analysis> {
    let (folder, name) = (root.parent()?, root.file_name()?.to_str()?);
    let sources = Overlay { folder: crate::station::folder(root), open };
    Some(Analysis::new(folder, name, &sources, before))
}

/// The files of a folder as the editor has them.
struct Overlay<'o> {
    folder: Folder,
    open: &'o BTreeMap<PathBuf, Open>,
}

impl Sources for Overlay<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
        let own = self.folder.path(name).map(|path| super::uri::plain(&path));
        match own.and_then(|path| self.open.get(&path)) {
            Some(open) => Ok(open.text.text().as_bytes().to_vec()),
            None => self.folder.read(name),
        }
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read>, SourceFault> {
        let own = self.folder.path(name).map(|path| super::uri::plain(&path));
        match own.is_some_and(|path| self.open.contains_key(&path)) {
            true => Ok(Box::new(Cursor::new(self.read(name)?))),
            false => self.folder.open(name),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, SourceFault> {
        self.folder.list(folder)
    }

    fn names(&self) -> Vec<String> {
        self.folder.names()
    }
}
