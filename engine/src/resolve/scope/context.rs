//! The context in which a skill or a playbook is resolved.

use crate::resolve::operation::apis::Operations;
use crate::resolve::scope::actors::Actors;
use crate::resolve::scope::param_use::ParamUse;
use crate::resolve::scope::policy::Policies;
use crate::resolve::scope::usage::Usage;

/// The station's operations, policies and actors, and which of them are used.
pub(crate) struct Context<'r, 'a> {
    pub(crate) usage: Usage<'r>,
    pub(crate) operations: &'r mut Operations<'a>,
    pub(crate) policies: &'r Policies<'a>,
    pub(crate) actors: &'r Actors<'a>,
    /// The arguments of guards and calls that read a parameter of the skill.
    pub(crate) param_uses: Vec<ParamUse>,
}
