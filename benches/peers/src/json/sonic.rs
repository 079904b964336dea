//! The same by `sonic-rs` into plain structs.

use std::borrow::Cow;
use std::fmt;
use std::hint::black_box;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use sonic_rs::JsonValueTrait;

/// A price as these rows write it: a number, or a text of one.
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

#[derive(Deserialize)]
struct Two<'a> {
    #[serde(borrow)]
    category: Cow<'a, str>,
    #[serde(borrow, default)]
    price: Option<Price<'a>>,
}

#[derive(Deserialize)]
struct Eight<'a> {
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

fn lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = black_box(file);
    std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest)?;
        let (line, after) = rest.split_at_checked(end)?;
        rest = after.get(1..).unwrap_or_default();
        Some(line)
    })
}

fn above_zero(price: Option<Price<'_>>) -> bool {
    price.and_then(|price| price.value()).is_some_and(|price| price > 0.0)
}

/// `C2` of a struct of two fields.
pub fn typed(file: &[u8]) -> u64 {
    let holds = |line: &&[u8]| {
        sonic_rs::from_slice::<Two<'_>>(line)
            .is_ok_and(|row| row.category == "149" && above_zero(row.price))
    };
    lines(file).filter(holds).count() as u64
}

/// `C2` of values that are looked for in the line, the rest of which is not checked.
pub fn lazy(file: &[u8]) -> u64 {
    let holds = |line: &&[u8]| {
        let category = sonic_rs::get(*line, ["category"]);
        category.is_ok_and(|category| category.as_raw_str() == "\"149\"")
            && sonic_rs::get(*line, ["price"]).is_ok_and(|price| {
                let text = price.as_str().and_then(|text| text.parse().ok());
                price.as_f64().or(text).is_some_and(|price| price > 0.0)
            })
    };
    lines(file).filter(holds).count() as u64
}

/// How many rows of a file are of one of the twenty kinds of `C5`, all fields read.
pub fn items(file: &[u8]) -> u64 {
    let holds = |line: &&[u8]| {
        let Ok(row) = sonic_rs::from_slice::<Eight<'_>>(line) else { return false };
        black_box((&row.name, &row.r#type, row.stock, row.active, row.amount, row.invoice_total));
        let at = row.category.parse::<u32>().ok().and_then(|category| category.checked_sub(100));
        let price = row.price.and_then(|price| price.value());
        at.filter(|at| *at < 20)
            .is_some_and(|at| price.is_some_and(|price| price > f64::from(10 + 2 * at)))
    };
    lines(file).filter(holds).count() as u64
}
