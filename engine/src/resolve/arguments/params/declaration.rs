//! One declaration of a parameter: its type, its setters, its default.

use vm::{AnswerFault, Constant, Reading, Type};

use crate::raw::keys::Given;
use crate::raw::{RawParam, Spanned, name};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::field::{class, flag};
use crate::resolve::scope::reference::untyped_scalar;
use crate::station::constraints::Constraints;
use crate::station::{Class, Param, Presence, Setter};
use crate::text::file::{View, quote};
use crate::text::scalar::Untyped;
use crate::text::words::listed;

/// Who can set a parameter that has no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setters {
    /// The parameter has a default, or somebody can set it before a call.
    Some,
    /// Only the answer of an earlier submit.
    Result,
    /// Nobody.
    Nobody,
    /// Only a playbook's binding: it has no declared type.
    Bound,
    /// Unknown, because a part was refused.
    Unknown,
}

/// How a person is identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identified {
    /// By a verified value of this type.
    By(Type),
    /// Persons are not identified.
    Nobody,
    /// Unknown, because a part was refused.
    Unknown,
}

pub(crate) fn unset_param(name: &str, ty: Type) -> Param {
    Param {
        name: name.to_owned(),
        ty,
        set_by: Vec::new(),
        default: None,
        presence: Presence::Required,
        class: Class::Public,
        constraints: Constraints::default(),
    }
}

pub(crate) fn typed(
    raw: &RawParam<'_>,
    ty: Type,
    reading: &Reading,
    identified: Identified,
    report: &mut Report,
) -> (Option<Param>, Setters) {
    let setters = set_by(raw, report);
    let default = raw.default.value().and_then(|view| default(*view, report));
    let constant = default.and_then(|view| typed_default(view, ty, reading, report));
    let by_identity = setters.as_ref().is_some_and(|by| by.contains(&Setter::Identity));
    let unsaid = if by_identity { Class::Personal } else { Class::Public };
    let class = class(&raw.class, unsaid, report);
    let presence = optional(&raw.optional, report);
    if constant.is_some() && raw.set_by.is_absent() {
        let message =
            format!("{} has a default and no `set_by`: the model may set it", quote(raw.name.text));
        let remark = Remark::new(codes::PARAM_DEFAULT_OPEN, raw.name.place, message);
        report.add(remark.help("write `set_by: []` to seal it, or say who may set it"));
    }
    let who = match (&raw.default, &setters) {
        (Given::Value(_) | Given::Refused, _) => Setters::Some,
        (Given::Absent, None) => Setters::Unknown,
        (Given::Absent, Some(setters)) => who(setters, ty, identified),
    };
    let whole = raw.default.is_absent() || constant.is_some();
    let param = setters.zip(class).zip(presence).filter(|_| whole);
    let param = param.map(|((set_by, class), presence)| Param {
        name: raw.name.text.to_owned(),
        ty,
        set_by,
        default: constant,
        presence,
        class,
        constraints: Constraints::default(),
    });
    (param, who)
}

/// Who can set it before a call. An identity sets only a parameter of the identity's type.
fn who(setters: &[Setter], ty: Type, identified: Identified) -> Setters {
    let identifies = match identified {
        Identified::By(identity) => identity == ty,
        Identified::Nobody => false,
        Identified::Unknown => true,
    };
    let able = |setter: &&Setter| **setter != Setter::Identity || identifies;
    let mut able = setters.iter().filter(able).peekable();
    if able.peek().is_none() {
        Setters::Nobody
    } else if able.all(|setter| *setter == Setter::Result) {
        Setters::Result
    } else {
        Setters::Some
    }
}

/// Resolves a parameter without type, which the station fixes by a default.
pub(crate) fn untyped(raw: &RawParam<'_>, report: &mut Report) -> (Option<Param>, Setters) {
    let extra = [
        ("set_by", raw.set_by_place),
        ("optional", raw.optional.value().map(|word| word.place)),
        ("class", raw.class.value().map(|word| word.place)),
    ];
    if let Some((key, place)) = extra.into_iter().find_map(|(key, place)| Some((key, place?))) {
        let message = format!("{} has `{key}` and no `type`", quote(raw.name.text));
        report.add(
            Remark::new(codes::PARAM_TYPE, place, message)
                .help("add `type`; without one it has a default at most, which nobody sets"),
        );
        return (None, Setters::Unknown);
    }
    let view = match &raw.default {
        Given::Absent => return (None, Setters::Nobody),
        Given::Refused => return (None, Setters::Unknown),
        Given::Value(view) => *view,
    };
    let found = default(view, report).and_then(|view| untyped_literal(view, report));
    let param = found.map(|(ty, constant)| Param {
        name: raw.name.text.to_owned(),
        ty,
        set_by: Vec::new(),
        default: Some(constant),
        presence: Presence::Required,
        class: Class::Public,
        constraints: Constraints::default(),
    });
    (param, Setters::Some)
}

/// The words of `set_by`, each once; `llm` and `person` if the key is absent.
pub(crate) fn set_by(raw: &RawParam<'_>, report: &mut Report) -> Option<Vec<Setter>> {
    let words = match &raw.set_by {
        Given::Absent => return Some(vec![Setter::Llm, Setter::Person]),
        Given::Refused => return None,
        Given::Value(words) => words,
    };
    let mut setters = Vec::new();
    let mut is_whole = true;
    for word in words {
        let remark = match Setter::named(word.text) {
            Some(setter) if !setters.contains(&setter) => {
                setters.push(setter);
                continue;
            }
            Some(_) => {
                let message = format!("{} stands twice", quote(word.text));
                Remark::new(codes::PARAM_SET_BY, word.place, message).help("delete one")
            }
            None => {
                let message = format!("{} is nobody who could set a parameter", quote(word.text));
                let words = || format!("it is {}", listed(Setter::WORDS.iter().copied()));
                Remark::new(codes::PARAM_SET_BY, word.place, message).near(
                    word.text,
                    Setter::WORDS.iter().copied(),
                    words,
                )
            }
        };
        report.add(remark);
        is_whole = false;
    }
    is_whole.then_some(setters)
}

/// A default that is not a reference.
fn default<'a>(view: View<'a>, report: &mut Report) -> Option<View<'a>> {
    let text = view.text()?;
    if !text.starts_with('$') {
        return Some(view);
    }
    let message = format!("{} begins with `$`: a default is a literal", quote(text));
    let remark = Remark::new(codes::PARAM_DEFAULT_REFERENCE, view.place(), message);
    report.add(remark.help("write a literal; a playbook's task binds a reference"));
    None
}

fn typed_default(
    view: View<'_>,
    ty: Type,
    reading: &Reading,
    report: &mut Report,
) -> Option<Constant> {
    let text = view.text()?;
    let why = match reading.typed(ty, text) {
        Ok(constant) => return Some(constant),
        Err(AnswerFault::Type) => format!("{} is no {}", quote(text), ty.name()),
        Err(AnswerFault::Address) => format!("{} is no absolute http(s) address", quote(text)),
        Err(AnswerFault::Negative) => format!("{} is below zero", quote(text)),
    };
    let remark = Remark::new(codes::VALUE_TYPE, view.place(), why);
    report.add(remark.help(format!("write {}", ty.told())));
    None
}

/// Reads a literal without declared type.
fn untyped_literal(view: View<'_>, report: &mut Report) -> Option<(Type, Constant)> {
    let (text, style) = view.scalar()?;
    untyped_scalar(text, style, view, report).map(|value| match value {
        Untyped::Boolean(known) => (Type::Boolean, Constant::Boolean(known)),
        Untyped::Number(number) => (Type::Number, Constant::Number(number)),
        Untyped::Text(text) => (Type::Text, Constant::Text(name::composed(text))),
    })
}

fn optional(word: &Given<Spanned<'_>>, report: &mut Report) -> Option<Presence> {
    let optional = flag(word, report)?;
    Some(if optional { Presence::Optional } else { Presence::Required })
}
