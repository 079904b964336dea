//! How an answer is rendered.
use vm::Path;

use crate::raw::keys::Given;
use crate::raw::{RawRender, RawReport, RawSkill, Spanned, missing};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::field::path;
use crate::resolve::operation::answer::Answer;
use crate::station::{self, Component, Present, Render, Series};
use crate::text::file::quote;
use crate::text::words::{listed, listed_to};

pub(crate) fn resolve(
    raw: &RawSkill<'_>,
    present: &Present,
    answer: Option<&Answer>,
    report: &mut Report,
) -> Render {
    let unsaid = || if raw.kinds.is_absent() { Render::Plain } else { Render::Cards };
    let render = match &raw.share.render {
        Given::Value(render) => render,
        Given::Absent | Given::Refused => return unsaid(),
    };
    let component = match &render.component {
        Given::Absent => None,
        Given::Refused => return unsaid(),
        Given::Value(word) => match component(word, report) {
            Some(component) => Some(component),
            None => return unsaid(),
        },
    };
    if component != Some(Component::Report)
        && let Some(place) = render.report_key
    {
        let message = "`report` without `component: report`";
        let remark = Remark::new(codes::RENDER_REPORT_WITHOUT_COMPONENT, place, message);
        report.add(remark.help("write `component: report`, or delete it"));
    }
    match component {
        None => unsaid(),
        Some(Component::Carousel) => Render::Carousel,
        Some(Component::Cards) => Render::Cards,
        Some(Component::Checklist) => Render::Checklist,
        Some(Component::Report) => {
            figure(render, present, answer, report).map_or_else(unsaid, Render::Report)
        }
    }
}

fn component(word: &Spanned<'_>, report: &mut Report) -> Option<Component> {
    let found = Component::named(word.text);
    if found.is_none() {
        let names = || Component::WORDS.iter().copied();
        let message = format!("{} is no component", quote(word.text));
        let remark = Remark::new(codes::RENDER_COMPONENT, word.place, message);
        report.add(
            remark.near(word.text, names(), || format!("the components are {}", listed(names()))),
        );
    }
    found
}

fn figure(
    render: &RawRender<'_>,
    present: &Present,
    answer: Option<&Answer>,
    report: &mut Report,
) -> Option<station::Report> {
    let raw = match &render.report {
        Given::Value(raw) => raw,
        Given::Refused => return None,
        Given::Absent => {
            let place = render.component.value().map_or(render.place, |word| word.place);
            let message = "`component: report` without `report`";
            let remark = Remark::new(codes::RENDER_COMPONENT_WITHOUT_REPORT, place, message);
            report.add(remark.help("write `report: {headline: <path of the figure>}`"));
            return None;
        }
    };
    let headline = headline(raw, present, answer, report);
    let series = series(raw, answer, report);
    let text = |word: Option<Spanned<'_>>| word.map(|word| word.text.to_owned());
    Some(station::Report {
        headline: headline?,
        label: text(raw.headline_label),
        unit: text(raw.unit),
        series: series?,
    })
}

/// Resolves the path of the figure; the report and the field with that role must agree.
fn headline(
    raw: &RawReport<'_>,
    present: &Present,
    answer: Option<&Answer>,
    report: &mut Report,
) -> Option<String> {
    let field = present.headline.and_then(|number| present.fields.get(number));
    let word = match &raw.headline {
        Given::Value(word) => word,
        Given::Refused => return None,
        Given::Absent => {
            if field.is_none() {
                let form = "the path of the figure, or `role: headline` on a presented field";
                missing(raw.place, "headline", form, report);
            }
            return field.map(|field| field.from.clone());
        }
    };
    let path = of_answer(word, answer, report)?;
    if let Some(field) = field.filter(|field| field.from != path) {
        let message = format!(
            "the figure is at {}, and the field of role `headline` at {}",
            quote(&path),
            quote(&field.from)
        );
        let remark = Remark::new(codes::RENDER_REPORT_FIELD, word.place, message);
        report.add(remark.help("write one path in both").fix(word.place, field.from.clone()));
        return None;
    }
    Some(path)
}

fn series(
    raw: &RawReport<'_>,
    answer: Option<&Answer>,
    report: &mut Report,
) -> Option<Option<Series>> {
    let parts = [("point_label", &raw.point_label), ("point_value", &raw.point_value)];
    let from = match &raw.series {
        Given::Value(word) => word,
        Given::Refused => return None,
        Given::Absent => {
            let mut of_points = parts.iter().map(|(_, part)| *part).chain([&raw.highlight]);
            if of_points.any(|part| !part.is_absent()) {
                missing(raw.place, "series", "the path of the points", report);
                return None;
            }
            return Some(None);
        }
    };
    for (key, part) in parts {
        if part.is_absent() {
            missing(raw.place, key, "its path within each point", report);
        }
    }
    let series = of_answer(from, answer, report);
    let points = answer.zip(series.as_ref()).and_then(|(answer, path)| {
        let path = Path::parse(path).ok()?;
        answer.at(path.steps()).into_iter().next()
    });
    let label = raw.point_label.value().and_then(|word| of_answer(word, points, report));
    let value = raw.point_value.value().and_then(|word| of_answer(word, points, report));
    let highlight = match &raw.highlight {
        Given::Absent => Some(None),
        Given::Refused => None,
        Given::Value(word) => of_answer(word, answer, report).map(Some),
    };
    Some(Some(Series { from: series?, label: label?, value: value?, highlight: highlight? }))
}

/// Reads a path, and refuses a path that the known answer does not have.
fn of_answer(word: &Spanned<'_>, answer: Option<&Answer>, report: &mut Report) -> Option<String> {
    let text = path(word, codes::RENDER_REPORT_FIELD, report)?;
    let (Some(answer), Ok(steps)) = (answer, Path::parse(&text)) else { return Some(text) };
    if answer.at(steps.steps()).is_empty() {
        let paths = answer.paths();
        let names = || paths.iter().map(String::as_str);
        let message = format!("the answer has nothing at {}", quote(word.text));
        let remark = Remark::new(codes::RENDER_REPORT_FIELD, word.place, message);
        report
            .add(remark.near(word.text, names(), || format!("it has {}", listed_to(10, names()))));
        return None;
    }
    Some(text)
}
