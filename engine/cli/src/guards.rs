//! Prints the effective guards of a station: per skill, kind and profile.

use engine::station::{
    ArgumentValue, Ask, Budget, Due, Effective, FormField, Guard, PolicyRule, Presence, ProfileId,
    Quantity, Read, Rule, Skill, Station, Subject,
};
use serde_json::{Value, json};

/// The most effective lists that are printed. A station may have one per kind and profile.
const MAX_LISTS: usize = 1_000;

/// The effective lists of a station as lines; with a profile, its lists only.
pub fn lines(station: &Station, profile: Option<ProfileId>) -> Vec<String> {
    let mut lists = lists(station, profile);
    let mut lines = Vec::new();
    for list in lists.by_ref().take(MAX_LISTS) {
        lines.push(heading(station, &list, profile));
        lines.extend(list.quantities.iter().map(|rule| format!("  quantity: {}", quantity(*rule))));
        lines
            .extend(list.guards.iter().map(|due| format!("  {}", entry(station, list.skill, due))));
    }
    let more = lists.count();
    if more > 0 {
        lines.push(format!("{more} more lists of guards"));
    }
    lines
}

/// The effective lists of a station as JSON, and the number of lists left out.
pub fn object(station: &Station) -> (Vec<Value>, usize) {
    let mut all = lists(station, None);
    let shown = all.by_ref().take(MAX_LISTS).map(|list| {
        let kinds = match &list.subject {
            Subject::Call => None,
            Subject::Lines(kinds) => Some(kinds.iter().map(|k| k.name.as_str()).collect::<Vec<_>>()),
        };
        json!({
            "skill": list.skill.name(),
            "kinds": kinds,
            "profiles": names(station, &list.profiles),
            "quantities": list.quantities.iter().map(|rule| quantity(*rule)).collect::<Vec<_>>(),
            "guards": list.guards.iter().map(|due| entry(station, list.skill, due)).collect::<Vec<_>>(),
        })
    });
    let shown = shown.collect();
    (shown, all.count())
}

fn lists(station: &Station, profile: Option<ProfileId>) -> impl Iterator<Item = Effective<'_>> {
    station.effective().filter(move |list| profile.is_none_or(|one| list.profiles.contains(&one)))
}

fn names<'a>(station: &'a Station, profiles: &[ProfileId]) -> Vec<&'a str> {
    let name = |id: &ProfileId| Some(station.profiles().get(id.index())?.name.as_str());
    profiles.iter().filter_map(name).collect()
}

/// The heading of a list. It names the profiles unless all profiles of the skill share the list.
fn heading(station: &Station, list: &Effective<'_>, profile: Option<ProfileId>) -> String {
    let of = match &list.subject {
        Subject::Call => format!("before a call of `{}`", list.skill.name()),
        Subject::Lines(kinds) => {
            let kinds: Vec<_> = kinds.iter().map(|kind| format!("`{}`", kind.name)).collect();
            format!("before a line of `{}` of the kind {}", list.skill.name(), kinds.join(", "))
        }
    };
    if profile.is_some() || list.profiles.len() == list.skill.profiles().len() {
        return format!("{of}:");
    }
    format!("{of}, for {}:", names(station, &list.profiles).join(", "))
}

fn quantity(rule: Quantity) -> String {
    let max = rule.max.map_or_else(String::new, |max| format!(" to {max}"));
    format!("from {}{max} in steps of {}", rule.min, rule.step)
}

/// An entry of a list as a line: its rule and its condition.
fn entry(station: &Station, skill: &Skill, due: &Due<'_>) -> String {
    let Some(first) = due.guards.first() else { return String::new() };
    let mut line = match &first.name {
        Some(name) => format!("{name}, {}", rule(station, skill, first)),
        None => rule(station, skill, first),
    };
    let whens: Option<Vec<_>> =
        due.guards.iter().map(|guard| Some(guard.when.as_ref()?.compiled.source.trim())).collect();
    // If one guard has no condition, the entry always applies.
    if let Some(whens) = whens {
        line.push_str(&format!("; when {}", whens.join(", or when ")));
    }
    line
}

fn rule(station: &Station, skill: &Skill, guard: &Guard) -> String {
    match &guard.rule {
        Rule::Require(condition) => format!("require {}", condition.compiled.source.trim()),
        Rule::Check(check) => {
            let pass = check.pass.compiled.source.trim();
            format!("check {}; passes when {pass}", call(station, skill, &check.ask))
        }
        Rule::Form(fields) => {
            let fields: Vec<_> = fields.iter().map(field).collect();
            format!("form {}", fields.join(", "))
        }
        Rule::Update(updates) => {
            let updates = updates.iter().map(|update| {
                let field = update.field.and_then(|n| skill.present().fields.get(n));
                let name = field.map_or("price", |field| field.name.as_str());
                format!("{name} from {}", call(station, skill, &update.ask))
            });
            format!("update {}", updates.collect::<Vec<_>>().join(", "))
        }
        Rule::Approval(role) => format!("approval of {role}"),
        Rule::Permission(profiles) => format!("permission of {}", profiles.join(", ")),
        Rule::Policy(name, PolicyRule::Require(condition)) => {
            format!("policy {name}: {}", condition.compiled.source.trim())
        }
        Rule::Policy(name, PolicyRule::Judge(judge)) => format!("policy {name}: ask {}", judge.url),
        Rule::Budget(Budget { max, per, of }) => {
            format!("budget {max} per {} of {}", per.word(), of.word())
        }
        Rule::SubmittedBy { sources, profiles } => {
            let sources = sources.iter().flatten().map(|source| -> &str { source.word() });
            let profiles = profiles.iter().flatten().map(String::as_str);
            format!("submitted by {}", sources.chain(profiles).collect::<Vec<_>>().join(", "))
        }
    }
}

fn field(field: &FormField) -> String {
    let needed = match field.presence {
        Presence::Required => ", required",
        Presence::Optional => "",
    };
    format!("{} ({}{needed})", field.name, field.ty.name())
}

/// The call of an operation, with its arguments.
fn call(station: &Station, skill: &Skill, ask: &Ask) -> String {
    let name = station.asked(ask).map_or("", |operation| operation.name.as_str());
    let args: Vec<_> = ask
        .args
        .iter()
        .map(|(argument, given)| match given {
            ArgumentValue::Literal(literal) => {
                format!("{argument}: {}", literal.text().unwrap_or_else(|| "…".to_owned()))
            }
            ArgumentValue::Read(read) => format!("{argument}: {}", reference(skill, read)),
        })
        .collect();
    format!("{name}({})", args.join(", "))
}

/// The reference that a guard reads, as a station writes it.
fn reference(skill: &Skill, read: &Read) -> String {
    let named = |root: &str, name: Option<&str>| format!("{root}.{}", name.unwrap_or_default());
    let field = |number: &usize| skill.present().fields.get(*number).map(|f| f.name.as_str());
    match read {
        Read::Now => "$now".to_owned(),
        Read::Reference => "$item.ref".to_owned(),
        Read::Field(number) => named("$item.fields", field(number)),
        Read::Price => "$item.fields.price".to_owned(),
        Read::LineField(name) => named("$item.fields", Some(name)),
        Read::Form(name) => named("$form", Some(name)),
        Read::Param(number) => {
            named("$params", skill.params().get(number.index()).map(|param| param.name.as_str()))
        }
        Read::LineReference => "$line.ref".to_owned(),
        Read::LineKind => "$line.kind".to_owned(),
        Read::LineQuantity => "$line.quantity".to_owned(),
        Read::LineForm(name) => named("$line.form", Some(name)),
        Read::Room => "$room.id".to_owned(),
        // Only submits read these, and no effective list contains a submit.
        Read::Output(_)
        | Read::Lines
        | Read::TaskLines(_)
        | Read::Submitted { .. }
        | Read::TaskParam { .. }
        | Read::TaskField { .. }
        | Read::Key => "…".to_owned(),
    }
}
