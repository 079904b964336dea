//! What is at hand while a skill or a playbook is resolved.

use super::actors::Actors;
use super::apis::Operations;
use super::param_use::ParamUse;
use super::policy::Policies;
use super::usage::Usage;

/// The station's operations, policies and actors, and what is used of them.
pub(super) struct Context<'r, 'a> {
    pub(super) usage: Usage<'r>,
    pub(super) operations: &'r mut Operations<'a>,
    pub(super) policies: &'r Policies<'a>,
    pub(super) actors: &'r Actors<'a>,
    /// The arguments of guards and calls that read a parameter of the skill.
    pub(super) param_uses: Vec<ParamUse>,
}
