//! Representative values of a variable: one for each class of values that the tests cannot distinguish.
//!
//! For variables that are compared with each other, the literals suffice, plus as many values between any two of them
//! as there are variables: every possible ordering of the variables can be formed with these.

use std::collections::BTreeSet;

use vm::{Constant, Decimal, Family, Instant, Type};

use super::budget::Budget;
use super::model::{Atom, Sort, values};
use super::samples::{self, Grid};
use super::{Ground, texts};
use crate::hir::{Test, ValueKind};

/// The state of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Absent,
    Unreadable,
    /// A literal of the tests; it represents only itself.
    Exactly(Constant),
    /// A value that represents all others that the tests cannot distinguish from it.
    Any(Constant),
}

impl Held {
    pub(super) fn value(&self) -> vm::Value<'_> {
        match self {
            Held::Absent => vm::Value::Absent,
            Held::Unreadable => vm::Value::Unreadable,
            Held::Exactly(constant) | Held::Any(constant) => constant.value(),
        }
    }

    /// How unusual a value is for a reader; plain values are tried first.
    pub(super) fn strangeness(&self) -> u8 {
        match self {
            Held::Exactly(_) | Held::Any(_) => 0,
            Held::Absent => 1,
            Held::Unreadable => 2,
        }
    }
}

/// How opaque tests are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// For a value that is not a literal, an opaque test may have any truth.
    Free,
    /// Opaque tests are evaluated, and more values are tried for them.
    Asked,
}

/// The representative values of variables that are compared with each other.
pub(super) fn joint_values(
    ground: &Ground,
    vars: &[usize],
    atoms: &[&Atom],
    mode: Mode,
    budget: &mut Budget,
) -> Vec<Vec<Held>> {
    let types: Vec<Type> = vars.iter().filter_map(|&var| ground.ty(var)).collect();
    let mut literals = literals(vars, atoms, mode, budget);
    if vars.iter().any(|&var| ground.is_from_zero(var)) {
        literals.insert(Constant::Number(Decimal::ZERO));
    }
    let family = types.first().map_or(Family::Text, |ty| ty.family());
    let known = match family {
        Family::Boolean => {
            [true, false].map(|known| Held::Exactly(Constant::Boolean(known))).to_vec()
        }
        Family::Number => numbers(&literals, &types),
        Family::Datetime => instants(&literals, types.len()),
        Family::Text => texts(ground, &literals, &types, vars.len()),
    };
    budget.spend(known.len() * vars.len());
    let of_var = |&var: &usize| {
        let mut held: Vec<Held> =
            known.iter().filter(|held| ground.holds(var, held)).cloned().collect();
        held.extend(ground.unknowns(var));
        held
    };
    vars.iter().map(of_var).collect()
}

/// The literals that the variables are compared with; if opaque tests are evaluated, also values that they suggest.
fn literals(
    vars: &[usize],
    atoms: &[&Atom],
    mode: Mode,
    budget: &mut Budget,
) -> BTreeSet<Constant> {
    let mut found = BTreeSet::new();
    for atom in atoms.iter().filter(|atom| atom.vars.iter().any(|var| vars.contains(var))) {
        budget.spend(1);
        if atom.sort == Sort::Opaque {
            if mode == Mode::Asked {
                constants(&atom.test, &mut found);
            } else if let [_] = atom.vars.as_slice() {
                plain_constants(&atom.test, &mut found);
            }
            continue;
        }
        plain_constants(&atom.test, &mut found);
    }
    if mode == Mode::Asked {
        texts::suggested(vars, atoms, &mut found);
        suggested_numbers(&mut found);
    }
    budget.spend(found.len());
    found
}

/// The literals that a test compares a value with.
fn plain_constants(test: &Test, found: &mut BTreeSet<Constant>) {
    if let Test::In(_, _, list) = test {
        found.extend(list.members().iter().cloned());
    }
    if let Test::Compare(..) = test {
        constants(test, found);
    }
}

/// All literals of a test.
fn constants(test: &Test, found: &mut BTreeSet<Constant>) {
    fn of(value: &crate::hir::Value, found: &mut BTreeSet<Constant>) {
        match value.kind() {
            ValueKind::Slot(..) => {}
            ValueKind::Constant(constant) => {
                found.insert(constant.clone());
            }
            ValueKind::Sum(first, rest) => {
                of(first, found);
                rest.iter().for_each(|(_, term)| of(term, found));
            }
            ValueKind::Product(first, rest) => {
                of(first, found);
                rest.iter().for_each(|factor| of(factor, found));
            }
            ValueKind::Negative(inner) | ValueKind::Lower(inner) | ValueKind::Length(inner) => {
                of(inner, found);
            }
        }
    }
    if let Test::In(_, _, list) = test {
        found.extend(list.members().iter().cloned());
    }
    values(test).into_iter().for_each(|value| of(value, found));
}

/// Adds numbers that may change the result of arithmetic.
fn suggested_numbers(found: &mut BTreeSet<Constant>) {
    let numbers: Vec<Decimal> = found.iter().filter_map(number).take(12).collect();
    if numbers.is_empty() {
        return;
    }
    let mut more = vec![Decimal::ZERO, Decimal::from(1), Decimal::from(-1), Decimal::from(1_000)];
    more.extend(Decimal::new(9, 0).and_then(|nine| nine.mul(Decimal::new(10i128.pow(37), 0)?)));
    for &a in &numbers {
        more.push(a.neg());
        for &b in &numbers {
            more.extend([a.add(b), a.sub(b), a.mul(b)].into_iter().flatten());
        }
    }
    // Half and a fifth of a literal are exact decimals, and so are its tenths.
    for &a in &numbers {
        more.extend([5, 2, 1].into_iter().filter_map(|n| a.mul(Decimal::new(n, 1)?)));
    }
    found.extend(more.into_iter().map(Constant::Number));
}

fn number(constant: &Constant) -> Option<Decimal> {
    match constant {
        Constant::Number(number) => Some(*number),
        Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
    }
}

/// The literals and numbers between them: whole ones if the variables are integers.
fn numbers(literals: &BTreeSet<Constant>, types: &[Type]) -> Vec<Held> {
    let is_whole = |ty: &&Type| matches!(ty, Type::Integer | Type::Quantity);
    let whole = types.iter().filter(is_whole).count();
    let mut cuts: BTreeSet<Decimal> = literals.iter().filter_map(number).collect();
    let exact = cuts.clone();
    if whole > 0 {
        cuts.extend(between(&cuts, |low, high| {
            samples::numbers(low, high, types.len(), Grid::Whole)
        }));
    }
    if whole < types.len() {
        let mut more =
            between(&cuts, |low, high| samples::numbers(low, high, types.len(), Grid::Any));
        cuts.append(&mut more);
    }
    let held = |n: Decimal| match exact.contains(&n) {
        true => Held::Exactly(Constant::Number(n)),
        false => Held::Any(Constant::Number(n)),
    };
    // Numbers that are not literals come first, positive ones before the rest.
    let mut all: Vec<Decimal> = cuts.into_iter().collect();
    all.sort_by_key(|n| (exact.contains(n), *n <= Decimal::ZERO, n.scale()));
    all.into_iter().map(held).collect()
}

fn instants(literals: &BTreeSet<Constant>, wanted: usize) -> Vec<Held> {
    let exact: BTreeSet<Instant> = literals
        .iter()
        .filter_map(|constant| match constant {
            Constant::Datetime(instant) => Some(*instant),
            Constant::Text(_) | Constant::Number(_) | Constant::Boolean(_) => None,
        })
        .collect();
    let more = between(&exact, |low, high| samples::instants(low, high, wanted));
    let more = more.into_iter().rev().map(|at| Held::Any(Constant::Datetime(at)));
    more.chain(exact.into_iter().map(|at| Held::Exactly(Constant::Datetime(at)))).collect()
}

/// Generates values before, between and after some given values.
fn between<T: Copy + Ord>(
    cuts: &BTreeSet<T>,
    fill: impl Fn(Option<T>, Option<T>) -> Vec<T>,
) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    let mut low = None;
    for &cut in cuts {
        found.extend(fill(low, Some(cut)));
        low = Some(cut);
    }
    found.extend(fill(low, None));
    found
}

/// The literals, and for each type as many other texts as there are variables.
fn texts(
    ground: &Ground,
    literals: &BTreeSet<Constant>,
    types: &[Type],
    wanted: usize,
) -> Vec<Held> {
    let mut found = Vec::new();
    let mut seen: Vec<Type> = Vec::new();
    for &ty in types {
        if seen.contains(&ty) {
            continue;
        }
        seen.push(ty);
        let fresh = texts::fresh(ty).map(Constant::Text).filter(|text| !literals.contains(text));
        // A text can be valid for several types; it is used once.
        for text in fresh.filter(|text| ground.reads(ty, text)).take(wanted) {
            let held = Held::Any(text);
            if !found.contains(&held) {
                found.push(held);
            }
        }
    }
    let literal = |constant: &Constant| match constant {
        Constant::Text(_) => Some(Held::Exactly(constant.clone())),
        Constant::Number(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
    };
    found.extend(literals.iter().filter_map(literal));
    found
}
