//! The shape of one line, checked against the elements of the list argument that takes `$lines`.

use std::rc::Rc;

use vm::Type;

use crate::documents::schema::{Kinds, Shape};
use crate::documents::signature::Address;
use crate::report::finding::Report;
use crate::resolve::arguments::literal::{Literals, with};
use crate::resolve::arguments::{Codes, mistyped};
use crate::resolve::operation::apis::Operations;
use crate::resolve::scope::reference::literal;
use crate::station::{ArgumentValue, Line, OperationId, Read};
use crate::text::file::View;

/// A part of a line as it is written.
#[derive(Debug)]
pub(crate) enum Shaped<'v> {
    /// A reference, with its type.
    Read(Read, Option<Type>, View<'v>),
    /// A literal, which is read by the schema of its argument.
    Literal(View<'v>),
    /// A map of parts, each with its key.
    Map(Vec<(View<'v>, Option<Shaped<'v>>)>, View<'v>),
}

impl Shaped<'_> {
    /// The line as it is written, if its argument is unknown.
    pub(crate) fn unchecked(&self, report: &mut Report) -> Option<Line> {
        match self {
            Shaped::Read(read, ..) => Some(Line::Value(ArgumentValue::Read(read.clone()))),
            Shaped::Literal(view) => {
                literal(*view, report).map(|literal| Line::Value(ArgumentValue::Literal(literal)))
            }
            Shaped::Map(parts, _) => {
                let read = |(key, part): &(View<'_>, Option<Shaped<'_>>)| {
                    let line = part.as_ref().and_then(|part| part.unchecked(report));
                    Some((key.text()?.to_owned(), line?))
                };
                let parts: Vec<_> = parts.iter().map(read).collect();
                parts.into_iter().collect::<Option<_>>().map(Line::Map)
            }
        }
    }

    /// Resolves the line and checks it against the elements of the lists at these addresses.
    pub(crate) fn checked(
        &self,
        number: OperationId,
        addresses: &[&str],
        codes: Codes,
        operations: &Operations<'_>,
        report: &mut Report,
    ) -> Option<Line> {
        let Some(described) = operations.describe(number, report) else {
            return self.unchecked(report);
        };
        let mut line = None;
        for address in addresses {
            let looked = described.signature.find(described.takes, address);
            let found = match operations.checked(&described, number, looked, report)? {
                Address::Found(found) => found,
                Address::Several(_) | Address::Unknown(_) => return self.unchecked(report),
            };
            let lists = found.shapes.iter().filter(|shape| shape.kinds.meets(Kinds::ARRAY));
            let items: Vec<_> = lists.map(|shape| shape.items.clone()).collect();
            let mut literals =
                Literals { codes, described: &described, operations, number, report };
            let items = literals.shapes(&items)?;
            let read = literals.line(self, &items, &format!("{address}[]"));
            line = Some(read?);
        }
        line
    }
}

impl Literals<'_, '_> {
    /// Resolves a part of a line by the shapes that its argument takes.
    fn line(&mut self, part: &Shaped<'_>, shapes: &[Rc<Shape>], at: &str) -> Option<Line> {
        match part {
            Shaped::Literal(view) => self
                .read(*view, shapes, at)
                .map(|literal| Line::Value(ArgumentValue::Literal(literal))),
            Shaped::Read(read, ty, view) => {
                if let Some(ty) = ty.filter(|ty| !shapes.iter().any(|shape| shape.takes(*ty))) {
                    let remark = mistyped(*view, ty, shapes, at, self.codes.ty);
                    let kinds = shapes.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
                    self.report.add(remark.help(format!("write {}", kinds.describe())));
                    return None;
                }
                Some(Line::Value(ArgumentValue::Read(read.clone())))
            }
            Shaped::Map(parts, view) => self.parts(parts, *view, shapes, at),
        }
    }

    fn parts(
        &mut self,
        parts: &[(View<'_>, Option<Shaped<'_>>)],
        view: View<'_>,
        shapes: &[Rc<Shape>],
        at: &str,
    ) -> Option<Line> {
        let objects: Vec<_> =
            shapes.iter().filter(|shape| shape.kinds.meets(Kinds::OBJECT)).collect();
        if objects.is_empty() {
            self.other(view, shapes, at);
            return None;
        }
        let keys: Vec<_> = parts.iter().filter_map(|(key, _)| key.text()).collect();
        let mut found = Some(Vec::new());
        for (key, part) in parts {
            let under = self.under(*key, &keys, &objects, at);
            let line =
                under.zip(key.text()).zip(part.as_ref()).and_then(|((under, name), part)| {
                    Some((name.to_owned(), self.line(part, &under, &format!("{at}.{name}"))?))
                });
            found = with(found, line);
        }
        if !self.is_complete(view, &keys, &objects, at) {
            return None;
        }
        found.map(Line::Map)
    }
}
