//! Races sides that do the same work, in interleaved rounds, and records their times.

use std::collections::BTreeMap;
use std::fmt;
use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// The shortest duration of a round, in nanoseconds of CPU time.
const ROUND: f64 = 2e6;

/// The name of this workspace's side.
pub const OURS: &str = "pointsman";

/// One implementation of a work. It returns its count.
pub struct Side<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

/// A side with this name.
pub fn side<'a>(name: &'static str, run: impl FnMut() -> u64 + 'a) -> Side<'a> {
    Side { name, run: Box::new(run) }
}

/// The unit of a work's time.
#[derive(Clone, Copy)]
pub enum Unit {
    /// Nanoseconds for each of this many rows.
    Each(usize),
    /// Gigabytes a second, for this many bytes.
    Bytes(usize),
}

/// Why a table cannot be made.
#[derive(Debug)]
pub enum Fault {
    /// Sides counted differently.
    Counts {
        /// The work.
        work: String,
        /// The count of each side.
        counts: Vec<(String, u64)>,
    },
    /// A side sorted a row into another kind than this workspace.
    Kind {
        /// The work.
        work: String,
        /// The index of the row.
        row: usize,
        /// The kind of the row, according to each.
        kinds: [(String, Option<u64>); 2],
    },
    /// A side that should be able to do a work cannot do it.
    Missing {
        /// The work.
        work: String,
        /// Its name.
        side: String,
    },
    /// A file that cannot be read or written.
    File(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Counts { work, counts } => write!(f, "{work}: counts differ: {counts:?}"),
            Fault::Kind { work, row, kinds } => {
                write!(f, "{work}: row {row} is sorted in two ways: {kinds:?}")
            }
            Fault::Missing { work, side } => write!(f, "{work}: {side} cannot do it"),
            Fault::File(said) => f.write_str(said),
        }
    }
}

/// The time of a side.
pub struct Timed {
    /// Its name.
    pub side: String,
    /// The median of its times for the whole work, in nanoseconds.
    pub median: f64,
    /// The interquartile range of its times, as a fraction of the median.
    pub spread: f64,
}

impl Timed {
    /// Summarises the times of a side.
    pub fn new(side: &str, times: Vec<f64>) -> Timed {
        let [low, median, high] = quartiles(times);
        Timed { side: side.to_owned(), median, spread: (high - low) / median }
    }

    /// Whether it is a hand-written limit, not a peer.
    pub fn is_limit(&self) -> bool {
        self.side.starts_with("limit")
    }
}

/// A work, and the time of each side, this workspace's side first.
pub struct Work {
    /// Its name: the work, then the condition.
    pub name: String,
    /// The unit of its times.
    pub unit: Unit,
    /// The count on which all sides agreed.
    pub count: u64,
    /// The sides.
    pub sides: Vec<Timed>,
}

impl Work {
    /// The work: the name without the condition.
    pub fn section(&self) -> &str {
        self.name.rsplit_once(' ').map_or(&self.name, |(section, _)| section)
    }

    /// The condition: the last word of its name.
    pub fn condition(&self) -> &str {
        self.name.rsplit_once(' ').map_or("", |(_, condition)| condition)
    }

    /// This workspace's time, and the times of the other sides.
    pub fn split(&self) -> Option<(&Timed, &[Timed])> {
        self.sides.split_first()
    }
}

/// All works so far. Nothing is printed before all sides of all works have agreed.
pub struct Table {
    only: String,
    rounds: usize,
    works: Vec<Work>,
    kinds: BTreeMap<String, Vec<u64>>,
}

impl Table {
    /// A table of the works whose name contains `only`. Without rounds, the sides only have to agree.
    pub fn new(only: String, rounds: usize) -> Table {
        Table { only, rounds, works: Vec::new(), kinds: BTreeMap::new() }
    }

    /// Whether a work with this name is wanted, or a work whose name starts with it.
    pub fn wants(&self, work: &str) -> bool {
        work.contains(&self.only) || self.only.starts_with(work)
    }

    /// Times all sides of a work. The first is this workspace.
    pub fn race(&mut self, work: &str, unit: Unit, mut sides: Vec<Side<'_>>) -> Result<(), Fault> {
        if !work.contains(&self.only) {
            return Ok(());
        }
        let counts: Vec<_> =
            sides.iter_mut().map(|side| (side.name.to_owned(), (side.run)())).collect();
        let count = counts.first().map_or(0, |first| first.1);
        if counts.iter().any(|(_, other)| *other != count) {
            return Err(Fault::Counts { work: work.to_owned(), counts });
        }
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); sides.len()];
        if self.rounds > 0 {
            eprintln!("peers: {work}");
            let repeats: Vec<usize> =
                sides.iter_mut().map(|side| repeats(timed(side, 1))).collect();
            for _ in 0..self.rounds {
                for ((side, times), repeats) in sides.iter_mut().zip(&mut times).zip(&repeats) {
                    times.push(timed(side, *repeats));
                }
            }
        }
        let sides =
            sides.iter().zip(times).map(|(side, times)| Timed::new(side.name, times)).collect();
        self.works.push(Work { name: work.to_owned(), unit, count, sides });
        Ok(())
    }

    /// Compares the results of all sides for each row. The first is this workspace.
    pub fn agree(&mut self, work: &str, sides: &[(&str, Vec<u64>)]) -> Result<(), Fault> {
        let Some(((ours, wanted), others)) = sides.split_first() else { return Ok(()) };
        for (other, kinds) in others {
            let rows = wanted.len().max(kinds.len());
            let at = |row: &usize| wanted.get(*row) != kinds.get(*row);
            if let Some(row) = (0..rows).find(at) {
                let kind = |side: &str, kinds: &[u64]| (side.to_owned(), kinds.get(row).copied());
                let kinds = [kind(ours, wanted), kind(other, kinds)];
                return Err(Fault::Kind { work: work.to_owned(), row, kinds });
            }
        }
        self.kinds.insert(work.to_owned(), histogram(wanted));
        Ok(())
    }

    /// Adds a side that was timed elsewhere, over as many rows.
    ///
    /// `counts` has the number of rows of each kind, starting with the rows of no kind. For a condition, it has the
    /// number of rows that satisfy the condition.
    pub fn add(
        &mut self,
        work: &str,
        rows: usize,
        side: Timed,
        counts: Vec<u64>,
    ) -> Result<(), Fault> {
        let kinds = self.kinds.get(work);
        let Some(found) = self.works.iter_mut().find(|found| found.name == work) else {
            return Ok(());
        };
        let wanted = kinds.cloned().unwrap_or_else(|| vec![found.count]);
        let same_rows = matches!(found.unit, Unit::Each(count) if count == rows);
        if !same_rows || counts != wanted {
            let each = |name: &str, counts: Vec<u64>| {
                counts.into_iter().map(|count| (name.to_owned(), count)).collect::<Vec<_>>()
            };
            let counts = [each(OURS, wanted), each(&side.side, counts)].concat();
            return Err(Fault::Counts { work: work.to_owned(), counts });
        }
        found.sides.push(side);
        Ok(())
    }

    /// The works, in race order.
    pub fn works(&self) -> &[Work] {
        &self.works
    }
}

/// The number of rows of each kind, starting with the rows of no kind.
fn histogram(kinds: &[u64]) -> Vec<u64> {
    let mut counts = Vec::new();
    for kind in kinds {
        let at = usize::try_from(*kind).unwrap_or_default();
        if counts.len() <= at {
            counts.resize(at + 1, 0);
        }
        if let Some(count) = counts.get_mut(at) {
            *count += 1;
        }
    }
    counts
}

/// How often a side runs in a round.
fn repeats(time: f64) -> usize {
    (ROUND / time.max(1.0)).ceil() as usize
}

fn timed(side: &mut Side<'_>, repeats: usize) -> f64 {
    let start = now();
    for _ in 0..repeats {
        black_box((side.run)());
    }
    (now() - start) / repeats as f64
}

/// The CPU time of the thread, in nanoseconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The quartiles of some times.
fn quartiles(mut times: Vec<f64>) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| times.get(times.len() * quarter / 4).copied().unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raced() -> Table {
        let mut table = Table::new(String::new(), 0);
        table.agree("batch C5", &[(OURS, vec![0, 2, 2, 0])]).unwrap();
        let sides = vec![side(OURS, || 4), side("limit-batch", || 4)];
        table.race("batch C5", Unit::Each(4), sides).unwrap();
        table
    }

    #[test]
    fn a_side_that_counts_otherwise_ends_the_race() {
        let sides = vec![side(OURS, || 3), side("cel", || 4)];
        let fault = Table::new(String::new(), 1).race("row C1", Unit::Each(9), sides).unwrap_err();
        assert_eq!(fault.to_string(), r#"row C1: counts differ: [("pointsman", 3), ("cel", 4)]"#);
    }

    #[test]
    fn kinds_are_compared_row_by_row() {
        let said = [(OURS, vec![1, 0, 2]), ("cel", vec![1, 2, 0])];
        let fault = raced().agree("row C5", &said).unwrap_err();
        let wanted =
            r#"row C5: row 1 is sorted in two ways: [("pointsman", Some(0)), ("cel", Some(2))]"#;
        assert_eq!(fault.to_string(), wanted);
        assert!(raced().agree("row C5", &[(OURS, vec![1]), ("cel", vec![1, 0])]).is_err());
    }

    #[test]
    fn what_was_timed_elsewhere_counts_each_kind_alike_over_as_many_rows() {
        let add =
            |rows, counts| raced().add("batch C5", rows, Timed::new("polars", vec![1.0]), counts);
        assert!(add(4, vec![2, 0, 2]).is_ok());
        assert!(add(5, vec![2, 0, 2]).is_err());
        assert!(add(4, vec![2, 1, 1]).is_err());
    }

    #[test]
    fn works_are_found_by_a_word_or_by_how_they_begin() {
        let table = Table::new("row hot C1".to_owned(), 0);
        assert!(table.wants("row hot") && table.wants("row hot C1") && !table.wants("batch"));
    }

    #[test]
    fn the_middle_half_is_the_spread() {
        let timed = Timed::new("cel", vec![4.0, 1.0, 2.0, 3.0, 10.0]);
        assert_eq!((timed.median, timed.spread), (3.0, 2.0 / 3.0));
    }
}
