//! Tests `docs/terminal.svg`: a terminal with the program's current output.
//!
//! `GOLDEN=write cargo test -p pointsman picture` records it again.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::program::{folder, run_in};

/// The station of the recording, with a mistake.
const STATION: &str = "\
global: {currency: EUR}
apis: [{name: shop, rows: {getMenu: menu.json}}]
skills:
  - name: menu
    cognitive: {objective: Choose what to eat}
    invoke: {method: getMenu}
    kinds:
      bread: {when: \"$fields.category == 149 and $fields.price > 0\"}
      other: {when: \"$fields.category != '149' and $fields.price > 0\"}
    present:
      fields:
        name: {type: text, role: title}
        category: {type: text}
        price: {type: price, role: billed}
    submit: [{name: order, mode: self}]
";

const ROWS: &str = r#"[
  {"id": 1, "category": "149", "name": "Baguette", "price": 1.2},
  {"id": 2, "category": "150", "name": "Soup", "price": "4.50"},
  {"id": 3, "category": "150", "name": "Tea"}
]"#;

/// A command of the session.
struct Step {
    /// The text of the station to replace before the command, and its replacement.
    edit: Option<[&'static str; 2]>,
    arguments: &'static [&'static str],
}

const SESSION: &[Step] = &[
    Step { edit: None, arguments: &["check", "shop.yaml"] },
    Step {
        edit: Some(["== 149", "== '149'"]),
        arguments: &["classify", "shop.yaml", "--skill", "menu", "--summary", "--dropped"],
    },
];

/// The width of a character and the height of a line, in pixels.
const CELL: (f64, f64) = (8.4, 19.0);

/// The lines of the terminal.
fn session() -> Vec<String> {
    let mut lines = Vec::new();
    let mut station = STATION.to_owned();
    for Step { edit, arguments } in SESSION {
        if let Some([before, after]) = edit {
            assert!(station.contains(before));
            station = station.replace(before, after);
            lines.push(format!("$ sed -i \"s/{before}/{after}/\" shop.yaml"));
        }
        let (_keep, at) = folder(&[("shop.yaml", &station), ("menu.json", ROWS)]);
        lines.push(format!("$ pointsman {}", arguments.join(" ")));
        let ran = run_in(&at, arguments, "");
        let printed = format!("{}{}", ran.out, ran.err);
        lines.extend(printed.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned));
        lines.push(String::new());
    }
    lines
}

/// The parts of a line, each with its colour.
fn parts(line: &str) -> Vec<(&str, &'static str)> {
    const TEXT: &str = "#d8dee9";
    if line.starts_with("$ ") {
        return vec![(line, "#a3be8c")];
    }
    if let (true, Some(end)) = (line.starts_with("error["), line.find(']')) {
        return vec![(&line[..=end], "#ff6b6b"), (&line[end + 1..], "#ffffff")];
    }
    match line.find('^') {
        Some(caret) => vec![(&line[..caret], TEXT), (&line[caret..], "#88c0d0")],
        None => vec![(line, TEXT)],
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn svg(lines: &[String]) -> String {
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap();
    let width = 32.0 + CELL.0 * columns as f64;
    let height = 44.0 + CELL.1 * lines.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#20242c\"/>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let y = 32.0 + CELL.1 * number as f64;
        write!(svg, "<text x=\"16\" y=\"{y:.0}\" xml:space=\"preserve\">").unwrap();
        for (text, colour) in parts(line) {
            write!(svg, "<tspan fill=\"{colour}\">{}</tspan>", escaped(text)).unwrap();
        }
        svg.push_str("</text>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

#[test]
fn the_picture_shows_what_the_program_prints() {
    let lines = session();
    assert!(lines.len() > 8, "{lines:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.svg");
    let drawn = svg(&lines);
    if std::env::var("GOLDEN").is_ok_and(|value| value == "write") {
        fs::write(&path, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(kept, drawn, "GOLDEN=write cargo test -p pointsman picture");
}
