//! The signature of an operation: its arguments by address, its answer, and the rows in its answer.

use std::rc::Rc;

use crate::documents::schema::{Kinds, Says, Schema, SchemaFault, Schemas, Shape};
use crate::limits::{MAX_ADDRESS, MAX_NEAR};

/// What an operation takes and answers, by its document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Body>,
    /// The schema of its answer; `None` if the document does not describe it.
    pub(crate) answer: Option<Schema>,
}

/// A parameter outside of the body.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) location: Location,
    pub(crate) name: String,
    pub(crate) required: Says,
    pub(crate) schema: Schema,
}

/// Where a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Location {
    Path,
    Query,
    Header,
    Cookie,
}

impl Location {
    pub(crate) fn named(word: &str) -> Option<Location> {
        match word {
            "path" => Some(Location::Path),
            "query" => Some(Location::Query),
            "header" => Some(Location::Header),
            "cookie" => Some(Location::Cookie),
            _ => None,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Location::Path => "path",
            Location::Query => "query",
            Location::Header => "header",
            Location::Cookie => "cookie",
        }
    }

    /// Whether a parameter of this place is called so. Names of headers are the same in any case.
    fn same(self, name: &str, other: &str) -> bool {
        match self {
            Location::Header => name.eq_ignore_ascii_case(other),
            Location::Path | Location::Query | Location::Cookie => name == other,
        }
    }
}

/// The body of a request.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) required: Says,
    pub(crate) schema: Schema,
}

/// An argument that was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its whole address: `query.limit`, `body.amount.value`.
    pub(crate) address: String,
    /// Whether a call, or the object that contains it, must have it.
    pub(crate) required: Says,
    /// What it takes: one of these.
    pub(crate) shapes: Vec<Rc<Shape>>,
    /// The keys that lead to it in the body; nothing of a parameter.
    pub(crate) steps: Option<Vec<String>>,
}

/// The meaning of an address.
#[derive(Debug)]
pub(crate) enum Address {
    Found(Box<Found>),
    /// There are several places of that name; with their addresses.
    Several(Vec<String>),
    /// The address does not exist; with the addresses that exist there.
    Unknown(Vec<String>),
}

impl Signature {
    /// The argument of an address, or of a bare name that only one place has.
    pub(crate) fn find(&self, schemas: Schemas<'_>, text: &str) -> Result<Address, SchemaFault> {
        if text.len() > MAX_ADDRESS {
            return Ok(Address::Unknown(Vec::new()));
        }
        if let Some((word, name)) = text.split_once('.') {
            if let Some(location) = Location::named(word) {
                let same = |p: &&Parameter| p.location == location && location.same(&p.name, name);
                if let Some(parameter) = self.parameters.iter().find(same) {
                    return parameter.found(schemas).map(|found| Address::Found(Box::new(found)));
                }
            }
            if word == "body"
                && let Some(body) = &self.body
            {
                return self.in_body(schemas, body, name);
            }
        }
        if text == "body"
            && let Some(body) = &self.body
        {
            return Ok(Address::Found(Box::new(Found {
                address: "body".to_owned(),
                required: body.required,
                shapes: schemas.shapes(&body.schema)?,
                steps: Some(Vec::new()),
            })));
        }
        self.bare(schemas, text)
    }

    /// The place that alone has a name: a parameter, or a key of the body itself.
    fn bare(&self, schemas: Schemas<'_>, name: &str) -> Result<Address, SchemaFault> {
        let of_name = |p: &&Parameter| p.location.same(&p.name, name);
        let parameters: Vec<_> = self.parameters.iter().filter(of_name).collect();
        let in_body = match &self.body {
            Some(body) => {
                let shapes = schemas.shapes(&body.schema)?;
                let has = |shape: &Rc<Shape>| shape.names(name);
                if shapes.iter().any(has) { Some(body) } else { None }
            }
            None => None,
        };
        match (parameters.as_slice(), in_body) {
            ([only], None) => Ok(Address::Found(Box::new(only.found(schemas)?))),
            ([], Some(body)) => self.in_body(schemas, body, name),
            ([], None) => {
                let mut known = self.addresses(schemas)?;
                // What has dots may lack no more than the word before them.
                if name.contains('.')
                    && let Some(body) = &self.body
                    && let Address::Found(found) = self.in_body(schemas, body, name)?
                {
                    known.insert(0, found.address);
                }
                Ok(Address::Unknown(known))
            }
            (several, body) => {
                let mut addresses: Vec<_> = several.iter().map(|p| p.address()).collect();
                addresses.extend(body.map(|_| format!("body.{name}")));
                Ok(Address::Several(addresses))
            }
        }
    }

    /// The schema in the body at dotted keys. A key that contains dots itself is found before its parts.
    fn in_body(
        &self,
        schemas: Schemas<'_>,
        body: &Body,
        path: &str,
    ) -> Result<Address, SchemaFault> {
        let mut shapes = schemas.shapes(&body.schema)?;
        let mut rest = path;
        let (mut steps, mut address) = (Vec::new(), "body".to_owned());
        let mut whole: Option<(String, Vec<Schema>)> = None;
        let required = loop {
            let Some((name, schemas_of, more)) = step(&shapes, rest) else {
                if let Some((key, under)) = whole {
                    // A map with keys of any name has one with dots in it.
                    steps.pop();
                    steps.push(key);
                    shapes = schemas.all(&under)?;
                    address = format!("body.{}", steps.join("."));
                    break Says::No;
                }
                let known = names(&shapes).take(MAX_NEAR).map(|name| format!("{address}.{name}"));
                let mut known: Vec<_> = known.collect();
                if address == "body" {
                    known.extend(self.parameters.iter().map(Parameter::address));
                }
                return Ok(Address::Unknown(known));
            };
            let named = |shape: &Rc<Shape>| shape.names(name);
            let under = shapes.iter().filter_map(|shape| shape.property(rest));
            whole = (!shapes.iter().any(named)).then(|| (rest.to_owned(), under.collect()));
            let required = if shapes.iter().all(|shape| shape.required.contains(name)) {
                Says::Yes
            } else {
                Says::No
            };
            shapes = schemas.all(&schemas_of)?;
            address = format!("{address}.{name}");
            steps.push(name.to_owned());
            match more {
                Some(more) => rest = more,
                None => break required,
            }
        };
        Ok(Address::Found(Box::new(Found { address, required, shapes, steps: Some(steps) })))
    }

    /// The addresses of all arguments, those within keys of the body aside.
    pub(crate) fn addresses(&self, schemas: Schemas<'_>) -> Result<Vec<String>, SchemaFault> {
        let mut all: Vec<_> = self.parameters.iter().map(Parameter::address).collect();
        if let Some(body) = &self.body {
            let shapes = schemas.shapes(&body.schema)?;
            all.extend(names(&shapes).take(MAX_NEAR).map(|name| format!("body.{name}")));
        }
        Ok(all)
    }

    /// The required addresses that have no value; `given` are the keys of the values given in the body.
    pub(crate) fn missing(
        &self,
        schemas: Schemas<'_>,
        given: &[String],
        in_body: &[Vec<String>],
    ) -> Result<Vec<String>, SchemaFault> {
        let needed = self.parameters.iter().filter(|p| p.required == Says::Yes);
        let mut missing: Vec<_> =
            needed.map(Parameter::address).filter(|address| !given.contains(address)).collect();
        let Some(body) = &self.body else { return Ok(missing) };
        if body.required == Says::No && in_body.is_empty() {
            return Ok(missing);
        }
        let whole = |steps: &[String]| in_body.iter().any(|given| given == steps);
        let mut pending = vec![(Vec::new(), schemas.shapes(&body.schema)?)];
        while let Some((steps, shapes)) = pending.pop() {
            if whole(&steps) {
                continue;
            }
            let is_object = shapes.iter().any(|shape| shape.kinds.meets(Kinds::OBJECT));
            if !is_object {
                missing.push(address(&steps));
                continue;
            }
            for name in needed_keys(schemas, &shapes)? {
                let mut at = steps.clone();
                at.push(name.clone());
                let within = |given: &&Vec<String>| given.starts_with(&at);
                if in_body.iter().find(within).is_none() {
                    missing.push(address(&at));
                }
            }
            // An object that is given in part has required keys too.
            let mut inner: Vec<_> =
                in_body.iter().filter(|given| given.starts_with(&steps)).collect();
            inner.retain(|given| given.len() > steps.len() + 1);
            let mut keys: Vec<_> =
                inner.iter().filter_map(|given| given.get(steps.len())).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let under: Vec<_> = shapes.iter().filter_map(|s| s.property(key)).collect();
                let mut at = steps.clone();
                at.push(key.clone());
                pending.push((at, schemas.all(&under)?));
            }
        }
        Ok(missing)
    }
}

fn address(steps: &[String]) -> String {
    if steps.is_empty() { "body".to_owned() } else { format!("body.{}", steps.join(".")) }
}

/// The keys that every alternative needs, those aside that only an answer has.
fn needed_keys(schemas: Schemas<'_>, shapes: &[Rc<Shape>]) -> Result<Vec<String>, SchemaFault> {
    let Some((first, rest)) = shapes.split_first() else { return Ok(Vec::new()) };
    let mut needed = Vec::new();
    for name in &first.required {
        let by_all = rest.iter().all(|shape| shape.required.contains(name));
        if !by_all {
            continue;
        }
        let read_only = match first.property(name) {
            Some(schema) => {
                schemas.shapes(&schema)?.iter().all(|shape| shape.read_only == Says::Yes)
            }
            None => false,
        };
        if !read_only {
            needed.push(name.clone());
        }
    }
    Ok(needed)
}

/// The names that shapes give their properties, each once.
fn names(shapes: &[Rc<Shape>]) -> impl Iterator<Item = &str> {
    let mut seen = std::collections::HashSet::new();
    let all = shapes.iter().flat_map(|shape| &shape.properties).map(|(name, _)| name.as_str());
    all.filter(move |name| seen.insert(*name))
}

/// The longest beginning of a dotted path that is one key, the schema under it, and the rest of the path.
pub(crate) fn step<'p>(
    shapes: &[Rc<Shape>],
    path: &'p str,
) -> Option<(&'p str, Vec<Schema>, Option<&'p str>)> {
    let first = path.find('.').unwrap_or(path.len());
    let dots = path.rmatch_indices('.').map(|(at, _)| at).take(MAX_DOTS);
    for end in std::iter::once(path.len()).chain(dots).chain(std::iter::once(first)) {
        let (name, rest) = (path.get(..end)?, path.get(end + 1..));
        let first = end == first;
        let under: Vec<_> = shapes
            .iter()
            .filter(|shape| first || shape.names(name))
            .filter_map(|shape| shape.property(name))
            .collect();
        if !under.is_empty() && !name.is_empty() {
            return Some((name, under, rest));
        }
    }
    None
}

/// How many dots of one path are tried as part of a key.
const MAX_DOTS: usize = 64;

impl Parameter {
    fn address(&self) -> String {
        format!("{}.{}", self.location.word(), self.name)
    }

    fn found(&self, schemas: Schemas<'_>) -> Result<Found, SchemaFault> {
        Ok(Found {
            address: self.address(),
            required: self.required,
            shapes: schemas.shapes(&self.schema)?,
            steps: None,
        })
    }
}
