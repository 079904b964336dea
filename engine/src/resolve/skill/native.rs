//! A call that the product answers without the tenant, with the arguments that the station gives.
use vm::{Reading, Type};

use crate::raw::keys::Given;
use crate::raw::{RawArg, RawInvoke};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::given::argument;
use crate::resolve::arguments::params::Params;
use crate::station::{Argument, Fixed, Many, Native, NativeKind, Own, feeds};
use crate::text::file::{View, quote};
use crate::text::words::listed;

/// The native that `invoke` names; `None` if it names none or a part of it is refused.
pub(crate) fn resolve(
    raw: &RawInvoke<'_>,
    params: &mut Params<'_>,
    reading: &Reading,
    report: &mut Report,
) -> Option<Native> {
    let (Given::Value(word), Some(key)) = (&raw.native, raw.native_key) else { return None };
    if !raw.method.is_absent() {
        let message = "`invoke` has `method` and `native`";
        report.add(Remark::new(codes::SKILL_METHOD_AND_NATIVE, key, message).help("delete one"));
        return None;
    }
    let Some(kind) = NativeKind::named(word.text) else {
        let message = format!("{} is no native", quote(word.text));
        let natives = || NativeKind::WORDS.iter().copied();
        let remark = Remark::new(codes::SKILL_NATIVE_UNKNOWN, word.place, message);
        report.add(remark.near(word.text, natives(), || {
            format!(
                "the natives are {}; an operation of the tenant is a `method`",
                listed(natives())
            )
        }));
        return None;
    };
    let mut args = Vec::new();
    for arg in raw.args.value().into_iter().flatten() {
        let Some(own) = own(kind, arg, report) else { continue };
        let fixed = match own.takes {
            Many::List => list(arg.value, own, report),
            Many::One => one(arg, own, params, reading, report),
        };
        args.extend(fixed.map(|fixed| (own.name, fixed)));
    }
    Some(Native { kind, args, guards: Vec::new() })
}

fn own(kind: NativeKind, arg: &RawArg<'_>, report: &mut Report) -> Option<&'static Own> {
    let found = kind.arguments().iter().find(|own| own.name == arg.name.text);
    if found.is_none() {
        let names = || kind.arguments().iter().map(|own| own.name);
        let message =
            format!("the native `{}` has no argument {}", kind.word(), quote(arg.name.text));
        let remark = Remark::new(codes::PARAM_ARGUMENT_UNKNOWN, arg.name.place, message);
        report.add(remark.near(arg.name.text, names(), || format!("it has {}", listed(names()))));
    }
    found
}

fn one(
    arg: &RawArg<'_>,
    own: &Own,
    params: &mut Params<'_>,
    reading: &Reading,
    report: &mut Report,
) -> Option<Fixed> {
    let argument = argument(arg, params, report)?;
    let fits = match &argument {
        Argument::Literal(literal) => literal
            .text()
            .is_some_and(|text| own.ty == Type::Text || reading.typed(own.ty, &text).is_ok()),
        Argument::Param(id) => {
            let ty = params.typed().find(|(at, ..)| at == id).and_then(|(_, _, ty)| ty);
            ty.is_none_or(|ty| feeds(ty, own.ty))
        }
    };
    if !fits {
        other_type(arg.value, own, own.ty.told(), report);
    }
    fits.then_some(Fixed::One(argument))
}

fn list(view: View<'_>, own: &Own, report: &mut Report) -> Option<Fixed> {
    let texts = view.list().map(|items| items.map(View::text).collect::<Option<Vec<_>>>());
    let Some(Some(texts)) = texts.filter(|_| !view.is_tagged()) else {
        other_type(view, own, "a list of texts", report);
        return None;
    };
    Some(Fixed::List(texts.into_iter().map(str::to_owned).collect()))
}

fn other_type(view: View<'_>, own: &Own, takes: &str, report: &mut Report) {
    let message = format!("{} is nothing that `{}` takes", view.quote(), own.name);
    let remark = Remark::new(codes::PARAM_ARGUMENT_TYPE, view.place(), message);
    report.add(remark.help(format!("it takes {takes}")));
}
