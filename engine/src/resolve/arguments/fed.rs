//! An argument that a parameter feeds: the parameter takes over what the argument asks of it.

use std::collections::HashSet;
use std::rc::Rc;

use lang::Code;

use crate::documents::schema::Shape;
use crate::report::finding::{Remark, Report};
use crate::resolve::params::Params;
use crate::station::Param;
use crate::station::constraints::{Limits, Patterns};
use crate::text::file::Place;

/// An argument and the parameter that it reads.
#[derive(Debug)]
pub(in crate::resolve) struct Fed {
    /// The parameter's number.
    pub(in crate::resolve) param: usize,
    pub(in crate::resolve) address: String,
    /// What the argument takes: one of these.
    pub(in crate::resolve) shapes: Vec<Rc<Shape>>,
    /// Where it is said.
    pub(in crate::resolve) at: Place,
    /// Under which code it is told that a value is outside.
    pub(in crate::resolve) code: Code,
}

impl Fed {
    /// Narrows parameters by many arguments; an argument that guards ask over and over is looked at once.
    pub(in crate::resolve) fn narrow_all(
        all: &[Fed],
        params: &mut Params<'_>,
        patterns: &Patterns,
        report: &mut Report,
    ) {
        let mut seen = HashSet::new();
        for fed in all {
            let shapes: Vec<_> = fed.shapes.iter().map(Rc::as_ptr).collect();
            if seen.insert((fed.param, shapes)) {
                fed.narrow(params, patterns, report);
            }
        }
    }

    /// Has the parameter take over what the argument asks; tells where its default is outside, or no value is left.
    pub(in crate::resolve) fn narrow(
        &self,
        params: &mut Params<'_>,
        patterns: &Patterns,
        report: &mut Report,
    ) {
        let Some((param, declared)) = params.declared(self.param) else { return };
        let mut limits = param.limits.clone();
        limits.take_over(param.ty, &self.shapes);
        let remark = if limits.is_open(param.ty, patterns) {
            self.default(param, patterns)
        } else {
            // A parameter that was left without values before is told of once.
            param.limits.is_open(param.ty, patterns).then(|| self.closed(param, patterns))
        };
        if let Some(remark) = remark {
            report.add(remark.also(declared, "it is declared here"));
        }
        if let Some(param) = params.declared_mut(self.param) {
            param.limits = limits;
        }
    }

    /// What the argument alone asks of the parameter.
    fn alone(&self, param: &Param) -> Limits {
        let mut limits = Limits::default();
        limits.take_over(param.ty, &self.shapes);
        limits
    }

    fn default(&self, param: &Param, patterns: &Patterns) -> Option<Remark> {
        let why = self.alone(param).hold(param.default.as_ref()?, patterns).err()?;
        let message =
            format!("the default of `{}` is no value that `{}` takes", param.name, self.address);
        Some(Remark::new(self.code, self.at, message).help(why.to_string()))
    }

    fn closed(&self, param: &Param, patterns: &Patterns) -> Remark {
        let (name, address) = (&param.name, &self.address);
        let (message, help) = if self.alone(param).is_open(param.ty, patterns) {
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
        Remark::new(self.code, self.at, message).help(help)
    }
}
