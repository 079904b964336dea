//! A skill before the playbooks are resolved, which bind its parameters and take its lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::raw::RawSkill;
use crate::report::finding::Report;
use crate::resolve::arguments::params::Params;
use crate::resolve::scope::condition::When;
use crate::resolve::skill::drawn::Drawn;
use crate::resolve::skill::present::Fields;
use crate::resolve::skill::select::{Lines, Selected};
use crate::resolve::skill::submit_lists::SubmitLists;
use crate::station::{Call, Guard, Invoke, Kind, Native, OperationId, ProfileId, Share, Skill};

/// A skill that still lacks the effects of the playbooks.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    pub(crate) raw: &'a RawSkill<'a>,
    pub(crate) params: Params<'a>,
    pub(crate) invoke: Option<Invoke>,
    pub(crate) native: Option<Native>,
    /// The guards before every call.
    pub(crate) before: Vec<Arc<Guard>>,
    pub(crate) fields: Fields,
    pub(crate) when: Vec<When>,
    pub(crate) lines: Lines,
    pub(crate) selected: Selected,
    pub(crate) submit_lists: SubmitLists,
    /// The profiles that may use it.
    pub(crate) profiles: Vec<ProfileId>,
    /// How the answer is drawn, and what leaves it.
    pub(crate) drawn: Drawn,
    pub(crate) share: Share,
}

impl Draft<'_> {
    pub(crate) fn name(&self) -> Option<&str> {
        self.raw.name.map(|name| name.text)
    }

    /// The operations that it can call, each once.
    pub(crate) fn calls(&self) -> Vec<OperationId> {
        let kinds = self.selected.kinds.iter().flat_map(|kind| &kind.guards);
        let guards = self.before.iter().chain(&self.selected.select.guards).chain(kinds);
        let lists = self.submit_lists.kinds.iter().chain([&self.submit_lists.own]);
        let submits = lists.flat_map(|list| &list.calls).flat_map(Call::operations);
        let mut calls: Vec<_> = self.invoke.iter().map(|invoke| invoke.operation).collect();
        calls.extend(guards.flat_map(|guard| guard.operations()).chain(submits));
        let mut seen = BTreeSet::new();
        calls.retain(|call| seen.insert(*call));
        calls
    }

    /// Finishes the skill without its refused kinds; `None` if the skill has no name.
    pub(crate) fn finish(self, report: &mut Report) -> Option<Skill> {
        let raw = self.raw;
        self.params.finish(raw, report);
        let names = raw.kinds.value().into_iter().flatten().map(|kind| kind.name.text.to_owned());
        let parts = names.zip(self.when).zip(self.selected.kinds).zip(self.lines);
        let kinds = parts.zip(self.submit_lists.kinds).filter_map(
            |((((name, when), select), fields), submit)| {
                Some(Kind { name, when: when?, select, fields, submit })
            },
        );
        let before = self.before;
        let native = self.native.map(|native| Native { guards: before.clone(), ..native });
        Some(Skill {
            name: raw.name?.text.to_owned(),
            objective: raw.objective.value().map(|word| word.text.to_owned()),
            diagnose: raw.diagnose.iter().map(|word| word.text.to_owned()).collect(),
            kinds: kinds.collect(),
            params: self.params.into_params(),
            invoke: self.invoke.map(|invoke| Invoke { guards: before, ..invoke }),
            native,
            present: self.fields.present,
            select: self.selected.select,
            submit: self.submit_lists.own,
            profiles: self.profiles,
            render: self.drawn.render,
            filters: self.drawn.filters,
            per_profile: self.drawn.per_profile,
            share: self.share,
        })
    }
}
