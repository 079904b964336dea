//! What became of the rows: how many of each kind, how many dropped and why.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::time::Duration;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use engine::{Drop, Item, Skill};
use serde_json::{Map, Value, json};
use vm::Row;

/// How many references that came twice are named.
const NAMED: usize = 5;

/// Counts of a run.
pub struct Summary<'a> {
    skill: &'a Skill,
    /// Rows that were read.
    pub rows: u64,
    /// Rows that could not be read.
    pub bad: u64,
    /// Bytes of rows.
    pub bytes: u64,
    kinds: Vec<u64>,
    drops: BTreeMap<&'static str, u64>,
    overlaps: BTreeMap<Vec<usize>, u64>,
    unreadable: Vec<u64>,
    references: Option<HashSet<Box<str>>>,
    twice: u64,
    named: Vec<String>,
}

impl<'a> Summary<'a> {
    /// Nothing counted yet.
    pub fn new(skill: &'a Skill, references: References) -> Summary<'a> {
        Summary {
            skill,
            rows: 0,
            bad: 0,
            bytes: 0,
            kinds: vec![0; skill.kinds().len()],
            drops: BTreeMap::new(),
            overlaps: BTreeMap::new(),
            unreadable: vec![0; skill.present().fields.len()],
            references: (references == References::Unique).then(HashSet::new),
            twice: 0,
            named: Vec::new(),
        }
    }

    /// Counts an item.
    pub fn item(&mut self, item: &Item<'_>) {
        if let Some(count) = self.kinds.get_mut(item.kind_number()) {
            *count += 1;
        }
        if let Some(references) = &mut self.references
            && !references.insert(item.reference().into())
        {
            self.twice += 1;
            if self.named.len() < NAMED {
                self.named.push(item.reference().to_owned());
            }
        }
    }

    /// Counts a row that is not offered.
    pub fn dropped(&mut self, drop: &Drop) {
        *self.drops.entry(drop.word()).or_default() += 1;
        if let Drop::SeveralKinds(kinds) = drop {
            match self.overlaps.get_mut(kinds.as_slice()) {
                Some(count) => *count += 1,
                None => drop_in(&mut self.overlaps, kinds),
            }
        }
    }

    /// Counts the fields that a row has in another type than declared.
    pub fn read(&mut self, row: &Row) {
        for (slot, count) in self.unreadable.iter_mut().enumerate() {
            *count += u64::from(row.is_unreadable(slot));
        }
    }

    /// Why a row is not offered; of one that is of several kinds, of which.
    pub fn why(&self, drop: &Drop) -> String {
        match drop {
            Drop::SeveralKinds(kinds) => self.several(kinds),
            Drop::NoKind | Drop::PriceUnreadable | Drop::NoReference => drop.word().to_owned(),
        }
    }

    fn several(&self, kinds: &[usize]) -> String {
        let name =
            |&kind: &usize| self.skill.kinds().get(kind).map_or("?", |kind| kind.name.as_str());
        let names: Vec<_> = kinds.iter().map(name).collect();
        format!("{}: {}", Drop::SeveralKinds(Default::default()).word(), names.join(", "))
    }

    /// The summary as tables for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let kinds = self
            .skill
            .kinds()
            .iter()
            .zip(&self.kinds)
            .map(|(kind, count)| (kind.name.clone(), *count));
        table(&mut out, "kind", kinds);
        table(&mut out, "not offered", self.reasons());
        let fields = self.skill.present().fields.iter().zip(&self.unreadable);
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
        let kinds =
            self.skill.kinds().iter().zip(&self.kinds).map(|(kind, n)| (kind.name.clone(), *n));
        let fields = self.skill.present().fields.iter().zip(&self.unreadable);
        let fields = fields.filter(|(_, n)| **n > 0).map(|(field, n)| (field.name.clone(), *n));
        let drops = self.drops.iter().map(|(word, n)| ((*word).to_owned(), *n));
        let mut object = json!({
            "skill": self.skill.name(),
            "rows": self.rows,
            "bad": self.bad,
            "items": self.kinds.iter().sum::<u64>(),
            "kinds": counted(kinds.collect()),
            "dropped": counted(drops.collect()),
            "unreadable": counted(fields.collect()),
        });
        if let (Some(_), Some(object)) = (&self.references, object.as_object_mut()) {
            object.insert("repeated_refs".to_owned(), json!(self.twice));
        }
        object
    }

    /// The summary in one line.
    pub fn line(&self) -> String {
        let items: u64 = self.kinds.iter().sum();
        let mut line = format!(
            "{}: {}, {} not offered",
            several(self.rows, "row"),
            several(items, "item"),
            self.rows - items
        );
        if self.bad > 0 {
            let _ = write!(line, "; {} passed over", several(self.bad, "bad row"));
        }
        if self.references.is_some() {
            let twice = several(self.twice, "item");
            let _ = write!(line, "; {twice} with a reference that came before");
            if !self.named.is_empty() {
                let _ = write!(line, " ({})", self.named.join(", "));
            }
        }
        line
    }

    /// How fast it went.
    pub fn stats(&self, took: Duration) -> String {
        let seconds = took.as_secs_f64().max(1e-9);
        format!(
            "{:.3} s: {:.0} rows/s, {:.1} MB/s",
            seconds,
            self.rows as f64 / seconds,
            self.bytes as f64 / 1e6 / seconds
        )
    }

    /// Why rows are not offered; of those that are of several kinds, of which.
    fn reasons(&self) -> impl Iterator<Item = (String, u64)> {
        let several = Drop::SeveralKinds(Default::default()).word();
        let plain = self
            .drops
            .iter()
            .filter(move |(word, _)| **word != several)
            .map(|(word, n)| ((*word).to_owned(), *n));
        let overlaps = self.overlaps.iter().map(|(kinds, n)| (self.several(kinds), *n));
        plain.chain(overlaps)
    }
}

/// A count of things, in words.
pub fn several(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Whether references are kept to find those that come twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    /// All are kept.
    Unique,
    /// None is kept.
    Any,
}

fn drop_in(overlaps: &mut BTreeMap<Vec<usize>, u64>, kinds: &[usize]) {
    overlaps.insert(kinds.to_vec(), 1);
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
