//! Presented fields: what a card shows of a row.

use vm::Type;

use super::{Class, Template};

/// The typed values that are kept of a row.
#[derive(Clone, Debug, Default)]
pub struct Present {
    /// The fields, in the order of the file.
    pub fields: Vec<Field>,
    /// Where a row's reference is: the first of these dotted paths that is known and not empty.
    pub reference: Vec<String>,
    /// The field that is the name.
    pub title: Option<usize>,
    /// The field that is the price.
    pub billed: Option<usize>,
    /// The field that is the figure of a report.
    pub headline: Option<usize>,
    /// The field that is the item's page.
    pub link: Option<usize>,
    /// The field that is the picture: the first image.
    pub image: Option<usize>,
    /// The dotted path of the billed price's cadence.
    pub cadence: Option<String>,
    /// The template of the link.
    pub template: Option<Template>,
}

/// A presented field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where in the row it is: a dotted path.
    pub from: String,
    /// Its type.
    pub ty: Type,
    /// Where it may go.
    pub class: Class,
}

words! {
    /// What a field is on the card.
    Role:
    /// The name.
    Title "title",
    /// The price.
    Billed "billed",
    /// The figure of a report.
    Headline "headline",
    /// The item's page.
    Link "link",
}

words! {
    /// How often a price is paid.
    Cadence:
    /// Once.
    OneTime "one_time",
    /// Every week.
    Weekly "weekly",
    /// Every month.
    Monthly "monthly",
    /// Every quarter.
    Quarterly "quarterly",
    /// Every year.
    Yearly "yearly",
}

impl Role {
    /// The types that a field of this role may have.
    pub fn types(self) -> &'static [Type] {
        match self {
            Role::Title => &[Type::Text, Type::Id],
            Role::Billed => &[Type::Price],
            Role::Headline => &[Type::Number, Type::Integer, Type::Price, Type::Quantity],
            Role::Link => &[Type::Url],
        }
    }
}
