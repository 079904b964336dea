//! Stations over the rows of [`menu`](crate::menu), as texts.

use std::fmt::Write as _;

use engine::{Deployment, Loaded, SourceFault, Sources, load};

use crate::conditions::FIELDS;

/// A station's file, and the file of one row beside it.
struct Files<'a>(&'a str);

impl Sources for Files<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
        match name {
            "menu.yaml" => Ok(self.0.into()),
            "menu.jsonl" => Ok(br#"{"name":"dish 0"}"#.into()),
            _ => Err(SourceFault::Missing),
        }
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The text of a station with one skill `menu`, whose kinds have these conditions.
pub fn text(conditions: &[String]) -> String {
    let mut text = String::from(
        "global: {currency: EUR}\n\
         apis: [{name: shop, rows: {getMenu: menu.jsonl}}]\n\
         skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n    \
         invoke: {method: getMenu}\n    kinds:\n",
    );
    for (at, condition) in conditions.iter().enumerate() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "      kind_{at}: {{when: \"{condition}\"}}");
    }
    text.push_str("    present:\n      ref: name\n      fields:\n");
    for (name, ty) in FIELDS {
        let role = match name {
            "name" => ", role: title",
            "price" => ", role: billed",
            _ => "",
        };
        let _ = writeln!(text, "        {name}: {{type: {}{role}}}", ty.name());
    }
    text
}

/// Loads the text of a station.
pub fn loaded(text: &str) -> Loaded {
    load("menu.yaml", &Files(text), &Deployment::default())
}
