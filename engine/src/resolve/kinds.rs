//! The kinds of a skill.

use std::collections::HashMap;

use lang::{Code, Compiled, Position, Root, Scope};
use vm::Reading;

use super::analysis::{self, Looked};
use super::condition;
use super::present::Fields;
use crate::file::{Place, told};
use crate::finding::{Remark, Report};
use crate::keys::{Entry, Given};
use crate::name;
use crate::raw::{RawKind, RawSkill, Stands};
use crate::station::Kind;

pub(super) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    reading: &Reading,
    declared: &mut HashMap<String, Place>,
    report: &mut Report,
) -> Vec<Kind> {
    let Given::Value(entries) = &raw.kinds else { return Vec::new() };
    let mut scope = Scope::new(Position::Kind);
    for field in &fields.present.fields {
        scope.declare(Root::Fields, None, None, &field.name, field.ty);
    }
    let mut kinds = Vec::with_capacity(entries.len());
    let mut conditions: Vec<(&RawKind<'_>, Entry<'_>, Compiled)> = Vec::new();
    for entry in entries {
        name(entry, declared, report);
        if entry.when.is_none() && entry.read == Stands::Yes && entries.len() > 1 {
            let message = format!(
                "the kind {} has no `when`, and is not the only one",
                told(entry.name.text)
            );
            let remark = Remark::new(Code::KindWhenMissing, entry.name.place, message);
            report.add(remark.help("say whose rows these are"));
        }
        let when = entry
            .when
            .map(|when| condition::compile(when, &scope, reading, &fields.refused, report));
        match when {
            None => kinds.push(Kind { name: entry.name.text.to_owned(), when: None }),
            Some(Some(when)) => {
                conditions.extend(entry.when.map(|at| (entry, at, when.clone())));
                kinds.push(Kind { name: entry.name.text.to_owned(), when: Some(when) });
            }
            Some(None) => {}
        }
    }
    let whole = conditions.len() == entries.len();
    let looked = Looked { raw, scope: &scope, fields: &fields.present.fields, reading };
    analysis::look(&looked, &conditions, Stands::when(whole.then_some(())), report);
    kinds
}

fn name(entry: &RawKind<'_>, declared: &mut HashMap<String, Place>, report: &mut Report) {
    let Some(name) = name::checked(&entry.name, "a kind", report) else { return };
    if let Some(&first) = declared.get(&name) {
        let message = format!("the kind {} is declared twice", told(entry.name.text));
        let remark = Remark::new(Code::KindDuplicate, entry.name.place, message);
        report.add(remark.help("rename one").also(first, "the first stands here"));
    } else {
        declared.insert(name, entry.name.place);
    }
}
