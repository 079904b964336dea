//! The inputs for resolving names and policies, and the record of their use.

use std::collections::BTreeSet;

use lang::analysis::Budget;
use vm::{Reading, Type};

use crate::report::finding::{Remark, Report};
use crate::station::ParamId;
use crate::text::file::Place;

/// The report and the reading, and the record of names that conditions and references read.
pub(crate) struct Usage<'r> {
    pub(crate) reading: &'r Reading,
    pub(crate) report: &'r mut Report,
    /// The parameters that something reads.
    pub(crate) read: BTreeSet<String>,
    /// The parameters of tasks that a playbook reads: task and parameter.
    pub(crate) tasks_read: BTreeSet<(usize, ParamId)>,
    /// The policies that something names.
    pub(crate) named: &'r mut BTreeSet<String>,
    /// The first place that declares a price.
    pub(crate) first_price: &'r mut Option<Place>,
    /// The remaining work budget for the analysis of conditions.
    pub(crate) budget: Budget,
}

impl Usage<'_> {
    pub(crate) fn add(&mut self, remark: Remark) {
        self.report.add(remark);
    }

    pub(crate) fn price(&mut self, ty: Type, place: Place) {
        if ty == Type::Price {
            *self.first_price = (*self.first_price).into_iter().chain([place]).min();
        }
    }
}
