//! From what was written to a station: names become indices, types types, conditions programs; whatever is refused is
//! refused here, all of it together.

mod actors;
mod added;
mod analysis;
mod answer;
mod apis;
mod argument;
mod arguments;
mod auth;
mod behind;
mod bound;
mod call;
mod catalog;
mod chain;
mod condition;
mod context;
mod door;
mod draft;
mod field;
mod filing;
mod filter;
mod guard;
mod kinds;
mod names;
mod native;
mod output;
mod param_use;
mod params;
mod paths;
mod playbook;
mod policy;
mod present;
mod profile;
mod quantity;
mod question;
mod reference;
mod render;
mod row_paths;
mod rows;
mod select;
mod sentence;
mod share;
mod sorted;
mod submit;
mod usage;

use crate::report::codes;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use iso_currency::Currency;
use lang::analysis::{Budget, States};
use lang::{Position, Root};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use vm::{Reading, ReadingFault, Type};

use crate::instruction::Instruction;
use crate::limits::MAX_SKILL_NAME;
use crate::raw::keys::Given;
use crate::raw::{
    HasCurrency, ListState, RawGlobal, RawSkill, RawStation, Spanned, Stands, missing,
};
use crate::report::finding::{Remark, Report};
use crate::sources::{Deployment, Sources};
use crate::station::template::{Base, is_absolute};
use crate::station::{
    self, Access, Catalog, Filters, Global, Guard, Locale, PerProfile, Playbook, Present, Render,
    Station, SubmitGuard,
};
use crate::text::file::{File, Place, quote};

use self::actors::Actors;
use self::added::Added;
use self::apis::Operations;
pub use self::apis::{Offered, Taken};
use self::bound::Bound;
use self::context::Context;
use self::draft::Draft;
use self::guard::{Billed, Stage, Stand};
use self::names::Names;
use self::params::Identified;
use self::policy::Policies;
use self::profile::Profiles;
use self::share::Shares;
use self::usage::Usage;

/// The verbs that every room has at its doors, whose names no skill may take.
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

/// What a station is made with, besides what its files say.
pub(crate) struct Inputs<'g> {
    pub(crate) sources: &'g dyn Sources,
    pub(crate) deployment: &'g Deployment,
    /// The instruction skills of the folders that it names.
    pub(crate) instructions: Vec<Instruction>,
}

/// The station, or nothing where the report refuses it; and the operations that it may use.
pub(crate) fn resolve(
    raw: &RawStation<'_>,
    files: &[File],
    inputs: Inputs<'_>,
    report: &mut Report,
) -> (Option<Station>, Offered) {
    let Inputs { sources, deployment, instructions } = inputs;
    language(raw.language, report);
    let global = global(&raw.global, report);
    let sentences = sentence::resolve(&raw.sentences, global.locale, report);
    let tenant_url = tenant_url(raw.tenant_url, deployment, report);
    let from = apis::From { sources, agents: &deployment.agents };
    let mut operations = apis::resolve(raw, from, report);
    let policies = policy::resolve(raw, report);
    let profiles = profile::resolve(raw, &operations, report);
    let (auth, identified) = auth::resolve(&raw.auth, &profiles, &global.reading, report);
    let actors = Actors::of(raw);
    let mut resolver = Resolver {
        policies: &policies,
        actors: &actors,
        named: BTreeSet::new(),
        global: &global,
        operations: &mut operations,
        profiles: &profiles,
        identified,
        names: HashMap::new(),
        kinds: HashMap::new(),
        first_price: None,
        apis: raw.apis_state,
        bound: bound::resolve(raw),
        playbooks: raw.playbooks_state,
        shares: Shares::new(raw),
        sources,
    };
    let (mut drafts, templates) = resolver.skills(&raw.skills, report);
    let (submit_guard, playbooks) = resolver.submits(raw, &mut drafts, report);
    let catalog = resolver.catalog(raw, &mut drafts, report);
    let first_price = resolver.first_price;
    policies.unnamed(&resolver.named, report);
    let skills = drafts.into_iter().filter_map(|draft| draft.finish(report)).collect();
    resolver.shares.circles(report);
    auth::needed(&raw.auth, &profiles, resolver.shares.authenticated(), report);
    owed(raw, files, first_price, report);
    if tenant_url.is_none() && raw.tenant_url.is_none() {
        unset_tenant(templates, report);
    }
    operations.unused(raw, report);
    door::names(raw, &instructions, report);
    if report.refuses() {
        return (None, operations.offered());
    }
    let (apis, resolved) = operations.finish();
    let offered = operations.offered();
    let Profiles { declared: profiles, places, .. } = profiles;
    let station = Station {
        name: raw.name.map_or_else(|| stem(files), |name| name.text.to_owned()),
        global,
        tenant_url,
        apis,
        operations: resolved,
        skills,
        submit_guard,
        playbooks,
        profiles,
        auth,
        catalog,
        sentences,
        instructions,
    };
    let first = raw.skills.first().map(|skill| skill.place);
    door::list_sizes(&station, &places, first, report);
    (Some(station), offered)
}

/// Tells what the station as a whole has to say and does not.
fn owed(raw: &RawStation<'_>, files: &[File], first_price: Option<Place>, report: &mut Report) {
    if let Some(place) = first_price
        && raw.global.has_currency == HasCurrency::No
    {
        missing(place, "global.currency", "the currency of every price, such as `EUR`", report);
    }
    if raw.skills_state == ListState::Absent
        && let Some(first) = files.first()
    {
        missing(first.start(), "skills", "a list of skills", report);
    }
}

/// The name of the first file without its folder and its ending.
fn stem(files: &[File]) -> String {
    let name = files.first().map_or("", |file| file.source.name());
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if stem.is_empty() { file.to_owned() } else { stem.to_owned() }
}

fn language(word: Option<Spanned<'_>>, report: &mut Report) {
    let Some(word) = word.filter(|word| word.text != "1") else { return };
    let message = format!("{} is no language version", quote(word.text));
    report.add(Remark::new(codes::VALUE_TYPE, word.place, message).help("write `1`, the only one"));
}

fn global(raw: &RawGlobal<'_>, report: &mut Report) -> Global {
    let currency = raw.currency.and_then(|word| {
        let found = Currency::from_code(word.text);
        if found.is_none() {
            let message = format!("{} is no currency of ISO 4217", quote(word.text));
            let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
            report.add(remark.help("write its three capital letters, such as `EUR`"));
        }
        found
    });
    let locale = raw.locale.and_then(|word| {
        let found = Locale::named(word.text);
        if found.is_none() {
            let message = format!("{} is no locale", quote(word.text));
            let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
            report.add(remark.help("write `en` or `fr`"));
        }
        found
    });
    let locale = locale.unwrap_or(Locale::En);
    Global { currency, locale, reading: reading(raw, report) }
}

fn reading(raw: &RawGlobal<'_>, report: &mut Report) -> Reading {
    let zone = raw.timezone.filter(|word| {
        let known = Reading::new(word.text, None) != Err(ReadingFault::Zone);
        if !known {
            let message = format!("{} is no IANA time zone", quote(word.text));
            let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
            report.add(remark.help("write a name such as `Europe/Paris` or `UTC`"));
        }
        known
    });
    let country = raw.country.filter(|word| {
        let known = Reading::new("UTC", Some(word.text)) != Err(ReadingFault::Country);
        if !known {
            let message = format!("{} is no country of ISO 3166 with telephones", quote(word.text));
            let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
            report.add(remark.help("write its two capital letters, such as `FR`"));
        }
        known
    });
    Reading::new(zone.map_or("UTC", |word| word.text), country.map(|word| word.text))
        .unwrap_or_default()
}

fn tenant_url(
    word: Option<Spanned<'_>>,
    deployment: &Deployment,
    report: &mut Report,
) -> Option<String> {
    let own = word.filter(|word| {
        if !is_base(word.text) {
            let message =
                format!("{} is no http(s) address without query and fragment", quote(word.text));
            let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
            report.add(remark.help("write `https://` and the tenant's host"));
        }
        is_base(word.text)
    });
    let deployed = deployment.tenant_url.as_deref().filter(|url| !url.is_empty());
    if deployed.is_some_and(|url| !is_base(url)) {
        let place = word.map_or(Place { file: 0, start: 0, end: 0 }, |word| word.place);
        let message =
            "the deployment's `TENANT_URL` is no http(s) address without query and fragment";
        let remark = Remark::new(codes::VALUE_TYPE, place, message);
        report.add(remark.help("set it to `https://` and the tenant's host"));
        return None;
    }
    let url = deployed.or(own.map(|word| word.text))?;
    Some(url.strip_suffix('/').unwrap_or(url).to_owned())
}

/// Whether a path can be put behind an address.
fn is_base(address: &str) -> bool {
    is_absolute(address) && !address.contains(['?', '#'])
}

fn unset_tenant(templates: Vec<Place>, report: &mut Report) {
    for place in templates {
        let message = "the template needs `{tenant_url}`, which neither the file nor the deployment gives: there is no link";
        let remark = Remark::new(codes::PRESENT_TENANT_URL_UNSET, place, message);
        report.add(remark.help("write `tenant_url: https://…`, or set `TENANT_URL`"));
    }
}

/// Warns of a skill that says nothing of what it is for.
fn objective(raw: &RawSkill<'_>, report: &mut Report) {
    if raw.objective.is_absent() {
        let place = raw.name.map_or(raw.place, |name| name.place);
        let message = "the skill has no `cognitive.objective`: `seek_guidance` cannot rank it";
        let remark = Remark::new(codes::SKILL_NO_OBJECTIVE, place, message);
        report.add(remark.help("say which need it answers"));
    }
}

/// What is known while the skills are resolved, one after the other.
struct Resolver<'r, 'a> {
    policies: &'r Policies<'a>,
    actors: &'r Actors<'a>,
    /// The policies that something names.
    named: BTreeSet<String>,
    global: &'r Global,
    operations: &'r mut Operations<'a>,
    profiles: &'r Profiles,
    identified: Identified,
    names: HashMap<String, Place>,
    kinds: HashMap<String, Place>,
    first_price: Option<Place>,
    apis: ListState,
    /// The parameters that playbooks bind.
    bound: Bound<'a>,
    /// Whether every playbook could be read.
    playbooks: ListState,
    shares: Shares<'r, 'a>,
    sources: &'r dyn Sources,
}

impl<'a> Resolver<'_, 'a> {
    /// The skills, and where their templates stand that need the tenant's address.
    fn skills<'d>(
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

    /// The skill, and where it has a template that needs the tenant's address.
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
        self.rows(raw, report);
        let fields = present::resolve(raw, report);
        let when = kinds::resolve(raw, &fields, &self.global.reading, &mut self.kinds, report);
        let mut context = self.context(report);
        for price in fields.first_price.into_iter().chain(params.first_price) {
            context.usage.price(Type::Price, price);
        }
        if raw.kinds.is_absent() {
            select::without_kinds(raw, &mut context);
        }
        let (before, stage) = before(raw, &params, &mut context);
        let lines = kinds::lines(raw, &fields, &mut context);
        let of_kinds = (&lines, when.as_slice());
        let selected = select::resolve(raw, &fields, &params, of_kinds, &mut context);
        let own = (&selected, &stage);
        let added = added::resolve(raw, &fields, &params, of_kinds, own, &mut context);
        let filing =
            filing::resolve(raw, &fields, &params, &lines, (&selected, &added), &mut context);
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
            filing,
            profiles: Vec::new(),
            drawn,
            share,
        };
        if draft.native.is_none() {
            draft.profiles = self.profiles(&draft, &[], report);
        }
        (draft, template)
    }

    /// What is at hand while something is resolved.
    fn context<'c>(&'c mut self, report: &'c mut Report) -> Context<'c, 'a> {
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

    /// What a submit must pass outside every playbook, and the playbooks.
    fn submits(
        &mut self,
        raw: &RawStation<'_>,
        drafts: &mut [Draft<'_>],
        report: &mut Report,
    ) -> (SubmitGuard, Vec<Playbook>) {
        let mut context = self.context(report);
        let guard = playbook::station_guard(&raw.submit_guard, drafts, &mut context);
        let found = playbook::resolve(raw, drafts, &mut context);
        for (skill, name) in &found.read {
            if let Some(draft) = drafts.get_mut(*skill) {
                draft.params.meant(name);
            }
        }
        for (number, draft) in drafts.iter_mut().enumerate() {
            let taken = raw.playbooks_state == ListState::Refused || found.taken.contains(&number);
            let taken = Stands::when(taken.then_some(()));
            draft.share.rows = self.become_of(number, draft, taken, report);
        }
        (guard, found.playbooks)
    }

    /// The profiles that may use the skill: those that are granted every operation that it can call.
    fn profiles(&self, draft: &Draft<'_>, more: &[usize], report: &mut Report) -> Vec<usize> {
        let Some(name) = &draft.raw.name else { return Vec::new() };
        let calls = [&draft.calls(), more].concat();
        let added = &draft.drawn.per_profile;
        self.profiles.of_skill(name, (&calls, added), self.operations, report)
    }

    /// The catalogue. What searches it is for the profiles that may use the skill that fills it.
    fn catalog(
        &self,
        raw: &RawStation<'_>,
        drafts: &mut [Draft<'_>],
        report: &mut Report,
    ) -> Option<Catalog> {
        let catalog = catalog::resolve(raw, drafts, self.sources, report);
        let filled = catalog.as_ref().and_then(|catalog| drafts.get(catalog.skill));
        let calls = filled.map(Draft::calls).unwrap_or_default();
        for draft in drafts.iter_mut().filter(|draft| draft.native.is_some()) {
            draft.profiles = self.profiles(draft, &calls, report);
        }
        catalog
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

    /// Whether the skill does something at all, and has rows for its kinds.
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

    /// How the answer is drawn, and what leaves it.
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
        let asked = self.asked(raw).filter(|_| asks);
        let answer = asked.and_then(|number| self.answer(number, report));
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

    /// What becomes of the skill's rows. A skill is a read where its operation is one and nothing can come of them.
    fn become_of(
        &self,
        number: usize,
        draft: &Draft<'_>,
        taken: Stands,
        report: &mut Report,
    ) -> station::Rows {
        let raw = draft.raw;
        let Some(invoke) = &draft.invoke else { return station::Rows::Offered };
        let reads = self.operations.access(invoke.operation) == Some(Access::Read);
        let adds = draft.drawn.per_profile.iter().any(|added| !added.select.guards.is_empty());
        let adds = Stands::when((adds || raw.share.is_partial()).then_some(()));
        let offers = [adds, draft.selected.guards, draft.filing.any, taken];
        let said = offers.contains(&Stands::Yes)
            || draft.filing.refused.is_some()
            || !raw.share.yields.is_absent()
            || !raw.share.presents.is_absent();
        if !reads || said || self.shares.offers(number) {
            return station::Rows::Offered;
        }
        if raw.kinds.value().is_some() {
            let place = raw.name.map_or(raw.place, |name| name.place);
            let message = "nothing can come of the skill's rows: they can be looked at, not chosen";
            let remark = Remark::new(codes::SKILL_READ_WITH_KINDS, place, message);
            report.add(remark.help("a `submit`, here or in a playbook that takes its lines"));
        }
        station::Rows::Read
    }
}

/// How an answer is drawn, and what leaves it.
#[derive(Debug)]
struct Drawn {
    render: Render,
    filters: Filters,
    per_profile: Vec<PerProfile>,
}

/// What holds before every call that the skill makes, and what stands behind it.
fn before(
    raw: &RawSkill<'_>,
    params: &params::Params<'_>,
    context: &mut Context<'_, '_>,
) -> (Vec<Arc<Guard>>, Stage) {
    let mut names = Names::new(Position::Invoke);
    params.declare(&mut names);
    // A call waits for the parameters that its arguments read, before anything holds it up.
    for arg in raw.invoke.value().and_then(|invoke| invoke.args.value()).into_iter().flatten() {
        let name = arg.value.text().and_then(|text| text.strip_prefix("$params."));
        if let Some(name) = name.filter(|name| params.is_waited_for(name)) {
            names.settle(Root::Params, name, States::Needed);
        }
    }
    let mut stage = Stage::new(names, Billed::None);
    let guards = raw.invoke.value().and_then(|invoke| invoke.guards.value());
    let guards = guards.map_or(&[][..], Vec::as_slice);
    (guard::list(guards, Stand::Invoke, &mut stage, context), stage)
}

fn is_skill_name(text: &str) -> bool {
    let rest = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    rest.is_some_and(|rest| rest.chars().all(good)) && text.len() <= MAX_SKILL_NAME
}

fn near_skill_name(text: &str) -> String {
    let good = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    // An accented letter is the letter and its marks.
    let bare: String = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let start = bare.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let near: String = start.trim_end().chars().map(good).take(MAX_SKILL_NAME).collect();
    if near.is_empty() { "skill".to_owned() } else { near }
}
