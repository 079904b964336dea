//! The reading context: under which time zone and country a row is read.

/// A time zone and a country, under which rows are read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    zone: Option<String>,
    country: Option<String>,
}

impl Reading {
    /// The time zone's name.
    pub fn zone(&self) -> &str {
        self.zone.as_deref().unwrap_or("UTC")
    }

    /// The country's code, where there is one.
    pub fn country(&self) -> Option<&str> {
        self.country.as_deref()
    }
}
