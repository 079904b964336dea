//! The structs into which other parsers read a line.

use std::borrow::Cow;
use std::fmt;
use std::hint::black_box;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

/// A price in these rows: a number, or a text that contains a number.
enum Price<'a> {
    Number(f64),
    Text(Cow<'a, str>),
}

impl Price<'_> {
    fn value(&self) -> Option<f64> {
        match self {
            Price::Number(number) => Some(*number),
            Price::Text(text) => text.parse().ok(),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Price<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Price<'a>, D::Error> {
        from.deserialize_any(Prices)
    }
}

struct Prices;

impl<'de> Visitor<'de> for Prices {
    type Value = Price<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a price")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Price<'de>, E> {
        Ok(Price::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Price<'de>, E> {
        Ok(Price::Number(number as f64))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Price<'de>, E> {
        Ok(Price::Number(number as f64))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Price<'de>, E> {
        Ok(Price::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Price<'de>, E> {
        Ok(Price::Text(Cow::Owned(text.to_owned())))
    }
}

/// The fields that `C2` reads.
#[derive(Deserialize)]
pub struct Two<'a> {
    #[serde(borrow)]
    category: Cow<'a, str>,
    #[serde(borrow, default)]
    price: Option<Price<'a>>,
}

/// All fields.
#[derive(Deserialize)]
pub struct Eight<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    #[serde(borrow)]
    category: Cow<'a, str>,
    #[serde(borrow, default)]
    price: Option<Price<'a>>,
    #[serde(default)]
    stock: Option<i64>,
    active: bool,
    amount: f64,
    invoice_total: f64,
}

/// The lines of a file.
pub fn lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = black_box(file);
    std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest)?;
        let (line, after) = rest.split_at_checked(end)?;
        rest = after.get(1..).unwrap_or_default();
        Some(line)
    })
}

impl Two<'_> {
    /// `C2`.
    pub fn holds(self) -> bool {
        let price = self.price.and_then(|price| price.value());
        self.category == "149" && price.is_some_and(|price| price > 0.0)
    }
}

impl Eight<'_> {
    /// Whether it has one of the twenty kinds of `C5`, with all fields read.
    pub fn one_of_twenty(self) -> bool {
        black_box((
            &self.name,
            &self.r#type,
            self.stock,
            self.active,
            self.amount,
            self.invoice_total,
        ));
        let at = self.category.parse::<u32>().ok().and_then(|category| category.checked_sub(100));
        let price = self.price.and_then(|price| price.value());
        at.filter(|at| *at < 20)
            .is_some_and(|at| price.is_some_and(|price| price > f64::from(10 + 2 * at)))
    }
}
