//! The effective rules for a profile: the guards of a kind or a call, followed by those that the profile adds.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Guard, Kind, PerProfile, Quantity, Rule, Skill, Station};
use crate::station::id::ProfileId;

/// An entry of an effective list: a guard, or approvals of one role, which are one.
#[derive(Clone, Debug)]
pub struct Due<'a> {
    /// The guard. Approvals of one role are one rule, with every guard that can make it due.
    pub guards: Vec<&'a Guard>,
}

/// What guards hold.
#[derive(Clone, Debug)]
pub enum Subject<'a> {
    /// Every call of the skill.
    Call,
    /// The lines of these kinds.
    Lines(Vec<&'a Kind>),
}

/// What holds for the callers of some profiles.
#[derive(Clone, Debug)]
pub struct Effective<'a> {
    /// The skill.
    pub skill: &'a Skill,
    /// The lines or the call that the list applies to.
    pub subject: Subject<'a>,
    /// The profiles, by their numbers.
    pub profiles: Vec<ProfileId>,
    /// Which quantities a line may have: those of every one of these rules.
    pub quantities: Vec<Quantity>,
    /// The guards, in the order in which they are weighed.
    pub guards: Vec<Due<'a>>,
}

impl Skill {
    /// What profiles of this number add.
    pub(crate) fn added(&self, profile: ProfileId) -> impl Iterator<Item = &PerProfile> {
        self.per_profile.iter().filter(move |added| added.profile == profile)
    }

    /// The guards that hold for the lines of a kind that a caller of a profile chooses: the kind's list, then the
    /// profile's. Approvals come last, and those of one role are one.
    pub fn guards<'a>(&'a self, kind: &'a Kind, profile: ProfileId) -> Vec<Due<'a>> {
        let added = self.added(profile).flat_map(|added| &added.select.guards);
        listed(kind.select.guards.iter().chain(added))
    }

    /// The guards that hold before every call for a caller of a profile: the skill's, then the profile's.
    pub fn call_guards(&self, profile: ProfileId) -> Vec<Due<'_>> {
        let added = self.added(profile).flat_map(|added| &added.invoke);
        listed(self.own_call_guards().iter().chain(added))
    }

    /// The guards of its `invoke`.
    pub(crate) fn own_call_guards(&self) -> &[Arc<Guard>] {
        let native = self.native.as_ref().map(|native| &native.guards);
        let own = self.invoke.as_ref().map(|invoke| &invoke.guards).or(native);
        own.map_or(&[], Vec::as_slice)
    }

    /// The rules for a quantity that apply to a caller of a profile: those of the kind, then those of the profile.
    pub fn quantities(&self, kind: &Kind, profile: ProfileId) -> Vec<Quantity> {
        let added = self.added(profile).filter_map(|added| added.select.quantity);
        kind.select.quantity.into_iter().chain(added).collect()
    }

    /// The kinds that say the same, in the order of the file.
    fn alike(&self) -> Vec<Vec<&Kind>> {
        let mut groups: Vec<Vec<&Kind>> = Vec::new();
        let mut numbers: HashMap<(Vec<*const Guard>, Option<Quantity>), usize> = HashMap::new();
        for kind in &self.kinds {
            let list = kind.select.guards.iter().map(Arc::as_ptr).collect();
            let number = *numbers.entry((list, kind.select.quantity)).or_insert(groups.len());
            match groups.get_mut(number) {
                Some(group) => group.push(kind),
                None => groups.push(vec![kind]),
            }
        }
        groups
    }

    /// The profiles that may use the skill, those together to which the same is added; `adds` says whether anything is.
    fn alike_profiles(&self, adds: impl Fn(&PerProfile) -> bool) -> Vec<Vec<ProfileId>> {
        let differs = |profile: &&ProfileId| self.added(**profile).any(&adds);
        let plain: Vec<_> = self.profiles.iter().filter(|p| !differs(p)).copied().collect();
        let others = self.profiles.iter().filter(differs).map(|profile| vec![*profile]);
        let plain = (!plain.is_empty()).then_some(plain);
        plain.into_iter().chain(others).collect()
    }
}

impl Station {
    /// The effective lists of every skill, kind and profile. For each skill, the lists before its calls precede those
    /// of its lines. Kinds and profiles with the same list are grouped; an empty list is left out.
    pub fn effective(&self) -> impl Iterator<Item = Effective<'_>> {
        self.skills.iter().flat_map(|skill| {
            let calls = skill.alike_profiles(|added| !added.invoke.is_empty());
            let calls = calls.into_iter().map(move |profiles| Effective {
                skill,
                subject: Subject::Call,
                quantities: Vec::new(),
                guards: profiles.first().map_or_else(Vec::new, |&p| skill.call_guards(p)),
                profiles,
            });
            let says = |added: &PerProfile| {
                !added.select.guards.is_empty() || added.select.quantity.is_some()
            };
            let profiles = skill.alike_profiles(says);
            let lines = skill.alike().into_iter().flat_map(move |kinds| {
                profiles.clone().into_iter().filter_map(move |profiles| {
                    let (kind, profile) = (*kinds.first()?, *profiles.first()?);
                    Some(Effective {
                        skill,
                        quantities: skill.quantities(kind, profile),
                        guards: skill.guards(kind, profile),
                        subject: Subject::Lines(kinds.clone()),
                        profiles,
                    })
                })
            });
            calls.chain(lines).filter(|list| !list.guards.is_empty() || !list.quantities.is_empty())
        })
    }
}

/// Guards in the order in which they are evaluated: approvals follow all others, one for each role.
fn listed<'a>(guards: impl Iterator<Item = &'a Arc<Guard>>) -> Vec<Due<'a>> {
    let mut found = Vec::new();
    let mut approvals: Vec<Due<'a>> = Vec::new();
    let mut roles: HashMap<&str, usize> = HashMap::new();
    for guard in guards {
        let Rule::Approval(role) = &guard.rule else {
            found.push(Due { guards: vec![guard] });
            continue;
        };
        let number = *roles.entry(role).or_insert(approvals.len());
        match approvals.get_mut(number) {
            Some(due) => due.guards.push(guard),
            None => approvals.push(Due { guards: vec![guard] }),
        }
    }
    found.extend(approvals);
    found
}
