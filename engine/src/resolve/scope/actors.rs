//! Who acts: the profiles and the roles of a station.

use crate::raw::keys::Given;
use crate::raw::{ListState, RawStation};

/// Who acts: the profiles and the roles of the station.
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
    /// Those of a station; without `profiles` it has one, and nobody in it has a role.
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
                // What a signed token claims is not known before somebody shows one.
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
