//! How long an analysis may take, in steps: so that it comes out the same on every machine.

/// The steps of one skill: tests weighed, values tried. They take some 200 ms at most.
pub const STEPS: u64 = 4_000_000;

/// The steps that are left.
#[derive(Clone, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// So many steps.
    pub fn new(steps: u64) -> Budget {
        Budget { left: steps }
    }

    /// Takes steps, as far as there are any.
    pub fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(u64::try_from(steps).unwrap_or(u64::MAX));
    }

    /// Whether none is left.
    pub fn is_out(&self) -> bool {
        self.left == 0
    }

    /// A part of what is left.
    #[must_use]
    pub fn share(&self, of: u64) -> Budget {
        Budget { left: self.left / of.max(1) }
    }

    /// Takes what was used of a share that was given.
    pub fn used(&mut self, given: &Budget, rest: &Budget) {
        self.left = self.left.saturating_sub(given.left.saturating_sub(rest.left));
    }
}

impl Default for Budget {
    /// The steps of one skill.
    fn default() -> Budget {
        Budget::new(STEPS)
    }
}
