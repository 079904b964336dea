//! Reads a literal in `args` as the value that its argument takes.

use std::rc::Rc;

use vm::{Constant, Decimal};

use crate::documents::schema::{Choice, Kinds, Says, Schema, Shape};
use crate::limits::{MAX_LITERAL_NESTING, MAX_NEAR};
use crate::raw::keys::refuse;
use crate::raw::name::composed;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::Codes;
use crate::resolve::operation::apis::{Described, Operations};
use crate::station::OperationId;
use crate::station::constraints::Constraints;
use crate::station::literal::Literal;
use crate::text::file::{View, quote};
use crate::text::words::listed_to;
use crate::text::yaml::Style;

/// The maximum number of choices that a message names.
const NAMED: usize = 10;

/// The inputs for reading the literals of one call.
pub(crate) struct Literals<'r, 'a> {
    pub(crate) codes: Codes,
    pub(crate) described: &'r Described<'r>,
    pub(crate) operations: &'r Operations<'a>,
    pub(crate) number: OperationId,
    pub(crate) report: &'r mut Report,
}

impl Literals<'_, '_> {
    /// Reads the literal of an argument that takes one of these shapes.
    pub(crate) fn read(
        &mut self,
        view: View<'_>,
        shapes: &[Rc<Shape>],
        at: &str,
    ) -> Option<Literal> {
        self.value(view, shapes, at, 0)
    }

    fn value(
        &mut self,
        view: View<'_>,
        shapes: &[Rc<Shape>],
        at: &str,
        depth: usize,
    ) -> Option<Literal> {
        if view.is_tagged() || view.is_nothing() {
            refuse(view, "a literal or `$params.<name>`", self.report);
            return None;
        }
        if depth > MAX_LITERAL_NESTING {
            let message = format!("a literal nests over {MAX_LITERAL_NESTING} levels");
            let remark = Remark::new(codes::VALUE_TYPE, view.place(), message);
            self.report.add(remark.help("give its parts by their addresses"));
            return None;
        }
        if view.scalar().is_some() {
            return self.scalar(view, shapes, at);
        }
        if view.list().is_some() {
            return self.list(view, shapes, at, depth);
        }
        self.map(view, shapes, at, depth)
    }

    fn scalar(&mut self, view: View<'_>, shapes: &[Rc<Shape>], at: &str) -> Option<Literal> {
        let (text, style) = view.scalar()?;
        if text.starts_with('$') && !text.starts_with("$$") {
            let message =
                format!("{} stands within a literal, where no reference is read", quote(text));
            let remark = Remark::new(self.codes.reference, view.place(), message);
            self.report.add(remark.help(
                "give the part by its address, such as `body.a.b`; a text that begins with `$` is written `$$`",
            ));
            return None;
        }
        let kinds = shapes.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
        let nullable = shapes.iter().any(|shape| shape.nullable == Says::Yes);
        let Some(literal) = literal(text, style, kinds, nullable.then_some(Literal::Null)) else {
            let message =
                format!("{} is given to `{at}`, which takes {}", quote(text), kinds.describe());
            let remark = Remark::new(self.codes.ty, view.place(), message);
            self.report.add(remark.help(instead(text, style, kinds)));
            return None;
        };
        self.is_within(view, &literal, shapes, at).then_some(literal)
    }

    /// Returns whether a literal is valid. Refuses a literal that every matching alternative excludes by its enum or
    /// bounds.
    fn is_within(
        &mut self,
        view: View<'_>,
        literal: &Literal,
        shapes: &[Rc<Shape>],
        at: &str,
    ) -> bool {
        let (kind, choice, constant) = match literal {
            Literal::Null | Literal::List(_) | Literal::Map(_) => return true,
            Literal::Boolean(known) => {
                (Kinds::BOOLEAN, Choice::Boolean(*known), Constant::Boolean(*known))
            }
            Literal::Number(number) => {
                let kind = if number.is_whole() { Kinds::INTEGER } else { Kinds::NUMBER };
                (kind, Choice::Number(*number), Constant::Number(*number))
            }
            Literal::Text(text) => {
                (Kinds::STRING, Choice::Text(text.clone()), Constant::Text(text.clone()))
            }
        };
        let mut taking = shapes.iter().filter(|shape| shape.kinds.holds(kind)).peekable();
        let (mut all, mut outside) = (Vec::new(), None);
        if taking.peek().is_none() {
            return false;
        }
        for shape in taking {
            if let Some(choices) = &shape.choices
                && !choices.contains(&choice)
            {
                all.extend(choices);
                continue;
            }
            let constraints = Constraints::of_literal(shape);
            match constraints.hold(&constant, &self.operations.patterns) {
                Ok(()) => return true,
                Err(why) => outside = outside.or(Some(why)),
            }
        }
        let told_of = literal.text().unwrap_or_default();
        let message = format!("{} is no value of `{at}`", quote(&told_of));
        let remark = Remark::new(self.codes.choice, view.place(), message);
        if let Some(why) = outside {
            self.report.add(remark.help(why.to_string()));
            return false;
        }
        // A number that is spelled like the text cannot be suggested for it.
        let words = all.iter().filter_map(|choice| word(choice)).filter(|word| *word != told_of);
        let words: Vec<_> = words.take(MAX_NEAR).collect();
        self.report.add(remark.near(&told_of, words.iter().map(String::as_str), || {
            if words.is_empty() {
                return "no value that it lists is of a type that it takes".to_owned();
            }
            format!("its values are {}", listed_to(NAMED, words.iter().map(String::as_str)))
        }));
        false
    }

    fn list(
        &mut self,
        view: View<'_>,
        shapes: &[Rc<Shape>],
        at: &str,
        depth: usize,
    ) -> Option<Literal> {
        let arrays: Vec<_> =
            shapes.iter().filter(|shape| shape.kinds.meets(Kinds::ARRAY)).collect();
        if arrays.is_empty() {
            return self.other(view, shapes, at);
        }
        let items: Vec<_> = arrays.iter().map(|shape| shape.items.clone()).collect();
        let items = self.shapes(&items)?;
        let mut read = Some(Vec::new());
        for (number, item) in view.list()?.enumerate() {
            let value = self.value(item, &items, &format!("{at}.{number}"), depth + 1);
            read = with(read, value);
        }
        read.map(Literal::List)
    }

    fn map(
        &mut self,
        view: View<'_>,
        shapes: &[Rc<Shape>],
        at: &str,
        depth: usize,
    ) -> Option<Literal> {
        let objects: Vec<_> =
            shapes.iter().filter(|shape| shape.kinds.meets(Kinds::OBJECT)).collect();
        if objects.is_empty() {
            return self.other(view, shapes, at);
        }
        let mut read = Some(Vec::new());
        let keys: Vec<_> = view.map()?.filter_map(|(key, _)| key.text()).collect();
        for (key, value) in view.map()? {
            let name = key.text()?;
            let Some(under) = self.under(key, &keys, &objects, at) else {
                read = None;
                continue;
            };
            let value = self.value(value, &under, &format!("{at}.{name}"), depth + 1);
            read = with(read, value.map(|value| (name.to_owned(), value)));
        }
        if !self.is_complete(view, &keys, &objects, at) {
            return None;
        }
        read.map(Literal::Map)
    }

    /// The schemas under a key of a map that matches one of these objects. A key that none of them has is refused.
    pub(crate) fn under(
        &mut self,
        key: View<'_>,
        keys: &[&str],
        objects: &[&Rc<Shape>],
        at: &str,
    ) -> Option<Vec<Rc<Shape>>> {
        let name = key.text()?;
        let under: Vec<_> = objects.iter().filter_map(|shape| shape.property(name)).collect();
        if !under.is_empty() {
            return self.shapes(&under);
        }
        let message = format!("`{at}` has no key {}", quote(name));
        let remark = Remark::new(self.codes.unknown, key.place(), message);
        let known: Vec<_> = objects
            .iter()
            .flat_map(|s| &s.properties)
            .map(|(k, _)| k.as_str())
            .take(MAX_NEAR)
            .collect();
        let absent = known.iter().copied().filter(|key| !keys.contains(key));
        self.report.add(remark.near(name, absent, || {
            format!("its keys are {}", listed_to(NAMED, known.iter().copied()))
        }));
        None
    }

    /// Returns whether a map has every key that all alternatives require. Refuses a map that lacks one.
    pub(crate) fn is_complete(
        &mut self,
        map: View<'_>,
        keys: &[&str],
        objects: &[&Rc<Shape>],
        at: &str,
    ) -> bool {
        let Some(first) = objects.first() else { return false };
        let mut needed = first.required.clone();
        needed.retain(|key| objects.iter().all(|shape| shape.required.contains(key)));
        let mut is_complete = true;
        for key in needed.iter().filter(|key| !keys.contains(&key.as_str())) {
            let read_only = objects.iter().filter_map(|shape| shape.property(key));
            let Some(read_only) = self.shapes(&read_only.collect::<Vec<_>>()) else { return false };
            if read_only.iter().any(|shape| shape.read_only == Says::Yes) {
                continue;
            }
            let message = format!("`{at}` requires `{key}`, which is not there");
            let remark = Remark::new(self.codes.missing, map.place(), message);
            self.report.add(remark.help(format!("write `{key}:` in it")));
            is_complete = false;
        }
        is_complete
    }

    /// Refuses a list or a map if the argument takes neither.
    pub(crate) fn other(
        &mut self,
        view: View<'_>,
        shapes: &[Rc<Shape>],
        at: &str,
    ) -> Option<Literal> {
        let kinds = shapes.iter().map(|shape| shape.kinds).fold(Kinds::NONE, Kinds::or);
        let message =
            format!("{} is given to `{at}`, which takes {}", view.quote(), kinds.describe());
        let remark = Remark::new(self.codes.ty, view.place(), message);
        self.report.add(remark.help(format!("write {}", kinds.describe())));
        None
    }

    pub(crate) fn shapes(&mut self, schemas: &[Schema]) -> Option<Vec<Rc<Shape>>> {
        let looked = self.described.takes.all(schemas);
        self.operations.checked(self.described, self.number, looked, self.report)
    }
}

/// Reads a scalar as a value of these kinds.
///
/// A quoted scalar is text. A plain scalar is the first match of: boolean, number, text, null.
fn literal(text: &str, style: Style, kinds: Kinds, null: Option<Literal>) -> Option<Literal> {
    let as_text = || {
        let text = text.strip_prefix('$').filter(|rest| rest.starts_with('$')).unwrap_or(text);
        kinds.meets(Kinds::STRING).then(|| Literal::Text(composed(text)))
    };
    if style != Style::Plain {
        return as_text();
    }
    let boolean = match text {
        "true" => Some(Literal::Boolean(true)),
        "false" => Some(Literal::Boolean(false)),
        _ => None,
    };
    let number = Decimal::parse(text).ok().filter(|number| {
        kinds.holds(Kinds::NUMBER) || (kinds.meets(Kinds::INTEGER) && number.is_whole())
    });
    boolean
        .filter(|_| kinds.meets(Kinds::BOOLEAN))
        .or(number.map(Literal::Number))
        .or_else(as_text)
        .or(null.filter(|_| text == "null"))
}

/// The remedy for a scalar of the wrong kind.
fn instead(text: &str, style: Style, kinds: Kinds) -> String {
    let bare = style != Style::Plain && literal(text, Style::Plain, kinds, None).is_some();
    if bare { "write it without quotes".to_owned() } else { format!("write {}", kinds.describe()) }
}

/// Spells a choice as a station writes it.
fn word(choice: &Choice) -> Option<String> {
    match choice {
        Choice::Text(text) => Some(text.clone()),
        Choice::Number(number) => Some(number.to_string()),
        Choice::Boolean(known) => Some(known.to_string()),
        Choice::Null | Choice::Far | Choice::Compound => None,
    }
}

/// Appends a part to the parts so far; `None` if any part is refused.
pub(crate) fn with<T>(parts: Option<Vec<T>>, part: Option<T>) -> Option<Vec<T>> {
    let (mut parts, part) = parts.zip(part)?;
    parts.push(part);
    Some(parts)
}
