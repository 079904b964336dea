//! Searches for an assignment of variables that gives each condition a wanted truth.

mod eval;
mod prepare;

use std::collections::HashMap;

use vm::{Row, Truth};

use super::Ground;
use super::budget::Budget;
use super::domain::{Held, Mode};
use super::model::{Atom, AtomId, Model, Node, NodeId, Sort};
use super::truths::Truths;

/// A condition and its wanted truths.
pub(super) type Goal = (NodeId, Truths);

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    /// A solution.
    Something(T),
    /// Proof that no solution exists.
    Nothing,
    /// Undecided: the budget is spent, or opaque tests were not evaluated far enough.
    Open,
}

/// A variable of the search.
struct Var {
    /// The index of the variable in the analysis.
    id: usize,
    /// The candidate values, in the order tried.
    held: Vec<Held>,
    /// The index of the assigned value.
    at: Option<usize>,
}

/// An atom of the search.
struct Tested<'m> {
    atom: &'m Atom,
    /// The variables, by their index in the search.
    vars: Vec<usize>,
    /// For an atom of one variable: its possible truths for each value.
    table: Vec<Truths>,
    /// The union of its possible truths.
    any: Truths,
    /// The assumed truth, if the atom is free.
    taken: Option<Truth>,
}

/// The callback for an assignment that meets all goals.
pub(super) type Leaf<'f> = &'f mut dyn FnMut(&[(usize, Held)]) -> Accepted;

/// Whether the callback accepts the assignment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Accepted {
    /// Accepted.
    Yes,
    /// Rejected; the search goes on, but can no longer prove that no solution exists.
    No,
}

pub(super) struct Search<'m> {
    model: &'m Model,
    vars: Vec<Var>,
    tests: Vec<Tested<'m>>,
    by_atom: HashMap<AtomId, usize>,
    mode: Mode,
    /// Whether an assignment was rejected.
    doubted: bool,
    /// The limit on how unusual a value may be.
    strangeness: u8,
    /// The current recursion depth.
    depth: usize,
    row: Row,
}

impl<'m> Search<'m> {
    pub(super) fn new(
        ground: &Ground,
        model: &'m Model,
        goals: &[Goal],
        mode: Mode,
        budget: &mut Budget,
    ) -> Search<'m> {
        let mut search = Search {
            model,
            vars: Vec::new(),
            tests: Vec::new(),
            by_atom: HashMap::new(),
            mode,
            doubted: false,
            strangeness: 2,
            depth: 0,
            row: Row::new(ground.vars()),
        };
        let mut places = HashMap::new();
        for (goal, _) in goals {
            search.gather(*goal, &mut places, budget);
        }
        search.domains(ground, budget);
        search.tables(budget);
        search
    }

    /// Limits how unusual a value may be.
    pub(super) fn limit(&mut self, strangeness: u8) {
        self.strangeness = strangeness;
    }

    /// Whether any atom is opaque.
    pub(super) fn has_opaque(&self) -> bool {
        self.tests.iter().any(|test| test.atom.sort == Sort::Opaque)
    }

    /// Searches for an assignment that the callback accepts.
    pub(super) fn run(&mut self, goals: &[Goal], budget: &mut Budget, leaf: Leaf<'_>) -> Found<()> {
        if budget.is_out() {
            return Found::Open;
        }
        if goals.len() <= FEW {
            self.filter(goals, budget);
        }
        match self.go(goals, budget, leaf) {
            Found::Nothing if self.doubted => Found::Open,
            found => found,
        }
    }

    /// Drops each value that alone makes a goal unreachable.
    fn filter(&mut self, goals: &[Goal], budget: &mut Budget) {
        for place in 0..self.vars.len() {
            let count = self.vars.get(place).map_or(0, |var| var.held.len());
            let mut dropped = Vec::new();
            for at in 0..count {
                self.hold(place, Some(at));
                if goals.iter().any(|(goal, wanted)| !self.eval(*goal, budget).meets(*wanted)) {
                    dropped.push(at);
                }
                self.hold(place, None);
                if budget.is_out() {
                    return;
                }
            }
            self.drop_values(place, &dropped);
        }
    }

    fn drop_values(&mut self, place: usize, dropped: &[usize]) {
        fn keep<T>(all: &mut Vec<T>, dropped: &[usize]) {
            let mut at = 0;
            all.retain(|_| {
                at += 1;
                dropped.binary_search(&(at - 1)).is_err()
            });
        }
        if let Some(var) = self.vars.get_mut(place) {
            keep(&mut var.held, dropped);
        }
        for test in self.tests.iter_mut().filter(|test| test.vars.as_slice() == [place]) {
            keep(&mut test.table, dropped);
            test.any = test.table.iter().fold(Truths::NONE, |all, says| all.union(*says));
        }
    }

    fn hold(&mut self, place: usize, at: Option<usize>) {
        if let Some(var) = self.vars.get_mut(place) {
            var.at = at;
        }
    }

    fn go(&mut self, goals: &[Goal], budget: &mut Budget, leaf: Leaf<'_>) -> Found<()> {
        let mut open = Vec::with_capacity(goals.len());
        for &(goal, wanted) in goals {
            let says = self.eval(goal, budget);
            if budget.is_out() {
                return Found::Open;
            }
            if !says.meets(wanted) {
                return Found::Nothing;
            }
            if !says.within(wanted) {
                open.push((goal, wanted));
            }
        }
        let Some(&(first, _)) = open.first() else { return self.leaf(leaf) };
        if self.depth >= DEEPEST {
            return Found::Open;
        }
        self.depth += 1;
        let found = match self.choice(first, budget) {
            Some(Choice::Var(place)) => self.each_value(place, &open, budget, leaf),
            Some(Choice::Test(at)) => self.each_truth(at, &open, budget, leaf),
            // INVARIANT: an unsettled goal has an unsettled atom.
            None => Found::Open,
        };
        self.depth -= 1;
        found
    }

    fn each_value(
        &mut self,
        place: usize,
        open: &[Goal],
        budget: &mut Budget,
        leaf: Leaf<'_>,
    ) -> Found<()> {
        let count = self.vars.get(place).map_or(0, |var| var.held.len());
        for at in 0..count {
            let strange = self.vars.get(place).and_then(|v| v.held.get(at)).map(Held::strangeness);
            if strange > Some(self.strangeness) {
                continue;
            }
            self.hold(place, Some(at));
            let found = self.go(open, budget, leaf);
            self.hold(place, None);
            if found != Found::Nothing {
                return found;
            }
        }
        Found::Nothing
    }

    fn each_truth(
        &mut self,
        at: usize,
        open: &[Goal],
        budget: &mut Budget,
        leaf: Leaf<'_>,
    ) -> Found<()> {
        let says = self.atom(at, budget);
        for truth in Truth::ALL.into_iter().rev().filter(|truth| says.has(*truth)) {
            self.take(at, Some(truth));
            let found = self.go(open, budget, leaf);
            self.take(at, None);
            if found != Found::Nothing {
                return found;
            }
        }
        Found::Nothing
    }

    fn take(&mut self, at: usize, truth: Option<Truth>) {
        if let Some(test) = self.tests.get_mut(at) {
            test.taken = truth;
        }
    }

    fn leaf(&mut self, leaf: Leaf<'_>) -> Found<()> {
        // The goals are met whatever the unassigned variables hold, so leave them absent if possible. If a plain row is
        // preferred, assign a value.
        let is_empty = self.vars.iter().all(|var| var.at.is_none());
        let held = |var: &Var| {
            let plain = || var.held.iter().position(|held| held.strangeness() == 0);
            let first = || match self.strangeness {
                0 if is_empty => plain(),
                _ => (!var.held.contains(&Held::Absent)).then_some(0),
            };
            Some((var.id, var.held.get(var.at.or_else(first)?)?.clone()))
        };
        let held: Vec<(usize, Held)> = self.vars.iter().filter_map(held).collect();
        match leaf(&held) {
            Accepted::Yes => Found::Something(()),
            Accepted::No => {
                self.doubted = true;
                Found::Nothing
            }
        }
    }

    /// The next choice: the variable with the fewest values among the variables of a goal.
    fn choice(&self, goal: NodeId, budget: &mut Budget) -> Option<Choice> {
        let mut best: Option<(usize, Choice)> = None;
        let mut pending = vec![goal];
        while let Some(node) = pending.pop() {
            budget.spend(1);
            match self.model.nodes.get(node) {
                Some(Node::All(parts) | Node::Any(parts)) => pending.extend(parts),
                Some(Node::Not(inner) | Node::Known(inner)) => pending.push(*inner),
                Some(Node::Fixed(_)) | None => {}
                Some(Node::Atom(id)) => {
                    let Some(&at) = self.by_atom.get(id) else { continue };
                    let Some(test) = self.tests.get(at) else { continue };
                    let unsaid = test.vars.iter().filter_map(|&place| {
                        let var = self.vars.get(place)?;
                        var.at.is_none().then_some((var.held.len(), Choice::Var(place)))
                    });
                    let choice = unsaid.min_by_key(|(count, _)| *count).or_else(|| {
                        let is_open = test.taken.is_none() && !self.atom(at, budget).is_one();
                        is_open.then_some((usize::MAX, Choice::Test(at)))
                    });
                    if let Some((count, choice)) = choice
                        && best.is_none_or(|(least, _)| count < least)
                    {
                        best = Some((count, choice));
                    }
                }
            }
        }
        best.map(|(_, choice)| choice)
    }
}

/// The deepest recursion, which bounds the stack.
const DEEPEST: usize = 128;

/// The number of goals to filter by value before the search.
const FEW: usize = 4;

/// The next decision of the search.
#[derive(Clone, Copy)]
enum Choice {
    /// The value of a variable.
    Var(usize),
    /// The truth of a free atom.
    Test(usize),
}
