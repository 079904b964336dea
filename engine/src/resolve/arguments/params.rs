//! The parameters of a skill.

pub(crate) mod declaration;
mod narrow;

use std::collections::{BTreeSet, HashMap};

use lang::Root;
use lang::analysis::States;
use vm::{Reading, Type};

use crate::raw::keys::Given;
use crate::raw::{ListState, RawParam, RawSkill, Spanned, name};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::bound::Bound;
use crate::resolve::arguments::params::declaration::{
    Identified, Setters, set_by, typed, unset_param, untyped,
};
use crate::resolve::field::type_named;
use crate::resolve::scope::env::{Env, Within};
use crate::station::{Param, ParamId, Presence, Read, Setter};
use crate::text::file::{Place, View, quote};

/// Names that the doors reserve.
const RESERVED: &[&str] = &["room", "key"];

/// The parameters while their skill is resolved.
#[derive(Debug, Default)]
pub(crate) struct Params<'a> {
    declared: Vec<Declared<'a>>,
    ids: HashMap<String, ParamId>,
    /// Where the first price is.
    pub(crate) first_price: Option<Place>,
    /// Whether `params` could not be read.
    is_refused: bool,
}

#[derive(Debug)]
struct Declared<'a> {
    name: Spanned<'a>,
    is_typed: bool,
    /// The resolved parameter; `None` if a part of it was refused.
    param: Option<Param>,
    setters: Setters,
    is_read: bool,
}

/// The result of looking up a parameter by name.
pub(crate) enum Found {
    /// This parameter.
    Param(ParamId),
    /// Not found, and not reported, since `params` was refused.
    Refused,
    /// Not found.
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
        Given::Refused => params.is_refused = true,
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
            self.ids.get(&key).and_then(|id| self.declared.get(id.index())).map(|d| &d.name.place)
        {
            same_name(&raw.name, first, report);
            return;
        }
        self.ids.insert(key, ParamId::new(self.declared.len()));
        self.declared.push(Declared {
            name: raw.name,
            is_typed: !raw.ty.is_absent(),
            param: declared.0,
            setters: declared.1,
            is_read: false,
        });
    }

    /// Adds the bindings of the playbooks.
    pub(crate) fn bind(&mut self, skill: &str, bound: &Bound<'_>, playbooks: ListState) {
        for declared in &mut self.declared {
            let key = (skill, name::composed(declared.name.text));
            let unset = matches!(declared.setters, Setters::Nobody | Setters::Result);
            match bound.get(&key) {
                Some(ty) if !declared.is_typed && declared.param.is_none() => {
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

    /// Returns the parameter that a playbook binds by name.
    pub(crate) fn bindable(&self, name: &str) -> Option<Bindable> {
        let id = *self.ids.get(&name::composed(name))?;
        let declared = self.declared.get(id.index())?;
        let param = declared.param.as_ref();
        let typed = declared.is_typed;
        Some(Bindable {
            id,
            name: declared.name.text.to_owned(),
            ty: param.map(|param| param.ty),
            set_by: param.filter(|_| typed).map(|param| param.set_by.clone()),
        })
    }

    /// Returns whether `params` could not be read.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// The name of a parameter.
    pub(crate) fn name(&self, id: ParamId) -> Option<&'a str> {
        self.declared.get(id.index()).map(|declared| declared.name.text)
    }

    /// Every parameter: its id, its name, and its type where that is known.
    pub(crate) fn typed(&self) -> impl Iterator<Item = (ParamId, &'a str, Option<Type>)> {
        ParamId::enumerate(&self.declared).map(|(id, declared)| {
            (id, declared.name.text, declared.param.as_ref().map(|param| param.ty))
        })
    }

    /// Looks up the parameter that an argument reads, and marks it as read.
    pub(crate) fn read(&mut self, name: &str, at: Place, report: &mut Report) -> Found {
        let Some(&id) = self.ids.get(&name::composed(name)) else {
            return if self.is_refused { Found::Refused } else { Found::Unknown };
        };
        let Some(declared) = self.declared.get_mut(id.index()) else { return Found::Unknown };
        declared.is_read = true;
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
        Found::Param(id)
    }

    /// Marks a parameter as read if a misspelled reference means it.
    pub(crate) fn meant(&mut self, name: &str) {
        let id = self.ids.get(&name::composed(name));
        if let Some(declared) = id.and_then(|id| self.declared.get_mut(id.index())) {
            declared.is_read = true;
        }
    }

    /// The parameters that a call waits for: each with its name and place.
    pub(crate) fn asked(&self) -> impl Iterator<Item = (&'a str, Place)> {
        let waits = |declared: &&Declared<'_>| {
            declared.param.as_ref().is_some_and(|param| {
                param.default.is_none() && param.presence == Presence::Required
            })
        };
        self.declared.iter().filter(waits).map(|declared| (declared.name.text, declared.name.place))
    }

    /// Returns whether a call waits until this parameter is set.
    pub(crate) fn is_waited_for(&self, name: &str) -> bool {
        let id = self.ids.get(&name::composed(name));
        let declared = id.and_then(|id| self.declared.get(id.index()));
        let param = declared.and_then(|declared| declared.param.as_ref());
        param.is_some_and(|param| param.presence == Presence::Required)
    }

    /// A parameter and the place of its declaration.
    pub(crate) fn declared(&self, id: ParamId) -> Option<(&Param, Place)> {
        let declared = self.declared.get(id.index())?;
        Some((declared.param.as_ref()?, declared.name.place))
    }

    /// A parameter, to add what it feeds.
    pub(crate) fn declared_mut(&mut self, id: ParamId) -> Option<&mut Param> {
        self.declared.get_mut(id.index())?.param.as_mut()
    }

    /// Lists the declared names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.declared.iter().map(|declared| declared.name.text)
    }

    /// Declares them where a condition or an argument may read them.
    pub(crate) fn declare(&self, names: &mut Env) {
        if self.is_refused {
            names.refuse_all(Root::Params);
        }
        for (id, declared) in ParamId::enumerate(&self.declared) {
            let name = declared.name.text;
            match &declared.param {
                Some(param) => {
                    names.declare(Root::Params, Within::None, name, param.ty, Read::Param(id));
                    if param.default.is_some() {
                        names.settle(Root::Params, name, States::Needed);
                    }
                }
                None => names.refuse(Root::Params, name),
            }
        }
    }

    /// Reports parameters that nobody sets and parameters that nothing reads.
    pub(crate) fn finish(&self, raw: &RawSkill<'_>, report: &mut Report) {
        let may_be_read = match &raw.invoke {
            Given::Value(invoke) => {
                matches!(invoke.guards, Given::Refused) || matches!(invoke.args, Given::Refused)
            }
            Given::Absent | Given::Refused => true,
        };
        // A reader of the parameter may itself be refused, and then does not count as a reader.
        let mentioned = match self.declared.iter().any(|declared| !declared.is_read) {
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
            if !declared.is_read
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

/// The names that follow `$params.` anywhere in a value.
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
    pub(crate) id: ParamId,
    pub(crate) name: String,
    /// Its type; `None` if it is refused.
    pub(crate) ty: Option<Type>,
    /// Who may set it; `None` if it has no declared type, in which case any binding may.
    pub(crate) set_by: Option<Vec<Setter>>,
}

fn same_name(name: &Spanned<'_>, first: Place, report: &mut Report) {
    let message =
        format!("{} is declared twice: names are compared in one spelling", quote(name.text));
    let remark = Remark::new(codes::YAML_DUPLICATE_KEY, name.place, message);
    report.add(remark.help("rename one").also(first, "the first stands here"));
}
