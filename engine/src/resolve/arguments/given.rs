//! The arguments of a skill: parameters, or literals read as text.

use crate::raw::RawArg;
use crate::raw::keys::refuse;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::params::{Found, Params};
use crate::station::Argument;
use crate::station::literal::Literal;
use crate::text::file::{View, quote};

/// Resolves an argument to a parameter, or to a literal read as text.
pub(crate) fn argument(
    arg: &RawArg<'_>,
    params: &mut Params<'_>,
    report: &mut Report,
) -> Option<Argument> {
    let value = arg.value;
    let Some(text) = value.text().filter(|_| !value.is_tagged() && !value.is_nothing()) else {
        refuse(value, "a literal or `$params.<name>`", report);
        return None;
    };
    if let Some(literal) = text.strip_prefix("$$") {
        return Some(Argument::Literal(Literal::Text(format!("${literal}"))));
    }
    if !text.starts_with('$') {
        return Some(Argument::Literal(Literal::Text(text.to_owned())));
    }
    let Some(name) =
        text.strip_prefix("$params.").filter(|name| !name.is_empty() && !name.contains(['.', '[']))
    else {
        let message = format!("{} is no reference to a parameter", quote(text));
        let remark = Remark::new(codes::PARAM_REFERENCE, value.place(), message);
        report.add(
            remark.help("write `$params.<name>`; a text that begins with `$` is written `$$`"),
        );
        return None;
    };
    parameter(name, value, params, report)
}

fn parameter(
    name: &str,
    value: View<'_>,
    params: &mut Params<'_>,
    report: &mut Report,
) -> Option<Argument> {
    match params.read(name, value.place(), report) {
        Found::Param(id) => Some(Argument::Param(id)),
        Found::Refused => None,
        Found::Unknown if report.is_full() => None,
        Found::Unknown => {
            let message = format!("no parameter is called {}", quote(name));
            let remark = Remark::new(codes::PARAM_UNKNOWN, value.place(), message);
            let near = lang::nearest(name, params.names());
            if let Some(near) = near {
                params.meant(near);
            }
            let near = near.map(|near| format!("$params.{near}"));
            report.add(match near {
                Some(near) => {
                    remark.help(format!("did you mean `{near}`?")).fix(value.place(), near)
                }
                None => remark.help(format!("declare it under `params`: `{name}: {{type: text}}`")),
            });
            None
        }
    }
}
