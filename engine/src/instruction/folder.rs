//! Folders of instruction skills. A folder that has a `SKILL.md` is one skill, and what else is in it is the skill's own;
//! of another folder, each folder in it is to be one.

use std::collections::{HashMap, HashSet};

use super::file::{self, Skill};
use super::{Instruction, InstructionFault, Registry, compared};
use crate::limits::{MAX_FILE, MAX_FILES};
use crate::report::codes;
use crate::report::finding::{Finding, Remark, Report};
use crate::sources::{SourceFault, Sources, bounded};
use crate::text::file::{File, Place, quote};
use crate::text::source::Source;
use crate::text::yaml::Document;

/// The name of the file that makes a folder a skill.
const FILE: &str = "SKILL.md";

/// A folder that is to be read.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) name: String,
    /// The place where the station names it; `None` if no station does.
    pub(crate) place: Option<Place>,
}

/// What came of reading folders outside of any station.
#[derive(Debug)]
pub struct Guides {
    /// The skills, in the order of the folders and of their names.
    pub skills: Vec<Instruction>,
    /// What there is to say of the files.
    pub findings: Vec<Finding>,
    /// The files that were read.
    pub sources: Vec<Source>,
}

/// Reads folders of instruction skills. A bad file is reported and left out; the others are kept.
pub fn guides(folders: &[&str], sources: &dyn Sources) -> Guides {
    let mut report = Report::default();
    let folders: Vec<_> =
        folders.iter().map(|name| Folder { name: (*name).to_owned(), place: None }).collect();
    let mut files = Vec::new();
    let skills = gather(&folders, &mut files, 0, sources, &mut report);
    let findings = report.finish(&files);
    Guides { skills, findings, sources: files.into_iter().map(|file| file.source).collect() }
}

/// Reads the skills of some folders into one bundle. The files are numbered from the given number.
pub(crate) fn gather(
    folders: &[Folder],
    files: &mut Vec<File>,
    before: usize,
    sources: &dyn Sources,
    report: &mut Report,
) -> Vec<Instruction> {
    let mut reader = Reader { files, before, sources, report, found: Vec::new() };
    let mut read: HashSet<&str> = HashSet::new();
    for folder in folders {
        let name = folder.name.trim_end_matches('/');
        if read.insert(name) && !reader.report.is_full() {
            reader.folder(name, folder.place);
        }
    }
    reader.bundle(folders)
}

/// A skill and the number of its file.
type Found = (Skill, usize);

struct Reader<'r> {
    files: &'r mut Vec<File>,
    before: usize,
    sources: &'r dyn Sources,
    report: &'r mut Report,
    found: Vec<Found>,
}

impl Reader<'_> {
    /// Reads a folder, which is a skill or holds some.
    fn folder(&mut self, name: &str, place: Option<Place>) {
        let entries = match self.sources.list(name) {
            Ok(entries) => entries,
            Err(fault) => {
                let place = place.unwrap_or_else(|| self.stand_in(name));
                self.report.add(missing(name, place, fault, self.sources));
                return;
            }
        };
        if entries.iter().any(|entry| entry == FILE) {
            self.file(&format!("{name}/{FILE}"));
            return;
        }
        let before = (self.found.len(), self.files.len());
        for entry in entries.iter().filter(|entry| !entry.starts_with('.')).take(MAX_FILES) {
            match entry.strip_suffix('/') {
                Some(inner) => self.inner(&format!("{name}/{inner}")),
                None if is_meant(entry) => self.stray(&format!("{name}/{entry}"), entry),
                None => {}
            }
        }
        if before == (self.found.len(), self.files.len()) {
            let place = place.unwrap_or_else(|| self.stand_in(&format!("{name}/{FILE}")));
            let message = format!("the folder {} has no instruction skill", quote(name));
            self.bad(place, message);
        }
    }

    /// A folder in a folder of skills.
    fn inner(&mut self, name: &str) {
        let path = format!("{name}/{FILE}");
        match self.sources.list(name) {
            Ok(entries) if entries.iter().any(|entry| entry == FILE) => self.file(&path),
            Ok(_) | Err(_) => {
                let place = self.stand_in(&path);
                self.bad(place, format!("there is no file {}", quote(&path)));
            }
        }
    }

    /// Reports a text that must be in a separate folder.
    fn stray(&mut self, path: &str, entry: &str) {
        let place = self.stand_in(path);
        let stem = entry.rsplit_once('.').map_or(entry, |(stem, _)| stem);
        let message = format!("{} is in no folder of its own", quote(path));
        let remark = Remark::new(codes::INSTRUCTIONS_FILE, place, message);
        let help = match entry.eq_ignore_ascii_case(FILE) {
            true => format!("call it `{FILE}`"),
            false => format!("call it `{stem}/{FILE}`"),
        };
        self.report.add(remark.help(help));
    }

    /// Reads a file of skills; a bad file is reported and left out.
    fn file(&mut self, path: &str) {
        let text = match bounded(path, MAX_FILE, self.sources) {
            Ok(bytes) if bytes.len() > MAX_FILE => Err(format!("it has over {MAX_FILE} bytes")),
            Ok(bytes) => String::from_utf8(bytes).map_err(|fault| {
                let at = fault.utf8_error().valid_up_to();
                format!("its byte {} is not UTF-8", at + 1)
            }),
            Err(SourceFault::Missing) => Err("it is not there".to_owned()),
            Err(SourceFault::Unreadable(why)) => Err(why),
        };
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                let place = self.stand_in(path);
                self.bad(place, format!("{} could not be read: {why}", quote(path)));
                return;
            }
        };
        let source = Source::new(path, text);
        let read = file::read(&source);
        let number = self.before + self.files.len();
        self.files.push(File { number, source, document: Document::default() });
        match read {
            Ok(skill) => self.found.push((skill, number)),
            Err(bad) => {
                let place = Place { file: number, start: bad.at.start, end: bad.at.end };
                self.bad(
                    place,
                    format!("{} is not an instruction skill: {}", quote(path), bad.why),
                );
            }
        }
    }

    /// The beginning of a file that was not read.
    fn stand_in(&mut self, path: &str) -> Place {
        let number = self.before + self.files.len();
        let source = Source::new(path, String::new());
        self.files.push(File { number, source, document: Document::default() });
        Place { file: number, start: 0, end: 0 }
    }

    fn bad(&mut self, place: Place, message: String) {
        let remark = Remark::new(codes::INSTRUCTIONS_FILE, place, message);
        self.report.add(remark.help(
            "a folder with a file `SKILL.md`: `---`, `name: …`, `description: …`, `---`, and the body",
        ));
    }

    /// The skills whose names are their own, as far as they are one list.
    fn bundle(mut self, folders: &[Folder]) -> Vec<Instruction> {
        self.duplicates();
        let skills: Vec<_> =
            self.found.iter().map(|(skill, _)| skill.instruction.clone()).collect();
        let fault = match Registry::default().upsert(&skills) {
            Ok(skills) => return skills,
            Err(fault) => fault,
        };
        let long = match &fault {
            InstructionFault::Body { skill, .. } => {
                self.found.iter().find(|(found, _)| found.instruction.name == *skill)
            }
            InstructionFault::Names { .. }
            | InstructionFault::Count { .. }
            | InstructionFault::Empty => None,
        };
        let place = long.map(|(skill, file)| Place {
            file: *file,
            start: skill.body.start,
            end: skill.body.end,
        });
        let named = folders.iter().rev().find_map(|folder| folder.place);
        let place = place.or(named).unwrap_or(Place { file: self.before, start: 0, end: 0 });
        let remark = Remark::new(fault.code(), place, fault.to_string());
        self.report.add(remark.help(fault.code().remedy()));
        skills
    }

    /// Tells the files of one name, and leaves all of them out.
    fn duplicates(&mut self) {
        let mut firsts: HashMap<String, Vec<Place>> = HashMap::new();
        let place = |skill: &Skill, file: usize| Place {
            file,
            start: skill.name.start,
            end: skill.name.end,
        };
        for (skill, file) in &self.found {
            let key = compared(&skill.instruction.name);
            firsts.entry(key).or_default().push(place(skill, *file));
        }
        let path = |place: &Place| {
            let file = place.file.checked_sub(self.before).and_then(|at| self.files.get(at));
            quote(file.map_or("", |file| file.source.name()))
        };
        for (skill, file) in &self.found {
            let name = &skill.instruction.name;
            let places = firsts.get(&compared(name)).map_or(&[][..], Vec::as_slice);
            let own = place(skill, *file);
            let Some(other) = places.iter().find(|place| **place != own) else { continue };
            let message = format!(
                "{} and {} are both called {}: neither is loaded",
                path(&own),
                path(other),
                quote(name)
            );
            let remark = Remark::new(codes::INSTRUCTIONS_DUPLICATE, own, message);
            self.report.add(remark.help("rename one").also(*other, "the other is called so here"));
        }
        self.found.retain(|(skill, _)| {
            firsts.get(&compared(&skill.instruction.name)).is_some_and(|places| places.len() == 1)
        });
    }
}

/// Whether a file was meant as an instruction skill, by its name.
fn is_meant(entry: &str) -> bool {
    let lower = entry.to_ascii_lowercase();
    lower.ends_with(".md") && lower != "readme.md"
}

fn missing(name: &str, place: Place, fault: SourceFault, sources: &dyn Sources) -> Remark {
    let message = match fault {
        SourceFault::Missing => format!("there is no folder {}", quote(name)),
        SourceFault::Unreadable(why) => {
            format!("the folder {} could not be read: {why}", quote(name))
        }
    };
    let names = sources.names();
    let folders = names.iter().map(|name| name.split('/').next().unwrap_or(name));
    let remark = Remark::new(codes::INCLUDE_MISSING, place, message);
    match lang::nearest(name, folders.filter(|folder| *folder != name)) {
        Some(near) => remark.help(format!("did you mean `{near}`?")),
        None => remark.help("write the folder's path relative to the file that names it"),
    }
}
