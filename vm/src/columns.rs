//! Rows turned into columns, for the batch machine.
//!
//! A text is a code of its column's dictionary, a number an integer at its column's scale. What is absent or unreadable
//! is told by a bitmap; the value beside it is a filler that means nothing.

use hashbrown::HashTable;

use crate::decimal::Decimal;
use crate::row::Row;
use crate::types::{Family, Type};
use crate::value::{Instant, Value};

/// Many rows, a column per slot.
#[derive(Clone, Debug)]
pub struct Columns {
    columns: Vec<Column>,
    len: usize,
}

/// One slot of many rows.
#[derive(Clone, Debug)]
pub struct Column {
    absent: Bits,
    unreadable: Bits,
    values: Values,
}

/// The values of a column, by the family of its type.
#[derive(Clone, Debug)]
pub enum Values {
    /// Codes of a dictionary.
    Text(Texts),
    /// Integers at one scale.
    Number(Numbers),
    /// One bit a row.
    Boolean(Bits),
    /// Points in time.
    Datetime(Vec<Instant>),
}

/// A bit a row, 64 rows a word, the first row lowest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    len: usize,
}

/// Texts by their code: the first text that came has code 0.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    codes: Vec<u32>,
    dictionary: Dictionary,
}

/// The different texts of a column, end to end.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    texts: String,
    ends: Vec<usize>,
    codes: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
}

/// Numbers, in the narrowest form that holds all of the column exactly.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// `value / 10^scale` in 64 bits.
    Narrow {
        /// Digits after the point, of all.
        scale: u8,
        /// The mantissas.
        values: Vec<i64>,
    },
    /// `value / 10^scale` in 128 bits.
    Wide {
        /// Digits after the point, of all.
        scale: u8,
        /// The mantissas.
        values: Vec<i128>,
    },
    /// Each at its own scale.
    Exact(Vec<Decimal>),
}

impl Columns {
    /// Empty columns for slots of these types.
    pub fn new(types: &[Type]) -> Columns {
        Columns { columns: types.iter().map(|ty| Column::new(ty.family())).collect(), len: 0 }
    }

    /// Adds a row. A slot that the row does not have, or whose value is of another family, is unreadable.
    pub fn push(&mut self, row: &Row) {
        for (slot, column) in self.columns.iter_mut().enumerate() {
            column.push(row.get(slot));
        }
        self.len += 1;
    }

    /// Forgets all rows and keeps the room for more.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Column::clear);
        self.len = 0;
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The column of a slot.
    pub fn column(&self, slot: usize) -> Option<&Column> {
        self.columns.get(slot)
    }

    /// What a slot of a row holds; one that is not there is unreadable.
    pub fn get(&self, slot: usize, row: usize) -> Value<'_> {
        self.columns.get(slot).map_or(Value::Unreadable, |column| column.get(row))
    }
}

impl Column {
    fn new(family: Family) -> Column {
        let values = match family {
            Family::Text => Values::Text(Texts::default()),
            Family::Number => Values::Number(Numbers::default()),
            Family::Boolean => Values::Boolean(Bits::default()),
            Family::Datetime => Values::Datetime(Vec::new()),
        };
        Column { absent: Bits::default(), unreadable: Bits::default(), values }
    }

    /// The rows that have nothing here.
    pub fn absent(&self) -> &Bits {
        &self.absent
    }

    /// The rows that have something here that is not of the type.
    pub fn unreadable(&self) -> &Bits {
        &self.unreadable
    }

    /// The values; the one of a row that is absent or unreadable means nothing.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// What a row holds; one that is not there is unreadable.
    pub fn get(&self, row: usize) -> Value<'_> {
        if self.absent.get(row) {
            return Value::Absent;
        }
        if self.unreadable.get(row) {
            return Value::Unreadable;
        }
        let value = match &self.values {
            Values::Text(texts) => texts.get(row).map(Value::Text),
            Values::Number(numbers) => numbers.get(row).map(Value::Number),
            Values::Boolean(bits) => (row < bits.len).then(|| Value::Boolean(bits.get(row))),
            Values::Datetime(instants) => instants.get(row).copied().map(Value::Datetime),
        };
        value.unwrap_or(Value::Unreadable)
    }

    fn push(&mut self, value: Value<'_>) {
        let known = match (&mut self.values, value) {
            (Values::Text(texts), Value::Text(text)) => texts.push(text),
            (Values::Number(numbers), Value::Number(number)) => {
                numbers.push(number);
                true
            }
            (Values::Boolean(bits), Value::Boolean(known)) => {
                bits.push(u64::from(known));
                true
            }
            (Values::Datetime(instants), Value::Datetime(instant)) => {
                instants.push(instant);
                true
            }
            (values, _) => {
                values.fill();
                false
            }
        };
        self.absent.push(u64::from(value == Value::Absent));
        self.unreadable.push(u64::from(!known && value != Value::Absent));
    }

    fn clear(&mut self) {
        self.absent.clear();
        self.unreadable.clear();
        match &mut self.values {
            Values::Text(texts) => texts.clear(),
            Values::Number(numbers) => numbers.clear(),
            Values::Boolean(bits) => bits.clear(),
            Values::Datetime(instants) => instants.clear(),
        }
    }
}

impl Values {
    /// Adds a filler for a row that has no value.
    fn fill(&mut self) {
        match self {
            Values::Text(texts) => texts.codes.push(0),
            Values::Number(numbers) => numbers.push(Decimal::ZERO),
            Values::Boolean(bits) => bits.push(0),
            Values::Datetime(instants) => instants.push(Instant { seconds: 0, nanoseconds: 0 }),
        }
    }
}

impl Bits {
    /// So many bits of these words, those beyond them zero.
    pub(crate) fn new(words: Vec<u64>, len: usize) -> Bits {
        Bits { words, len }
    }

    /// How many bits are set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bit of a row; false for one that is not there.
    pub fn get(&self, row: usize) -> bool {
        self.words.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// The words; bits beyond the last row are zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Adds a bit, 0 or 1.
    fn push(&mut self, bit: u64) {
        if self.len.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= bit << (self.len % 64);
        }
        self.len += 1;
    }

    fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
    }
}

impl Texts {
    /// The code of each row; 0 where a row has no text.
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The texts that the codes stand for.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    fn get(&self, row: usize) -> Option<&str> {
        self.dictionary.get(*self.codes.get(row)?)
    }

    /// Adds a text; answers false, with a filler, where the dictionary has no code left.
    fn push(&mut self, text: &str) -> bool {
        let code = self.dictionary.code(text);
        self.codes.push(code.unwrap_or(0));
        code.is_some()
    }

    fn clear(&mut self) {
        self.codes.clear();
        self.dictionary.clear();
    }
}

impl Dictionary {
    /// How many different texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a code.
    pub fn get(&self, code: u32) -> Option<&str> {
        text_at(&self.texts, &self.ends, code)
    }

    /// All texts, in the order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..).map_while(|code| self.get(code))
    }

    /// The code of a text that is there.
    pub fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hash(text);
        self.codes.find(hash, |code| self.get(*code) == Some(text)).copied()
    }

    fn hash(&self, text: &str) -> u64 {
        std::hash::BuildHasher::hash_one(&self.hasher, text)
    }

    /// The code of a text, a new one where it is new; nothing where all codes are taken.
    fn code(&mut self, text: &str) -> Option<u32> {
        if let Some(code) = self.find(text) {
            return Some(code);
        }
        let code = u32::try_from(self.ends.len()).ok()?;
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        let (texts, ends, hasher) = (&self.texts, &self.ends, &self.hasher);
        let hash = |text: &str| std::hash::BuildHasher::hash_one(hasher, text);
        self.codes.insert_unique(hash(text), code, |code| {
            hash(text_at(texts, ends, *code).unwrap_or_default())
        });
        Some(code)
    }

    fn clear(&mut self) {
        self.texts.clear();
        self.ends.clear();
        self.codes.clear();
    }
}

fn text_at<'a>(texts: &'a str, ends: &[usize], code: u32) -> Option<&'a str> {
    let code = code as usize;
    let end = *ends.get(code)?;
    let start = code.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    texts.get(start..end)
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::Narrow { scale: 0, values: Vec::new() }
    }
}

impl Numbers {
    /// The number of a row.
    pub fn get(&self, row: usize) -> Option<Decimal> {
        match self {
            Numbers::Narrow { scale, values } => {
                Decimal::new(i128::from(*values.get(row)?), *scale)
            }
            Numbers::Wide { scale, values } => Decimal::new(*values.get(row)?, *scale),
            Numbers::Exact(values) => values.get(row).copied(),
        }
    }

    fn push(&mut self, number: Decimal) {
        self.widen(number.scale());
        match self {
            Numbers::Narrow { scale, values } => {
                if let Some(value) = at_scale(number, *scale).and_then(|v| i64::try_from(v).ok()) {
                    return values.push(value);
                }
                let values = values.iter().copied().map(i128::from).collect();
                *self = Numbers::Wide { scale: *scale, values };
                self.push(number);
            }
            Numbers::Wide { scale, values } => {
                if let Some(value) = at_scale(number, *scale) {
                    return values.push(value);
                }
                self.make_exact();
                self.push(number);
            }
            Numbers::Exact(values) => values.push(number),
        }
    }

    /// Brings the column to at least this scale, or to a wider form where it does not fit at that scale.
    fn widen(&mut self, wanted: u8) {
        let power = |scale: u8| 10i128.checked_pow(u32::from(wanted - scale));
        match self {
            Numbers::Narrow { scale, values } if *scale < wanted => {
                let power = power(*scale);
                let narrow = power.and_then(|p| i64::try_from(p).ok());
                let scaled = narrow.and_then(|p| values.iter().map(|v| v.checked_mul(p)).collect());
                *self = match scaled {
                    Some(values) => Numbers::Narrow { scale: wanted, values },
                    None => Numbers::Wide {
                        scale: *scale,
                        values: values.iter().copied().map(i128::from).collect(),
                    },
                };
                self.widen(wanted);
            }
            Numbers::Wide { scale, values } if *scale < wanted => {
                let power = power(*scale);
                let scaled = power.and_then(|p| values.iter().map(|v| v.checked_mul(p)).collect());
                match scaled {
                    Some(values) => *self = Numbers::Wide { scale: wanted, values },
                    None => self.make_exact(),
                }
            }
            Numbers::Narrow { .. } | Numbers::Wide { .. } | Numbers::Exact(_) => {}
        }
    }

    fn make_exact(&mut self) {
        let exact = (0..).map_while(|row| self.get(row)).collect();
        *self = Numbers::Exact(exact);
    }

    fn clear(&mut self) {
        match self {
            Numbers::Narrow { values, .. } => values.clear(),
            Numbers::Wide { .. } | Numbers::Exact(_) => *self = Numbers::default(),
        }
    }
}

/// A number's mantissa at a scale that is at least its own, where 128 bits hold it.
fn at_scale(number: Decimal, scale: u8) -> Option<i128> {
    let power = 10i128.checked_pow(u32::from(scale.checked_sub(number.scale())?))?;
    number.mantissa().checked_mul(power)
}

/// For what makes columns of more than rows.
#[cfg(feature = "arrow")]
impl Columns {
    /// Columns of so many rows each.
    pub(crate) fn of(columns: Vec<Column>, len: usize) -> Columns {
        Columns { columns, len }
    }
}

#[cfg(feature = "arrow")]
impl Column {
    /// A column of ready values, all three of one length. A value of an absent or unreadable row means nothing.
    pub(crate) fn of(absent: Bits, unreadable: Bits, values: Values) -> Column {
        Column { absent, unreadable, values }
    }

    /// A column without rows.
    pub(crate) fn empty(family: Family) -> Column {
        Column::new(family)
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, value: Value<'_>) {
        self.push(value);
    }

    /// Adds a row that holds what an earlier one does.
    pub(crate) fn repeat(&mut self, row: usize) {
        let (absent, unreadable) = (self.absent.get(row), self.unreadable.get(row));
        match &mut self.values {
            Values::Text(texts) => texts.repeat(row),
            Values::Number(numbers) => numbers.push(numbers.get(row).unwrap_or(Decimal::ZERO)),
            Values::Boolean(bits) => bits.push(u64::from(bits.get(row))),
            Values::Datetime(instants) => {
                let filler = Instant { seconds: 0, nanoseconds: 0 };
                instants.push(instants.get(row).copied().unwrap_or(filler));
            }
        }
        self.absent.push(u64::from(absent));
        self.unreadable.push(u64::from(unreadable));
    }
}

#[cfg(feature = "arrow")]
impl Texts {
    /// Adds the code of an earlier row.
    fn repeat(&mut self, row: usize) {
        self.codes.push(self.codes.get(row).copied().unwrap_or(0));
    }
}
