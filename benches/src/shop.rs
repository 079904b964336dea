//! The feed of a shop, with the faults of real feeds: absent prices, numbers as text, wrong types, duplicate
//! references.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const KINDS: [(&str, &[&str]); 5] = [
    ("book", &["Atlas of Rivers", "The Last Signal", "Cooking with Salt", "A History of Glass"]),
    ("garden", &["Watering can", "Secateurs", "Seed tray", "Rake"]),
    ("kitchen", &["Cast-iron pan", "Paring knife", "Café press", "Mixing bowl"]),
    ("toy", &["Wooden train", "Kite", "Puzzle, 500 pieces", "Spinning top"]),
    ("voucher", &["Gift card"]),
];

/// The feed as an endless sequence of lines of JSON, without line ends.
pub fn lines(seed: u64) -> impl Iterator<Item = String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (1u64..).map(move |at| line(at, &mut random))
}

fn line(at: u64, random: &mut impl Rng) -> String {
    let (category, names) = KINDS.choose(random).copied().unwrap_or_default();
    let name = names.choose(random).copied().unwrap_or_default();
    let reference = if at > 1 && random.random_ratio(1, 100) { at - 1 } else { at };
    let mut parts = vec![
        format!(r#""sku":"{category}-{reference:05}""#),
        format!(r#""title":"{name}""#),
        format!(r#""category":"{category}""#),
    ];
    parts.extend(price(random));
    parts.push(stock(random));
    if random.random_ratio(1, 2) {
        parts.push(format!(r#""photo":{{"url":"https://shop.example/img/{at}.jpg","width":800}}"#));
    }
    if random.random_ratio(1, 10) {
        parts.push(r#""period":"monthly""#.to_owned());
    }
    parts.push(format!(r#""published":"{}""#, published(random)));
    format!("{{{}}}", parts.join(","))
}

/// A price; occasionally absent, `null`, a text, an invalid text, or an object.
fn price(random: &mut impl Rng) -> Option<String> {
    let cents = random.random_range(100..20_000);
    let plain = format!("{}.{:02}", cents / 100, cents % 100);
    match random.random_range(0..100) {
        0..4 => None,
        4 => Some(r#""price":null"#.to_owned()),
        5..11 => Some(format!(r#""price":"{plain}""#)),
        11 => Some(format!(r#""price":"{},{:02}""#, cents / 100, cents % 100)),
        12 => Some(r#""price":"on request""#.to_owned()),
        13 => Some(format!(r#""price":{{"amount":{plain}}}"#)),
        _ => Some(format!(r#""price":{plain}"#)),
    }
}

/// A stock; sometimes a text, a word, or negative.
fn stock(random: &mut impl Rng) -> String {
    let count = random.random_range(0..120);
    match random.random_range(0..100) {
        0..5 => format!(r#""stock":"{count}""#),
        5 => r#""stock":"plenty""#.to_owned(),
        6 => r#""stock":-1"#.to_owned(),
        7 => r#""stock":true"#.to_owned(),
        _ => format!(r#""stock":{count}"#),
    }
}

/// A day; occasionally a day that does not exist.
fn published(random: &mut impl Rng) -> String {
    let (year, month) = (random.random_range(2019..2027), random.random_range(1..=12));
    let day = if random.random_ratio(1, 50) { 31 } else { random.random_range(1..=28) };
    format!("{year}-{month:02}-{day:02}")
}
