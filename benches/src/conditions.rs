//! The measured conditions, over the rows of [`crate::menu`].
//!
//! | | |
//! |---|---|
//! | `C1` | an equality of texts |
//! | `C2` | and a number above a constant |
//! | `C3` | two fields against each other |
//! | `C4` | everything at once |
//! | [`by_category`] | `C5`: kinds that share an equality |
//! | [`by_band`] | `C6`: kinds that share an equality and divide a range |

use lang::{Position, Root, Scope, compile};
use vm::{Columns, KindSet, Layout, Path, Reading, Rows, Type, Verified};

use crate::menu;

/// The fields of a row, in slot order.
pub const FIELDS: [(&str, Type); 8] = [
    ("name", Type::Text),
    ("type", Type::Text),
    ("category", Type::Text),
    ("price", Type::Price),
    ("stock", Type::Integer),
    ("active", Type::Boolean),
    ("amount", Type::Number),
    ("invoice_total", Type::Number),
];

/// The single conditions, with their names.
pub const SINGLE: [(&str, &str); 4] = [
    ("C1", "$fields.category == '149'"),
    ("C2", "$fields.category == '149' and $fields.price > 0"),
    ("C3", "$fields.amount < $fields.invoice_total"),
    (
        "C4",
        "($fields.type == 'delivery' or $fields.type == 'pickup') and $fields.active and $fields.price >= 5.5 \
         and $fields.price < 60 and not ($fields.category in ['120', '121', '122'])",
    ),
];

/// The given number of kinds, each with a distinct category and price: 20 of them are `C5`.
///
/// The first 50 have categories that rows have.
pub fn by_category(kinds: usize) -> Vec<String> {
    let kind = |at: usize| {
        let (category, price) = (100 + at, 10 + 2 * (at % 50));
        format!("$fields.category == '{category}' and $fields.price > {price}")
    };
    (0..kinds).map(kind).collect()
}

/// `C6`: 50 categories with four price bands each.
pub fn by_band() -> Vec<String> {
    let pairs = (0..menu::CATEGORIES).flat_map(|category| (0..4).map(move |band| (category, band)));
    let kind = |(category, band): (u32, u32)| {
        let (category, low, high) = (100 + category, band * 50, band * 50 + 50);
        format!(
            "$fields.category == '{category}' and $fields.price > {low} and $fields.price <= {high}"
        )
    };
    pairs.map(kind).collect()
}

/// The given number of kinds that share a test of a text, and that no look-up distinguishes.
pub fn by_share(kinds: usize) -> Vec<String> {
    let kind = |at: usize| format!("$fields.name contains '99' and $fields.category != '{at}'");
    (0..kinds).map(kind).collect()
}

/// The given number of kinds without a shared equality: adjacent ranges of one field.
pub fn by_range(kinds: usize) -> Vec<String> {
    let kind =
        |at: usize| format!("$fields.amount >= {} and $fields.amount < {}", at * 25, at * 25 + 25);
    (0..kinds).map(kind).collect()
}

/// The scope of the conditions.
pub fn scope() -> Scope {
    let mut scope = Scope::new(Position::Kind);
    for (name, ty) in FIELDS {
        scope.declare(Root::Fields, None, None, name, ty);
    }
    scope
}

/// The fields with these names, in the order of [`FIELDS`].
fn fields<'a>(names: &'a [&str]) -> impl Iterator<Item = (&'static str, Type)> + 'a {
    FIELDS.into_iter().filter(|(name, _)| names.contains(name))
}

/// The layout of only the fields with these names.
pub fn layout_of(names: &[&str]) -> Layout {
    let fields: Vec<_> = fields(names).map(|(name, ty)| (Path::key(name), ty)).collect();
    Layout::new(&fields, Reading::default())
}

/// The program of a condition over only the fields with these names; `None` if it is refused.
pub fn program_over(condition: &str, names: &[&str]) -> Option<Verified> {
    let mut scope = Scope::new(Position::Kind);
    for (name, ty) in fields(names) {
        scope.declare(Root::Fields, None, None, name, ty);
    }
    compile(condition, &scope, &Reading::default()).ok().map(|compiled| compiled.program)
}

/// The program of a condition; `None` if it is refused.
pub fn program(condition: &str) -> Option<Verified> {
    compile(condition, &scope(), &Reading::default()).ok().map(|compiled| compiled.program)
}

/// The kinds with these conditions; `None` if one is refused.
pub fn kind_set(conditions: &[String]) -> Option<KindSet> {
    let programs: Option<Vec<_>> = conditions.iter().map(|condition| program(condition)).collect();
    programs.map(KindSet::new)
}

/// The layout of a row.
pub fn layout() -> Layout {
    let fields = FIELDS.map(|(name, ty)| (Path::key(name), ty));
    Layout::new(&fields, Reading::default())
}

/// The first `count` rows, already read.
pub fn rows(count: usize) -> Rows {
    let (layout, mut row, mut rows) = (layout(), layout().row(), Rows::new(FIELDS.len()));
    for line in menu::lines(1).take(count) {
        if layout.read(line.as_bytes(), &mut row).is_err() || rows.push(&row).is_err() {
            break;
        }
    }
    rows
}

/// The first `count` rows as columns.
pub fn columns(count: usize) -> Columns {
    let mut columns = Columns::new(&FIELDS.map(|(_, ty)| ty));
    let (layout, mut row) = (layout(), layout().row());
    for line in menu::lines(1).take(count) {
        if layout.read(line.as_bytes(), &mut row).is_ok() {
            columns.push(&row);
        }
    }
    columns
}
