//! The catalogue, as it was written.

use super::{Spanned, given_word};
use crate::raw::keys::{Entry, Given, Section, open};
use crate::report::finding::Report;
use crate::text::file::Place;

/// The section `catalog`.
#[derive(Debug)]
pub(crate) struct RawCatalog<'a> {
    pub(crate) place: Place,
    pub(crate) from_skill: Given<Spanned<'a>>,
    pub(crate) rows: Given<Spanned<'a>>,
    pub(crate) refresh: Given<Spanned<'a>>,
}

pub(super) fn catalog<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawCatalog<'a>> {
    let keys = open(entry.value, Section::Catalog, report)?;
    Some(RawCatalog {
        place: entry.key.place(),
        from_skill: given_word(keys.get("from_skill"), report),
        rows: given_word(keys.get("rows"), report),
        refresh: given_word(keys.get("refresh"), report),
    })
}
