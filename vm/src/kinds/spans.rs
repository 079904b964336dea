//! Derives the bounds of a slot that a program requires to be known true, from the code of *decide*.

use crate::kinds::needs::Operands;
use crate::op::{Op, Operand, Target, Test};
use crate::program::{Form, Nullable, Program};
use crate::value::Constant;

/// An interval, both bounds included; `None` leaves that side unbounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub low: Option<Constant>,
    pub high: Option<Constant>,
}

/// The requirement on the slot for reaching the answer true.
#[derive(Clone)]
enum Need {
    /// No value leads there.
    Never,
    /// A known value within these bounds; without bounds, any value.
    Within(Span),
}

/// Returns the bounds of a slot of numbers or datetimes that the program requires to be known true.
///
/// `None` if no bound follows, or if the program is never known true.
pub fn span(program: &Program, slot: usize) -> Option<Span> {
    let ops = program.ops(Form::Decide);
    let operands = Operands { program, slot };
    // The requirement at each instruction, the last instruction first.
    let mut needs: Vec<Need> = Vec::with_capacity(ops.len());
    for (at, op) in ops.iter().enumerate().rev() {
        let later = |index: usize| {
            let from_end = ops.len().checked_sub(index + 1);
            let need = from_end.and_then(|at| needs.get(at)).cloned();
            need.unwrap_or(Need::Within(Span::default()))
        };
        let target = |target: Target| match target {
            Target::YES => Need::Within(Span::default()),
            Target::NO => Need::Never,
            target => target.index().map_or(Need::Within(Span::default()), later),
        };
        let need = match op {
            Op::Weigh { .. } | Op::Compute { .. } => later(at + 1),
            Op::Jump { test, yes, no } => {
                either(both(of_test(operands, *test), target(*yes)), target(*no))
            }
        };
        needs.push(need);
    }
    match needs.pop()? {
        Need::Within(span) if span != Span::default() => Some(span),
        Need::Within(_) | Need::Never => None,
    }
}

fn both(a: Span, b: Need) -> Need {
    let Need::Within(b) = b else { return Need::Never };
    let low = a.low.max(b.low);
    let high = match (a.high, b.high) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    match (&low, &high) {
        (Some(low), Some(high)) if low > high => Need::Never,
        _ => Need::Within(Span { low, high }),
    }
}

/// Returns the narrowest bounds that contain both.
fn either(a: Need, b: Need) -> Need {
    match (a, b) {
        (Need::Never, need) | (need, Need::Never) => need,
        (Need::Within(a), Need::Within(b)) => {
            let high = a.high.zip(b.high).map(|(a, b)| a.max(b));
            Need::Within(Span { low: a.low.min(b.low), high })
        }
    }
}

/// Returns the bounds that follow if a test is known true.
fn of_test(operands: Operands<'_>, test: Test) -> Span {
    let span = |left: Operand, right: Operand, side: Side| {
        let of = |value, constant| operands.constant_of(value, constant).cloned();
        match (of(left, right), of(right, left)) {
            (Some(bound), _) => side.span(bound),
            (None, Some(bound)) => side.turned().span(bound),
            (None, None) => Span::default(),
        }
    };
    match test {
        Test::EqNumber(left, right) | Test::EqDatetime(left, right) => {
            span(left, right, Side::Both)
        }
        Test::LtNumber(left, right)
        | Test::LeNumber(left, right)
        | Test::LtDatetime(left, right)
        | Test::LeDatetime(left, right) => span(left, right, Side::Below),
        Test::GtNumber(left, right)
        | Test::GeNumber(left, right)
        | Test::GtDatetime(left, right)
        | Test::GeDatetime(left, right) => span(left, right, Side::Above),
        Test::InNumber(value, list) | Test::InDatetime(value, list) => {
            let list = operands.program.lists.get(list.index());
            let list = list.filter(|list| list.null == Nullable::WithoutNull);
            match list.filter(|_| operands.is_slot(value)) {
                Some(list) => {
                    Span { low: list.members.first().cloned(), high: list.members.last().cloned() }
                }
                None => Span::default(),
            }
        }
        _ => Span::default(),
    }
}

/// The side of a bound on which a value lies.
#[derive(Clone, Copy)]
enum Side {
    Below,
    Above,
    Both,
}

impl Side {
    fn turned(self) -> Side {
        match self {
            Side::Below => Side::Above,
            Side::Above => Side::Below,
            Side::Both => Side::Both,
        }
    }

    fn span(self, bound: Constant) -> Span {
        match self {
            Side::Below => Span { low: None, high: Some(bound) },
            Side::Above => Span { low: Some(bound), high: None },
            Side::Both => Span { low: Some(bound.clone()), high: Some(bound) },
        }
    }
}
