//! Columns as plain vectors, and loops without branches that fill a mask, block by block.

use benches::menu::{CATEGORIES, Dish};
use multiversion::multiversion;

/// Rows that are looked at together, so that their mask stays in the nearest cache.
const BLOCK: usize = 4096;

/// The columns that the conditions read; a price that is absent is no number.
#[derive(Default)]
pub struct Plates {
    category: Vec<u8>,
    r#type: Vec<u8>,
    active: Vec<u8>,
    price: Vec<f64>,
    amount: Vec<f64>,
    invoice_total: Vec<f64>,
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
        plates
    }
}

/// Bits for all rows, and how many are set.
#[derive(Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    fn start(&mut self, rows: usize) {
        self.words.clear();
        self.words.reserve(rows.div_ceil(64));
    }
}

#[inline(always)]
fn pack(mask: &[u8], bits: &mut Bits) -> u64 {
    let word = |chunk: &[u8]| {
        let (eights, _) = chunk.as_chunks::<8>();
        let each =
            eights.iter().map(|e| u64::from_le_bytes(*e).wrapping_mul(0x0102_0408_1020_4080));
        (0..64).step_by(8).zip(each).fold(0, |word, (at, bits)| word | (bits >> 56) << at)
    };
    bits.words.extend(mask.chunks(64).map(word));
    mask.chunks(255).map(|chunk| u64::from(chunk.iter().sum::<u8>())).sum()
}

macro_rules! condition {
    ($(#[$doc:meta])* $name:ident ($($column:ident),+) $test:expr) => {
        $(#[$doc])*
        #[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
        pub fn $name(plates: &Plates, bits: &mut Bits) -> u64 {
            let test = $test;
            let (mut mask, mut count, mut at) = ([0u8; BLOCK], 0, 0);
            let rows = plates.category.len();
            bits.start(rows);
            while at < rows {
                let size = BLOCK.min(rows - at);
                let Some(mask) = mask.get_mut(..size) else { break };
                $(let Some($column) = plates.$column.get(at..at + size) else { break };)+
                condition!(@fill mask, test, $($column),+);
                count += pack(mask, bits);
                at += size;
            }
            count
        }
    };
    (@fill $mask:ident, $test:ident, $a:ident) => {
        for (mask, a) in $mask.iter_mut().zip($a) { *mask = $test(*a); }
    };
    (@fill $mask:ident, $test:ident, $a:ident, $b:ident) => {
        for ((mask, a), b) in $mask.iter_mut().zip($a).zip($b) { *mask = $test(*a, *b); }
    };
    (@fill $mask:ident, $test:ident, $a:ident, $b:ident, $c:ident, $d:ident) => {
        for ((((mask, a), b), c), d) in $mask.iter_mut().zip($a).zip($b).zip($c).zip($d) {
            *mask = $test(*a, *b, *c, *d);
        }
    };
}

condition! {
    /// `C1`.
    c1(category) |category: u8| u8::from(category == 149)
}

condition! {
    /// `C2`.
    c2(category, price) |category: u8, price: f64| u8::from(category == 149) & u8::from(price > 0.0)
}

condition! {
    /// `C3`.
    c3(amount, invoice_total) |amount: f64, invoice_total: f64| u8::from(amount < invoice_total)
}

condition! {
    /// `C4`.
    c4(r#type, active, price, category) |r#type: u8, active: u8, price: f64, category: u8| {
        (u8::from(r#type == 0) | u8::from(r#type == 1))
            & active
            & u8::from(price >= 5.5)
            & u8::from(price < 60.0)
            & (1 ^ (u8::from(category == 120) | u8::from(category == 121) | u8::from(category == 122)))
    }
}

/// `C5` by a table of what each category's price must be above; fills the kinds, from 1.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub fn c5(plates: &Plates, kinds: &mut Vec<u8>) {
    let (mut above, mut number) = ([f64::INFINITY; 256], [0u8; 256]);
    for (at, (above, number)) in above.iter_mut().zip(&mut number).skip(100).take(20).enumerate() {
        (*above, *number) = (10.0 + 2.0 * at as f64, at as u8 + 1);
    }
    kinds.resize(plates.category.len(), 0);
    let rows = plates.category.iter().zip(&plates.price);
    for (kind, (category, price)) in kinds.iter_mut().zip(rows) {
        let at = usize::from(*category);
        let above = above.get(at).copied().unwrap_or(f64::INFINITY);
        let number = number.get(at).copied().unwrap_or(0);
        *kind = u8::from(*price > above) * number;
    }
}

/// `C6` by a table of each category's four bands; fills the kinds, from 1.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub fn c6(plates: &Plates, kinds: &mut Vec<u16>) {
    let (mut bands, mut first) = ([[f64::INFINITY; 5]; 256], [0u16; 256]);
    let categories = bands.iter_mut().zip(&mut first).skip(100).take(CATEGORIES as usize);
    for (at, (bands, first)) in categories.enumerate() {
        (*bands, *first) = ([0.0, 50.0, 100.0, 150.0, 200.0], at as u16 * 4);
    }
    kinds.resize(plates.category.len(), 0);
    let rows = plates.category.iter().zip(&plates.price);
    for (kind, (category, price)) in kinds.iter_mut().zip(rows) {
        let at = usize::from(*category);
        let [a, b, c, d, e] = bands.get(at).copied().unwrap_or([f64::INFINITY; 5]);
        let over = |bound: f64| u16::from(*price > bound);
        let hit = (*price > a) & (*price <= e);
        let number = first.get(at).copied().unwrap_or(0) + over(a) + over(b) + over(c) + over(d);
        *kind = u16::from(hit).wrapping_neg() & number;
    }
}
