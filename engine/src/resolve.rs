//! From what was written to a station: names become indices, types types, conditions programs; whatever is refused is
//! refused here, all of it together.

mod analysis;
mod apis;
mod call;
mod condition;
mod field;
mod kinds;
mod params;
mod present;
mod rows;

use std::collections::HashMap;

use iso_currency::Currency;
use lang::Code;
use vm::{Reading, ReadingFault};

use crate::file::{File, Place, told};
use crate::finding::{Remark, Report};
use crate::keys::Given;
use crate::limits::MAX_SKILL_NAME;
use crate::load::{Deployment, Sources};
use crate::raw::{HasCurrency, ListState, RawGlobal, RawSkill, RawStation, Stands, Word, missing};
use crate::station::{Access, Global, Invoke, Locale, Skill, Station};
use crate::template::{Base, is_absolute};

use self::apis::Operations;
use self::rows::Rows;

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

/// The station, or nothing where the report refuses it.
pub(crate) fn resolve(
    raw: &RawStation<'_>,
    files: &[File],
    sources: &dyn Sources,
    deployment: &Deployment,
    report: &mut Report,
) -> Option<Station> {
    language(raw.language, report);
    let global = global(&raw.global, report);
    let tenant_url = tenant_url(raw.tenant_url, deployment, report);
    let mut operations = apis::resolve(raw, sources, report);
    let mut resolver = Resolver {
        global: &global,
        operations: &mut operations,
        names: HashMap::new(),
        kinds: HashMap::new(),
        first_price: None,
        apis: raw.apis_state,
    };
    let mut skills = Vec::with_capacity(raw.skills.len());
    let mut templates = Vec::new();
    for skill in &raw.skills {
        if report.is_full() {
            break;
        }
        let (resolved, template) = resolver.skill(skill, report);
        skills.extend(resolved);
        templates.extend(template);
    }
    let first_price = resolver.first_price;
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
    if tenant_url.is_none() && raw.tenant_url.is_none() {
        for place in templates {
            unset_tenant(place, report);
        }
    }
    operations.unused(raw, report);
    if report.refuses() {
        return None;
    }
    let name = raw.name.map_or_else(|| stem(files), |name| name.text.to_owned());
    let operations = operations.finish();
    Some(Station { name, global, tenant_url, operations, skills })
}

/// The name of the first file without its folder and its ending.
fn stem(files: &[File]) -> String {
    let name = files.first().map_or("", |file| file.source.name());
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if stem.is_empty() { file.to_owned() } else { stem.to_owned() }
}

fn language(word: Option<Word<'_>>, report: &mut Report) {
    let Some(word) = word.filter(|word| word.text != "1") else { return };
    let message = format!("{} is no language version", told(word.text));
    report.add(Remark::new(Code::ValueType, word.place, message).help("write `1`, the only one"));
}

fn global(raw: &RawGlobal<'_>, report: &mut Report) -> Global {
    let currency = raw.currency.and_then(|word| {
        let found = Currency::from_code(word.text);
        if found.is_none() {
            let message = format!("{} is no currency of ISO 4217", told(word.text));
            let remark = Remark::new(Code::ValueType, word.place, message);
            report.add(remark.help("write its three capital letters, such as `EUR`"));
        }
        found
    });
    let locale = match raw.locale.map(|word| (word.text, word.place)) {
        None | Some(("en", _)) => Locale::En,
        Some(("fr", _)) => Locale::Fr,
        Some((text, place)) => {
            let message = format!("{} is no locale", told(text));
            report.add(Remark::new(Code::ValueType, place, message).help("write `en` or `fr`"));
            Locale::En
        }
    };
    Global { currency, locale, reading: reading(raw, report) }
}

fn reading(raw: &RawGlobal<'_>, report: &mut Report) -> Reading {
    let zone = raw.timezone.filter(|word| {
        let known = Reading::new(word.text, None) != Err(ReadingFault::Zone);
        if !known {
            let message = format!("{} is no IANA time zone", told(word.text));
            let remark = Remark::new(Code::ValueType, word.place, message);
            report.add(remark.help("write a name such as `Europe/Paris` or `UTC`"));
        }
        known
    });
    let country = raw.country.filter(|word| {
        let known = Reading::new("UTC", Some(word.text)) != Err(ReadingFault::Country);
        if !known {
            let message = format!("{} is no country of ISO 3166 with telephones", told(word.text));
            let remark = Remark::new(Code::ValueType, word.place, message);
            report.add(remark.help("write its two capital letters, such as `FR`"));
        }
        known
    });
    Reading::new(zone.map_or("UTC", |word| word.text), country.map(|word| word.text))
        .unwrap_or_default()
}

fn tenant_url(
    word: Option<Word<'_>>,
    deployment: &Deployment,
    report: &mut Report,
) -> Option<String> {
    let own = word.filter(|word| {
        if !is_base(word.text) {
            let message =
                format!("{} is no http(s) address without query and fragment", told(word.text));
            let remark = Remark::new(Code::ValueType, word.place, message);
            report.add(remark.help("write `https://` and the tenant's host"));
        }
        is_base(word.text)
    });
    let deployed = deployment.tenant_url.as_deref().filter(|url| !url.is_empty());
    if deployed.is_some_and(|url| !is_base(url)) {
        let place = word.map_or(Place { file: 0, start: 0, end: 0 }, |word| word.place);
        let message =
            "the deployment's `TENANT_URL` is no http(s) address without query and fragment";
        let remark = Remark::new(Code::ValueType, place, message);
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

fn unset_tenant(place: Place, report: &mut Report) {
    let message = "the template needs `{tenant_url}`, which neither the file nor the deployment gives: there is no link";
    let remark = Remark::new(Code::PresentTenantUrlUnset, place, message);
    report.add(remark.help("write `tenant_url: https://…`, or set `TENANT_URL`"));
}

/// What is known while the skills are resolved, one after the other.
struct Resolver<'r, 'a> {
    global: &'r Global,
    operations: &'r mut Operations<'a>,
    names: HashMap<String, Place>,
    kinds: HashMap<String, Place>,
    first_price: Option<Place>,
    apis: ListState,
}

impl Resolver<'_, '_> {
    /// The skill, and where it has a template that needs the tenant's address.
    fn skill(&mut self, raw: &RawSkill<'_>, report: &mut Report) -> (Option<Skill>, Option<Place>) {
        if let Some(name) = raw.name {
            self.name(name, report);
        }
        if raw.objective.is_absent() {
            let place = raw.name.map_or(raw.place, |name| name.place);
            let message = "the skill has no `cognitive.objective`: `seek_guidance` cannot rank it";
            let remark = Remark::new(Code::SkillNoObjective, place, message);
            report.add(remark.help("say which need it answers"));
        }
        self.shape(raw, report);
        let mut params = params::resolve(raw, &self.global.reading, report);
        let invoke = match &raw.invoke {
            Given::Value(invoke) => {
                call::resolve(invoke, &mut params, self.operations, self.apis, report)
            }
            Given::Absent | Given::Refused => None,
        };
        params.finish(raw, report);
        self.ambiguous(raw, invoke.as_ref(), report);
        let fields = present::resolve(raw, report);
        let price = fields.first_price.into_iter().chain(params.first_price);
        let price = price.min().into_iter().chain(self.first_price).min();
        self.first_price = price;
        let kinds = kinds::resolve(raw, &fields, &self.global.reading, &mut self.kinds, report);
        self.note_read(raw, invoke.as_ref(), report);
        let needs_tenant =
            fields.present.template.as_ref().is_some_and(|t| t.base() == Base::Tenant);
        let template = fields.template_place.filter(|_| needs_tenant);
        let skill = raw.name.map(|name| Skill {
            name: name.text.to_owned(),
            objective: raw.objective.value().map(|word| word.text.to_owned()),
            diagnose: raw.diagnose.iter().map(|word| word.text.to_owned()).collect(),
            params: params.into_params(),
            invoke,
            kinds,
            present: fields.present,
        });
        (skill, template)
    }

    fn name(&mut self, name: Word<'_>, report: &mut Report) {
        if !is_skill_name(name.text) {
            let near = near_skill_name(name.text);
            let message = format!("{} is no name for a skill", told(name.text));
            let remark = Remark::new(Code::SkillName, name.place, message).help(format!(
                "a letter, then at most {} letters, digits, `_` and `-`: `{near}`",
                MAX_SKILL_NAME - 1
            ));
            report.add(remark.fix(name.place, near));
        } else if VERBS.contains(&name.text) {
            let message = format!("{} is a verb of every room", told(name.text));
            let remark = Remark::new(Code::SkillNameReserved, name.place, message);
            report.add(remark.help("choose another name"));
        }
        if let Some(&first) = self.names.get(name.text) {
            let message = format!("two skills are called {}", told(name.text));
            let remark = Remark::new(Code::SkillDuplicate, name.place, message);
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
            let remark = Remark::new(Code::SkillKindsWithoutInvoke, place, message);
            report.add(remark.help("write `invoke: {method: …}`"));
        } else if raw.later.does == Stands::No {
            let message =
                "the skill has neither `kinds` nor `invoke` nor `presents`: it does nothing";
            let remark = Remark::new(Code::SkillNothingToDo, place, message);
            report.add(remark.help("write `invoke: {method: …}`"));
        }
    }

    /// Refuses kinds over an answer that has several arrays, of which nothing says which holds the rows.
    fn ambiguous(&self, raw: &RawSkill<'_>, invoke: Option<&Invoke>, report: &mut Report) {
        let rows = invoke.and_then(|invoke| self.operations.rows(invoke.operation));
        let (Some(Rows::Several(second)), Some(_)) = (rows, raw.kinds.value()) else { return };
        let Some(method) = raw.invoke.value().and_then(|invoke| invoke.method.value()) else {
            return;
        };
        let message = format!("the answer of {} has several arrays", told(method.text));
        let remark = Remark::new(Code::ApiRowsAmbiguous, method.place, message);
        report.add(remark.help(format!("say `rows_at` on the operation: {second}")));
    }

    fn note_read(&self, raw: &RawSkill<'_>, invoke: Option<&Invoke>, report: &mut Report) {
        let (Some(invoke), Some(_)) = (invoke, raw.kinds.value()) else { return };
        let reads = self.operations.access(invoke.operation) == Some(Access::Read);
        if !reads || raw.later.offers == Stands::Yes {
            return;
        }
        let place = raw.name.map_or(raw.place, |name| name.place);
        let message = "nothing can come of the skill's rows: they can be looked at, not chosen";
        let remark = Remark::new(Code::SkillReadWithKinds, place, message);
        report.add(remark.help("a `submit`, here or in a playbook that takes its lines"));
    }
}

fn is_skill_name(text: &str) -> bool {
    let rest = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    rest.is_some_and(|rest| rest.chars().all(good)) && text.len() <= MAX_SKILL_NAME
}

fn near_skill_name(text: &str) -> String {
    let good = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let start = text.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let near: String = start.trim_end().chars().map(good).take(MAX_SKILL_NAME).collect();
    if near.is_empty() { "skill".to_owned() } else { near }
}
