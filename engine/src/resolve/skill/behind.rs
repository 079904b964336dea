//! The lists of guards behind a skill's own, as its kinds go on with it.

use crate::resolve::guard::{Billed, Stage};
use crate::resolve::scope::names::Names;

/// What stands before a kind's own guards, and what a kind's list leaves. Kinds without line fields share what they
/// read; where they ask nothing either, what they leave as well.
pub(crate) struct Behind {
    /// What every kind reads.
    pub(crate) common: Names,
    /// The skill's own list.
    own: Stage,
    /// What a kind without line fields reads behind the skill's list.
    plain: Stage,
    /// What a list in place of the skill's begins with.
    empty: Stage,
    /// What is left of the two where nothing is asked behind them.
    left: [Stage; 2],
}

impl Behind {
    pub(crate) fn new(common: Names, own: Stage, billed: Billed) -> Behind {
        let empty = Stage::new(common.clone(), billed);
        let plain = own.with(common.clone());
        let left = [plain.left(), empty.left()];
        Behind { common, own, plain, empty, left }
    }

    /// What a list behind the skill's begins with, over the names of a kind that has line fields.
    pub(crate) fn added(&self, names: Option<Names>) -> Stage {
        names.map_or_else(|| self.plain.clone(), |names| self.own.with(names))
    }

    /// What a list in place of the skill's begins with.
    pub(crate) fn instead(&self, names: Option<Names>) -> Stage {
        names.map_or_else(|| self.empty.clone(), |names| Stage::new(names, self.empty.billed))
    }

    /// What is left of a list for those behind it.
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
