//! From names of files to a station, or to everything that refuses it.

use std::collections::HashMap;

use crate::instruction::{self, Folder, Instruction};
use crate::limits::{MAX_FILE, MAX_FILES};
use crate::raw::keys::{condition_keys, refuse};
use crate::raw::{ListState, Rank, RawStation, Spanned, scalar};
use crate::report::codes;
use crate::report::finding::{Edit, Finding, More, Remark, Report};
use crate::report::format::canonical;
use crate::resolve::{self, Inputs};
pub use crate::resolve::{ArgumentInfo, OperationIndex};
use crate::sources::{Deployment, Sources, beside, bounded, unread};
use crate::station::Station;
use crate::syntax::Tree;
use crate::text::file::{File, Place, View, quote};
use crate::text::source::Source;
use crate::text::yaml::{self, Document, Fault, FaultKind};

/// What loading came to.
#[derive(Debug)]
pub struct Loaded {
    /// The station; there is none where a finding refuses it.
    pub station: Option<Station>,
    /// The operations that its documents and files of rows have, whether it is refused or not.
    pub operations: OperationIndex,
    /// Everything there is to say, in the order of the files and of the places in them.
    pub findings: Vec<Finding>,
    /// The edits of a formatter: one for each condition that is not in its canonical form.
    pub edits: Vec<Edit>,
    /// Whether findings were left out.
    pub more: More,
    /// The files that were read, for showing the lines of findings: the station's own first.
    pub sources: Vec<Source>,
    /// The trees of the station's own YAML files, in the order of `sources`. Sources that are not YAML follow these.
    pub trees: Vec<Tree>,
}

/// Loads the station in a file.
///
/// All findings come together. Time and memory are bounded by the files' sizes.
pub fn load(file: &str, sources: &dyn Sources, deployment: &Deployment) -> Loaded {
    let mut report = Report::default();
    let gathered = gather(file, sources, &mut report);
    let files = &gathered.files;
    let mut raw = RawStation::default();
    for (number, file) in files.iter().enumerate() {
        let rank = if number == 0 { Rank::First } else { Rank::Included };
        if let Some(root) = file.root() {
            raw.take(root, rank, &mut report);
        }
    }
    if gathered.state == ListState::Refused {
        raw.apis_state = ListState::Refused;
        raw.skills_state = ListState::Refused;
        raw.policies_state = ListState::Refused;
        raw.playbooks_state = ListState::Refused;
        raw.profiles_state = ListState::Refused;
    }
    let ((station, operations), mut guides) = match gathered.first {
        FileState::Read | FileState::Partly => {
            let (instructions, guides) = instructions(&raw, files.len(), sources, &mut report);
            let inputs = Inputs { sources, deployment, instructions };
            (resolve::resolve(&raw, files, inputs, &mut report), guides)
        }
        FileState::Refused => ((None, OperationIndex::default()), Vec::new()),
    };
    let edits = canonical(&report.conditions, files);
    let more = report.more();
    let mut files = gathered.files;
    let own = files.len();
    files.append(&mut guides);
    let findings = report.finish(&files);
    let sources = files.iter().map(|file| file.source.clone()).collect();
    let trees = files.into_iter().take(own).map(Tree::from).collect();
    Loaded { station, operations, findings, more, edits, sources, trees }
}

/// The instruction skills of the folders that a station names, and the files that they were read from.
fn instructions(
    raw: &RawStation<'_>,
    before: usize,
    sources: &dyn Sources,
    report: &mut Report,
) -> (Vec<Instruction>, Vec<File>) {
    let folder = |word: &Spanned<'_>| Folder {
        name: beside(word.view.file.source.name(), word.text),
        place: Some(word.place),
    };
    let folders: Vec<_> = raw.instructions.iter().map(folder).collect();
    let mut files = Vec::new();
    let skills = instruction::gather(&folders, &mut files, before, sources, report);
    (skills, files)
}

/// The files of a station.
struct Gathered {
    files: Vec<File>,
    /// Whether every file that is named could be read.
    state: ListState,
    /// What became of the station's own file.
    first: FileState,
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileState {
    Read,
    Partly,
    Refused,
}

/// A file that is to be read.
struct Pending {
    name: String,
    from: Option<Place>,
    parent: Option<usize>,
}

fn gather(first: &str, sources: &dyn Sources, report: &mut Report) -> Gathered {
    let mut gathered =
        Gathered { files: Vec::new(), state: ListState::Read, first: FileState::Read };
    let mut parents: Vec<Option<usize>> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut pending = vec![Pending { name: first.to_owned(), from: None, parent: None }];
    while let Some(next) = pending.pop() {
        if let Some(place) = next.from
            && let Some(path) = circle(&next, &parents, &gathered.files)
        {
            report.add(in_circle(place, &path));
            continue;
        }
        if numbers.contains_key(&next.name) {
            continue;
        }
        let number = gathered.files.len();
        if number >= MAX_FILES {
            report.add(too_many(next.from, number));
            gathered.state = ListState::Refused;
            break;
        }
        let read = read(&next, number, sources, report);
        let Some((file, whole)) = read else {
            gathered.state = ListState::Refused;
            continue;
        };
        if whole != FileState::Read {
            gathered.state = ListState::Refused;
        }
        if whole == FileState::Refused && number == 0 {
            gathered.first = FileState::Refused;
        }
        numbers.insert(next.name, number);
        parents.push(next.parent);
        let mut included: Vec<_> = includes(&file, report)
            .into_iter()
            .map(|word| Pending {
                name: beside(file.source.name(), word.text),
                from: Some(word.place),
                parent: Some(number),
            })
            .collect();
        included.reverse();
        pending.append(&mut included);
        gathered.files.push(file);
    }
    gathered
}

/// Reads one file. If the station's own file is missing, an empty file takes its place, so that a finding can point to
/// it.
fn read(
    next: &Pending,
    number: usize,
    sources: &dyn Sources,
    report: &mut Report,
) -> Option<(File, FileState)> {
    let bytes = match bounded(&next.name, MAX_FILE, sources) {
        Ok(bytes) => bytes,
        Err(fault) => {
            let place = next.from.unwrap_or(Place { file: number, start: 0, end: 0 });
            report.add(unread(&next.name, place, fault, sources));
            if number > 0 {
                return None;
            }
            let source = Source::new(next.name.clone(), String::new());
            let file = File { number, source, document: Document::default() };
            return Some((file, FileState::Refused));
        }
    };
    let (text, broken) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) if error.as_bytes().len() > MAX_FILE => {
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), None)
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(at))
        }
    };
    let source = Source::new(next.name.clone(), text);
    let (document, faults) = match broken {
        Some(at) => {
            let kind = FaultKind::Syntax("a byte is not UTF-8".to_owned());
            (None, vec![Fault { kind, span: at..at }])
        }
        None => yaml::read(&source, &condition_keys()),
    };
    // A key that seems to be missing may be in the second document.
    let has_more = faults.iter().any(|fault| fault.kind == FaultKind::SecondDocument);
    let state = match document {
        Some(_) if has_more => FileState::Partly,
        Some(_) => FileState::Read,
        None => FileState::Refused,
    };
    let file = File { number, source, document: document.unwrap_or_default() };
    for fault in faults {
        report.add(refused(&file, fault));
    }
    Some((file, state))
}

/// The texts under `include`. A key without a value is reported when the keys are read.
fn includes<'a>(file: &'a File, report: &mut Report) -> Vec<Spanned<'a>> {
    let entries = file.root().and_then(View::map).into_iter().flatten();
    let Some((_, value)) = { entries }.find(|(key, _)| key.text() == Some("include")) else {
        return Vec::new();
    };
    if value.is_nothing() {
        return Vec::new();
    }
    let form = "a list of files";
    match value.list() {
        Some(items) => {
            items.filter_map(|item| scalar(item, "the name of a file", report)).collect()
        }
        None => {
            refuse(value, form, report);
            Vec::new()
        }
    }
}

/// The path of a circle that an `include` closes.
fn circle(next: &Pending, parents: &[Option<usize>], files: &[File]) -> Option<Vec<String>> {
    let mut path = vec![next.name.clone()];
    let mut at = next.parent;
    while let Some(number) = at {
        let name = files.get(number)?.source.name();
        path.push(name.to_owned());
        if name == next.name {
            path.reverse();
            return Some(path);
        }
        at = parents.get(number).copied().flatten();
    }
    None
}

fn in_circle(place: Place, path: &[String]) -> Remark {
    let message = format!("files include one another in a circle: {}", path.join(" -> "));
    Remark::new(codes::INCLUDE_CYCLE, place, message).help("delete one `include`")
}

fn too_many(from: Option<Place>, number: usize) -> Remark {
    let place = from.unwrap_or(Place { file: 0, start: 0, end: 0 });
    let message = format!("over {number} files");
    Remark::new(codes::VALUE_TYPE, place, message).help("join some of them")
}

/// The finding for a fault of the YAML.
fn refused(file: &File, fault: Fault) -> Remark {
    let place = file.place(fault.span);
    match fault.kind {
        FaultKind::Syntax(what) => {
            Remark::new(codes::YAML_SYNTAX, place, format!("this is not YAML: {what}"))
                .help("quotes round a text that holds `: `, ` #` or a leading sign")
        }
        FaultKind::Escape => {
            let typed = quote(file.source.slice(place.start..place.end));
            let message = format!("this is not YAML: {typed} is not an escape in double quotes");
            Remark::new(codes::YAML_SYNTAX, place, message)
                .help("write single quotes round the whole, or the backslash twice")
        }
        FaultKind::Tab => Remark::new(codes::YAML_SYNTAX, place, "a tab in indentation")
            .help("indent with blanks"),
        FaultKind::DuplicateKey(key, first) => {
            let line = file.source.position(first.start).line;
            let message = format!("a map has the key {} twice, first on line {line}", quote(&key));
            Remark::new(codes::YAML_DUPLICATE_KEY, place, message)
                .help("delete or rename one")
                .also(file.place(first), "the first stands here")
        }
        FaultKind::SecondDocument => {
            Remark::new(codes::YAML_SECOND_DOCUMENT, place, "a second document begins")
                .help("one station a file: move it, use `include`")
        }
        FaultKind::TooLarge => {
            let message = format!("the file has over {MAX_FILE} bytes, which is the limit");
            Remark::new(codes::YAML_TOO_LARGE, place, message)
                .help("split it with `include`; rows belong in a file of their own")
        }
        FaultKind::TooDeep => {
            let limit = crate::limits::MAX_NESTING;
            Remark::new(codes::YAML_TOO_DEEP, place, format!("nesting over {limit} levels"))
                .help("flatten it")
        }
        FaultKind::Expansion => {
            let limit = crate::limits::MAX_EXPANSION;
            Remark::new(
                codes::YAML_EXPANSION,
                place,
                format!("aliases add more than {limit} nodes"),
            )
            .help("write it out, or use fewer aliases")
        }
        FaultKind::Circle => {
            Remark::new(codes::YAML_EXPANSION, place, "an alias stands within what it names")
                .help("write it out")
        }
        FaultKind::Key => {
            Remark::new(codes::VALUE_TYPE, place, "a list or map where a key is expected")
                .help("write a text as key")
        }
        FaultKind::Quote => {
            let message = "YAML took the text in quotes for the whole value";
            Remark::new(codes::CONDITION_YAML_TAG, place, message)
                .help("write quotes round the whole")
        }
    }
}
