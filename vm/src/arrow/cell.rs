//! One cell of an array as JSON would hold it.

use std::fmt::{Display, LowerExp, Write as _};

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType,
    Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, TimeUnit};
use jiff::SignedDuration;
use jiff::civil::DateTime;

use crate::reading::Scalar;
use crate::value::Instant;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The value at a row of an array. A value that JSON cannot express, or a day that does not exist, is broken.
pub(super) fn scalar<'a>(array: &'a dyn Array, row: usize, room: &'a mut String) -> Scalar<'a> {
    if row >= array.len() || array.is_null(row) {
        return Scalar::Null;
    }
    match array.data_type() {
        DataType::Null => Scalar::Null,
        DataType::Boolean => Scalar::Boolean(array.as_boolean().value(row)),
        DataType::Utf8 => Scalar::Text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Scalar::Text(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Scalar::Text(array.as_string_view().value(row)),
        DataType::Int8 => whole::<Int8Type>(array, row, room),
        DataType::Int16 => whole::<Int16Type>(array, row, room),
        DataType::Int32 => whole::<Int32Type>(array, row, room),
        DataType::Int64 => whole::<Int64Type>(array, row, room),
        DataType::UInt8 => whole::<UInt8Type>(array, row, room),
        DataType::UInt16 => whole::<UInt16Type>(array, row, room),
        DataType::UInt32 => whole::<UInt32Type>(array, row, room),
        DataType::UInt64 => whole::<UInt64Type>(array, row, room),
        DataType::Float16 => half(array, row, room),
        DataType::Float32 => float::<Float32Type>(array, row, room),
        DataType::Float64 => float::<Float64Type>(array, row, room),
        DataType::Decimal32(_, scale) => decimal::<Decimal32Type>(array, row, *scale, room),
        DataType::Decimal64(_, scale) => decimal::<Decimal64Type>(array, row, *scale, room),
        DataType::Decimal128(_, scale) => decimal::<Decimal128Type>(array, row, *scale, room),
        DataType::Decimal256(_, scale) => decimal::<Decimal256Type>(array, row, *scale, room),
        DataType::Date32 | DataType::Date64 => date(array, row, room),
        DataType::Time32(_) | DataType::Time64(_) => time_of_day(array, row, room),
        DataType::Timestamp(_, zone) => {
            let form = if zone.is_some() { Form::Instant } else { Form::Civil };
            moment(array, row).map_or(Scalar::Broken, |moment| spelled(moment, form, room))
        }
        DataType::Struct(_)
        | DataType::Map(..)
        | DataType::List(_)
        | DataType::LargeList(_)
        | DataType::ListView(_)
        | DataType::LargeListView(_)
        | DataType::FixedSizeList(..) => Scalar::Compound,
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Duration(_)
        | DataType::Interval(_)
        | DataType::Union(..)
        // Both are undone before a cell is looked at.
        | DataType::Dictionary(..)
        | DataType::RunEndEncoded(..) => Scalar::Broken,
    }
}

/// The moment of a timestamp, as if its civil time were UTC.
pub(super) fn moment(array: &dyn Array, row: usize) -> Option<Instant> {
    let DataType::Timestamp(unit, _) = array.data_type() else { return None };
    Some(match unit {
        TimeUnit::Second => since(native::<TimestampSecondType>(array, row), 1),
        TimeUnit::Millisecond => since(native::<TimestampMillisecondType>(array, row), 1_000),
        TimeUnit::Microsecond => since(native::<TimestampMicrosecondType>(array, row), 1_000_000),
        TimeUnit::Nanosecond => since(native::<TimestampNanosecondType>(array, row), 1_000_000_000),
    })
}

/// Whether a moment is in the years 0001 to 9999.
pub(super) fn is_spelled(moment: Instant) -> bool {
    (-62_135_596_800..253_402_300_800).contains(&moment.seconds)
}

fn native<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> T::Native {
    array.as_primitive::<T>().value(row)
}

/// The instant after a number of parts of a second since 1970; a second has `parts`.
fn since(count: i64, parts: i64) -> Instant {
    // The rest is below 10^9, whatever the parts.
    let nanoseconds = count.rem_euclid(parts) * (1_000_000_000 / parts);
    Instant {
        seconds: count.div_euclid(parts),
        nanoseconds: u32::try_from(nanoseconds).unwrap_or_default(),
    }
}

fn whole<'a, T>(array: &dyn Array, row: usize, room: &'a mut String) -> Scalar<'a>
where
    T: ArrowPrimitiveType<Native: Display>,
{
    number(room, format_args!("{}", native::<T>(array, row)))
}

/// A float as the shortest decimal that reads back.
fn float<'a, T>(array: &dyn Array, row: usize, room: &'a mut String) -> Scalar<'a>
where
    T: ArrowPrimitiveType<Native: LowerExp>,
{
    number(room, format_args!("{:e}", native::<T>(array, row)))
}

/// A 16-bit float: five digits distinguish any two of them.
fn half<'a>(array: &dyn Array, row: usize, room: &'a mut String) -> Scalar<'a> {
    type Half = <Float16Type as ArrowPrimitiveType>::Native;
    let value = native::<Float16Type>(array, row);
    for decimals in 0..5 {
        put(room, format_args!("{:.decimals$e}", value.to_f32()));
        if room.parse().is_ok_and(|read| Half::from_f64(read) == value) {
            break;
        }
    }
    finite(room)
}

fn decimal<'a, T>(array: &dyn Array, row: usize, scale: i8, room: &'a mut String) -> Scalar<'a>
where
    T: ArrowPrimitiveType<Native: Display>,
{
    number(room, format_args!("{}e{}", native::<T>(array, row), -i16::from(scale)))
}

fn date<'a>(array: &dyn Array, row: usize, room: &'a mut String) -> Scalar<'a> {
    let moment = match array.data_type() {
        DataType::Date32 => since(i64::from(native::<Date32Type>(array, row)) * DAY, 1),
        _ => since(native::<Date64Type>(array, row), 1_000),
    };
    let whole = moment.nanoseconds == 0 && moment.seconds.rem_euclid(DAY) == 0;
    spelled(moment, if whole { Form::Day } else { Form::Civil }, room)
}

fn time_of_day<'a>(array: &dyn Array, row: usize, room: &'a mut String) -> Scalar<'a> {
    let time = match array.data_type() {
        DataType::Time32(TimeUnit::Second) => {
            since(i64::from(native::<Time32SecondType>(array, row)), 1)
        }
        DataType::Time32(_) => since(i64::from(native::<Time32MillisecondType>(array, row)), 1_000),
        DataType::Time64(TimeUnit::Microsecond) => {
            since(native::<Time64MicrosecondType>(array, row), 1_000_000)
        }
        _ => since(native::<Time64NanosecondType>(array, row), 1_000_000_000),
    };
    if (0..DAY).contains(&time.seconds) { spelled(time, Form::Time, room) } else { Scalar::Broken }
}

/// How a moment is spelled.
#[derive(Clone, Copy)]
enum Form {
    Day,
    Civil,
    Instant,
    Time,
}

fn spelled(moment: Instant, form: Form, room: &mut String) -> Scalar<'_> {
    let nanoseconds = i32::try_from(moment.nanoseconds).unwrap_or_default();
    let since = SignedDuration::new(moment.seconds, nanoseconds);
    let civil = DateTime::constant(1970, 1, 1, 0, 0, 0, 0).checked_add(since).ok();
    let Some(civil) = civil.filter(|_| is_spelled(moment)) else { return Scalar::Broken };
    match form {
        Form::Day => put(room, format_args!("{}", civil.date())),
        Form::Civil => put(room, format_args!("{civil}")),
        Form::Instant => put(room, format_args!("{civil}Z")),
        Form::Time => put(room, format_args!("{}", civil.time())),
    }
    Scalar::Text(room)
}

fn number<'a>(room: &'a mut String, text: std::fmt::Arguments<'_>) -> Scalar<'a> {
    put(room, text);
    finite(room)
}

/// A number's text; an infinity or a NaN ends in a letter.
fn finite(room: &str) -> Scalar<'_> {
    let finite = room.ends_with(|last: char| last.is_ascii_digit());
    if finite { Scalar::Number(room) } else { Scalar::Broken }
}

fn put(room: &mut String, text: std::fmt::Arguments<'_>) {
    room.clear();
    // Writing to a `String` cannot fail.
    let _ = room.write_fmt(text);
}
