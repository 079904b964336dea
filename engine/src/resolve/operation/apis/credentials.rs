//! The credentials for calls to the tenant: the file names them and never contains them.

use crate::raw::keys::Given;
use crate::raw::{RawAuth, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::station::{Credential, Secret};

pub(crate) fn resolve(auth: &Given<RawAuth<'_>>, report: &mut Report) -> Vec<Credential> {
    let Some(auth) = auth.value() else { return Vec::new() };
    let mut found = Vec::new();
    let mut is_given = auth.is_refused;
    let mut take =
        |word: &Spanned<'_>, make: &dyn Fn(Secret) -> Credential, report: &mut Report| {
            is_given = true;
            found.extend(secret(word, report).map(make));
        };
    if let Some(word) = auth.bearer.value() {
        take(word, &Credential::Bearer, report);
    }
    if let Some(word) = auth.basic.value() {
        take(word, &Credential::Basic, report);
    }
    for (name, word) in &auth.header {
        take(word, &|secret| Credential::Header(name.text.to_owned(), secret), report);
    }
    for (name, word) in &auth.query {
        take(word, &|secret| Credential::Query(name.text.to_owned(), secret), report);
    }
    if !is_given {
        let message = "`auth` has no credential";
        let remark = Remark::new(codes::VALUE_TYPE, auth.place, message);
        report.add(remark.help("write `bearer: \"${NAME}\"`, or delete `auth`"));
    }
    found
}

/// The variable that a text names. A text that is not a variable may be a secret, so the finding does not repeat it.
fn secret(word: &Spanned<'_>, report: &mut Report) -> Option<Secret> {
    let name = word.text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let is_name = |name: &&str| {
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let found = name.filter(is_name);
    if found.is_none() {
        let message = "a credential stands in the file";
        let remark = Remark::new(codes::API_SECRET_LITERAL, word.place, message);
        report.add(remark.help("write the name of an environment variable: `\"${NAME}\"`"));
    }
    found.map(|name| Secret(name.to_owned()))
}
