//! Narrows a parameter to the values that its arguments take.

use std::collections::HashSet;
use std::rc::Rc;

use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::params::Params;
use crate::resolve::scope::param_use::ParamUse;
use crate::station::Param;
use crate::station::constraints::{Constraints, Patterns};

impl Params<'_> {
    /// Narrows parameters by many arguments; a parameter with the same shapes is narrowed once.
    pub(crate) fn narrow_all(
        &mut self,
        uses: &[ParamUse],
        patterns: &Patterns,
        report: &mut Report,
    ) {
        let mut seen = HashSet::new();
        for used in uses {
            let shapes: Vec<_> = used.shapes.iter().map(Rc::as_ptr).collect();
            if seen.insert((used.param, shapes)) {
                self.narrow(used, patterns, report);
            }
        }
    }

    /// Adds the constraints of an argument to its parameter. Reports a default that violates them, and a parameter
    /// that has no value left.
    pub(crate) fn narrow(&mut self, used: &ParamUse, patterns: &Patterns, report: &mut Report) {
        let Some((param, declared)) = self.declared(used.param) else { return };
        let mut constraints = param.constraints.clone();
        constraints.take_over(param.ty, &used.shapes);
        let remark = if constraints.is_open(param.ty, patterns) {
            default(used, param, patterns)
        } else {
            // A parameter that had no value left before was reported then.
            param.constraints.is_open(param.ty, patterns).then(|| closed(used, param, patterns))
        };
        if let Some(remark) = remark {
            report.add(remark.also(declared, "it is declared here"));
        }
        if let Some(param) = self.declared_mut(used.param) {
            param.constraints = constraints;
        }
    }
}

/// What the argument alone asks of the parameter.
fn alone(used: &ParamUse, param: &Param) -> Constraints {
    let mut constraints = Constraints::default();
    constraints.take_over(param.ty, &used.shapes);
    constraints
}

fn default(used: &ParamUse, param: &Param, patterns: &Patterns) -> Option<Remark> {
    let why = alone(used, param).hold(param.default.as_ref()?, patterns).err()?;
    let message =
        format!("the default of `{}` is no value that `{}` takes", param.name, used.address);
    Some(Remark::new(used.code, used.at, message).help(why.to_string()))
}

fn closed(used: &ParamUse, param: &Param, patterns: &Patterns) -> Remark {
    let (name, address) = (&param.name, &used.address);
    let (message, help) = if alone(used, param).is_open(param.ty, patterns) {
        (
            format!("no value of `{name}` is one for `{address}` and for what else it feeds"),
            "feed each from a parameter of its own",
        )
    } else {
        (
            format!("no {} is a value that `{address}` takes", param.ty.name()),
            "declare another type, or write a literal",
        )
    };
    Remark::new(used.code, used.at, message).help(help)
}
