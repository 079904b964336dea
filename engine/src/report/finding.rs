//! Findings for the author of a station: with their places, collected and sorted by file.

use std::collections::HashSet;
use std::ops::Range;

use lang::{Code, Severity};

use crate::limits::MAX_FINDINGS;
use crate::text::file::{File, Place};
use crate::text::source::Position;
use crate::text::yaml::Style;

/// One finding in a station's files.
///
/// Message and help are lower case, without full stop; the author's words are in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its row in the table of codes.
    pub code: Code,
    /// How much it weighs: its code's severity.
    pub severity: Severity,
    /// The fault, with the name of the thing.
    pub message: String,
    /// What it is about.
    pub at: Spot,
    /// What to write instead.
    pub help: Option<String>,
    /// The remedy as one edit, where one is known.
    pub fix: Option<Edit>,
    /// Other places that belong to it, each with what it is.
    pub also: Vec<(Spot, String)>,
    /// A row that shows it, as JSON, confirmed by the machine.
    pub witness: Option<String>,
}

/// A place in a file, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The file's name.
    pub file: String,
    /// The bytes of the file, byte order mark included.
    pub span: Range<usize>,
    /// Its first character.
    pub start: Position,
    /// The character after its last.
    pub end: Position,
}

/// An edit that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced range; empty if the text is inserted.
    pub at: Spot,
    /// The new text.
    pub text: String,
}

/// A finding before its places are lines and columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Remark {
    code: Code,
    place: Place,
    message: String,
    help: Option<String>,
    fix: Option<(Place, String, Quotes)>,
    also: Vec<(Place, String)>,
    witness: Option<String>,
}

/// What an edit does with the quotes that its place begins and ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Quotes {
    /// It replaces them.
    Replaced,
    /// It leaves them where the text would be something else without them.
    KeptWhereNeeded,
}

impl Remark {
    pub(crate) fn new(code: Code, place: Place, message: impl Into<String>) -> Remark {
        Remark {
            code,
            place,
            message: message.into(),
            help: None,
            fix: None,
            also: Vec::new(),
            witness: None,
        }
    }

    /// With what to write instead.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Remark {
        self.help = Some(help.into());
        self
    }

    /// Adds what to write instead, if it is known.
    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Remark {
        self.help = help.or(self.help);
        self
    }

    /// With the edit that mends it.
    pub(crate) fn fix(mut self, place: Place, text: impl Into<String>) -> Remark {
        self.fix = Some((place, text.into(), Quotes::Replaced));
        self
    }

    /// With another place and what it is.
    pub(crate) fn also(mut self, place: Place, what: impl Into<String>) -> Remark {
        self.also.push((place, what.into()));
        self
    }

    /// Adds a row that shows it, if there is one.
    pub(crate) fn maybe_witness(mut self, row: Option<String>) -> Remark {
        self.witness = row.or(self.witness);
        self
    }

    /// Adds the nearest of some names as a replacement, in quotes if the place needs them. If no name is near, the
    /// help is what may be written there.
    pub(crate) fn near<'n>(
        self,
        typed: &str,
        names: impl IntoIterator<Item = &'n str>,
        otherwise: impl FnOnce() -> String,
    ) -> Remark {
        let Some(near) = lang::nearest(typed, names) else { return self.help(otherwise()) };
        let mut found = self.help(format!("did you mean `{near}`?"));
        found.fix = Some((found.place, near.to_owned(), Quotes::KeptWhereNeeded));
        found
    }

    /// With its edit, of a part of a text, made an edit of the text: what it is about is the text.
    pub(crate) fn within(mut self, text: &str, part: &str) -> Remark {
        if let Some((_, mended, _)) = &mut self.fix {
            *mended = text.replacen(part, mended, 1);
        }
        self
    }
}

/// Everything there is to say of a station.
#[derive(Debug, Default)]
pub(crate) struct Report {
    remarks: Vec<Remark>,
    told: HashSet<Remark>,
    /// The number of repeated remarks: a value that several aliases name is checked at each of them.
    again: usize,
    /// The conditions that were met, each with its scalar's place, and each once.
    pub(crate) conditions: Vec<Condition>,
    places: HashSet<Place>,
    /// What the patterns of all conditions take, in bytes.
    pub(crate) pattern_bytes: usize,
    is_refused: bool,
    more: More,
}

/// A condition as the file has it.
#[derive(Debug)]
pub(crate) struct Condition {
    /// The place of its scalar, quotes included.
    pub(crate) place: Place,
    /// What YAML has made of it.
    pub(crate) text: String,
    pub(crate) style: Style,
}

/// Whether findings were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum More {
    /// Every finding is in the list.
    #[default]
    No,
    /// The limit of findings was reached, and looking on was of no use.
    Yes,
}

impl Report {
    pub(crate) fn add(&mut self, remark: Remark) {
        if remark.code.severity() == Severity::Refused {
            self.is_refused = true;
        }
        if self.told.contains(&remark) && self.again < MAX_FINDINGS {
            self.again += 1;
        } else if self.remarks.len() < MAX_FINDINGS && self.told.insert(remark.clone()) {
            self.remarks.push(remark);
        } else {
            self.more = More::Yes;
        }
    }

    /// Keeps a condition; a condition that several aliases name is kept once.
    pub(crate) fn condition(&mut self, place: Place, text: &str, style: Style) {
        if self.places.insert(place) {
            self.conditions.push(Condition { place, text: text.to_owned(), style });
        }
    }

    /// Whether further findings would be left out, so that looking for one is of no use.
    pub(crate) fn is_full(&self) -> bool {
        self.more == More::Yes && self.refuses()
    }

    /// Whether findings were left out.
    pub(crate) fn more(&self) -> More {
        self.more
    }

    /// Whether anything said so far refuses the station.
    pub(crate) fn refuses(&self) -> bool {
        self.is_refused
    }

    /// The findings in file order.
    pub(crate) fn finish(self, files: &[File]) -> Vec<Finding> {
        let mut remarks = self.remarks;
        remarks.sort_by_key(|remark| (remark.place.file, remark.place.start));
        // A policy is read at every place that names it; a fault in it is reported once.
        let mut told = HashSet::new();
        remarks.retain(|remark| told.insert((remark.code, remark.place, remark.message.clone())));
        remarks.into_iter().map(|remark| remark.finding(files)).collect()
    }
}

impl Remark {
    fn finding(self, files: &[File]) -> Finding {
        Finding {
            code: self.code,
            severity: self.code.severity(),
            message: self.message,
            at: spot(self.place, files),
            help: self.help,
            fix: self.fix.map(|fix| edit(fix, files)),
            also: self.also.into_iter().map(|(place, what)| (spot(place, files), what)).collect(),
            witness: self.witness,
        }
    }
}

/// An edit at its place. A text that stays in quotes contains nothing that the quotes would change.
fn edit((mut place, text, quotes): (Place, String, Quotes), files: &[File]) -> Edit {
    let stands = files.get(place.file).map(|file| file.source.slice(place.start..place.end));
    let quoted = |stands: &str| {
        let within = |quote: char| stands.starts_with(quote) && stands.ends_with(quote);
        stands.len() > 1 && (within('"') || within('\''))
    };
    let plain = text.chars().all(|c| c.is_alphanumeric() || "$_-./".contains(c));
    if quotes == Quotes::KeptWhereNeeded && !plain && stands.is_some_and(quoted) {
        (place.start, place.end) = (place.start + 1, place.end - 1);
    }
    Edit { at: spot(place, files), text }
}

pub(crate) fn spot(place: Place, files: &[File]) -> Spot {
    let none = Position { line: 1, column: 1 };
    let Some(file) = files.get(place.file) else {
        return Spot { file: String::new(), span: 0..0, start: none, end: none };
    };
    Spot {
        file: file.source.name().to_owned(),
        span: place.start..place.end,
        start: file.source.position(place.start),
        end: file.source.position(place.end),
    }
}
