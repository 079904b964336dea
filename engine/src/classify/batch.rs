//! Sorts the rows of Arrow record batches into kinds, and adds the result to the batch as columns.

use std::sync::Arc;

use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type};
use arrow_array::{ArrayRef, DictionaryArray, PrimitiveArray, RecordBatch, StringArray};
use arrow_schema::{ArrowError, Field, Schema};
use vm::{BatchRows, Kinds, Naming};

use super::{Classifier, DropReason, Sorter, item};
use crate::station::{Kind, KindId, Skill};

/// What became of each row of a batch.
#[derive(Clone, Debug)]
pub struct SortedBatch<'a> {
    batch: RecordBatch,
    skill: &'a Skill,
    rows: Vec<Result<KindId, DropReason>>,
}

impl<'a> Classifier<'a> {
    /// The columns of a schema that are read to sort and to show rows: the others need not be decoded.
    pub fn wanted(&self, schema: &Schema, naming: Naming) -> Vec<usize> {
        self.batches.wanted(schema, naming)
    }

    /// The rows of a batch, to be read one by one as those of JSON are.
    pub fn bind(&self, batch: &RecordBatch, naming: Naming) -> BatchRows {
        self.batches.bind(batch, naming)
    }

    /// What becomes of each row of a batch: the same as [`classify`](Classifier::classify) says of its JSON.
    pub fn classify_batch(&self, batch: &RecordBatch, naming: Naming) -> SortedBatch<'a> {
        let columns = self.bind(batch, naming).columns();
        let sorted = |(row, kinds): (usize, Kinds)| {
            let kind = self.only(&kinds)?;
            let get = |slot| columns.get(slot, row);
            item::price(self, get)?;
            item::reference(self, get)?;
            Ok(kind)
        };
        let rows = match &self.sorter {
            Sorter::All => (0..columns.len()).map(|row| sorted((row, Kinds::One(0)))).collect(),
            Sorter::Set(set) => {
                set.classify_batch(&columns).iter().enumerate().map(sorted).collect()
            }
        };
        SortedBatch { batch: batch.clone(), skill: self.skill, rows }
    }
}

impl<'a> SortedBatch<'a> {
    /// What became of each row: its kind, or why it is not offered.
    pub fn rows(&self) -> &[Result<KindId, DropReason>] {
        &self.rows
    }

    /// The kind of a row that may be offered.
    pub fn kind(&self, row: usize) -> Option<&'a Kind> {
        self.skill.kinds.get(self.rows.get(row)?.as_ref().ok()?.index())
    }

    /// The given columns, followed by `kind` and `dropped`. Both are dictionary texts with one dictionary for all
    /// batches; each is null where the other is set.
    ///
    /// # Errors
    /// If there are more than 2^31 kinds.
    pub fn record_batch(&self) -> Result<RecordBatch, ArrowError> {
        let names = self.skill.kinds.iter().map(|kind| kind.name.as_str());
        let kinds = self.rows.iter().map(|row| i32::try_from(row.as_ref().ok()?.index()).ok());
        let kinds = coded::<Int32Type>(kinds.collect(), StringArray::from_iter_values(names))?;
        let word =
            |drop: &DropReason| DropReason::WORDS.iter().position(|word| *word == drop.word());
        let drops = self.rows.iter().map(|row| i8::try_from(word(row.as_ref().err()?)?).ok());
        let words = StringArray::from_iter_values(DropReason::WORDS);
        let drops = coded::<Int8Type>(drops.collect(), words)?;

        let schema = self.batch.schema();
        let mut fields: Vec<_> = schema.fields().iter().map(Arc::clone).collect();
        let mut columns = self.batch.columns().to_vec();
        for (name, column) in [("kind", kinds), ("dropped", drops)] {
            fields.push(Arc::new(Field::new(name, column.data_type().clone(), true)));
            columns.push(column);
        }
        let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
        RecordBatch::try_new(Arc::new(schema), columns)
    }
}

fn coded<K: ArrowDictionaryKeyType>(
    codes: PrimitiveArray<K>,
    texts: StringArray,
) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(DictionaryArray::try_new(codes, Arc::new(texts))?))
}
