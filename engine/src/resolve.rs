//! Resolves the parsed file to a station: names become indices and conditions become programs.
//!
//! All refusals are reported together.

pub(crate) mod arguments;
pub(crate) mod auth;
pub(crate) mod catalog;
pub(crate) mod door;
pub(crate) mod field;
pub(crate) mod global;
pub(crate) mod guard;
pub(crate) mod operation;
pub(crate) mod playbook;
pub(crate) mod profile;
pub(crate) mod scope;
pub(crate) mod sentence;
pub(crate) mod skill;
pub(crate) mod submit;

use std::collections::{BTreeSet, HashMap};

use self::arguments::bound;
use self::operation::apis;
pub use self::operation::apis::{ArgumentInfo, OperationIndex};
use self::profile::Profiles;
use self::scope::actors::Actors;
use self::scope::policy;
use self::skill::Resolver;
use self::skill::draft::Draft;
use self::skill::share::Shares;
use crate::instruction::Instruction;
use crate::raw::{ListState, RawStation, missing};
use crate::report::finding::Report;
use crate::sources::{Deployment, Sources};
use crate::station::{Catalog, Playbook, SkillId, Station, SubmitGuard};
use crate::text::file::{File, Place};

/// The inputs of a station besides the parsed file.
pub(crate) struct Inputs<'g> {
    pub(crate) sources: &'g dyn Sources,
    pub(crate) deployment: &'g Deployment,
    /// The instruction skills of the folders that the station names.
    pub(crate) instructions: Vec<Instruction>,
}

/// Resolves a station; `None` if the report refuses it. Also returns the operations that it may use.
pub(crate) fn resolve(
    raw: &RawStation<'_>,
    files: &[File],
    inputs: Inputs<'_>,
    report: &mut Report,
) -> (Option<Station>, OperationIndex) {
    let Inputs { sources, deployment, instructions } = inputs;
    global::language(raw.language, report);
    let global = global::global(&raw.global, report);
    let sentences = sentence::resolve(&raw.sentences, global.locale, report);
    let tenant_url = global::tenant_url(raw.tenant_url, deployment, report);
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
    require_sections(raw, files, first_price, report);
    if tenant_url.is_none() && raw.tenant_url.is_none() {
        global::unset_tenant(templates, report);
    }
    operations.unused(raw, report);
    door::names(raw, &instructions, report);
    if report.refuses() {
        return (None, operations.into_index());
    }
    let (apis, resolved) = operations.finish();
    let index = operations.into_index();
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
    (Some(station), index)
}

impl Resolver<'_, '_> {
    /// Resolves the guard of submits outside every playbook, and the playbooks.
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
            if let Some(draft) = drafts.get_mut(skill.index()) {
                draft.params.meant(name);
            }
        }
        for (index, draft) in drafts.iter_mut().enumerate() {
            let id = SkillId::new(index);
            let taken = raw.playbooks_state == ListState::Refused || found.taken.contains(&id);
            if !taken {
                draft.share.rows = self.row_use(id, draft, report);
            }
        }
        (guard, found.playbooks)
    }

    /// Resolves the catalogue; only the profiles that may use its filling skill may search it.
    fn catalog(
        &self,
        raw: &RawStation<'_>,
        drafts: &mut [Draft<'_>],
        report: &mut Report,
    ) -> Option<Catalog> {
        let catalog = catalog::resolve(raw, drafts, self.sources, report);
        let filled = catalog.as_ref().and_then(|catalog| drafts.get(catalog.skill.index()));
        let calls = filled.map(Draft::calls).unwrap_or_default();
        for draft in drafts.iter_mut().filter(|draft| draft.native.is_some()) {
            draft.profiles = self.profiles(draft, &calls, report);
        }
        catalog
    }
}

/// Tells what the station as a whole has to say and does not.
fn require_sections(
    raw: &RawStation<'_>,
    files: &[File],
    first_price: Option<Place>,
    report: &mut Report,
) {
    if let Some(place) = first_price
        && !raw.global.has_currency
    {
        missing(place, "global.currency", "the currency of every price, such as `EUR`", report);
    }
    if raw.skills_state == ListState::Absent
        && let Some(first) = files.first()
    {
        missing(first.start(), "skills", "a list of skills", report);
    }
}

/// Returns the name of the first file without folder and extension.
fn stem(files: &[File]) -> String {
    let name = files.first().map_or("", |file| file.source.name());
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if stem.is_empty() { file.to_owned() } else { stem.to_owned() }
}
