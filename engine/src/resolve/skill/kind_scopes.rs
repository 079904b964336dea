//! The scopes of the lists of guards that follow a skill's own list, for each kind.

use crate::resolve::guard::{Billed, GuardScope};
use crate::resolve::scope::env::Env;

/// The scope in which a kind's guards start, and the scope that they pass on. Kinds without line fields share the
/// first; if they have no guards that ask, they share the second too.
pub(crate) struct KindScopes {
    /// What every kind reads.
    pub(crate) common: Env,
    /// The skill's own list.
    own: GuardScope,
    /// The start scope of a kind without line fields.
    plain: GuardScope,
    /// What a list in place of the skill's begins with.
    empty: GuardScope,
    /// What each of the two passes on if nothing is asked after it.
    left: [GuardScope; 2],
}

impl KindScopes {
    pub(crate) fn new(common: Env, own: GuardScope, billed: Billed) -> KindScopes {
        let empty = GuardScope::new(common.clone(), billed);
        let plain = own.with(common.clone());
        let left = [plain.left(), empty.left()];
        KindScopes { common, own, plain, empty, left }
    }

    /// The start scope of a list that follows the skill's, with the names of a kind that has line fields.
    pub(crate) fn added(&self, names: Option<Env>) -> GuardScope {
        names.map_or_else(|| self.plain.clone(), |names| self.own.with(names))
    }

    /// What a list in place of the skill's begins with.
    pub(crate) fn instead(&self, names: Option<Env>) -> GuardScope {
        names.map_or_else(|| self.empty.clone(), |names| GuardScope::new(names, self.empty.billed))
    }

    /// The scope that a list passes on.
    pub(crate) fn left(&self, scope: GuardScope) -> GuardScope {
        let [plain, empty] = &self.left;
        if scope.is_as(&self.plain) {
            return plain.clone();
        }
        if scope.is_as(&self.empty) {
            return empty.clone();
        }
        scope.left()
    }
}
