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
    /// A number a row, where there is one.
    Numbers(Vec<Option<Decimal>>),
    /// Texts by their code.
    Texts(Rc<Lowered>),
}

/// A text a row, where there is one, each different source once.
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
    /// What it holds for a row; what is not there is unreadable.
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
