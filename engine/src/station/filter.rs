//! What leaves an answer, and in which form.

words! {
    /// What a filter makes of a value.
    Reducer:
    /// Of an address: its district and city.
    District "district",
    /// Of an address: its city and country.
    City "city",
    /// Of an address: its country.
    Country "country",
    /// Of a text: its first letter.
    Initial "initial",
    /// Of a text: its last four characters.
    Last4 "last4",
    /// Of a text: what follows its one `@`.
    Domain "domain",
    /// Of a datetime: its year.
    Year "year",
}

/// The shape that a reducer works on. What has another is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An object that has one of these keys.
    Object(&'static [&'static str]),
    /// A text.
    Text,
    /// A datetime, or a text that is one.
    Datetime,
}

impl Reducer {
    /// What it works on.
    pub fn shape(self) -> Shape {
        match self {
            Reducer::District => Shape::Object(&["district", "city"]),
            Reducer::City => Shape::Object(&["city", "country"]),
            Reducer::Country => Shape::Object(&["country"]),
            Reducer::Initial | Reducer::Last4 | Reducer::Domain => Shape::Text,
            Reducer::Year => Shape::Datetime,
        }
    }
}

/// What a filter works on: raw keys, and presented fields by name or source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A key, at any depth.
    Key(String),
    /// A dotted path from the root.
    Path(vm::Path),
}

/// What leaves an answer before anything of it reaches a model. What is asked of the tenant, kinds and guards read the
/// answer as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// What does not leave.
    pub drop: Vec<Target>,
    /// What leaves in another form.
    pub reduce: Vec<(Target, Reducer)>,
}
