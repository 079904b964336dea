//! The environment that conditions and references read, and the record of what they use.

pub(crate) mod actors;
pub(crate) mod condition;
pub(crate) mod context;
pub(crate) mod env;
pub(crate) mod param_use;
pub(crate) mod policy;
pub(crate) mod reference;
pub(crate) mod sorted;
pub(crate) mod usage;
