//! The arguments of an operation that a document describes.
//!
//! Each argument is found by its address, and its value is checked against the schema.

pub(crate) mod argument;
pub(crate) mod bound;
pub(crate) mod given;
mod line;
mod literal;
pub(crate) mod params;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use lang::Code;
use vm::Type;

pub(crate) use self::line::Shaped;
use crate::documents::schema::{Kinds, Says, Shape};
use crate::documents::signature::{Address, Found};
use crate::raw::{RawArg, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::given::argument;
use crate::resolve::arguments::params::Params;
use crate::resolve::operation::apis::{Described, Operations};
use crate::resolve::scope::param_use::ParamUse;
use crate::station::literal::Literal;
use crate::station::{Argument, OperationId, ParamId, Presence};
use crate::text::file::{Place, View, quote};
use crate::text::words::{listed, listed_to};

/// The maximum number of arguments that a message names.
const NAMED: usize = 10;

/// The codes of the findings about the arguments at one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes {
    pub(crate) unknown: Code,
    pub(crate) missing: Code,
    pub(crate) ty: Code,
    pub(crate) choice: Code,
    pub(crate) reference: Code,
}

/// The codes for `invoke.args`.
pub(crate) const INVOKE: Codes = Codes {
    unknown: codes::PARAM_ARGUMENT_UNKNOWN,
    missing: codes::INVOKE_ARGUMENT_MISSING,
    ty: codes::PARAM_ARGUMENT_TYPE,
    choice: codes::PARAM_ARGUMENT_ENUM,
    reference: codes::PARAM_REFERENCE,
};

/// The codes for a `check` or an `update`.
pub(crate) const GUARD: Codes = Codes {
    unknown: codes::GUARD_ARGUMENT_UNKNOWN,
    missing: codes::GUARD_ARGUMENT_MISSING,
    ty: codes::GUARD_ARGUMENT_TYPE,
    choice: codes::GUARD_ARGUMENT_TYPE,
    reference: codes::GUARD_REFERENCE,
};

/// The codes for a call of a submit.
pub(crate) const SUBMIT: Codes = Codes {
    unknown: codes::SUBMIT_ARGUMENT_UNKNOWN,
    missing: codes::SUBMIT_ARGUMENT_MISSING,
    ty: codes::SUBMIT_ARGUMENT_TYPE,
    choice: codes::SUBMIT_ARGUMENT_TYPE,
    reference: codes::SUBMIT_REFERENCE,
};

/// The arguments of one call while they are resolved.
pub(crate) struct Arguments<'r, 'a> {
    codes: Codes,
    described: &'r Described<'r>,
    operations: &'r Operations<'a>,
    number: OperationId,
    /// The arguments that are given, each with its place.
    given: Vec<(Found, Place)>,
    places: HashMap<String, Place>,
    /// The names that are written: none of them is what another was meant to be.
    names: HashSet<String>,
    /// Whether each argument was found.
    all_found: bool,
}

impl<'r, 'a> Arguments<'r, 'a> {
    pub(crate) fn new(
        described: &'r Described<'r>,
        operations: &'r Operations<'a>,
        number: OperationId,
        codes: Codes,
    ) -> Self {
        let (given, places, names) = (Vec::new(), HashMap::new(), HashSet::new());
        let all_found = true;
        Arguments { codes, described, operations, number, given, places, names, all_found }
    }

    /// Adds the names that are written.
    pub(crate) fn among<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.names.extend(names.into_iter().map(str::to_owned));
        self
    }

    /// Resolves an argument; returns its full address, or `None` if it is refused.
    pub(crate) fn take(
        &mut self,
        arg: &RawArg<'_>,
        params: &mut Params<'_>,
        report: &mut Report,
    ) -> Option<(String, Argument)> {
        let found = self.find(&arg.name, report);
        let is_reference =
            arg.value.text().is_some_and(|t| t.starts_with('$') && !t.starts_with("$$"));
        if is_reference {
            let value = argument(arg, params, report)?;
            let found = found?;
            if let Argument::Param(param) = value {
                self.feed(arg, &found, param, params, report);
            }
            return Some((found.address, value));
        }
        let literal = self.literal(arg.value, &found?, report)?;
        Some((literal.0, Argument::Literal(literal.1)))
    }

    /// Reads a literal for an argument that was found by its full address.
    fn literal(
        &self,
        value: View<'_>,
        found: &Found,
        report: &mut Report,
    ) -> Option<(String, Literal)> {
        let mut literals = literal::Literals {
            codes: self.codes,
            described: self.described,
            operations: self.operations,
            number: self.number,
            report,
        };
        let literal = literals.read(value, &found.shapes, &found.address)?;
        Some((found.address.clone(), literal))
    }

    /// Resolves an argument that is a literal.
    pub(crate) fn written(
        &mut self,
        arg: &RawArg<'_>,
        report: &mut Report,
    ) -> Option<(String, Literal)> {
        let found = self.find(&arg.name, report)?;
        self.literal(arg.value, &found, report)
    }

    /// Resolves an argument that reads a value of type `ty`; a reference to lines has no type.
    pub(crate) fn read(
        &mut self,
        arg: &RawArg<'_>,
        ty: Option<Type>,
        report: &mut Report,
    ) -> Option<Found> {
        let found = self.find(&arg.name, report)?;
        let Some(ty) = ty.filter(|ty| !found.shapes.iter().any(|shape| shape.takes(*ty))) else {
            return Some(found);
        };
        report.add(mistyped(arg.value, ty, &found.shapes, &found.address, self.codes.ty));
        None
    }

    /// Resolves an argument that takes `$lines`: it must accept a list.
    pub(crate) fn lines(&mut self, arg: &RawArg<'_>, report: &mut Report) -> Option<Found> {
        let found = self.find(&arg.name, report)?;
        if found.shapes.iter().any(|shape| shape.kinds.meets(Kinds::ARRAY)) {
            return Some(found);
        }
        let kinds = found.shapes.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
        let text = quote(arg.value.text().unwrap_or_default());
        let message =
            format!("{text} is a list, and `{}` takes {}", found.address, kinds.describe());
        let remark = Remark::new(self.codes.ty, arg.value.place(), message);
        report.add(remark.help("give lines to an argument that is a list, or read one line alone"));
        None
    }

    /// Finds the argument that a name addresses.
    fn find(&mut self, name: &Spanned<'_>, report: &mut Report) -> Option<Found> {
        let looked = self.described.signature.find(self.described.takes, name.text);
        let address = self.operations.checked(self.described, self.number, looked, report);
        let found = match address {
            Some(Address::Found(found)) => *found,
            Some(Address::Several(addresses)) => {
                let message = format!("several arguments are called {}", quote(name.text));
                let remark = Remark::new(self.codes.unknown, name.place, message);
                let places = listed(addresses.iter().map(String::as_str));
                report.add(remark.help(format!("say which: {places}")));
                self.all_found = false;
                return None;
            }
            Some(Address::Unknown(known)) => {
                report.add(unknown(name, &known, &self.names, self.codes.unknown));
                self.all_found = false;
                return None;
            }
            None => {
                self.all_found = false;
                return None;
            }
        };
        self.once(name, &found, report).then_some(())?;
        self.given.push((found.clone(), name.place));
        Some(found)
    }

    /// Checks that nothing else sets the argument, whole or in part.
    fn once(&mut self, name: &Spanned<'_>, found: &Found, report: &mut Report) -> bool {
        let within = |one: &Found, other: &Found| match (&one.steps, &other.steps) {
            (Some(one), Some(other)) => one.starts_with(other),
            _ => false,
        };
        let clash = self.places.get(&found.address).copied().or_else(|| {
            found.steps.as_ref()?;
            let mut given = self.given.iter();
            let other = given.find(|(given, _)| within(given, found) || within(found, given));
            other.map(|(_, place)| *place)
        });
        if let Some(first) = clash {
            let message = format!("`{}` is given twice", found.address);
            let remark = Remark::new(codes::YAML_DUPLICATE_KEY, name.place, message);
            report.add(remark.help("delete one").also(first, "it is given here as well"));
            return false;
        }
        self.places.insert(found.address.clone(), name.place);
        true
    }

    /// Checks a parameter against the argument that it feeds, and adds the argument's limits to the parameter.
    fn feed(
        &self,
        arg: &RawArg<'_>,
        found: &Found,
        id: ParamId,
        params: &mut Params<'_>,
        report: &mut Report,
    ) {
        let (at, address) = (arg.value.place(), &found.address);
        let Some((param, declared)) = params.declared(id) else { return };
        let name = &param.name;
        if !found.shapes.iter().any(|shape| shape.takes(param.ty)) {
            let kinds = found.shapes.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
            let message = format!(
                "`{name}` is declared {}, and `{address}` takes {}",
                param.ty.name(),
                kinds.describe()
            );
            let remark = Remark::new(codes::PARAM_ARGUMENT_TYPE, at, message);
            report.add(remark.help(types(&found.shapes)).also(declared, "it is declared here"));
            return;
        }
        if param.presence == Presence::Optional
            && param.default.is_none()
            && found.required == Says::Yes
        {
            let message =
                format!("`{name}` may be left out, and the operation requires `{address}`");
            let remark = Remark::new(codes::PARAM_OPTIONAL_REQUIRED, at, message);
            report.add(
                remark
                    .help("delete `optional`, or give a default")
                    .also(declared, "it is declared here"),
            );
        }
        let (address, shapes) = (address.clone(), found.shapes.clone());
        let used = ParamUse { param: id, address, shapes, at, code: self.codes.choice };
        params.narrow(&used, &self.operations.patterns, report);
    }

    /// Reports the arguments that the operation requires and the call does not set.
    pub(crate) fn finish(self, method: &Spanned<'_>, report: &mut Report) {
        if !self.all_found {
            return;
        }
        let in_body: Vec<_> =
            self.given.iter().filter_map(|(found, _)| found.steps.clone()).collect();
        let addresses: Vec<_> = self.given.iter().map(|(found, _)| found.address.clone()).collect();
        let looked = self.described.signature.missing(self.described.takes, &addresses, &in_body);
        let missing = self.operations.checked(self.described, self.number, looked, report);
        for address in missing.into_iter().flatten() {
            let message =
                format!("{} requires `{address}`, which nothing gives", quote(method.text));
            let remark = Remark::new(self.codes.missing, method.place, message);
            report.add(remark.help(format!("write `{address}:` in `args`")));
        }
    }
}

/// Reports a value of a type that the argument does not take.
fn mistyped(value: View<'_>, ty: Type, shapes: &[Rc<Shape>], at: &str, code: Code) -> Remark {
    let kinds = shapes.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
    let text = quote(value.text().unwrap_or_default());
    let message = format!("{text} is {}, and `{at}` takes {}", ty.name(), kinds.describe());
    Remark::new(code, value.place(), message).help(types(shapes))
}

/// Lists the parameter types that one of these shapes takes.
fn types(shapes: &[Rc<Shape>]) -> String {
    let takes = |ty: &&Type| shapes.iter().any(|shape| shape.takes(**ty));
    let types: Vec<_> = Type::ALL.iter().filter(takes).map(|ty| ty.name()).collect();
    if types.is_empty() {
        return "no parameter goes there; write a literal, or address what is in it".to_owned();
    }
    format!("it takes a parameter of type {}", listed(types))
}

/// Reports an argument that does not exist, unless the name near it is written too.
fn unknown(name: &Spanned<'_>, known: &[String], stand: &HashSet<String>, code: Code) -> Remark {
    let message = format!("the operation has no argument {}", quote(name.text));
    let remark = Remark::new(code, name.place, message);
    let bare = |address: &str| address.split_once('.').map(|(_, name)| name.to_owned());
    let stands = |address: &String| {
        stand.contains(address) || bare(address).is_some_and(|bare| stand.contains(&bare))
    };
    let in_body = format!("body.{}", name.text);
    let mut left = known.iter().filter(|address| !stands(address));
    let near = if known.contains(&in_body) {
        Some(in_body)
    } else if let Some(other) = bare(name.text)
        && let Some(place) = left.clone().find(|address| bare(address).as_ref() == Some(&other))
    {
        // The argument has this name in another part of the request.
        Some(place.clone())
    } else if name.text.contains('.') {
        lang::nearest(name.text, left.map(String::as_str)).map(str::to_owned)
    } else {
        let bares: Vec<_> = left.clone().filter_map(|address| bare(address)).collect();
        let near = lang::nearest(name.text, bares.iter().map(String::as_str));
        near.and_then(|near| {
            left.find(|address| bare(address).is_some_and(|bare| bare == near)).cloned()
        })
    };
    match near {
        Some(near) => remark.help(format!("did you mean `{near}`?")).fix(name.place, near),
        None if known.is_empty() => remark.help("it takes none there"),
        None => {
            let names = listed_to(NAMED, known.iter().map(String::as_str));
            remark.help(format!("its arguments are {names}"))
        }
    }
}
