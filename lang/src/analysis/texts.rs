//! Generates texts: ones that differ from every literal, and ones that text tests may distinguish.

use std::collections::BTreeSet;

use vm::{Constant, Type};

use super::model::{Atom, variables};
use crate::hir::{Containment, Test, Value, ValueKind};

/// The most searched texts that are concatenated.
const PIECES: usize = 8;

/// The longest text generated for a length test, in characters.
const LONG: usize = 2_000;

/// Texts of a type; the iterator is infinite except for phone numbers.
pub(super) fn fresh(ty: Type) -> Box<dyn Iterator<Item = String>> {
    let numbered = |first: &'static str, form: fn(usize) -> String| {
        Box::new(std::iter::once(first.to_owned()).chain((2..).map(form)))
    };
    match ty {
        Type::Email => numbered("ann@example.org", |n| format!("ann{n}@example.org")),
        Type::Phone => Box::new((0..1_000).map(|n| format!("+33142685{n:03}"))),
        Type::Url | Type::Image => {
            numbered("https://example.org/1", |n| format!("https://example.org/{n}"))
        }
        Type::Id => numbered("id-1", |n| format!("id-{n}")),
        Type::Text
        | Type::Number
        | Type::Integer
        | Type::Price
        | Type::Quantity
        | Type::Boolean
        | Type::Datetime => numbered("other", |n| format!("other {n}")),
    }
}

/// The texts that the tests of some variables search for.
#[derive(Default)]
struct Looked {
    starts: BTreeSet<String>,
    within: BTreeSet<String>,
    ends: BTreeSet<String>,
    lengths: BTreeSet<usize>,
}

/// Adds texts that the text tests of the variables may distinguish.
pub(super) fn suggested(vars: &[usize], atoms: &[&Atom], found: &mut BTreeSet<Constant>) {
    let mut looked = Looked::default();
    for atom in atoms.iter().filter(|atom| atom.vars.iter().any(|var| vars.contains(var))) {
        looked.test(&atom.test);
    }
    found.extend(looked.texts().into_iter().map(Constant::Text));
}

impl Looked {
    fn test(&mut self, test: &Test) {
        match test {
            Test::Text(containment, _, part) => {
                let Some(text) = literal(part) else { return };
                match containment {
                    Containment::Contains => self.within.insert(text),
                    Containment::Starts => self.starts.insert(text),
                    Containment::Ends => self.ends.insert(text),
                };
            }
            Test::Matches(_, pattern) => {
                let plain = pattern.source().trim_start_matches('^').trim_end_matches('$');
                self.within.insert(plain.to_owned());
            }
            Test::Compare(_, left, right) => {
                let measured = |value: &Value| matches!(value.kind(), ValueKind::Length(_));
                if measured(left) || measured(right) {
                    self.lengths.extend([left, right].into_iter().filter_map(whole));
                }
                let lowered = |value: &Value| {
                    let mut vars = Vec::new();
                    variables(value, &mut vars);
                    !vars.is_empty() && matches!(value.kind(), ValueKind::Lower(_))
                };
                if lowered(left) || lowered(right) {
                    self.within.extend([left, right].into_iter().filter_map(literal));
                }
            }
            Test::Null(..) | Test::Known(..) | Test::In(..) | Test::Holds(_) => {}
        }
    }

    fn texts(&self) -> BTreeSet<String> {
        let few = |set: &BTreeSet<String>| -> Vec<String> {
            let mut few: Vec<String> = set.iter().take(PIECES).cloned().collect();
            few.push(String::new());
            few
        };
        let (starts, ends) = (few(&self.starts), few(&self.ends));
        let within: Vec<String> = self.within.iter().take(PIECES).cloned().collect();
        let mut middles = vec![String::new(), within.concat()];
        for (at, one) in within.iter().enumerate() {
            middles.push(one.clone());
            middles.extend(within.iter().skip(at + 1).map(|other| format!("{one}{other}")));
        }
        let mut texts = BTreeSet::new();
        for start in &starts {
            for middle in &middles {
                for end in &ends {
                    texts.insert(format!("{start}{middle}{end}"));
                    texts.insert(format!("{start}{middle}x{end}"));
                }
            }
        }
        if !texts.is_empty() {
            texts.extend(within.iter().map(|text| text.to_uppercase()));
        }
        for length in &self.lengths {
            for length in [length.saturating_sub(1), *length, length + 1] {
                texts.insert("x".repeat(length.min(LONG)));
            }
        }
        texts
    }
}

fn literal(value: &Value) -> Option<String> {
    match value.kind() {
        ValueKind::Constant(Constant::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn whole(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Constant(Constant::Number(number)) if number.is_whole() => {
            usize::try_from(number.mantissa()).ok()
        }
        _ => None,
    }
}
