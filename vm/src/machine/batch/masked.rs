//! *Decide* over columns, 64 rows a word: each test is a loop without branches over the rows of a block.
//!
//! Only what is known true is asked for, so an absent and an unreadable value are both a bit that is not set. A block is
//! small enough that what it needs stays in the nearest cache.

use crate::columns::{Column, Columns, Texts, Values};
use crate::dispatch::Work;
use crate::machine::kernel::{Grid, narrow};
use crate::op::{ListId, Op, Operand, Place, Target, Test};
use crate::slot::{Heap, Slot};
use crate::truth::Truth;
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// The rows of a block, in words of 64.
const WORDS: usize = 16;

/// A bit for each row of a block.
type Mask = [u64; WORDS];

/// A program over these columns, each test with the values that it is of.
pub struct Masked<'a> {
    asks: Vec<(Ask<'a>, Target, Target)>,
    rows: usize,
}

/// A test made ready for these columns.
enum Ask<'a> {
    /// The code of a text is this, or is another.
    Code { codes: &'a [u32], code: u32, wanted: Wanted, states: States<'a> },
    /// What was said of the text of each code.
    Said { codes: &'a [u32], said: Vec<u8>, states: States<'a> },
    /// The integer is above this.
    Above { values: &'a [i64], bound: i64, states: States<'a> },
    /// The integer is below this.
    Below { values: &'a [i64], bound: i64, states: States<'a> },
    /// The integer is this.
    Integer { values: &'a [i64], integer: i64, states: States<'a> },
    /// An integer is less than another of the same scale.
    Less { left: &'a [i64], right: &'a [i64], wanted: Wanted, states: [States<'a>; 2] },
    /// The boolean is true, or false.
    Boolean { words: &'a [u64], wanted: Wanted, states: States<'a> },
    /// Of no row.
    Never,
}

/// Which answer of a comparison is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Yes,
    No,
}

/// The rows of a column that have no value.
#[derive(Clone, Copy)]
struct States<'a> {
    absent: &'a [u64],
    unreadable: &'a [u64],
    /// What is known true of an absent value.
    of_absent: u64,
}

impl<'a> Masked<'a> {
    /// The program made ready, where every test has a loop for these columns.
    pub fn new(verified: &'a Verified, columns: &'a Columns) -> Option<Masked<'a>> {
        let ready = |op: &Op| match *op {
            Op::Jump { test, yes, no } => Some((Ready { verified, columns }.ask(test)?, yes, no)),
            Op::Weigh { .. } | Op::Compute { .. } => None,
        };
        let asks = verified.program.decide.ops.iter().map(ready).collect::<Option<Vec<_>>>()?;
        Some(Masked { asks, rows: columns.len() })
    }
}

impl Work for Masked<'_> {
    /// The rows of which the condition is known true, a bit each.
    type Out = Vec<u64>;

    #[inline(always)]
    fn run(self) -> Vec<u64> {
        let words = self.rows.div_ceil(64);
        let mut answers = Vec::with_capacity(words);
        let mut pending = vec![[0; WORDS]; self.asks.len()];
        for block in (0..words).step_by(WORDS) {
            let answer = self.block(block, &mut pending);
            answers.extend(answer.iter().take(words - block));
        }
        let over = words * 64 - self.rows;
        if let Some(last) = answers.last_mut() {
            *last &= u64::MAX >> over;
        }
        answers
    }
}

impl Masked<'_> {
    /// One block: what reaches each test is parted by it.
    #[inline(always)]
    fn block(&self, block: usize, pending: &mut [Mask]) -> Mask {
        let mut answer = [0; WORDS];
        pending.fill([0; WORDS]);
        if let Some(first) = pending.first_mut() {
            *first = [u64::MAX; WORDS];
        }
        for (at, (ask, yes, no)) in self.asks.iter().enumerate() {
            let reach = pending.get(at).copied().unwrap_or([0; WORDS]);
            if reach.iter().all(|word| *word == 0) {
                continue;
            }
            let known = ask.of_block(block);
            for (target, flip) in [(*yes, 0), (*no, u64::MAX)] {
                let into = match target.index() {
                    Some(index) => pending.get_mut(index),
                    None if target == Target::YES => Some(&mut answer),
                    None => None,
                };
                for ((into, reach), known) in into.into_iter().flatten().zip(&reach).zip(&known) {
                    *into |= reach & (known ^ flip);
                }
            }
        }
        answer
    }
}

impl Ask<'_> {
    #[inline(always)]
    fn of_block(&self, block: usize) -> Mask {
        match self {
            Ask::Code { codes, code, wanted: Wanted::Yes, states } => {
                states.cut(block, mask(codes, block, |c| u8::from(*c == *code)))
            }
            Ask::Code { codes, code, wanted: Wanted::No, states } => {
                states.cut(block, mask(codes, block, |c| u8::from(*c != *code)))
            }
            Ask::Said { codes, said, states } => {
                let of = |code: &u32| said.get(*code as usize).copied().unwrap_or(0);
                states.cut(block, mask(codes, block, of))
            }
            Ask::Above { values, bound, states } => {
                states.cut(block, mask(values, block, |v| u8::from(*v > *bound)))
            }
            Ask::Below { values, bound, states } => {
                states.cut(block, mask(values, block, |v| u8::from(*v < *bound)))
            }
            Ask::Integer { values, integer, states } => {
                states.cut(block, mask(values, block, |v| u8::from(*v == *integer)))
            }
            Ask::Less { left, right, wanted, states: [of_left, of_right] } => {
                let less = less(left, right, block, *wanted);
                of_right.cut(block, of_left.cut(block, less))
            }
            Ask::Boolean { words, wanted, states } => {
                let flip = if *wanted == Wanted::No { u64::MAX } else { 0 };
                let words = words.get(block..).unwrap_or_default();
                let mut mask = [flip; WORDS];
                mask.iter_mut().zip(words).for_each(|(mask, word)| *mask ^= word);
                states.cut(block, mask)
            }
            Ask::Never => [0; WORDS],
        }
    }
}

impl<'a> States<'a> {
    fn of(column: &'a Column, of_absent: Truth) -> States<'a> {
        let words = |bits: &'a crate::Bits| if bits.is_zero() { &[][..] } else { bits.words() };
        let of_absent = if of_absent == Truth::True { u64::MAX } else { 0 };
        States { absent: words(column.absent()), unreadable: words(column.unreadable()), of_absent }
    }

    /// Puts in what is known true of the rows that have no value.
    #[inline(always)]
    fn cut(&self, block: usize, mut mask: Mask) -> Mask {
        let absent = self.absent.get(block..).unwrap_or_default();
        for (mask, absent) in mask.iter_mut().zip(absent) {
            *mask = *mask & !absent | absent & self.of_absent;
        }
        let unreadable = self.unreadable.get(block..).unwrap_or_default();
        mask.iter_mut().zip(unreadable).for_each(|(mask, unreadable)| *mask &= !unreadable);
        mask
    }
}

/// A test of each value of a block, 0 or 1, as bits.
#[inline(always)]
fn mask<T>(values: &[T], block: usize, test: impl Fn(&T) -> u8) -> Mask {
    let mut mask = [0; WORDS];
    let values = values.get(block * 64..).unwrap_or_default();
    for (word, chunk) in mask.iter_mut().zip(values.chunks(64)) {
        let mut bytes = [0u8; 64];
        match chunk.first_chunk::<64>() {
            Some(whole) => bytes.iter_mut().zip(whole).for_each(|(b, v)| *b = test(v)),
            None => bytes.iter_mut().zip(chunk).for_each(|(b, v)| *b = test(v)),
        }
        *word = packed(&bytes);
    }
    mask
}

#[inline(always)]
fn less(left: &[i64], right: &[i64], block: usize, wanted: Wanted) -> Mask {
    let mut mask = [0; WORDS];
    let rest = |values: &'_ [i64]| values.len().min(block * 64);
    let pairs =
        left.split_at(rest(left)).1.chunks(64).zip(right.split_at(rest(right)).1.chunks(64));
    let flip = if wanted == Wanted::No { u64::MAX } else { 0 };
    for (word, (left, right)) in mask.iter_mut().zip(pairs) {
        let mut bytes = [0u8; 64];
        match (left.first_chunk::<64>(), right.first_chunk::<64>()) {
            (Some(left), Some(right)) => {
                let pairs = left.iter().zip(right);
                bytes.iter_mut().zip(pairs).for_each(|(b, (l, r))| *b = u8::from(l < r));
            }
            _ => {
                let pairs = left.iter().zip(right);
                bytes.iter_mut().zip(pairs).for_each(|(b, (l, r))| *b = u8::from(l < r));
            }
        }
        *word = packed(&bytes) ^ flip;
    }
    mask
}

/// 64 bytes of 0 or 1 as bits, the first lowest: eight at a time, each moved to the top byte by a multiplication.
#[inline(always)]
fn packed(bytes: &[u8; 64]) -> u64 {
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = bytes.as_chunks::<8>();
    let each = eights.iter().map(|eight| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56);
    (0..64).step_by(8).zip(each).fold(0, |word, (at, bits)| word | bits << at)
}

/// Where tests are made ready.
#[derive(Clone, Copy)]
struct Ready<'a> {
    verified: &'a Verified,
    columns: &'a Columns,
}

impl<'a> Ready<'a> {
    fn ask(self, test: Test) -> Option<Ask<'a>> {
        match test {
            Test::EqText(l, r) => self.text(l, r, Wanted::Yes),
            Test::NeText(l, r) => self.text(l, r, Wanted::No),
            Test::EqNumber(l, r) => self.integer(l, r),
            Test::LtNumber(l, r) => self.less(l, r, Wanted::Yes),
            Test::GtNumber(l, r) => self.less(r, l, Wanted::Yes),
            Test::GeNumber(l, r) => self.less(l, r, Wanted::No),
            Test::LeNumber(l, r) => self.less(r, l, Wanted::No),
            Test::InText(value, list) => self.member(value, list, Wanted::Yes),
            Test::NotInText(value, list) => self.member(value, list, Wanted::No),
            Test::Yes(value) => self.boolean(value, Wanted::Yes),
            Test::No(value) => self.boolean(value, Wanted::No),
            _ => None,
        }
    }

    fn column(self, operand: Operand) -> Option<&'a Column> {
        match operand.place() {
            Place::Slot(index) => self.columns.column(index),
            Place::Constant(_) | Place::Register(_) => None,
        }
    }

    fn constant(self, operand: Operand) -> Option<Value<'a>> {
        match operand.place() {
            Place::Constant(index) => {
                self.verified.program.constants.get(index).map(Constant::value)
            }
            Place::Slot(_) | Place::Register(_) => None,
        }
    }

    fn texts(self, operand: Operand) -> Option<(&'a Column, &'a Texts)> {
        let column = self.column(operand)?;
        match column.values() {
            Values::Text(texts) => Some((column, texts)),
            Values::Number(_) | Values::Boolean(_) | Values::Datetime(_) => None,
        }
    }

    fn text(self, left: Operand, right: Operand, wanted: Wanted) -> Option<Ask<'a>> {
        let (operand, constant) = match self.constant(right) {
            Some(constant) => (left, constant),
            None => (right, self.constant(left)?),
        };
        let ((column, texts), Value::Text(text)) = (self.texts(operand)?, constant) else {
            return None;
        };
        let of_absent = Truth::from(wanted == Wanted::No);
        let states = States::of(column, of_absent);
        // No row has the code beyond the last.
        let code = texts.dictionary().find(text).unwrap_or(u32::MAX);
        Some(Ask::Code { codes: texts.codes(), code, wanted, states })
    }

    fn member(self, value: Operand, list: ListId, wanted: Wanted) -> Option<Ask<'a>> {
        let (column, texts) = self.texts(value)?;
        let list = self.verified.prepared.lists.get(list.index())?;
        let said = |value: Value<'_>| {
            let mut heap = Heap::default();
            let truth = list.hold(Slot::new(value, &mut heap), &heap);
            if wanted == Wanted::Yes { truth } else { truth.not() }
        };
        let of_absent = said(Value::Absent);
        let each = texts.dictionary().iter();
        let said = each.map(|text| u8::from(said(Value::Text(text)) == Truth::True)).collect();
        Some(Ask::Said { codes: texts.codes(), said, states: States::of(column, of_absent) })
    }

    fn integer(self, left: Operand, right: Operand) -> Option<Ask<'a>> {
        let (operand, constant) = match self.constant(right) {
            Some(constant) => (left, constant),
            None => (right, self.constant(left)?),
        };
        let column = self.column(operand)?;
        let ((values, scale), Value::Number(number)) = (narrow(column)?, constant) else {
            return None;
        };
        let states = States::of(column, Truth::False);
        Some(match Grid::of(number, scale) {
            Grid::On(integer) => Ask::Integer { values, integer, states },
            Grid::Above(_) | Grid::Below => Ask::Never,
        })
    }

    /// `left < right`, or the contrary of it.
    fn less(self, left: Operand, right: Operand, wanted: Wanted) -> Option<Ask<'a>> {
        match (self.constant(left), self.constant(right)) {
            (None, None) => self.columns_less(left, right, wanted),
            (None, Some(Value::Number(number))) => {
                let column = self.column(left)?;
                let ((values, scale), states) = (narrow(column)?, States::of(column, Truth::False));
                // What is below the bound, of integers.
                let bound = match Grid::of(number, scale) {
                    Grid::On(at) => at,
                    Grid::Above(at) => at.checked_add(1)?,
                    Grid::Below => return None,
                };
                Some(match wanted {
                    Wanted::Yes => Ask::Below { values, bound, states },
                    Wanted::No => Ask::Above { values, bound: bound.checked_sub(1)?, states },
                })
            }
            (Some(Value::Number(number)), None) => {
                let column = self.column(right)?;
                let ((values, scale), states) = (narrow(column)?, States::of(column, Truth::False));
                let bound = match Grid::of(number, scale) {
                    Grid::On(at) | Grid::Above(at) => at,
                    Grid::Below => return None,
                };
                Some(match wanted {
                    Wanted::Yes => Ask::Above { values, bound, states },
                    Wanted::No => Ask::Below { values, bound: bound.checked_add(1)?, states },
                })
            }
            _ => None,
        }
    }

    fn columns_less(self, left: Operand, right: Operand, wanted: Wanted) -> Option<Ask<'a>> {
        let columns = [self.column(left)?, self.column(right)?];
        let [Some((left, scale)), Some((right, other))] = columns.map(narrow) else { return None };
        let states = columns.map(|column| States::of(column, Truth::False));
        (scale == other).then_some(Ask::Less { left, right, wanted, states })
    }

    fn boolean(self, value: Operand, wanted: Wanted) -> Option<Ask<'a>> {
        let column = self.column(value)?;
        match column.values() {
            Values::Boolean(bits) => Some(Ask::Boolean {
                words: bits.words(),
                wanted,
                states: States::of(column, Truth::False),
            }),
            Values::Text(_) | Values::Number(_) | Values::Datetime(_) => None,
        }
    }
}
