//! Rows turned into columns, for the batch machine.
//!
//! A text is a code of its column's dictionary, a number an integer at its column's scale. A bitmap marks absent and
//! unreadable values; their entries are meaningless fillers.

mod numbers;
mod texts;

use crate::decimal::Decimal;
use crate::dispatch::{self, Work};
use crate::row::Slots;
use crate::types::{Family, Type};
use crate::value::{Instant, Value};

pub use numbers::{Integers, Numbers};
pub use texts::{Codes, Dictionary, Texts};

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
    ones: usize,
}

/// Words whose bits are counted.
struct Counted<'a>(&'a [u64]);

impl Work for Counted<'_> {
    type Out = usize;

    #[inline(always)]
    fn run(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl Columns {
    /// Empty columns for slots of these types.
    pub fn new(types: &[Type]) -> Columns {
        Columns { columns: types.iter().map(|ty| Column::new(ty.family())).collect(), len: 0 }
    }

    /// Adds a row. A slot that the row does not have, or whose value is of another family, is unreadable.
    pub fn push(&mut self, row: &(impl Slots + ?Sized)) {
        let row = row.view();
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

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The column of a slot.
    pub fn column(&self, slot: usize) -> Option<&Column> {
        self.columns.get(slot)
    }

    /// The value of a slot in a row; unreadable if the slot or row does not exist.
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

    /// The value of a row; unreadable if the row does not exist.
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
            Values::Text(texts) => texts.fill(),
            Values::Number(numbers) => numbers.push(Decimal::ZERO),
            Values::Boolean(bits) => bits.push(0),
            Values::Datetime(instants) => instants.push(Instant { seconds: 0, nanoseconds: 0 }),
        }
    }
}

impl Bits {
    /// So many bits of these words, those beyond them zero.
    pub(crate) fn new(words: Vec<u64>, len: usize) -> Bits {
        let ones = dispatch::widest(Counted(&words));
        Bits { words, len, ones }
    }

    /// How many bits are set.
    pub fn count(&self) -> usize {
        self.ones
    }

    /// The bit of a row; false if the row does not exist.
    pub fn get(&self, row: usize) -> bool {
        self.words.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// The words; bits beyond the last row are zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.ones == 0
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
        self.ones += bit as usize;
    }

    fn clear(&mut self) {
        self.words.clear();
        (self.len, self.ones) = (0, 0);
    }
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
