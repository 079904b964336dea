//! The table of all sides' times, as Markdown.

use std::fmt::Write as _;

use crate::race::{OURS, Timed, Unit, Work};

/// The works, in the words of the table. Works in one section share their columns.
pub const SECTIONS: [(&str, &str); 9] = [
    ("row streamed", "Row by row, streamed"),
    ("row hot", "Row by row, 1,024 rows in the cache"),
    ("row beside peers", "Row by row, beside peers"),
    ("growth", "20,000 kinds against 20"),
    ("batch", "Columns"),
    ("JSON in order", "JSON lines, keys in order"),
    ("JSON shuffled", "JSON lines, keys of each line in an order of its own"),
    ("compile", "From text to program"),
    ("", "Others"),
];

/// The index of a work's section.
fn place(work: &Work) -> usize {
    let found = SECTIONS.iter().position(|(section, _)| *section == work.section());
    found.unwrap_or(SECTIONS.len() - 1)
}

/// Each section that has works, with its works.
pub fn sections(works: &[Work]) -> impl Iterator<Item = (&'static str, Vec<&Work>)> {
    SECTIONS.iter().enumerate().filter_map(|(at, (_, title))| {
        let works: Vec<&Work> = works.iter().filter(|work| place(work) == at).collect();
        (!works.is_empty()).then_some((*title, works))
    })
}

/// All works, with a table for each section.
pub fn markdown(works: &[Work]) -> String {
    let mut text = String::new();
    for (title, works) in sections(works) {
        let names = names(&works);
        let heads: String = names.iter().map(|name| format!(" {name} |")).collect();
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "\n#### {title}\n");
        let _ = writeln!(text, "| | of | counted | {OURS} |{heads} spread |");
        let _ = writeln!(text, "|---|---|---|---|{}---|", "---|".repeat(names.len()));
        for work in works {
            row(work, &names, &mut text);
        }
    }
    text
}

/// The names of all sides except this workspace's, limits first, in order of appearance.
pub fn names<'w>(works: &[&'w Work]) -> Vec<&'w str> {
    let mut names = Vec::new();
    for limit in [true, false] {
        let sides = works.iter().flat_map(|work| work.sides.iter().skip(1));
        for side in sides.filter(|side| side.is_limit() == limit) {
            if !names.contains(&side.side.as_str()) {
                names.push(&side.side);
            }
        }
    }
    names
}

fn row(work: &Work, names: &[&str], text: &mut String) {
    let Some((ours, others)) = work.split() else { return };
    let cell = |name: &&str| {
        let side = others.iter().find(|side| side.side == **name);
        side.map_or_else(
            || " – |".to_owned(),
            |side| format!(" {} |", beside(work.unit, ours, side)),
        )
    };
    let cells: String = names.iter().map(cell).collect();
    let of = match work.unit {
        Unit::Each(1) => String::new(),
        Unit::Each(count) => format!("{} rows", thousands(count as u64)),
        Unit::Bytes(bytes) => format!("{} MB", bytes / 1_000_000),
    };
    let spread = work.sides.iter().map(|side| side.spread).fold(0.0, f64::max);
    let _ = writeln!(
        text,
        "| {} | {of} | {} | {} |{cells} {:.0} % |",
        work.condition(),
        thousands(work.count),
        took(work.unit, ours.median),
        spread * 100.0
    );
}

/// The time of a side, and its ratio to this workspace.
fn beside(unit: Unit, ours: &Timed, side: &Timed) -> String {
    let ratio = if side.is_limit() { ours.median / side.median } else { side.median / ours.median };
    format!("{} (×{})", took(unit, side.median), digits(ratio))
}

/// A time in the unit of its work.
fn took(unit: Unit, time: f64) -> String {
    match unit {
        Unit::Each(count) if time / count as f64 >= 1e4 => {
            format!("{} µs", digits(time / count as f64 / 1e3))
        }
        Unit::Each(count) => format!("{} ns", digits(time / count as f64)),
        Unit::Bytes(bytes) => format!("{:.2} GB/s", bytes as f64 / time),
    }
}

/// A number with three digits, or more before the decimal point.
pub fn digits(number: f64) -> String {
    match number {
        _ if number < 10.0 => format!("{number:.2}"),
        _ if number < 100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
