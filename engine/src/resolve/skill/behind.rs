//! The scopes of the guard lists that follow a skill's list.

use crate::resolve::guard::{Billed, Stage};
use crate::resolve::scope::names::Names;

/// The scope in which a kind's guards start, and the scope they pass on.
///
/// Kinds without line fields share their starting scope. If such a kind asks nothing, they share the passed scope too.
pub(crate) struct Behind {
    /// The names that every kind reads.
    pub(crate) common: Names,
    /// The state after the skill's list.
    own: Stage,
    /// The start of a list that extends the skill's, for a kind without line fields.
    plain: Stage,
    /// The start of a list that replaces the skill's.
    empty: Stage,
    /// The scopes that `plain` and `empty` pass on if the kind's list asks nothing.
    left: [Stage; 2],
}

impl Behind {
    pub(crate) fn new(common: Names, own: Stage, billed: Billed) -> Behind {
        let empty = Stage::new(common.clone(), billed);
        let plain = own.with(common.clone());
        let left = [plain.left(), empty.left()];
        Behind { common, own, plain, empty, left }
    }

    /// Returns the start of a list that extends the skill's; `names` is for a kind with line fields.
    pub(crate) fn added(&self, names: Option<Names>) -> Stage {
        names.map_or_else(|| self.plain.clone(), |names| self.own.with(names))
    }

    /// Returns the start of a list that replaces the skill's.
    pub(crate) fn instead(&self, names: Option<Names>) -> Stage {
        names.map_or_else(|| self.empty.clone(), |names| Stage::new(names, self.empty.billed))
    }

    /// Returns the scope that a list passes on to later lists.
    pub(crate) fn left(&self, stage: Stage) -> Stage {
        let [plain, empty] = &self.left;
        if stage.is_as(&self.plain) {
            return plain.clone();
        }
        if stage.is_as(&self.empty) {
            return empty.clone();
        }
        stage.left()
    }
}
