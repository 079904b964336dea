//! Analyses the kinds of a skill together, and each condition alone: finds empty kinds, gaps and overlaps.

use lang::analysis::{Budget, Duty, Kinds, States, analyze_condition, analyze_kinds};
use lang::{Compiled, Scope};
use vm::{Path, Reading};

use crate::raw::keys::Entry;
use crate::raw::{RawKind, RawSkill};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::scope::condition;
use crate::station::Field;
use crate::text::file::{Place, quote};

/// The most pairs of overlapping kinds that are reported; the others are counted.
const OVERLAPS: usize = 20;

/// The kinds of a skill, as they are analysed.
pub(crate) struct Looked<'a> {
    pub(crate) raw: &'a RawSkill<'a>,
    pub(crate) scope: &'a Scope,
    pub(crate) fields: &'a [Field],
    pub(crate) reading: &'a Reading,
    /// Whether the conditions are those of all kinds.
    pub(crate) is_whole: bool,
}

/// A kind with its entry and its compiled condition.
pub(crate) type Condition<'a> = (&'a RawKind<'a>, Entry<'a>, Compiled);

/// Analyses the conditions of a skill's kinds. A gap is reported only if these are the conditions of all kinds.
pub(crate) fn look(looked: &Looked<'_>, conditions: &[Condition<'_>], report: &mut Report) {
    let field = |field: &Field| {
        let path = Path::parse(&field.from).ok()?;
        Some(lang::analysis::Field { path, ty: field.ty, states: States::Read })
    };
    let fields: Option<Vec<_>> = looked.fields.iter().map(field).collect();
    let Some(fields) = fields.filter(|_| !conditions.is_empty()) else { return };
    let mut budget = Budget::default();
    let kinds: Vec<&Compiled> = conditions.iter().map(|(.., compiled)| compiled).collect();
    let mut half = budget.share(2);
    let given = half.clone();
    let said = analyze_kinds(&kinds, &fields, looked.reading, &mut half);
    budget.used(&given, &half);
    never(&said, conditions, report);
    overlaps(&said, conditions, report);
    if looked.is_whole {
        gap(&said, looked, report);
    }
    undecided(&said, looked, conditions, report);
    for (number, (_, entry, compiled)) in conditions.iter().enumerate() {
        // The analysis that used the last steps reported it.
        if budget.is_out() {
            break;
        }
        if said.never.iter().all(|(never, _)| *never != number) {
            let wide = || (compiled.clone(), looked.scope.clone(), fields.clone());
            let (compiled, scope, fields) = narrow(compiled, &fields, looked).unwrap_or_else(wide);
            let reading = looked.reading;
            let found =
                analyze_condition(&compiled, &scope, &fields, reading, Duty::Kind, &mut budget);
            condition::tell(*entry, None, found, report);
        }
    }
}

/// A condition over only the slots that it reads, so that other declarations cost nothing; `None` if it has patterns,
/// which are not compiled twice.
fn narrow(
    compiled: &Compiled,
    fields: &[lang::analysis::Field],
    looked: &Looked<'_>,
) -> Option<(Compiled, Scope, Vec<lang::analysis::Field>)> {
    if compiled.program.pattern_bytes() > 0 {
        return None;
    }
    let ast = lang::parse(&compiled.source).ast?;
    let slot = |(reference, _): (&lang::ast::Reference, _)| {
        Some(looked.scope.resolve(reference).ok()?.slot)
    };
    let mut slots: Vec<_> = lang::references(&ast).into_iter().map(slot).collect::<Option<_>>()?;
    slots.sort_unstable();
    slots.dedup();
    let scope = looked.scope.narrowed(&slots);
    let compiled = lang::compile(&compiled.source, &scope, looked.reading).ok()?;
    let fields = slots.iter().filter_map(|slot| fields.get(slot.index()).cloned()).collect();
    Some((compiled, scope, fields))
}

fn never(said: &Kinds, conditions: &[Condition<'_>], report: &mut Report) {
    for (number, parts) in &said.never {
        let Some((kind, entry, _)) = conditions.get(*number) else { continue };
        let message = format!("no row can be of the kind {}", quote(kind.name.text));
        let place = match parts.as_slice() {
            [only] => condition::place(*entry, only),
            _ => entry.value.place(),
        };
        let mut remark = Remark::new(codes::KINDS_NEVER, place, message);
        remark = match parts.as_slice() {
            [] | [_] => remark.help("change the condition, or delete the kind"),
            parts => parts.iter().fold(
                remark.help("change one of the parts that exclude each other, or delete the kind"),
                |remark, part| {
                    remark.also(condition::place(*entry, part), "this part excludes the others")
                },
            ),
        };
        report.add(remark);
    }
}

fn overlaps(said: &Kinds, conditions: &[Condition<'_>], report: &mut Report) {
    for (number, overlap) in said.overlaps.iter().take(OVERLAPS).enumerate() {
        let (Some((first, at, _)), Some((second, entry, _))) =
            (conditions.get(overlap.first), conditions.get(overlap.second))
        else {
            continue;
        };
        let (first, second) = (quote(first.name.text), quote(second.name.text));
        let mut message =
            format!("a row can be both {first} and {second}, and is offered as neither then");
        let more = said.overlaps.len().saturating_sub(OVERLAPS);
        if number + 1 == OVERLAPS && more > 0 {
            message.push_str(&format!("; {more} more pairs of kinds overlap"));
        }
        let remark = Remark::new(codes::KINDS_OVERLAP, entry.value.place(), message)
            .help("add the part that tells them apart")
            .also(at.value.place(), format!("the condition of {first}"))
            .maybe_witness(Some(overlap.witness.clone()));
        report.add(remark);
    }
}

/// The place for findings about all kinds of a skill.
fn place(looked: &Looked<'_>) -> Place {
    looked.raw.name.map_or(looked.raw.place, |name| name.place)
}

fn gap(said: &Kinds, looked: &Looked<'_>, report: &mut Report) {
    let Some(row) = &said.gap else { return };
    let message = "a row can be of none of the skill's kinds, and is not offered then";
    let remark = Remark::new(codes::KINDS_GAP, place(looked), message)
        .help("a kind for it, where it should be offered")
        .maybe_witness(Some(row.clone()));
    report.add(remark);
}

/// Reports the first undecided question, and the number of the others.
fn undecided(said: &Kinds, looked: &Looked<'_>, conditions: &[Condition<'_>], report: &mut Report) {
    let name = |number: usize| {
        conditions.get(number).map_or_else(String::new, |(kind, ..)| quote(kind.name.text))
    };
    let never = said
        .open_never
        .iter()
        .map(|&kind| (Some(kind), format!("whether any row can be of the kind {}", name(kind))));
    let overlaps = said.open_overlaps.iter().map(|&(first, second)| {
        let question = format!("whether a row can be both {} and {}", name(first), name(second));
        (Some(second), question)
    });
    let gap = (said.open_gap && looked.is_whole)
        .then(|| (None, "whether every row is of one of the skill's kinds".to_owned()));
    let mut questions = never.chain(overlaps).chain(gap);
    let Some((kind, question)) = questions.next() else { return };
    let entry = kind.and_then(|kind| conditions.get(kind));
    let place = entry.map_or_else(|| place(looked), |(_, entry, _)| entry.value.place());
    let message = match questions.count() {
        0 => format!("it could not be decided {question}"),
        more => format!("it could not be decided {question}, nor {more} more such questions"),
    };
    let remark = Remark::new(codes::CONDITION_UNDECIDED, place, message);
    report.add(remark.help("a simpler condition can be looked into further"));
}
