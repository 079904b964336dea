//! The bars: the highest accepted figures, and whether they are met.

use std::fmt::Write as _;

use crate::race::{Timed, Work};
use crate::report::digits;

/// The statistic of a section that a goal limits.
#[derive(Clone, Copy)]
enum Measure {
    /// The geometric mean, over `C1` to `C4`, of the ratio of this workspace's time to the limit's time.
    Mean,
    /// The largest of these ratios.
    Worst,
    /// The ratio for the work with this condition.
    Limit(&'static str),
    /// The largest ratio of any work, against the fastest peer that does all of the work.
    Peers,
    /// The ratio for the work with this condition, against the side with this name.
    Against(&'static str, &'static str),
    /// The time of the work with this condition, in microseconds.
    Micros(&'static str),
}

/// The side that reads a line into a typed struct.
const TYPED: &str = "sonic-rs, typed";

/// The side that does not validate the parts it skips.
const GET: &str = "sonic-rs, lazy get";

/// One goal.
struct Bar {
    section: &'static str,
    measure: Measure,
    /// The upper bound.
    bound: f64,
}

const fn bar(section: &'static str, measure: Measure, bound: f64) -> Bar {
    Bar { section, measure, bound }
}

/// All goals.
const BARS: [Bar; 20] = [
    bar("row streamed", Measure::Mean, 1.3),
    bar("row streamed", Measure::Worst, 1.9),
    bar("row hot", Measure::Mean, 3.0),
    bar("row hot", Measure::Worst, 5.0),
    bar("row hot", Measure::Limit("C5"), 1.3),
    bar("row streamed", Measure::Limit("C5"), 1.3),
    bar("row beside peers", Measure::Peers, 1.0),
    bar("growth", Measure::Limit("categories"), 1.3),
    bar("growth", Measure::Limit("ranges"), 1.3),
    bar("batch", Measure::Worst, 1.5),
    bar("batch", Measure::Limit("C5"), 1.5),
    bar("batch", Measure::Against("C6", "limit-batch"), 1.5),
    bar("batch", Measure::Limit("C6"), 1.5),
    bar("batch", Measure::Peers, 1.0),
    bar("JSON in order", Measure::Against("C2", TYPED), 1.0 / 2.4),
    bar("JSON in order", Measure::Against("C2", GET), 1.0 / 0.7),
    bar("JSON shuffled", Measure::Against("C2", TYPED), 1.0),
    bar("JSON in order", Measure::Against("items", TYPED), 1.0 / 1.2),
    bar("JSON in order", Measure::Peers, 1.0),
    bar("compile", Measure::Micros("C2"), 5.0),
];

/// Each goal that was measured, as Markdown.
pub fn markdown(works: &[Work]) -> String {
    let mut text = String::from("| asked | at most | measured | |\n|---|---|---|---|\n");
    let (mut asked, mut met) = (0, 0);
    for bar in &BARS {
        let works: Vec<&Work> = works.iter().filter(|work| work.section() == bar.section).collect();
        let Some(measured) = bar.measured(&works) else { continue };
        let holds = measured <= bar.bound;
        let shown = |figure: f64| match bar.measure {
            Measure::Micros(_) => format!("{} µs", digits(figure)),
            _ => format!("×{}", digits(figure)),
        };
        let verdict = if holds { "met" } else { "**not met**" };
        (asked, met) = (asked + 1, met + u32::from(holds));
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {verdict} |",
            bar.words(),
            shown(bar.bound),
            shown(measured)
        );
    }
    format!("{met} of {asked} are met.\n\n{text}")
}

/// The ratio of this workspace's time to the time of the fastest of some sides.
fn by_fastest(work: &Work, wanted: impl Fn(&Timed) -> bool) -> Option<f64> {
    let (ours, others) = work.split()?;
    let fastest = others.iter().filter(|side| wanted(side)).map(|side| side.median);
    fastest.min_by(f64::total_cmp).map(|fastest| ours.median / fastest)
}

impl Bar {
    fn measured(&self, works: &[&Work]) -> Option<f64> {
        let named = |name: &str| works.iter().find(|work| work.condition() == name);
        match self.measure {
            Measure::Mean | Measure::Worst => {
                let ratio = |name| by_fastest(named(name)?, Timed::is_limit);
                let ratios: Vec<f64> =
                    ["C1", "C2", "C3", "C4"].into_iter().map(ratio).collect::<Option<_>>()?;
                match self.measure {
                    Measure::Mean => Some(geometric_mean(&ratios)),
                    _ => ratios.into_iter().max_by(f64::total_cmp),
                }
            }
            Measure::Limit(name) => by_fastest(named(name)?, Timed::is_limit),
            Measure::Peers => {
                let peer = |side: &Timed| !side.is_limit() && side.side != GET;
                let ratios = works.iter().filter_map(|work| by_fastest(work, peer));
                ratios.max_by(f64::total_cmp)
            }
            Measure::Against(name, wanted) => by_fastest(named(name)?, |side| side.side == wanted),
            Measure::Micros(name) => Some(named(name)?.split()?.0.median / 1_000.0),
        }
    }

    fn words(&self) -> String {
        let section = self.section;
        match self.measure {
            Measure::Mean => format!("{section}: the limit, C1 to C4, geometric mean"),
            Measure::Worst => format!("{section}: the limit, C1 to C4, each"),
            Measure::Limit("categories" | "ranges") => {
                format!("{section}: 20 kinds, {}", self.condition())
            }
            Measure::Limit(name) => format!("{section}: the faster limit, {name}"),
            Measure::Peers => {
                format!("{section}: the nearest peer, in the condition where it is nearest")
            }
            Measure::Against(name, side) => format!("{section}: {name}, {side}"),
            Measure::Micros(name) => format!("{section}: {name}"),
        }
    }

    fn condition(&self) -> &'static str {
        match self.measure {
            Measure::Limit(name) | Measure::Against(name, _) | Measure::Micros(name) => name,
            Measure::Mean | Measure::Worst | Measure::Peers => "",
        }
    }
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
