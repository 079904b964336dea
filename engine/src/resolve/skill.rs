//! A skill: its parameters, call, kinds, fields, choice, guards and lists of calls, in that order.

pub(crate) mod added;
pub(crate) mod analysis;
pub(crate) mod call;
pub(crate) mod cycles;
pub(crate) mod draft;
pub(crate) mod drawn;
pub(crate) mod filter;
pub(crate) mod kind_scopes;
pub(crate) mod kinds;
pub(crate) mod native;
pub(crate) mod present;
pub(crate) mod quantity;
pub(crate) mod render;
pub(crate) mod select;
pub(crate) mod share;
pub(crate) mod submit_lists;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use lang::analysis::{Budget, States};
use lang::{Position, Root};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use vm::Type;

use self::added::Added;
use self::draft::Draft;
use self::drawn::Drawn;
use self::share::Shares;
use crate::limits::MAX_SKILL_NAME;
use crate::raw::keys::Given;
use crate::raw::{ListState, RawSkill, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::bound::Bound;
use crate::resolve::arguments::params::declaration::Identified;
use crate::resolve::arguments::params::{self, Params};
use crate::resolve::guard::{self, Billed, GuardScope, Site};
use crate::resolve::operation::apis::Operations;
use crate::resolve::operation::row_paths;
use crate::resolve::profile::Profiles;
use crate::resolve::scope::actors::Actors;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::Env;
use crate::resolve::scope::policy::Policies;
use crate::resolve::scope::usage::Usage;
use crate::sources::Sources;
use crate::station::template::Base;
use crate::station::{
    self, Access, Filters, Global, Guard, OperationId, PerProfile, Present, ProfileId, SkillId,
};
use crate::text::file::{Place, quote};

/// The verbs that every room has at its doors; a skill may not use their names.
const VERBS: &[&str] = &[
    "open_room",
    "show_selection",
    "get_action",
    "seek_guidance",
    "open_playbook",
    "leave_playbook",
    "select_item",
    "remove_item",
    "set_quantity",
    "clear_selection",
    "fill_line",
    "answer_form",
    "decline_form",
    "submit",
    "cancel_action",
];

/// Warns of a skill that does not state its objective.
fn objective(raw: &RawSkill<'_>, report: &mut Report) {
    if raw.objective.is_absent() {
        let place = raw.name.map_or(raw.place, |name| name.place);
        let message = "the skill has no `cognitive.objective`: `seek_guidance` cannot rank it";
        let remark = Remark::new(codes::SKILL_NO_OBJECTIVE, place, message);
        report.add(remark.help("say which need it answers"));
    }
}

/// The state that is shared while the skills are resolved one after the other.
pub(crate) struct Resolver<'r, 'a> {
    pub(crate) policies: &'r Policies<'a>,
    pub(crate) actors: &'r Actors<'a>,
    /// The policies that something names.
    pub(crate) named: BTreeSet<String>,
    pub(crate) global: &'r Global,
    pub(crate) operations: &'r mut Operations<'a>,
    pub(crate) profiles: &'r Profiles,
    pub(crate) identified: Identified,
    pub(crate) names: HashMap<String, Place>,
    pub(crate) kinds: HashMap<String, Place>,
    pub(crate) first_price: Option<Place>,
    pub(crate) apis: ListState,
    /// The parameters that playbooks bind.
    pub(crate) bound: Bound<'a>,
    /// Whether every playbook could be read.
    pub(crate) playbooks: ListState,
    pub(crate) shares: Shares<'r, 'a>,
    pub(crate) sources: &'r dyn Sources,
}

impl<'a> Resolver<'_, 'a> {
    /// Resolves the skills; returns them with the places of the templates that need the tenant's address.
    pub(crate) fn skills<'d>(
        &mut self,
        raw: &'d [RawSkill<'d>],
        report: &mut Report,
    ) -> (Vec<Draft<'d>>, Vec<Place>) {
        let mut drafts = Vec::with_capacity(raw.len());
        let mut templates = Vec::new();
        for skill in raw {
            if report.is_full() {
                break;
            }
            let (draft, template) = self.skill(skill, report);
            drafts.push(draft);
            templates.extend(template);
        }
        (drafts, templates)
    }

    /// Resolves a skill; returns it with the place of its template, if that needs the tenant's address.
    fn skill<'d>(
        &mut self,
        raw: &'d RawSkill<'d>,
        report: &mut Report,
    ) -> (Draft<'d>, Option<Place>) {
        if let Some(name) = raw.name {
            self.name(name, report);
        }
        objective(raw, report);
        self.shape(raw, report);
        let mut params = params::resolve(raw, &self.global.reading, self.identified, report);
        if let Some(name) = raw.name {
            params.bind(name.text, &self.bound, self.playbooks);
        }
        let invoke = match &raw.invoke {
            Given::Value(invoke) => {
                call::resolve(invoke, &mut params, self.operations, self.apis, report)
            }
            Given::Absent | Given::Refused => None,
        };
        let native = raw
            .invoke
            .value()
            .and_then(|invoke| native::resolve(invoke, &mut params, &self.global.reading, report));
        row_paths::check(raw, self.operations, report);
        let fields = present::resolve(raw, report);
        let when = kinds::resolve(raw, &fields, &self.global.reading, &mut self.kinds, report);
        let mut context = self.context(report);
        for price in fields.first_price.into_iter().chain(params.first_price) {
            context.usage.price(Type::Price, price);
        }
        if raw.kinds.is_absent() {
            select::without_kinds(raw, &mut context);
        }
        let (before, scope) = before(raw, &params, &mut context);
        let lines = kinds::lines(raw, &fields, &mut context);
        let of_kinds = (&lines, when.as_slice());
        let selected = select::resolve(raw, &fields, &params, of_kinds, &mut context);
        let own = (&selected, &scope);
        let added = added::resolve(raw, &fields, &params, of_kinds, own, &mut context);
        let submit_lists =
            submit_lists::resolve(raw, &fields, &params, &lines, (&selected, &added), &mut context);
        let policed = filter::policies(raw, &params, &mut context);
        let Context { usage: Usage { read, .. }, param_uses, .. } = context;
        params.narrow_all(&param_uses, &self.operations.patterns, report);
        for name in &read {
            params.meant(name);
        }
        let drawn = self.drawn(raw, &fields.present, (policed, added), report);
        let share = self.shares.resolve(raw, report);
        let needs_tenant =
            fields.present.template.as_ref().is_some_and(|t| t.base() == Base::Tenant);
        let template = fields.template_place.filter(|_| needs_tenant);
        let mut draft = Draft {
            raw,
            params,
            invoke,
            native,
            before,
            fields,
            when,
            lines,
            selected,
            submit_lists,
            profiles: Vec::new(),
            drawn,
            share,
        };
        if draft.native.is_none() {
            draft.profiles = self.profiles(&draft, &[], report);
        }
        (draft, template)
    }

    /// The context for resolving a part of a skill.
    pub(crate) fn context<'c>(&'c mut self, report: &'c mut Report) -> Context<'c, 'a> {
        let usage = Usage {
            reading: &self.global.reading,
            report,
            read: BTreeSet::new(),
            tasks_read: BTreeSet::new(),
            named: &mut self.named,
            first_price: &mut self.first_price,
            budget: Budget::default(),
        };
        Context {
            usage,
            operations: &mut *self.operations,
            policies: self.policies,
            actors: self.actors,
            param_uses: Vec::new(),
        }
    }

    /// The profiles that may use the skill: those that are granted every operation that it may call.
    pub(crate) fn profiles(
        &self,
        draft: &Draft<'_>,
        more: &[OperationId],
        report: &mut Report,
    ) -> Vec<ProfileId> {
        let Some(name) = &draft.raw.name else { return Vec::new() };
        let calls = [&draft.calls(), more].concat();
        let added = &draft.drawn.per_profile;
        self.profiles.of_skill(name, (&calls, added), self.operations, report)
    }

    fn name(&mut self, name: Spanned<'_>, report: &mut Report) {
        if !is_skill_name(name.text) {
            let near = near_skill_name(name.text);
            let message = format!("{} is no name for a skill", quote(name.text));
            let remark = Remark::new(codes::SKILL_NAME, name.place, message).help(format!(
                "a letter, then at most {} letters, digits, `_` and `-`: `{near}`",
                MAX_SKILL_NAME - 1
            ));
            report.add(remark.fix(name.place, near));
        } else if VERBS.contains(&name.text) {
            let message = format!("{} is a verb of every room", quote(name.text));
            let remark = Remark::new(codes::SKILL_NAME_RESERVED, name.place, message);
            report.add(remark.help("choose another name"));
        }
        if let Some(&first) = self.names.get(name.text) {
            let message = format!("two skills are called {}", quote(name.text));
            let remark = Remark::new(codes::SKILL_DUPLICATE, name.place, message);
            report.add(remark.help("rename one").also(first, "the first stands here"));
        } else {
            self.names.insert(name.text.to_owned(), name.place);
        }
    }

    /// Refuses a skill without `invoke` that has kinds, or that presents nothing.
    fn shape(&self, raw: &RawSkill<'_>, report: &mut Report) {
        let place = raw.name.map_or(raw.place, |name| name.place);
        if !raw.invoke.is_absent() {
            return;
        }
        if !raw.kinds.is_absent() {
            let message = "the skill has `kinds`, and no call that their rows come from";
            let remark = Remark::new(codes::SKILL_KINDS_WITHOUT_INVOKE, place, message);
            report.add(remark.help("write `invoke: {method: …}`"));
        } else if raw.share.presents.is_absent() {
            let message =
                "the skill has neither `kinds` nor `invoke` nor `presents`: it does nothing";
            let remark = Remark::new(codes::SKILL_NOTHING_TO_DO, place, message);
            report.add(remark.help("write `invoke: {method: …}`"));
        }
    }

    /// Resolves how the answer is rendered, and what the filters remove.
    fn drawn(
        &self,
        raw: &RawSkill<'_>,
        present: &Present,
        (policed, added): (filter::Policed, Vec<Added>),
        report: &mut Report,
    ) -> Drawn {
        let share = &raw.share;
        let asks = share.render.value().is_some_and(|render| render.report_key.is_some())
            || share.filters.value().is_some()
            || !share.per_profile.is_empty();
        let asked = row_paths::asked(raw, self.operations).filter(|_| asks);
        let answer = asked
            .and_then(|number| row_paths::answer(number, self.operations, self.sources, report));
        let answer = answer.as_ref();
        let entries = share.per_profile.iter().zip(policed.per_profile).zip(added);
        let per_profile = entries.filter_map(|((entry, policies), added)| {
            let profile = self.profiles.find(&entry.profile, report);
            let filters = filter::resolve(&entry.filters, present, answer, report);
            let filters = Filters { policies, ..filters };
            Some(PerProfile {
                profile: profile?,
                filters,
                select: added.select,
                invoke: added.invoke,
            })
        });
        let per_profile = per_profile.collect();
        Drawn {
            render: render::resolve(raw, present, answer, report),
            filters: Filters {
                policies: policed.own,
                ..filter::resolve(&share.filters, present, answer, report)
            },
            per_profile,
        }
    }

    /// How the skill's rows are used, if no playbook takes its lines. A skill is a read if its operation is one and its rows cannot be chosen.
    pub(crate) fn row_use(
        &self,
        id: SkillId,
        draft: &Draft<'_>,
        report: &mut Report,
    ) -> station::RowUse {
        let raw = draft.raw;
        let Some(invoke) = &draft.invoke else { return station::RowUse::Offered };
        let reads = self.operations.access(invoke.operation) == Some(Access::Read);
        let adds = draft.drawn.per_profile.iter().any(|added| !added.select.guards.is_empty());
        let said = adds
            || raw.share.is_partial()
            || draft.selected.has_guards
            || draft.submit_lists.has_calls
            || draft.submit_lists.is_refused
            || !raw.share.yields.is_absent()
            || !raw.share.presents.is_absent();
        if !reads || said || self.shares.offers(id) {
            return station::RowUse::Offered;
        }
        if raw.kinds.value().is_some() {
            let place = raw.name.map_or(raw.place, |name| name.place);
            let message = "nothing can come of the skill's rows: they can be looked at, not chosen";
            let remark = Remark::new(codes::SKILL_READ_WITH_KINDS, place, message);
            report.add(remark.help("a `submit`, here or in a playbook that takes its lines"));
        }
        station::RowUse::Read
    }
}

/// Resolves the guards before every call of the skill, and the scope that they pass on.
fn before(
    raw: &RawSkill<'_>,
    params: &Params<'_>,
    context: &mut Context<'_, '_>,
) -> (Vec<Arc<Guard>>, GuardScope) {
    let mut names = Env::new(Position::Invoke);
    params.declare(&mut names);
    // A call waits for the parameters of its arguments before any guard runs.
    for arg in raw.invoke.value().and_then(|invoke| invoke.args.value()).into_iter().flatten() {
        let name = arg.value.text().and_then(|text| text.strip_prefix("$params."));
        if let Some(name) = name.filter(|name| params.is_waited_for(name)) {
            names.settle(Root::Params, name, States::Needed);
        }
    }
    let mut scope = GuardScope::new(names, Billed::None);
    let guards = raw.invoke.value().and_then(|invoke| invoke.guards.value());
    let guards = guards.map_or(&[][..], Vec::as_slice);
    (guard::list(guards, Site::Invoke, &mut scope, context), scope)
}

fn is_skill_name(text: &str) -> bool {
    let rest = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    rest.is_some_and(|rest| rest.chars().all(good)) && text.len() <= MAX_SKILL_NAME
}

fn near_skill_name(text: &str) -> String {
    let good = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    // Decomposition separates an accented letter from its marks.
    let bare: String = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let start = bare.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let near: String = start.trim_end().chars().map(good).take(MAX_SKILL_NAME).collect();
    if near.is_empty() { "skill".to_owned() } else { near }
}
