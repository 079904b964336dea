//! Peers that answer row by row. The rows are in the peer's form, prepared before anything is timed.
//!
//! A price is a number for all of them, and absent if it is absent.

#[cfg(feature = "cedar")]
mod cedar;
mod cel;
mod datalogic;
#[cfg(feature = "regorus")]
mod regorus;
#[cfg(feature = "rhai")]
mod rhai;
mod wirefilter;
mod zen;

use benches::menu::{CATEGORIES, Dish};

use crate::race::{Side, side};

/// A kind of `C5` or `C6`: a category, and the bounds of its price.
pub struct Band {
    pub category: u32,
    pub above: u32,
    pub most: Option<u32>,
}

/// The kinds of `C5`.
pub fn c5() -> Vec<Band> {
    (0..20).map(|at| Band { category: 100 + at, above: 10 + 2 * at, most: None }).collect()
}

/// The kinds of `C6`.
pub fn c6() -> Vec<Band> {
    let pairs = (0..CATEGORIES).flat_map(|at| (0..4).map(move |band| (at, band)));
    let band = |(at, band): (u32, u32)| Band {
        category: 100 + at,
        above: band * 50,
        most: Some(band * 50 + 50),
    };
    pairs.map(band).collect()
}

/// A library and how to run it.
trait Peer {
    const NAME: &'static str;

    /// A test of a row against the condition at this index of [`SINGLE`](benches::conditions::SINGLE).
    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool>;

    /// A function that returns the number of a row's only kind, from 1; 0 if there is none or several.
    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64>;
}

/// A row-by-row peer.
pub trait Contestant {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Counts how many of the first rows satisfy a condition.
    fn counts(&self, condition: usize, rows: usize) -> Option<Side<'_>>;

    /// Adds up the kinds of the first rows.
    fn sums<'s>(&'s self, bands: &'s [Band], rows: usize) -> Option<Side<'s>>;

    /// The kind of each of the first rows.
    fn numbers(&self, bands: &[Band], rows: usize) -> Option<Vec<u64>>;
}

impl<P: Peer> Contestant for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn counts(&self, condition: usize, rows: usize) -> Option<Side<'_>> {
        let mut holds = self.single(condition)?;
        Some(side(P::NAME, move || (0..rows).filter(|row| holds(*row)).count() as u64))
    }

    fn sums<'s>(&'s self, bands: &'s [Band], rows: usize) -> Option<Side<'s>> {
        let mut kind = self.kinds(bands)?;
        Some(side(P::NAME, move || (0..rows).map(&mut kind).sum()))
    }

    fn numbers(&self, bands: &[Band], rows: usize) -> Option<Vec<u64>> {
        Some((0..rows).map(self.kinds(bands)?).collect())
    }
}

/// The storage that the rows of some peers borrow from.
#[derive(Default)]
pub struct Store {
    scheme: wirefilter::Fields,
    arena: datalogic::Arena,
}

/// All peers that are built in, over these rows.
pub fn all<'a>(dishes: &'a [Dish], store: &'a Store) -> Vec<Box<dyn Contestant + 'a>> {
    vec![
        Box::new(wirefilter::Wirefilter::new(dishes, &store.scheme)),
        Box::new(cel::Cel::new(dishes)),
        Box::new(zen::Zen::new(dishes)),
        Box::new(datalogic::Datalogic::new(dishes, &store.arena)),
        #[cfg(feature = "rhai")]
        Box::new(rhai::Rhai::new(dishes)),
        #[cfg(feature = "regorus")]
        Box::new(regorus::Regorus::new(dishes)),
        #[cfg(feature = "cedar")]
        Box::new(cedar::Cedar::new(dishes)),
    ]
}

/// Whether a peer's language cannot express a condition.
pub fn cannot(peer: &str, condition: &str) -> bool {
    // Wirefilter compares fields only with constants.
    (peer, condition) == ("wirefilter", "C3")
}

/// The number of the only program that is true, from 1; 0 if there is none or several.
fn only<P>(programs: &[P], mut holds: impl FnMut(&P) -> bool) -> u64 {
    let (mut found, mut last) = (0, 0);
    for (number, program) in (1..).zip(programs) {
        if holds(program) {
            (found, last) = (found + 1, number);
        }
    }
    if found == 1 { last } else { 0 }
}

/// Hundredths as a number.
fn money(hundredths: u32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// The row as JSON, with the price as a number.
fn json(dish: &Dish) -> String {
    Dish { price_as_text: false, ..dish.clone() }.json()
}

/// A kind in a language of infix operators.
fn infix(band: &Band, and: &str) -> String {
    let Band { category, above, most } = band;
    let most = most.map(|most| format!(" {and} price <= {most}")).unwrap_or_default();
    format!("category == '{category}' {and} price > {above}{most}")
}
