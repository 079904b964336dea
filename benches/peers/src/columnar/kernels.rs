//! Arrow's compute kernels, called by hand one after the other.

use arrow::array::{ArrayRef, BooleanArray, Datum, Float64Array, RecordBatch, StringArray};
use arrow::array::{AsArray, Scalar, StringViewArray};
use arrow::compute::kernels::{boolean, cmp};
use arrow::error::ArrowError;

use super::batches::{Sorter, Texts};
use super::{Classifier, Contestant};
use crate::peer::Band;

type Mask = Result<BooleanArray, ArrowError>;

pub struct Kernels {
    texts: Texts,
    batches: Vec<RecordBatch>,
}

impl Kernels {
    pub fn new(texts: Texts, batches: Vec<RecordBatch>) -> Kernels {
        Kernels { texts, batches }
    }

    /// A text to compare a column with.
    fn text(&self, text: &str) -> Box<dyn Datum> {
        match self.texts {
            Texts::Views => Box::new(Scalar::new(StringViewArray::from_iter_values([text]))),
            Texts::Codes => Box::new(StringArray::new_scalar(text)),
        }
    }

    fn decide(&self, condition: usize) -> Result<u64, ArrowError> {
        let text = |text| self.text(text);
        let (delivery, pickup, zero) = (text("delivery"), text("pickup"), number(0.0));
        let (low, high, category) = (number(5.5), number(60.0), text("149"));
        let without = ["120", "121", "122"].map(text);
        let holds = |batch: &RecordBatch| -> Mask {
            let of = |name| column(batch, name);
            match condition {
                0 => cmp::eq(of("category")?, category.as_ref()),
                1 => boolean::and_kleene(
                    &cmp::eq(of("category")?, category.as_ref())?,
                    &cmp::gt(of("price")?, &zero)?,
                ),
                2 => cmp::lt(of("amount")?, of("invoice_total")?),
                _ => {
                    let form = boolean::or(
                        &cmp::eq(of("type")?, delivery.as_ref())?,
                        &cmp::eq(of("type")?, pickup.as_ref())?,
                    )?;
                    let price = boolean::and_kleene(
                        &cmp::gt_eq(of("price")?, &low)?,
                        &cmp::lt(of("price")?, &high)?,
                    )?;
                    let [a, b, c] =
                        without.each_ref().map(|text| cmp::eq(of("category")?, text.as_ref()));
                    let category = boolean::not(&boolean::or(&boolean::or(&a?, &b?)?, &c?)?)?;
                    let form = boolean::and(&form, of("active")?.as_boolean())?;
                    boolean::and_kleene(&boolean::and(&form, &category)?, &price)
                }
            }
        };
        self.batches.iter().map(|batch| Ok(holds(batch)?.true_count() as u64)).sum()
    }
}

fn column<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, ArrowError> {
    let column = batch.column_by_name(name);
    column.ok_or_else(|| ArrowError::SchemaError(name.to_owned()))
}

fn number(number: f64) -> Scalar<Float64Array> {
    Float64Array::new_scalar(number)
}

impl Contestant for Kernels {
    fn name(&self) -> &'static str {
        match self.texts {
            Texts::Views => "arrow kernels, views",
            Texts::Codes => "arrow kernels, codes",
        }
    }

    fn count(&self, condition: usize) -> u64 {
        self.decide(condition).unwrap_or(u64::MAX)
    }

    fn classifier<'s>(&'s self, bands: &[Band]) -> Classifier<'s> {
        let bounds = |band: &Band| -> Bounds {
            let category = self.text(&band.category.to_string());
            (category, number(band.above.into()), band.most.map(|most| number(most.into())))
        };
        let bounds: Vec<Bounds> = bands.iter().map(bounds).collect();
        let mut sorter = Sorter::new();
        Box::new(move |kinds| {
            kinds.clear();
            for batch in &self.batches {
                let masks = bounds.iter().flat_map(|bounds| within(batch, bounds));
                sorter.sort(batch.num_rows(), masks, kinds);
            }
        })
    }
}

/// A category, and the bounds of its price: above the first, not above the second.
type Bounds = (Box<dyn Datum>, Scalar<Float64Array>, Option<Scalar<Float64Array>>);

fn within(batch: &RecordBatch, (category, above, most): &Bounds) -> Mask {
    let price = column(batch, "price")?;
    let of = cmp::eq(column(batch, "category")?, category.as_ref())?;
    let held = boolean::and_kleene(&of, &cmp::gt(price, above)?)?;
    match most {
        Some(most) => boolean::and_kleene(&held, &cmp::lt_eq(price, most)?),
        None => Ok(held),
    }
}
