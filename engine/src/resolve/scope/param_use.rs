//! An argument that a parameter feeds.

use std::rc::Rc;

use lang::Code;

use crate::documents::schema::Shape;
use crate::station::ParamId;
use crate::text::file::Place;

/// An argument and the parameter that it reads.
#[derive(Debug)]
pub(crate) struct ParamUse {
    /// The parameter.
    pub(crate) param: ParamId,
    /// The argument's name, with the part of the request that holds it.
    pub(crate) address: String,
    /// The schemas of the argument; a value must match one of them.
    pub(crate) shapes: Vec<Rc<Shape>>,
    /// The place of the reference.
    pub(crate) at: Place,
    /// The code of a finding about a value that the argument does not take.
    pub(crate) code: Code,
}
