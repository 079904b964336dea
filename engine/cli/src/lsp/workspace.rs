//! The open files of an editor, and the stations that contain them.

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

/// An open file.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// Its address, as the client spells it.
    pub uri: String,
    /// The version number that the client gave the text.
    pub version: i32,
    /// Its text.
    pub text: Rc<Text>,
    /// Whether it is YAML, so that it may be a station.
    pub is_yaml: bool,
}

/// The open files, and the analyses of their stations.
#[derive(Default)]
pub struct Workspace {
    open: BTreeMap<PathBuf, OpenFile>,
    /// The stations, each by the path of its first file.
    stations: BTreeMap<PathBuf, Station>,
}

struct Station {
    /// `None` before the first load.
    analysis: Option<Analysis>,
    freshness: Freshness,
}

/// Whether an analysis reflects the current files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Freshness {
    Fresh,
    Stale,
}

/// The largest file that is searched for mentions of other files, in bytes.
const MAX_SEARCHED_FILE: u64 = 4 << 20;

/// The most files that are searched for the station of an opened file.
const MAX_SEARCHED_FILES: usize = 200;

impl Workspace {
    /// Adds an opened file, or replaces its text.
    pub fn set(&mut self, path: PathBuf, open: OpenFile) {
        let is_new = !self.open.contains_key(&path);
        let is_yaml = open.is_yaml;
        self.open.insert(path.clone(), open);
        self.mark_changed(&path);
        if is_new && is_yaml && self.station_of(&path).is_none() && !self.is_source(&path) {
            self.find_station(&path);
        }
    }

    /// Closes a file, so that its text on disk is used again. Returns the stations that no open file belongs to.
    pub fn close(&mut self, path: &Path) -> Vec<PathBuf> {
        self.open.remove(path);
        self.mark_changed(path);
        let open = &self.open;
        let seen = |(root, station): &(&PathBuf, &Station)| {
            let files = station.analysis.iter().flat_map(Analysis::files_read);
            open.contains_key(*root) || files.into_iter().any(|file| open.contains_key(&file))
        };
        let gone: Vec<_> =
            self.stations.iter().filter(|each| !seen(each)).map(|(root, _)| root.clone()).collect();
        for root in &gone {
            self.stations.remove(root);
        }
        gone
    }

    /// Marks the stations that read a changed file, so that they are loaded again.
    pub fn mark_changed(&mut self, path: &Path) {
        for (root, station) in &mut self.stations {
            // A station that was refused may have missed this file.
            let folder = root.parent().unwrap_or(Path::new("/"));
            let reads = station.analysis.as_ref().is_none_or(|analysis| {
                analysis.files_read().any(|file| file == path)
                    || analysis.loaded.station.is_none() && path.starts_with(folder)
            });
            if reads || root == path {
                station.freshness = Freshness::Stale;
            }
        }
    }

    /// The file that is open at a path.
    pub fn open(&self, path: &Path) -> Option<&OpenFile> {
        self.open.get(path)
    }

    /// Loads the changed stations and returns their first files.
    pub fn refresh(&mut self) -> Vec<PathBuf> {
        let mut loaded = Vec::new();
        // Files that read each other are searched only once.
        let mut tried = BTreeSet::new();
        loop {
            let stale = |(root, station): (&PathBuf, &Station)| {
                (station.freshness == Freshness::Stale).then(|| root.clone())
            };
            let stale: Vec<_> = self.stations.iter().filter_map(stale).collect();
            stale.iter().for_each(|root| self.load(root));
            self.remove_parts();
            // A file that no station includes any longer may be a station.
            let alone = |path: &PathBuf, open: &OpenFile| {
                open.is_yaml
                    && !tried.contains(path)
                    && self.station_of(path).is_none()
                    && !self.is_source(path)
                    && file_kind::detect(open.text.text()) == FileKind::Station
            };
            let orphans = self.open.iter().filter(|(path, open)| alone(path, open));
            let orphans: Vec<_> = orphans.map(|(path, _)| path.clone()).collect();
            tried.extend(orphans.iter().cloned());
            orphans.iter().for_each(|path| self.find_station(path));
            loaded.extend(stale);
            if orphans.is_empty() {
                return loaded;
            }
        }
    }

    /// Removes each station that another station includes or reads, and each whose text is not a station. Of two
    /// stations that read each other, the first stays.
    fn remove_parts(&mut self) {
        let includes = |root: &Path, file: &Path| {
            self.station(root).is_some_and(|analysis| analysis.files_read().any(|own| own == file))
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

    /// The station of a file: a station that includes the file, or else the file itself.
    pub fn station_of(&self, path: &Path) -> Option<(&Path, Option<&Analysis>)> {
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
        all.any(|analysis| analysis.files_read().any(|file| file == path))
    }

    /// The stations whose own files include a file.
    pub fn stations_with(&self, path: &Path) -> impl Iterator<Item = &Analysis> {
        let all = self.stations.values().filter_map(|station| station.analysis.as_ref());
        all.filter(move |analysis| analysis.files().any(|file| file == path))
    }

    /// A station by the path of its first file.
    pub fn station(&self, root: &Path) -> Option<&Analysis> {
        self.stations.get(root).and_then(|station| station.analysis.as_ref())
    }

    /// The own files of all stations.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let all = self.stations.values().filter_map(|station| station.analysis.as_ref());
        all.flat_map(Analysis::files).collect()
    }

    /// The text of a file, from the editor or from disk.
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

    /// The analysis that a station would have after some changes.
    pub fn analysis_after(&self, root: &Path, changes: &[Change]) -> Option<Analysis> {
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
                OpenFile { uri: String::new(), version: 0, text: Rc::clone(&text), is_yaml: true };
            entry.or_insert(new).text = text;
        }
        load(root, &open, None)
    }

    /// Loads the station whose first file is `root`.
    fn load(&mut self, root: &Path) {
        let before = self.stations.remove(root).and_then(|station| station.analysis);
        let analysis = load(root, &self.open, before.as_ref());
        self.stations.insert(root.to_owned(), Station { analysis, freshness: Freshness::Fresh });
    }

    /// Finds the station of an opened file: a file in the same folder or its parent that includes or reads it, or else
    /// the file itself.
    fn find_station(&mut self, path: &Path) {
        let mut folder = path.parent();
        let mut left = MAX_SEARCHED_FILES;
        for _ in 0..2 {
            let Some(at) = folder else { break };
            for file in yaml_in(at, &mut left).into_iter().filter(|file| file != path) {
                if self.stations.contains_key(&file) || !mentions(&file, path) {
                    continue;
                }
                let Some(analysis) = load(&file, &self.open, None) else { continue };
                if analysis.files_read().any(|read| read == path) {
                    let station = Station { analysis: Some(analysis), freshness: Freshness::Stale };
                    self.stations.insert(file, station);
                    return;
                }
            }
            folder = at.parent();
        }
        let text = self.open.get(path).map(|open| file_kind::detect(open.text.text()));
        if text != Some(FileKind::Other) {
            self.stations
                .insert(path.to_owned(), Station { analysis: None, freshness: Freshness::Stale });
        }
    }
}

/// The YAML files of a folder, sorted by name: at most `left`, which is reduced by their number.
fn yaml_in(folder: &Path, left: &mut usize) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| is_yaml(path)).take(*left).collect();
    *left -= files.len();
    files.sort();
    files
}

/// Whether a file's name has an extension of YAML.
pub fn is_yaml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"))
}

/// Whether a file may be a station that includes files or mentions the name of this file.
fn mentions(file: &Path, of: &Path) -> bool {
    let small =
        std::fs::metadata(file).is_ok_and(|kind| kind.is_file() && kind.len() <= MAX_SEARCHED_FILE);
    let name = of.file_name().and_then(|name| name.to_str());
    let mentions = |text: &str| text.contains("include") || name.is_some_and(|n| text.contains(n));
    let station = |text: &str| file_kind::detect(text) == FileKind::Station && mentions(text);
    small && std::fs::read_to_string(file).is_ok_and(|text| station(&text))
}

fn load(
    root: &Path,
    open: &BTreeMap<PathBuf, OpenFile>,
    before: Option<&Analysis>,
) -> Option<Analysis> {
    let (folder, name) = (root.parent()?, root.file_name()?.to_str()?);
    let sources = Overlay { folder: crate::station::folder(root), open };
    Some(Analysis::new(folder, name, &sources, before))
}

/// The files of a folder, with the texts of open files from the editor.
struct Overlay<'o> {
    folder: Folder,
    open: &'o BTreeMap<PathBuf, OpenFile>,
}

impl Sources for Overlay<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
        let own = self.folder.path(name).map(|path| super::uri::normalized(&path));
        match own.and_then(|path| self.open.get(&path)) {
            Some(open) => Ok(open.text.text().as_bytes().to_vec()),
            None => self.folder.read(name),
        }
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read>, SourceFault> {
        let own = self.folder.path(name).map(|path| super::uri::normalized(&path));
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
