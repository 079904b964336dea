//! A column for the batch machine out of an array.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal32Type, Decimal64Type, Decimal128Type, Int8Type, Int16Type,
    Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
};
use arrow_schema::DataType;

use super::cell;
use super::place::{Place, Places, Source};
use crate::columns::{Bits, Column, Numbers, Values};
use crate::limits::MAX_DIGITS;
use crate::reading::{Reading, Scratch};
use crate::types::{Family, Type};
use crate::value::Instant;

/// The values of so many rows.
pub(super) fn read(source: &Source, rows: usize, reading: &Reading) -> Column {
    let whole = match source.places {
        Places::Own if source.array.len() == rows => at_once(&source.array, source.ty, reading),
        Places::Own | Places::Nowhere | Places::Each(_) | Places::Shared(_) => None,
    };
    whole.unwrap_or_else(|| one_by_one(source, rows, reading))
}

/// Reads value after value; what lies at a shared place is read for the first row that has it.
fn one_by_one(source: &Source, rows: usize, reading: &Reading) -> Column {
    let mut column = Column::empty(source.ty.family());
    let shared = if let Places::Shared(_) = source.places { source.array.len() } else { 0 };
    let mut first: Vec<Option<usize>> = vec![None; shared];
    let (mut room, mut scratch) = (String::new(), Scratch::default());
    for row in 0..rows {
        if let Place::At(at) = source.place(row)
            && let Some(first) = first.get_mut(at)
        {
            if let Some(known) = *first {
                column.repeat(known);
                continue;
            }
            *first = Some(row);
        }
        column.add(reading.read(source.ty, source.scalar(row, &mut room), &mut scratch));
    }
    column
}

/// An array whose values are the column's already, or nearly.
fn at_once(array: &dyn Array, ty: Type, reading: &Reading) -> Option<Column> {
    let (mut unreadable, rows) = (none(array.len()), array.len());
    let values = match (ty.family(), array.data_type()) {
        (Family::Number, _) => Values::Number(numbers(array, ty)?),
        (Family::Boolean, DataType::Boolean) => {
            let values = array.as_boolean().values();
            Values::Boolean(masked(values.bit_chunks().iter_padded(), rows))
        }
        (Family::Datetime, DataType::Timestamp(_, zone))
            if zone.is_some() || reading.zone() == "UTC" =>
        {
            let moment = |row| cell::moment(array, row);
            let instants: Option<Vec<Instant>> = (0..rows).map(moment).collect();
            let instants = instants?;
            unreadable = bits(instants.iter().map(|instant| !cell::is_spelled(*instant)));
            Values::Datetime(instants)
        }
        (Family::Text | Family::Boolean | Family::Datetime, _) => return None,
    };
    Some(Column::of(absent(array), unreadable, values))
}

/// The numbers of an array whose mantissas fit 64 bits at one scale.
fn numbers(array: &dyn Array, ty: Type) -> Option<Numbers> {
    let narrow = |values: Vec<i64>| Some(Numbers::of(0, values));
    match array.data_type() {
        DataType::Int8 => narrow(wholes::<Int8Type>(array)),
        DataType::Int16 => narrow(wholes::<Int16Type>(array)),
        DataType::Int32 => narrow(wholes::<Int32Type>(array)),
        DataType::Int64 => narrow(wholes::<Int64Type>(array)),
        DataType::UInt8 => narrow(wholes::<UInt8Type>(array)),
        DataType::UInt16 => narrow(wholes::<UInt16Type>(array)),
        DataType::UInt32 => narrow(wholes::<UInt32Type>(array)),
        DataType::Decimal32(_, scale) => mantissas::<Decimal32Type>(array, *scale, ty),
        DataType::Decimal64(_, scale) => mantissas::<Decimal64Type>(array, *scale, ty),
        DataType::Decimal128(_, scale) => mantissas::<Decimal128Type>(array, *scale, ty),
        _ => None,
    }
}

fn wholes<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &dyn Array) -> Vec<i64> {
    array.as_primitive::<T>().values().iter().map(|value| (*value).into()).collect()
}

/// Decimals by their mantissas; `None` if one needs more than 64 bits, or if the type requires whole numbers.
fn mantissas<T>(array: &dyn Array, scale: i8, ty: Type) -> Option<Numbers>
where
    T: ArrowPrimitiveType<Native: Into<i128>>,
{
    let scale = u8::try_from(scale).ok().filter(|scale| u32::from(*scale) <= MAX_DIGITS)?;
    if scale > 0 && matches!(ty, Type::Integer | Type::Quantity) {
        return None;
    }
    let values = array.as_primitive::<T>().iter();
    let values = values.map(|value| i64::try_from(value.map_or(0, Into::into)).ok());
    Some(Numbers::of(scale, values.collect::<Option<_>>()?))
}

/// The rows that have nothing.
fn absent(array: &dyn Array) -> Bits {
    match array.nulls() {
        None => none(array.len()),
        Some(nulls) => {
            masked(nulls.inner().bit_chunks().iter_padded().map(|word| !word), array.len())
        }
    }
}

fn none(rows: usize) -> Bits {
    Bits::new(vec![0; rows.div_ceil(64)], rows)
}

/// The first bits of words.
fn masked(words: impl Iterator<Item = u64>, rows: usize) -> Bits {
    let mut words: Vec<u64> = words.take(rows.div_ceil(64)).collect();
    if let (Some(last), 1..) = (words.last_mut(), rows % 64) {
        *last &= (1 << (rows % 64)) - 1;
    }
    Bits::new(words, rows)
}

fn bits(set: impl ExactSizeIterator<Item = bool>) -> Bits {
    let mut words = vec![0u64; set.len().div_ceil(64)];
    let rows = set.len();
    for (row, set) in set.enumerate() {
        if let Some(word) = words.get_mut(row / 64) {
            *word |= u64::from(set) << (row % 64);
        }
    }
    Bits::new(words, rows)
}
