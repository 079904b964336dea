//! Filters: the parts of an answer that are removed or reduced.

use lang::Position;
use vm::{Family, Path};

use crate::raw::keys::Given;
use crate::raw::{RawFilters, RawSkill, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::params::Params;
use crate::resolve::operation::answer::Answer;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::Env;
use crate::station::{Field, Filters, PolicyRule, Present, Reducer, Shape, Target};
use crate::text::file::quote;
use crate::text::words::{listed, listed_to};

/// Resolves the filters, and warns of each that finds nothing in the known answer.
pub(crate) fn resolve(
    raw: &Given<RawFilters<'_>>,
    present: &Present,
    answer: Option<&Answer>,
    report: &mut Report,
) -> Filters {
    let mut filters = Filters::default();
    let Given::Value(raw) = raw else { return filters };
    for word in &raw.drop {
        let Some(target) = target(word, report) else { continue };
        find(word, &target, present, answer, report);
        filters.drop.push(target);
    }
    for (word, reducer) in &raw.reduce {
        let found = target(word, report);
        let reduces = reducer_named(reducer, report);
        let (Some(target), Some(reduces)) = (found, reduces) else { continue };
        let reached = find(word, &target, present, answer, report);
        if !reached.may_have(reduces.shape()) {
            misshapen(reducer, reduces, &reached, report);
        }
        filters.reduce.push((target, reduces));
    }
    filters
}

fn target(word: &Spanned<'_>, report: &mut Report) -> Option<Target> {
    match Path::parse(word.text) {
        Ok(path) if path.steps().len() == 1 => Some(Target::Key(word.text.to_owned())),
        Ok(path) => Some(Target::Path(path)),
        Err(_) => {
            let message = format!("{} is neither a key nor a dotted path", quote(word.text));
            let remark = Remark::new(codes::FILTER_PATH, word.place, message);
            report.add(
                remark.help(
                    "write a key such as `iban`, or the keys that lead to it, joined by dots",
                ),
            );
            None
        }
    }
}

fn reducer_named(word: &Spanned<'_>, report: &mut Report) -> Option<Reducer> {
    let found = Reducer::named(word.text);
    if found.is_none() {
        let names = || Reducer::WORDS.iter().copied();
        let message = format!("{} is no reducer", quote(word.text));
        let remark = Remark::new(codes::FILTER_REDUCE_UNKNOWN, word.place, message);
        report.add(
            remark.near(word.text, names(), || format!("the reducers are {}", listed(names()))),
        );
    }
    found
}

/// The policies of the filters of the skill and of each profile. Their conditions read the names of the call.
pub(crate) struct Policed {
    pub(crate) own: Vec<(String, PolicyRule)>,
    pub(crate) per_profile: Vec<Vec<(String, PolicyRule)>>,
}

pub(crate) fn policies(
    raw: &RawSkill<'_>,
    params: &Params<'_>,
    context: &mut Context<'_, '_>,
) -> Policed {
    let mut names = Env::new(Position::Invoke);
    params.declare(&mut names);
    let mut of = |filters: &Given<RawFilters<'_>>| {
        let words = filters.value().map_or(&[][..], |filters| &filters.policies);
        let policies = context.policies;
        words
            .iter()
            .filter_map(|word| {
                Some((
                    word.text.to_owned(),
                    policies.named(word, Given::Absent, &names, &mut context.usage)?,
                ))
            })
            .collect()
    };
    Policed {
        own: of(&raw.share.filters),
        per_profile: raw.share.per_profile.iter().map(|entry| of(&entry.filters)).collect(),
    }
}

/// The targets of a filter: presented fields, and places of the answer.
struct Reached<'r> {
    fields: Vec<&'r Field>,
    places: Vec<&'r Answer>,
    is_known: bool,
}

impl Reached<'_> {
    fn may_have(&self, shape: Shape) -> bool {
        if !self.is_known || self.places.iter().any(|place| place.is_unseen()) {
            return true;
        }
        let of_field = |field: &&Field| match shape {
            Shape::Object(_) => false,
            Shape::Text => field.ty.family() == Family::Text,
            Shape::Datetime => matches!(field.ty.family(), Family::Text | Family::Datetime),
        };
        let nothing = self.fields.is_empty() && self.places.is_empty();
        nothing
            || self.fields.iter().any(of_field)
            || self.places.iter().any(|place| place.may_have(shape))
    }
}

/// Finds the targets of a filter, and warns if there are none.
fn find<'r>(
    word: &Spanned<'_>,
    target: &Target,
    present: &'r Present,
    answer: Option<&'r Answer>,
    report: &mut Report,
) -> Reached<'r> {
    let is_meant = |field: &&Field| field.name == word.text || field.from == word.text;
    let fields: Vec<_> = present.fields.iter().filter(is_meant).collect();
    let Some(answer) = answer else {
        return Reached { fields, places: Vec::new(), is_known: false };
    };
    let places = match target {
        Target::Key(key) => answer.under_key(key),
        Target::Path(path) => answer.at_row(path.steps()),
    };
    if fields.is_empty() && places.is_empty() {
        let paths = matches!(target, Target::Path(_)).then(|| answer.paths());
        let paths = paths.unwrap_or_default();
        let mut names = answer.names();
        names.extend(paths.iter().map(String::as_str));
        let message = format!("the answer has nothing at {}", quote(word.text));
        let remark = Remark::new(codes::FILTER_KEY_ABSENT, word.place, message);
        report.add(remark.near(word.text, names.iter().copied(), || {
            format!("its keys are {}", listed_to(10, names.iter().copied()))
        }));
    }
    Reached { fields, places, is_known: true }
}

fn misshapen(word: &Spanned<'_>, reducer: Reducer, reached: &Reached<'_>, report: &mut Report) {
    let wants = match reducer.shape() {
        Shape::Object(keys) => format!("an object with {}", listed(keys.iter().copied())),
        Shape::Text => "a text".to_owned(),
        Shape::Datetime => "a datetime".to_owned(),
    };
    let fitting = Reducer::WORDS.iter().copied().filter(|word| {
        Reducer::named(word).is_some_and(|reducer| reached.may_have(reducer.shape()))
    });
    let fitting: Vec<_> = fitting.collect();
    let help = if fitting.is_empty() {
        "write it under `drop`".to_owned()
    } else {
        format!("of this shape there are {}; or write it under `drop`", listed(fitting))
    };
    let message =
        format!("{} works on {wants}: what stands there will be dropped", quote(word.text));
    report.add(Remark::new(codes::FILTER_REDUCE_SHAPE, word.place, message).help(help));
}
