//! Where the batch machine's operands come from.

use std::rc::Rc;

use crate::columns::Column;
use crate::decimal::Decimal;
use crate::value::Value;

/// A register: a value a row.
#[derive(Clone, Debug)]
pub enum Register {
    /// Never set, or read for the last time.
    Empty,
    /// An optional number for each row.
    Numbers(Vec<Option<Decimal>>),
    /// Texts by their code.
    Texts(Rc<Lowered>),
}

/// An optional text for each row; equal sources share an entry.
#[derive(Debug)]
pub struct Lowered {
    pub codes: Vec<Option<u32>>,
    pub texts: Vec<String>,
}

/// Where the values of an operand come from.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    Column(&'a Column),
    Constant(Value<'a>),
    Register(&'a Register),
}

impl<'a> Input<'a> {
    /// The value of a row; unreadable if the row does not exist.
    pub fn get(self, row: usize) -> Value<'a> {
        match self {
            Input::Column(column) => column.get(row),
            Input::Constant(value) => value,
            Input::Register(Register::Numbers(numbers)) => {
                numbers.get(row).copied().flatten().map_or(Value::Unreadable, Value::Number)
            }
            Input::Register(Register::Texts(lowered)) => {
                let code = lowered.codes.get(row).copied().flatten();
                let text = code.and_then(|code| lowered.texts.get(code as usize));
                text.map_or(Value::Unreadable, |text| Value::Text(text))
            }
            Input::Register(Register::Empty) => Value::Unreadable,
        }
    }
}
