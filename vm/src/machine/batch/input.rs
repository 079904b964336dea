//! The operands of the batch machine.

use std::rc::Rc;

use crate::columns::Column;
use crate::decimal::Decimal;
use crate::value::Value;

/// A register: one value per row.
#[derive(Clone, Debug)]
pub enum Register {
    /// Not set yet, or already freed.
    Empty,
    /// A number per row; `None` is unreadable.
    Numbers(Vec<Option<Decimal>>),
    /// Texts by code.
    Texts(Rc<Lowered>),
}

/// A text per row, with each distinct source text converted once; `None` is unreadable.
#[derive(Debug)]
pub struct Lowered {
    pub codes: Vec<Option<u32>>,
    pub texts: Vec<String>,
}

/// The source of an operand's values.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    Column(&'a Column),
    Constant(Value<'a>),
    Register(&'a Register),
}

impl<'a> Input<'a> {
    /// Returns the value of a row; a missing value is unreadable.
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
