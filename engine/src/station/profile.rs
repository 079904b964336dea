//! Who calls: profiles, what each is granted, and how a caller is known.

use vm::{Constant, Type};

use crate::station::id::{OperationId, ProfileId};
use crate::station::{Class, Skill, Station};

/// A category of callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Which operations it may reach.
    pub grants: Grants,
    /// What its callers may approve.
    pub roles: Vec<String>,
    /// The classes of values that it sees besides public ones.
    pub sees: Vec<Class>,
}

/// Which operations a profile may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grants {
    /// Every one.
    All,
    /// These, by their numbers in the station.
    Operations(Vec<OperationId>),
}

impl Grants {
    /// Whether an operation is granted.
    pub fn has(&self, operation: OperationId) -> bool {
        match self {
            Grants::All => true,
            Grants::Operations(granted) => granted.contains(&operation),
        }
    }
}

/// Who a caller is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auth {
    /// The type of the verified value that a person is known by.
    pub identify_by: Option<Type>,
    /// The profile of a caller who shows nothing; without one such a caller is not let in.
    pub default: Option<ProfileId>,
    /// Fixed tokens.
    pub tokens: Vec<Token>,
    /// Signed tokens.
    pub jwt: Option<Jwt>,
}

/// A fixed token. The token itself is never in a station.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The environment variable that holds it.
    pub env: String,
    /// The profile of who shows it, by its number.
    pub profile: ProfileId,
    /// The roles that the token adds to those of its profile, for approvals.
    pub roles: Vec<String>,
    /// The verified value of who shows it.
    pub identity: Option<Constant>,
}

/// Signed tokens: who signs them, and which claims say what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jwt {
    /// Who signs.
    pub issuer: String,
    /// Whom a token is for.
    pub audience: String,
    /// Where the keys are.
    pub jwks: String,
    /// The claim that names a profile.
    pub profile: Option<String>,
    /// The claim that lists roles.
    pub roles: Option<String>,
    /// The claim that is the verified value.
    pub identity: Option<String>,
}

impl Station {
    /// Its profiles, in the order of the file; only `everyone` if the file declares none.
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    /// The number of the profile of this name.
    pub fn profile(&self, name: &str) -> Option<ProfileId> {
        self.profiles.iter().position(|profile| profile.name == name).map(ProfileId::new)
    }

    /// How callers are identified; `None` if every caller has the only profile.
    pub fn auth(&self) -> Option<&Auth> {
        self.auth.as_ref()
    }

    /// The skills that a profile may use, in the order of the file. The others do not exist for it.
    pub fn skills_of(&self, profile: ProfileId) -> impl Iterator<Item = &Skill> {
        self.skills.iter().filter(move |skill| skill.profiles.contains(&profile))
    }
}
