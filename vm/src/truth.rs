//! The three values a condition may have, and the one function per rule that turns them into a decision.

/// The truth of a condition for a row.
///
/// The order serves Kleene's connectives: `False < Indeterminate < True`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// Known to be false.
    False,
    /// Not known: something that was needed is absent or unreadable.
    Indeterminate,
    /// Known to be true.
    True,
}

impl Truth {
    /// The three values, in their order.
    pub const ALL: [Truth; 3] = [Truth::False, Truth::Indeterminate, Truth::True];

    /// Known false wins; otherwise unknown stays unknown.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    /// Known true wins; otherwise unknown stays unknown.
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    /// True and false change places; unknown stays unknown.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "stands beside `and` and `or`, which have no trait"
    )]
    pub fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Indeterminate => Truth::Indeterminate,
            Truth::True => Truth::False,
        }
    }

    /// `is known`: the one way back to two values.
    #[must_use]
    pub fn is_known(self) -> Truth {
        Truth::from(self != Truth::Indeterminate)
    }

    /// The word that the command line and conformance files use.
    pub fn word(self) -> &'static str {
        match self {
            Truth::False => "false",
            Truth::Indeterminate => "indeterminate",
            Truth::True => "true",
        }
    }

    /// Whether a row has the kind with this `when`: only if it is known true.
    pub fn kind_applies(self) -> bool {
        self == Truth::True
    }

    /// Whether a `require`, `pass` or `done` lets through: only if it is known true.
    pub fn requirement_passes(self) -> bool {
        self == Truth::True
    }

    /// Whether a guard whose own `when` this is must hold: unless it is known false.
    pub fn guard_applies(self) -> bool {
        self != Truth::False
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Truth {
        if known { Truth::True } else { Truth::False }
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{self, False as F, Indeterminate as I, True as T};

    #[test]
    fn the_nine_pairs() {
        let and = [F, F, F, F, I, I, F, I, T];
        let or = [F, I, T, I, I, T, T, T, T];
        let pairs = Truth::ALL.into_iter().flat_map(|a| Truth::ALL.map(|b| (a, b)));
        for (at, (a, b)) in pairs.enumerate() {
            assert_eq!((a.and(b), a.or(b)), (and[at], or[at]), "{a:?} {b:?}");
            assert_eq!(a.and(b).not(), a.not().or(b.not()), "De Morgan, {a:?} {b:?}");
        }
    }

    #[test]
    fn indeterminate_never_opens() {
        assert_eq!(Truth::ALL.map(Truth::kind_applies), [false, false, true]);
        assert_eq!(Truth::ALL.map(Truth::requirement_passes), [false, false, true]);
        assert_eq!(Truth::ALL.map(Truth::guard_applies), [false, true, true]);
        assert_eq!(Truth::ALL.map(Truth::is_known), [T, F, T]);
    }
}
