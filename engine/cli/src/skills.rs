//! `skills`: prints the skills of each profile, and the tools that a model sees.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Table, presets};
use engine::station::{Constraints, Presence, Profile, ProfileId, Station};
use engine::tool::{Input, Takes, Tool, ToolList};
use serde_json::{Value, json};

use crate::args::{Format, Skills};
use crate::outcome::{Failure, Outcome};
use crate::{guards, station};

/// Prints the skills that each profile, or one profile, may use.
///
/// # Errors
/// `Refused` if the station is refused, `Usage` if the profile does not exist, `Outside` if its file cannot be read.
pub fn run(skills: &Skills) -> Outcome {
    let station = station::working(&skills.station)?;
    let chosen = skills.profile.as_deref().map(|name| id_of(&station, name)).transpose()?;
    let profiles = ProfileId::enumerate(station.profiles())
        .filter(|(number, _)| chosen.is_none_or(|chosen| chosen == *number));
    let lists: Vec<_> =
        profiles.map(|(number, profile)| (number, profile, station.tools(number))).collect();
    let mut out = io::stdout().lock();
    match skills.format {
        Format::Json => {
            let shown: Vec<_> =
                lists.iter().map(|(_, profile, list)| object(profile, list)).collect();
            let shown = json!({"station": station.name(), "profiles": shown});
            let text = serde_json::to_string_pretty(&shown)
                .map_err(|fault| Failure::Outside(fault.to_string()))?;
            writeln!(out, "{text}")?;
        }
        Format::Text => {
            for (number, profile, list) in &lists {
                writeln!(out, "{}", line(profile, list))?;
                if list.tools.is_empty() {
                    continue;
                }
                writeln!(out, "{}", table(&list.tools))?;
                for line in guards::lines(&station, Some(*number)) {
                    writeln!(out, "  {line}")?;
                }
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// The id of a profile.
fn id_of(station: &Station, name: &str) -> Result<ProfileId, Failure> {
    station.profile(name).ok_or_else(|| {
        let names: Vec<_> = station.profiles().iter().map(|p| p.name.as_str()).collect();
        Failure::Usage(format!("no profile `{name}`; the station has {}", names.join(", ")))
    })
}

/// A line for each profile of a station.
pub fn lines(station: &Station) -> Vec<String> {
    let profiles = ProfileId::enumerate(station.profiles());
    profiles.map(|(number, profile)| line(profile, &station.tools(number))).collect()
}

/// The number of a profile's skills, and the size of their list.
fn line(profile: &Profile, list: &ToolList<'_>) -> String {
    let count = list.tools.len();
    let skills = if count == 1 { "skill" } else { "skills" };
    format!(
        "{}: {count} {skills}; listing them is {} bytes, about {} tokens",
        profile.name,
        list.bytes,
        list.tokens()
    )
}

fn table(tools: &[Tool<'_>]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["skill", "arguments", "description"]);
    table.add_rows(tools.iter().map(|tool| {
        let inputs: Vec<_> = tool.inputs.iter().map(input_words).collect();
        [tool.name.to_owned(), inputs.join("\n"), tool.description.clone()]
    }));
    table
}

/// A parameter in words; `*` marks a required one.
fn input_words(input: &Input<'_>) -> String {
    let mark = match input.presence {
        Presence::Required => "*",
        Presence::Optional => "",
    };
    let takes = match input.takes {
        Takes::Value => input.ty.name().to_owned(),
        Takes::List => format!("list of {}", input.ty.name()),
        Takes::Row => format!("{} of a row", input.ty.name()),
    };
    let constraints = match input.takes {
        Takes::Value => input.constraints.and_then(Constraints::describe),
        Takes::List | Takes::Row => None,
    };
    let constraints = constraints.map(|constraints| format!(", {constraints}")).unwrap_or_default();
    format!("{}{mark}: {takes}{constraints}", input.name)
}

fn object(profile: &Profile, list: &ToolList<'_>) -> Value {
    let tools: Vec<_> = list.tools.iter().map(Tool::json).collect();
    json!({
        "profile": profile.name,
        "bytes": list.bytes,
        "tokens": list.tokens(),
        "skills": tools,
    })
}
