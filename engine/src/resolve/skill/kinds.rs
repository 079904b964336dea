//! The kinds of a skill.

use std::collections::HashMap;

use lang::{Compiled, Position, Root, Scope};
use vm::Reading;

use crate::raw::keys::{Entry, Given};
use crate::raw::{RawKind, RawSkill, name};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::guard::question::{self, Sort};
use crate::resolve::scope::condition;
use crate::resolve::scope::condition::When;
use crate::resolve::scope::context::Context;
use crate::resolve::skill::analysis::{self, Looked};
use crate::resolve::skill::present::Fields;
use crate::station::FormField;
use crate::text::file::{Place, quote};

pub(crate) fn resolve(
    raw: &RawSkill<'_>,
    fields: &Fields,
    reading: &Reading,
    declared: &mut HashMap<String, Place>,
    report: &mut Report,
) -> Vec<When> {
    let Given::Value(entries) = &raw.kinds else { return Vec::new() };
    let mut scope = Scope::new(Position::Kind);
    for field in &fields.present.fields {
        scope.declare(Root::Fields, None, None, &field.name, field.ty);
    }
    let mut kinds = Vec::with_capacity(entries.len());
    let mut conditions: Vec<(&RawKind<'_>, Entry<'_>, Compiled)> = Vec::new();
    for entry in entries {
        name(entry, declared, report);
        if entry.when.is_none() && entry.is_read && entries.len() > 1 {
            let message = format!(
                "the kind {} has no `when`, and is not the only one",
                quote(entry.name.text)
            );
            let remark = Remark::new(codes::KIND_WHEN_MISSING, entry.name.place, message);
            report.add(remark.help("say whose rows these are"));
        }
        let when = entry
            .when
            .map(|when| condition::compile(when, &scope, reading, &fields.refused, report));
        match when {
            None => kinds.push(Some(None)),
            Some(Some(when)) => {
                conditions.extend(entry.when.map(|at| (entry, at, when.clone())));
                kinds.push(Some(Some(when)));
            }
            Some(None) => kinds.push(None),
        }
    }
    let is_whole = conditions.len() == entries.len();
    let fields = &fields.present.fields;
    let looked = Looked { raw, scope: &scope, fields, reading, is_whole };
    analysis::look(&looked, &conditions, report);
    kinds
}

fn name(entry: &RawKind<'_>, declared: &mut HashMap<String, Place>, report: &mut Report) {
    let Some(name) = name::checked(&entry.name, "a kind", report) else { return };
    if let Some(&first) = declared.get(&name) {
        let message = format!("the kind {} is declared twice", quote(entry.name.text));
        let remark = Remark::new(codes::KIND_DUPLICATE, entry.name.place, message);
        report.add(remark.help("rename one").also(first, "the first stands here"));
    } else {
        declared.insert(name, entry.name.place);
    }
}

/// Resolves the line fields of each kind.
pub(crate) fn lines(
    raw: &RawSkill<'_>,
    fields: &Fields,
    context: &mut Context<'_, '_>,
) -> Vec<Vec<FormField>> {
    let kinds = raw.kinds.value().into_iter().flatten();
    kinds.map(|kind| line_fields(kind, fields, context)).collect()
}

fn line_fields(
    kind: &RawKind<'_>,
    fields: &Fields,
    context: &mut Context<'_, '_>,
) -> Vec<FormField> {
    let mut found: Vec<FormField> = Vec::new();
    for raw in kind.fields.value().into_iter().flatten() {
        let name = name::composed(raw.name.text);
        if fields.present.fields.iter().any(|field| name::composed(&field.name) == name) {
            let message = format!("{} is a presented field already", quote(raw.name.text));
            let remark = Remark::new(codes::KIND_FIELD_CLASH, raw.name.place, message);
            context.usage.add(remark.help("choose another name"));
            continue;
        }
        found.extend(question::resolve(raw, Sort::Line, context));
    }
    found
}
