//! The actors of a station: its profiles and roles.

use crate::raw::keys::Given;
use crate::raw::{ListState, RawStation};

/// The profiles and the roles of the station.
#[derive(Debug)]
pub(crate) struct Actors<'a> {
    pub(crate) profiles: Vec<&'a str>,
    pub(crate) roles: Vec<&'a str>,
    /// Whether all profiles are known.
    pub(crate) state: ListState,
    /// Whether all roles are known.
    pub(crate) roles_state: ListState,
}

impl<'a> Actors<'a> {
    /// Collects the actors of a station; without `profiles`, the only profile is `everyone`.
    pub(crate) fn of(raw: &RawStation<'a>) -> Actors<'a> {
        let state = raw.profiles_state;
        let mut roles_state = state;
        let mut profiles: Vec<_> = raw.profiles.iter().map(|profile| profile.name.text).collect();
        if state == ListState::Absent {
            profiles.push("everyone");
        }
        let mut roles: Vec<_> = raw.profiles.iter().flat_map(|profile| &profile.roles).collect();
        match &raw.auth {
            Given::Value(auth) => {
                roles.extend(auth.tokens.iter().flat_map(|token| &token.roles));
                // The roles in a signed token are unknown until a caller presents the token.
                if auth.jwt.as_ref().is_some_and(|jwt| !jwt.roles.is_absent()) {
                    roles_state = ListState::Refused;
                }
            }
            Given::Refused => roles_state = ListState::Refused,
            Given::Absent => {}
        }
        let roles = roles.into_iter().map(|role| role.text).collect();
        Actors { profiles, roles, state, roles_state }
    }
}
