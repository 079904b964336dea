//! The section `global`, the language version and the address of the tenant.

use iso_currency::Currency;
use vm::{Reading, ReadingFault};

use crate::raw::{RawGlobal, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::sources::Deployment;
use crate::station::template::is_absolute;
use crate::station::{Global, Locale};
use crate::text::file::{Place, quote};

pub(crate) fn language(word: Option<Spanned<'_>>, report: &mut Report) {
    let Some(word) = word.filter(|word| word.text != "1") else { return };
    let message = format!("{} is no language version", quote(word.text));
    report.add(Remark::new(codes::VALUE_TYPE, word.place, message).help("write `1`, the only one"));
}

pub(crate) fn global(raw: &RawGlobal<'_>, report: &mut Report) -> Global {
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

pub(crate) fn tenant_url(
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

/// Whether a path can be appended to an address.
fn is_base(address: &str) -> bool {
    is_absolute(address) && !address.contains(['?', '#'])
}

pub(crate) fn unset_tenant(templates: Vec<Place>, report: &mut Report) {
    for place in templates {
        let message = "the template needs `{tenant_url}`, which neither the file nor the deployment gives: there is no link";
        let remark = Remark::new(codes::PRESENT_TENANT_URL_UNSET, place, message);
        report.add(remark.help("write `tenant_url: https://…`, or set `TENANT_URL`"));
    }
}
