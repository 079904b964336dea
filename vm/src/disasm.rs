//! The listing of a program: its tables, then both forms.

use std::fmt::{self, Display, Formatter};

use crate::op::{Field, Kind, Op};
use crate::program::{Form, Nullable, Program};
use crate::value::Constant;

/// Prints the listing: one line per slot, constant, list, pattern and instruction.
///
/// An operand is `s` (slot), `c` (constant), `r` (register), `l` (list), `m` (pattern) or `p` (part) and its number.
impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, ty) in self.slots.iter().enumerate() {
            writeln!(f, "s{at} {}", ty.name())?;
        }
        for (at, constant) in self.constants.iter().enumerate() {
            writeln!(f, "c{at} {}", Literal(constant))?;
        }
        for (at, list) in self.lists.iter().enumerate() {
            write!(f, "l{at} [")?;
            let null = (list.null == Nullable::WithNull).then(|| "null".to_owned());
            let members = list.members.iter().map(|m| Literal(m).to_string());
            separated(f, members.chain(null))?;
            writeln!(f, "]")?;
        }
        for (at, pattern) in self.patterns.iter().enumerate() {
            writeln!(f, "m{at} {pattern:?}")?;
        }
        for form in [Form::Decide, Form::Weigh] {
            writeln!(f, "{form}")?;
            for (at, op) in self.ops(form).iter().enumerate() {
                writeln!(f, "  {at} {op}")?;
            }
        }
        writeln!(f, "answer {}", self.answer)
    }
}

impl Display for Op {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Op::Jump { test, yes, no } => {
                named(f, test.name(), |each| test.walk(each))?;
                write!(f, " ? {yes} : {no}")
            }
            Op::Weigh { test, into } => {
                write!(f, "{into} = ")?;
                named(f, test.name(), |each| test.walk(each))
            }
            Op::Compute { value, into } => {
                write!(f, "{into} = ")?;
                named(f, value.name(), |each| value.walk(each))
            }
        }
    }
}

fn named(
    f: &mut Formatter<'_>,
    name: &str,
    walk: impl FnOnce(&mut dyn FnMut(Kind, Field)),
) -> fmt::Result {
    let mut fields = Vec::new();
    walk(&mut |_, field| fields.push(field.to_string()));
    write!(f, "{name} ")?;
    separated(f, fields)
}

fn separated(f: &mut Formatter<'_>, items: impl IntoIterator<Item = String>) -> fmt::Result {
    for (at, item) in items.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}

struct Literal<'a>(&'a Constant);

impl Display for Literal<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Constant::Text(text) => write!(f, "{text:?}"),
            Constant::Number(number) => number.fmt(f),
            Constant::Boolean(known) => known.fmt(f),
            Constant::Datetime(at) => write!(f, "@{}.{:09}", at.seconds, at.nanoseconds),
        }
    }
}
