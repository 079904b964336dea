//! Compiles and analyses the conditions of guards and of answers, given the possible states of their slots.

use std::sync::Arc;

use lang::analysis::{Assumptions, Duty, States, analyze_assuming};
use lang::{Diagnostic, Root, Scope, SlotIndex};

use crate::raw::keys::{Entry, Given};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::scope::condition;
use crate::resolve::scope::env::{Env, Within, spelled_name};
use crate::resolve::scope::sorted::{KindRows, Sorted};
use crate::resolve::scope::usage::Usage;
use crate::station::{Condition, Read};
use crate::text::file::Place;

/// The analysis steps for setting up one slot.
const SETTING_UP: usize = 8;

/// One condition may use the remaining steps divided by this number.
const SHARE: u64 = 4;

impl Env {
    /// A guard's `when`.
    pub(crate) fn when(&self, entry: Entry<'_>, usage: &mut Usage<'_>) -> Option<Condition> {
        self.looked(entry, None, Duty::When, Given::Absent, usage)
    }

    /// Checks a guard's `require` together with its `when`.
    pub(crate) fn require(
        &self,
        entry: Entry<'_>,
        when: Given<&Condition>,
        usage: &mut Usage<'_>,
    ) -> Option<Condition> {
        self.looked(entry, None, Duty::Require, when, usage)
    }

    /// Checks a policy's `require` at a place that names the policy, together with the guard's `when`.
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
        // Assumptions a `when` that is refused nothing is known of the rows that matter.
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
            let said = said((&found, &scope), duty, Assumptions { when, rows: &rows }, usage);
            condition::tell(entry, named, said, usage.report);
        }
        Some(found)
    }

    /// The kinds of the rows that a condition is evaluated for; empty if any row may come, as after a field that sorts
    /// the rows was read again.
    fn rows(&self, found: &Condition) -> &[Sorted] {
        let reads_row = found.slots.iter().any(|read| matches!(read, Read::Field(_)));
        let is_stale = |row: &Sorted| row.reads(|number| self.renewed.contains(&number));
        if reads_row && !self.rows.iter().any(is_stale) { &self.rows } else { &[] }
    }

    /// Sets the kinds of the rows.
    pub(crate) fn sorted(&mut self, rows: KindRows) {
        self.rows = rows;
    }

    /// Notes that a field is read again: its value may differ from the one that sorted the row.
    pub(crate) fn renew(&mut self, field: usize) {
        self.renewed.insert(field);
    }

    /// Sets the possible states of a name.
    pub(crate) fn settle(&mut self, root: Root, name: &str, states: States) {
        let slot = self.declared.known.get(&spelled_name(root, Within::None, name));
        self.set(slot.and_then(|known| known.slot), states);
    }

    /// Sets the states that values read in this way can have.
    pub(crate) fn settle_read(&mut self, read: &Read, states: States) {
        let slot = self.declared.slots.iter().position(|slot| slot == read);
        self.set(slot.and_then(SlotIndex::new), states);
    }

    /// Knows of each name what other names know.
    pub(crate) fn settle_as(&mut self, other: &Env) {
        self.held_against(other, States::max);
    }

    /// Knows of each name no more than other names do.
    pub(crate) fn unsettle_as(&mut self, other: &Env) {
        self.held_against(other, States::min);
    }

    fn held_against(&mut self, other: &Env, choose: impl Fn(States, States) -> States) {
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

/// The findings about a condition in its scope, given what else is true when it is evaluated.
fn said(
    (found, scope): (&Condition, &Scope),
    duty: Duty,
    held: Assumptions<'_>,
    usage: &mut Usage<'_>,
) -> Vec<Diagnostic> {
    let Condition { compiled, fields, .. } = found;
    let mut share = usage.budget.share(SHARE);
    let given = share.clone();
    let said = analyze_assuming(compiled, held, duty, scope, fields, usage.reading, &mut share);
    usage.budget.used(&given, &share);
    said
}
