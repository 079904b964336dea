//! The rows as Arrow record batches.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, RecordBatch, StringViewArray,
};
use arrow::buffer::BooleanBuffer;
use arrow::datatypes::UInt8Type;
use arrow::error::ArrowError;
use benches::menu::Dish;

/// Rows of a batch.
const BATCH: usize = 8192;

/// The encoding of texts in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// String views, with short texts inline.
    Views,
    /// Dictionary codes of one byte.
    Codes,
}

/// The batches of some rows.
pub fn of(dishes: &[Dish], texts: Texts) -> Vec<RecordBatch> {
    dishes.chunks(BATCH).filter_map(|dishes| batch(dishes, texts).ok()).collect()
}

fn money(hundredths: u32) -> f64 {
    f64::from(hundredths) / 100.0
}

fn batch(dishes: &[Dish], texts: Texts) -> Result<RecordBatch, ArrowError> {
    let text = |of: &dyn Fn(&Dish) -> &str| -> ArrayRef {
        let values = dishes.iter().map(of);
        match texts {
            Texts::Views => Arc::new(StringViewArray::from_iter_values(values)),
            Texts::Codes => Arc::new(values.collect::<DictionaryArray<UInt8Type>>()),
        }
    };
    let number = |of: &dyn Fn(&Dish) -> u32| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values(dishes.iter().map(|dish| money(of(dish)))))
    };
    let prices: Float64Array = dishes.iter().map(|dish| dish.price.map(money)).collect();
    let active: BooleanArray = dishes.iter().map(|dish| Some(dish.active)).collect();
    RecordBatch::try_from_iter_with_nullable([
        ("type", text(&|dish| dish.r#type), false),
        ("category", text(&|dish| &dish.category), false),
        ("price", Arc::new(prices), true),
        ("active", Arc::new(active), false),
        ("amount", number(&|dish| dish.amount), false),
        ("invoice_total", number(&|dish| dish.invoice_total), false),
    ])
}

/// Combines the masks of all kinds over a batch.
pub struct Sorter {
    found: Vec<u8>,
}

impl Sorter {
    pub fn new() -> Sorter {
        Sorter { found: Vec::new() }
    }

    /// Adds the kinds of a batch, whose masks are in the order of the kinds.
    pub fn sort(
        &mut self,
        rows: usize,
        masks: impl Iterator<Item = BooleanArray>,
        kinds: &mut Vec<u16>,
    ) {
        self.found.clear();
        self.found.resize(rows, 0);
        let before = kinds.len();
        kinds.resize(before + rows, 0);
        let Some(kinds) = kinds.get_mut(before..) else { return };
        for (number, mask) in (1..).zip(masks) {
            for row in known_true(&mask).set_indices() {
                if let (Some(found), Some(kind)) = (self.found.get_mut(row), kinds.get_mut(row)) {
                    (*found, *kind) = (found.saturating_add(1), number);
                }
            }
        }
        for (found, kind) in self.found.iter().zip(kinds) {
            *kind *= u16::from(*found == 1);
        }
    }
}

/// The bits that are true and not null.
fn known_true(mask: &BooleanArray) -> BooleanBuffer {
    match mask.nulls() {
        Some(nulls) => mask.values() & nulls.inner(),
        None => mask.values().clone(),
    }
}
