//! Prints the effective guard lists of a station: the guards that apply to each subject and profile.

use engine::station::{
    ArgumentValue, Ask, Budget, Due, Effective, FormField, Guard, PolicyRule, Presence, ProfileId,
    Quantity, Read, Rule, Skill, Station, Subject,
};
use serde_json::{Value, json};

/// How many effective lists are printed: every kind can have a separate list for every profile.
const MOST: usize = 1_000;

/// The effective lists of a station in lines; only the lists of `profile` if given.
pub fn lines(station: &Station, profile: Option<ProfileId>) -> Vec<String> {
    let mut lists = lists(station, profile);
    let mut lines = Vec::new();
    for list in lists.by_ref().take(MOST) {
        lines.push(heading(station, &list, profile));
        lines.extend(list.quantities.iter().map(|rule| format!("  quantity: {}", quantity(*rule))));
        lines.extend(list.guards.iter().map(|due| format!("  {}", told(station, list.skill, due))));
    }
    let more = lists.count();
    if more > 0 {
        lines.push(format!("{more} more such lists"));
    }
    lines
}

/// The effective lists of a station as JSON, and how many more lists there are.
pub fn object(station: &Station) -> (Vec<Value>, usize) {
    let mut all = lists(station, None);
    let shown = all.by_ref().take(MOST).map(|list| {
        let kinds = match &list.subject {
            Subject::Call => None,
            Subject::Lines(kinds) => Some(kinds.iter().map(|k| k.name.as_str()).collect::<Vec<_>>()),
        };
        json!({
            "skill": list.skill.name(),
            "kinds": kinds,
            "profiles": names(station, &list.profiles),
            "quantities": list.quantities.iter().map(|rule| quantity(*rule)).collect::<Vec<_>>(),
            "guards": list.guards.iter().map(|due| told(station, list.skill, due)).collect::<Vec<_>>(),
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

/// The heading of a list: its subject, and its profiles unless it applies to every user of the skill.
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

/// An entry of a list in a line: its rule, and when it applies.
fn told(station: &Station, skill: &Skill, due: &Due<'_>) -> String {
    let Some(first) = due.guards.first() else { return String::new() };
    let mut line = match &first.name {
        Some(name) => format!("{name}, {}", rule(station, skill, first)),
        None => rule(station, skill, first),
    };
    let whens: Option<Vec<_>> =
        due.guards.iter().map(|guard| Some(guard.when.as_ref()?.compiled.source.trim())).collect();
    // The entry always applies if one of its guards always applies.
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
            format!("check {}; passes when {pass}", asked(station, skill, &check.ask))
        }
        Rule::Form(fields) => {
            let fields: Vec<_> = fields.iter().map(field).collect();
            format!("form {}", fields.join(", "))
        }
        Rule::Update(updates) => {
            let updates = updates.iter().map(|update| {
                let field = update.field.and_then(|n| skill.present().fields.get(n));
                let name = field.map_or("price", |field| field.name.as_str());
                format!("{name} from {}", asked(station, skill, &update.ask))
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

/// An operation and the values of its arguments.
fn asked(station: &Station, skill: &Skill, ask: &Ask) -> String {
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

/// A reference that a guard reads, as a station writes it.
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
        // Only submits read these, and submits are not in an effective list.
        Read::Output(_)
        | Read::Lines
        | Read::TaskLines(_)
        | Read::Submitted { .. }
        | Read::TaskParam { .. }
        | Read::TaskField { .. }
        | Read::Key => "…".to_owned(),
    }
}
