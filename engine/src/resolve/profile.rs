//! Profiles: the grants and the view of each, and the skills that each may use.

use std::collections::HashMap;

use crate::raw::keys::Given;
use crate::raw::{ListState, RawGrants, RawProfile, RawStation, Spanned, name};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::operation::apis::Operations;
use crate::station::profile::{Grants, Profile};
use crate::station::{Class, OperationId, PerProfile, ProfileId};
use crate::text::file::{Place, quote};
use crate::text::words::{listed, listed_to};

/// The name of the only profile of a station that declares none.
const EVERYONE: &str = "everyone";

/// The profiles of a station while the station is resolved.
#[derive(Debug)]
pub(crate) struct Profiles {
    pub(crate) declared: Vec<Profile>,
    /// The place of each profile; an undeclared profile has none.
    pub(crate) places: Vec<Place>,
    /// Whether all declared profiles could be read.
    whole: ListState,
    /// Whether the grants of each profile could be read.
    granted: Vec<ListState>,
}

pub(crate) fn resolve(
    raw: &RawStation<'_>,
    operations: &Operations<'_>,
    report: &mut Report,
) -> Profiles {
    let mut profiles = Profiles {
        declared: Vec::new(),
        places: Vec::new(),
        whole: raw.profiles_state,
        granted: Vec::new(),
    };
    let mut names: HashMap<String, Place> = HashMap::new();
    for entry in &raw.profiles {
        profiles.take(entry, operations, &mut names, report);
    }
    if raw.profiles_state == ListState::Absent {
        let everyone = Profile {
            name: EVERYONE.to_owned(),
            grants: Grants::All,
            roles: Vec::new(),
            sees: Vec::new(),
        };
        profiles.declared.push(everyone);
        profiles.granted.push(ListState::Read);
    }
    profiles
}

impl Profiles {
    fn take(
        &mut self,
        raw: &RawProfile<'_>,
        operations: &Operations<'_>,
        names: &mut HashMap<String, Place>,
        report: &mut Report,
    ) {
        let name = name::checked(&raw.name, "a profile", report);
        let name = name.unwrap_or_else(|| name::composed(raw.name.text));
        if let Some(&first) = names.get(&name) {
            let message = format!("the profile {} is declared twice", quote(raw.name.text));
            let remark = Remark::new(codes::YAML_DUPLICATE_KEY, raw.name.place, message);
            report.add(remark.help("delete or rename one").also(first, "the first stands here"));
        } else {
            names.insert(name.clone(), raw.name.place);
        }
        let mut granted = ListState::Read;
        let grants = match &raw.grants {
            Given::Absent => Grants::Operations(Vec::new()),
            Given::Refused => {
                granted = ListState::Refused;
                Grants::All
            }
            Given::Value(RawGrants::All) => Grants::All,
            Given::Value(RawGrants::Named(words)) => {
                let found: Vec<_> =
                    words.iter().map(|word| grant(word, operations, report)).collect();
                if found.contains(&None) {
                    granted = ListState::Refused;
                }
                Grants::Operations(found.into_iter().flatten().collect())
            }
        };
        self.granted.push(granted);
        self.places.push(raw.name.place);
        self.declared.push(Profile {
            name,
            grants,
            roles: raw.roles.iter().map(|role| role.text.to_owned()).collect(),
            sees: raw.sees.iter().filter_map(|word| seen(word, report)).collect(),
        });
    }

    /// The number of the profile that a word names; another is refused with the nearest.
    pub(crate) fn find(&self, word: &Spanned<'_>, report: &mut Report) -> Option<ProfileId> {
        let name = name::composed(word.text);
        let found =
            self.declared.iter().position(|profile| profile.name == name).map(ProfileId::new);
        if found.is_none() && self.whole != ListState::Refused {
            let names = || self.declared.iter().map(|profile| profile.name.as_str());
            let message = format!("there is no profile {}", quote(word.text));
            let remark = Remark::new(codes::PROFILE_UNKNOWN, word.place, message);
            report.add(remark.near(word.text, names(), || {
                format!("declare it under `profiles`, which has {}", listed_to(10, names()))
            }));
        }
        found
    }

    /// The only profile if there is exactly one; runs `otherwise` if there are several.
    pub(crate) fn only(&self, otherwise: impl FnOnce()) -> Option<ProfileId> {
        match (self.whole, self.declared.len()) {
            (ListState::Refused, _) => return None,
            (ListState::Absent | ListState::Read, 1) => return Some(ProfileId::new(0)),
            (ListState::Absent | ListState::Read, _) => otherwise(),
        }
        None
    }

    /// The place of the second profile, if there are several.
    pub(crate) fn second(&self) -> Option<Place> {
        self.places.get(1).copied()
    }

    /// The profiles that are granted every one of some operations, and the operations that their added guards ask.
    ///
    /// If no profile is, a warning lists the missing grants by profile.
    pub(crate) fn of_skill(
        &self,
        skill: &Spanned<'_>,
        (calls, added): (&[OperationId], &[PerProfile]),
        operations: &Operations<'_>,
        report: &mut Report,
    ) -> Vec<ProfileId> {
        let mut more: HashMap<ProfileId, Vec<OperationId>> = HashMap::new();
        for added in added {
            let asked = added.select.guards.iter().flat_map(|guard| guard.operations());
            more.entry(added.profile).or_default().extend(asked);
        }
        let of = |profile: ProfileId| calls.iter().chain(more.get(&profile).into_iter().flatten());
        let may = |(number, profile): &(ProfileId, &Profile)| {
            of(*number).all(|&call| profile.grants.has(call))
        };
        let found: Vec<_> = ProfileId::enumerate(&self.declared).filter(may).collect();
        let known = self.whole != ListState::Refused
            && self.granted.iter().all(|granted| *granted == ListState::Read);
        if found.is_empty() && known {
            let lacks = ProfileId::enumerate(&self.declared).take(5).map(|(number, profile)| {
                let missing = of(number).filter(|&&call| !profile.grants.has(call));
                let names = missing.filter_map(|&call| operations.name(call));
                format!("`{}` lacks {}", profile.name, listed(names))
            });
            let lacks: Vec<_> = lacks.collect();
            let message = format!(
                "no profile is granted every operation that {} can call",
                quote(skill.text)
            );
            let remark = Remark::new(codes::SKILL_UNREACHABLE, skill.place, message);
            report.add(remark.help(lacks.join("; ")));
        }
        found.into_iter().map(|(number, _)| number).collect()
    }
}

fn grant(
    word: &Spanned<'_>,
    operations: &Operations<'_>,
    report: &mut Report,
) -> Option<OperationId> {
    if word.text == "*" {
        let message = "`*` in a list of operations";
        let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
        report.add(remark.help("write `grants: \"*\"` for all"));
        return None;
    }
    let found = operations.find(word.text);
    if found.is_none() && operations.known() {
        let names = || operations.names();
        let message = format!("there is no operation {}", quote(word.text));
        let remark = Remark::new(codes::PROFILE_GRANT_UNKNOWN, word.place, message);
        report.add(remark.near(word.text, names(), || "`grants: \"*\"` is all of them".to_owned()));
    }
    found
}

fn seen(word: &Spanned<'_>, report: &mut Report) -> Option<Class> {
    let classes = [Class::Internal, Class::Personal, Class::Confidential];
    let found = Class::named(word.text).filter(|class| classes.contains(class));
    if found.is_none() {
        let names = || classes.iter().map(|class| class.word());
        let message = format!("{} is no class that a profile may be let see", quote(word.text));
        let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
        report.add(
            remark.near(word.text, names(), || format!("write a list of {}", listed(names()))),
        );
    }
    found
}
