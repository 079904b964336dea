//! Narrows constraints by the schema of an argument.

use std::collections::BTreeSet;
use std::rc::Rc;

use vm::{Decimal, Family, Type};

use super::schema::{Bound, Choice, Kinds, Says, Shape};
use crate::station::constraints::{Constraints, End, Limit};

impl Constraints {
    /// Takes over what an argument asks of a value of a type; the argument takes one of these shapes.
    pub(crate) fn take_over(&mut self, ty: Type, shapes: &[Rc<Shape>]) {
        let taking: Vec<_> = shapes.iter().filter(|shape| shape.takes(ty)).collect();
        let choices: Option<Vec<_>> = taking.iter().map(|shape| texts(shape)).collect();
        if let Some(choices) = choices.filter(|choices| !choices.is_empty()) {
            let choices: BTreeSet<_> = choices.into_iter().flatten().collect();
            self.choices = Some(match &self.choices {
                Some(before) => before.intersection(&choices).cloned().collect(),
                None => choices,
            });
        }
        // What only one of several alternatives asks for is not asked of the value.
        let [shape] = taking.as_slice() else { return };
        match ty.family() {
            Family::Number if shape.kinds.meets(Kinds::NUMBER) => self.bound_number(shape),
            Family::Text => self.bound_text(shape),
            Family::Number | Family::Boolean | Family::Datetime => {}
        }
    }

    /// The constraints of a schema on a literal, apart from its choices.
    pub(crate) fn of_literal(shape: &Shape) -> Constraints {
        let mut constraints = Constraints::default();
        constraints.bound_number(shape);
        constraints.bound_text(shape);
        constraints
    }

    fn bound_number(&mut self, shape: &Shape) {
        self.minimum = narrower(self.minimum, shape.minimum, |new, old| new > old);
        self.maximum = narrower(self.maximum, shape.maximum, |new, old| new < old);
    }

    fn bound_text(&mut self, shape: &Shape) {
        self.min_length = self.min_length.max(shape.min_length);
        self.max_length = match (self.max_length, shape.max_length) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        for pattern in &shape.patterns {
            if !self.patterns.contains(pattern) {
                self.patterns.push(pattern.clone());
            }
        }
    }
}

fn narrower(
    before: Option<Limit>,
    bound: Option<Bound>,
    closer: impl Fn(Decimal, Decimal) -> bool,
) -> Option<Limit> {
    let new = bound.map(|bound| Limit {
        value: bound.value,
        end: if bound.closed == Says::Yes { End::Inclusive } else { End::Exclusive },
    });
    match (before, new) {
        (Some(old), Some(new)) => {
            let same = new.value == old.value && new.end == End::Exclusive;
            Some(if same || closer(new.value, old.value) { new } else { old })
        }
        (before, new) => before.or(new),
    }
}

/// The choices of a shape as text; `None` if it accepts any value.
fn texts(shape: &Shape) -> Option<Vec<String>> {
    let text = |choice: &Choice| match choice {
        Choice::Text(text) => Some(text.clone()),
        Choice::Number(number) => Some(number.to_string()),
        Choice::Boolean(known) => Some(known.to_string()),
        Choice::Null | Choice::Far | Choice::Compound => None,
    };
    Some(shape.choices.as_ref()?.iter().filter_map(text).collect())
}
