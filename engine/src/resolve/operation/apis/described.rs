//! The arguments and the answer of an operation, as its document describes them.

use std::collections::HashSet;
use std::rc::Rc;

use crate::documents::openapi;
use crate::documents::schema::{Kinds, SchemaFault, Schemas, Shape};
use crate::documents::signature::Signature;
use crate::limits::MAX_NEAR;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::operation::answer::{self, Answer};
use crate::resolve::operation::apis::{Document, Holds, Operations};
use crate::station::{OperationId, RowsAt};
use crate::text::file::{Place, quote};

/// An operation that a document describes.
#[derive(Debug)]
pub(crate) struct Described<'d> {
    pub(crate) signature: Signature,
    /// The schemas of what it takes.
    pub(crate) takes: Schemas<'d>,
    /// The schemas of the answer.
    answers: Schemas<'d>,
    name: &'d str,
    place: Place,
}

/// The location of the rows in an answer, by its schema.
#[derive(Debug)]
pub(crate) enum RowsOf {
    /// The document does not show the rows.
    Unknown,
    /// One of several arrays, with their names.
    Several(Vec<String>),
    /// The rows were found; each has one of these shapes.
    At(Vec<Rc<Shape>>),
}

/// The result of following a dotted path through a schema.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    /// A value that may be read, or an unknown place.
    Something,
    /// Nothing: after this many steps, the place has exactly these keys.
    Nothing(usize, Vec<String>),
    /// A list after this many steps, and the next step is not an index.
    List(usize),
    /// A list or a map, which cannot be read as a value; with its keys.
    Compound(Kinds, Vec<String>),
}

impl Document {
    /// The description of one of its operations, with the schemas of its arguments and its answer; `None` if it has no
    /// such operation.
    pub(crate) fn of(
        &self,
        number: usize,
    ) -> Option<Result<(Signature, Schemas<'_>, Schemas<'_>), String>> {
        let Document { tree, holds, seen, .. } = self;
        Some(match holds {
            Holds::Api(operations) => operations.get(number)?.signature(tree).map(|signature| {
                let schemas = openapi::schemas(tree, seen);
                (signature, schemas, schemas)
            }),
            Holds::Tools(tools) => {
                let tool = tools.get(number)?;
                let based =
                    |base: Option<_>| Schemas { tree, base: base.unwrap_or(tree.root()), seen };
                Ok((tool.signature(), based(tool.input), based(tool.output)))
            }
        })
    }
}

impl Operations<'_> {
    /// The description of an operation by its document. Faults of the description are reported once.
    pub(crate) fn describe(&self, id: OperationId, report: &mut Report) -> Option<Described<'_>> {
        let at = self.entries.get(id.index())?.described?;
        let document = self.documents.get(at.document)?;
        let Document { name, place, .. } = document;
        match document.of(at.number)? {
            Ok((signature, takes, answers)) => {
                Some(Described { signature, takes, answers, name, place: *place })
            }
            Err(why) => {
                self.tell(name, *place, &why, report);
                None
            }
        }
    }

    /// The result of reading a schema. A fault of the schema is reported once.
    pub(crate) fn checked<T>(
        &self,
        described: &Described<'_>,
        id: OperationId,
        looked: Result<T, SchemaFault>,
        report: &mut Report,
    ) -> Option<T> {
        looked
            .map_err(|fault| {
                let of = self.entries.get(id.index()).map_or("", |entry| &entry.operation.name);
                let why = format!("in the schemas of {}: {fault}", quote(of));
                self.tell(described.name, described.place, &why, report);
            })
            .ok()
    }

    fn tell(&self, name: &str, place: Place, why: &str, report: &mut Report) {
        if !self.faults.borrow_mut().insert(format!("{place:?} {why}")) {
            return;
        }
        let message = format!("{} cannot be used: {why}", quote(name));
        let remark = Remark::new(codes::API_DOCUMENT, place, message);
        report.add(
            remark.help("references stay within the document, and no schema consists of itself"),
        );
    }

    /// Where an operation's rows are.
    pub(crate) fn rows_at(&self, id: OperationId) -> RowsAt {
        self.entries.get(id.index()).map_or(RowsAt::Only, |entry| entry.operation.rows_at.clone())
    }
}

impl Described<'_> {
    /// The answer that the document shows; `None` if it does not describe the answer.
    pub(crate) fn answer(&self) -> Result<Option<Answer>, SchemaFault> {
        let answer = self.signature.answer.as_ref();
        answer.map(|schema| answer::of_schema(self.answers, schema)).transpose()
    }

    /// The rows of an answer that has them at `rows_at`.
    pub(crate) fn rows(&self, rows_at: &RowsAt) -> Result<RowsOf, SchemaFault> {
        let Some(answer) = &self.signature.answer else { return Ok(RowsOf::Unknown) };
        let shapes = self.answers.shapes(answer)?;
        let path = match rows_at {
            RowsAt::Whole => return Ok(RowsOf::At(shapes)),
            RowsAt::Path(path) => path,
            RowsAt::Only => return self.only_array(&shapes),
        };
        let mut at = shapes;
        for step in path.steps() {
            match self.descend(&at, step)? {
                Some(next) => at = next,
                None => return Ok(RowsOf::Unknown),
            }
        }
        self.elements(&at)
    }

    fn only_array(&self, shapes: &[Rc<Shape>]) -> Result<RowsOf, SchemaFault> {
        if shapes.iter().all(is_array) {
            return self.elements(shapes);
        }
        let mut arrays: Vec<(String, Vec<Rc<Shape>>)> = Vec::new();
        let mut seen = HashSet::new();
        for (name, schema) in shapes.iter().flat_map(|shape| &shape.properties) {
            if !seen.insert(name) {
                continue;
            }
            let inner = self.answers.shapes(schema)?;
            if inner.iter().all(is_array) {
                arrays.push((name.clone(), inner));
            }
        }
        match arrays.as_slice() {
            [] => Ok(RowsOf::Unknown),
            [(_, inner)] => self.elements(inner),
            several => Ok(RowsOf::Several(several.iter().map(|(name, _)| name.clone()).collect())),
        }
    }

    fn elements(&self, shapes: &[Rc<Shape>]) -> Result<RowsOf, SchemaFault> {
        let items: Vec<_> = shapes.iter().map(|shape| shape.items.clone()).collect();
        Ok(RowsOf::At(self.answers.all(&items)?))
    }

    /// The schema under a step of a path; `None` if the document does not describe it.
    fn descend(
        &self,
        shapes: &[Rc<Shape>],
        step: &str,
    ) -> Result<Option<Vec<Rc<Shape>>>, SchemaFault> {
        let is_index = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
        let mut under = Vec::new();
        for shape in shapes {
            under.extend(shape.property(step));
            if is_index && shape.kinds.meets(Kinds::ARRAY) {
                under.push(shape.items.clone());
            }
        }
        if under.is_empty() { Ok(None) } else { self.answers.all(&under).map(Some) }
    }

    /// The result of following a dotted path through the answer.
    pub(crate) fn in_answer(&self, steps: &[Box<str>]) -> Result<Walked, SchemaFault> {
        let Some(answer) = &self.signature.answer else { return Ok(Walked::Something) };
        self.walk(&self.answers.shapes(answer)?, steps)
    }

    /// The result of following a dotted path from one of these schemas.
    pub(crate) fn walk(
        &self,
        from: &[Rc<Shape>],
        steps: &[Box<str>],
    ) -> Result<Walked, SchemaFault> {
        let mut at = from.to_vec();
        for (number, step) in steps.iter().enumerate() {
            match self.descend(&at, step)? {
                Some(next) => at = next,
                None if at.iter().all(is_array) => return Ok(Walked::List(number)),
                None => return Ok(Walked::Nothing(number, keys(&at))),
            }
        }
        let single = Kinds::STRING.or(Kinds::NUMBER).or(Kinds::BOOLEAN);
        let kinds = at.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
        match kinds == Kinds::NONE || kinds.meets(single) {
            true => Ok(Walked::Something),
            false => Ok(Walked::Compound(kinds, keys(&at))),
        }
    }

    /// The first part of a dotted path in a row that leads to a scalar, although the path continues.
    pub(crate) fn scalar_on_the_way(
        &self,
        row: &[Rc<Shape>],
        path: &vm::Path,
    ) -> Result<Option<String>, SchemaFault> {
        let mut at = row.to_vec();
        for (number, step) in path.steps().iter().enumerate() {
            let compound = Kinds::OBJECT.or(Kinds::ARRAY);
            if number > 0 && at.iter().all(|shape| !shape.kinds.meets(compound)) {
                let before: Vec<_> = path.steps().iter().take(number).map(|s| &**s).collect();
                return Ok(Some(before.join(".")));
            }
            match self.descend(&at, step)? {
                Some(next) => at = next,
                None => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Lists the keys that some of these shapes name.
fn keys(shapes: &[Rc<Shape>]) -> Vec<String> {
    let mut seen = HashSet::new();
    let names = shapes.iter().flat_map(|shape| &shape.properties).map(|(name, _)| name);
    names.filter(|name| seen.insert(*name)).take(MAX_NEAR).cloned().collect()
}

fn is_array(shape: &Rc<Shape>) -> bool {
    shape.kinds == Kinds::ARRAY
}
