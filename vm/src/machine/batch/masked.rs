//! *Decide* over columns with bit masks of 64 rows per word: each test is a branch-free loop over a block of rows.
//!
//! Only known true matters here, so the bit is clear for absent and unreadable values alike. The data of a block fits
//! into the first-level cache.

mod mask;
mod prepare;

use smallvec::SmallVec;

use crate::columns::{Codes, Columns, Integers};
use crate::dispatch::Work;
use crate::op::{Op, Target};
use crate::verify::Verified;
use mask::{Mask, States, WORDS};
use prepare::Preparer;

/// A program prepared for these columns: its tests and their targets.
pub struct MaskProgram<'a> {
    tests: Vec<(MaskTest<'a>, Target, Target)>,
    rows: usize,
}

/// A test prepared for these columns.
enum MaskTest<'a> {
    /// The code of a text is one of these codes, or none of them.
    Codes { codes: &'a Codes, set: CodeSet, wanted: Wanted, states: States<'a> },
    /// The results of the test on each text of the dictionary.
    ByCode { codes: &'a Codes, passes: Vec<bool>, states: States<'a> },
    /// The integer is within these bounds.
    Within { values: Integers<'a>, low: i64, high: i64, states: States<'a> },
    /// An integer is less than another integer of the same scale.
    Less { left: Integers<'a>, right: Integers<'a>, wanted: Wanted, states: [States<'a>; 2] },
    /// The boolean is true, or false.
    Boolean { words: &'a [u64], wanted: Wanted, states: States<'a> },
    /// No row passes.
    Never,
}

/// The result of a comparison that passes the test.
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

/// The most codes that are compared one after the other.
const MAX_CODES: usize = 4;

/// A few codes; two or three codes are padded to four with duplicates.
#[derive(Clone, Copy)]
enum CodeSet {
    /// No codes.
    None,
    One(u32),
    Four([u32; MAX_CODES]),
}

impl CodeSet {
    /// Creates a set from at most four codes.
    fn new(codes: &[u32]) -> CodeSet {
        match *codes {
            [] => CodeSet::None,
            [one] => CodeSet::One(one),
            [a, b] => CodeSet::Four([a, b, a, b]),
            [a, b, c] => CodeSet::Four([a, b, c, a]),
            [a, b, c, d, ..] => CodeSet::Four([a, b, c, d]),
        }
    }

    /// Returns the union; `None` if it has more than four codes.
    fn with(self, other_set: CodeSet) -> Option<CodeSet> {
        let mut codes: SmallVec<[u32; 2 * MAX_CODES]> = SmallVec::new();
        for set in [self, other_set] {
            match set {
                CodeSet::None => {}
                CodeSet::One(one) => codes.push(one),
                CodeSet::Four(four) => codes.extend(four),
            }
        }
        codes.sort_unstable();
        codes.dedup();
        (codes.len() <= MAX_CODES).then(|| CodeSet::new(&codes))
    }

    /// Returns the mask of the rows whose code is in the set.
    #[inline(always)]
    fn of_block(self, codes: &Codes, block: usize) -> Mask {
        // Codes come from the dictionary, so they fit the width of the column.
        match codes {
            Codes::Byte(codes) => self.mask(codes, block, |code| code as u8),
            Codes::Short(codes) => self.mask(codes, block, |code| code as u16),
            Codes::Wide(codes) => self.mask(codes, block, |code| code),
        }
    }

    #[inline(always)]
    fn mask<T: Copy + PartialEq>(
        self,
        codes: &[T],
        block: usize,
        narrow: impl Fn(u32) -> T,
    ) -> Mask {
        match self {
            CodeSet::None => [0; WORDS],
            CodeSet::One(one) => {
                let one = narrow(one);
                mask::of_block(codes, block, |code| code == one)
            }
            CodeSet::Four(four) => {
                let [a, b, c, d] = four.map(narrow);
                mask::of_block(codes, block, |code| {
                    (code == a) | (code == b) | (code == c) | (code == d)
                })
            }
        }
    }
}

impl<'a> MaskProgram<'a> {
    /// Prepares a program; `None` if some test has no loop for these columns.
    pub fn new(verified: &'a Verified, columns: &'a Columns) -> Option<MaskProgram<'a>> {
        let prepare = |op: &Op| match *op {
            Op::Jump { test, yes, no } => {
                Some((Preparer { verified, columns }.prepare(test)?, yes, no))
            }
            Op::Weigh { .. } | Op::Compute { .. } => None,
        };
        let tests = verified.program.decide.ops.iter().map(prepare).collect::<Option<Vec<_>>>()?;
        let mut masked = MaskProgram { tests, rows: columns.len() };
        for at in (1..masked.tests.len()).rev() {
            masked.merge(at);
        }
        Some(masked)
    }

    /// Merges a test into the test before it, if both together are one test of the same column.
    fn merge(&mut self, at: usize) {
        let Some((before, from)) = self.tests.split_at_mut_checked(at) else { return };
        let (Some((first, yes, no)), Some((second, last_yes, last_no))) =
            (before.last_mut(), from.first())
        else {
            return;
        };
        let leads_here = |target: &Target| target.index() == Some(at);
        match (first, second) {
            (
                MaskTest::Within { values, low, high, .. },
                MaskTest::Within { values: same, low: least, high: most, .. },
            ) if values.is(*same) && leads_here(yes) && no == last_no => {
                (*low, *high) = ((*low).max(*least), (*high).min(*most));
                *yes = *last_yes;
            }
            (
                MaskTest::Codes { codes, set, wanted: Wanted::Yes, states },
                MaskTest::Codes { codes: same, set: other_set, wanted: Wanted::Yes, states: more },
            ) if std::ptr::eq(*codes, *same) && leads_here(no) && yes == last_yes => {
                let Some(both) = set.with(*other_set) else { return };
                *set = both;
                states.join(more);
                *no = *last_no;
            }
            _ => {}
        }
    }
}

impl Work for MaskProgram<'_> {
    /// The rows for which the condition is known true, one bit each.
    type Out = Vec<u64>;

    #[inline(always)]
    fn run(self) -> Vec<u64> {
        let words = self.rows.div_ceil(64);
        let mut answers = Vec::with_capacity(words);
        let mut pending = vec![[0; WORDS]; self.tests.len()];
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

impl MaskProgram<'_> {
    /// Decides one block: each test splits the mask of the rows that reach it.
    #[inline(always)]
    fn block(&self, block: usize, pending: &mut [Mask]) -> Mask {
        let mut answer = [0; WORDS];
        pending.fill([0; WORDS]);
        if let Some(first) = pending.first_mut() {
            *first = [u64::MAX; WORDS];
        }
        for (at, (test, yes, no)) in self.tests.iter().enumerate() {
            let reached = pending.get(at).copied().unwrap_or([0; WORDS]);
            if reached.iter().all(|word| *word == 0) {
                continue;
            }
            let known = test.of_block(block);
            for (target, flip) in [(*yes, 0), (*no, u64::MAX)] {
                let into = match target.index() {
                    Some(index) => pending.get_mut(index),
                    None if target == Target::YES => Some(&mut answer),
                    None => None,
                };
                for ((into, reached), known) in into.into_iter().flatten().zip(&reached).zip(&known)
                {
                    *into |= reached & (known ^ flip);
                }
            }
        }
        answer
    }
}

impl MaskTest<'_> {
    #[inline(always)]
    fn of_block(&self, block: usize) -> Mask {
        match self {
            MaskTest::Codes { codes, set, wanted, states } => {
                states.cut(block, wanted.of(set.of_block(codes, block)))
            }
            MaskTest::ByCode { codes, passes, states } => {
                let of = |code: usize| passes.get(code).copied().unwrap_or(false);
                let mask = match codes {
                    Codes::Byte(codes) => mask::of_block(codes, block, |c| of(usize::from(c))),
                    Codes::Short(codes) => mask::of_block(codes, block, |c| of(usize::from(c))),
                    Codes::Wide(codes) => mask::of_block(codes, block, |c| of(c as usize)),
                };
                states.cut(block, mask)
            }
            MaskTest::Within { values, low, high, states } => {
                states.cut(block, mask::within(*values, *low, *high, block))
            }
            MaskTest::Less { left, right, wanted, states: [of_left, of_right] } => {
                let less = wanted.of(mask::less(*left, *right, block));
                of_right.cut(block, of_left.cut(block, less))
            }
            MaskTest::Boolean { words, wanted, states } => {
                let words = words.get(block..).unwrap_or_default();
                let mut mask = [0; WORDS];
                mask.iter_mut().zip(words).for_each(|(mask, word)| *mask = *word);
                states.cut(block, wanted.of(mask))
            }
            MaskTest::Never => [0; WORDS],
        }
    }
}
