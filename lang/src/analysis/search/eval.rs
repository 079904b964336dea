//! Evaluates nodes and atoms in sets of truths, under a partial assignment.

use vm::Row;

use super::super::budget::Budget;
use super::super::domain::{Held, Mode};
use super::super::model::{Atom, Node, NodeId, Said, Sort, says};
use super::super::truths::Truths;
use super::{Search, Var};

impl Search<'_> {
    /// The possible truths of a node.
    pub(super) fn eval(&self, node: NodeId, budget: &mut Budget) -> Truths {
        match self.model.nodes.get(node) {
            Some(Node::All(parts)) => {
                let mut all = Truths::TRUE;
                for &part in parts {
                    all = all.and(self.eval(part, budget));
                    if all == Truths::FALSE {
                        break;
                    }
                }
                all
            }
            Some(Node::Any(parts)) => {
                let mut any = Truths::FALSE;
                for &part in parts {
                    any = any.or(self.eval(part, budget));
                    if any == Truths::TRUE {
                        break;
                    }
                }
                any
            }
            Some(Node::Not(inner)) => self.eval(*inner, budget).not(),
            Some(Node::Known(inner)) => self.eval(*inner, budget).known(),
            Some(Node::Fixed(truth)) => Truths::from(*truth),
            Some(Node::Atom(id)) => match self.by_atom.get(id) {
                Some(&at) => self.atom(at, budget),
                None => Truths::ALL,
            },
            None => Truths::ALL,
        }
    }

    /// The possible truths of an atom.
    pub(super) fn atom(&self, at: usize, budget: &mut Budget) -> Truths {
        budget.spend(1);
        let Some(test) = self.tests.get(at) else { return Truths::ALL };
        if let Some(truth) = test.taken {
            return Truths::from(truth);
        }
        match test.vars.as_slice() {
            [] => Truths::ALL,
            [only] => match self.vars.get(*only).and_then(|var| var.at) {
                Some(at) => test.table.get(at).copied().unwrap_or(Truths::ALL),
                None => test.any,
            },
            [left, right] if test.atom.sort == Sort::Plain => {
                self.of_two(test.atom, *left, *right, budget)
            }
            many => self.of_many(test.atom, many),
        }
    }

    /// The possible truths of a two-variable atom for the values that its variables may have.
    fn of_two(&self, atom: &Atom, left: usize, right: usize, budget: &mut Budget) -> Truths {
        let (Some(left), Some(right)) = (self.vars.get(left), self.vars.get(right)) else {
            return Truths::ALL;
        };
        let says = |a: &Held, b: &Held| {
            let of = |id| Said::Exactly(if id == left.id { a.value() } else { b.value() });
            says(&atom.test, &of)
        };
        let at = |var: &'_ Var| var.at.and_then(|at| var.held.get(at).cloned());
        match (at(left), at(right)) {
            (Some(a), Some(b)) => says(&a, &b),
            (None, None) => Truths::ALL,
            (Some(a), None) => {
                budget.spend(right.held.len());
                right.held.iter().fold(Truths::NONE, |all, b| all.union(says(&a, b)))
            }
            (None, Some(b)) => {
                budget.spend(left.held.len());
                left.held.iter().fold(Truths::NONE, |all, a| all.union(says(a, &b)))
            }
        }
    }

    /// The truth of an opaque atom of several variables, evaluated once all are assigned.
    fn of_many(&self, atom: &Atom, places: &[usize]) -> Truths {
        let at = |place: &usize| {
            let var = self.vars.get(*place)?;
            Some((var.id, var.held.get(var.at?)?))
        };
        let held: Vec<(usize, &Held)> = places.iter().filter_map(at).collect();
        if held.len() < places.len() {
            return Truths::ALL;
        }
        let all_known = held.iter().all(|(_, held)| held.strangeness() == 0);
        let exact = held.iter().all(|(_, held)| !matches!(held, Held::Any(_)));
        if all_known
            && (exact || self.mode == Mode::Asked)
            && let Some(program) = &atom.program
        {
            let mut row = Row::new(self.row.len());
            held.iter().for_each(|(var, held)| row.set(*var, held.value()));
            return Truths::from(program.weigh(&row).truth());
        }
        let of = |id: usize| match held.iter().find(|(var, _)| *var == id) {
            Some((_, held)) if held.strangeness() > 0 => Said::Exactly(held.value()),
            _ => Said::SomeKnown,
        };
        says(&atom.test, &of)
    }
}
