//! What is asked of the figures, and whether they meet it.

use std::fmt::Write as _;

use crate::race::{Timed, Unit, Work};
use crate::report::digits;

/// How the works of a section are looked at.
#[derive(Clone, Copy)]
enum Measure {
    /// The geometric mean, over `C1` to `C4`, of the time of this workspace by that of a limit.
    Mean,
    /// The largest such ratio of any work whose condition is this.
    Limit(&'static str),
    /// The largest ratio of any work, against the peer that is nearest.
    Peers,
    /// The bytes of the work whose condition is this, in gigabytes a second.
    Rate(&'static str),
}

/// One thing that is asked.
struct Bar {
    section: &'static str,
    measure: Measure,
    /// At most so much; of a rate, at least.
    bound: f64,
}

const fn bar(section: &'static str, measure: Measure, bound: f64) -> Bar {
    Bar { section, measure, bound }
}

/// All that is asked.
const BARS: [Bar; 14] = [
    bar("row streamed", Measure::Mean, 2.0),
    bar("row hot", Measure::Mean, 2.0),
    bar("row hot", Measure::Limit("C5"), 2.0),
    bar("row hot", Measure::Limit("C6"), 1.0),
    bar("row beside peers", Measure::Peers, 1.0),
    bar("growth", Measure::Limit("categories"), 1.1),
    bar("growth", Measure::Limit("ranges"), 1.1),
    bar("batch", Measure::Mean, 2.0),
    bar("batch", Measure::Limit("C5"), 2.0),
    bar("batch", Measure::Limit("C6"), 2.0),
    bar("batch", Measure::Peers, 1.0),
    bar("JSON in order", Measure::Peers, 1.0),
    bar("JSON in order", Measure::Rate("C2"), 1.5),
    bar("JSON shuffled", Measure::Peers, 1.0),
];

/// Each thing that is asked and was measured, as Markdown.
pub fn markdown(works: &[Work]) -> String {
    let mut text = String::from("| asked | at most | measured | |\n|---|---|---|---|\n");
    let (mut asked, mut met) = (0, 0);
    for bar in &BARS {
        let works: Vec<&Work> = works.iter().filter(|work| work.section() == bar.section).collect();
        let Some(measured) = bar.measured(&works) else { continue };
        let (bound, holds) = match bar.measure {
            Measure::Rate(_) => (format!("at least {} GB/s", bar.bound), measured >= bar.bound),
            _ => (format!("×{}", bar.bound), measured <= bar.bound),
        };
        let unit = if matches!(bar.measure, Measure::Rate(_)) { " GB/s" } else { "" };
        let times = if unit.is_empty() { "×" } else { "" };
        let verdict = if holds { "met" } else { "**not met**" };
        (asked, met) = (asked + 1, met + u32::from(holds));
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            text,
            "| {} | {bound} | {times}{}{unit} | {verdict} |",
            bar.words(),
            digits(measured)
        );
    }
    format!("{met} of {asked} are met.\n\n{text}")
}

/// What this workspace takes by what the fastest of some sides does.
fn by_fastest(work: &Work, wanted: impl Fn(&Timed) -> bool) -> Option<f64> {
    let (ours, others) = work.split()?;
    let fastest = others.iter().filter(|side| wanted(side)).map(|side| side.median);
    fastest.min_by(f64::total_cmp).map(|fastest| ours.median / fastest)
}

impl Bar {
    fn measured(&self, works: &[&Work]) -> Option<f64> {
        let named = |name: &str| works.iter().find(|work| work.condition() == name);
        match self.measure {
            Measure::Mean => {
                let ratio = |name| by_fastest(named(name)?, Timed::is_limit);
                let ratios: Option<Vec<f64>> =
                    ["C1", "C2", "C3", "C4"].into_iter().map(ratio).collect();
                ratios.map(|ratios| geometric_mean(&ratios))
            }
            Measure::Limit(name) => by_fastest(named(name)?, Timed::is_limit),
            Measure::Peers => {
                let ratios =
                    works.iter().filter_map(|work| by_fastest(work, |side| !side.is_limit()));
                ratios.max_by(f64::total_cmp)
            }
            Measure::Rate(name) => {
                let work = named(name)?;
                let Unit::Bytes(bytes) = work.unit else { return None };
                work.split().map(|(ours, _)| bytes as f64 / ours.median)
            }
        }
    }

    fn words(&self) -> String {
        let section = self.section;
        match self.measure {
            Measure::Mean => format!("{section}: the limit, C1 to C4, geometric mean"),
            Measure::Limit("categories" | "ranges") => {
                format!("{section}: 20 kinds, {}", self.condition())
            }
            Measure::Limit(name) => format!("{section}: the faster limit, {name}"),
            Measure::Peers => {
                format!("{section}: the nearest peer, in the condition where it is nearest")
            }
            Measure::Rate(name) => format!("{section}: {name}"),
        }
    }

    fn condition(&self) -> &'static str {
        match self.measure {
            Measure::Limit(name) | Measure::Rate(name) => name,
            Measure::Mean | Measure::Peers => "",
        }
    }
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
