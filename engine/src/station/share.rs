//! The form of a skill's share of the selection.

use crate::station::id::{KindId, SkillId};
words! {
    /// What happens to a share when the share that it depends on becomes empty.
    OnLoss:
    /// It empties too.
    Clear "clear",
    /// The submit is held.
    Block "block",
}

/// The form of a skill's share, and what else a call of the skill does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The skill whose share this one depends on, by its number, and what follows when that empties.
    pub depends_on: Option<(SkillId, OnLoss)>,
    /// Whether a line has a quantity.
    pub counted: Counted,
    /// Where rows of a skill without kinds go as offers: the number of the skill that declares the kind, and the kind's
    /// number there.
    pub yields: Option<(SkillId, KindId)>,
    /// The playbook that the first call opens, where none is open, by its number.
    pub opens: Option<usize>,
    /// What a call shows.
    pub shows: Shows,
    /// Who may call it.
    pub callers: Callers,
    /// Whether the rows may become offers.
    pub rows: RowUse,
}

/// Whether a line has a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It has a quantity.
    Quantity,
    /// Each item once.
    Once,
}

/// What a call of a skill shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// What it is answered.
    Answer,
    /// The summary of the selection; it calls nothing.
    Selection,
}

/// Who may call a skill that the profile may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// Anyone.
    Anyone,
    /// Who has a verified identity.
    Identified,
}

/// What becomes of a skill's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowUse {
    /// They are looked at: the skill is a read, and no door can choose one.
    Read,
    /// They may be chosen, or the skill does something else.
    Offered,
}
