//! `new`: creates a small working station with rows.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::args::New;
use crate::outcome::{Failure, Outcome};

const STATION: &str = r#"# A station: where rows come from, and which row has which kind.
# Check it with `pointsman check`, sort its rows with `pointsman classify --skill menu`.
station: NAME
global: {currency: EUR}

apis:
  - name: stand-in            # a file in place of the tenant's system
    rows: {listMenu: rows.jsonl}

skills:
  - name: menu
    cognitive:
      objective: show what can be ordered
    invoke: {method: listMenu}
    kinds:                    # exactly one `when` must be true, or the row is not offered
      drink: {when: "$fields.category == 'drinks' and $fields.price > 0"}
      dish:  {when: "$fields.category in ['mains', 'starters'] and $fields.price > 0"}
    present:                  # which fields are read, and their types
      fields:
        name:     {type: text, role: title}
        price:    {type: price, role: billed}
        category: {type: text}
"#;

const ROWS: &str = r#"{"id": "d1", "name": "Mint tea", "price": 3.20, "category": "drinks"}
{"id": "d2", "name": "Lemonade", "price": "2.80", "category": "drinks"}
{"id": "m1", "name": "Onion soup", "price": 9, "category": "starters"}
{"id": "m2", "name": "Dish of the day", "category": "mains"}
{"id": "x1", "name": "Gift card", "price": 25, "category": "cards"}
"#;

/// Creates a folder with a station and its rows.
///
/// # Errors
/// `Usage` if the name is invalid, `Outside` if the folder exists already or a file cannot be written.
pub fn run(new: &New) -> Outcome {
    let name = &new.name;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(plain) {
        return Err(Failure::Usage(format!(
            "`{name}` is not a name for a station: use letters, digits, `-` and `_`, a letter first"
        )));
    }
    let folder = Path::new(name);
    fs::create_dir(folder).map_err(|fault| Failure::file(folder, fault))?;
    let station = folder.join(format!("{name}.yaml"));
    for (path, text) in
        [(&station, STATION.replace("NAME", name)), (&folder.join("rows.jsonl"), ROWS.to_owned())]
    {
        fs::write(path, text).map_err(|fault| Failure::file(path, fault))?;
    }
    let mut out = anstream::stdout();
    writeln!(out, "made {} and {}", station.display(), folder.join("rows.jsonl").display())?;
    writeln!(out, "try: pointsman classify {} --skill menu", station.display())?;
    Ok(())
}
