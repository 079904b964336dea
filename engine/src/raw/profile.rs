//! Who calls, as it was written: profiles and `auth`.

use super::{Spanned, given_word, named, required, said, scalar, word, words};
use crate::raw::keys::{Entry, Given, Section, open, refuse};
use crate::report::finding::Report;
use crate::text::file::{Place, View};

/// An entry of `profiles`.
#[derive(Debug)]
pub(crate) struct RawProfile<'a> {
    pub(crate) name: Spanned<'a>,
    pub(crate) grants: Given<RawGrants<'a>>,
    pub(crate) roles: Vec<Spanned<'a>>,
    pub(crate) sees: Vec<Spanned<'a>>,
}

/// What `grants` says.
#[derive(Debug)]
pub(crate) enum RawGrants<'a> {
    /// `"*"`.
    All,
    /// A list of operations.
    Named(Vec<Spanned<'a>>),
}

/// The section `auth`.
#[derive(Debug)]
pub(crate) struct RawCallers<'a> {
    pub(crate) place: Place,
    /// The type in `identify_by`.
    pub(crate) identify_by: Given<Spanned<'a>>,
    pub(crate) default: Option<Spanned<'a>>,
    pub(crate) tokens: Vec<RawToken<'a>>,
    pub(crate) jwt: Option<RawJwt<'a>>,
}

/// An entry of `tokens`.
#[derive(Debug)]
pub(crate) struct RawToken<'a> {
    pub(crate) place: Place,
    pub(crate) env: Option<Spanned<'a>>,
    pub(crate) profile: Given<Spanned<'a>>,
    pub(crate) roles: Vec<Spanned<'a>>,
    pub(crate) identity: Given<Spanned<'a>>,
}

/// The section `jwt`.
#[derive(Debug)]
pub(crate) struct RawJwt<'a> {
    pub(crate) place: Place,
    pub(crate) issuer: Option<Spanned<'a>>,
    pub(crate) audience: Option<Spanned<'a>>,
    pub(crate) jwks: Option<Spanned<'a>>,
    pub(crate) profile: Given<Spanned<'a>>,
    pub(crate) roles: Given<Spanned<'a>>,
    pub(crate) identity: Given<Spanned<'a>>,
}

pub(super) fn profiles<'a>(entry: Entry<'a>, report: &mut Report) -> Option<Vec<RawProfile<'a>>> {
    let entries = named(entry, report)?;
    if entries.is_empty() {
        refuse(entry.value, "a map of at least one profile", report);
        return None;
    }
    let profiles: Vec<_> = entries
        .iter()
        .map(|entry| {
            let keys = said(entry, report).and_then(|v| open(v, Section::Profile, report));
            let Some(keys) = keys else {
                return RawProfile {
                    name: entry.name,
                    grants: Given::Refused,
                    roles: Vec::new(),
                    sees: Vec::new(),
                };
            };
            let list = |key, report: &mut Report| {
                words(keys.get(key), report).value().cloned().unwrap_or_default()
            };
            RawProfile {
                name: entry.name,
                grants: keys.get("grants").and_then(|entry| grants(entry, report)),
                roles: list("roles", report),
                sees: list("sees", report),
            }
        })
        .collect();
    Some(profiles)
}

fn grants<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawGrants<'a>> {
    let view = entry.value;
    if view.text() == Some("*") {
        return Some(RawGrants::All);
    }
    let Some(items) = view.list().filter(|_| !view.is_tagged()) else {
        refuse(view, &entry.row.phrase(), report);
        return None;
    };
    let words: Vec<_> =
        items.map(|item| scalar(item, "the name of an operation", report)).collect();
    words.into_iter().collect::<Option<_>>().map(RawGrants::Named)
}

pub(super) fn auth<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawCallers<'a>> {
    let keys = open(entry.value, Section::Auth, report)?;
    let identify_by = keys.get("identify_by").and_then(|entry| {
        let keys = open(entry.value, Section::Identify, report)?;
        required(&keys, "type", report)
    });
    let tokens = super::each(keys.get("tokens"), report);
    let tokens = tokens.value().into_iter().flatten();
    let tokens = tokens.filter_map(|view| token(*view, report)).collect();
    Some(RawCallers {
        place: entry.key.place(),
        identify_by,
        default: word(keys.get("default"), report),
        tokens,
        jwt: keys.get("jwt").and_then(|entry| jwt(entry, report)).into_value(),
    })
}

fn token<'a>(view: View<'a>, report: &mut Report) -> Option<RawToken<'a>> {
    let keys = open(view, Section::Token, report)?;
    Some(RawToken {
        place: keys.place(),
        env: required(&keys, "env", report),
        profile: given_word(keys.get("profile"), report),
        roles: words(keys.get("roles"), report).into_value().unwrap_or_default(),
        identity: given_word(keys.get("identity"), report),
    })
}

fn jwt<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawJwt<'a>> {
    let keys = open(entry.value, Section::Jwt, report)?;
    let claim = |key, report: &mut Report| given_word(keys.get(key), report);
    Some(RawJwt {
        place: entry.key.place(),
        issuer: required(&keys, "issuer", report),
        audience: required(&keys, "audience", report),
        jwks: required(&keys, "jwks", report),
        profile: claim("profile", report),
        roles: claim("roles", report),
        identity: claim("identity", report),
    })
}
