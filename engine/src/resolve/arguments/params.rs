//! The parameters of a skill.

mod narrow;

use crate::report::codes;
use crate::resolve::field::flag;
use std::collections::{BTreeSet, HashMap};

use lang::Root;
use lang::analysis::States;
use vm::{AnswerFault, Constant, Decimal, Reading, Type};

use crate::raw::keys::Given;
use crate::raw::name;
use crate::raw::{ListState, RawParam, RawSkill, Spanned, Stands};
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::bound::Bound;
use crate::resolve::field::{class, type_named};
use crate::resolve::scope::names::{Names, Within};
use crate::station::constraints::Limits;
use crate::station::{Class, Param, Presence, Read, Setter};
use crate::text::file::{Place, View, quote};
use crate::text::words::listed;
use crate::text::yaml::Style;

/// The names that the doors keep for themselves.
const RESERVED: &[&str] = &["room", "key"];

/// The parameters while their skill is resolved.
#[derive(Debug, Default)]
pub(crate) struct Params<'a> {
    declared: Vec<Declared<'a>>,
    numbers: HashMap<String, usize>,
    /// Where the first price is.
    pub(crate) first_price: Option<Place>,
    /// Whether `params` could be read at all.
    refused: Option<()>,
}

#[derive(Debug)]
struct Declared<'a> {
    name: Spanned<'a>,
    typed: Stands,
    /// What it is; nothing where a part of it was refused.
    param: Option<Param>,
    setters: Setters,
    read: Stands,
}

/// Who can set a parameter that has no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setters {
    /// It has a default, or somebody can set it before a call.
    Some,
    /// Only the answer of an earlier submit.
    Result,
    /// Nobody.
    Nobody,
    /// What a playbook binds, and nobody else: it has no type of its own.
    Bound,
    /// What was refused leaves it open.
    Unknown,
}

/// What an argument found under a name.
pub(crate) enum Found {
    /// The parameter of this number.
    Param(usize),
    /// Nothing, and it is not told: `params` was refused.
    Refused,
    /// Nothing.
    Unknown,
}

/// By what a person is identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identified {
    /// By a verified value of this type.
    By(Type),
    /// No one is.
    Nobody,
    /// What was refused leaves it open.
    Unknown,
}

pub(crate) fn resolve<'a>(
    raw: &RawSkill<'a>,
    reading: &Reading,
    identified: Identified,
    report: &mut Report,
) -> Params<'a> {
    let mut params = Params::default();
    match &raw.params {
        Given::Absent => {}
        Given::Refused => params.refused = Some(()),
        Given::Value(entries) => {
            for entry in entries {
                if report.is_full() {
                    break;
                }
                params.take(entry, reading, identified, report);
            }
        }
    }
    params
}

impl<'a> Params<'a> {
    fn take(
        &mut self,
        raw: &RawParam<'a>,
        reading: &Reading,
        identified: Identified,
        report: &mut Report,
    ) {
        let checked = name::checked(&raw.name, "a parameter", report);
        if RESERVED.contains(&raw.name.text) {
            let message = format!("{} is an argument of every tool", quote(raw.name.text));
            let remark = Remark::new(codes::PARAM_NAME_RESERVED, raw.name.place, message);
            report.add(remark.help("choose another name"));
        }
        let ty = match &raw.ty {
            Given::Value(word) => type_named(word, codes::PARAM_TYPE, report).map(Some),
            Given::Absent => Some(None),
            Given::Refused => None,
        };
        if let Some(Some(Type::Price)) = ty
            && self.first_price.is_none()
        {
            self.first_price = raw.ty.value().map(|word| word.place);
        }
        let declared = match ty {
            Some(Some(ty)) => typed(raw, ty, reading, identified, report),
            Some(None) => untyped(raw, report),
            None => {
                set_by(raw, report);
                (None, Setters::Unknown)
            }
        };
        let key = checked.unwrap_or_else(|| name::composed(raw.name.text));
        if let Some(&first) =
            self.numbers.get(&key).and_then(|&n| self.declared.get(n)).map(|d| &d.name.place)
        {
            same_name(&raw.name, first, report);
            return;
        }
        self.numbers.insert(key, self.declared.len());
        self.declared.push(Declared {
            name: raw.name,
            typed: if raw.ty.is_absent() { Stands::No } else { Stands::Yes },
            param: declared.0,
            setters: declared.1,
            read: Stands::No,
        });
    }

    /// Takes in what the playbooks bind.
    pub(crate) fn bind(&mut self, skill: &str, bound: &Bound<'_>, playbooks: ListState) {
        for declared in &mut self.declared {
            let key = (skill, name::composed(declared.name.text));
            let unset = matches!(declared.setters, Setters::Nobody | Setters::Result);
            match bound.get(&key) {
                Some(ty) if declared.typed == Stands::No && declared.param.is_none() => {
                    if declared.setters == Setters::Nobody {
                        declared.setters = ty.map_or(Setters::Unknown, |_| Setters::Bound);
                        declared.param = ty.map(|ty| unset_param(declared.name.text, ty));
                    }
                }
                Some(_) if unset => declared.setters = Setters::Some,
                None if unset && playbooks == ListState::Refused => {
                    declared.setters = Setters::Unknown;
                }
                Some(_) | None => {}
            }
        }
    }

    /// The parameter that a playbook binds under a name.
    pub(crate) fn bindable(&self, name: &str) -> Option<Bindable> {
        let number = *self.numbers.get(&name::composed(name))?;
        let declared = self.declared.get(number)?;
        let param = declared.param.as_ref();
        let typed = declared.typed == Stands::Yes;
        Some(Bindable {
            number,
            name: declared.name.text.to_owned(),
            ty: param.map(|param| param.ty),
            set_by: param.filter(|_| typed).map(|param| param.set_by.clone()),
        })
    }

    /// Whether `params` could not be read.
    pub(crate) fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The name of a parameter.
    pub(crate) fn name(&self, number: usize) -> Option<&'a str> {
        self.declared.get(number).map(|declared| declared.name.text)
    }

    /// Every parameter: its number, its name, and its type where that is known.
    pub(crate) fn typed(&self) -> impl Iterator<Item = (usize, &'a str, Option<Type>)> {
        self.declared.iter().enumerate().map(|(number, declared)| {
            (number, declared.name.text, declared.param.as_ref().map(|param| param.ty))
        })
    }

    /// The parameter that an argument reads.
    pub(crate) fn read(&mut self, name: &str, at: Place, report: &mut Report) -> Found {
        let Some(&number) = self.numbers.get(&name::composed(name)) else {
            return if self.refused.is_some() { Found::Refused } else { Found::Unknown };
        };
        let Some(declared) = self.declared.get_mut(number) else { return Found::Unknown };
        declared.read = Stands::Yes;
        let why = match declared.setters {
            Setters::Result => Some("`result` comes after a submit"),
            Setters::Bound => Some("a playbook binds it, and not every call is in one"),
            Setters::Some | Setters::Nobody | Setters::Unknown => None,
        };
        if let Some(why) = why {
            let message =
                format!("`{name}` has no default, and nobody can set it before this call: {why}");
            let remark = Remark::new(codes::PARAM_UNSET_IN_ARGS, at, message);
            report.add(
                remark
                    .help("write a default, or a source such as `llm` in `set_by`")
                    .also(declared.name.place, "it is declared here"),
            );
        }
        Found::Param(number)
    }

    /// Takes a parameter for read that is meant by a reference which misspells it.
    pub(crate) fn meant(&mut self, name: &str) {
        let number = self.numbers.get(&name::composed(name));
        if let Some(declared) = number.and_then(|&number| self.declared.get_mut(number)) {
            declared.read = Stands::Yes;
        }
    }

    /// The parameters that a call waits for: the name of each, and where it stands.
    pub(crate) fn asked(&self) -> impl Iterator<Item = (&'a str, Place)> {
        let waits = |declared: &&Declared<'_>| {
            declared.param.as_ref().is_some_and(|param| {
                param.default.is_none() && param.presence == Presence::Required
            })
        };
        self.declared.iter().filter(waits).map(|declared| (declared.name.text, declared.name.place))
    }

    /// Whether a call waits until this parameter is set.
    pub(crate) fn is_waited_for(&self, name: &str) -> bool {
        let number = self.numbers.get(&name::composed(name));
        let declared = number.and_then(|&number| self.declared.get(number));
        let param = declared.and_then(|declared| declared.param.as_ref());
        param.is_some_and(|param| param.presence == Presence::Required)
    }

    /// A parameter and where it is declared.
    pub(crate) fn declared(&self, number: usize) -> Option<(&Param, Place)> {
        let declared = self.declared.get(number)?;
        Some((declared.param.as_ref()?, declared.name.place))
    }

    /// A parameter, to be told what it feeds.
    pub(crate) fn declared_mut(&mut self, number: usize) -> Option<&mut Param> {
        self.declared.get_mut(number)?.param.as_mut()
    }

    /// The declared names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.declared.iter().map(|declared| declared.name.text)
    }

    /// Declares them where a condition or an argument may read them.
    pub(crate) fn declare(&self, names: &mut Names) {
        if self.refused.is_some() {
            names.refuse_all(Root::Params);
        }
        for (number, declared) in self.declared.iter().enumerate() {
            let name = declared.name.text;
            match &declared.param {
                Some(param) => {
                    names.declare(Root::Params, Within::None, name, param.ty, Read::Param(number));
                    if param.default.is_some() {
                        names.settle(Root::Params, name, States::Needed);
                    }
                }
                None => names.refuse(Root::Params, name),
            }
        }
    }

    /// Tells what nobody sets and what nothing reads.
    pub(crate) fn finish(&self, raw: &RawSkill<'_>, report: &mut Report) {
        let may_be_read = match &raw.invoke {
            Given::Value(invoke) => {
                matches!(invoke.guards, Given::Refused) || matches!(invoke.args, Given::Refused)
            }
            Given::Absent | Given::Refused => true,
        };
        // What reads a parameter may be refused itself, and is no reader then.
        let mentioned = match self.declared.iter().any(|declared| declared.read == Stands::No) {
            true if report.refuses() => mentioned(raw.view),
            true | false => BTreeSet::new(),
        };
        for declared in &self.declared {
            let (name, place) = (declared.name.text, declared.name.place);
            if declared.setters == Setters::Nobody {
                let message = format!("{} has no default, and nobody may set it", quote(name));
                let remark = Remark::new(codes::PARAM_UNSET, place, message);
                report.add(remark.help("write a default, or a source in `set_by`"));
            }
            if declared.read == Stands::No
                && !may_be_read
                && !raw.share.is_partial()
                && !mentioned.contains(&name::composed(name))
            {
                let message = format!("nothing reads {}", quote(name));
                let remark = Remark::new(codes::PARAM_UNREAD, place, message);
                report.add(
                    remark.help(format!(
                        "delete it, or read it as `$params.{name}` in `invoke.args`"
                    )),
                );
            }
        }
    }

    pub(crate) fn into_params(self) -> Vec<Param> {
        self.declared.into_iter().filter_map(|declared| declared.param).collect()
    }
}

/// The names that stand behind `$params.` anywhere in a value.
fn mentioned(view: View<'_>) -> BTreeSet<String> {
    let (mut names, mut open) = (BTreeSet::new(), vec![view]);
    while let Some(view) = open.pop() {
        open.extend(view.list().into_iter().flatten());
        open.extend(view.map().into_iter().flatten().flat_map(|(key, value)| [key, value]));
        for rest in view.text().unwrap_or_default().split("$params.").skip(1) {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            names.extend(rest.get(..end).map(name::composed));
        }
    }
    names
}

/// A parameter as a playbook sees it.
#[derive(Debug)]
pub(crate) struct Bindable {
    pub(crate) number: usize,
    pub(crate) name: String,
    /// Its type; nothing where it is refused.
    pub(crate) ty: Option<Type>,
    /// Who may set it; nothing of one without a type of its own, which takes any binding.
    pub(crate) set_by: Option<Vec<Setter>>,
}

fn unset_param(name: &str, ty: Type) -> Param {
    Param {
        name: name.to_owned(),
        ty,
        set_by: Vec::new(),
        default: None,
        presence: Presence::Required,
        class: Class::Public,
        limits: Limits::default(),
    }
}

fn same_name(name: &Spanned<'_>, first: Place, report: &mut Report) {
    let message =
        format!("{} is declared twice: names are compared in one spelling", quote(name.text));
    let remark = Remark::new(codes::YAML_DUPLICATE_KEY, name.place, message);
    report.add(remark.help("rename one").also(first, "the first stands here"));
}

fn typed(
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
        limits: Limits::default(),
    });
    (param, who)
}

/// Who can set it before a call. An identity sets a parameter of its own type alone.
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

/// A parameter without type: the station fixes it by its default.
fn untyped(raw: &RawParam<'_>, report: &mut Report) -> (Option<Param>, Setters) {
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
        limits: Limits::default(),
    });
    (param, Setters::Some)
}

/// The words of `set_by`, each once; `llm` and `person` where it is absent.
fn set_by(raw: &RawParam<'_>, report: &mut Report) -> Option<Vec<Setter>> {
    let words = match &raw.set_by {
        Given::Absent => return Some(vec![Setter::Llm, Setter::Person]),
        Given::Refused => return None,
        Given::Value(words) => words,
    };
    let mut setters = Vec::new();
    let mut whole = Some(());
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
        whole = None;
    }
    whole.map(|()| setters)
}

/// A default that is no reference.
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

/// A literal where no type is declared: quoted it is text; plain, `true` and `false` are booleans, a number of JSON's
/// grammar a number, everything else text.
fn untyped_literal(view: View<'_>, report: &mut Report) -> Option<(Type, Constant)> {
    let (text, style) = view.scalar()?;
    let as_text = || (Type::Text, Constant::Text(name::composed(text)));
    if style != Style::Plain {
        return Some(as_text());
    }
    match (text, Decimal::parse(text)) {
        ("true", _) => Some((Type::Boolean, Constant::Boolean(true))),
        ("false", _) => Some((Type::Boolean, Constant::Boolean(false))),
        (_, Ok(number)) => Some((Type::Number, Constant::Number(number))),
        (_, Err(vm::NumberFault::Form)) => Some(as_text()),
        (_, Err(vm::NumberFault::Range)) => {
            let message = format!("{} has more than 38 digits or decimals", quote(text));
            let remark = Remark::new(codes::VALUE_TYPE, view.place(), message);
            report.add(remark.help("quote it where it is a text"));
            None
        }
    }
}

fn optional(word: &Given<Spanned<'_>>, report: &mut Report) -> Option<Presence> {
    let optional = flag(word, report)?;
    Some(if optional { Presence::Optional } else { Presence::Required })
}
