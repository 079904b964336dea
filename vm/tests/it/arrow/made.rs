//! Arrays of every type and the JSON of their cells, both made of the same values.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::*;
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer, i256};
use arrow_schema::{DataType, Field, Fields};

/// An array, and the JSON of each of its cells.
pub struct Made {
    pub array: ArrayRef,
    pub json: Vec<String>,
}

/// Numbers that a seed decides.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize].clone()
    }

    /// Small, large or anything.
    fn bits(&mut self) -> u64 {
        let any = self.next();
        match self.below(4) {
            0 => any,
            1 => any % 3,
            2 => any >> 40,
            _ => u64::MAX - any % 3,
        }
    }
}

/// A text of JSON that no type reads.
const BROKEN: &str = r#""\ud800""#;

/// Texts as a program has them; JSON has the same between quotes.
const TEXTS: &[&str] = &[
    "",
    "tea",
    "149",
    " 12.50 ",
    "1e2",
    "true",
    "false",
    "null",
    "é",
    "e\u{301}",
    "a@B.example",
    "06 12 34 56 78",
    "+33612345678",
    "2026-03-29",
    "2026-03-29T02:30",
    "2026-03-29T02:30:00Z",
    "https://example.com/a",
    "a text that is longer than a slot",
];

/// Days by their number.
const DAYS: &[(&str, i32)] = &[
    ("1970-01-01", 0),
    ("1969-12-31", -1),
    ("2024-02-29", 19_782),
    ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
];

/// An array of so many rows, of compounds so many levels deep, maybe a part of a longer one.
pub fn column(random: &mut Random, rows: usize, depth: u32) -> Made {
    let (before, behind) = (random.below(3) as usize, random.below(3) as usize);
    let whole = whole(random, before + rows + behind, depth);
    Made {
        array: whole.array.slice(before, rows),
        json: whole.json[before..before + rows].to_vec(),
    }
}

fn whole(random: &mut Random, rows: usize, depth: u32) -> Made {
    let compound = depth > 0 && random.below(2) == 0;
    match (compound, random.below(7)) {
        (true, 0 | 1) => structs(random, rows, depth),
        (true, 2 | 3) => lists(random, rows, depth),
        (true, 4) => maps(random, rows, depth),
        (true, 5) => dictionary(random, rows, depth),
        (true, _) => runs(random, rows, depth),
        (false, 0 | 1) => texts(random, rows),
        (false, 2) => wholes(random, rows),
        (false, 3) => decimals(random, rows),
        (false, 4) => times(random, rows),
        (false, 5) => floats(random, rows),
        (false, _) => others(random, rows),
    }
}

/// So many cells, some of them null.
fn cells<T>(
    random: &mut Random,
    rows: usize,
    mut one: impl FnMut(&mut Random) -> (T, String),
) -> (Vec<Option<T>>, Vec<String>) {
    let nulls = random.below(2) == 0;
    let cell = |_| {
        if nulls && random.below(4) == 0 {
            return (None, "null".to_owned());
        }
        let (value, json) = one(random);
        (Some(value), json)
    };
    (0..rows).map(cell).unzip()
}

fn nulls(random: &mut Random, rows: usize) -> Option<NullBuffer> {
    let valid: Vec<bool> = (0..rows).map(|_| random.below(4) > 0).collect();
    (random.below(2) == 0).then(|| NullBuffer::from(valid))
}

fn is_null(nulls: &Option<NullBuffer>, row: usize) -> bool {
    nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
}

fn texts(random: &mut Random, rows: usize) -> Made {
    let one = |random: &mut Random| {
        let text = random.pick(TEXTS);
        (text, format!("\"{text}\""))
    };
    let (values, json) = cells(random, rows, one);
    let array: ArrayRef = match random.below(3) {
        0 => Arc::new(StringArray::from(values)),
        1 => Arc::new(LargeStringArray::from(values)),
        _ => Arc::new(StringViewArray::from(values)),
    };
    Made { array, json }
}

fn wholes(random: &mut Random, rows: usize) -> Made {
    fn of<T: ArrowPrimitiveType<Native: ToString>>(
        random: &mut Random,
        rows: usize,
        cast: fn(u64) -> T::Native,
    ) -> Made {
        let one = |random: &mut Random| {
            let value = cast(random.bits());
            (value, value.to_string())
        };
        let (values, json) = cells(random, rows, one);
        Made { array: Arc::new(values.into_iter().collect::<PrimitiveArray<T>>()), json }
    }
    match random.below(8) {
        0 => of::<Int8Type>(random, rows, |bits| bits as i8),
        1 => of::<Int16Type>(random, rows, |bits| bits as i16),
        2 => of::<Int32Type>(random, rows, |bits| bits as i32),
        3 => of::<Int64Type>(random, rows, |bits| bits as i64),
        4 => of::<UInt8Type>(random, rows, |bits| bits as u8),
        5 => of::<UInt16Type>(random, rows, |bits| bits as u16),
        6 => of::<UInt32Type>(random, rows, |bits| bits as u32),
        _ => of::<UInt64Type>(random, rows, |bits| bits),
    }
}

/// A mantissa's digits with a point before the last `scale` of them.
fn pointed(mantissa: &str, scale: i8) -> String {
    let (sign, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa),
    };
    let places = usize::try_from(scale).unwrap_or(0);
    let zeros = "0".repeat(usize::try_from(-i32::from(scale)).unwrap_or(0));
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let whole = if whole == "0" { whole.to_owned() } else { format!("{whole}{zeros}") };
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

fn decimals(random: &mut Random, rows: usize) -> Made {
    let scale = random.pick(&[-3i8, 0, 1, 2, 9]);
    let signed = |random: &mut Random| random.bits() as i64;
    match random.below(4) {
        0 => {
            let (values, json) = cells(random, rows, |random| {
                let value = (signed(random) % 1_000_000_000) as i32;
                (value, pointed(&value.to_string(), scale))
            });
            let array = Decimal32Array::from(values).with_precision_and_scale(9, scale).unwrap();
            Made { array: Arc::new(array), json }
        }
        1 => {
            let (values, json) = cells(random, rows, |random| {
                let value = signed(random) % 10i64.pow(18);
                (value, pointed(&value.to_string(), scale))
            });
            let array = Decimal64Array::from(values).with_precision_and_scale(18, scale).unwrap();
            Made { array: Arc::new(array), json }
        }
        2 => {
            let wide = random.below(2) == 0;
            let (values, json) = cells(random, rows, |random| {
                let factor = if wide { 1_000_000_007 } else { 1 };
                let value = i128::from(signed(random)) * factor;
                (value, pointed(&value.to_string(), scale))
            });
            let array = Decimal128Array::from(values).with_precision_and_scale(38, scale).unwrap();
            Made { array: Arc::new(array), json }
        }
        _ => {
            let (values, json) = cells(random, rows, |random| {
                let value =
                    i256::from_i128(i128::from(signed(random))).wrapping_pow(random.pick(&[1, 3]));
                (value, pointed(&value.to_string(), scale))
            });
            let array = Decimal256Array::from(values).with_precision_and_scale(76, scale).unwrap();
            Made { array: Arc::new(array), json }
        }
    }
}

fn floats(random: &mut Random, rows: usize) -> Made {
    let json = |finite: bool, text: String| if finite { text } else { BROKEN.to_owned() };
    match random.below(3) {
        0 => {
            type Half = <Float16Type as ArrowPrimitiveType>::Native;
            let halves =
                [("0.1", 0.1), ("1.5", 1.5), ("-2", -2.0), ("0.333", 0.333), ("65500", 65504.0)];
            let (values, json) = cells(random, rows, |random| {
                let (text, value) = random.pick(&halves);
                (Half::from_f64(value), text.to_owned())
            });
            Made { array: Arc::new(values.into_iter().collect::<Float16Array>()), json }
        }
        1 => {
            let (values, json) = cells(random, rows, |random| {
                let value = match random.below(3) {
                    0 => f32::from_bits(random.next() as u32),
                    _ => random.below(1_000) as f32 / 10.0,
                };
                (value, json(value.is_finite(), value.to_string()))
            });
            Made { array: Arc::new(Float32Array::from(values)), json }
        }
        _ => {
            let (values, json) = cells(random, rows, |random| {
                let value = match random.below(3) {
                    0 => f64::from_bits(random.next()),
                    1 => random.below(1_000) as f64,
                    _ => random.below(1_000_000) as f64 / 1e4,
                };
                (value, json(value.is_finite(), value.to_string()))
            });
            Made { array: Arc::new(Float64Array::from(values)), json }
        }
    }
}

fn times(random: &mut Random, rows: usize) -> Made {
    match random.below(4) {
        0 => {
            let (values, json) = cells(random, rows, |random| match random.below(8) {
                0 => (random.pick(&[i32::MAX, i32::MIN, -719_163, 2_932_897]), BROKEN.to_owned()),
                _ => {
                    let (text, day) = random.pick(DAYS);
                    (day, format!("\"{text}\""))
                }
            });
            Made { array: Arc::new(Date32Array::from(values)), json }
        }
        1 => {
            let (values, json) = cells(random, rows, |random| {
                let ((text, day), second) = (random.pick(DAYS), random.pick(&[0, 9_000]));
                let clock = if second == 0 { "" } else { "T02:30:00.005" };
                let part = if second == 0 { 0 } else { 5 };
                (i64::from(day) * 86_400_000 + second * 1_000 + part, format!("\"{text}{clock}\""))
            });
            Made { array: Arc::new(Date64Array::from(values)), json }
        }
        2 => {
            let (values, json) =
                cells(random, rows, |_| (9_000_000_005i64, "\"02:30:00.000005\"".to_owned()));
            Made { array: Arc::new(Time64MicrosecondArray::from(values)), json }
        }
        _ => timestamps(random, rows),
    }
}

fn timestamps(random: &mut Random, rows: usize) -> Made {
    let zone = random.pick(&[None, Some("+02:00"), Some("Asia/Tokyo"), Some("no zone")]);
    let (parts, digits) = random.pick(&[(1i64, 0), (1_000, 3), (1_000_000, 6), (1_000_000_000, 9)]);
    let (values, json) = cells(random, rows, |random| {
        // In nanoseconds, 64 bits hold the years 1677 to 2262.
        let days = if digits == 9 { &DAYS[..3] } else { DAYS };
        let (day, number) = random.pick(days);
        let part = if digits == 0 || random.below(2) == 0 { 0 } else { 5 };
        let fraction = if part == 0 { String::new() } else { format!(".{part:0>digits$}") };
        let z = if zone.is_some() { "Z" } else { "" };
        let value = (i64::from(number) * 86_400 + 9_000) * parts + part;
        (value, format!("\"{day}T02:30:00{fraction}{z}\""))
    });
    let array: ArrayRef = match digits {
        0 => Arc::new(TimestampSecondArray::from(values).with_timezone_opt(zone)),
        3 => Arc::new(TimestampMillisecondArray::from(values).with_timezone_opt(zone)),
        6 => Arc::new(TimestampMicrosecondArray::from(values).with_timezone_opt(zone)),
        _ => Arc::new(TimestampNanosecondArray::from(values).with_timezone_opt(zone)),
    };
    Made { array, json }
}

fn others(random: &mut Random, rows: usize) -> Made {
    match random.below(5) {
        0 => Made { array: Arc::new(NullArray::new(rows)), json: vec!["null".to_owned(); rows] },
        1 => {
            let (values, json) = cells(random, rows, |_| (&b"ab"[..], BROKEN.to_owned()));
            Made { array: Arc::new(BinaryArray::from(values)), json }
        }
        2 => {
            let (values, json) = cells(random, rows, |_| (5i64, BROKEN.to_owned()));
            Made { array: Arc::new(DurationSecondArray::from(values)), json }
        }
        _ => {
            let (values, json) = cells(random, rows, |random| {
                let known = random.below(2) == 0;
                (known, known.to_string())
            });
            Made { array: Arc::new(BooleanArray::from(values)), json }
        }
    }
}

fn structs(random: &mut Random, rows: usize, depth: u32) -> Made {
    let names = ["a", "b", "b", "k", "0"];
    let children: Vec<_> = (0..1 + random.below(3))
        .map(|_| (random.pick(&names), column(random, rows, depth - 1)))
        .collect();
    let nulls = nulls(random, rows);
    let json = (0..rows).map(|row| {
        if is_null(&nulls, row) { "null".to_owned() } else { super::object(&children, row) }
    });
    let json = json.collect();
    let fields: Fields = children
        .iter()
        .map(|(name, child)| Field::new(*name, child.array.data_type().clone(), true))
        .collect();
    let arrays = children.into_iter().map(|(_, child)| child.array).collect();
    Made { array: Arc::new(StructArray::new(fields, arrays, nulls)), json }
}

/// The lengths of compounds, and all of their elements.
fn elements(random: &mut Random, rows: usize, depth: u32) -> (Vec<usize>, Made) {
    let lengths: Vec<_> = (0..rows).map(|_| random.below(3) as usize).collect();
    let elements = column(random, lengths.iter().sum(), depth - 1);
    (lengths, elements)
}

/// The JSON of compounds, of the JSON of their elements.
fn joined(
    lengths: &[usize],
    elements: &[String],
    nulls: &Option<NullBuffer>,
    brackets: [char; 2],
) -> Vec<String> {
    let (mut at, [open, close]) = (0, brackets);
    let one = |(row, length): (usize, &usize)| {
        let these = elements[at..at + length].join(",");
        at += length;
        if is_null(nulls, row) { "null".to_owned() } else { format!("{open}{these}{close}") }
    };
    lengths.iter().enumerate().map(one).collect()
}

fn lists(random: &mut Random, rows: usize, depth: u32) -> Made {
    let form = random.below(4);
    let (lengths, elements) = if form == 3 {
        (vec![2; rows], column(random, 2 * rows, depth - 1))
    } else {
        elements(random, rows, depth)
    };
    let nulls = nulls(random, rows);
    let json = joined(&lengths, &elements.json, &nulls, ['[', ']']);
    let field = Arc::new(Field::new("item", elements.array.data_type().clone(), true));
    let offsets = |lengths: &[usize]| OffsetBuffer::<i32>::from_lengths(lengths.iter().copied());
    let array: ArrayRef = match form {
        0 => Arc::new(ListArray::new(field, offsets(&lengths), elements.array, nulls)),
        1 => {
            let offsets = OffsetBuffer::<i64>::from_lengths(lengths.iter().copied());
            Arc::new(LargeListArray::new(field, offsets, elements.array, nulls))
        }
        2 => {
            let starts = offsets(&lengths)[..rows].to_vec();
            let sizes: Vec<_> = lengths.iter().map(|length| *length as i32).collect();
            let (starts, sizes) = (ScalarBuffer::from(starts), ScalarBuffer::from(sizes));
            Arc::new(ListViewArray::new(field, starts, sizes, elements.array, nulls))
        }
        _ => Arc::new(FixedSizeListArray::new(field, 2, elements.array, nulls)),
    };
    Made { array, json }
}

fn maps(random: &mut Random, rows: usize, depth: u32) -> Made {
    let (lengths, values) = elements(random, rows, depth);
    let keys: Vec<_> = values.json.iter().map(|_| random.pick(&["k", "a", "b", "0"])).collect();
    let pairs: Vec<_> =
        keys.iter().zip(&values.json).map(|(key, value)| format!("\"{key}\":{value}")).collect();
    let nulls = nulls(random, rows);
    let json = joined(&lengths, &pairs, &nulls, ['{', '}']);
    let fields = Fields::from(vec![
        Field::new("keys", DataType::Utf8, false),
        Field::new("values", values.array.data_type().clone(), true),
    ]);
    let entries = StructArray::new(
        fields.clone(),
        vec![Arc::new(StringArray::from(keys)), values.array],
        None,
    );
    let field = Arc::new(Field::new("entries", DataType::Struct(fields), false));
    let offsets = OffsetBuffer::from_lengths(lengths);
    Made { array: Arc::new(MapArray::new(field, offsets, entries, nulls, false)), json }
}

fn dictionary(random: &mut Random, rows: usize, depth: u32) -> Made {
    let size = random.below(4) as usize;
    let values = column(random, size, depth - 1);
    let keys: Vec<Option<i8>> = (0..rows)
        .map(|_| (size > 0 && random.below(4) > 0).then(|| random.below(size as u64) as i8))
        .collect();
    let cell = |key: &Option<i8>| match key {
        Some(key) => values.json[*key as usize].clone(),
        None => "null".to_owned(),
    };
    let json = keys.iter().map(cell).collect();
    let keys = Int8Array::from(keys);
    Made { array: Arc::new(DictionaryArray::new(keys, values.array)), json }
}

fn runs(random: &mut Random, rows: usize, depth: u32) -> Made {
    if rows == 0 {
        return texts(random, rows);
    }
    let lengths: Vec<_> = (0..rows).map(|_| 1 + random.below(2) as i32).collect();
    let values = column(random, lengths.len(), depth - 1);
    let mut end = 0;
    let ends: Vec<i32> = lengths
        .iter()
        .map(|length| {
            end += length;
            end
        })
        .collect();
    let json: Vec<_> = values
        .json
        .iter()
        .zip(&lengths)
        .flat_map(|(json, length)| vec![json.clone(); *length as usize])
        .take(rows)
        .collect();
    let array = RunArray::<Int32Type>::try_new(&Int32Array::from(ends), &values.array).unwrap();
    Made { array: Arc::new(array.slice(0, rows)), json }
}
