//! Loads a station from the file system.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use engine::sources::SourceFault;
use engine::station::{Skill, Station};
use engine::{Deployment, Loaded, Sources};

use crate::args::Format;
use crate::findings;
use crate::outcome::Failure;
use crate::report::Colour;

/// The folder of a station. Files outside of it are not read.
pub struct Folder(PathBuf);

impl Folder {
    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// The path of a file of the station; `None` if it would be outside of the folder.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        Path::new(name).components().all(inside).then(|| self.0.join(name))
    }
}

impl Sources for Folder {
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
        let mut bytes = Vec::new();
        let read = self.open(name)?.read_to_end(&mut bytes);
        read.map_err(|fault| SourceFault::Unreadable(fault.to_string()))?;
        Ok(bytes)
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read>, SourceFault> {
        let outside =
            || SourceFault::Unreadable("it is outside of the station's folder".to_owned());
        let path = self.path(name).ok_or_else(outside)?;
        let inside =
            path.canonicalize().and_then(|path| Ok(path.starts_with(self.0.canonicalize()?)));
        if let Ok(false) = inside {
            return Err(outside());
        }
        // Opening a pipe could block forever.
        match path.metadata() {
            Ok(kind) if kind.is_dir() => Err(SourceFault::Unreadable("it is a folder".to_owned())),
            Ok(kind) if !kind.is_file() => {
                Err(SourceFault::Unreadable("it is not a file".to_owned()))
            }
            Ok(_) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(fault) => Err(SourceFault::Unreadable(fault.to_string())),
            },
            Err(fault) if fault.kind() == ErrorKind::NotFound => Err(SourceFault::Missing),
            Err(fault) => Err(SourceFault::Unreadable(fault.to_string())),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, SourceFault> {
        let outside =
            || SourceFault::Unreadable("it is outside of the station's folder".to_owned());
        let path = self.path(folder).ok_or_else(outside)?;
        let inside =
            path.canonicalize().and_then(|path| Ok(path.starts_with(self.0.canonicalize()?)));
        if let Ok(false) = inside {
            return Err(outside());
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Err(SourceFault::Missing),
            Err(fault) if fault.kind() == ErrorKind::NotADirectory => {
                return Err(SourceFault::Unreadable("it is not a folder".to_owned()));
            }
            Err(fault) => return Err(SourceFault::Unreadable(fault.to_string())),
        };
        let mut names = Vec::new();
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let end = if entry.path().is_dir() { "/" } else { "" };
            names.push(format!("{name}{end}"));
        }
        names.sort();
        Ok(names)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut names: Vec<_> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }
}

/// The folder of a station's file.
pub fn folder(file: &Path) -> Folder {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    Folder(parent.unwrap_or(Path::new(".")).to_owned())
}

/// Loads a station; refusals are in the result. The environment variable `TENANT_URL` sets the tenant's address.
///
/// # Errors
/// `Outside` if the file cannot be read.
pub fn load(file: &Path) -> Result<Loaded, Failure> {
    match fs::metadata(file) {
        Err(fault) => return Err(Failure::file(file, fault)),
        Ok(kind) if !kind.is_file() => return Err(Failure::file(file, "it is not a file")),
        Ok(_) => {}
    }
    if let Err(fault) = File::open(file) {
        return Err(Failure::file(file, fault));
    }
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::file(file, "its name is not UTF-8"))?;
    let tenant_url = std::env::var("TENANT_URL").ok();
    let deployment = Deployment { tenant_url, ..Deployment::default() };
    Ok(engine::load(name, &folder(file), &deployment))
}

/// Loads a station; if it is refused, prints the refusals on standard error.
///
/// # Errors
/// `Refused` if it is refused, `Outside` if its file cannot be read.
pub fn working(file: &Path) -> Result<Station, Failure> {
    let mut loaded = load(file)?;
    match loaded.station.take() {
        Some(station) => Ok(station),
        None => {
            let mut out = std::io::stderr().lock();
            findings::of_station(&mut out, "", &loaded, Format::Text, Colour::of_stderr())?;
            Err(Failure::Refused)
        }
    }
}

/// The skill with a name.
///
/// # Errors
/// `Usage` if the station does not have it; the message lists its skills.
pub fn skill<'a>(station: &'a Station, name: &str) -> Result<&'a Skill, Failure> {
    station.skill(name).ok_or_else(|| {
        let names: Vec<_> = station.skills().iter().map(Skill::name).collect();
        Failure::Usage(format!("no skill `{name}`; the station has {}", names.join(", ")))
    })
}
