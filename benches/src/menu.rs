//! The workload "menu": the rows of a restaurant's feed, about 140 bytes a line.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of categories: `100` to `149`.
pub const CATEGORIES: u32 = 50;

/// A row of the workload.
#[derive(Clone, Debug)]
pub struct Dish {
    /// `dish 0` and so on.
    pub name: String,
    /// `pickup`, `delivery` (40 in 100 each) or `dine-in`.
    pub r#type: &'static str,
    /// One of [`CATEGORIES`] numerals.
    pub category: String,
    /// In hundredths, 0 to 200; absent 3 times in 100.
    pub price: Option<u32>,
    /// Whether the price is written as a text, 5 times in 100.
    pub price_as_text: bool,
    /// Absent 5 times in 100.
    pub stock: Option<u32>,
    /// True three times in four.
    pub active: bool,
    /// In hundredths.
    pub amount: u32,
    /// In hundredths.
    pub invoice_total: u32,
}

impl Dish {
    /// The row as a line of JSON, without its end.
    pub fn json(&self) -> String {
        format!("{{{}}}", self.members().join(","))
    }

    /// The members of its object, as JSON.
    fn members(&self) -> Vec<String> {
        let mut parts = vec![
            format!(r#""name":"{}""#, self.name),
            format!(r#""type":"{}""#, self.r#type),
            format!(r#""category":"{}""#, self.category),
        ];
        let quote = if self.price_as_text { "\"" } else { "" };
        parts.extend(self.price.map(|p| format!(r#""price":{quote}{}{quote}"#, money(p))));
        parts.extend(self.stock.map(|s| format!(r#""stock":{s}"#)));
        parts.push(format!(r#""active":{}"#, self.active));
        parts.push(format!(r#""amount":{}"#, money(self.amount)));
        parts.push(format!(r#""invoice_total":{}"#, money(self.invoice_total)));
        parts
    }
}

fn money(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// An endless sequence of rows.
pub fn rows(seed: u64) -> impl Iterator<Item = Dish> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0u64..).map(move |at| dish(at, &mut random))
}

/// The rows as lines of JSON, without their ends.
pub fn lines(seed: u64) -> impl Iterator<Item = String> {
    rows(seed).map(|dish| dish.json())
}

/// The same rows as lines of JSON, with the keys of each in a random order.
pub fn shuffled_lines(seed: u64) -> impl Iterator<Item = String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    rows(seed).map(move |dish| {
        let mut members = dish.members();
        members.shuffle(&mut random);
        format!("{{{}}}", members.join(","))
    })
}

fn dish(at: u64, random: &mut impl Rng) -> Dish {
    let r#type = match random.random_range(0..10) {
        0..4 => "pickup",
        4..8 => "delivery",
        _ => "dine-in",
    };
    Dish {
        name: format!("dish {at}"),
        r#type,
        category: (100 + random.random_range(0..CATEGORIES)).to_string(),
        price: (!random.random_ratio(3, 100)).then(|| random.random_range(0..=20_000)),
        price_as_text: random.random_ratio(5, 100),
        stock: (!random.random_ratio(5, 100)).then(|| random.random_range(0..500)),
        active: random.random_ratio(3, 4),
        amount: random.random_range(0..50_000),
        invoice_total: random.random_range(0..50_000),
    }
}
