//! Finds the rows of a skill in an answer, and checks that the paths read of a row can exist.
use std::rc::Rc;

use vm::Path;

use crate::documents::schema::Shape;
use crate::raw::keys::Given;
use crate::raw::{RawPresent, RawSkill};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::operation::answer::{self, Answer};
use crate::resolve::operation::apis::{Described, Operations, RowsOf, Walked};
use crate::resolve::operation::paths::{By, Written};
use crate::resolve::operation::rows::RowKeys;
use crate::sources::Sources;
use crate::station::OperationId;
use crate::text::file::quote;
use crate::text::words::listed_to;

/// The maximum number of arrays that a message names.
const NAMED: usize = 10;

/// Refuses kinds if the answer has several arrays and none is declared as the rows, and paths that lead through a
/// scalar. Warns of paths that no row has.
pub(crate) fn check(raw: &RawSkill<'_>, operations: &Operations<'_>, report: &mut Report) {
    let Some(operation) = asked(raw, operations) else { return };
    if let Some(RowKeys::Several(names)) = operations.rows(operation) {
        ambiguous(raw, names, report);
    }
    let Some(described) = operations.describe(operation, report) else {
        if let Some(rows) = operations.rows(operation) {
            absent(raw, rows, report);
        }
        return;
    };
    let looked = described.rows(&operations.rows_at(operation));
    match operations.checked(&described, operation, looked, report) {
        Some(RowsOf::Several(names)) => {
            let shown = listed_to(NAMED, names.iter().map(String::as_str));
            ambiguous(raw, &shown, report);
        }
        Some(RowsOf::At(shapes)) => {
            if let Some(present) = raw.present.value() {
                let declared = Paths { present, has_kinds: raw.kinds.value().is_some() };
                paths(declared, operations, &described, operation, &shapes, report);
            }
        }
        Some(RowsOf::Unknown) | None => {}
    }
}

/// The operation that a skill's `method` names, whether or not its arguments are what it takes.
pub(crate) fn asked(raw: &RawSkill<'_>, operations: &Operations<'_>) -> Option<OperationId> {
    operations.find(raw.invoke.value()?.method.value()?.text)
}

/// Returns the answer of an operation, if its document or its file shows the answer.
pub(crate) fn answer(
    number: OperationId,
    operations: &Operations<'_>,
    sources: &dyn Sources,
    report: &mut Report,
) -> Option<Answer> {
    let Some(described) = operations.describe(number, report) else {
        return answer::of(operations.get(number)?, sources);
    };
    operations.checked(&described, number, described.answer(), report).flatten()
}

/// The paths of a skill's `present`.
struct Paths<'p, 'a> {
    present: &'p RawPresent<'a>,
    has_kinds: bool,
}

fn paths(
    declared: Paths<'_, '_>,
    operations: &Operations<'_>,
    described: &Described<'_>,
    operation: OperationId,
    row: &[Rc<Shape>],
    report: &mut Report,
) {
    for written in written(declared.present) {
        let Ok(path) = Path::parse(written.text) else { continue };
        let looked = described.scalar_on_the_way(row, &path);
        let Some(looked) = operations.checked(described, operation, looked, report) else {
            return;
        };
        if let Some(before) = looked {
            let message = format!(
                "{} goes on behind `{before}`, which holds a single value",
                quote(written.text)
            );
            let remark = Remark::new(codes::PRESENT_PATH, written.place, message);
            report.add(remark.help(format!("write `{before}`")).fix(written.place, before));
            continue;
        }
        let walk = || {
            let walked = described.walk(row, path.steps())?;
            // Without kinds, the figure of a report is read from the whole answer.
            let whole = !declared.has_kinds && walked != Walked::Something;
            if whole && described.in_answer(path.steps())? == Walked::Something {
                return Ok(Walked::Something);
            }
            Ok(walked)
        };
        let walked = operations.checked(described, operation, walk(), report);
        let remark = walked.and_then(|walked| written.remark(path.steps(), &walked));
        if let Some(remark) = remark {
            report.add(remark);
        }
    }
}

/// Warns of paths whose first step no row of a file has. The file may have only some of the rows: a field without
/// `from` is reported only if its name is near a key.
fn absent(raw: &RawSkill<'_>, rows: &RowKeys, report: &mut Report) {
    let (Some(present), Some(_)) = (raw.present.value(), raw.kinds.value()) else { return };
    if rows.names().next().is_none() {
        return;
    }
    for written in written(present) {
        let Ok(path) = Path::parse(written.text) else { continue };
        let Some(first) = path.steps().first().filter(|first| !rows.has(first)) else { continue };
        if written.by == By::Path || lang::nearest(first, rows.names()).is_some() {
            report.add(written.nothing(path.steps(), 0, rows.names()));
        }
    }
}

/// Lists the paths that the skill reads from a row.
fn written<'p>(present: &'p RawPresent<'_>) -> impl Iterator<Item = Written<'p>> {
    let fields = present.fields.value().into_iter().flatten().flat_map(|field| {
        let from = match &field.from {
            Given::Value(word) => Some(Written::of(word, By::Path)),
            Given::Absent => {
                // An invalid name is reported as such.
                lang::name(field.name.text).map(|_| Written::of(&field.name, By::Name))
            }
            Given::Refused => None,
        };
        let cadence = field.cadence.value().map(|word| Written::of(word, By::Path));
        [from, cadence].into_iter().flatten()
    });
    fields.chain(present.reference.value().map(|word| Written::of(word, By::Path)))
}

fn ambiguous(raw: &RawSkill<'_>, arrays: &str, report: &mut Report) {
    let Some(_) = raw.kinds.value() else { return };
    let Some(method) = raw.invoke.value().and_then(|invoke| invoke.method.value()) else { return };
    let message = format!("the answer of {} has several arrays", quote(method.text));
    let remark = Remark::new(codes::API_ROWS_AMBIGUOUS, method.place, message);
    report.add(remark.help(format!("say `rows_at` on the operation: {arrays}")));
}
