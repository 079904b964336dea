//! Sides that do the same work, round by round in turn, and the table of what they took.

use std::fmt;
use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// How many rounds are timed, after one that is not.
const ROUNDS: usize = 21;

/// How long a round is to take at least, in nanoseconds of the processor.
const ROUND: f64 = 2e6;

/// One way to do a work. It answers what it counted.
pub struct Side<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

/// A side of this name.
pub fn side<'a>(name: &'static str, run: impl FnMut() -> u64 + 'a) -> Side<'a> {
    Side { name, run: Box::new(run) }
}

/// What a work is measured in.
#[derive(Clone, Copy)]
pub enum Unit {
    /// Nanoseconds for each of so many.
    Each(usize),
    /// Gigabytes a second, of so many bytes.
    Bytes(usize),
}

/// Sides that did not count the same.
#[derive(Debug)]
pub struct Disagreement {
    work: String,
    counts: Vec<(&'static str, u64)>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.work, self.counts)
    }
}

/// The table that is printed.
pub struct Table {
    only: String,
    printed: usize,
}

impl Table {
    /// A table of the works whose name has this word.
    pub fn new(only: String) -> Table {
        Table { only, printed: 0 }
    }

    /// Whether a work of this name is wanted, or one whose name begins so.
    pub fn wants(&self, work: &str) -> bool {
        work.contains(&self.only) || self.only.starts_with(work)
    }

    /// Times all sides of a work, the first of which is this workspace's own; answers the medians, in nanoseconds.
    pub fn race(
        &mut self,
        work: &str,
        unit: Unit,
        mut sides: Vec<Side<'_>>,
    ) -> Result<Vec<f64>, Disagreement> {
        if !work.contains(&self.only) {
            return Ok(Vec::new());
        }
        let counts: Vec<_> = sides.iter_mut().map(|side| (side.name, (side.run)())).collect();
        if counts.iter().any(|(_, count)| Some(*count) != counts.first().map(|first| first.1)) {
            return Err(Disagreement { work: work.to_owned(), counts });
        }
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); sides.len()];
        let repeats: Vec<usize> = sides.iter_mut().map(|side| repeats(timed(side, 1))).collect();
        for _ in 0..ROUNDS {
            for ((side, times), repeats) in sides.iter_mut().zip(&mut times).zip(&repeats) {
                times.push(timed(side, *repeats));
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        self.print(work, unit, &sides, &medians);
        Ok(medians)
    }

    /// Compares what two sides came to that count nothing while they are timed.
    pub fn agree(&self, work: &str, [ours, limit]: [u64; 2]) -> Result<(), Disagreement> {
        if ours == limit {
            return Ok(());
        }
        let counts = vec![("pointsman", ours), ("the limit", limit)];
        Err(Disagreement { work: work.to_owned(), counts })
    }

    fn print(&mut self, work: &str, unit: Unit, sides: &[Side<'_>], medians: &[f64]) {
        if self.printed == 0 {
            println!("| work | side | median | ours takes |\n|---|---|---|---|");
        }
        self.printed += 1;
        let ours = medians.first().copied().unwrap_or_default();
        for (side, median) in sides.iter().zip(medians) {
            let told = match unit {
                Unit::Each(count) => format!("{:.2} ns", median / count as f64),
                Unit::Bytes(bytes) => format!("{:.2} GB/s", bytes as f64 / median),
            };
            println!("| {work} | {} | {told} | {:.2}× |", side.name, ours / median);
        }
    }

    /// Prints a line of its own.
    pub fn note(&mut self, work: &str, words: &str) {
        println!("| {work} | | | {words} |");
    }
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

/// What the thread has had of the processor, in nanoseconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The middle of some times.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The geometric mean.
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
