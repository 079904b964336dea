//! The scopes of the lists of guards that follow a skill's own list, for each kind.

use crate::resolve::guard::{Billed, Stage};
use crate::resolve::scope::names::Names;

/// The scope in which a kind's guards start, and the scope that they pass on. Kinds without line fields share the
/// first; if they have no guards that ask, they share the second too.
pub(crate) struct Behind {
    /// What every kind reads.
    pub(crate) common: Names,
    /// The skill's own list.
    own: Stage,
    /// The start scope of a kind without line fields.
    plain: Stage,
    /// What a list in place of the skill's begins with.
    empty: Stage,
    /// What each of the two passes on if nothing is asked after it.
    left: [Stage; 2],
}

impl Behind {
    pub(crate) fn new(common: Names, own: Stage, billed: Billed) -> Behind {
        let empty = Stage::new(common.clone(), billed);
        let plain = own.with(common.clone());
        let left = [plain.left(), empty.left()];
        Behind { common, own, plain, empty, left }
    }

    /// The start scope of a list that follows the skill's, with the names of a kind that has line fields.
    pub(crate) fn added(&self, names: Option<Names>) -> Stage {
        names.map_or_else(|| self.plain.clone(), |names| self.own.with(names))
    }

    /// What a list in place of the skill's begins with.
    pub(crate) fn instead(&self, names: Option<Names>) -> Stage {
        names.map_or_else(|| self.empty.clone(), |names| Stage::new(names, self.empty.billed))
    }

    /// The scope that a list passes on.
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
