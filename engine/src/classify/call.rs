//! The call that returns a skill's rows, for an operation that is a file of rows: its arguments filter the rows as the
//! tenant would.

use std::fmt;

use vm::{AnswerFault, BadRow, Constant, Layout, Path, Reading, Row, Shape, Type, Value};

use crate::station::constraints::Violation;
use crate::station::{Argument, Operation, Param, Presence, RowsAt, Setter, Skill, Station};

/// A call of an operation that is a file of rows, with its arguments.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    operation: &'a Operation,
    file: &'a str,
    layout: Layout,
    wanted: Vec<String>,
}

/// Why a skill cannot be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFault {
    /// The skill has no parameter of this name.
    Unknown(String),
    /// A person may not set the parameter.
    Sealed(String),
    /// The value is not of the parameter's type.
    Value(String, Type, AnswerFault),
    /// The value is outside of what the parameter's arguments take.
    Violation(String, Violation),
    /// The parameter has no value, and a call needs it.
    Unset(String),
    /// The operation of this name is called over a network, which this version does not do.
    Network(String),
}

impl Station {
    /// The call of a skill with these parameters set by a person; `None` if the skill has no operation that is a file
    /// of rows.
    ///
    /// # Errors
    /// If a value is not accepted, or a required value is not given.
    pub fn call<'a>(
        &'a self,
        skill: &'a Skill,
        set: &[(&str, &str)],
    ) -> Result<Option<Call<'a>>, CallFault> {
        let values = values(skill, set, &self.global.reading)?;
        let Some(invoke) = skill.invoke() else { return Ok(None) };
        let Some(operation) = self.operation(invoke) else { return Ok(None) };
        let Some(file) = operation.file() else {
            return Err(CallFault::Network(operation.name.clone()));
        };
        let (mut paths, mut wanted) = (Vec::new(), Vec::new());
        for (name, argument) in &invoke.args {
            let value = match argument {
                Argument::Literal(literal) => literal.text().unwrap_or_default(),
                Argument::Param(id) => {
                    let index = id.index();
                    let Some((param, value)) = skill.params().get(index).zip(values.get(index))
                    else {
                        continue;
                    };
                    match (value, param.presence) {
                        (Some(value), _) => value.clone(),
                        (None, Presence::Optional) => continue,
                        (None, Presence::Required) => {
                            return Err(CallFault::Unset(param.name.clone()));
                        }
                    }
                }
            };
            paths.push((Path::key(name), Type::Text));
            wanted.push(value);
        }
        Ok(Some(Call {
            operation,
            file,
            layout: Layout::new(&paths, self.global.reading.clone()),
            wanted,
        }))
    }
}

impl Station {
    /// The place of the rows in a saved answer of the skill's operation. For an operation that is a file of rows, the
    /// place is found automatically.
    pub fn saved_answer(&self, skill: &Skill) -> Shape {
        let operation = skill.invoke().and_then(|invoke| self.operation(invoke));
        let called = operation.filter(|operation| operation.file().is_none());
        called.map_or_else(Shape::auto, |operation| operation.rows_at.shape())
    }
}

/// The value of each parameter, as the text that it becomes in a call.
fn values(
    skill: &Skill,
    set: &[(&str, &str)],
    reading: &Reading,
) -> Result<Vec<Option<String>>, CallFault> {
    let mut values: Vec<_> =
        skill.params().iter().map(|param| param.default.as_ref().map(text)).collect();
    for &(name, value) in set {
        let found = skill.params().iter().zip(&mut values).find(|(param, _)| param.name == name);
        let (param, place) = found.ok_or_else(|| CallFault::Unknown(name.to_owned()))?;
        *place = Some(taken(param, value, reading)?);
    }
    Ok(values)
}

fn taken(param: &Param, value: &str, reading: &Reading) -> Result<String, CallFault> {
    if !param.set_by.contains(&Setter::Person) {
        return Err(CallFault::Sealed(param.name.clone()));
    }
    let fault = |fault| CallFault::Value(param.name.clone(), param.ty, fault);
    let constant = reading.typed(param.ty, value).map_err(fault)?;
    param
        .constraints
        .admit(&constant)
        .map_err(|why| CallFault::Violation(param.name.clone(), why))?;
    // An instant has lost its spelling, and a tenant knows the spelling.
    Ok(if param.ty == Type::Datetime { value.to_owned() } else { text(&constant) })
}

fn text(constant: &Constant) -> String {
    match constant {
        Constant::Text(text) => text.clone(),
        Constant::Number(number) => number.to_string(),
        Constant::Boolean(known) => known.to_string(),
        Constant::Datetime(instant) => instant.to_string(),
    }
}

impl Call<'_> {
    /// The file in the station's folder whose rows answer the call.
    pub fn file(&self) -> &str {
        self.file
    }

    /// Where in the file the rows are.
    pub fn shape(&self) -> Shape {
        self.operation.rows_at.shape()
    }

    /// Whether the call has arguments, so that not every row of the file is an answer.
    pub fn filters(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// A row to read into, again and again.
    pub fn row(&self) -> Row {
        self.layout.row()
    }

    /// Whether the tenant would answer this row: whether it has each argument's value, as text.
    ///
    /// # Errors
    /// Where the row is none.
    pub fn answers(&self, bytes: &[u8], row: &mut Row) -> Result<bool, BadRow> {
        self.layout.read(bytes, row)?;
        let same = |(slot, wanted): (usize, &String)| row.get(slot) == Value::Text(wanted);
        Ok(self.wanted.iter().enumerate().all(same))
    }
}

impl RowsAt {
    /// The same for what reads a file.
    pub fn shape(&self) -> Shape {
        match self {
            RowsAt::Only => Shape::auto(),
            RowsAt::Whole => Shape::one(),
            RowsAt::Path(path) => Shape::rows_at(path.clone()),
        }
    }
}

impl fmt::Display for CallFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallFault::Unknown(name) => write!(f, "the skill has no parameter `{name}`"),
            CallFault::Sealed(name) => write!(f, "a person may not set `{name}`"),
            CallFault::Value(name, ty, fault) => write!(f, "`{name}` is {}: {fault}", ty.name()),
            CallFault::Violation(name, why) => {
                write!(f, "`{name}` is no value for the call: {why}")
            }
            CallFault::Network(name) => write!(
                f,
                "`{name}` is called over the network, which this version does not do yet: save its answer in a file and \
                 name it with --rows"
            ),
            CallFault::Unset(name) => write!(f, "`{name}` has no value"),
        }
    }
}

impl std::error::Error for CallFault {}
