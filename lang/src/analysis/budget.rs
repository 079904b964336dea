//! The work budget of an analysis, counted in steps so that results are the same on every machine.

/// The steps per skill: tests evaluated and values tried. They take at most about 200 ms.
pub const STEPS: u64 = 4_000_000;

/// The remaining steps.
#[derive(Clone, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of the given number of steps.
    pub fn new(steps: u64) -> Budget {
        Budget { left: steps }
    }

    /// Spends steps; the budget never goes below zero.
    pub fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(u64::try_from(steps).unwrap_or(u64::MAX));
    }

    /// Whether the budget is spent.
    pub fn is_out(&self) -> bool {
        self.left == 0
    }

    /// A fraction of the remaining steps, as a separate budget.
    #[must_use]
    pub fn share(&self, of: u64) -> Budget {
        Budget { left: self.left / of.max(1) }
    }

    /// Deducts the steps that a share has used.
    pub fn used(&mut self, given: &Budget, rest: &Budget) {
        self.left = self.left.saturating_sub(given.left.saturating_sub(rest.left));
    }
}

impl Default for Budget {
    /// The budget of one skill.
    fn default() -> Budget {
        Budget::new(STEPS)
    }
}
