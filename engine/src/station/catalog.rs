//! The catalogue, and what searches it.

use std::sync::Arc;

use vm::Type;

use super::{Argument, Guard, Presence};
use crate::station::id::SkillId;

/// The tenant's rows, kept in an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalog {
    /// The skill that its rows are read by: title, billed price, first image and link come from its `present`.
    pub skill: SkillId,
    /// Where its rows come from.
    pub source: CatalogSource,
    /// The time after which the catalogue is filled again, in seconds.
    pub refresh: u64,
}

/// Where the rows of a catalogue come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogSource {
    /// The skill's own call, with its fixed arguments.
    Skill,
    /// A file in the station's folder.
    File(String),
}

words! {
    /// What the product itself answers, from the catalogue.
    NativeKind:
    /// The rows that fit a text best.
    Search "search",
    /// At most one row of each kind, within a sum.
    Routine "routine",
    /// The best row for each of several texts.
    Set "set",
}

/// An argument of a native.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// Its name.
    pub name: &'static str,
    /// Its type, or that of each of its values.
    pub ty: Type,
    /// How many values it takes.
    pub takes: Many,
    /// Whether a call has to have it.
    pub presence: Presence,
}

/// How many values an argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// One.
    One,
    /// A list.
    List,
}

const fn own(name: &'static str, ty: Type, takes: Many, presence: Presence) -> Own {
    Own { name, ty, takes, presence }
}

impl NativeKind {
    /// The arguments that it takes.
    pub fn arguments(self) -> &'static [Own] {
        const QUERY: Own = own("query", Type::Text, Many::One, Presence::Required);
        const NEED: Own = own("need", Type::Text, Many::One, Presence::Required);
        const TOTAL: Own = own("max_total", Type::Price, Many::One, Presence::Optional);
        const WANTED: Own = own("wanted", Type::Text, Many::List, Presence::Required);
        match self {
            NativeKind::Search => &[QUERY],
            NativeKind::Routine => &[NEED, TOTAL],
            NativeKind::Set => &[WANTED],
        }
    }
}

/// A call that the product itself answers.
#[derive(Clone, Debug)]
pub struct Native {
    /// What it does.
    pub kind: NativeKind,
    /// The arguments that the station gives, over any value that a model sends.
    pub args: Vec<(&'static str, Fixed)>,
    /// What holds before every call.
    pub guards: Vec<Arc<Guard>>,
}

/// An argument that the station gives a native.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// One value.
    One(Argument),
    /// A list of texts.
    List(Vec<String>),
}

impl Native {
    /// The arguments that the caller gives: those that the station does not fix.
    pub fn announced(&self) -> impl Iterator<Item = &'static Own> {
        let fixed = |own: &&Own| self.args.iter().any(|(name, _)| *name == own.name);
        self.kind.arguments().iter().filter(move |own| !fixed(own))
    }
}
