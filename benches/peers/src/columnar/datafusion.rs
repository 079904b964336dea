//! DataFusion's physical expressions. Literals have the type of their column, as DataFusion's planner does it.

use std::sync::Arc;

use arrow::array::{AsArray, BooleanArray, RecordBatch};
use arrow::datatypes::{DataType, Schema};
use datafusion_common::{DataFusionError, ScalarValue};
use datafusion_expr::{Expr, col, lit, not};
use datafusion_physical_expr::PhysicalExpr;
use datafusion_physical_expr::planner::logical2physical;

use super::batches::{Sorter, Texts};
use super::{Classifier, Contestant};
use crate::peer::Band;

pub struct Datafusion {
    texts: Texts,
    schema: Arc<Schema>,
    batches: Vec<RecordBatch>,
    conditions: [Arc<dyn PhysicalExpr>; 4],
}

impl Datafusion {
    pub fn new(texts: Texts, batches: Vec<RecordBatch>) -> Datafusion {
        let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema);
        let is = |name: &str, text: &str| col(name).eq(literal(texts, text));
        let category = |text: &str| is("category", text);
        let conditions = [
            category("149"),
            category("149").and(col("price").gt(lit(0.0))),
            col("amount").lt(col("invoice_total")),
            is("type", "delivery")
                .or(is("type", "pickup"))
                .and(col("active"))
                .and(col("price").gt_eq(lit(5.5)))
                .and(col("price").lt(lit(60.0)))
                .and(not(category("120").or(category("121")).or(category("122")))),
        ];
        let conditions = conditions.map(|condition| logical2physical(&condition, &schema));
        Datafusion { texts, schema, batches, conditions }
    }
}

fn literal(texts: Texts, text: &str) -> Expr {
    let value = match texts {
        Texts::Views => ScalarValue::Utf8View(Some(text.to_owned())),
        Texts::Codes => {
            let value = ScalarValue::Utf8(Some(text.to_owned()));
            ScalarValue::Dictionary(Box::new(DataType::UInt8), Box::new(value))
        }
    };
    Expr::Literal(value, None)
}

fn mask(of: &Arc<dyn PhysicalExpr>, batch: &RecordBatch) -> Result<BooleanArray, DataFusionError> {
    let values = of.evaluate(batch)?.into_array(batch.num_rows())?;
    Ok(values.as_boolean().clone())
}

impl Contestant for Datafusion {
    fn name(&self) -> &'static str {
        match self.texts {
            Texts::Views => "datafusion, views",
            Texts::Codes => "datafusion, codes",
        }
    }

    fn count(&self, condition: usize) -> u64 {
        let Some(condition) = self.conditions.get(condition) else { return u64::MAX };
        let count = |batch| mask(condition, batch).map(|mask| mask.true_count() as u64);
        self.batches.iter().map(count).sum::<Result<u64, _>>().unwrap_or(u64::MAX)
    }

    fn classifier<'s>(&'s self, bands: &[Band]) -> Classifier<'s> {
        let condition = |Band { category, above, most }: &Band| {
            let of = col("category").eq(literal(self.texts, &category.to_string()));
            let held = of.and(col("price").gt(lit(f64::from(*above))));
            let all = match most {
                Some(most) => held.and(col("price").lt_eq(lit(f64::from(*most)))),
                None => held,
            };
            logical2physical(&all, &self.schema)
        };
        let conditions: Vec<_> = bands.iter().map(condition).collect();
        let mut sorter = Sorter::new();
        Box::new(move |kinds| {
            kinds.clear();
            for batch in &self.batches {
                let masks = conditions.iter().flat_map(|condition| mask(condition, batch));
                sorter.sort(batch.num_rows(), masks, kinds);
            }
        })
    }
}
