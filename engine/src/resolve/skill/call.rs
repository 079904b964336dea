//! The call that returns a skill's rows.

use crate::raw::keys::Given;
use crate::raw::{ListState, RawArg, RawInvoke, Spanned, missing};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::given::argument;
use crate::resolve::arguments::params::Params;
use crate::resolve::arguments::{Arguments, INVOKE};
use crate::resolve::operation::apis::Operations;
use crate::station::{Access, Argument, Invoke, OperationId};
use crate::text::file::quote;
use crate::text::words::listed_to;

/// Method names that authors may use for natives, with the native's name.
const AS_METHOD: &[(&str, &str)] =
    &[("search_products", "search"), ("build_routine", "routine"), ("build_set", "set")];

pub(crate) fn resolve<'a>(
    raw: &RawInvoke<'a>,
    params: &mut Params<'a>,
    operations: &mut Operations<'_>,
    apis: ListState,
    report: &mut Report,
) -> Option<Invoke> {
    if raw.method.is_absent() && !raw.native.is_absent() {
        return None;
    }
    let operation = match &raw.method {
        Given::Value(method) => operation(method, operations, apis, report),
        Given::Absent if raw.native.is_absent() => {
            let message = "`invoke` has neither `method` nor `native`";
            let remark = Remark::new(codes::INVOKE_EMPTY, raw.place, message);
            report.add(remark.help("write `method:` and the name of an operation"));
            None
        }
        Given::Absent | Given::Refused => None,
    };
    let args = match operation.zip(operation.and_then(|number| operations.describe(number, report)))
    {
        Some((number, described)) => {
            let names = raw.args.value().into_iter().flatten().map(|arg| arg.name.text);
            let mut arguments = Arguments::new(&described, operations, number, INVOKE).among(names);
            let args = given(raw, |arg| arguments.take(arg, params, report));
            if let (Given::Value(method), false) = (&raw.method, matches!(raw.args, Given::Refused))
            {
                arguments.finish(method, report);
            }
            args
        }
        None => given(raw, |arg| {
            if let Some(operation) = operation {
                known(&arg.name, operation, operations, report);
            }
            let value = argument(arg, params, report)?;
            Some((arg.name.text.to_owned(), value))
        }),
    };
    Some(Invoke { operation: operation?, args: args?, guards: Vec::new() })
}

/// Every argument that is written; `None` if one of them is refused.
fn given<'a>(
    raw: &RawInvoke<'a>,
    mut take: impl FnMut(&RawArg<'a>) -> Option<(String, Argument)>,
) -> Option<Vec<(String, Argument)>> {
    let mut args = Vec::new();
    let mut is_whole = !matches!(raw.args, Given::Refused);
    for arg in raw.args.value().into_iter().flatten() {
        match take(arg) {
            Some(arg) => args.push(arg),
            None => is_whole = false,
        }
    }
    is_whole.then_some(args)
}

/// The operation that a method names, which must only read.
fn operation(
    method: &Spanned<'_>,
    operations: &mut Operations<'_>,
    apis: ListState,
    report: &mut Report,
) -> Option<OperationId> {
    if let Some((_, native)) = AS_METHOD.iter().find(|(name, _)| *name == method.text) {
        let message = format!("{} is no operation of the tenant", quote(method.text));
        let remark = Remark::new(codes::SKILL_NATIVE_AS_METHOD, method.place, message);
        report.add(remark.help(format!("write `native: {native}`")));
        return None;
    }
    if apis == ListState::Absent {
        missing(method.place, "apis", "where operations come from", report);
        return None;
    }
    let Some(number) = operations.find(method.text) else {
        operations.missing(method, report);
        return None;
    };
    operations.used(number);
    if operations.access(number) == Some(Access::Write) {
        let message =
            format!("{} writes, and would leave without submit or consent", quote(method.text));
        report.add(Remark::new(codes::SKILL_INVOKE_WRITES, method.place, message).help(
            "make it a call of `submit`; where it only reads, say `access: read` on the operation",
        ));
    }
    Some(number)
}

/// Whether some row of the operation has the argument's key.
fn known(
    name: &Spanned<'_>,
    operation: OperationId,
    operations: &Operations<'_>,
    report: &mut Report,
) {
    let Some(keys) = operations.rows(operation) else { return };
    if keys.has(name.text) || report.is_full() {
        return;
    }
    let message =
        format!("the operation has no argument {}: no row has that key", quote(name.text));
    let remark = Remark::new(codes::PARAM_ARGUMENT_UNKNOWN, name.place, message);
    report.add(remark.near(name.text, keys.names(), || {
        format!("its rows have {}", listed_to(10, keys.names()))
    }));
}
