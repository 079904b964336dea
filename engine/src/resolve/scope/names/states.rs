//! Compiles and analyses the conditions of guards and of answers, given the possible states of their slots.

use crate::report::codes;
use std::sync::Arc;

use lang::analysis::{Beside, Duty, States, beside};
use lang::{Diagnostic, Root, Scope, SlotIndex};

use crate::raw::keys::{Entry, Given};
use crate::report::finding::Remark;
use crate::resolve::scope::condition;
use crate::resolve::scope::names::{Names, Within, spelled_name};
use crate::resolve::scope::sorted::{Rows, Sorted};
use crate::resolve::scope::usage::Usage;
use crate::station::{Condition, Read};
use crate::text::file::Place;

/// The analysis steps for setting up one slot.
const SETTING_UP: usize = 8;

/// One condition may use the remaining steps divided by this number.
const SHARE: u64 = 4;

impl Names {
    /// Compiles a guard's `when`.
    pub(crate) fn when(&self, entry: Entry<'_>, usage: &mut Usage<'_>) -> Option<Condition> {
        self.looked(entry, None, Duty::When, Given::Absent, usage)
    }

    /// Compiles a guard's `require`, given the guard's `when`.
    pub(crate) fn require(
        &self,
        entry: Entry<'_>,
        when: Given<&Condition>,
        usage: &mut Usage<'_>,
    ) -> Option<Condition> {
        self.looked(entry, None, Duty::Require, when, usage)
    }

    /// Compiles a policy's `require` for the place that names the policy, given the `when` there.
    pub(crate) fn policy(
        &self,
        entry: Entry<'_>,
        named: Place,
        when: Given<&Condition>,
        usage: &mut Usage<'_>,
    ) -> Option<Condition> {
        self.looked(entry, Some(named), Duty::Require, when, usage)
    }

    /// Compiles the condition that accepts an answer; the condition may always be true.
    pub(crate) fn answer(&self, entry: Entry<'_>, usage: &mut Usage<'_>) -> Option<Condition> {
        self.looked(entry, None, Duty::Kind, Given::Absent, usage)
    }

    fn looked(
        &self,
        entry: Entry<'_>,
        named: Option<Place>,
        duty: Duty,
        when: Given<&Condition>,
        usage: &mut Usage<'_>,
    ) -> Option<Condition> {
        let (found, scope) = self.condition(entry, usage)?;
        // A refused `when` leaves the relevant rows unknown.
        let is_known = !matches!(when, Given::Refused);
        if is_known && !usage.report.is_full() && !usage.budget.is_out() {
            usage.budget.spend(found.fields.len() * SETTING_UP);
            if usage.budget.is_out() {
                let message = "this condition and those behind it are too many to be looked at";
                let remark = Remark::new(codes::CONDITION_UNDECIDED, entry.value.place(), message);
                usage.add(remark.help("fewer guards, or fewer fields, can be looked into"));
                return Some(found);
            }
            let rows = self.rows(&found);
            let rows: Vec<_> = rows.iter().map(Sorted::over).collect();
            let when = when.value().map(|when| (&when.compiled, &*when.fields));
            let said = said((&found, &scope), duty, Beside { when, rows: &rows }, usage);
            condition::tell(entry, named, said, usage.report);
        }
        Some(found)
    }

    /// Returns the kinds of the rows that a condition reads; empty if any row is possible.
    ///
    /// Any row is possible after an update of a field that the kinds read.
    fn rows(&self, found: &Condition) -> &[Sorted] {
        let reads_row = found.slots.iter().any(|read| matches!(read, Read::Field(_)));
        let is_stale = |row: &Sorted| row.reads(|number| self.renewed.contains(&number));
        if reads_row && !self.rows.iter().any(is_stale) { &self.rows } else { &[] }
    }

    /// Sets the kinds of the rows.
    pub(crate) fn sorted(&mut self, rows: Rows) {
        self.rows = rows;
    }

    /// Records that an update refreshed a field, which can now differ from the field that sorted the row.
    pub(crate) fn renew(&mut self, field: usize) {
        self.renewed.insert(field);
    }

    /// Sets the possible states of a name.
    pub(crate) fn settle(&mut self, root: Root, name: &str, states: States) {
        let slot = self.declared.known.get(&spelled_name(root, Within::None, name));
        self.set(slot.and_then(|known| known.slot), states);
    }

    /// Sets the possible states of the slot with this read.
    pub(crate) fn settle_read(&mut self, read: &Read, states: States) {
        let slot = self.declared.slots.iter().position(|slot| slot == read);
        self.set(slot.and_then(SlotIndex::new), states);
    }

    /// Keeps the stronger knowledge of the two environments about each common name.
    pub(crate) fn settle_as(&mut self, other: &Names) {
        self.held_against(other, States::max);
    }

    /// Keeps the weaker knowledge of the two environments about each common name.
    pub(crate) fn unsettle_as(&mut self, other: &Names) {
        self.held_against(other, States::min);
    }

    fn held_against(&mut self, other: &Names, choose: impl Fn(States, States) -> States) {
        let (ours, theirs) = (&*self.declared, &*other.declared);
        let both: Vec<_> = theirs
            .known
            .iter()
            .filter_map(|(spelled, known)| {
                let slot = ours.known.get(spelled)?.slot?;
                let states = theirs.states.get(known.slot?.index())?;
                Some((slot, choose(*ours.states.get(slot.index())?, *states)))
            })
            .collect();
        both.into_iter().for_each(|(slot, states)| self.set(Some(slot), states));
    }

    fn set(&mut self, slot: Option<SlotIndex>, states: States) {
        let Some(slot) = slot.map(SlotIndex::index) else { return };
        if self.declared.states.get(slot).is_some_and(|held| *held != states)
            && let Some(held) = Arc::make_mut(&mut self.declared).states.get_mut(slot)
        {
            *held = states;
        }
    }
}

/// Analyses a condition over its scope, given the other conditions that hold there.
fn said(
    (found, scope): (&Condition, &Scope),
    duty: Duty,
    held: Beside<'_>,
    usage: &mut Usage<'_>,
) -> Vec<Diagnostic> {
    let Condition { compiled, fields, .. } = found;
    let mut share = usage.budget.share(SHARE);
    let given = share.clone();
    let said = beside(compiled, held, duty, scope, fields, usage.reading, &mut share);
    usage.budget.used(&given, &share);
    said
}
