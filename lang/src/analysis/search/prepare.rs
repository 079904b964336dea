//! Prepares a search: collects the atoms of its goals, the candidate values of their variables, and truth tables.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::super::Ground;
use super::super::budget::Budget;
use super::super::domain::{self, Held, Mode};
use super::super::model::{Atom, Node, NodeId, Said, Sort, says};
use super::super::truths::Truths;
use super::{Search, Tested, Var};

impl Search<'_> {
    pub(super) fn gather(
        &mut self,
        node: NodeId,
        places: &mut HashMap<usize, usize>,
        budget: &mut Budget,
    ) {
        budget.spend(1);
        match self.model.nodes.get(node) {
            Some(Node::All(parts) | Node::Any(parts)) => {
                parts.iter().for_each(|&part| self.gather(part, places, budget));
            }
            Some(Node::Not(inner) | Node::Known(inner)) => self.gather(*inner, places, budget),
            Some(Node::Atom(id)) => {
                let Some(atom) = self.model.atoms.get(*id) else { return };
                let Entry::Vacant(entry) = self.by_atom.entry(*id) else { return };
                entry.insert(self.tests.len());
                let place = |&var: &usize| {
                    *places.entry(var).or_insert_with(|| {
                        self.vars.push(Var { id: var, held: Vec::new(), at: None });
                        self.vars.len() - 1
                    })
                };
                let vars = atom.vars.iter().map(place).collect();
                let any = Truths::ALL;
                self.tests.push(Tested { atom, vars, table: Vec::new(), any, taken: None });
            }
            Some(Node::Fixed(_)) | None => {}
        }
    }

    /// Finds the candidate values of each variable; variables that are compared with each other are handled together.
    pub(super) fn domains(&mut self, ground: &Ground, budget: &mut Budget) {
        let mut group: Vec<usize> = (0..self.vars.len()).collect();
        for test in &self.tests {
            if test.atom.sort == Sort::Plain
                && let [left, right] = test.vars.as_slice()
                && let (Some(&from), Some(&to)) = (group.get(*left), group.get(*right))
            {
                group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
            }
        }
        let atoms: Vec<&Atom> = self.tests.iter().map(|test| test.atom).collect();
        for leader in 0..self.vars.len() {
            let members: Vec<usize> =
                (0..self.vars.len()).filter(|member| group.get(*member) == Some(&leader)).collect();
            let ids: Vec<usize> =
                members.iter().filter_map(|at| Some(self.vars.get(*at)?.id)).collect();
            if ids.is_empty() {
                continue;
            }
            let held = domain::joint_values(ground, &ids, &atoms, self.mode, budget);
            for (member, held) in members.into_iter().zip(held) {
                if let Some(var) = self.vars.get_mut(member) {
                    var.held = held;
                }
            }
        }
    }

    /// Evaluates the atoms of one variable for each value, and keeps one of the values that no atom distinguishes.
    pub(super) fn tables(&mut self, budget: &mut Budget) {
        for place in 0..self.vars.len() {
            let mut of_var: Vec<usize> = Vec::new();
            let mut alone = true;
            for (at, test) in self.tests.iter().enumerate() {
                match test.vars.as_slice() {
                    [only] if *only == place => of_var.push(at),
                    vars if vars.contains(&place) => alone = false,
                    _ => {}
                }
            }
            let held = self.vars.get_mut(place).map(|var| std::mem::take(&mut var.held));
            let held = held.unwrap_or_default();
            let mut kept: Vec<Held> = Vec::with_capacity(held.len());
            let mut seen = HashSet::new();
            let mut tables: Vec<Vec<Truths>> = vec![Vec::new(); of_var.len()];
            for held in held {
                budget.spend(of_var.len());
                if budget.is_out() {
                    break;
                }
                let says: Vec<Truths> =
                    of_var.iter().map(|&at| self.says_of_one(at, &held)).collect();
                // If an atom reads other variables too, values in different states stay distinct.
                let state = held.strangeness();
                if alone && !seen.insert((state, says.clone())) {
                    continue;
                }
                for (table, says) in tables.iter_mut().zip(says) {
                    table.push(says);
                }
                kept.push(held);
            }
            if let Some(var) = self.vars.get_mut(place) {
                var.held = kept;
            }
            for (at, table) in of_var.into_iter().zip(tables) {
                if let Some(test) = self.tests.get_mut(at) {
                    test.any = table.iter().fold(Truths::NONE, |all, says| all.union(*says));
                    test.table = table;
                }
            }
        }
    }

    /// The possible truths of a one-variable atom for a value.
    fn says_of_one(&mut self, at: usize, held: &Held) -> Truths {
        let Some(test) = self.tests.get(at) else { return Truths::ALL };
        let atom = test.atom;
        let free = atom.sort == Sort::Opaque && matches!(held, Held::Any(_));
        if free && self.mode == Mode::Free {
            return says(&atom.test, &|_| Said::SomeKnown);
        }
        if atom.sort == Sort::Plain || held.strangeness() > 0 {
            return says(&atom.test, &|_| Said::Exactly(held.value()));
        }
        let Some(program) = &atom.program else { return Truths::ALL };
        if let Some(&var) = atom.vars.first() {
            self.row.set(var, held.value());
        }
        let says = Truths::from(program.weigh(&self.row).truth());
        self.row.clear();
        says
    }
}
