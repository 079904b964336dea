//! `diff`: the changes of kinds and guards between two stations.

use std::io::{self, Write};

use engine::classify::Classifier;
use engine::diff::{Change, GuardChange, GuardSite, KindChange, Witness};
use engine::station::{Skill, Station};
use serde_json::{Map, Value, json};
use vm::{Feed, Kinds, Shape};

use crate::args::{Diff, Format};
use crate::outcome::{Failure, Outcome};
use crate::summary::counted;
use crate::{input, station};

/// Prints how each kind and each guard changed, and how many rows changed their kind.
///
/// # Errors
/// `Refused` if a station is refused, `Usage` if the skill does not exist or is needed and not named, `Outside` if a
/// file cannot be read.
pub fn run(diff: &Diff) -> Outcome {
    let (old, new) = (station::working(&diff.old)?, station::working(&diff.new)?);
    if let Some(name) = &diff.skill {
        station::skill(&old, name).or_else(|_| station::skill(&new, name))?;
    }
    let changes = engine::diff::diff(&old, &new, diff.skill.as_deref());
    let guards = engine::diff::diff_guards(&old, &new, diff.skill.as_deref());
    let rows = match &diff.rows {
        Some(path) => {
            let (before, after) = skill_pair(diff, &old, &new)?;
            let shape = match &diff.rows_at {
                Some(rows_at) => input::shape(rows_at)?,
                None => new.saved_answer(after),
            };
            let mut rows = RowComparison::new(&old, before, &new, after)?;
            rows.compare(path, shape)?;
            Some(rows)
        }
        None => None,
    };
    let mut out = io::stdout().lock();
    match diff.format {
        Format::Text => text(&mut out, &changes, &guards, rows.as_ref()),
        Format::Json => {
            let object = json!({
                "kinds": changes.iter().map(|change| kind_object(change, rows.as_ref())).collect::<Vec<_>>(),
                "guards": guards.iter().map(guard_object).collect::<Vec<_>>(),
                "rows": rows.as_ref().map(|rows| json!({"read": rows.read, "bad": rows.bad, "changed": rows.changed})),
            });
            let text = serde_json::to_string_pretty(&object)
                .map_err(|fault| Failure::Outside(fault.to_string()))?;
            Ok(writeln!(out, "{text}")?)
        }
    }
}

/// The skill that sorts the rows, in both stations: the named one, or the only one with kinds in both.
fn skill_pair<'a>(
    diff: &Diff,
    old: &'a Station,
    new: &'a Station,
) -> Result<(&'a Skill, &'a Skill), Failure> {
    if let Some(name) = &diff.skill {
        return Ok((station::skill(old, name)?, station::skill(new, name)?));
    }
    let has_kinds = |skill: &&Skill| !skill.kinds().is_empty();
    let mut pairs = old
        .skills()
        .iter()
        .filter(has_kinds)
        .filter_map(|skill| Some((skill, new.skill(skill.name()).filter(has_kinds)?)));
    match (pairs.next(), pairs.next()) {
        (Some(pair), None) => Ok(pair),
        (None, _) => Err(Failure::Usage("no skill has kinds in both stations".to_owned())),
        (Some(_), Some(_)) => {
            Err(Failure::Usage("several skills have kinds; name one with --skill".to_owned()))
        }
    }
}

/// Rows sorted by both stations, and the differences.
struct RowComparison<'a> {
    before: Classifier<'a>,
    after: Classifier<'a>,
    /// The number of rows that were read.
    read: u64,
    /// The number of rows that could not be read.
    bad: u64,
    /// The number of rows whose kind differs.
    changed: u64,
    /// The rows that each kind lost and gained, by the kind's name.
    by_kind: std::collections::BTreeMap<String, (u64, u64)>,
}

impl<'a> RowComparison<'a> {
    fn new(
        old: &'a Station,
        before: &'a Skill,
        new: &'a Station,
        after: &'a Skill,
    ) -> Result<RowComparison<'a>, Failure> {
        let sorted = |station: &'a Station, skill: &'a Skill| {
            station.classifier(skill).ok_or_else(|| {
                Failure::Usage(format!("`{}` has no kinds to sort rows into", skill.name()))
            })
        };
        Ok(RowComparison {
            before: sorted(old, before)?,
            after: sorted(new, after)?,
            read: 0,
            bad: 0,
            changed: 0,
            by_kind: std::collections::BTreeMap::new(),
        })
    }

    /// Compares every row of a file.
    fn compare(&mut self, path: &std::path::Path, shape: Shape) -> Outcome {
        let mut feed = Feed::new(input::open(path)?.0, shape);
        let (mut before, mut after) = (self.before.row(), self.after.row());
        while let Some(next) = feed.next() {
            let raw = match next {
                Ok(raw) => raw,
                Err(fault) if fault.ends() => return Err(Failure::file(path, fault)),
                Err(fault) => {
                    self.report_bad(path, &fault);
                    continue;
                }
            };
            let read = self
                .before
                .read(raw.bytes, &mut before)
                .and_then(|()| self.after.read(raw.bytes, &mut after));
            if let Err(bad) = read {
                let fault = raw.fault(bad);
                self.report_bad(path, &fault);
                continue;
            }
            self.read += 1;
            let was = names(&self.before, &self.before.kinds(&before));
            let is = names(&self.after, &self.after.kinds(&after));
            self.count(&was, &is);
        }
        Ok(())
    }

    fn report_bad(&mut self, path: &std::path::Path, fault: &vm::FeedFault) {
        self.bad += 1;
        anstream::eprintln!("{}: {fault}", path.display());
    }

    fn count(&mut self, was: &[&str], is: &[&str]) {
        if was == is {
            return;
        }
        self.changed += 1;
        for kind in was.iter().filter(|kind| !is.contains(kind)) {
            self.by_kind.entry((*kind).to_owned()).or_default().0 += 1;
        }
        for kind in is.iter().filter(|kind| !was.contains(kind)) {
            self.by_kind.entry((*kind).to_owned()).or_default().1 += 1;
        }
    }

    /// The rows that a kind lost and gained; `None` if another skill's rows were compared.
    fn lost_and_gained(&self, change: &KindChange) -> Option<(u64, u64)> {
        let is_compared = self.before.skill().name() == change.skill;
        is_compared.then(|| self.by_kind.get(&change.kind).copied().unwrap_or_default())
    }
}

/// The names of a row's kinds, in alphabetical order.
fn names<'a>(classifier: &Classifier<'a>, kinds: &Kinds) -> Vec<&'a str> {
    let numbers: Vec<usize> = match kinds {
        Kinds::None => Vec::new(),
        Kinds::One(number) => vec![usize::from(*number)],
        Kinds::Several(numbers) => numbers.iter().map(|number| usize::from(*number)).collect(),
    };
    let all = classifier.skill().kinds();
    let name = |number: usize| Some(all.get(number)?.name.as_str());
    let mut names: Vec<&str> = numbers.into_iter().filter_map(name).collect();
    names.sort_unstable();
    names
}

fn text(
    out: &mut impl Write,
    changes: &[KindChange],
    guards: &[GuardChange],
    rows: Option<&RowComparison<'_>>,
) -> Outcome {
    for change in changes {
        writeln!(out, "{} {}: {}", change.skill, change.kind, change.change.word())?;
        witnesses(out, &change.change, ["no longer", "now"])?;
        if let Some((lost, gained)) = rows.and_then(|rows| rows.lost_and_gained(change))
            && lost + gained > 0
        {
            writeln!(out, "  rows: {lost} no longer, {gained} now")?;
        }
    }
    let same = guards.iter().filter(|guard| guard.change.word() == "same").count() as u64;
    for guard in guards.iter().filter(|guard| guard.change.word() != "same") {
        writeln!(out, "{}, {}: {}", site(&guard.site), guard.guard, guard.change.word())?;
        witnesses(out, &guard.change, ["lets through no longer", "lets through now"])?;
    }
    if same > 0 {
        writeln!(out, "{} the same", counted(same, "guard"))?;
    }
    if let Some(rows) = rows {
        let bad =
            if rows.bad > 0 { format!("; {} bad rows skipped", rows.bad) } else { String::new() };
        writeln!(out, "{} of {} rows change{bad}", rows.changed, rows.read)?;
    }
    Ok(())
}

/// Prints the example rows of a change, each after its label.
fn witnesses(out: &mut impl Write, change: &Change, labels: [&str; 2]) -> Outcome {
    let Change::Compared { lost, gained } = change else { return Ok(()) };
    for (label, shown) in labels.into_iter().zip([lost, gained]) {
        match shown {
            Witness::Row(row) => writeln!(out, "  {label}: {row}")?,
            Witness::Undecided => writeln!(out, "  {label}: could not be decided")?,
            Witness::None => {}
        }
    }
    Ok(())
}

/// The place of a guard, in words.
fn site(site: &GuardSite) -> String {
    match site {
        GuardSite::Call { skill, profile: None } => format!("{skill} call"),
        GuardSite::Call { skill, profile: Some(profile) } => format!("{skill} call for {profile}"),
        GuardSite::Line { skill, kind } => format!("{skill} {kind}"),
        GuardSite::Profile { skill, profile } => format!("{skill} for {profile}"),
        GuardSite::Submit => "submit".to_owned(),
        GuardSite::Playbook(name) => format!("submit of {name}"),
    }
}

fn guard_object(guard: &GuardChange) -> Value {
    let mut object = match &guard.site {
        GuardSite::Call { skill, profile: None } => json!({"before": "call", "skill": skill}),
        GuardSite::Call { skill, profile: Some(profile) } => {
            json!({"before": "call", "skill": skill, "profile": profile})
        }
        GuardSite::Line { skill, kind } => json!({"before": "line", "skill": skill, "kind": kind}),
        GuardSite::Profile { skill, profile } => {
            json!({"before": "line", "skill": skill, "profile": profile})
        }
        GuardSite::Submit => json!({"before": "submit"}),
        GuardSite::Playbook(name) => json!({"before": "submit", "playbook": name}),
    };
    let Some(entries) = object.as_object_mut() else { return object };
    entries.insert("guard".to_owned(), json!(guard.guard));
    entries.insert("change".to_owned(), json!(guard.change.word()));
    add_examples(entries, &guard.change);
    object
}

/// Adds the example rows of a change to an object.
fn add_examples(entries: &mut Map<String, Value>, change: &Change) {
    let Change::Compared { lost, gained } = change else { return };
    for (key, shown) in [("no_longer", lost), ("now", gained)] {
        if let Witness::Row(row) = shown {
            entries.insert(key.to_owned(), json!(row));
        }
    }
}

fn kind_object(change: &KindChange, rows: Option<&RowComparison<'_>>) -> Value {
    let mut object = json!({
        "skill": change.skill,
        "kind": change.kind,
        "change": change.change.word(),
    });
    let Some(entries) = object.as_object_mut() else { return object };
    add_examples(entries, &change.change);
    if let Some((lost, gained)) = rows.and_then(|rows| rows.lost_and_gained(change)) {
        entries.insert("rows".to_owned(), json!({"no_longer": lost, "now": gained}));
    }
    object
}
