//! Conditions of guards and of answers, looked at as they are compiled: in which states what they read can be.

use lang::analysis::{Duty, Field, States, alone, fields, required};
use lang::{Code, Diagnostic, Root};

use super::{Context, Names, Views, Within, spelled_name};
use crate::file::Place;
use crate::finding::Remark;
use crate::keys::{Entry, Given};
use crate::resolve::condition;
use crate::station::{Condition, Read};

/// The steps that it takes to set up what one slot may hold.
const SETTING_UP: usize = 8;

/// What part of the steps that are left one condition may take.
const SHARE: u64 = 4;

impl Names {
    /// A guard's `when`.
    pub(in crate::resolve) fn when(
        &self,
        entry: Entry<'_>,
        context: &mut Context<'_, '_>,
    ) -> Option<Condition> {
        self.looked(entry, None, Duty::When, Given::Absent, context)
    }

    /// A guard's `require`, beside its `when`.
    pub(in crate::resolve) fn require(
        &self,
        entry: Entry<'_>,
        when: Given<&Condition>,
        context: &mut Context<'_, '_>,
    ) -> Option<Condition> {
        self.looked(entry, None, Duty::Require, when, context)
    }

    /// A policy's `require`, which is named in some place, there beside a `when`.
    pub(in crate::resolve) fn policy(
        &self,
        entry: Entry<'_>,
        named: Place,
        when: Given<&Condition>,
        context: &mut Context<'_, '_>,
    ) -> Option<Condition> {
        self.looked(entry, Some(named), Duty::Require, when, context)
    }

    /// What says of an answer whether it will do: it may well always be true.
    pub(in crate::resolve) fn answer(
        &self,
        entry: Entry<'_>,
        context: &mut Context<'_, '_>,
    ) -> Option<Condition> {
        self.looked(entry, None, Duty::Kind, Given::Absent, context)
    }

    fn looked(
        &self,
        entry: Entry<'_>,
        named: Option<Place>,
        duty: Duty,
        when: Given<&Condition>,
        context: &mut Context<'_, '_>,
    ) -> Option<Condition> {
        let found = self.condition(entry, context)?;
        // Beside a `when` that is refused nothing is known of the rows that matter.
        let is_known = !matches!(when, Given::Refused);
        if is_known && !context.report.is_full() && !context.budget.is_out() {
            context.budget.spend(found.fields.len() * SETTING_UP);
            if context.budget.is_out() {
                let message = "this condition and those behind it are too many to be looked at";
                let remark = Remark::new(Code::ConditionUndecided, entry.value.place(), message);
                context.add(remark.help("fewer guards, or fewer fields, can be looked into"));
                return Some(found);
            }
            let said = self.said(&found, duty, when.value().copied(), context);
            condition::tell(entry, named, said, context.report);
        }
        Some(found)
    }

    fn said(
        &self,
        found: &Condition,
        duty: Duty,
        when: Option<&Condition>,
        context: &mut Context<'_, '_>,
    ) -> Vec<Diagnostic> {
        let Condition { compiled, fields, .. } = found;
        if fields.len() != self.slots.len() {
            return Vec::new();
        }
        let mut share = context.budget.share(SHARE);
        let given = share.clone();
        let (scope, reading) = (&self.scope, context.reading);
        let said = match when {
            Some(when) => required(compiled, &when.compiled, scope, fields, reading, &mut share),
            None => alone(compiled, scope, fields, reading, duty, &mut share),
        };
        context.budget.used(&given, &share);
        said
    }

    /// The slots and what they are to the analysis.
    pub(super) fn views(&self) -> Views {
        let fields = fields(&self.scope).into_iter().zip(&self.states);
        let fields = fields.map(|(field, states)| Field { states: *states, ..field });
        (self.slots.as_slice().into(), fields.collect())
    }

    /// Says in which states a name can be.
    pub(in crate::resolve) fn settle(&mut self, root: Root, name: &str, states: States) {
        let slot = self.known.get(&spelled_name(root, Within::None, name));
        self.set(slot.and_then(|known| known.slot), states);
    }

    /// Says in which states what is read so can be.
    pub(in crate::resolve) fn settle_read(&mut self, read: &Read, states: States) {
        let slot = self.slots.iter().position(|slot| slot == read);
        self.set(slot, states);
    }

    /// Knows of each name what other names know.
    pub(super) fn settle_as(&mut self, other: &Names) {
        self.held_against(other, States::max);
    }

    /// Knows of each name no more than other names do.
    pub(super) fn unsettle_as(&mut self, other: &Names) {
        self.held_against(other, States::min);
    }

    fn held_against(&mut self, other: &Names, choose: impl Fn(States, States) -> States) {
        let both: Vec<_> = self
            .known
            .iter()
            .filter_map(|(spelled, known)| {
                let slot = known.slot?;
                let theirs = other.states.get(other.known.get(spelled)?.slot?)?;
                Some((slot, choose(*self.states.get(slot)?, *theirs)))
            })
            .collect();
        both.into_iter().for_each(|(slot, states)| self.set(Some(slot), states));
    }

    fn set(&mut self, slot: Option<usize>, states: States) {
        if let Some(held) = slot.and_then(|slot| self.states.get_mut(slot))
            && *held != states
        {
            *held = states;
            self.shared.take();
        }
    }
}
