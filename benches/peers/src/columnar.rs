//! Peers that evaluate many rows at once, over Arrow record batches.

#[cfg(feature = "arrow")]
mod batches;
#[cfg(feature = "datafusion")]
mod datafusion;
#[cfg(feature = "arrow")]
mod kernels;

use benches::menu::Dish;

use crate::peer::Band;
use crate::race::{Side, side};

/// A function that fills in the kind of each row.
pub type Classifier<'s> = Box<dyn FnMut(&mut Vec<u16>) + 's>;

/// A columnar peer.
pub trait Contestant {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The number of rows for which a condition is true; an impossible number if it fails.
    fn count(&self, condition: usize) -> u64;

    /// A function that fills in the kind of each row, from 1; 0 if there is none or several.
    fn classifier<'s>(&'s self, bands: &[Band]) -> Classifier<'s>;
}

/// All peers that are built in, over these rows.
#[cfg(feature = "arrow")]
pub fn all(dishes: &[Dish]) -> Vec<Box<dyn Contestant>> {
    let mut all: Vec<Box<dyn Contestant>> = Vec::new();
    for texts in [batches::Texts::Views, batches::Texts::Codes] {
        let batches = batches::of(dishes, texts);
        #[cfg(feature = "datafusion")]
        all.push(Box::new(datafusion::Datafusion::new(texts, batches.clone())));
        all.push(Box::new(kernels::Kernels::new(texts, batches)));
    }
    all
}

/// No peer is built in.
#[cfg(not(feature = "arrow"))]
pub fn all(_: &[Dish]) -> Vec<Box<dyn Contestant>> {
    Vec::new()
}

/// A side that counts the rows that satisfy a condition.
pub fn counts(of: &dyn Contestant, condition: usize) -> Side<'_> {
    side(of.name(), move || of.count(condition))
}

/// A side that classifies all rows.
pub fn classifies<'s>(of: &'s dyn Contestant, bands: &[Band]) -> Side<'s> {
    let (mut classifier, mut kinds) = (of.classifier(bands), Vec::new());
    side(of.name(), move || {
        classifier(std::hint::black_box(&mut kinds));
        kinds.len() as u64
    })
}

/// The kind of each row, according to a peer.
pub fn numbers(of: &dyn Contestant, bands: &[Band]) -> Vec<u64> {
    let mut kinds = Vec::new();
    of.classifier(bands)(&mut kinds);
    kinds.into_iter().map(u64::from).collect()
}
