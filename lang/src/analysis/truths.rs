//! Sets of truths: the possible truths of a part.

use vm::Truth;

/// A set of truths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Truths(u8);

impl Truths {
    /// The empty set.
    pub(crate) const NONE: Truths = Truths(0);
    /// All three truths.
    pub const ALL: Truths = Truths(0b111);
    /// Known false.
    pub const FALSE: Truths = Truths(0b001);
    /// Indeterminate.
    pub const INDETERMINATE: Truths = Truths(0b010);
    /// Known true.
    pub const TRUE: Truths = Truths(0b100);
    /// Anything but known true.
    pub const NOT_TRUE: Truths = Truths(0b011);
    /// Anything but known false.
    pub const NOT_FALSE: Truths = Truths(0b110);
    /// Known true or known false.
    pub(crate) const KNOWN: Truths = Truths(0b101);

    /// The complement.
    #[must_use]
    pub fn others(self) -> Truths {
        Truths(!self.0 & 0b111)
    }

    /// The union.
    #[must_use]
    pub fn union(self, other: Truths) -> Truths {
        Truths(self.0 | other.0)
    }

    /// Whether the sets intersect.
    pub fn meets(self, other: Truths) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether this set is a subset of the other.
    pub fn within(self, other: Truths) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the set contains a truth.
    pub fn has(self, truth: Truth) -> bool {
        self.meets(Truths::from(truth))
    }

    /// Whether the set has exactly one element.
    pub(super) fn is_one(self) -> bool {
        self.0.count_ones() == 1
    }

    /// The possible results of `and`.
    pub(super) fn and(self, other: Truths) -> Truths {
        let (a, b) = (self.0, other.0);
        let unknown = (a & 0b010 != 0 && b & 0b110 != 0) || (b & 0b010 != 0 && a & 0b110 != 0);
        Truths((a & b & 0b100) | ((a | b) & 0b001) | if unknown { 0b010 } else { 0 })
    }

    /// The possible results of `or`.
    pub(super) fn or(self, other: Truths) -> Truths {
        self.not().and(other.not()).not()
    }

    /// The possible results of `not`.
    #[must_use]
    pub(super) fn not(self) -> Truths {
        Truths((self.0 & 0b010) | (self.0 >> 2 & 1) | ((self.0 & 1) << 2))
    }

    /// The possible results of `is known`.
    pub(super) fn known(self) -> Truths {
        let mut known = Truths::NONE;
        if self.meets(Truths::KNOWN) {
            known = known.union(Truths::TRUE);
        }
        if self.meets(Truths::INDETERMINATE) {
            known = known.union(Truths::FALSE);
        }
        known
    }
}

impl From<Truth> for Truths {
    fn from(truth: Truth) -> Truths {
        match truth {
            Truth::False => Truths::FALSE,
            Truth::Indeterminate => Truths::INDETERMINATE,
            Truth::True => Truths::TRUE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies an operation to every pair of elements.
    fn each(a: u8, b: u8, op: impl Fn(Truth, Truth) -> Truth) -> Truths {
        let mut all = Truths::NONE;
        for left in Truth::ALL.into_iter().filter(|t| Truths(a).has(*t)) {
            for right in Truth::ALL.into_iter().filter(|t| Truths(b).has(*t)) {
                all = all.union(Truths::from(op(left, right)));
            }
        }
        all
    }

    #[test]
    fn a_set_is_all_that_its_truths_give() {
        for a in 1..8 {
            for b in 1..8 {
                assert_eq!(Truths(a).and(Truths(b)), each(a, b, Truth::and), "{a} {b}");
                assert_eq!(Truths(a).or(Truths(b)), each(a, b, Truth::or), "{a} {b}");
            }
            assert_eq!(Truths(a).not(), each(a, a, |t, _| t.not()));
            assert_eq!(Truths(a).known(), each(a, a, |t, _| t.is_known()));
            assert_eq!(Truths(a).others().union(Truths(a)), Truths::ALL);
        }
    }
}
