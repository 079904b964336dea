//! Where a skill's rows are in an answer that a document describes, and whether what is read of a row can be there.

use lang::Code;
use std::rc::Rc;
use vm::Path;

use super::Resolver;
use super::answer::{self, Answer};
use super::apis::{Described, RowsOf};
use super::rows::Rows;
use crate::file::told;
use crate::finding::{Remark, Report};
use crate::keys::listed_to;
use crate::raw::{RawPresent, RawSkill};
use crate::schema::Shape;

/// How many arrays a message names.
const NAMED: usize = 10;

impl Resolver<'_, '_> {
    /// Refuses kinds over an answer that has several arrays, of which nothing says which holds the rows, and paths that
    /// lead through a scalar.
    pub(super) fn rows(&self, raw: &RawSkill<'_>, report: &mut Report) {
        let Some(operation) = self.asked(raw) else { return };
        if let Some(Rows::Several(names)) = self.operations.rows(operation) {
            ambiguous(raw, names, report);
        }
        let Some(described) = self.operations.describe(operation, report) else { return };
        let looked = described.rows(&self.operations.rows_at(operation));
        match self.operations.checked(&described, operation, looked, report) {
            Some(RowsOf::Several(names)) => {
                let shown = listed_to(NAMED, names.iter().map(String::as_str));
                ambiguous(raw, &shown, report);
            }
            Some(RowsOf::At(shapes)) => {
                if let Some(present) = raw.present.value() {
                    self.paths(present, &described, operation, &shapes, report);
                }
            }
            Some(RowsOf::Unknown) | None => {}
        }
    }

    /// The operation that a skill's `method` names, whether or not its arguments are what it takes.
    pub(super) fn asked(&self, raw: &RawSkill<'_>) -> Option<usize> {
        self.operations.find(raw.invoke.value()?.method.value()?.text)
    }

    /// What an operation answers, as far as its document or its file shows it.
    pub(super) fn answer(&self, number: usize, report: &mut Report) -> Option<Answer> {
        let Some(described) = self.operations.describe(number, report) else {
            return answer::of(self.operations.get(number)?, self.sources);
        };
        self.operations.checked(&described, number, described.answer(), report).flatten()
    }

    fn paths(
        &self,
        present: &RawPresent<'_>,
        described: &Described<'_>,
        operation: usize,
        row: &[Rc<Shape>],
        report: &mut Report,
    ) {
        let fields = present.fields.value().into_iter().flatten();
        let froms = fields.filter_map(|field| field.from.value());
        for word in froms.chain(present.reference.value()) {
            let Ok(path) = Path::parse(word.text) else { continue };
            let looked = described.scalar_on_the_way(row, &path);
            let looked = self.operations.checked(described, operation, looked, report);
            let Some(before) = looked.flatten() else { continue };
            let message = format!(
                "{} goes on behind `{before}`, which holds a single value",
                told(word.text)
            );
            let remark = Remark::new(Code::PresentPath, word.place, message);
            report.add(remark.help(format!("write `{before}`")).fix(word.place, before));
        }
    }
}

fn ambiguous(raw: &RawSkill<'_>, arrays: &str, report: &mut Report) {
    let Some(_) = raw.kinds.value() else { return };
    let Some(method) = raw.invoke.value().and_then(|invoke| invoke.method.value()) else { return };
    let message = format!("the answer of {} has several arrays", told(method.text));
    let remark = Remark::new(Code::ApiRowsAmbiguous, method.place, message);
    report.add(remark.help(format!("say `rows_at` on the operation: {arrays}")));
}
