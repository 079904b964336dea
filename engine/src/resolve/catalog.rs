//! The catalogue: the source of its rows, and the skill that reads them.

use crate::raw::keys::Given;
use crate::raw::{ListState, RawCatalog, RawStation, Spanned, missing};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::field::seconds;
use crate::resolve::operation::rows;
use crate::resolve::skill::draft::Draft;
use crate::sources::{Sources, beside, unread};
use crate::station::{Catalog, CatalogSource, NativeKind, Present, RowsAt, SkillId};
use crate::text::file::quote;
use crate::text::words::listed_to;

/// The default time after which a catalogue is filled again, in seconds.
const REFRESH: u64 = 3_600;

pub(crate) fn resolve(
    raw: &RawStation<'_>,
    drafts: &[Draft<'_>],
    sources: &dyn Sources,
    report: &mut Report,
) -> Option<Catalog> {
    let found = match &raw.catalog {
        Given::Absent => {
            wanted(drafts, report);
            None
        }
        Given::Refused => None,
        Given::Value(catalog) => {
            let refresh = refresh(catalog, report);
            let found = match (&catalog.from_skill, &catalog.rows) {
                (Given::Value(word), Given::Absent) => {
                    let skill = filling(word, raw, drafts, report);
                    skill.map(|skill| (skill, CatalogSource::Skill, *word))
                }
                (Given::Absent, Given::Value(word)) => {
                    let skill = reading(word, drafts, report);
                    let file = file(word, sources, report);
                    skill.zip(file).map(|(skill, file)| (skill, CatalogSource::File(file), *word))
                }
                (Given::Value(_), Given::Value(word)) => {
                    let message = "`from_skill` and `rows`: a catalogue has one source";
                    report.add(
                        Remark::new(codes::VALUE_TYPE, word.place, message).help("delete one"),
                    );
                    None
                }
                (Given::Absent, Given::Absent) => {
                    let form = "the skill whose rows fill it";
                    missing(catalog.place, "from_skill", form, report);
                    None
                }
                (Given::Refused, _) | (_, Given::Refused) => None,
            };
            found.zip(refresh)
        }
    };
    disagreeing(drafts, report);
    let ((skill, source, word), refresh) = found?;
    if drafts.get(skill.index()).is_some_and(|draft| draft.fields.present.billed.is_none()) {
        let message = "the catalogue's `present` has no `billed` field: its rows have no price";
        let remark = Remark::new(codes::CATALOG_NO_BILLED, word.place, message);
        report.add(remark.help("a field of `role: billed`"));
    }
    Some(Catalog { skill, source, refresh })
}

fn refresh(raw: &RawCatalog<'_>, report: &mut Report) -> Option<u64> {
    let word = match &raw.refresh {
        Given::Absent => return Some(REFRESH),
        Given::Refused => return None,
        Given::Value(word) => word,
    };
    let found = seconds(word.text);
    if found.is_none() {
        let message = format!("{} is no time", quote(word.text));
        let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
        report.add(remark.help("a whole number over 0 and one of `s`, `m`, `h`, `d`: `1h`"));
    }
    found
}

/// Refuses each native of a station without catalogue.
fn wanted(drafts: &[Draft<'_>], report: &mut Report) {
    for draft in drafts.iter().filter(|draft| draft.native.is_some()) {
        let Some(key) = draft.raw.invoke.value().and_then(|invoke| invoke.native_key) else {
            continue;
        };
        let message = "a native answers from the catalogue, and there is none";
        let remark = Remark::new(codes::CATALOG_MISSING, key, message);
        report.add(remark.help("write `catalog: {from_skill: …}`"));
    }
}

/// Finds the skill that fills the catalogue.
///
/// The skill needs kinds and a call, and every required parameter needs a default.
fn filling(
    word: &Spanned<'_>,
    raw: &RawStation<'_>,
    drafts: &[Draft<'_>],
    report: &mut Report,
) -> Option<SkillId> {
    let fills = |draft: &&Draft<'_>| {
        let calls = draft.raw.invoke.value().is_some_and(|invoke| !invoke.method.is_absent());
        calls && !draft.raw.kinds.is_absent()
    };
    let found = drafts
        .iter()
        .position(|draft| draft.name() == Some(word.text) && fills(&draft))
        .map(SkillId::new);
    let Some(id) = found else {
        if raw.skills_state != ListState::Refused {
            let names = || drafts.iter().filter(fills).filter_map(Draft::name);
            let message =
                format!("{} is no skill with `kinds` and `invoke.method`", quote(word.text));
            let remark = Remark::new(codes::CATALOG_SKILL_UNKNOWN, word.place, message);
            report.add(remark.near(word.text, names(), || {
                format!("the skills that can fill a catalogue are {}", listed_to(10, names()))
            }));
        }
        return None;
    };
    for (name, place) in drafts.get(id.index())?.params.asked() {
        let message = format!("only a conversation can set {}", quote(name));
        let remark = Remark::new(codes::CATALOG_SKILL_PARAMS, word.place, message);
        report.add(
            remark
                .help("a default for it, or a skill of its own for the catalogue")
                .also(place, "it is declared here"),
        );
    }
    Some(id)
}

/// The native search skill whose `present` reads the rows of a file.
fn reading(word: &Spanned<'_>, drafts: &[Draft<'_>], report: &mut Report) -> Option<SkillId> {
    let found = drafts.iter().position(|draft| searches(draft).is_some()).map(SkillId::new);
    // A native that is refused may be the search that is missed.
    let refused = |draft: &Draft<'_>| {
        let named = draft.raw.invoke.value().is_some_and(|invoke| !invoke.native.is_absent());
        named && draft.native.is_none()
    };
    if found.is_none() && !drafts.iter().any(refused) {
        let message = "no skill with `native: search` and `present` says how the rows are read";
        let remark = Remark::new(codes::CATALOG_SKILL_UNKNOWN, word.place, message);
        report.add(remark.help("a skill with `invoke: {native: search}` and `present`"));
    }
    found
}

/// Returns the presented fields of a native search with `present`.
fn searches<'d>(draft: &'d Draft<'_>) -> Option<&'d Present> {
    let native = draft.native.as_ref()?;
    let reads = native.kind == NativeKind::Search && !draft.raw.present.is_absent();
    reads.then_some(&draft.fields.present)
}

/// Finds the file that holds a catalogue's rows.
fn file(word: &Spanned<'_>, sources: &dyn Sources, report: &mut Report) -> Option<String> {
    let name = beside(word.view.file.source.name(), word.text);
    let reader = match sources.open(&name) {
        Ok(reader) => reader,
        Err(fault) => {
            report.add(unread(&name, word.place, fault, sources));
            return None;
        }
    };
    if let Err(why) = rows::read(reader, &RowsAt::Only) {
        let message = format!("{} holds no rows: {why}", quote(word.text));
        let remark = Remark::new(codes::API_DOCUMENT, word.place, message);
        report.add(remark.help("rows are JSON: an object a line, or an array of objects"));
        return None;
    }
    Some(name)
}

/// Refuses a native search whose title, price or image differs from the first search's.
fn disagreeing(drafts: &[Draft<'_>], report: &mut Report) {
    let mut searching = drafts.iter().filter_map(|draft| Some((draft.raw.name?, searches(draft)?)));
    let Some((first, shown)) = searching.next() else { return };
    for (name, other) in searching {
        let parts = [
            ("title", shown.title, other.title),
            ("price", shown.billed, other.billed),
            ("image", shown.image, other.image),
        ];
        let from = |present: &Present, number: Option<usize>| {
            number.and_then(|number| present.fields.get(number)).map(|field| field.from.clone())
        };
        let differs = parts.iter().find(|(_, one, two)| from(shown, *one) != from(other, *two));
        if let Some((part, ..)) = differs {
            let message = format!(
                "the searches {} and {} read the {part} differently",
                quote(first.text),
                quote(name.text)
            );
            let remark = Remark::new(codes::CATALOG_SEARCH_DISAGREE, name.place, message);
            report.add(
                remark.help("one `present` for both").also(first.place, "the first stands here"),
            );
        }
    }
}
