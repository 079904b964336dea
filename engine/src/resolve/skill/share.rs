//! The share of each skill in the selection: its dependencies, its yield, and its callers.

use std::collections::{HashMap, HashSet};

use crate::raw::guard::RawQuantity;
use crate::raw::keys::Given;
use crate::raw::{Keyed, ListState, RawSkill, RawStation, name, switch};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::skill::cycles::{self, Link};
use crate::station::{Callers, Counted, KindId, OnLoss, RowUse, Share, Shows, SkillId};
use crate::text::file::{Place, quote};
use crate::text::words::{listed, listed_to};

/// The names and kinds of all skills of a station.
pub(crate) struct Shares<'r, 'a> {
    skills: &'r [RawSkill<'a>],
    /// Skills with kinds, by name.
    chosen: HashMap<&'a str, SkillId>,
    /// Where each kind is declared: the skill's number, and the kind's number there.
    kinds: HashMap<String, (SkillId, KindId)>,
    /// The names of playbooks.
    playbooks: Vec<Option<&'a str>>,
    playbooks_state: ListState,
    /// The skills whose rows something else makes offers of.
    offered: HashSet<SkillId>,
    /// Whether all skills could be read.
    whole: ListState,
}

impl<'r, 'a> Shares<'r, 'a> {
    pub(crate) fn new(raw: &'r RawStation<'a>) -> Shares<'r, 'a> {
        let mut shares = Shares {
            skills: &raw.skills,
            chosen: HashMap::new(),
            kinds: HashMap::new(),
            playbooks: raw.playbooks.iter().map(|book| book.name.map(|name| name.text)).collect(),
            playbooks_state: raw.playbooks_state,
            offered: HashSet::new(),
            whole: raw.skills_state,
        };
        for (id, skill) in SkillId::enumerate(&raw.skills) {
            if let (false, Some(name)) = (skill.kinds.is_absent(), skill.name) {
                shares.chosen.entry(name.text).or_insert(id);
            }
            let kinds = skill.kinds.value().map_or(&[][..], Vec::as_slice);
            for (kind_id, kind) in KindId::enumerate(kinds) {
                shares.kinds.entry(name::composed(kind.name.text)).or_insert((id, kind_id));
            }
            if matches!(skill.kinds, Given::Refused) {
                shares.whole = ListState::Refused;
            }
        }
        for skill in &raw.skills {
            let depends = skill.share.depends_on.value();
            shares.offered.extend(depends.and_then(|on| shares.chosen.get(on.word.text)));
            let yields = skill.share.yields.value().map(|of| name::composed(of.word.text));
            let yielded = yields.and_then(|kind| shares.kinds.get(&kind));
            shares.offered.extend(yielded.map(|(skill, _)| *skill));
        }
        shares
    }

    /// Whether something that another skill says makes offers of a skill's rows.
    pub(crate) fn offers(&self, skill: SkillId) -> bool {
        self.offered.contains(&skill)
    }

    /// Resolves a skill's share.
    pub(crate) fn resolve(&self, raw: &RawSkill<'_>, report: &mut Report) -> Share {
        let share = &raw.share;
        if raw.kinds.is_absent() {
            let keys = [
                ("countable", &share.countable),
                ("depends_on", &share.depends_on),
                ("on_loss", &share.on_loss),
            ];
            for (key, given) in keys {
                without_kinds(key, given, report);
            }
        }
        let depends_on = self.depends_on(raw, report);
        let counted = match given_switch(&share.countable, report) {
            Some(false) => Counted::Once,
            Some(true) | None => Counted::Quantity,
        };
        if counted == Counted::Once
            && let Some(said) = share.countable.value()
            && let Some(quantity) = quantity(raw)
        {
            let message = "`countable: false` and a `quantity`: there is none to hold";
            let remark = Remark::new(codes::SKILL_COUNTABLE_QUANTITY, said.key, message);
            report.add(remark.help("delete one").also(quantity, "the quantity stands here"));
        }
        Share {
            depends_on,
            counted,
            yields: self.yields(raw, report),
            opens: self.opens(raw, report),
            shows: presents(raw, report),
            callers: match given_switch(&share.authenticated, report) {
                Some(true) => Callers::Identified,
                Some(false) | None => Callers::Anyone,
            },
            rows: RowUse::Offered,
        }
    }

    fn depends_on(&self, raw: &RawSkill<'_>, report: &mut Report) -> Option<(SkillId, OnLoss)> {
        let on_loss = match &raw.share.on_loss {
            Given::Absent => Some(OnLoss::Block),
            Given::Refused => None,
            Given::Value(said) => {
                if raw.share.depends_on.is_absent() && !raw.kinds.is_absent() {
                    let message = "`on_loss` without `depends_on`: there is nothing to lose";
                    let remark =
                        Remark::new(codes::SKILL_ON_LOSS_WITHOUT_DEPENDS_ON, said.key, message);
                    report.add(remark.help("write `depends_on: <skill>`, or delete it"));
                }
                on_loss(said, report)
            }
        };
        let Given::Value(said) = &raw.share.depends_on else { return None };
        if raw.kinds.is_absent() {
            return None;
        }
        let found = self.chosen.get(said.word.text).copied();
        if found.is_none() && self.whole != ListState::Refused {
            let mut names: Vec<_> = self.chosen.keys().copied().collect();
            names.sort_unstable();
            let text = quote(said.word.text);
            let message = format!("{text} is no skill with kinds: it has no share to depend on");
            let remark = Remark::new(codes::SKILL_DEPENDS_ON_UNKNOWN, said.word.place, message);
            report.add(remark.near(said.word.text, names.iter().copied(), || {
                format!("the skills with kinds are {}", listed(names.iter().copied()))
            }));
        }
        found.zip(on_loss)
    }

    fn yields(&self, raw: &RawSkill<'_>, report: &mut Report) -> Option<(SkillId, KindId)> {
        let Given::Value(said) = &raw.share.yields else { return None };
        if !raw.kinds.is_absent() {
            let message = "`yields` on a skill with `kinds`, whose rows are of those";
            let remark = Remark::new(codes::SKILL_YIELDS_WITH_KINDS, said.key, message);
            report.add(remark.help("delete one"));
            return None;
        }
        let found = self.kinds.get(&name::composed(said.word.text)).copied();
        if found.is_none() && self.whole != ListState::Refused {
            let mut names: Vec<_> = self.kinds.keys().map(String::as_str).collect();
            names.sort_unstable();
            let message = format!("no skill declares the kind {}", quote(said.word.text));
            let remark = Remark::new(codes::SKILL_YIELDS_UNKNOWN, said.word.place, message);
            report.add(remark.near(said.word.text, names.iter().copied(), || {
                format!("the kinds are {}", listed_to(10, names.iter().copied()))
            }));
        }
        found
    }

    fn opens(&self, raw: &RawSkill<'_>, report: &mut Report) -> Option<usize> {
        let word = raw.share.auto_trigger.value()?.word;
        let found = self.playbooks.iter().position(|name| *name == Some(word.text));
        if found.is_none() && self.playbooks_state != ListState::Refused {
            let names = || self.playbooks.iter().copied().flatten();
            let message = format!("there is no playbook {}", quote(word.text));
            let remark = Remark::new(codes::SKILL_AUTO_TRIGGER_UNKNOWN, word.place, message);
            report.add(remark.near(word.text, names(), || match names().next() {
                None => "declare it under `playbooks`".to_owned(),
                Some(_) => format!("the playbooks are {}", listed_to(10, names())),
            }));
        }
        found
    }

    /// Reports each cycle of dependent skills once.
    pub(crate) fn circles(&self, report: &mut Report) {
        let links: Vec<_> = self
            .skills
            .iter()
            .map(|skill| {
                let said = skill.share.depends_on.value()?;
                let to = self.chosen.get(said.word.text)?.index();
                Some(Link { to, place: said.word.place })
            })
            .collect();
        for circle in cycles::circles(&links) {
            let names = circle.iter().filter_map(|&number| self.skills.get(number)?.name);
            let mut names: Vec<_> = names.map(|name| name.text).collect();
            names.extend(names.first().copied());
            let link = circle.first().and_then(|&number| links.get(number)?.as_ref());
            let Some(link) = link else { continue };
            let path = names.join(" -> ");
            let message = format!("skills depend on one another in a circle: {path}");
            let remark = Remark::new(codes::SKILL_DEPENDS_ON_CYCLE, link.place, message);
            report.add(remark.help("delete one `depends_on`"));
        }
    }

    /// Returns the place of the first skill that requires an identified caller.
    pub(crate) fn authenticated(&self) -> Option<Place> {
        let said = self.skills.iter().filter_map(|skill| skill.share.authenticated.value());
        { said }.find(|said| said.word.text == "true").map(|said| said.key)
    }
}

fn without_kinds(key: &str, given: &Given<Keyed<'_>>, report: &mut Report) {
    let Given::Value(said) = given else { return };
    let message = format!("`{key}` on a skill without `kinds`: nothing would read it");
    let remark = Remark::new(codes::SKILL_ITEM_KEYS_WITHOUT_KINDS, said.key, message);
    report.add(remark.help("declare `kinds`, or delete it"));
}

/// Returns the place of a quantity rule of the skill, a kind or a profile.
fn quantity(raw: &RawSkill<'_>) -> Option<Place> {
    let own = raw.select.value().and_then(|select| select.quantity.value());
    let kinds = raw.kinds.value().into_iter().flatten();
    let theirs = kinds.filter_map(|kind| kind.select.value()?.quantity.value());
    let says = |quantity: &&RawQuantity<'_>| {
        [&quantity.min, &quantity.max, &quantity.step].iter().any(|bound| !bound.is_absent())
    };
    let added = raw.share.per_profile.iter().filter_map(|added| added.select.quantity.value());
    own.into_iter().chain(theirs).chain(added).find(says).map(|quantity| quantity.key)
}

fn on_loss(said: &Keyed<'_>, report: &mut Report) -> Option<OnLoss> {
    let found = OnLoss::named(said.word.text);
    if found.is_none() {
        let message = format!("{} where `clear` or `block` is expected", quote(said.word.text));
        let remark = Remark::new(codes::VALUE_TYPE, said.word.place, message);
        report.add(remark.help("write `clear` or `block`"));
    }
    found
}

/// Reads `true` or `false`; `None` if the key is absent or refused.
fn given_switch(given: &Given<Keyed<'_>>, report: &mut Report) -> Option<bool> {
    switch(&given.value()?.word, report)
}

/// Resolves what a call shows; `presents` excludes other keys.
fn presents(raw: &RawSkill<'_>, report: &mut Report) -> Shows {
    let Given::Value(said) = &raw.share.presents else { return Shows::Answer };
    if said.word.text != "selection" {
        let message = format!("{} is nothing that a skill presents", quote(said.word.text));
        let remark = Remark::new(codes::SKILL_PRESENTS, said.word.place, message);
        report.add(remark.help("write `presents: selection`"));
        return Shows::Answer;
    }
    let beside = [
        ("invoke", raw.invoke.is_absent()),
        ("kinds", raw.kinds.is_absent()),
        ("yields", raw.share.yields.is_absent()),
    ];
    if let Some((other, _)) = beside.iter().find(|(_, absent)| !absent) {
        let message =
            format!("`presents` beside `{other}`: it shows the selection, and calls nothing");
        let remark = Remark::new(codes::SKILL_PRESENTS, said.key, message);
        report.add(remark.help("a skill of its own for `presents: selection`"));
    }
    let added = raw.share.per_profile.iter().find_map(|added| added.invoke_key);
    if let Some(place) = added {
        let message = "`invoke` of a profile beside `presents`: nothing is called";
        let remark = Remark::new(codes::SKILL_PRESENTS, place, message);
        report.add(remark.help("delete it"));
    }
    Shows::Selection
}
