//! The reference page `docs/KEYS.md`: every section and its keys, printed from the table of keys.

use std::fmt::Write as _;

use super::form::value;
use crate::raw::keys::{Key, Need, Section};

/// The page `docs/KEYS.md`, in Markdown.
pub fn keys_page() -> String {
    let mut page =
        "# Keys\n\nEvery key of a station file. Printed by `pointsman schema --markdown`.\n"
            .to_owned();
    for section in Section::ALL {
        let _ = write!(
            page,
            "\n## {}\n\n| key | | value | says |\n|---|---|---|---|\n",
            heading(*section)
        );
        for key in section.keys() {
            page.push_str(&row(key));
        }
    }
    page
}

fn row(key: &Key) -> String {
    let need = match key.need {
        Need::Required => "required",
        Need::Optional => "",
        Need::OneOf => "one of these",
    };
    let value = value(key, &link).replace('|', "\\|");
    format!("| `{}` | {need} | {value} | {} |\n", key.name, key.says.replace('|', "\\|"))
}

/// A section's name with a capital, as a heading.
fn heading(section: Section) -> String {
    let name = section.name();
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A link to a section of the page.
fn link(section: Section) -> String {
    let anchor = heading(section).to_lowercase();
    let anchor = anchor.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    let anchor: String = anchor.map(|c| if c == ' ' { '-' } else { c }).collect();
    format!("[{}](#{anchor})", section.name())
}
