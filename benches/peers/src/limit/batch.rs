//! Columns as plain vectors, with branchless loops over them.

use benches::menu::{CATEGORIES, Dish};
use multiversion::multiversion;

/// The columns that the conditions read; NaN is an absent price. They are padded to whole words of rows, for which no
/// condition is true.
#[derive(Default)]
pub struct Plates {
    category: Vec<u8>,
    r#type: Vec<u8>,
    active: Vec<u8>,
    price: Vec<f64>,
    amount: Vec<f64>,
    invoice_total: Vec<f64>,
    rows: usize,
}

impl Plates {
    /// The columns of some rows.
    pub fn new(rows: impl Iterator<Item = Dish>) -> Plates {
        let mut plates = Plates::default();
        for dish in rows {
            plates.category.push(dish.category.parse().unwrap_or_default());
            plates.r#type.push(match dish.r#type {
                "pickup" => 0,
                "delivery" => 1,
                _ => 2,
            });
            plates.active.push(u8::from(dish.active));
            plates.price.push(dish.price.map_or(f64::NAN, |price| f64::from(price) / 100.0));
            plates.amount.push(f64::from(dish.amount) / 100.0);
            plates.invoice_total.push(f64::from(dish.invoice_total) / 100.0);
        }
        plates.rows = plates.category.len();
        let whole = plates.rows.next_multiple_of(64);
        plates.category.resize(whole, 0);
        plates.r#type.resize(whole, 2);
        plates.active.resize(whole, 0);
        plates.price.resize(whole, f64::NAN);
        plates.amount.resize(whole, f64::NAN);
        plates.invoice_total.resize(whole, f64::NAN);
        plates
    }
}

/// A bit for each row, and the number of set bits.
#[derive(Default)]
pub struct Bits {
    words: Vec<u64>,
}

/// Packs the answers of 64 rows, a byte each, into bits: three shifts, whose parts do not overlap, pack eight bytes.
#[inline(always)]
fn pack(answers: &[u8; 64]) -> u64 {
    let mut word = [0; 8];
    for (byte, eight) in word.iter_mut().zip(answers.as_chunks::<8>().0) {
        let bits = u64::from_le_bytes(*eight);
        let bits = bits | bits >> 7;
        let bits = bits | bits >> 14;
        *byte = (bits | bits >> 28) as u8;
    }
    u64::from_le_bytes(word)
}

macro_rules! condition {
    ($(#[$doc:meta])* $name:ident ($($column:ident),+) |$at:ident| $test:expr) => {
        $(#[$doc])*
        #[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+popcnt", "x86_64+avx2+popcnt"))]
        #[expect(clippy::indexing_slicing, reason = "INVARIANT: all rows are of an array of 64")]
        pub fn $name(plates: &Plates, bits: &mut Bits) -> u64 {
            let mut count = 0;
            bits.words.resize(plates.price.len().div_ceil(64), 0);
            $(let ($column, _) = plates.$column.as_chunks::<64>();)+
            for (chunk, word) in bits.words.iter_mut().enumerate() {
                $(let Some($column) = $column.get(chunk) else { break };)+
                let mut answers = [0; 64];
                for $at in 0..64 {
                    answers[$at] = u8::from($test);
                }
                *word = pack(&answers);
                count += u64::from(word.count_ones());
            }
            count
        }
    };
}

condition! {
    /// `C1`.
    c1(category) |at| category[at] == 149
}

condition! {
    /// `C2`.
    c2(category, price) |at| (category[at] == 149) & (price[at] > 0.0)
}

condition! {
    /// `C3`.
    c3(amount, invoice_total) |at| amount[at] < invoice_total[at]
}

condition! {
    /// `C4`.
    c4(r#type, active, price, category) |at|
        ((r#type[at] == 0) | (r#type[at] == 1))
            & (active[at] == 1)
            & (price[at] >= 5.5)
            & (price[at] < 60.0)
            & !((category[at] == 120) | (category[at] == 121) | (category[at] == 122))
}

/// `C5` by a table of each category's price bound and kind; fills in the kinds, from 1.
///
/// Not compiled for wide registers: gathered look-ups take longer than single look-ups.
#[expect(clippy::indexing_slicing, reason = "INVARIANT: a table of 256 has a place for every byte")]
pub fn c5(plates: &Plates, kinds: &mut Vec<u8>) {
    let (mut above, mut numbers) = ([f64::INFINITY; 256], [[0u8; 2]; 256]);
    let categories = above.iter_mut().zip(&mut numbers).skip(100).take(20);
    for (at, (above, numbers)) in categories.enumerate() {
        (*above, *numbers) = (10.0 + 2.0 * at as f64, [0, at as u8 + 1]);
    }
    kinds.resize(plates.rows, 0);
    let rows = plates.category.iter().zip(&plates.price);
    for (kind, (category, price)) in kinds.iter_mut().zip(rows) {
        let at = usize::from(*category);
        *kind = numbers[at][usize::from(*price > above[at])];
    }
}

/// `C6` by a table of each category's bands and first kind; fills in the kinds, from 1.
///
/// As for `C5`, gathered look-ups take longer.
#[expect(clippy::indexing_slicing, reason = "INVARIANT: a table of 256 has a place for every byte")]
pub fn c6(plates: &Plates, kinds: &mut Vec<u16>) {
    let mut bands = [([f64::INFINITY; 5], 0u16); 256];
    let categories = bands.iter_mut().skip(100).take(CATEGORIES as usize);
    for (at, band) in categories.enumerate() {
        *band = ([0.0, 50.0, 100.0, 150.0, 200.0], at as u16 * 4 + 1);
    }
    kinds.resize(plates.rows, 0);
    let rows = plates.category.iter().zip(&plates.price);
    for (kind, (category, price)) in kinds.iter_mut().zip(rows) {
        let ([low, a, b, c, high], first) = &bands[usize::from(*category)];
        let over = |bound: &f64| u16::from(*price > *bound);
        let hit = (*price > *low) & (*price <= *high);
        *kind = u16::from(hit).wrapping_neg() & (first + over(a) + over(b) + over(c));
    }
}

/// `C6` by properties of only this workload: all categories share the bands, and kinds are numbered like categories.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+popcnt", "x86_64+avx2+popcnt"))]
pub fn c6_counted(plates: &Plates, kinds: &mut Vec<u16>) {
    kinds.resize(plates.rows, 0);
    let rows = plates.category.iter().zip(&plates.price);
    for (kind, (category, price)) in kinds.iter_mut().zip(rows) {
        let category = u16::from(*category).wrapping_sub(100);
        let over = |bound: f64| u16::from(*price > bound);
        let number = category * 4 + 1 + over(50.0) + over(100.0) + over(150.0);
        let hit = (*price > 0.0) & (*price <= 200.0) & (category < CATEGORIES as u16);
        *kind = u16::from(hit).wrapping_neg() & number;
    }
}
