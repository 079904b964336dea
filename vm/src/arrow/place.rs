//! Where in a batch the values of a path are: an array, and for each row a place in it.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, NullArray, OffsetSizeTrait, RecordBatch};
use arrow_schema::{DataType, Schema};

use super::{Naming, cell};
use crate::path::{self, Path};
use crate::reading::Scalar;
use crate::types::Type;

/// Where the values of a slot come from. The array is neither coded by a dictionary nor by runs.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub ty: Type,
    pub array: ArrayRef,
    pub places: Places,
}

/// The places of all rows.
#[derive(Clone, Debug)]
pub(super) enum Places {
    /// Each row at its own number.
    Own,
    /// No row has anything.
    Nowhere,
    /// Each somewhere, and none twice but by chance.
    Each(Vec<Place>),
    /// Each row has a separate place, and many share one: a place is read once.
    Shared(Vec<Place>),
}

/// Where a row's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    At(usize),
    Absent,
    Unreadable,
}

/// The column that a path begins in, and how many of its steps that takes.
pub(super) fn root(schema: &Schema, path: &Path, naming: Naming) -> Option<(usize, usize)> {
    let named = |name: &str| schema.fields().iter().rposition(|field| field.name() == name);
    let steps = path.steps();
    let whole = match naming {
        Naming::Paths => named(&path.to_string()).map(|column| (column, steps.len())),
        Naming::Keys => None,
    };
    whole.or_else(|| Some((named(steps.first()?)?, 1)))
}

impl Source {
    /// Follows a path through a batch.
    pub fn of(batch: &RecordBatch, path: &Path, ty: Type, naming: Naming) -> Source {
        let begun = root(batch.schema_ref(), path, naming);
        let Some((column, taken)) = begun else { return Source::nowhere(ty) };
        let Some(array) = batch.columns().get(column) else { return Source::nowhere(ty) };
        let mut at = Source { ty, array: Arc::clone(array), places: Places::Own }.decoded();
        for step in path.steps().iter().skip(taken) {
            at = at.step(step).decoded();
        }
        at
    }

    fn nowhere(ty: Type) -> Source {
        Source { ty, array: Arc::new(NullArray::new(0)), places: Places::Nowhere }
    }

    /// Where the value of a row is.
    pub fn place(&self, row: usize) -> Place {
        match &self.places {
            Places::Own => Place::At(row),
            Places::Nowhere => Place::Absent,
            Places::Each(places) | Places::Shared(places) => {
                places.get(row).copied().unwrap_or(Place::Absent)
            }
        }
    }

    /// What a row holds, as its JSON would.
    pub fn scalar<'a>(&'a self, row: usize, room: &'a mut String) -> Scalar<'a> {
        match self.place(row) {
            Place::At(at) => cell::scalar(&self.array, at, room),
            Place::Absent => Scalar::Null,
            Place::Unreadable => Scalar::Broken,
        }
    }

    /// The same values without the dictionaries and runs that code them.
    fn decoded(mut self) -> Source {
        loop {
            let array = Arc::clone(&self.array);
            if let Some(dictionary) = array.as_any_dictionary_opt() {
                let keys = dictionary.keys();
                let values = dictionary.values();
                let at = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
                self = self.moved(values, Places::Shared, |row| match at.get(row) {
                    Some(at) if !keys.is_null(row) => Place::At(*at),
                    Some(_) | None => Place::Absent,
                });
            } else if let DataType::RunEndEncoded(..) = array.data_type() {
                let Some((values, at)) = runs(&array) else { return self.unreadable() };
                self = self.moved(&values, Places::Shared, |row| {
                    at.get(row).map_or(Place::Absent, |at| Place::At(*at))
                });
            } else {
                return self;
            }
        }
    }

    /// The values that a step of a path leads to.
    fn step(self, step: &str) -> Source {
        let array = Arc::clone(&self.array);
        match array.data_type() {
            DataType::Struct(fields) => {
                let child = fields.iter().rposition(|field| field.name() == step);
                match child.and_then(|child| array.as_struct().columns().get(child)) {
                    Some(child) => self.moved(child, Places::Each, |row| present(&array, row)),
                    None => self.moved(&array, Places::Each, |_| Place::Absent),
                }
            }
            DataType::List(_) => self.element(step, &array.as_list::<i32>().values().clone()),
            DataType::LargeList(_) => self.element(step, &array.as_list::<i64>().values().clone()),
            DataType::ListView(_) => {
                self.element(step, &array.as_list_view::<i32>().values().clone())
            }
            DataType::LargeListView(_) => {
                self.element(step, &array.as_list_view::<i64>().values().clone())
            }
            DataType::FixedSizeList(..) => {
                self.element(step, &array.as_fixed_size_list().values().clone())
            }
            DataType::Map(..) => self.entry(step),
            _ => self.unreadable(),
        }
    }

    /// The elements of lists at an index; any other step into a list is unreadable.
    fn element(self, step: &str, elements: &ArrayRef) -> Source {
        let Some(index) = path::index(step) else { return self.unreadable() };
        let lists = Arc::clone(&self.array);
        self.moved(elements, Places::Each, |row| {
            let Place::At(_) = present(&lists, row) else { return Place::Absent };
            let mut range = extent(&lists, row).unwrap_or_default();
            range.nth(index).map_or(Place::Absent, Place::At)
        })
    }

    /// The values of maps at a key: the last, if a map has several. Maps with keys that are not texts have none.
    fn entry(self, step: &str) -> Source {
        let maps = Arc::clone(&self.array);
        let (keys, values) = (maps.as_map().keys(), maps.as_map().values());
        let keys = Source { ty: Type::Id, array: Arc::clone(keys), places: Places::Own }.decoded();
        if !matches!(
            keys.array.data_type(),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
        ) {
            return self.unreadable();
        }
        let mut room = String::new();
        self.moved(values, Places::Each, |row| {
            let Place::At(_) = present(&maps, row) else { return Place::Absent };
            let mut range = extent(&maps, row).unwrap_or_default();
            let found = range.rfind(|at| keys.scalar(*at, &mut room) == Scalar::Text(step));
            found.map_or(Place::Absent, Place::At)
        })
    }

    /// Nothing can be read at any row that has something.
    fn unreadable(self) -> Source {
        let array = Arc::clone(&self.array);
        self.moved(&array, Places::Each, |row| match present(&array, row) {
            Place::At(_) => Place::Unreadable,
            place => place,
        })
    }

    /// The places in another array that those in this one lead to.
    fn moved(
        self,
        to: &ArrayRef,
        form: fn(Vec<Place>) -> Places,
        mut lead: impl FnMut(usize) -> Place,
    ) -> Source {
        let mut follow = |place: Place| match place {
            Place::At(row) => lead(row),
            Place::Absent | Place::Unreadable => place,
        };
        let places = match self.places {
            Places::Own => form((0..self.array.len()).map(|row| follow(Place::At(row))).collect()),
            Places::Nowhere => Places::Nowhere,
            Places::Each(places) => form(places.into_iter().map(follow).collect()),
            Places::Shared(places) => Places::Shared(places.into_iter().map(follow).collect()),
        };
        Source { ty: self.ty, array: Arc::clone(to), places }
    }
}

/// The place of a row in an array, if the row is not null.
fn present(array: &dyn Array, row: usize) -> Place {
    let nothing = *array.data_type() == DataType::Null || row >= array.len() || array.is_null(row);
    if nothing { Place::Absent } else { Place::At(row) }
}

/// The elements of a list, or the entries of a map.
fn extent(array: &dyn Array, row: usize) -> Option<Range<usize>> {
    match array.data_type() {
        DataType::List(_) => between(array.as_list::<i32>().value_offsets(), row),
        DataType::LargeList(_) => between(array.as_list::<i64>().value_offsets(), row),
        DataType::Map(..) => between(array.as_map().value_offsets(), row),
        DataType::ListView(_) => {
            let lists = array.as_list_view::<i32>();
            from(lists.value_offsets(), lists.value_sizes(), row)
        }
        DataType::LargeListView(_) => {
            let lists = array.as_list_view::<i64>();
            from(lists.value_offsets(), lists.value_sizes(), row)
        }
        DataType::FixedSizeList(..) => {
            let length = usize::try_from(array.as_fixed_size_list().value_length()).ok()?;
            let start = row.checked_mul(length)?;
            Some(start..start.checked_add(length)?)
        }
        _ => None,
    }
}

fn between<O: OffsetSizeTrait>(offsets: &[O], row: usize) -> Option<Range<usize>> {
    Some(offsets.get(row)?.as_usize()..offsets.get(row.checked_add(1)?)?.as_usize())
}

fn from<O: OffsetSizeTrait>(offsets: &[O], sizes: &[O], row: usize) -> Option<Range<usize>> {
    let start = offsets.get(row)?.as_usize();
    Some(start..start.checked_add(sizes.get(row)?.as_usize())?)
}

/// The values of an array that is coded by runs, and where in them each row's is.
fn runs(array: &dyn Array) -> Option<(ArrayRef, Vec<usize>)> {
    macro_rules! runs {
        ($($index:ty),*) => {
            $(if let Some(runs) = array.as_run_opt::<$index>() {
                let at = (0..array.len()).map(|row| runs.get_physical_index(row)).collect();
                return Some((Arc::clone(runs.values()), at));
            })*
        };
    }
    runs!(Int16Type, Int32Type, Int64Type);
    None
}
