//! Two stations held against each other: what became of each kind, and of each guard.

mod guards;

use lang::Compiled;
use lang::analysis::{Analysis, Answer, Budget, Field, Preference, States, Subject, Truths};
use vm::Path;

pub use self::guards::{GuardChange, GuardSite, diff_guards};
use crate::station::{Kind, Skill, Station};

/// What became of a kind from one station to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindChange {
    /// The skill's name.
    pub skill: String,
    /// The kind's name.
    pub kind: String,
    /// What became of it.
    pub change: Change,
}

/// What became of a kind's condition, or of a guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the new station has it.
    Added,
    /// Only the old station has it.
    Removed,
    /// Both stations have it.
    Compared {
        /// Whether a row that it was true of, or that it let through, is out: such a row, as JSON.
        lost: Witness,
        /// Whether a row that it was not true of is in.
        gained: Witness,
    },
    /// Both stations have it. Its conditions differ in a way that no row can show.
    Differs,
}

/// Whether there is a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// There is: this one, confirmed by the machine under both stations.
    Row(String),
    /// There is none.
    None,
    /// It could not be decided.
    Undecided,
}

impl Change {
    /// Nothing is out, and nothing is in.
    pub(crate) const SAME: Change = Change::Compared { lost: Witness::None, gained: Witness::None };

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Compared { lost: Witness::None, gained: Witness::None } => "same",
            Change::Compared { lost: Witness::Row(_), gained: Witness::None } => "stricter",
            Change::Compared { lost: Witness::None, gained: Witness::Row(_) } => "looser",
            Change::Compared { lost: Witness::Row(_), gained: Witness::Row(_) }
            | Change::Differs => "different",
            Change::Compared { .. } => "undecided",
        }
    }
}

/// Compares the kinds of two stations, or of one skill in both: the kinds of the old station in its order, then those
/// that the new one adds. Kinds are paired by their name and skill, and compared by their `when`.
pub fn diff(old: &Station, new: &Station, skill: Option<&str>) -> Vec<KindChange> {
    let wanted = |of: &&Skill| skill.is_none_or(|name| of.name() == name);
    let mut changes = Vec::new();
    for before in old.skills().iter().filter(wanted) {
        let after = new.skill(before.name());
        let mut budget = Budget::default();
        for kind in before.kinds() {
            let other = after.and_then(|skill| named(skill, &kind.name).map(|kind| (skill, kind)));
            let change = match other {
                None => Change::Removed,
                Some((after, other)) => {
                    let (before, after) = (Side(old, before, kind), Side(new, after, other));
                    compared(before, after, &mut budget)
                }
            };
            changes.push(KindChange {
                skill: before.name().to_owned(),
                kind: kind.name.clone(),
                change,
            });
        }
    }
    for after in new.skills().iter().filter(wanted) {
        let before = old.skill(after.name());
        let is_new = |kind: &&Kind| before.is_none_or(|skill| named(skill, &kind.name).is_none());
        changes.extend(after.kinds().iter().filter(is_new).map(|kind| KindChange {
            skill: after.name().to_owned(),
            kind: kind.name.clone(),
            change: Change::Added,
        }));
    }
    changes
}

fn named<'a>(skill: &'a Skill, name: &str) -> Option<&'a Kind> {
    skill.kinds().iter().find(|kind| kind.name == name)
}

/// A kind with its skill and station.
#[derive(Clone, Copy)]
struct Side<'a>(&'a Station, &'a Skill, &'a Kind);

impl<'a> Side<'a> {
    fn fields(self) -> Option<Vec<Field>> {
        let Side(_, skill, _) = self;
        let field = |field: &crate::station::Field| {
            let path = Path::parse(&field.from).ok()?;
            Some(Field { path, ty: field.ty, states: States::Read })
        };
        skill.present().fields.iter().map(field).collect()
    }

    fn when(self) -> Option<&'a Compiled> {
        self.2.when.as_ref()
    }
}

fn compared(old: Side<'_>, new: Side<'_>, budget: &mut Budget) -> Change {
    let undecided = Change::Compared { lost: Witness::Undecided, gained: Witness::Undecided };
    let (Some(before), Some(after)) = (old.fields(), new.fields()) else { return undecided };
    let readings = (&old.0.global().reading, &new.0.global().reading);
    let mut analysis = Analysis::new(readings.1);
    let views = (analysis.view(&before, readings.0), analysis.view(&after, readings.1));
    let was = old.when().map(|when| analysis.add(views.0, when));
    let is = new.when().map(|when| analysis.add(views.1, when));
    Change::Compared {
        lost: find(&analysis, was, is, budget),
        gained: find(&analysis, is, was, budget),
    }
}

/// A row for which one condition is true and the other is not. A missing condition is true for every row.
fn find(
    analysis: &Analysis<'_>,
    yes: Option<Subject>,
    no: Option<Subject>,
    budget: &mut Budget,
) -> Witness {
    let Some(no) = no else { return Witness::None };
    let yes = yes.map(|subject| (subject, Truths::TRUE));
    let goals: Vec<_> = yes.into_iter().chain([(no, Truths::NOT_TRUE)]).collect();
    match analysis.find(&goals, Preference::Plain, budget) {
        Answer::Row(row) => Witness::Row(row),
        Answer::None => Witness::None,
        Answer::Undecided => Witness::Undecided,
    }
}
