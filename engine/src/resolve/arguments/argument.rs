//! The arguments of guards and of calls of a submit, checked against the operation's parameters.

use vm::Type;

use crate::documents::signature::{Address, Found};
use crate::raw::{Named, Spanned};
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::{Arguments, Codes};
use crate::resolve::operation::apis::Operations;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{At, Env};
use crate::resolve::scope::param_use::ParamUse;
use crate::resolve::scope::reference::literal;
use crate::station::{ArgumentValue, OperationId, Read, Repeat};
use crate::text::file::{Place, quote};
use crate::text::words::listed_to;

/// The value of an argument, as it is written.
enum Written {
    /// A reference, with its type.
    Read(Read, Option<Type>),
    /// A literal, which is read by the argument's schema.
    Literal,
    /// A value that was refused.
    Refused,
}

/// Resolves the arguments under `args`; `method` names the operation.
pub(crate) fn given(
    operation: Option<(OperationId, Spanned<'_>)>,
    args: &[Named<'_>],
    names: &Env,
    at: At,
    codes: Codes,
    context: &mut Context<'_, '_>,
) -> Option<Vec<(String, ArgumentValue)>> {
    let mut written = Vec::new();
    for arg in args {
        let text = arg.value.text().filter(|_| !arg.value.is_tagged());
        let is_read = text.is_some_and(|text| text.starts_with('$') && !text.starts_with("$$"));
        written.push(match is_read {
            false => Written::Literal,
            true => match names.given(arg.value, at, &mut context.usage) {
                Some((ArgumentValue::Read(read), ty)) => Written::Read(read, ty),
                Some((ArgumentValue::Literal(_), _)) | None => Written::Refused,
            },
        });
    }
    let operations = &*context.operations;
    let report = &mut *context.usage.report;
    let described = operation.and_then(|(number, _)| operations.describe(number, report));
    if let (Some((number, method)), Some(described)) = (operation, described) {
        let names = args.iter().map(|arg| arg.name.text);
        let mut arguments = Arguments::new(&described, operations, number, codes).among(names);
        let mut found = Vec::new();
        for (arg, written) in args.iter().zip(written) {
            found.push(match written {
                Written::Read(read @ (Read::Lines | Read::TaskLines(_)), _) => {
                    let found = arguments.lines(arg, report);
                    found.map(|found| (found.address, ArgumentValue::Read(read)))
                }
                Written::Read(read, ty) => arguments.read(arg, ty, report).map(|found| {
                    let address = found.address.clone();
                    context.param_uses.extend(param_use(&read, found, arg.value.place(), codes));
                    (address, ArgumentValue::Read(read))
                }),
                Written::Literal => {
                    let literal = arguments.written(arg, report);
                    literal.map(|(address, literal)| (address, ArgumentValue::Literal(literal)))
                }
                Written::Refused => {
                    arguments.read(arg, None, report);
                    None
                }
            });
        }
        arguments.finish(&method, report);
        return found.into_iter().collect();
    }
    let (mut found, mut is_whole) = (Vec::new(), true);
    for (arg, written) in args.iter().zip(written) {
        if let Some((number, _)) = operation {
            known(&arg.name, number, codes, operations, report);
        }
        let given = match written {
            Written::Read(read, _) => Some(ArgumentValue::Read(read)),
            Written::Literal => literal(arg.value, report).map(ArgumentValue::Literal),
            Written::Refused => None,
        };
        match given {
            Some(given) => found.push((arg.name.text.to_owned(), given)),
            None => is_whole = false,
        }
    }
    is_whole.then_some(found)
}

/// Records that a parameter feeds an argument; `None` if the argument does not read a parameter.
fn param_use(read: &Read, found: Found, at: Place, codes: Codes) -> Option<ParamUse> {
    let Read::Param(param) = read else { return None };
    Some(ParamUse {
        param: *param,
        address: found.address,
        shapes: found.shapes,
        at,
        code: codes.choice,
    })
}

/// Checks that some row of the operation has the argument's key.
fn known(
    name: &Spanned<'_>,
    operation: OperationId,
    codes: Codes,
    operations: &Operations<'_>,
    report: &mut Report,
) {
    let Some(keys) = operations.rows(operation) else { return };
    if keys.has(name.text) || report.is_full() {
        return;
    }
    let message =
        format!("the operation has no argument {}: no row has that key", quote(name.text));
    let remark = Remark::new(codes.unknown, name.place, message);
    report.add(remark.near(name.text, keys.names(), || {
        format!("its rows have {}", listed_to(10, keys.names()))
    }));
}

/// Whether a call of an operation carries the key in a header: it says so itself, or its document declares the header.
pub(crate) fn takes_key(operation: OperationId, context: &mut Context<'_, '_>) -> bool {
    let operations = &*context.operations;
    let repeat = operations.get(operation).map(|operation| operation.repeat);
    if repeat == Some(Repeat::Idempotent) {
        return true;
    }
    let Some(described) = operations.describe(operation, context.usage.report) else {
        return false;
    };
    match described.signature.find(described.takes, "header.Idempotency-Key") {
        Ok(Address::Found(_)) => true,
        Ok(Address::Several(_) | Address::Unknown(_)) | Err(_) => false,
    }
}

/// An argument that may be filled by name.
#[derive(Debug)]
pub(crate) struct Taking {
    pub(crate) address: String,
    /// The types that the argument takes.
    pub(crate) types: Vec<Type>,
    /// The argument as its document describes it.
    found: Option<Found>,
}

impl Taking {
    /// Records that a parameter feeds the argument; `None` if the argument does not read a parameter.
    pub(crate) fn param_use(self, read: &Read, at: Place, codes: Codes) -> Option<ParamUse> {
        param_use(read, self.found?, at, codes)
    }
}

/// Lists the arguments of an operation, to fill them by name.
pub(crate) fn takes(
    number: OperationId,
    operations: &Operations<'_>,
    report: &mut Report,
) -> Vec<Taking> {
    let Some(described) = operations.describe(number, report) else {
        let any = |address| Taking { address, types: Type::ALL.to_vec(), found: None };
        return operations.arguments(number).into_iter().map(any).collect();
    };
    let looked = described.signature.addresses(described.takes);
    let addresses = operations.checked(&described, number, looked, report).unwrap_or_default();
    let taking = |address: String| match described.signature.find(described.takes, &address) {
        Ok(Address::Found(found)) => {
            let may = |ty: &Type| found.shapes.iter().any(|shape| shape.takes(*ty));
            let types = Type::ALL.iter().copied().filter(may).collect();
            Taking { address, types, found: Some(*found) }
        }
        Ok(Address::Several(_) | Address::Unknown(_)) | Err(_) => {
            Taking { address, types: Vec::new(), found: None }
        }
    };
    addresses.into_iter().map(taking).collect()
}

/// Returns whether a call filled by name has every required argument; reports the missing arguments.
pub(crate) fn has_required(
    (number, method): (OperationId, &Spanned<'_>),
    filled: &[(String, ArgumentValue)],
    codes: Codes,
    context: &mut Context<'_, '_>,
) -> bool {
    let operations = &*context.operations;
    let report = &mut *context.usage.report;
    let Some(described) = operations.describe(number, report) else { return true };
    let addresses: Vec<_> = filled.iter().map(|(address, _)| address.clone()).collect();
    let in_body: Vec<_> = addresses
        .iter()
        .filter_map(|address| address.strip_prefix("body."))
        .map(|name| vec![name.to_owned()])
        .collect();
    let looked = described.signature.missing(described.takes, &addresses, &in_body);
    let Some(missing) = operations.checked(&described, number, looked, report) else {
        return false;
    };
    for address in &missing {
        let message =
            format!("{} requires `{address}`, and nothing here has that name", quote(method.text));
        let remark = Remark::new(codes.missing, method.place, message);
        report.add(remark.help(format!("write the long form, with `{address}:` in `args`")));
    }
    missing.is_empty()
}
