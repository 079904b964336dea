//! The plot: a line for each side, with a dot for its time relative to this workspace.

use std::fmt::Write as _;

use crate::race::Work;
use crate::report::{names, sections};

/// The colours of conditions, in order of appearance.
const COLOURS: [&str; 7] =
    ["#1b6ca8", "#d1495b", "#2e8b57", "#b8860b", "#6a4c93", "#20808d", "#444444"];

const CONDITIONS: [&str; 7] = ["C1", "C2", "C3", "C4", "C5", "C6", "items"];

/// The start of the axis, its length, and the height of a line, in pixels.
const LEFT: f64 = 190.0;
const WIDTH: f64 = 640.0;
const LINE: f64 = 20.0;

/// The powers of ten at the ends of the axis.
const LOW: f64 = -1.0;
const HIGH: f64 = 4.0;

/// The horizontal position of a ratio.
fn x(ratio: f64) -> f64 {
    LEFT + (ratio.log10().clamp(LOW, HIGH) - LOW) / (HIGH - LOW) * WIDTH
}

/// The plot of all works that have other sides.
pub fn svg(works: &[Work]) -> String {
    let (mut body, mut y) = (legend(), 60.0);
    for (title, works) in sections(works) {
        let names = names(&works);
        if names.is_empty() {
            continue;
        }
        // Writing to a `String` cannot fail.
        let _ = writeln!(body, r#"<text x="10" y="{y}" font-weight="bold">{title}</text>"#);
        let top = y + 8.0;
        for name in &names {
            y += LINE;
            side(name, &works, y, &mut body);
        }
        axis(top, y + 8.0, &mut body);
        y += 50.0;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{y}\" viewBox=\"0 0 {w} {y}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{w}\" height=\"{y}\" fill=\"white\"/>\n{body}</svg>\n",
        w = LEFT + WIDTH + 30.0,
    )
}

fn legend() -> String {
    let mut text = String::from(
        "<text x=\"10\" y=\"20\">How many times as long as pointsman each side takes (right of 1: it is slower)</text>\n",
    );
    for ((at, name), colour) in CONDITIONS.iter().enumerate().zip(COLOURS) {
        let x = LEFT + at as f64 * 70.0;
        let _ = writeln!(
            text,
            r#"<circle cx="{x}" cy="34" r="4" fill="{colour}"/><text x="{}" y="38">{name}</text>"#,
            x + 8.0
        );
    }
    text
}

fn side(name: &str, works: &[&Work], y: f64, text: &mut String) {
    let _ = writeln!(
        text,
        r#"<text x="{}" y="{}" text-anchor="end">{name}</text>"#,
        LEFT - 10.0,
        y + 4.0
    );
    for work in works {
        let Some((ours, others)) = work.split() else { continue };
        let Some(other) = others.iter().find(|other| other.side == name) else { continue };
        let at = CONDITIONS.iter().position(|condition| *condition == work.condition());
        let colour = at.and_then(|at| COLOURS.get(at)).copied().unwrap_or("#444444");
        let _ = writeln!(
            text,
            r#"<circle cx="{:.1}" cy="{y}" r="4" fill="{colour}" fill-opacity="0.8"><title>{}: {:.2}</title></circle>"#,
            x(other.median / ours.median),
            work.name,
            other.median / ours.median
        );
    }
}

/// A line at each power of ten; the line of this workspace's time is the darkest.
fn axis(top: f64, bottom: f64, text: &mut String) {
    for (power, label) in
        [(-1.0, "0.1"), (0.0, "1"), (1.0, "10"), (2.0, "100"), (3.0, "1,000"), (4.0, "10,000")]
    {
        let (x, colour) = (x(10f64.powf(power)), if power == 0.0 { "#222222" } else { "#cccccc" });
        let _ = writeln!(
            text,
            r#"<line x1="{x}" x2="{x}" y1="{top}" y2="{bottom}" stroke="{colour}"/><text x="{x}" y="{}" text-anchor="middle" fill="gray">{label}</text>"#,
            bottom + 14.0
        );
    }
}
