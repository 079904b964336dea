//! The arguments of a call, of whatever place: one function checks them all against the operation.

use lang::Code;

use super::apis::Operations;
use super::names::{At, Context, Names};
use crate::file::told;
use crate::finding::{Remark, Report};
use crate::keys::listed;
use crate::raw::{Named, Word};
use crate::station::Given;

/// The codes under which a place tells what is wrong with its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codes {
    pub(super) unknown: Code,
}

/// Of `invoke.args`.
pub(super) const INVOKE: Codes = Codes { unknown: Code::ParamArgumentUnknown };

/// Of a `check` or an `update`.
pub(super) const GUARD: Codes = Codes { unknown: Code::GuardArgumentUnknown };

/// Of a call of a submit.
pub(super) const SUBMIT: Codes = Codes { unknown: Code::SubmitArgumentUnknown };

/// Holds the arguments of a call against what its operation takes.
pub(super) fn check(
    operation: usize,
    passed: &[Word<'_>],
    codes: Codes,
    operations: &Operations<'_>,
    report: &mut Report,
) {
    let Some(keys) = operations.rows(operation).filter(|_| !report.is_full()) else { return };
    for name in passed.iter().filter(|name| !keys.has(name.text)) {
        let message =
            format!("the operation has no argument {}: no row has that key", told(name.text));
        let remark = Remark::new(codes.unknown, name.place, message);
        report.add(remark.near(name.text, keys.names(), || {
            format!("its rows have {}", listed(keys.names().take(10)))
        }));
    }
}

/// The arguments that stand under `args`.
pub(super) fn given(
    operation: Option<usize>,
    args: &[Named<'_>],
    names: &Names,
    at: At,
    codes: Codes,
    context: &mut Context<'_, '_>,
) -> Option<Vec<(String, Given)>> {
    let (mut found, mut whole) = (Vec::new(), Some(()));
    let passed: Vec<_> = args.iter().map(|arg| arg.name).collect();
    for arg in args {
        match names.given(arg.value, at, context) {
            Some((given, _)) => found.push((arg.name.text.to_owned(), given)),
            None => whole = None,
        }
    }
    if let Some(operation) = operation {
        check(operation, &passed, codes, context.operations, context.report);
    }
    whole.map(|()| found)
}
