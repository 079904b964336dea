//! How the answer of a skill is shown, and which parts are removed from it.

use crate::station::{Filters, PerProfile, Render};

/// How an answer is rendered, and what the filters remove.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) render: Render,
    pub(crate) filters: Filters,
    pub(crate) per_profile: Vec<PerProfile>,
}
