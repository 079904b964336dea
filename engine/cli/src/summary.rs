//! The summary of a run: rows per kind, and dropped rows per reason.

mod counts;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::Duration;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
pub use counts::Counts;
use engine::classify::DropReason;
use engine::station::{KindId, Skill};
use serde_json::{Map, Value, json};

/// The most repeated references that are listed.
const MAX_LISTED: usize = 5;

/// The summary of a run's rows.
pub struct Summary<'a> {
    skill: &'a Skill,
    counts: Counts,
    references: Option<HashSet<Box<str>>>,
    /// The number of items whose reference an earlier item has.
    repeated: u64,
    /// The first repeated references.
    listed: Vec<String>,
}

impl<'a> Summary<'a> {
    /// An empty summary.
    pub fn new(skill: &'a Skill, references: References) -> Summary<'a> {
        Summary {
            skill,
            counts: Counts::new(skill, references),
            references: (references == References::Unique).then(HashSet::new),
            repeated: 0,
            listed: Vec::new(),
        }
    }

    /// The counts so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Adds the counts of the rows that follow.
    pub fn add(&mut self, mut counts: Counts) {
        for reference in counts.take_references() {
            if let Some(seen) = &mut self.references
                && let Some(again) = seen.replace(reference)
            {
                self.repeated += 1;
                if self.listed.len() < MAX_LISTED {
                    self.listed.push(again.into());
                }
            }
        }
        self.counts.add(counts);
    }

    /// The summary as tables for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let kinds = self
            .skill
            .kinds()
            .iter()
            .zip(&self.counts.kinds)
            .map(|(kind, count)| (kind.name.clone(), *count));
        table(&mut out, "kind", kinds);
        table(&mut out, "not offered", self.reasons());
        let fields = self.skill.present().fields.iter().zip(&self.counts.unreadable);
        table(
            &mut out,
            "unreadable field",
            fields.filter(|(_, n)| **n > 0).map(|(f, n)| (f.name.clone(), *n)),
        );
        let _ = writeln!(out, "{}", self.line());
        out
    }

    /// The summary as an object for programs.
    pub fn json(&self) -> Value {
        let counted = |pairs: Vec<(String, u64)>| -> Map<String, Value> {
            pairs.into_iter().map(|(name, count)| (name, json!(count))).collect()
        };
        let kinds = self
            .skill
            .kinds()
            .iter()
            .zip(&self.counts.kinds)
            .map(|(kind, n)| (kind.name.clone(), *n));
        let fields = self.skill.present().fields.iter().zip(&self.counts.unreadable);
        let fields = fields.filter(|(_, n)| **n > 0).map(|(field, n)| (field.name.clone(), *n));
        let drops = self.counts.drops.iter().map(|(word, n)| ((*word).to_owned(), *n));
        let mut object = json!({
            "skill": self.skill.name(),
            "rows": self.counts.rows,
            "bad": self.counts.bad,
            "items": self.counts.kinds.iter().sum::<u64>(),
            "kinds": counted(kinds.collect()),
            "dropped": counted(drops.collect()),
            "unreadable": counted(fields.collect()),
        });
        if let (Some(_), Some(object)) = (&self.references, object.as_object_mut()) {
            object.insert("repeated_refs".to_owned(), json!(self.repeated));
        }
        object
    }

    /// The summary in one line.
    pub fn line(&self) -> String {
        let items: u64 = self.counts.kinds.iter().sum();
        let mut line = format!(
            "{}: {}, {} not offered",
            counted(self.counts.rows, "row"),
            counted(items, "item"),
            self.counts.rows - items
        );
        if self.counts.bad > 0 {
            let _ = write!(line, "; {} skipped", counted(self.counts.bad, "bad row"));
        }
        if self.references.is_some() {
            let repeated = counted(self.repeated, "item");
            let _ = write!(line, "; {repeated} with a repeated reference");
            if !self.listed.is_empty() {
                let _ = write!(line, " ({})", self.listed.join(", "));
            }
        }
        line
    }

    /// The duration and the throughput, in words.
    pub fn stats(&self, took: Duration) -> String {
        let seconds = took.as_secs_f64().max(1e-9);
        format!(
            "{:.3} s: {:.0} rows/s, {:.1} MB/s",
            seconds,
            self.counts.rows as f64 / seconds,
            self.counts.bytes as f64 / 1e6 / seconds
        )
    }

    /// The reasons why rows are not offered, with counts; rows with several kinds are counted per set of kinds.
    fn reasons(&self) -> impl Iterator<Item = (String, u64)> {
        let overlap_word = DropReason::SeveralKinds(Default::default()).word();
        let plain = self
            .counts
            .drops
            .iter()
            .filter(move |(word, _)| **word != overlap_word)
            .map(|(word, n)| ((*word).to_owned(), *n));
        let overlaps =
            self.counts.overlaps.iter().map(|(kinds, n)| (overlap(self.skill, kinds), *n));
        plain.chain(overlaps)
    }
}

/// A count and its noun: `1 row`, `2 rows`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Whether references are kept, to find repeated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    /// Each reference is kept.
    Unique,
    /// No reference is kept.
    Any,
}

/// The reason why a row is not offered; for a row with several kinds, with their names.
pub fn why(skill: &Skill, drop: &DropReason) -> String {
    match drop {
        DropReason::SeveralKinds(kinds) => overlap(skill, kinds),
        DropReason::NoKind | DropReason::PriceUnreadable | DropReason::NoReference => {
            drop.word().to_owned()
        }
    }
}

fn overlap(skill: &Skill, kinds: &[KindId]) -> String {
    let name = |id: &KindId| skill.kinds().get(id.index()).map_or("?", |kind| kind.name.as_str());
    let names: Vec<_> = kinds.iter().map(name).collect();
    format!("{}: {}", DropReason::SeveralKinds(Default::default()).word(), names.join(", "))
}

fn table(out: &mut String, head: &str, rows: impl Iterator<Item = (String, u64)>) {
    let rows: Vec<_> = rows.map(|(name, count)| vec![name, count.to_string()]).collect();
    if rows.is_empty() {
        return;
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header([head, "rows"]).add_rows(rows);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let _ = writeln!(out, "{table}\n");
}
