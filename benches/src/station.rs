//! The texts of stations over the rows of [`menu`](crate::menu).

use std::fmt::Write as _;

use engine::sources::Files;
use engine::{Deployment, Loaded, load};

use crate::conditions::FIELDS;
use crate::market::{DOCUMENT, Market};

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

/// Loads the text of a station, with a file of one row.
pub fn loaded(text: &str) -> Loaded {
    let files = [("menu.yaml", text), ("menu.jsonl", r#"{"name":"dish 0"}"#)];
    load("menu.yaml", &Files::new(files), &Deployment::default())
}

/// Loads a whole market.
pub fn loaded_market(market: &Market) -> Loaded {
    let files = [("market.yaml", market.station.as_str()), (DOCUMENT, market.document.as_str())];
    load("market.yaml", &Files::new(files), &Deployment::default())
}
