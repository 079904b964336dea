//! The shape of an operation's answer, by the schema in its document.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use crate::documents::schema::{Kinds, Says, Schema, SchemaFault, Schemas, Shape};
use crate::limits::{MAX_NESTING, MAX_ROW_KEYS};
use crate::resolve::operation::answer::{Answer, More};

/// A place of the answer while the schema is walked.
struct PendingValue {
    shapes: Vec<Rc<Shape>>,
    above: Rc<Above>,
    /// Its number among the shown places.
    at: usize,
}

/// The schemas of a place and of the places above it. A schema that repeats is not followed again.
struct Above {
    own: Vec<Schema>,
    rest: Option<Rc<Above>>,
    levels: usize,
}

impl Above {
    fn holds(&self, schemas: &[Schema]) -> bool {
        let mut next = Some(self);
        while let Some(at) = next {
            if at.own == schemas {
                return true;
            }
            next = at.rest.as_deref();
        }
        false
    }
}

/// A shown place, with the numbers of the places under it.
#[derive(Default)]
struct Shown {
    answer: Answer,
    keys: Vec<(String, usize)>,
    items: Option<usize>,
}

/// The answer that a schema shows. Places are followed level by level. If they are too many or too deep, the remaining
/// ones may contain anything.
pub(crate) fn of_schema(schemas: Schemas<'_>, schema: &Schema) -> Result<Answer, SchemaFault> {
    let mut shown = vec![Shown::default()];
    let own = vec![schema.clone()];
    let shapes = schemas.all(&own)?;
    let above = Rc::new(Above { own, rest: None, levels: 1 });
    let mut pending = VecDeque::from([PendingValue { shapes, above, at: 0 }]);
    while let Some(place) = pending.pop_front() {
        let mut found = Shown { answer: itself(&place.shapes), ..Shown::default() };
        let mut under = children(&place);
        if place.above.levels > MAX_NESTING || shown.len() + under.len() > MAX_ROW_KEYS {
            found.answer.more = More::Anything;
            under.clear();
        }
        for (key, own) in under {
            let at = shown.len();
            match key {
                Some(key) => found.keys.push((key.to_owned(), at)),
                None => found.items = Some(at),
            }
            let mut next = Shown::default();
            if place.above.holds(&own) {
                next.answer.more = More::Again;
            } else {
                let (shapes, levels) = (schemas.all(&own)?, place.above.levels + 1);
                let above = Rc::new(Above { own, rest: Some(Rc::clone(&place.above)), levels });
                pending.push_back(PendingValue { shapes, above, at });
            }
            shown.push(next);
        }
        if let Some(at) = shown.get_mut(place.at) {
            *at = found;
        }
    }
    Ok(joined(shown))
}

/// The schemas of the places under a place, by key; without a key, those of the elements of a list.
fn children(place: &PendingValue) -> Vec<(Option<&str>, Vec<Schema>)> {
    let mut under: Vec<(Option<&str>, Vec<Schema>)> = Vec::new();
    let mut numbers = HashMap::new();
    for shape in &place.shapes {
        let keys = shape.properties.iter().map(|(name, schema)| (Some(name.as_str()), schema));
        let lists = shape.kinds != Kinds::ALL && shape.kinds.meets(Kinds::ARRAY);
        for (key, schema) in keys.chain(lists.then_some((None, &shape.items))) {
            let number = *numbers.entry(key).or_insert(under.len());
            match under.get_mut(number) {
                Some((_, schemas)) if schemas.contains(schema) => {}
                Some((_, schemas)) => schemas.push(schema.clone()),
                None => under.push((key, vec![schema.clone()])),
            }
        }
    }
    under
}

/// The shown place itself, without the places under it.
fn itself(shapes: &[Rc<Shape>]) -> Answer {
    let meets = |kinds| shapes.iter().any(|shape| shape.kinds.meets(kinds));
    // An object that names no property, or that may have others, may contain anything.
    let open = |shape: &Rc<Shape>| {
        let unnamed = shape.properties.is_empty() && shape.others.is_some();
        shape.kinds.meets(Kinds::OBJECT) && (unnamed || shape.speaks_of_others == Says::Yes)
    };
    Answer {
        has_scalar: meets(Kinds::STRING.or(Kinds::NUMBER).or(Kinds::BOOLEAN)),
        has_text: meets(Kinds::STRING),
        more: if shapes.iter().any(open) { More::Anything } else { More::Nothing },
        ..Answer::default()
    }
}

/// Joins all places into one answer: each follows the place that contains it.
fn joined(shown: Vec<Shown>) -> Answer {
    let mut done: Vec<Option<Answer>> = shown.iter().map(|_| None).collect();
    for (number, Shown { mut answer, keys, items }) in shown.into_iter().enumerate().rev() {
        let mut take = |at: usize| done.get_mut(at).and_then(Option::take).unwrap_or_default();
        answer.keys = keys.into_iter().map(|(key, at)| (key, take(at))).collect();
        answer.items = items.map(|at| Box::new(take(at)));
        if let Some(place) = done.get_mut(number) {
            *place = Some(answer);
        }
    }
    done.into_iter().next().flatten().unwrap_or_default()
}
