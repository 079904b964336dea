//! Rows of Arrow record batches, read as the same rows in JSON would be.
//!
//! A path is followed once for all rows of a batch, which gives an array and an index in it for each row. Values are
//! then read from there, as columns or row by row. Every state and value is the one that the row's JSON would have.

mod cell;
mod column;
mod place;

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;

use crate::columns::Columns;
use crate::path::Path;
use crate::reading::Reading;
use crate::row::Row;
use crate::slot::Slot;
use crate::types::Type;

use self::place::Source;

/// The values that are read from the rows of a record batch: a [`Layout`](crate::Layout) for batches.
///
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
/// use pointsman_vm::{BatchLayout, Naming, Path, Reading, Type, Value};
///
/// let names: ArrayRef = Arc::new(StringArray::from(vec![Some("tea"), None]));
/// let prices: ArrayRef = Arc::new(Int64Array::from(vec![3, 4]));
/// let batch = RecordBatch::try_from_iter([("name", names), ("price", prices)])?;
///
/// let fields = [(Path::parse("name")?, Type::Text), (Path::parse("price")?, Type::Price)];
/// let rows = BatchLayout::new(&fields, Reading::default()).bind(&batch, Naming::Keys);
/// let columns = rows.columns();
/// assert_eq!(columns.get(0, 0), Value::Text("tea"));
/// assert_eq!(columns.get(0, 1), Value::Absent);
/// assert!(matches!(columns.get(1, 1), Value::Number(price) if price.to_string() == "4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchLayout {
    fields: Arc<[(Path, Type)]>,
    reading: Reading,
}

/// How the column names of a batch map to paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Keys of the row: `prix.ttc` is one key, and a path's steps lead into structs, maps and lists.
    Keys,
    /// Keys, or whole dotted paths, which are tried first: a flat table has no other way to name a nested value.
    Paths,
}

/// The rows of one record batch, each path followed.
#[derive(Clone, Debug)]
pub struct BatchRows {
    sources: Vec<Source>,
    len: usize,
    reading: Reading,
}

impl BatchLayout {
    /// A layout in which slot `n` is the `n`th field.
    pub fn new(fields: &[(Path, Type)], reading: Reading) -> BatchLayout {
        BatchLayout { fields: fields.into(), reading }
    }

    /// The indices of the columns to decode, in ascending order.
    pub fn wanted(&self, schema: &Schema, naming: Naming) -> Vec<usize> {
        let found = self.fields.iter().filter_map(|(path, _)| place::root(schema, path, naming));
        let mut wanted: Vec<_> = found.map(|(column, _)| column).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Binds the layout to a batch. If several columns share a name, the last is read; a missing column is absent in
    /// every row.
    pub fn bind(&self, batch: &RecordBatch, naming: Naming) -> BatchRows {
        let sources =
            self.fields.iter().map(|(path, ty)| Source::of(batch, path, *ty, naming)).collect();
        BatchRows { sources, len: batch.num_rows(), reading: self.reading.clone() }
    }
}

impl BatchRows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All rows as columns. Each value of a dictionary is read once.
    pub fn columns(&self) -> Columns {
        let columns =
            self.sources.iter().map(|source| column::read(source, self.len, &self.reading));
        Columns::of(columns.collect(), self.len)
    }

    /// Reads one row. If the row does not exist, every slot is absent.
    pub fn read(&self, index: usize, row: &mut Row) {
        row.slots.resize(self.sources.len(), Slot::ABSENT);
        row.clear();
        if index >= self.len {
            return;
        }
        let mut room = std::mem::take(&mut row.room);
        for (slot, source) in self.sources.iter().enumerate() {
            row.read(slot, source.ty, source.scalar(index, &mut room), &self.reading);
        }
        row.room = room;
    }
}
