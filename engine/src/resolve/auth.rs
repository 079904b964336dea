//! How callers are identified: the identifying value, tokens, and the profile of an anonymous caller.
use vm::{Reading, Type};

use crate::raw::keys::Given;
use crate::raw::{RawCallers, RawJwt, RawToken, Spanned, missing};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::arguments::params::declaration::Identified;
use crate::resolve::profile::Profiles;
use crate::station::profile::{Auth, Jwt, Token};
use crate::station::template::is_absolute;
use crate::text::file::{Place, quote};
use crate::text::words::listed;

/// Resolves the section `auth`, and how a person is identified.
pub(crate) fn resolve(
    raw: &Given<RawCallers<'_>>,
    profiles: &Profiles,
    reading: &Reading,
    report: &mut Report,
) -> (Option<Auth>, Identified) {
    let raw = match raw {
        Given::Absent => return (None, Identified::Nobody),
        Given::Refused => return (None, Identified::Unknown),
        Given::Value(raw) => raw,
    };
    let identified = match &raw.identify_by {
        Given::Absent => Identified::Nobody,
        Given::Refused => Identified::Unknown,
        Given::Value(word) => identifying(word, report).map_or(Identified::Unknown, Identified::By),
    };
    let mut identities = raw.tokens.iter().map(|token| &token.identity);
    let has_identity = identities.any(|identity| identity.value().is_some())
        || raw.jwt.as_ref().is_some_and(|jwt| jwt.identity.value().is_some());
    if has_identity && identified == Identified::Nobody {
        let form = "the type of an identity, such as `{type: email}`";
        missing(raw.place, "identify_by", form, report);
    }
    let resolver = Resolver { profiles, reading, identified };
    let default = raw.default.and_then(|word| profiles.find(&word, report));
    let tokens = raw.tokens.iter().filter_map(|raw| resolver.token(raw, report)).collect();
    let jwt = raw.jwt.as_ref().and_then(|raw| resolver.jwt(raw, report));
    let identify_by = match identified {
        Identified::By(ty) => Some(ty),
        Identified::Nobody | Identified::Unknown => None,
    };
    (Some(Auth { identify_by, default, tokens, jwt }), identified)
}

/// Warns if the doors cannot distinguish callers.
pub(crate) fn needed(
    raw: &Given<RawCallers<'_>>,
    profiles: &Profiles,
    authenticated: Option<Place>,
    report: &mut Report,
) {
    if !raw.is_absent() {
        return;
    }
    let (place, why) = match (profiles.second(), authenticated) {
        (Some(place), _) => (place, "there are several profiles"),
        (None, Some(place)) => (place, "a skill is `authenticated`"),
        (None, None) => return,
    };
    let message = format!("{why}, and no `auth` says who a caller is: no network door starts");
    let remark = Remark::new(codes::AUTH_MISSING, place, message);
    report.add(remark.help("write `auth:`, with `default`, `tokens` or `jwt`"));
}

/// Returns the type of an identifying value; refuses a type that identifies nobody.
fn identifying(word: &Spanned<'_>, report: &mut Report) -> Option<Type> {
    let found = Type::named(word.text).filter(|ty| ty.identifies());
    if found.is_none() {
        let types = || Type::ALL.iter().filter(|ty| ty.identifies()).map(|ty| ty.name());
        let message = format!("{} identifies nobody", quote(word.text));
        let remark = Remark::new(codes::AUTH_TYPE, word.place, message);
        report.add(remark.near(word.text, types(), || {
            format!("the types that identify somebody are {}", listed(types()))
        }));
    }
    found
}

struct Resolver<'r> {
    profiles: &'r Profiles,
    reading: &'r Reading,
    identified: Identified,
}

impl Resolver<'_> {
    fn token(&self, raw: &RawToken<'_>, report: &mut Report) -> Option<Token> {
        let env = raw.env.filter(|word| variable(word, report));
        let profile = match &raw.profile {
            Given::Value(word) => self.profiles.find(word, report),
            Given::Refused => None,
            Given::Absent => self.profiles.only(|| {
                missing(raw.place, "profile", "the profile of who shows the token", report);
            }),
        };
        let identity = match (&raw.identity, self.identified) {
            (Given::Absent, _) => Some(None),
            (Given::Refused, _) | (_, Identified::Unknown | Identified::Nobody) => None,
            (Given::Value(word), Identified::By(ty)) => {
                let found = self.reading.typed(ty, word.text).ok();
                if found.is_none() {
                    let message = format!("{} is no {}", quote(word.text), ty.name());
                    let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
                    report.add(
                        remark.help(format!("write {}: `auth.identify_by` says so", ty.told())),
                    );
                }
                found.map(Some)
            }
        };
        Some(Token {
            env: env?.text.to_owned(),
            profile: profile?,
            roles: raw.roles.iter().map(|role| role.text.to_owned()).collect(),
            identity: identity?,
        })
    }

    fn jwt(&self, raw: &RawJwt<'_>, report: &mut Report) -> Option<Jwt> {
        let address = |word: Option<Spanned<'_>>, report: &mut Report| {
            let word = word?;
            if !is_absolute(word.text) {
                let message = format!("{} is no http(s) address", quote(word.text));
                let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
                report.add(remark.help("write `https://` and the rest of the address"));
                return None;
            }
            Some(word.text.to_owned())
        };
        let (issuer, jwks) = (address(raw.issuer, report), address(raw.jwks, report));
        if raw.profile.is_absent() {
            self.profiles.only(|| {
                missing(raw.place, "profile", "the claim that names the profile", report);
            });
        }
        let claim = |given: &Given<Spanned<'_>>| given.value().map(|word| word.text.to_owned());
        Some(Jwt {
            issuer: issuer?,
            audience: raw.audience?.text.to_owned(),
            jwks: jwks?,
            profile: claim(&raw.profile),
            roles: claim(&raw.roles),
            identity: claim(&raw.identity),
        })
    }
}

/// Returns whether a text is the name of an environment variable.
///
/// Any other text may be the credential itself, so the message does not repeat it.
fn variable(word: &Spanned<'_>, report: &mut Report) -> bool {
    let start = word.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let good = word.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !(start && good) {
        let message = "this is no name of an environment variable";
        let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
        report.add(remark.help("write the variable's name, such as `DESK_TOKEN`: the token itself is never in the file"));
    }
    start && good
}
