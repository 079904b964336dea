//! Static analysis of conditions: never true, always true, redundant, overlapping.
//!
//! A question asks whether some row gives each of several conditions one of its wanted truths. The answer is such a
//! row, confirmed by the machine; or a proof that none exists; or *undecided*, if the budget is spent or a test is
//! opaque (it computes, or searches in a text).
//!
//! For each variable a few representative values cover all others that the tests cannot distinguish, absent and
//! unreadable included. A search then assigns these values and evaluates every part in sets of truths.

mod budget;
mod condition;
mod confusable;
mod domain;
mod kinds;
mod model;
mod samples;
mod search;
mod texts;
mod truths;
mod witness;

use std::collections::HashMap;

use vm::{Constant, Layout, Path, Reading, Type};

pub use self::budget::{Budget, STEPS};
pub use self::condition::{Assumptions, Duty, Over, analyze_assuming, analyze_condition};
use self::domain::{Held, Mode};
pub use self::kinds::{Kinds, Overlap, analyze_kinds};
use self::model::{Adding, Change, Model, NodeId};
use self::search::{Accepted, Found, Goal, Leaf, Search};
pub use self::truths::Truths;
use self::witness::Tree;
use crate::compile::Compiled;
use crate::hir::Condition;
use crate::scope::{Position, Root, Scope};

/// A field that a condition reads: its path in a row, its type, and its possible states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The path in a row.
    pub path: Path,
    /// Its type.
    pub ty: Type,
    /// The possible states.
    pub states: States,
}

/// The possible states of a value, from most to fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum States {
    /// Known, absent or unreadable: a value in a tenant's row or answer.
    Read,
    /// Known and valid as an answer, or absent: a skill's parameter, an answer to a form, a line field.
    Answered,
    /// Known and valid as an answer: a parameter with a default, or a mandatory answer.
    Needed,
    /// Always known: `$now`.
    Given,
}

impl States {
    /// The states of values under a root in a position. Line fields, also under `$item`, are [`States::Answered`].
    pub fn of(root: Root, position: Position) -> States {
        match root {
            Root::Fields | Root::Item | Root::Read | Root::Submitted | Root::Output => States::Read,
            Root::Params if position == Position::Playbook => States::Read,
            Root::Params | Root::Form => States::Answered,
            Root::Now => States::Given,
        }
    }

    /// Whether the value is an answer.
    fn is_answer(self) -> bool {
        matches!(self, States::Answered | States::Needed)
    }

    /// Whether the value can be absent.
    fn may_be_absent(self) -> bool {
        matches!(self, States::Read | States::Answered)
    }
}

/// The fields of a scope, each at a path that starts with its root: `$form.until` is at `form.until`.
pub fn fields(scope: &Scope) -> Vec<Field> {
    let field = |(root, steps, ty): (Root, Vec<&str>, Type)| {
        let path = [&[root.name()], steps.as_slice()].concat().join(".");
        Some(Field {
            path: Path::parse(&path).ok()?,
            ty,
            states: States::of(root, scope.position()),
        })
    };
    scope.declared().filter_map(field).collect()
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A row exists: this one, as JSON.
    Row(String),
    /// No row exists.
    None,
    /// The question could not be decided.
    Undecided,
}

/// A set of fields and a reading context that conditions share.
#[derive(Clone, Copy, Debug)]
pub struct View(usize);

/// A condition added to an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Subject(usize);

/// The preference among several rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Any row.
    Any,
    /// A row without unreadable and absent values, if possible.
    Plain,
}

/// Conditions that are analysed together.
#[derive(Debug)]
pub struct Analysis<'a> {
    ground: Ground,
    model: Model,
    subjects: Vec<Looked<'a>>,
}

/// A condition with its root node.
#[derive(Debug)]
struct Looked<'a> {
    compiled: &'a Compiled,
    view: usize,
    node: NodeId,
}

/// The variables and how they are read.
#[derive(Debug)]
pub(crate) struct Ground {
    fields: Vec<Field>,
    /// The types of the fields, in field order.
    types: Vec<Type>,
    numbers: HashMap<Field, usize>,
    views: Vec<Seen>,
    reading: Reading,
}

/// The variables for the slots of conditions, and the reading context.
#[derive(Debug)]
struct Seen {
    vars: Vec<usize>,
    layout: Layout,
}

impl<'a> Analysis<'a> {
    /// An empty analysis; `reading` normalises texts.
    pub fn new(reading: &Reading) -> Analysis<'a> {
        let ground = Ground {
            fields: Vec::new(),
            types: Vec::new(),
            numbers: HashMap::new(),
            views: Vec::new(),
            reading: reading.clone(),
        };
        Analysis { ground, model: Model::default(), subjects: Vec::new() }
    }

    /// Adds a view: one field per slot, in slot order. Fields with equal path, type and states share one variable, also
    /// across views. All views must be added before any condition.
    pub fn view(&mut self, fields: &[Field], reading: &Reading) -> View {
        let ground = &mut self.ground;
        let number = |field: &Field| {
            *ground.numbers.entry(field.clone()).or_insert_with(|| {
                ground.fields.push(field.clone());
                ground.types.push(field.ty);
                ground.fields.len() - 1
            })
        };
        let vars = fields.iter().map(number).collect();
        let paths: Vec<(Path, Type)> =
            fields.iter().map(|field| (field.path.clone(), field.ty)).collect();
        ground.views.push(Seen { vars, layout: Layout::new(&paths, reading.clone()) });
        View(ground.views.len() - 1)
    }

    /// Adds a condition whose slots are the fields of a view.
    pub fn add(&mut self, view: View, compiled: &'a Compiled) -> Subject {
        let node = self.node(view.0, &compiled.condition, &[]);
        self.subjects.push(Looked { compiled, view: view.0, node });
        Subject(self.subjects.len() - 1)
    }

    /// Searches for a row that gives each condition one of its wanted truths.
    pub fn find(
        &self,
        wanted: &[(Subject, Truths)],
        preference: Preference,
        budget: &mut Budget,
    ) -> Answer {
        match self.search(wanted, &[], preference, budget) {
            Found::Something(row) => Answer::Row(row),
            Found::Nothing => Answer::None,
            Found::Open => Answer::Undecided,
        }
    }

    fn node(&mut self, view: usize, condition: &Condition, changes: &[Change]) -> NodeId {
        let vars = self.ground.views.get(view).map_or(&[][..], |seen| &seen.vars);
        let Ground { types, reading, .. } = &self.ground;
        Adding { model: &mut self.model, vars, types, reading, changes }.condition(condition)
    }

    /// Adds a variant of a condition, with changes to some of its parts.
    fn changed(&mut self, subject: Subject, changes: &[Change]) -> Option<NodeId> {
        let Looked { compiled, view, .. } = *self.subjects.get(subject.0)?;
        Some(self.node(view, &compiled.condition, changes))
    }

    /// Adds another condition over the slots of an existing one.
    fn add_sibling(&mut self, subject: Subject, condition: &Condition) -> Option<NodeId> {
        let view = self.subjects.get(subject.0)?.view;
        Some(self.node(view, condition, &[]))
    }

    /// Searches for a row that gives conditions, and further nodes, their wanted truths.
    fn search(
        &self,
        wanted: &[(Subject, Truths)],
        beside: &[Goal],
        preference: Preference,
        budget: &mut Budget,
    ) -> Found<String> {
        let goal = |(subject, truths): &(Subject, Truths)| {
            Some((self.subjects.get(subject.0)?.node, *truths))
        };
        let goals: Vec<Goal> =
            beside.iter().copied().chain(wanted.iter().filter_map(goal)).collect();
        let mut search = Search::new(&self.ground, &self.model, &goals, Mode::Free, budget);
        let opaque = search.has_opaque();
        let mut row = None;
        let mut free = |held: &[(usize, Held)]| {
            row = self.confirmed(wanted, held);
            // If a test was opaque, a failed candidate proves nothing: search on.
            if row.is_some() || opaque { Accepted::Yes } else { Accepted::No }
        };
        let found = staged(&mut search, &goals, preference, budget, &mut free);
        match (found, row) {
            (Found::Something(()), Some(row)) => return Found::Something(row),
            (Found::Something(()), None) => {}
            (Found::Nothing, _) => return Found::Nothing,
            (Found::Open, _) => return Found::Open,
        }
        let mut search = Search::new(&self.ground, &self.model, &goals, Mode::Asked, budget);
        let mut row = None;
        let mut asked = |held: &[(usize, Held)]| {
            row = self.confirmed(wanted, held);
            if row.is_some() { Accepted::Yes } else { Accepted::No }
        };
        let mut share = budget.share(ASKED);
        let given = share.clone();
        staged(&mut search, &goals, preference, &mut share, &mut asked);
        budget.used(&given, &share);
        row.map_or(Found::Open, Found::Something)
    }

    /// Builds the row for an assignment; `None` unless every condition evaluates to a wanted truth.
    fn confirmed(&self, wanted: &[(Subject, Truths)], held: &[(usize, Held)]) -> Option<String> {
        let mut tree = Tree::default();
        for (var, held) in held {
            let field = self.ground.fields.get(*var)?;
            tree.put(&field.path, field.ty, held);
        }
        let json = tree.json();
        for (number, seen) in self.ground.views.iter().enumerate() {
            let mut row = seen.layout.row();
            seen.layout.read(json.as_bytes(), &mut row).ok()?;
            for (slot, var) in seen.vars.iter().enumerate() {
                let said = held.iter().find(|(of, _)| of == var);
                if said.is_some_and(|(_, held)| row.get(slot) != held.value()) {
                    return None;
                }
            }
            for (subject, truths) in wanted {
                let looked = self.subjects.get(subject.0)?;
                if looked.view == number && !truths.has(looked.compiled.program.weigh(&row).truth())
                {
                    return None;
                }
            }
        }
        Some(json)
    }
}

/// The divisor of the remaining budget for evaluating opaque tests.
const ASKED: u64 = 4;

/// Searches in stages, the plainest rows first if they are preferred.
fn staged(
    search: &mut Search<'_>,
    goals: &[Goal],
    preference: Preference,
    budget: &mut Budget,
    leaf: Leaf<'_>,
) -> Found<()> {
    if preference == Preference::Plain {
        for strangeness in 0..2 {
            search.limit(strangeness);
            let mut share = budget.share(4);
            let given = share.clone();
            let found = search.run(goals, &mut share, leaf);
            budget.used(&given, &share);
            if matches!(found, Found::Something(())) {
                return found;
            }
        }
        search.limit(2);
    }
    search.run(goals, budget, leaf)
}

impl Ground {
    /// The number of variables.
    fn vars(&self) -> usize {
        self.fields.len()
    }

    fn ty(&self, var: usize) -> Option<Type> {
        self.types.get(var).copied()
    }

    /// Whether a variable is never negative.
    fn is_from_zero(&self, var: usize) -> bool {
        self.fields.get(var).is_some_and(|f| f.ty == Type::Quantity && f.states.is_answer())
    }

    /// Whether a text is normalised for a type.
    fn reads(&self, ty: Type, text: &Constant) -> bool {
        match text {
            Constant::Text(words) => self.reading.constant(ty, words).as_ref() == Some(text),
            Constant::Number(_) | Constant::Boolean(_) | Constant::Datetime(_) => false,
        }
    }

    /// Whether a variable can hold a known value.
    fn holds(&self, var: usize, held: &Held) -> bool {
        let Some(field) = self.fields.get(var) else { return false };
        let (Held::Exactly(constant) | Held::Any(constant)) = held else { return true };
        match constant {
            Constant::Text(text) => {
                self.reads(field.ty, constant)
                    && (!field.states.is_answer() || self.reading.typed(field.ty, text).is_ok())
            }
            Constant::Number(number) => {
                let whole = matches!(field.ty, Type::Integer | Type::Quantity);
                (!whole || number.is_whole())
                    && (!self.is_from_zero(var) || *number >= vm::Decimal::ZERO)
            }
            Constant::Boolean(_) | Constant::Datetime(_) => true,
        }
    }

    /// The states of a variable other than known.
    fn unknowns(&self, var: usize) -> Vec<Held> {
        match self.fields.get(var).map(|field| field.states) {
            Some(States::Read) => vec![Held::Absent, Held::Unreadable],
            Some(States::Answered) => vec![Held::Absent],
            Some(States::Needed | States::Given) | None => Vec::new(),
        }
    }
}
