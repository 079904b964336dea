//! *Decide* over columns, 64 rows a word: each test is a branch-free loop over the rows of a block.
//!
//! Only "known true" is computed, so an absent and an unreadable value are both a clear bit. A block is small enough
//! to stay in the nearest cache.

mod mask;
mod ready;

use smallvec::SmallVec;

use crate::columns::{Codes, Columns, Integers};
use crate::dispatch::Work;
use crate::op::{Op, Target};
use crate::verify::Verified;
use mask::{Mask, States, WORDS};
use ready::Ready;

/// A program over these columns, each test with the values that it is of.
pub struct Masked<'a> {
    asks: Vec<(Ask<'a>, Target, Target)>,
    rows: usize,
}

/// A test made ready for these columns.
enum Ask<'a> {
    /// The code of a text is one of these, or is another.
    Codes { codes: &'a Codes, few: Few, wanted: Wanted, states: States<'a> },
    /// What was said of the text of each code.
    Said { codes: &'a Codes, said: Vec<bool>, states: States<'a> },
    /// The integer is within these bounds.
    Within { values: Integers<'a>, low: i64, high: i64, states: States<'a> },
    /// An integer is less than another of the same scale.
    Less { left: Integers<'a>, right: Integers<'a>, wanted: Wanted, states: [States<'a>; 2] },
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

impl Wanted {
    #[inline(always)]
    fn of(self, mut mask: Mask) -> Mask {
        if self == Wanted::No {
            mask.iter_mut().for_each(|word| *word = !*word);
        }
        mask
    }
}

/// Up to how many codes are compared one after the other.
const FEW: usize = 4;

/// A few codes; if there are fewer than four, one is repeated.
#[derive(Clone, Copy)]
enum Few {
    /// Of no row.
    None,
    One(u32),
    Four([u32; FEW]),
}

impl Few {
    /// The first four of these codes.
    fn new(codes: &[u32]) -> Few {
        match *codes {
            [] => Few::None,
            [one] => Few::One(one),
            [a, b] => Few::Four([a, b, a, b]),
            [a, b, c] => Few::Four([a, b, c, a]),
            [a, b, c, d, ..] => Few::Four([a, b, c, d]),
        }
    }

    /// These codes and others, if they are still few.
    fn with(self, others: Few) -> Option<Few> {
        let mut codes: SmallVec<[u32; 2 * FEW]> = SmallVec::new();
        for few in [self, others] {
            match few {
                Few::None => {}
                Few::One(one) => codes.push(one),
                Few::Four(four) => codes.extend(four),
            }
        }
        codes.sort_unstable();
        codes.dedup();
        (codes.len() <= FEW).then(|| Few::new(&codes))
    }

    /// The rows of a block whose code is among these.
    #[inline(always)]
    fn of_block(self, codes: &Codes, block: usize) -> Mask {
        // A code of the dictionary fits the form that its column has.
        match codes {
            Codes::Byte(codes) => self.among(codes, block, |code| code as u8),
            Codes::Short(codes) => self.among(codes, block, |code| code as u16),
            Codes::Wide(codes) => self.among(codes, block, |code| code),
        }
    }

    #[inline(always)]
    fn among<T: Copy + PartialEq>(
        self,
        codes: &[T],
        block: usize,
        narrow: impl Fn(u32) -> T,
    ) -> Mask {
        match self {
            Few::None => [0; WORDS],
            Few::One(one) => {
                let one = narrow(one);
                mask::of_block(codes, block, |code| code == one)
            }
            Few::Four(four) => {
                let [a, b, c, d] = four.map(narrow);
                mask::of_block(codes, block, |code| {
                    (code == a) | (code == b) | (code == c) | (code == d)
                })
            }
        }
    }
}

impl<'a> Masked<'a> {
    /// The program made ready, where every test has a loop for these columns.
    pub fn new(verified: &'a Verified, columns: &'a Columns) -> Option<Masked<'a>> {
        let ready = |op: &Op| match *op {
            Op::Jump { test, yes, no } => Some((Ready { verified, columns }.ask(test)?, yes, no)),
            Op::Weigh { .. } | Op::Compute { .. } => None,
        };
        let asks = verified.program.decide.ops.iter().map(ready).collect::<Option<Vec<_>>>()?;
        let mut masked = Masked { asks, rows: columns.len() };
        for at in (1..masked.asks.len()).rev() {
            masked.join(at);
        }
        Some(masked)
    }

    /// Merges a test into the previous one, if together they ask one question about one column.
    fn join(&mut self, at: usize) {
        let Some((before, from)) = self.asks.split_at_mut_checked(at) else { return };
        let (Some((first, yes, no)), Some((second, last_yes, last_no))) =
            (before.last_mut(), from.first())
        else {
            return;
        };
        let leads = |target: &Target| target.index() == Some(at);
        match (first, second) {
            (
                Ask::Within { values, low, high, .. },
                Ask::Within { values: same, low: least, high: most, .. },
            ) if values.is(*same) && leads(yes) && no == last_no => {
                (*low, *high) = ((*low).max(*least), (*high).min(*most));
                *yes = *last_yes;
            }
            (
                Ask::Codes { codes, few, wanted: Wanted::Yes, states },
                Ask::Codes { codes: same, few: others, wanted: Wanted::Yes, states: more },
            ) if std::ptr::eq(*codes, *same) && leads(no) && yes == last_yes => {
                let Some(both) = few.with(*others) else { return };
                *few = both;
                states.join(more);
                *no = *last_no;
            }
            _ => {}
        }
    }
}

impl Work for Masked<'_> {
    /// The rows for which the condition is known true, one bit each.
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
            Ask::Codes { codes, few, wanted, states } => {
                states.cut(block, wanted.of(few.of_block(codes, block)))
            }
            Ask::Said { codes, said, states } => {
                let of = |code: usize| said.get(code).copied().unwrap_or(false);
                let mask = match codes {
                    Codes::Byte(codes) => mask::of_block(codes, block, |c| of(usize::from(c))),
                    Codes::Short(codes) => mask::of_block(codes, block, |c| of(usize::from(c))),
                    Codes::Wide(codes) => mask::of_block(codes, block, |c| of(c as usize)),
                };
                states.cut(block, mask)
            }
            Ask::Within { values, low, high, states } => {
                states.cut(block, mask::within(*values, *low, *high, block))
            }
            Ask::Less { left, right, wanted, states: [of_left, of_right] } => {
                let less = wanted.of(mask::less(*left, *right, block));
                of_right.cut(block, of_left.cut(block, less))
            }
            Ask::Boolean { words, wanted, states } => {
                let words = words.get(block..).unwrap_or_default();
                let mut mask = [0; WORDS];
                mask.iter_mut().zip(words).for_each(|(mask, word)| *mask = *word);
                states.cut(block, wanted.of(mask))
            }
            Ask::Never => [0; WORDS],
        }
    }
}
